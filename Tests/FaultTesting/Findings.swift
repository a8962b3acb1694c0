import Foundation

/// An error that a case revealed.
public struct Finding: Sendable, CustomStringConvertible {
    /// The group of cases.
    public let group: String
    /// The case, so that it can be repeated.
    public let about: String
    public let what: String

    public var description: String { "\(group): \(about): \(what)" }
}

/// The results of a run's cases.
public struct Tally: Sendable {
    public private(set) var findings: [Finding] = []
    public private(set) var cases: [String: Int] = [:]
    /// The kills and the faults that actually occurred.
    public internal(set) var kills = 0
    public internal(set) var faults = 0
    /// Numbers that describe the coverage.
    public internal(set) var figures: [String: Int] = [:]

    public init() {}

    mutating func count(_ group: String) { cases[group, default: 0] += 1 }

    mutating func find(_ group: String, _ about: String, _ what: String) {
        findings.append(Finding(group: group, about: about, what: what))
    }

    /// A table of the groups, then each finding once, with its number of occurrences.
    public var text: String {
        var lines = ["group                         cases  with findings"]
        func line(_ name: String, _ count: Int, _ bad: Int) {
            let padded = name.padding(toLength: 28, withPad: " ", startingAt: 0)
            lines.append("\(padded)  \(String(format: "%5d  %5d", count, bad))")
        }
        for (group, count) in cases.sorted(by: { $0.key < $1.key }) {
            line(group, count, Set(findings.filter { $0.group == group }.map(\.about)).count)
        }
        lines.append("\(kills) kills, \(faults) faults occurred")
        for (name, count) in figures.sorted(by: { $0.key < $1.key }) {
            lines.append("\(name): \(count)")
        }
        var kinds: [String: [Finding]] = [:]
        for finding in findings {
            // Findings that differ only in numbers are of one kind.
            let kind = finding.what.replacing(/[0-9A-F]{8}-[0-9A-F-]+|[0-9]+/, with: "#").prefix(
                160)
            kinds["\(finding.group): \(kind)", default: []].append(finding)
        }
        for (_, all) in kinds.sorted(by: { $0.value.count > $1.value.count }) {
            guard let first = all.first else { continue }
            lines.append("\n\(all.count) × \(first)")
            for other in all.dropFirst().prefix(4) { lines.append("      also \(other.about)") }
        }
        return lines.joined(separator: "\n")
    }
}
