import Foundation

/// One fault: at which call, and of what kind.
public struct Fault: Sendable, CustomStringConvertible {
    /// The calls that the injector intercepts, in the order of its counts.
    public enum Kind: String, Sendable, CaseIterable {
        case write, truncate, sync, rename, link, unlink, create, read, map, close

        /// The faults that such a call can have.
        var ways: [String] {
            let kills = ["kill-before", "kill-after"]
            switch self {
            case .write: return kills + ["ENOSPC", "EIO", "EROFS", "EDQUOT", "EINTR", "short"]
            case .truncate: return kills + ["ENOSPC", "EIO", "EROFS", "EINTR"]
            case .sync: return kills + ["EIO", "ENOSPC", "EDQUOT"]
            case .rename, .link, .unlink: return kills + ["EIO", "EROFS", "ENOSPC"]
            case .create: return kills + ["ENOSPC", "EIO", "EROFS", "EDQUOT"]
            case .read: return kills + ["EIO", "EINTR", "short"]
            case .map: return kills + ["EIO"]
            case .close: return kills + ["EIO", "EINTR"]
            }
        }
    }

    public let kind: Kind
    /// The number of the call, from 1 on.
    public let number: Int
    public let way: String
    /// Whether it occurs at every call from then on, not only once.
    public let isLasting: Bool

    public var isKill: Bool { way.hasPrefix("kill") }

    public var description: String {
        "\(kind.rawValue) \(number): \(way)\(isLasting ? " from then on" : "")"
    }

    var environment: [String: String] {
        var table = [
            "FAULT_KINDS": kind.rawValue, "FAULT_AT": "\(number)", "FAULT_DO": way,
        ]
        if isLasting { table["FAULT_AGAIN"] = "1" }
        return table
    }

    /// A random fault of a program that makes this number of calls of each kind; nil if it makes
    /// none.
    static func any(of counts: [Kind: Int], kill: Bool, _ dice: inout Dice) -> Fault? {
        // Most possible faults concern writing, so half of them are of these kinds.
        let frequent: [Kind] = [.write, .write, .sync, .truncate]
        let there = (frequent + frequent + Kind.allCases).filter { counts[$0, default: 0] > 0 }
        guard !there.isEmpty else { return nil }
        let kind = dice.one(of: there)
        let way = dice.one(of: kind.ways.filter { $0.hasPrefix("kill") == kill })
        // An interrupted call is repeated, so a lasting fault would never end.
        let isLasting = !kill && way != "EINTR" && dice.says(0.5)
        return Fault(
            kind: kind, number: Int.random(in: 1...(counts[kind] ?? 1), using: &dice), way: way,
            isLasting: isLasting)
    }
}

/// The library that makes calls fail, built with the toolchain's compiler.
public struct Injector: Sendable {
    /// Its file, for `LD_PRELOAD`.
    public let path: String

    /// Compiles it into a folder.
    ///
    /// - Parameter compiler: a C compiler; nil looks for the toolchain's and the system's.
    public init(in folder: String, compiler: String? = nil) throws {
        path = folder + "/injector.so"
        let source = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "injector.c").path(percentEncoded: false)
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let candidates: [String] = ["clang", "cc", "gcc"].flatMap { name in
            folders.map { folder in "\(folder)/\(name)" }
        }
        let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let compiler = compiler ?? found else {
            throw TortureError("no C compiler is on PATH; install gcc, or the Swift toolchain")
        }
        let built = try Launch(
            compiler, ["-O2", "-fPIC", "-shared", "-Wall", source, "-o", path, "-ldl"],
            output: folder + "/compiling"
        ).wait()
        guard built.isGood else {
            throw TortureError("\(source): cannot be compiled: \(built.errors)")
        }
    }

    /// The environment that counts a program's calls on files below a folder.
    ///
    /// - Parameter state: the file for the counts, outside of that folder.
    public func environment(
        _ folder: String, state: String, fault: Fault? = nil, journal: String? = nil,
        unreadable: String? = nil
    ) -> [String: String] {
        var table = ["LD_PRELOAD": path, "FAULT_ROOTS": folder, "FAULT_STATE": state]
        table.merge(fault?.environment ?? [:]) { $1 }
        table["FAULT_JOURNAL"] = journal
        table["FAULT_UNREADABLE"] = unreadable
        return table
    }

    /// The counts that a program has left.
    public static func counts(_ state: String) -> (calls: [Fault.Kind: Int], faults: Int) {
        let bytes = [UInt8](FileManager.default.contents(atPath: state) ?? Data())
        func number(_ index: Int) -> Int {
            guard bytes.count >= index * 8 + 8 else { return 0 }
            return (0..<8).reduce(0) { $0 | Int(bytes[index * 8 + $1]) << (8 * $1) }
        }
        var calls: [Fault.Kind: Int] = [:]
        for (index, kind) in Fault.Kind.allCases.enumerated() { calls[kind] = number(index) }
        return (calls, number(Fault.Kind.allCases.count))
    }
}
