import Glibc

/// The folders of fonts and of fontconfig's settings, including those outside the system's folders.
///
/// fontconfig itself is not queried, because that takes milliseconds. Its files are searched for
/// the folders that they name. A font in a folder that was missed is not available, and the picture
/// uses another font.
///
/// Source: fonts-conf(5).
struct FontFolders {
    /// Folders and files that are read.
    private(set) var paths: [String]

    init() {
        let home = PathText.home
        let config = PathText.base("XDG_CONFIG_HOME", ".config")
        let data = PathText.base("XDG_DATA_HOME", ".local/share")
        let cache = PathText.base("XDG_CACHE_HOME", ".cache")
        var own = [data.map { $0 + "/fonts" }, cache.map { $0 + "/fontconfig" }]
        own += [config.map { $0 + "/fontconfig" }]
        for name in [".fonts", ".fonts.conf", ".fonts.conf.d", ".fontconfig"] {
            own.append(home.map { $0 + "/" + name })
        }
        paths = own.compactMap(\.self)
        var files = ["/etc/fonts/fonts.conf", "/etc/fonts/local.conf"]
        if let file = PathText.value("FONTCONFIG_FILE") {
            files.append(file)
            paths.append(file)
        }
        for path in PathText.list("FONTCONFIG_PATH") {
            paths.append(path)
            files.append(path + "/fonts.conf")
            files += FontFolders.settings(in: path + "/conf.d")
        }
        if let root = PathText.value("FONTCONFIG_SYSROOT"), root != "/" {
            paths += [
                root + "/etc/fonts", root + "/usr/share/fonts", root + "/var/cache/fontconfig",
            ]
        }
        files += FontFolders.settings(in: "/etc/fonts/conf.d")
        if let config {
            files.append(config + "/fontconfig/fonts.conf")
            files += FontFolders.settings(in: config + "/fontconfig/conf.d")
        }
        if let home { files.append(home + "/.fonts.conf") }
        for file in files {
            let folder = PathText.folder(of: file)
            for named in FontFolders.named(in: FontFolders.bytes(of: file)) {
                switch named.prefix {
                case "xdg": paths += [data, cache].compactMap { $0.map { $0 + "/" + named.path } }
                case "relative": paths.append(folder + "/" + named.path)
                default:
                    if named.path.hasPrefix("~"), let home {
                        paths.append(home + named.path.dropFirst())
                    } else if named.path.hasPrefix("/"), named.path != "/" {
                        paths.append(named.path)
                    }
                }
            }
        }
    }

    /// A folder that is named in a settings file.
    struct Named: Hashable {
        var path: String
        var prefix: String
    }

    /// The folders in the elements `dir` and `cachedir` of a settings file.
    static func named(in bytes: [UInt8]) -> [Named] {
        var found: [Named] = []
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            guard rest.starts(with: "dir".utf8) || rest.starts(with: "cachedir".utf8),
                let close = rest.firstIndex(of: UInt8(ascii: ">")),
                let end = rest[close...].firstIndex(of: UInt8(ascii: "<"))
            else { continue }
            let words = String(decoding: rest[..<close], as: UTF8.self)
                .split { " \t\r\n=\"'".contains($0) }
            guard words.first == "dir" || words.first == "cachedir" else { continue }
            let path = String(decoding: rest[(close + 1)..<end], as: UTF8.self)
                .split { " \t\r\n".contains($0) }.joined(separator: " ")
            let prefix = words.firstIndex(of: "prefix").map { words[($0 + 1)...].first ?? "" }
            if !path.isEmpty { found.append(Named(path: path, prefix: String(prefix ?? ""))) }
            rest = rest[end...]
        }
        return found
    }

    private static func settings(in folder: String) -> [String] {
        var files: [String] = []
        FolderEntries.read(folder) { name, _ in
            if name.hasSuffix(".conf") { files.append(folder + "/" + name) }
        }
        return files
    }

    /// The first bytes of a file, enough for any settings file.
    private static func bytes(of path: String) -> [UInt8] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 18)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }
}
