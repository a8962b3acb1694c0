import ArgumentParser
import ChartCore
import HealthData
import Platform

/// `oresen library notes`: the user's notes.
struct LibraryNotes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes", abstract: "List your notes, earliest first.",
        discussion: """
            One line a note: its number, when it is of, the metric that it is about (none: all), and \
            its words. CSV and JSON have the columns id, start, end, metric, text, \
            created and changed; the end of a moment is its start.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, csv, json
    }

    @OptionGroup var library: LibraryOptions
    @OptionGroup var place: ZoneOption

    @Option(help: "How they are written: text, csv or json.")
    var format: Format = .text

    @Flag(help: "Write JSON for a program: the same as --format json.")
    var json = false

    func run() throws {
        let path = try library.path()
        let zone = try place.zoneRules()
        try library.confine()
        let notes =
            Library.exists(in: path)
            ? try library.read { library throws(LibraryError) in try library.notes() } : nil
        for damage in notes?.damages ?? [] {
            StandardError.report("\(Library.path(in: path)): \(damage)")
        }
        let all = notes?.all ?? []
        switch json ? .json : format {
        case .text: StandardOutput.write(NoteText.lines(all, zone, of: path))
        case .csv: StandardOutput.write(text: NoteText.table(all, zone).bytes)
        case .json:
            StandardOutput.write(
                text: NoteText.json(all, zone, path: Library.path(in: path)).bytes)
        }
    }
}

/// `oresen library note …`: one note.
struct LibraryNote: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note", abstract: "Write a note for a moment or a period, or remove one.",
        subcommands: [LibraryNoteAdd.self, LibraryNoteRemove.self])
}

struct LibraryNoteAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Write a note for a moment or a period.",
        discussion: """
            A note is one line of at most \(Library.Note.longestText) characters. Its number is \
            printed; remove the note by this number.
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup var place: ZoneOption

    @Option(
        help: ArgumentHelp(
            "When: 2026-10-14, or with a time as 2026-10-14T08:00.", valueName: "date"))
    var date: String

    @Option(
        help: ArgumentHelp(
            "The last day of a span, or the time at which it ends.", valueName: "date"))
    var until: String?

    @Option(
        help: ArgumentHelp("The metric that it is about. (default: all)", valueName: "id"))
    var metric: String?

    @Argument(help: "What it says; -- before words that begin with a dash.")
    var text: [String]

    func run() throws {
        let calendar = CivilCalendar(zone: try place.zoneRules())
        let start = try CommandLineDate.instant(date, in: calendar, option: "--date")
        let end = try until.map { until in
            let end = try CommandLineDate.instant(
                until, isEnd: true, in: calendar, option: "--until")
            // A date before another one ends where that begins.
            guard end > start || end == start && !ISOInstant.isDay(until) else {
                throw ValidationError("--until is before --date; give a later one")
            }
            return end
        }
        let metric = try metric.map { try CommandLineMetric.named($0).id }
        let words = text.joined(separator: " ")
        try library.confine(makes: true)
        let note = try library.open { library throws(LibraryError) in
            try library.addNote(words, from: start, to: end, metric: metric)
        }
        StandardOutput.write(NoteText.lines([note], calendar.zone, of: ""))
    }
}

struct LibraryNoteRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a note.")

    @OptionGroup var library: LibraryOptions

    @Argument(help: "Its number, as notes shows it.")
    var id: Int64

    func run() throws {
        let id = id
        try library.confine()
        try library.openExisting { library throws(LibraryError) in try library.removeNote(id) }
        StandardOutput.write("note \(id): removed\n")
    }
}

/// The time zone of dates on the command line.
struct ZoneOption: ParsableArguments {
    @Option(help: "The time zone, such as Europe/Berlin. (default: the system's)")
    var zone: String?

    /// The zone; an unknown name is a usage error.
    func zoneRules() throws -> ZoneRules {
        do {
            return try zone.map { name throws(ZoneError) in try ZoneRules.named(name) }
                ?? ZoneRules.system()
        } catch {
            if zone == nil { return ZoneRules.utc }
            throw ValidationError("\(error)")
        }
    }
}

/// Notes in the formats of the command line.
private enum NoteText {
    /// One line per note.
    static func lines(_ notes: [Library.Note], _ zone: ZoneRules, of path: String) -> TerminalText {
        var text = TerminalText()
        if notes.isEmpty { text.append("There are no notes in the library \(path) yet.\n") }
        let calendar = CivilCalendar(zone: zone)
        for note in notes {
            text.append("\(note.id)  \(when(note, calendar))")
            if let metric = note.metric { text.append(" [\(metric)]") }
            text.append(": \(note.text)\n")
        }
        return text
    }

    /// The day, and the time unless it is the beginning of the day; for a span its end as well.
    private static func when(_ note: Library.Note, _ calendar: CivilCalendar) -> String {
        let start = ISOInstant.typed(note.start, in: calendar)
        guard !note.isMoment else { return start }
        let end = ISOInstant.typed(note.end, isEnd: true, in: calendar)
        return start == end ? start : "\(start) to \(end)"
    }

    /// A table with a header.
    static func table(_ notes: [Library.Note], _ zone: ZoneRules) -> TextBuffer {
        var text = TextBuffer()
        text.append(text: "id,start,end,metric,text,created,changed\n")
        for note in notes {
            let cells = [
                "\(note.id)", zone.iso(note.start), zone.iso(note.end), note.metric?.rawValue ?? "",
                note.text, zone.iso(note.created.rounded(.down)),
                zone.iso(note.changed.rounded(.down)),
            ]
            text.append(text: cells.map(CSVCell.text).joined(separator: ",") + "\n")
        }
        return text
    }

    static func json(_ notes: [Library.Note], _ zone: ZoneRules, path: String) -> TextBuffer {
        var text = JSONText()
        text.object { json in
            json.member("path", path)
            json.member("notes") { json in
                json.array(notes) { json, note in
                    json.object { json in
                        json.member("id", Int(note.id))
                        json.member("start", zone.iso(note.start))
                        json.member("end", zone.iso(note.end))
                        json.member("metric") { json in
                            if let metric = note.metric {
                                json.string(metric.rawValue)
                            } else {
                                json.null()
                            }
                        }
                        json.member("text", note.text)
                        json.member("created", zone.iso(note.created.rounded(.down)))
                        json.member("changed", zone.iso(note.changed.rounded(.down)))
                    }
                }
            }
        }
        var buffer = text.buffer
        buffer.append("\n")
        return buffer
    }
}
