import Foundation

/// The contents of a library, as the program lists them: enough to distinguish two states.
///
/// `library verify` compares all samples with checksums, so that these need not be listed.
struct Contents: Hashable, Sendable {
    var datasets: [String]
    var notes: [String]

    /// The same in any order: overlapping files share their common samples by the order of adding.
    var inAnyOrder: Set<String> {
        Set(datasets.map { $0.replacing(/\ merged .*/, with: "") } + notes.map { "note " + $0 })
    }

    static let empty = Contents(datasets: [], notes: [])
}

/// A folder for the library of one case after the other.
public struct Stage: Sendable {
    /// The program under test.
    let program: String
    let injector: Injector
    /// The folder of the whole run.
    let folder: String
    /// The paths of the library's files.
    let files: [String]

    /// The folder that a case may change: the library, files next to it, and temporary files.
    var root: String { folder + "/case" }
    var library: String { root + "/library" }
    var output: String { root + "/output" }
    var temporary: String { root + "/temporary" }
    /// Outside of it, where nothing fails.
    var state: String { folder + "/state" }
    var journal: String { folder + "/journal" }

    /// Makes the stage: the injector, and the library's files.
    ///
    /// - Parameter folder: a separate folder, which is made.
    public init(program: String, in folder: String, compiler: String? = nil) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // Names of open files come from the kernel, without links in them.
        let real = URL(filePath: folder).resolvingSymlinksInPath().path(percentEncoded: false)
        self.folder = real.hasSuffix("/") ? String(real.dropLast()) : real
        self.program = program
        injector = try Injector(in: self.folder, compiler: compiler)
        files = try Stage.makeFiles(in: self.folder + "/files", program)
    }

    // MARK: Running

    /// Starts the program in the environment of the case.
    func start(
        _ arguments: [String], with environment: [String: String] = [:], name: String = "run"
    ) throws -> Launch {
        var table = ["TMPDIR": temporary, "HOME": folder + "/home"]
        table.merge(environment) { $1 }
        return try Launch(
            program, arguments, environment: table, output: folder + "/\(name)")
    }

    @discardableResult
    func run(_ arguments: [String], with environment: [String: String] = [:]) throws -> Outcome {
        try start(arguments, with: environment).wait()
    }

    func inject(_ fault: Fault?, journal: String? = nil) -> [String: String] {
        unlink(state)
        return injector.environment(root, state: state, fault: fault, journal: journal)
    }

    // MARK: States

    /// Empties the case's folder, or fills it with a saved state.
    func reset(to saved: String? = nil) throws {
        let manager = FileManager.default
        try? manager.removeItem(atPath: root)
        if let saved {
            try manager.copyItem(atPath: folder + "/saved/" + saved, toPath: root)
        } else {
            for path in [root, output, temporary] {
                try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
            }
        }
    }

    /// Saves the case's folder under a name.
    func save(_ name: String) throws {
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder + "/saved", withIntermediateDirectories: true)
        let target = folder + "/saved/" + name
        try? manager.removeItem(atPath: target)
        try manager.copyItem(atPath: root, toPath: target)
    }

    /// The output of `library verify`; nil if there is no damage, or no library.
    func complaint(of library: String? = nil) throws -> String? {
        let library = library ?? self.library
        guard access(library + "/library.sqlite", F_OK) == 0 else { return nil }
        let outcome = try run(["library", "verify", "--library", library])
        if outcome.isGood { return nil }
        return "verify ends with \(outcome.exit): \(outcome.errors.prefix(300))"
    }

    /// The contents of a library; empty if there is none.
    func contents(of library: String? = nil) throws -> Contents {
        let library = library ?? self.library
        guard access(library + "/library.sqlite", F_OK) == 0 else { return .empty }
        let list = try json(["library", "list", "--json", "--library", library], "datasets")
        let notes = try json(["library", "notes", "--json", "--library", library], "notes")
        func text(_ object: [String: Any], _ names: String...) -> String {
            names.map { name in "\(name) \(object[name].map { "\($0)" } ?? "-")" }
                .joined(separator: " ")
        }
        return Contents(
            datasets: list.map {
                text($0, "name", "format", "bytes", "samples", "first", "last", "read", "merged")
            },
            notes: notes.map { text($0, "start", "end", "metric", "text") })
    }

    private func json(_ arguments: [String], _ member: String) throws -> [[String: Any]] {
        let outcome = try run(arguments)
        guard outcome.isGood,
            let object = try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
                as? [String: Any],
            let list = object[member] as? [[String: Any]]
        else {
            throw TortureError(
                "\(arguments.prefix(2).joined(separator: " ")) ends with \(outcome.exit): "
                    + outcome.errors.prefix(300))
        }
        return list
    }

    // MARK: Leftovers

    /// Files that must not remain when the program has ended normally.
    ///
    /// - Parameter isClosed: whether all written data must be in the library's own file, as after a
    ///   command that can write.
    func leftovers(isClosed: Bool) -> [String] {
        var found: [String] = []
        for folder in [library, output, temporary] {
            let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in all.sorted() {
                let isPart = name.contains(".part-") || name.hasSuffix("-journal")
                let size =
                    (try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.size])
                    as? Int ?? 0
                let isLog = name.hasSuffix("-wal") && size > 0 && isClosed
                if isPart || isLog || folder == temporary { found.append(name) }
            }
        }
        return found
    }
}
