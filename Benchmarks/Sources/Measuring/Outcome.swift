import Foundation

/// Figures of a run, by their names in the JSON lines.
public typealias Figures = [String: Double]

/// The figures of a subject for a workload.
public struct Outcome: Hashable, Sendable {
    public var workload: String
    public var subject: String
    public var figures: Figures
    public var note: String
    /// The figures of each round in which subjects took turns; empty if there was only one subject.
    public var rounds: [Figures]

    public init(
        workload: String, subject: String, figures: Figures, note: String = "",
        rounds: [Figures] = []
    ) {
        self.workload = workload
        self.subject = subject
        self.figures = figures
        self.note = note
        self.rounds = rounds
    }

    /// The order of the names that scripts look for; others follow alphabetically.
    private static let order = [
        "samples", "cpu_ms", "wall_ms", "gpu_ms", "cpu_s", "wall_s", "first_s", "peak_mb",
        "switches",
        "frames",
    ]

    /// The names of the figures in the order in which they are written.
    public var names: [String] {
        Self.order.filter { figures[$0] != nil }
            + figures.keys.filter { !Self.order.contains($0) }.sorted()
    }

    /// The JSON line, without its line break.
    public var jsonLine: String {
        var fields = ["\"workload\":\(quoted(workload))", "\"subject\":\(quoted(subject))"]
        for name in names {
            fields.append("\(quoted(name)):\(Self.text(figures[name] ?? 0))")
        }
        fields.append("\"note\":\(quoted(note))")
        return "{" + fields.joined(separator: ",") + "}"
    }

    /// A number as JSON, to five significant digits; whole numbers are whole.
    public static func text(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        if value == value.rounded(), abs(value) < 1e15 { return "\(Int64(value))" }
        let digits = max(0, 4 - Int(log10(abs(value)).rounded(.down)))
        var text = String(format: "%.\(min(digits, 12))f", value)
        while text.contains("."), text.last == "0" || text.last == "." {
            let last = text.removeLast()
            if last == "." { break }
        }
        return text
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 32: result += String(format: "\\u%04x", scalar.value)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// The middle one of some values, or the mean of the two middle ones; nil if there are none.
public func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
        ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}

/// The figures of several runs as one: medians, and the maximum of figures that must not occur.
public func combined(_ runs: [Figures]) -> Figures {
    var result: Figures = [:]
    for name in Set(runs.flatMap(\.keys)) {
        let values = runs.compactMap { $0[name] }
        result[name] = countedByWorst.contains(name) ? values.max() : median(values)
    }
    return result
}

/// Figures of which the worst run counts.
private let countedByWorst: Set = ["vertex_bytes", "texts_shaped", "private_peak_mb"]
