import ChartCore
import Testing

@testable import HealthData

/// Tables of random columns, in the manners of twelve countries.
@Suite("Mixed tables")
struct MixedTableTests {
    private enum Outcome {
        /// Everything was read right without a question.
        case right
        /// It was read right after the questions were answered.
        case asked
        /// Something was refused, with a reason, and the rest is right.
        case refused
    }

    @Test("No number is silently wrong: it is read right, asked about, or refused with a reason")
    func thousand() throws {
        let files = try TestFiles()
        var counts: [Outcome: Int] = [:]
        for seed in UInt64(0)..<1000 {
            let table = MixedTable(seed: seed)
            let path = try files.write(table.text)
            var result = read(path, Assumptions())
            let open = result.report.files[0].questions
            if !open.isEmpty { result = read(path, table.answers) }
            let wrong = firstWrong(result, table)
            #expect(
                wrong == nil,
                "\(seed), \(table.manner.name): \(wrong ?? "")\n\(table.text.prefix(400))")
            let file = result.report.files[0]
            let isWhole = table.readings.allSatisfy { id, readings in
                result.records[id]?.columns.count == readings.count
            }
            #expect(
                isWhole || file.failure != nil || file.refused > 0 || !file.notes.isEmpty,
                "\(seed), \(table.manner.name): lost without a reason\n\(table.text.prefix(400))")
            counts[isWhole ? open.isEmpty ? .right : .asked : .refused, default: 0] += 1
        }
        // Otherwise the test would hold for a program that refuses everything.
        #expect(counts[.refused, default: 0] < 20, "\(counts)")
        #expect(counts[.right, default: 0] > 500, "\(counts)")
    }

    private func read(_ path: String, _ assumptions: Assumptions) -> ImportResult {
        Importer(
            files: [path],
            options: ImportOptions(zone: .utc, assumptions: assumptions, workers: 1)
        ).run()
    }

    /// The first reading that is not in the table, or a metric that it does not have.
    private func firstWrong(_ result: ImportResult, _ table: MixedTable) -> String? {
        for metric in result.records.metrics where metric.aggregation != .category {
            guard let wanted = table.readings[metric.id] else { return "\(metric.id)" }
            guard let columns = result.records[metric.id]?.columns else { continue }
            for (start, value) in zip(columns.starts, columns.values) {
                guard let right = wanted[start] else { return "\(metric.id) at \(start)" }
                guard abs(value - right) <= 1e-9 * max(1, right) else {
                    return "\(metric.id): \(value), not \(right)"
                }
            }
        }
        return nil
    }
}
