import ArgumentParser
import ChartCore
import Desktop
import Glibc
import HealthData
import Platform
import Sandbox

/// `oresen library …`: the stored records.
struct LibraryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "Your library: list, add, remove, back up, write notes, and keep targets.",
        subcommands: [
            LibraryList.self, LibraryAdd.self, LibraryRemove.self, LibraryVerify.self,
            LibraryBackup.self, LibraryRestore.self, LibrarySalvage.self, LibraryNotes.self,
            LibraryMarks.self,
            LibraryNote.self, LibraryTargets.self, LibraryTargetCommand.self, LibraryHomes.self,
        ],
        defaultSubcommand: LibraryList.self)
}

/// Selects the library.
struct LibraryOptions: ParsableArguments {
    @Option(
        name: .customLong("library"),
        help: ArgumentHelp("Where it is, instead of the base directory.", valueName: "dir"),
        completion: .directory)
    var directory: String?

    /// The named directory, or the user's.
    func path() throws -> String {
        if let directory {
            guard directory != ":memory:" else {
                throw ValidationError(
                    "--library :memory: is for looking at files; name a directory")
            }
            return directory
        }
        do {
            return try BaseDirectories().path(.data)
        } catch {
            throw CommandFailure.refused([error.description])
        }
    }

    /// Puts the program into the sandbox of a command that uses the library.
    func confine(
        reading files: [String] = [], backingUpTo backup: String? = nil,
        salvagingTo other: String? = nil, makes: Bool = false
    ) throws {
        CommandSandbox.enter(
            reading: files, backup: backup, library: try path(), otherLibrary: other,
            makesLibrary: makes)
    }

    /// Runs `body` with the library, which is made if it is missing.
    func open<Result>(
        _ body: (Library) throws(LibraryError) -> Result
    ) throws -> Result {
        let directory = try path()
        return try LibraryOptions.refusing { () throws(LibraryError) in
            try LibraryOptions.using(try Library(directory: directory), body)
        }
    }

    /// Runs `body` with an existing library.
    func openExisting<Result>(
        _ body: (Library) throws(LibraryError) -> Result
    ) throws -> Result {
        try LibraryOptions.expect(path())
        return try open(body)
    }

    /// Reads an existing library; nothing is written.
    func read<Result>(
        _ body: (Library) throws(LibraryError) -> Result
    ) throws -> Result {
        try LibraryOptions.read(path(), body)
    }

    /// Reads the library of a directory, which must exist; nothing is written.
    static func read<Result>(
        _ directory: String, _ body: (Library) throws(LibraryError) -> Result
    ) throws -> Result {
        try expect(directory)
        return try refusing { () throws(LibraryError) in
            try using(try Library(reading: directory), body)
        }
    }

    private static func expect(_ directory: String) throws {
        guard Library.exists(in: directory) else {
            throw CommandFailure.refused([
                "\(directory): holds no library; add a file to it with oresen library add"
            ])
        }
    }

    private static func using<Result>(
        _ library: Library, _ body: (Library) throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        defer {
            for notice in library.notices {
                StandardError.report("\(library.path): \(notice)")
            }
            library.close()
        }
        return try body(library)
    }

    /// Ends the command with the damages of a directory's library; returns if there are none.
    static func report(_ damages: [String], of directory: String) throws {
        guard !damages.isEmpty else { return }
        let path = Library.path(in: directory)
        throw CommandFailure.refused(
            damages.map { "\(path): \($0)" }
                + ["\(path): is damaged; \(LibraryError.damageRemedy)"])
    }

    /// Runs `body`; an error of the library fails the command.
    static func refusing<Result>(
        _ body: () throws(LibraryError) -> Result
    ) throws -> Result {
        do throws(LibraryError) {
            return try body()
        } catch {
            throw CommandFailure.refused([error.description])
        }
    }
}

struct LibraryList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List what was added, file by file.")

    @OptionGroup var library: LibraryOptions

    @Flag(help: "Write JSON for a program.")
    var json = false

    func run() throws {
        try library.confine()
        let path = try library.path()
        let (datasets, damages) =
            Library.exists(in: path)
            ? try library.read { library throws(LibraryError) in try library.list() } : ([], [])
        let zone = (try? ZoneRules.system()) ?? .utc
        if json {
            var text = JSONText()
            text.object { json in
                json.member("path", Library.path(in: path))
                json.member("datasets") { json in
                    json.array(datasets) { json, dataset in write(dataset, zone, &json) }
                }
            }
            var buffer = text.buffer
            buffer.append("\n")
            StandardOutput.write(&buffer)
            return try LibraryOptions.report(damages, of: path)
        }
        var text = TerminalText()
        if datasets.isEmpty, damages.isEmpty {
            text.append("Nothing has been added to the library \(path) yet.\n")
        }
        for dataset in datasets {
            text.append(
                "\(dataset.id)  \(dataset.name): \(dataset.format), \(dataset.samples) samples")
            if let span = dataset.span {
                text.append(", \(day(span.first, zone)) to \(day(span.last, zone))")
            }
            text.append(", added \(day(dataset.added, zone))")
            if dataset.isPartial { text.append(", partial") }
            text.append("\n   \(dataset.path)\n")
        }
        StandardOutput.write(text)
        try LibraryOptions.report(damages, of: path)
    }

    private func write(_ dataset: Library.Dataset, _ zone: ZoneRules, _ json: inout JSONText) {
        json.object { json in
            func member(_ name: String, _ instant: Double?) {
                json.member(name) { json in
                    if let instant { json.string(iso(instant, zone)) } else { json.null() }
                }
            }
            json.member("id", Int(dataset.id))
            json.member("name", dataset.name)
            json.member("path", dataset.path)
            json.member("format", dataset.format)
            json.member("bytes", dataset.bytes)
            json.member("added", iso(dataset.added, zone))
            json.member("partial", dataset.isPartial)
            json.member("samples", dataset.samples)
            member("first", dataset.span?.first)
            member("last", dataset.span?.last)
            json.member("read", dataset.report.read)
            json.member("merged", dataset.report.merged)
            json.member("refused", dataset.report.refused)
            json.member("refusals") { json in
                json.array(dataset.report.refusals) { json, refusal in
                    json.object { json in
                        json.member("place", refusal.place)
                        json.member("reason", refusal.reason)
                        json.member("count", refusal.count)
                    }
                }
            }
            json.member("notes") { json in
                let questions = dataset.report.questions?.map(\.text) ?? []
                json.array(dataset.report.notes + questions) { json, note in json.string(note) }
            }
        }
    }

    private func iso(_ instant: Double, _ zone: ZoneRules) -> String {
        zone.iso(instant.rounded(.down))
    }

    private func day(_ instant: Double, _ zone: ZoneRules) -> String {
        String(iso(instant, zone).prefix { $0 != "T" })
    }
}

struct LibraryAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add the records of files; duplicates are added once.")

    @OptionGroup var input: InputOptions
    @OptionGroup var library: LibraryOptions

    func run() throws {
        try input.requireFiles()
        let zone = try input.zoneRules()
        var options = ImportOptions(zone: zone, assumptions: try input.assumptions())
        options.now = WallClock.now
        try library.confine(reading: input.files, makes: true)
        let failures = try library.open { library throws(LibraryError) in
            var failures: [String] = []
            for file in input.files {
                let bar = ProgressBar()
                do throws(LibraryError) {
                    let addition = try library.add(file, options: options, progress: bar.show)
                    bar.clear()
                    report(addition)
                } catch {
                    bar.clear()
                    // A file that cannot be read does not prevent adding the others; a library that
                    // cannot be written does.
                    guard error.isRefusal else { throw error }
                    failures.append(error.description)
                }
            }
            return failures
        }
        // Added records are kept, but a missing file must not count as success.
        if !failures.isEmpty { throw CommandFailure.refused(failures) }
    }

    private func report(_ addition: Library.Addition) {
        var text = TerminalText()
        text.append("\(addition.report.path): ")
        let places =
            addition.places == 1
            ? "1 waypoint or planned route" : "\(addition.places) waypoints and planned routes"
        switch (addition.new, addition.known) {
        // A file may have nothing but places.
        case (0, 0):
            text.append(
                addition.places > 0
                    ? "\(places) added\n" : "nothing new, all of it was there already\n")
        case (0, let known):
            text.append("nothing new, all \(known) samples were there already\n")
        case (let new, 0): text.append("\(new) samples added\n")
        case (let new, let known):
            text.append("\(new) samples added, \(known) were there already\n")
        }
        if addition.mended > 0 {
            text.append("  \(addition.mended) damaged samples repaired\n")
        }
        if addition.figures > 0 {
            text.append("  figures of \(addition.figures) workouts added\n")
        }
        if addition.tracks > 0 {
            text.append("  positions of \(addition.tracks) workouts added\n")
        }
        if addition.places > 0, addition.new + addition.known > 0 {
            text.append("  \(places) added\n")
        }
        for refusal in addition.report.refusals {
            let place = refusal.place.isEmpty ? "" : " (first: \(refusal.place))"
            text.append("  refused \(refusal.count): \(refusal.reason)\(place)\n")
        }
        for question in addition.report.questions {
            text.append("  open: \(question.text)\n")
        }
        StandardOutput.write(text)
        for damage in addition.report.damages { StandardError.report(damage) }
    }
}

struct LibraryRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove what a file added; what other files have too stays.")

    @OptionGroup var library: LibraryOptions

    @Argument(help: "Numbers of datasets, as list shows them, or names of files.")
    var datasets: [String]

    func run() throws {
        let names = datasets
        try library.confine()
        try library.openExisting { library throws(LibraryError) in
            for name in names {
                let listed = try library.datasets()
                let found = listed.filter {
                    "\($0.id)" == name || $0.name == name || $0.path == name
                }
                guard let dataset = found.first, found.count == 1 else {
                    throw LibraryError.unclear(name, matches: found.count, library)
                }
                let lost = try library.remove(dataset)
                StandardOutput.write("\(dataset.name): removed\n")
                for damage in lost {
                    StandardError.report("\(library.path): \(damage); add that file again")
                }
            }
        }
    }
}

struct LibraryVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check the whole library for damage.")

    @OptionGroup var library: LibraryOptions

    func run() throws {
        try library.confine()
        let found = try library.read { library throws(LibraryError) in
            try library.inspect()
        }
        let directory = try library.path()
        let path = Library.path(in: directory)
        for loss in found.lost { StandardError.report("\(path): \(loss)") }
        try LibraryOptions.report(found.wrong, of: directory)
        StandardOutput.write(
            found.lost.isEmpty
                ? "\(path): all is well\n"
                : "\(path): everything that is left is good; add the files with losses again\n")
    }
}

struct LibraryBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write the whole library to a new file.")

    @OptionGroup var library: LibraryOptions

    @Argument(help: "The file, which must not be there yet.", completion: .file())
    var file: String

    func run() throws {
        let file = file
        try library.confine(backingUpTo: file)
        try library.read { library throws(LibraryError) in try library.backUp(to: file) }
    }
}

struct LibraryRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace the library with a backup; the current library is backed up first."
    )

    @OptionGroup var library: LibraryOptions

    @Argument(help: "A file that backup wrote.", completion: .file())
    var file: String

    func run() throws {
        let (file, path) = (file, try library.path())
        try library.confine(reading: [file], makes: true)
        let before = try LibraryOptions.refusing { () throws(LibraryError) in
            try Library.restore(from: file, in: path)
        }
        guard let before else { return }
        StandardOutput.write("The previous library is in \(before)\n")
    }
}
