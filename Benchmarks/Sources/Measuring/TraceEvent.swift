import Foundation

/// A line of a trace: the viewer's, or a floor program's in the same form.
public struct TraceEvent {
    /// Seconds of `CLOCK_MONOTONIC`.
    public let time: Double
    public let name: String
    private let fields: [String: Any]

    /// Reads a line; nil if it is not a line of a trace.
    public init?(line: some StringProtocol) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
            let fields = object as? [String: Any], let time = fields["t"] as? Double,
            let name = fields["event"] as? String
        else { return nil }
        self.time = time
        self.name = name
        self.fields = fields
    }

    /// A field that is a number; nil if it is missing or something else.
    public func number(_ name: String) -> Double? { fields[name] as? Double }
    /// A field that is a text; nil if it is missing or something else.
    public func text(_ name: String) -> String? { fields[name] as? String }
}

/// Finds the first frame with data in a trace: the frame after a layout that has a metric.
public struct FirstPicture {
    /// When that frame was drawn, in seconds of `CLOCK_MONOTONIC`.
    public private(set) var time: Double?
    private var hasData = false

    public init() {}

    /// Processes the next event.
    public mutating func see(_ event: TraceEvent) {
        switch event.name {
        case "layout": hasData = !(event.text("metric") ?? "").isEmpty
        case "frame": if hasData, time == nil { time = event.time }
        default: break
        }
    }
}

/// The kilobytes in a file of `/proc`, by name: `Rss`, `Pss`, `Private_Dirty`, `VmHWM`.
public func kilobytes(in text: String) -> [String: Int] {
    var result: [String: Int] = [:]
    for line in text.split(separator: "\n") {
        let parts = line.split(whereSeparator: { $0 == ":" || $0.isWhitespace })
        guard parts.count == 3, parts[2] == "kB", let value = Int(parts[1]) else { continue }
        result[String(parts[0])] = value
    }
    return result
}
