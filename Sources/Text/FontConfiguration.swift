import CFontconfig
import Glibc

/// One font as described by fontconfig; owns its pattern.
final class FontPattern {
    let pattern: OpaquePointer
    private let library: FontconfigLibrary

    /// Takes over `pattern`'s reference.
    init(adopting pattern: OpaquePointer, of library: FontconfigLibrary) {
        self.pattern = pattern
        self.library = library
    }

    deinit { library.patternDestroy(pattern) }

    /// The file the font is in.
    var path: String? { string(FC_FILE, 0) }

    /// The number of the face in its file; the instance number of a variable font is left out.
    var faceIndex: Int { Int(integer(FC_INDEX) ?? 0) & 0xFFFF }

    /// Whether the font consists of outlines that can be drawn at any size in one colour.
    var isOutline: Bool { boolean(FC_SCALABLE) && !boolean(FC_COLOR) }

    /// All names of the family, in every language that the font has.
    var families: [String] {
        var names: [String] = []
        while let name = string(FC_FAMILY, Int32(names.count)) { names.append(name) }
        return names
    }

    /// Whether the font has a glyph for `scalar`, according to its character map.
    func covers(_ scalar: UInt32) -> Bool {
        var set: OpaquePointer?
        guard library.patternGetCharSet(pattern, FC_CHARSET, 0, &set) == FcResultMatch, let set
        else {
            return false
        }
        return library.charSetHasChar(set, scalar) != 0
    }

    private func string(_ object: String, _ index: Int32) -> String? {
        var bytes: UnsafeMutablePointer<FcChar8>?
        guard library.patternGetString(pattern, object, index, &bytes) == FcResultMatch, let bytes
        else {
            return nil
        }
        return String(cString: bytes)
    }

    private func integer(_ object: String) -> Int32? {
        var value: Int32 = 0
        guard library.patternGetInteger(pattern, object, 0, &value) == FcResultMatch else {
            return nil
        }
        return value
    }

    private func boolean(_ object: String) -> Bool {
        var value: FcBool = 0
        return library.patternGetBool(pattern, object, 0, &value) == FcResultMatch && value == 1
    }
}

/// The machine's fonts according to fontconfig, in a separate configuration: nothing is shared with
/// other users of the library in the process.
final class FontConfiguration {
    private let config: OpaquePointer
    private let library: FontconfigLibrary

    /// The system's configuration, or the one in the file at `path`.
    init(path: String?) throws(FontError) {
        guard let library = FontconfigLibrary.shared else { throw .noFontconfig }
        self.library = library
        if let path {
            guard let made = library.configCreate() else { throw .configuration(path: path) }
            let parsed = path.withCString { bytes in
                bytes.withMemoryRebound(to: FcChar8.self, capacity: path.utf8.count + 1) {
                    library.configParseAndLoad(made, $0, 1)
                }
            }
            guard parsed != 0, library.configBuildFonts(made) != 0 else {
                library.configDestroy(made)
                throw .configuration(path: path)
            }
            config = made
        } else {
            guard let made = library.initLoadConfigAndFonts() else {
                throw .configuration(path: "fontconfig")
            }
            config = made
        }
    }

    deinit { library.configDestroy(config) }

    /// The font nearest to `family` and `weight`.
    ///
    /// It may be of another family: fontconfig always returns a font if there is any.
    func nearest(family: String, weight: FontWeight, language: String) -> FontPattern? {
        let query = query(families: [family], weight: weight, language: language)
        defer { library.patternDestroy(query) }
        var result = FcResultMatch
        guard let found = library.fontMatch(config, query, &result) else { return nil }
        return FontPattern(adopting: found, of: library)
    }

    /// The fonts to search for a character, nearest first.
    ///
    /// Each of them has some characters that the fonts before it lack.
    ///
    /// Costs some milliseconds with hundreds of fonts, so it is called once per weight.
    func fallbacks(families: [String], weight: FontWeight, language: String) -> [FontPattern] {
        let query = query(families: families, weight: weight, language: language)
        defer { library.patternDestroy(query) }
        var result = FcResultMatch
        guard let set = library.fontSort(config, query, 1, nil, &result) else { return [] }
        defer { library.fontSetSortDestroy(set) }
        var found: [FontPattern] = []
        for i in 0..<Int(set.pointee.nfont) {
            guard let pattern = set.pointee.fonts[i] else { continue }
            library.patternReference(pattern)
            found.append(FontPattern(adopting: pattern, of: library))
        }
        return found.filter(\.isOutline)
    }

    private func query(
        families: [String], weight: FontWeight, language: String
    ) -> OpaquePointer {
        guard let query = library.patternCreate() else {
            preconditionFailure("fontconfig is out of memory")
        }
        func add(_ object: String, _ text: String) {
            text.withCString { bytes in
                bytes.withMemoryRebound(to: FcChar8.self, capacity: text.utf8.count + 1) {
                    _ = library.patternAddString(query, object, $0)
                }
            }
        }
        for family in families { add(FC_FAMILY, family) }
        add(FC_LANG, language)
        _ = library.patternAddInteger(
            query, FC_WEIGHT, library.weightFromOpenType(Int32(weight.rawValue)))
        _ = library.patternAddInteger(query, FC_SLANT, FC_SLANT_ROMAN)
        _ = library.patternAddBool(query, FC_SCALABLE, 1)
        _ = library.patternAddBool(query, FC_COLOR, 0)
        _ = library.configSubstitute(config, query, FcMatchPattern)
        library.defaultSubstitute(query)
        return query
    }

    /// The files and folders that results depend on, including those that do not exist yet.
    ///
    /// The folder of the requested configuration file itself, `own`, is excluded.
    func dependencies(besides own: String?) -> [String] {
        let files = list(library.configGetConfigFiles(config))
        var paths = files + list(library.configGetFontDirs(config))
        paths += list(library.configGetConfigDirs(config))
        paths += files.filter { $0 != own }.compactMap { path in
            path.lastIndex(of: "/").map { String(path[..<$0]) }
        }
        // A user's own configuration, which may be added later.
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        let base = getenv("XDG_CONFIG_HOME").map { String(cString: $0) } ?? home + "/.config"
        for name in ["", "/fonts.conf", "/conf.d"] { paths.append(base + "/fontconfig" + name) }
        paths += [home + "/.fonts.conf", home + "/.fonts.conf.d"]
        return paths.filter { !$0.isEmpty }
    }

    private func list(_ list: OpaquePointer?) -> [String] {
        guard let list else { return [] }
        defer { library.strListDone(list) }
        var found: [String] = []
        while let bytes = library.strListNext(list) { found.append(String(cString: bytes)) }
        return found
    }
}
