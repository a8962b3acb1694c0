import ChartCore
import Foundation
import Testing

@testable import HealthData

@Suite("Plain rows of tables")
struct PlainRowTests {
    private func load(_ path: String, _ zone: ZoneRules, plain: Bool) -> ImportResult {
        var options = ImportOptions(zone: zone, workers: 1)
        options.usesFastPaths = plain
        return Importer(files: [path], options: options).run()
    }

    @Test("The fast path gives the same as the general one, bit for bit", arguments: 0..<24)
    func sameAsGeneral(_ seed: Int) throws {
        let files = try TestFiles()
        var table = RandomTable(random: SplitMix64(seed: UInt64(seed) &+ 400))
        var bytes = Array(table.chance(2) ? "time,value\n".utf8 : "time,weight (lb)\n".utf8)
        if table.chance(4) { bytes = [] }
        let lineEnd = Array(table.pick(["\n", "\n", "\r\n", "\r"]).utf8)
        if !bytes.isEmpty { bytes = bytes.dropLast() + lineEnd }
        for index in 0..<1500 {
            let row = table.row(index)
            bytes += table.chance(6) ? table.mutated(row) : Array(row.utf8)
            if index < 1499 || table.chance(2) { bytes += lineEnd }
        }
        let zone = try zone(table.pick(["UTC", "Europe/Berlin", "America/St_Johns"]))
        let path = try files.write(bytes)
        let short = load(path, zone, plain: true)
        expectSame(short, load(path, zone, plain: false), "seed \(seed)")
        expectBalanced(short.report)
        #expect(short.report.files[0].read > 1000, "seed \(seed)")
    }

    @Test(
        "Numbers of every length are the C library's, or shifted as by the general path",
        arguments: [0, 2, -3])
    func numbers(_ shift: Int) throws {
        var random = SplitMix64(seed: 8)
        var value = TablePlan.Value(kind: .number, column: 1, metric: try #require(Metric(.weight)))
        value.conversion = UnitConversion(shift: shift)
        let plan = TablePlan(
            dialect: Dialect(delimiter: 0x2c), start: 0, startShape: .iso, values: [value],
            columns: 2, skippedRows: 0)
        var rows = PlainRows(plan, isOn: true)
        var zone = LocalZone(.utc)
        for _ in 0..<4000 {
            var text = random.next() % 2 == 0 ? "-" : ""
            for _ in 0..<Int(random.next() % 10) { text += "\(random.next() % 10)" }
            text += random.next() % 4 == 0 ? "" : "."
            for _ in 0..<Int(random.next() % 10) { text += "\(random.next() % 10)" }
            var bytes = Array("2026-01-05T00:00:01Z,\(text)\n".utf8)
            let count = bytes.count
            bytes += [UInt8](repeating: 0, count: 64)
            let next = rows.read(bytes.span.bytes, from: 0, to: count, &zone)
            let general = NumberScan.read(bytes.span.bytes, 21, count, shift: shift)
            let whole = text.replacing("-.", with: "-0.")
            let zeroed = whole.hasPrefix(".") ? "0" + whole : whole
            let expected = shift == 0 ? Double(zeroed) : general.value
            guard text.contains(where: \.isNumber), let expected else {
                #expect(rows.count == 0 && next == 0, "\(text)")
                continue
            }
            #expect(rows.count == 1 && next == count, "\(text)")
            #expect(rows.values[0] == expected, "\(text)")
            #expect(rows.starts[0] == 1_767_571_201)
        }
    }
}
