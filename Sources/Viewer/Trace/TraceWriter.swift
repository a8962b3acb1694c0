import Geometry
import Platform
import Streams

/// One value of a trace line.
public enum TraceValue: Sendable {
    case string(String)
    case number(Double)
    case integer(Int)
    case boolean(Bool)
    case array([TraceValue])
    case object([(String, TraceValue)])

    /// A rectangle as `[x, y, width, height]`.
    public static func rect(_ r: Rect) -> TraceValue {
        .array([.number(r.x), .number(r.y), .number(r.width), .number(r.height)])
    }
}

extension TraceValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }

    /// Appends the value as JSON; numbers in the shortest form that reads back to the same bits,
    /// and `null` for what JSON cannot write.
    public func write(to text: inout String) {
        switch self {
        case .string(let string): TraceValue.writeString(string, to: &text)
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
                TraceValue.writeString(field.0, to: &text)
                text += ":"
                field.1.write(to: &text)
            }
            text += "}"
        }
    }

    private static func writeString(_ string: String, to text: inout String) {
        text += "\""
        // Hardly any text needs more.
        if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
            text += string
            text += "\""
            return
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

/// Trouble with the trace's file.
public struct TraceError: Trouble {
    public let place: String
    public let problem: String
    public var remedy: String { "name a file that can be written" }
}

/// Writes what happens, one JSON object a line, in the order of events, flushed per line.
@MainActor
public final class TraceWriter {
    private let file: OutputFile
    private let clock: any MonotonicClock

    /// Opens (and empties) the file.
    ///
    /// Throws a sentence when it cannot be written.
    public init(path: String, clock: any MonotonicClock = SystemClock()) throws(TraceError) {
        // A file that is there is emptied and not replaced: somebody may be reading it already.
        guard let file = try? OutputFile(path: path) else {
            throw TraceError(place: path, problem: "the trace cannot be written")
        }
        self.file = file
        self.clock = clock
    }

    /// Writes one line: `t` and `event` first, then the fields.
    ///
    /// A disk that is full ends the trace and not the program.
    public func write(_ event: String, _ fields: [(String, TraceValue)] = []) {
        var line = ""
        line.reserveCapacity(160)
        TraceValue.object(
            [("t", .number(clock.now)), ("event", .string(event))] + fields
        ).write(to: &line)
        line += "\n"
        try? file.write(Array(line.utf8))
    }
}
