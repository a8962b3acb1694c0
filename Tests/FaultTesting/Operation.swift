import Foundation

/// An action of a user on a library, in steps that are each reported by a line.
struct Operation: Sendable {
    let name: String
    /// The state that it begins with, by its saved name; nil: no library.
    let base: String?
    let arguments: [String]
    /// The command lines that lead to the state after one, two, … reports.
    let prefixes: [[String]]
    /// Whether it may write.
    var writes = true
    /// The file that it writes, which is either complete or missing.
    var backup: String?
    /// The folder of a library that it writes.
    var salvaged: String?

    /// The number of steps that it has reported as done.
    func reported(_ outcome: Outcome) -> Int {
        if outcome.isGood { return prefixes.count }
        let lines = outcome.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        return writes ? min(lines.count, prefixes.count) : 0
    }
}

/// An operation, and the results of a run of it without faults.
struct Rehearsed: Sendable {
    let operation: Operation
    /// The contents of the library before it, and after each of its steps.
    let steps: [Contents]
    let counts: [Fault.Kind: Int]
    let output: String
}

extension Stage {
    /// Saves the initial libraries of operations: `full` of five files and two notes, and `other`
    /// with a backup of it.
    func prepare() throws {
        try reset()
        try must(["library", "add", files[5], "--library", library])
        try must(["library", "backup", output + "/other.sqlite", "--library", library])
        try save("other")
        try FileManager.default.removeItem(atPath: library)
        try fill("full", with: Array(files.prefix(5)))
    }

    /// Saves a library of some files and two notes under a name.
    func fill(_ name: String, with files: [String]) throws {
        try reset(to: access(folder + "/saved/other", F_OK) == 0 ? "other" : nil)
        try? FileManager.default.removeItem(atPath: library)
        try must(["library", "add"] + files + ["--library", library])
        for (day, text) in [("2023-11-20", "a cold"), ("2024-02-03", "new shoes")] {
            try must([
                "library", "note", "add", "--date", day, text, "--library", library,
            ])
        }
        try save(name)
    }

    private func must(_ arguments: [String]) throws {
        let outcome = try run(arguments)
        guard outcome.isGood else {
            throw TortureError(
                "\(arguments.prefix(2).joined(separator: " ")) ends with \(outcome.exit) without "
                    + "any fault: \(outcome.errors)")
        }
        guard access(library + "/library.sqlite", F_OK) == 0 else {
            throw TortureError("\(program): reports success, but there is no library")
        }
    }

    /// Whether the program has a command.
    func has(_ command: String...) throws -> Bool {
        // A command that does not exist gets the usage of the parent command.
        try run(command + ["--help"]).output
            .contains("oresen \(command.joined(separator: " ")) ")
    }

    /// All operations on libraries.
    func operations() throws -> [Operation] {
        let at = ["--library", library]
        let note = ["library", "note"]
        let (grown, new) = (files[5], files[6])
        var all = [
            single("add", ["library", "add", new] + at),
            single("add again", ["library", "add", grown] + at),
            single("add what is known", ["library", "add", files[1]] + at),
            Operation(
                name: "add two", base: "full", arguments: ["library", "add", new, grown] + at,
                prefixes: [
                    ["library", "add", new] + at, ["library", "add", new, grown] + at,
                ]),
            single("add to nothing", base: nil, ["library", "add", files[0]] + at),
            single("remove", ["library", "remove", "heart.csv"] + at),
            Operation(
                name: "remove two", base: "full",
                arguments: ["library", "remove", "pressure.csv", "export.xml"] + at,
                prefixes: [
                    ["library", "remove", "pressure.csv"] + at,
                    ["library", "remove", "pressure.csv", "export.xml"] + at,
                ]),
            single("note add", note + ["add", "--date", "2024-03-01", "a rest day"] + at),
            single(
                "note add of a span",
                note + [
                    "add", "--date", "2024-03-01", "--until", "2024-03-09", "--metric", "weight",
                    "away",
                ] + at),
            single("note remove", note + ["remove", "1"] + at),
            reading("verify", ["library", "verify"] + at),
            reading("list", ["library", "list", "--json"] + at),
            reading("notes", ["library", "notes", "--json"] + at),
            reading("info", ["info"] + at),
            reading("table", ["table", "--metric", "heart-rate"] + at),
        ]
        var backup = reading("backup", ["library", "backup", output + "/backup.sqlite"] + at)
        backup.backup = output + "/backup.sqlite"
        let other = folder + "/saved/other/output/other.sqlite"
        all += [
            backup, single("restore", ["library", "restore", other] + at),
            single("restore to nothing", base: nil, ["library", "restore", other] + at),
        ]
        if try has("library", "salvage") {
            var salvage = reading("salvage", ["library", "salvage", output + "/new"] + at)
            salvage.salvaged = output + "/new"
            all.append(salvage)
        }
        return all
    }

    private func single(
        _ name: String, base: String? = "full", _ arguments: [String]
    ) -> Operation {
        Operation(name: name, base: base, arguments: arguments, prefixes: [arguments])
    }

    private func reading(_ name: String, _ arguments: [String]) -> Operation {
        Operation(
            name: name, base: "full", arguments: arguments, prefixes: [arguments], writes: false)
    }

    /// Runs an operation without faults, step by step, and records its results.
    func rehearse(_ operation: Operation) throws -> Rehearsed {
        try reset(to: operation.base)
        var steps = [try contents()]
        for arguments in operation.prefixes {
            try reset(to: operation.base)
            try must(arguments)
            steps.append(try contents())
        }
        try reset(to: operation.base)
        let outcome = try run(operation.arguments, with: inject(nil))
        guard outcome.isGood else {
            throw TortureError(
                "\(operation.name) ends with \(outcome.exit) without any fault, but counted: "
                    + outcome.errors)
        }
        return Rehearsed(
            operation: operation, steps: steps, counts: Injector.counts(state).calls,
            output: outcome.output)
    }
}
