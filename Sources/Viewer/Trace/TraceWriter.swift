import Geometry
import Platform

/// One value of a trace line.
package enum TraceValue: Sendable {
    case string(String)
    case number(Double)
    case integer(Int)
    case boolean(Bool)
    case array([TraceValue])
    case object([(String, TraceValue)])

    /// A rectangle as `[x, y, width, height]`.
    package static func rect(_ r: Rect) -> TraceValue {
        .array([.number(r.x), .number(r.y), .number(r.width), .number(r.height)])
    }
}

extension TraceValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(floatLiteral value: Double) { self = .number(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .boolean(value) }

    /// Appends the value as JSON.
    ///
    /// Numbers are in the shortest form that reads back to the same bits, and `null` if JSON cannot
    /// represent them.
    package func write(to text: inout String) {
        switch self {
        case .string(let string): text += ControlCharacters.quotedForJSON(string)
        case .number(let number):
            if !number.isFinite {
                text += "null"
            } else if number == number.rounded(), abs(number) < 1e15 {
                text += "\(Int64(number))"
            } else {
                text += "\(number)"
            }
        case .integer(let integer): text += "\(integer)"
        case .boolean(let flag): text += flag ? "true" : "false"
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let fields):
            text += "{"
            for (index, field) in fields.enumerated() {
                if index > 0 { text += "," }
                text += ControlCharacters.quotedForJSON(field.0)
                text += ":"
                field.1.write(to: &text)
            }
            text += "}"
        }
    }
}

/// An error of writing the trace, with its file.
package struct TraceWriterError: ReportableError {
    package let place: String
    package let problem: String
    package var remedy: String { "name a file that can be written" }
}

/// Writes events, one JSON object per line, in their order, flushed per line.
@MainActor
package final class TraceWriter {
    private let file: LiveFile
    private let path: String
    private let clock: any MonotonicClock
    /// Whether a line could not be written, which was reported.
    private(set) var hasFailed = false
    private var hasEnded = false

    /// Opens (and empties) the file.
    ///
    /// It throws an error if the file cannot be written. An existing file of the person is emptied
    /// and not replaced, since somebody may be reading it already; see `LiveFile` for links and
    /// pipes.
    package init(path: String, clock: any MonotonicClock = SystemClock()) throws(TraceWriterError) {
        do throws(FileError) {
            file = try LiveFile(path: path)
        } catch {
            throw TraceWriterError(place: path, problem: "the trace \(error.problem)")
        }
        self.path = path
        self.clock = clock
    }

    /// Writes one line: `t` and `event` first, then the fields.
    ///
    /// A full disk ends the trace with a message, but not the program; a reader that closed the
    /// pipe ends it silently.
    package func write(_ event: String, _ fields: [(String, TraceValue)] = []) {
        guard !hasEnded else { return }
        var line = ""
        line.reserveCapacity(160)
        TraceValue.object(
            [("t", .number(clock.now)), ("event", .string(event))] + fields
        ).write(to: &line)
        line += "\n"
        attempt { () throws(FileError) in try file.write(Array(line.utf8)) }
    }

    /// Ends the trace; nothing is written afterwards.
    package func finish() {
        attempt { () throws(FileError) in try file.finish() }
        hasEnded = true
    }

    private func attempt(_ body: () throws(FileError) -> Void) {
        do throws(FileError) {
            try body()
        } catch {
            hasEnded = true
            guard !error.isClosedPipe, !hasFailed else { return }
            hasFailed = true
            let failure = TraceWriterError(
                place: path, problem: "the trace \(error.problem) and ends here")
            StandardError.report(failure.description)
        }
    }
}
