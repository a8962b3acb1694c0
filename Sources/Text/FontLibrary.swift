import Glibc

/// The faces for text: one family in four weights, and fallbacks for characters that it lacks.
///
/// The family is the requested one (the desktop's interface font), else the first installed one of
/// Inter, Cantarell, Noto Sans and DejaVu Sans, else fontconfig's `sans-serif`. The fallbacks
/// follow from a fixed list of families for the scripts that such families lack, and after it from
/// fontconfig's own order: with the same fonts and language, the choice is the same on every
/// machine. Faces are opened when they are first needed.
@MainActor
public final class FontLibrary {
    /// The families tried, in this order, if none is requested or the requested one is missing.
    public static let preferredFamilies = [
        "Inter", "Inter Variable", "Cantarell", "Noto Sans", "DejaVu Sans",
    ]

    /// The name of the selected family.
    public let family: String
    /// The BCP 47 language that selects between national forms of the same character.
    public let language: String

    private let source: FontSource
    private let rasterizer: Rasterizer
    private var faces: [FontFace] = []
    private var facesByFile: [FaceKey: FontFace?] = [:]
    private var primaries: [FontWeight: FontFace] = [:]
    private var fallbacks: [FontWeight: [FontPattern]] = [:]

    private struct FaceKey: Hashable {
        let path: String
        let index: Int
        let weight: FontWeight
    }

    /// Selects the family and opens its regular face.
    ///
    /// - Parameters:
    ///   - family: The desktop's interface font; a family that is not installed is ignored.
    ///   - language: A BCP 47 tag; nil takes it from `LC_ALL`, `LC_CTYPE` or `LANG`.
    ///   - path: A fontconfig file to use in place of the system's.
    ///   - memory: A file that stores the selection, so that the next run need not read
    ///     fontconfig's configuration while nothing has changed; nil for none.
    /// - Throws: `FontError.noFont` if no usable font is installed.
    public init(
        family: String? = nil, language: String? = nil, configuration path: String? = nil,
        memory: String? = nil
    ) throws(FontError) {
        let language = language ?? FontLibrary.environmentLanguage
        source = try FontSource(path: path, memory: memory, language: language)
        rasterizer = try Rasterizer()
        self.language = language
        let candidates =
            (family.map { [$0] } ?? []) + FontLibrary.preferredFamilies + ["sans-serif"]
        var chosen: (family: String, face: FontFace)?
        for candidate in candidates where chosen == nil {
            guard
                let match = source.nearest(family: candidate, weight: .regular),
                match.isOutline,
                FontLibrary.isGeneric(candidate) || match.isNamed(candidate),
                let face = FontFace(
                    id: FaceID(index: 0), match: match, weight: .regular, rasterizer: rasterizer),
                "A0".unicodeScalars.allSatisfy({ face.covers($0.value) })
            else { continue }
            chosen = (match.families.first ?? candidate, face)
            let key = FaceKey(path: match.path, index: match.faceIndex, weight: .regular)
            facesByFile[key] = face
        }
        guard let chosen else { throw .noFont }
        self.family = chosen.family
        faces = [chosen.face]
        primaries[.regular] = chosen.face
    }

    /// The files of the faces opened so far, in the order in which they were opened.
    public var openedFiles: [String] { faces.map(\.path) }

    /// The vertical measures of `style`.
    public func metrics(_ style: TextStyle) -> FontMetrics {
        primary(style.weight).metrics(size: style.size)
    }

    func face(_ id: FaceID) -> FontFace { faces[id.index] }

    /// The family's face for `weight`, or the nearest one.
    func primary(_ weight: FontWeight) -> FontFace {
        if let face = primaries[weight] { return face }
        var face = faces[0]
        if let match = source.nearest(family: family, weight: weight), match.isNamed(family),
            let opened = open(match, weight: weight)
        {
            face = opened
        }
        primaries[weight] = face
        return face
    }

    /// The first face that has all of `scalars`; nil if none has.
    func fallback(for scalars: some Collection<UInt32>, weight: FontWeight) -> FontFace? {
        for pattern in fallbackPatterns(weight) where scalars.allSatisfy({ pattern.covers($0) }) {
            if let match = FontMatch(pattern), let face = open(match, weight: weight),
                scalars.allSatisfy({ face.covers($0) })
            {
                return face
            }
        }
        return nil
    }

    private func fallbackPatterns(_ weight: FontWeight) -> [FontPattern] {
        if let known = fallbacks[weight] { return known }
        let families =
            [family, "Noto Sans"] + FontLibrary.ideographFamilies(language)
            + ["Noto Sans Arabic", "Noto Sans Hebrew", "DejaVu Sans", "sans-serif"]
        let found = source.fallbacks(families: families, weight: weight)
        fallbacks[weight] = found
        return found
    }

    private func open(_ match: FontMatch, weight: FontWeight) -> FontFace? {
        let key = FaceKey(path: match.path, index: match.faceIndex, weight: weight)
        if let known = facesByFile[key] { return known }
        let face = FontFace(
            id: FaceID(index: faces.count), match: match, weight: weight, rasterizer: rasterizer)
        if let face { faces.append(face) }
        facesByFile[key] = .some(face)
        return face
    }

    /// The families, with the ideographs of a language first; all of them have all ideographs.
    private static func ideographFamilies(_ language: String) -> [String] {
        let tag = language.lowercased()
        let first =
            switch true {
            case tag.hasPrefix("ko"): "KR"
            case tag.hasPrefix("zh-hk"), tag.hasPrefix("zh-mo"): "HK"
            case tag.hasPrefix("zh-tw"), tag.hasPrefix("zh-hant"): "TC"
            case tag.hasPrefix("zh"): "SC"
            default: "JP"
            }
        return (["JP", "SC", "TC", "KR"].filter { $0 != first }).reduce(into: [
            "Noto Sans CJK \(first)"
        ]) {
            $0.append("Noto Sans CJK \($1)")
        }
    }

    private static func isGeneric(_ family: String) -> Bool {
        ["sans-serif", "sans", "system-ui", "ui-sans-serif"].contains(family.lowercased())
    }

    /// The language part of the effective POSIX locale: `de_AT.UTF-8` gives `de-at`, `C` gives
    /// `en`.
    private static var environmentLanguage: String {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else {
                continue
            }
            let tag = value.prefix { $0 != "." && $0 != "@" }
            guard tag != "C", tag != "POSIX" else { return "en" }
            return String(tag.map { $0 == "_" ? "-" : $0 }).lowercased()
        }
        return "en"
    }
}

extension FontLibrary {
    /// Whether fontconfig's configuration has been read, which takes some milliseconds.
    var hasReadConfiguration: Bool { source.hasReadConfiguration }
}
