// The directories of the user's files.
//
// Source: XDG Base Directory Specification 0.8. A value that is not absolute counts as not set. A
// missing directory is created with mode 0700, as the specification requires, when the first file
// is written to it.

import Glibc

/// The directories of one application below the user's base directories.
public struct BaseDirectories: Hashable, Sendable {
    /// The kinds of directory.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// Data that the user would miss: the library.
        case data
        /// The user's settings.
        case config
        /// State that the program keeps between runs: window, recent files.
        case state
        /// Data that can be regenerated.
        case cache
    }

    /// The name of the application's directory inside each base directory.
    public let application: String
    /// For sockets and locks, until the user logs out; nil if the system has none.
    public let runtime: String?
    private let bases: [Kind: String]

    /// The directories from the environment of the process.
    ///
    /// - Throws: `DesktopError.noHome` if neither `HOME` nor the password database has a home.
    public init(application: String = "oresen") throws(DesktopError) {
        func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        try self.init(
            application: application, environment: value,
            home: value("HOME") ?? BaseDirectories.homeOfRecord)
    }

    /// The directories from the given variables and home.
    init(
        application: String, environment: (String) -> String?, home: String?
    ) throws(DesktopError) {
        func absolute(_ name: String) -> String? {
            environment(name).flatMap { $0.hasPrefix("/") ? BaseDirectories.tidy($0) : nil }
        }
        let home = home.flatMap { $0.hasPrefix("/") ? BaseDirectories.tidy($0) : nil }
        var bases: [Kind: String] = [:]
        for kind in Kind.allCases {
            guard let base = absolute(kind.variable) ?? home.map({ $0 + kind.standard }) else {
                throw .noHome
            }
            bases[kind] = base
        }
        self.application = application
        self.bases = bases
        runtime = absolute("XDG_RUNTIME_DIR")
    }

    /// The path of a directory, which may not exist yet.
    public func path(_ kind: Kind) -> String { (bases[kind] ?? "") + "/" + application }

    /// The path of a directory; creates it and its parents if they are missing.
    public func made(_ kind: Kind) throws(DesktopError) -> String {
        let path = path(kind)
        if BaseDirectories.isDirectory(path) { return path }
        var upTo = ""
        for part in path.split(separator: "/") {
            upTo += "/" + part
            guard mkdir(upTo, 0o700) != 0 else { continue }
            let code = errno
            guard BaseDirectories.isDirectory(upTo) else {
                throw .directory(path: upTo, code: code == EEXIST ? ENOTDIR : code)
            }
        }
        return path
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The user's home, from the environment or the password database; nil if neither has one.
    public static var home: String? {
        let named = getenv("HOME").map { String(cString: $0) } ?? homeOfRecord
        return named.flatMap { $0.hasPrefix("/") ? tidy($0) : nil }
    }

    private static func tidy(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path == "/" ? "" : path
    }

    private static var homeOfRecord: String? {
        guard let record = getpwuid(getuid()), let home = record.pointee.pw_dir else { return nil }
        return String(cString: home)
    }
}

extension BaseDirectories.Kind {
    fileprivate var variable: String {
        switch self {
        case .data: "XDG_DATA_HOME"
        case .config: "XDG_CONFIG_HOME"
        case .state: "XDG_STATE_HOME"
        case .cache: "XDG_CACHE_HOME"
        }
    }

    fileprivate var standard: String {
        switch self {
        case .data: "/.local/share"
        case .config: "/.config"
        case .state: "/.local/state"
        case .cache: "/.cache"
        }
    }
}
