import ArgumentParser
import ChartCore
import HealthData
import Platform

/// `oresen library marks`: what the user has drawn on charts.
struct LibraryMarks: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "marks", abstract: "List what you have drawn on charts.",
        discussion: """
            One line a drawing: its number, the metric of its chart, what it is, and when and at which \
            values it is. CSV and JSON have the columns id, metric, kind, basis, start, end, low, \
            high, created, changed and deleted. The basis is what the values of the chart were sums \
            over, such as day; it is empty for readings and averages. Values are in the unit that \
            the library keeps the metric in.
            """)

    @OptionGroup var library: LibraryOptions
    @OptionGroup var place: ZoneOption

    @Option(help: "How they are written: text, csv or json.")
    var format: LibraryNotes.Format = .text

    @Flag(help: "Write JSON for a program: the same as --format json.")
    var json = false

    @Flag(help: "List those that were removed in the last 30 days instead.")
    var deleted = false

    func run() throws {
        let path = try library.path()
        let zone = try place.zoneRules()
        try library.confine()
        let list =
            Library.exists(in: path)
            ? try library.read { library throws(LibraryError) in try library.drawings.all() }
            : .init()
        for damage in list.damages {
            StandardError.report("\(Library.path(in: path)): \(damage)")
        }
        let marks = deleted ? list.removed : list.marks
        switch json ? .json : format {
        case .text: StandardOutput.write(MarkText.lines(marks, zone, of: path))
        case .csv: StandardOutput.write(text: MarkText.table(marks, zone).bytes)
        case .json:
            StandardOutput.write(
                text: MarkText.json(marks, zone, path: Library.path(in: path)).bytes)
        }
    }
}

/// Drawings in the formats of the command line.
private enum MarkText {
    /// The parts of a drawing, by the names of the columns; nil where it has none.
    private static func columns(
        _ mark: LibraryMark, _ zone: ZoneRules
    ) -> [(name: String, value: Value?)] {
        func instant(_ time: Double?) -> Value? {
            time.map { .text(zone.iso($0.rounded(.down))) }
        }
        return [
            ("id", .whole(mark.id)), ("metric", .text(mark.metric.rawValue)),
            ("kind", .text(mark.kind)), ("basis", mark.basis.map { .text($0) }),
            ("start", instant(mark.times?.lowerBound)), ("end", instant(mark.times?.upperBound)),
            ("low", (mark.values?.lowerBound).map { .number($0) }),
            ("high", (mark.values?.upperBound).map { .number($0) }),
            ("created", instant(mark.created)), ("changed", instant(mark.changed)),
            ("deleted", instant(mark.deleted)),
        ]
    }

    private enum Value {
        case text(String)
        case whole(Int64)
        case number(Double)

        var text: String {
            switch self {
            case .text(let text): text
            case .whole(let number): "\(number)"
            case .number(let number): "\(number)"
            }
        }
    }

    /// One line per drawing.
    static func lines(_ marks: [LibraryMark], _ zone: ZoneRules, of path: String) -> TerminalText {
        var text = TerminalText()
        if marks.isEmpty { text.append("There are no drawings in the library \(path) yet.\n") }
        let calendar = CivilCalendar(zone: zone)
        for mark in marks {
            text.append("\(mark.id)  [\(mark.metric)] \(mark.kind)")
            if let times = mark.times {
                let start = ISOInstant.typed(times.lowerBound.rounded(), in: calendar)
                let end = ISOInstant.typed(times.upperBound.rounded(), isEnd: true, in: calendar)
                text.append("  \(start == end ? start : "\(start) to \(end)")")
            }
            if let values = mark.values {
                let (low, high) = (rounded(values.lowerBound), rounded(values.upperBound))
                text.append("  \(low == high ? low : "\(low) to \(high)")")
            }
            if let basis = mark.basis { text.append("  a \(basis)") }
            text.append("\n")
        }
        return text
    }

    /// A value with as many decimals as a drawing by hand has.
    private static func rounded(_ value: Double) -> String {
        "\((value * 1_000).rounded() / 1_000)"
    }

    /// A table with a header.
    static func table(_ marks: [LibraryMark], _ zone: ZoneRules) -> TextBuffer {
        var text = TextBuffer()
        text.append(
            text: "id,metric,kind,basis,start,end,low,high,created,changed,deleted\n")
        for mark in marks {
            let cells = columns(mark, zone).map { $0.value?.text ?? "" }
            text.append(text: cells.map(CSVCell.text).joined(separator: ",") + "\n")
        }
        return text
    }

    static func json(_ marks: [LibraryMark], _ zone: ZoneRules, path: String) -> TextBuffer {
        var text = JSONText()
        text.object { json in
            json.member("path", path)
            json.member("marks") { json in
                json.array(marks) { json, mark in
                    json.object { json in
                        for (name, value) in columns(mark, zone) {
                            json.member(name) { json in
                                switch value {
                                case .text(let text): json.string(text)
                                case .whole(let number): json.number(Int(number))
                                case .number(let number): json.number(number)
                                case nil: json.null()
                                }
                            }
                        }
                    }
                }
            }
        }
        var buffer = text.buffer
        buffer.append("\n")
        return buffer
    }
}
