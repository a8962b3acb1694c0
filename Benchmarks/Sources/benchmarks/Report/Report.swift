import Foundation
import Measuring

/// The output at the end of a run: a table of figures, and the verdict on each requirement.
struct Report {
    let outcomes: [Outcome]
    let start: Date
    let end: Date

    /// For a terminal.
    var text: String {
        var parts = [figures.aligned]
        let changes = changes
        if !changes.rows.isEmpty { parts += ["", changes.aligned] }
        let verdicts = verdicts
        if !verdicts.rows.isEmpty { parts += ["", verdicts.aligned] }
        return parts.joined(separator: "\n")
    }

    /// One row per subject.
    var figures: TextTable {
        var table = TextTable(
            ["workload", "subject", "cpu", "wall", "more"], numeric: [2, 3])
        var last = ""
        for outcome in outcomes {
            table.add([
                outcome.workload == last ? "" : outcome.workload, outcome.subject,
                time(outcome, "cpu"), time(outcome, "wall"), more(outcome),
            ])
            last = outcome.workload
        }
        return table
    }

    /// One row per subject that took turns with an earlier build: the median of the rounds' ratios.
    var changes: TextTable {
        var table = TextTable(
            ["compared with the earlier build", "cpu", "wall", "first"], numeric: [1, 2, 3])
        for outcome in outcomes where outcome.subject.hasPrefix("oresen") {
            let name = outcome.subject.replacing("oresen", with: "before")
            let earlier = outcomes.first {
                $0.workload == outcome.workload && $0.subject == name
            }
            guard let earlier else { continue }
            func ratio(_ figure: String) -> String {
                let ratios = zip(outcome.rounds, earlier.rounds).compactMap { now, then in
                    now[figure].flatMap { now in then[figure].map { now / $0 } }
                }.filter(\.isFinite)
                return median(ratios).map { String(format: "%.3f", $0) } ?? "-"
            }
            table.add([
                "\(outcome.workload) \(outcome.subject)", ratio("cpu_s"), ratio("wall_s"),
                ratio("first_s"),
            ])
        }
        return table
    }

    /// One row per requirement that this run measured.
    var verdicts: TextTable {
        var table = TextTable(["requirement", "value", "limit", "holds"], numeric: [1, 2])
        for verdict in Requirement.all.compactMap({ $0.verdict(on: outcomes) }) {
            let limit =
                switch verdict.limit {
                case .atMost(let most): "≤ " + Self.short(most)
                case .atLeast(let least): "≥ " + Self.short(least)
                }
            table.add([
                verdict.what, Self.short(verdict.value), limit, verdict.holds ? "yes" : "NO",
            ])
        }
        return table
    }

    func time(_ outcome: Outcome, _ name: String) -> String {
        if let value = outcome.figures["\(name)_ms"] {
            return value.isNaN ? "-" : String(format: value < 10 ? "%.3f ms" : "%.1f ms", value)
        }
        if let value = outcome.figures["\(name)_s"] {
            return String(format: value < 1 ? "%.4f s" : "%.3f s", value)
        }
        return "-"
    }

    func more(_ outcome: Outcome) -> String {
        let shown: Set = ["cpu_ms", "wall_ms", "cpu_s", "wall_s"]
        let figures = outcome.names.filter { !shown.contains($0) }.map { name in
            "\(name) \(Self.short(outcome.figures[name] ?? 0))"
        }
        let text = figures.joined(separator: ", ")
        return outcome.note.contains("failed") ? text + " " + outcome.note : text
    }

    /// A number for people: about three digits.
    static func short(_ value: Double) -> String {
        if value == value.rounded() || abs(value) >= 1000 {
            return String(format: "%.0f", value)
        }
        let digits = max(0, 2 - Int(log10(abs(value)).rounded(.down)))
        return String(format: "%.\(min(digits, 6))f", value)
    }
}
