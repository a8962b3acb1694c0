import Text

/// Fonts, typesetter and atlas for one test.
@MainActor
struct Setting {
    let fonts: FontLibrary
    let typesetter: Typesetter

    init(family: String? = nil, language: String = "en") throws {
        fonts = try FontLibrary(family: family, language: language)
        typesetter = Typesetter(fonts: fonts)
    }
}

/// Whether the fonts for the tests of fallback are installed.
///
/// If they are not, a test records what it could not check.
@MainActor
func hasFace(for text: String, _ setting: Setting) -> Bool {
    !setting.typesetter.line(text, TextStyle(size: 13)).hasMissingGlyphs
}
