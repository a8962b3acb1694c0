import Glibc

/// Paths as texts.
enum PathText {
    /// The folder that a path is in.
    static func folder(of path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The folder at a path, or the nearest existing one above it.
    static func nearest(to path: String) -> String {
        var path = path
        while access(path, F_OK) != 0, path != "/", path != "." { path = folder(of: path) }
        return path
    }

    /// The absolute paths in a variable of the environment, separated by colons.
    static func list(_ variable: String) -> [String] {
        guard let value = getenv(variable) else { return [] }
        return String(cString: value).split(separator: ":").map(String.init)
            .filter { $0.hasPrefix("/") && $0 != "/" }
    }

    /// The path in a variable of the environment; nil if it is not set.
    static func value(_ variable: String) -> String? {
        guard let value = getenv(variable).map({ String(cString: $0) }), !value.isEmpty else {
            return nil
        }
        return value
    }

    /// The user's home; nil if there is none.
    static var home: String? {
        if let home = value("HOME") { return home.hasPrefix("/") ? home : nil }
        return getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) }
    }

    /// One of the base directories of the XDG specification.
    static func base(_ variable: String, _ usual: String) -> String? {
        if let value = value(variable), value.hasPrefix("/") { return value }
        return home.map { $0 + "/" + usual }
    }
}
