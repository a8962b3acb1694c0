import Foundation

/// A value in a line of a trace.
public enum TraceValue: Sendable, Hashable, Decodable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([TraceValue])
    case object([String: TraceValue])

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([TraceValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: TraceValue].self))
        }
    }

    public var number: Double? { if case .number(let value) = self { value } else { nil } }
    public var text: String? { if case .text(let value) = self { value } else { nil } }
    public var flag: Bool? { if case .flag(let value) = self { value } else { nil } }
    public var list: [TraceValue]? { if case .list(let value) = self { value } else { nil } }
    public var object: [String: TraceValue]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The field of an object.
    public subscript(name: String) -> TraceValue? { object?[name] }
}

/// One line of a trace: a JSON object.
public struct TraceLine: Sendable, Hashable, CustomStringConvertible {
    /// Its index in the trace, from 0.
    public let index: Int
    /// The unchanged text of the line.
    public let description: String
    public let fields: [String: TraceValue]

    public subscript(name: String) -> TraceValue? { fields[name] }

    /// The kind of event.
    public var event: String { fields["event"]?.text ?? "" }

    /// The number in a field.
    public func number(_ name: String) -> Double? { fields[name]?.number }

    /// The text in a field.
    public func text(_ name: String) -> String? { fields[name]?.text }
}

/// Follows a file to which a program writes JSON lines.
///
/// Only complete lines are used; each is read and parsed once. Used by one thread at a time.
public final class Trace: @unchecked Sendable {
    public let path: String
    private var known: [TraceLine] = []
    private var rest: [UInt8] = []
    private var offset: UInt64 = 0
    private weak var process: ClientProcess?

    public init(path: String) { self.path = path }

    func follow(_ process: ClientProcess) { self.process = process }

    /// All complete lines so far.
    ///
    /// Throws a sentence naming a line that is not a JSON object.
    public var lines: [TraceLine] {
        get throws {
            try read()
            return known
        }
    }

    /// The complete lines with this event so far.
    public func lines(event: String) throws -> [TraceLine] {
        try lines.filter { $0.event == event }
    }

    /// Waits for a line that fulfils a condition, from the line of index `start` on.
    ///
    /// Ends early, with the program's output, if the program that writes the trace has ended.
    @discardableResult
    public func wait(
        _ what: String, from start: Int = 0, deadline: Double = defaultDeadline,
        where isRight: (TraceLine) -> Bool
    ) throws -> TraceLine {
        let end = Date(timeIntervalSinceNow: deadline)
        var next = start
        while true {
            // Checked before the file: lines written before the end are still read.
            let hasEnded = process?.ended != nil
            let lines = try lines
            while next < lines.count {
                if isRight(lines[next]) { return lines[next] }
                next += 1
            }
            if hasEnded { throw failure("\(what) never came", since: start) }
            if Date() >= end {
                throw failure("waited \(deadline) s in vain for \(what)", since: start)
            }
            usleep(2000)
        }
    }

    /// Waits for a line with this event.
    @discardableResult
    public func wait(
        event: String, from start: Int = 0, deadline: Double = defaultDeadline
    ) throws -> TraceLine {
        try wait("the event '\(event)'", from: start, deadline: deadline) { $0.event == event }
    }

    private func failure(_ problem: String, since start: Int) -> CompositorError {
        let tail = known.dropFirst(start).suffix(8).map { "\n  \($0)" }.joined()
        let list = tail.isEmpty ? "nothing was written since" : "the last lines are:\(tail)"
        let program = process.map { "; \($0.summary)" } ?? ""
        return CompositorError("\(path): \(problem); \(list)\(program)")
    }

    private func read() throws {
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        try file.seek(toOffset: offset)
        guard let data = try file.readToEnd() else { return }
        offset += UInt64(data.count)
        rest += data
        var start = 0
        defer { rest.removeFirst(start) }
        while let end = rest[start...].firstIndex(of: 0x0A) {
            let bytes = rest[start..<end]
            start = end + 1
            let text = String(decoding: bytes, as: UTF8.self)
            guard
                let fields = try? JSONDecoder().decode([String: TraceValue].self, from: Data(bytes))
            else {
                throw CompositorError("\(path):\(known.count + 1): no JSON object: \(text)")
            }
            known.append(TraceLine(index: known.count, description: text, fields: fields))
        }
    }
}
