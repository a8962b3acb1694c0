import CFontconfig

/// One font as fontconfig describes it; owns its pattern.
final class FontPattern {
    let pattern: OpaquePointer

    /// Takes over `pattern`'s reference.
    init(adopting pattern: OpaquePointer) { self.pattern = pattern }

    deinit { FcPatternDestroy(pattern) }

    /// The file the font is in.
    var path: String? { string(FC_FILE, 0) }

    /// The number of the face in its file; the instance number of a variable font is left out.
    var faceIndex: Int { Int(integer(FC_INDEX) ?? 0) & 0xFFFF }

    /// Whether the font consists of outlines that can be drawn at any size in one colour.
    var isOutline: Bool { boolean(FC_SCALABLE) && !boolean(FC_COLOR) }

    /// All names of the family, in every language the font gives them in.
    var families: [String] {
        var names: [String] = []
        while let name = string(FC_FAMILY, Int32(names.count)) { names.append(name) }
        return names
    }

    /// Whether the font has a glyph for `scalar`, by its character map.
    func covers(_ scalar: UInt32) -> Bool {
        var set: OpaquePointer?
        guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) == FcResultMatch, let set else {
            return false
        }
        return FcCharSetHasChar(set, scalar) != 0
    }

    private func string(_ object: String, _ index: Int32) -> String? {
        var bytes: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(pattern, object, index, &bytes) == FcResultMatch, let bytes else {
            return nil
        }
        return String(cString: bytes)
    }

    private func integer(_ object: String) -> Int32? {
        var value: Int32 = 0
        guard FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch else { return nil }
        return value
    }

    private func boolean(_ object: String) -> Bool {
        var value: FcBool = 0
        return FcPatternGetBool(pattern, object, 0, &value) == FcResultMatch && value == 1
    }
}

/// The machine's fonts as fontconfig knows them, in a configuration of our own: nothing is shared
/// with other users of the library in the process.
final class FontConfiguration {
    let config: OpaquePointer

    /// The system's configuration, or the one in the file at `path`.
    init(path: String?) throws(FontTrouble) {
        if let path {
            guard let made = FcConfigCreate() else { throw .configuration(path: path) }
            let parsed = path.withCString { bytes in
                bytes.withMemoryRebound(to: FcChar8.self, capacity: path.utf8.count + 1) {
                    FcConfigParseAndLoad(made, $0, 1)
                }
            }
            guard parsed != 0, FcConfigBuildFonts(made) != 0 else {
                FcConfigDestroy(made)
                throw .configuration(path: path)
            }
            config = made
        } else {
            guard let made = FcInitLoadConfigAndFonts() else {
                throw .configuration(path: "fontconfig")
            }
            config = made
        }
    }

    deinit { FcConfigDestroy(config) }

    /// The font nearest to `family` and `weight`.
    ///
    /// It may be of another family: fontconfig always answers something while there is any font at
    /// all.
    func nearest(family: String, weight: FontWeight, language: String) -> FontPattern? {
        let query = query(families: [family], weight: weight, language: language)
        defer { FcPatternDestroy(query) }
        var result = FcResultMatch
        guard let found = FcFontMatch(config, query, &result) else { return nil }
        return FontPattern(adopting: found)
    }

    /// The fonts to look for a character in, nearest first, each of which has some that those
    /// before it lack.
    ///
    /// Costs some milliseconds with hundreds of fonts, so it is asked once per weight.
    func fallbacks(families: [String], weight: FontWeight, language: String) -> [FontPattern] {
        let query = query(families: families, weight: weight, language: language)
        defer { FcPatternDestroy(query) }
        var result = FcResultMatch
        guard let set = FcFontSort(config, query, 1, nil, &result) else { return [] }
        defer { FcFontSetSortDestroy(set) }
        var found: [FontPattern] = []
        for i in 0..<Int(set.pointee.nfont) {
            guard let pattern = set.pointee.fonts[i] else { continue }
            FcPatternReference(pattern)
            found.append(FontPattern(adopting: pattern))
        }
        return found.filter(\.isOutline)
    }

    private func query(
        families: [String], weight: FontWeight, language: String
    ) -> OpaquePointer {
        guard let query = FcPatternCreate() else {
            preconditionFailure("fontconfig is out of memory")
        }
        func add(_ object: String, _ text: String) {
            _ = text.withCString { bytes in
                bytes.withMemoryRebound(to: FcChar8.self, capacity: text.utf8.count + 1) {
                    FcPatternAddString(query, object, $0)
                }
            }
        }
        for family in families { add(FC_FAMILY, family) }
        add(FC_LANG, language)
        FcPatternAddInteger(query, FC_WEIGHT, FcWeightFromOpenType(Int32(weight.rawValue)))
        FcPatternAddInteger(query, FC_SLANT, FC_SLANT_ROMAN)
        FcPatternAddBool(query, FC_SCALABLE, 1)
        FcPatternAddBool(query, FC_COLOR, 0)
        FcConfigSubstitute(config, query, FcMatchPattern)
        FcDefaultSubstitute(query)
        return query
    }
}
