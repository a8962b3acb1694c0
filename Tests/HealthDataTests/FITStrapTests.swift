import ChartCore
import Foundation
import HealthData
import Testing

@Suite("FIT: heart rates of straps, and the clocks of devices")
struct FITStrapTests {
    private static let begin = utc(2025, 7, 12, 6, 30)

    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.values) } ?? []
    }

    private func starts(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.starts) } ?? []
    }

    /// Two numbers of twelve bits in three bytes, the first in the lowest bits.
    private func packed(_ numbers: [Int]) -> [UInt8] {
        stride(from: 0, to: numbers.count, by: 2).flatMap { place in
            let both = numbers[place] | numbers[place + 1] << 12
            return (0..<3).map { UInt8(both >> ($0 * 8) & 0xff) }
        }
    }

    /// A session of half a minute from `begin` on, with no mean heart rate.
    private func session(_ writer: inout FITWriter, at time: Int) {
        writer.define(
            4, 18,
            [
                (253, FITWriter.uint32, 4), (2, FITWriter.uint32, 4), (7, FITWriter.uint32, 4),
                (5, FITWriter.enumeration, 1),
            ])
        writer.data(4, [(time + 30, 4), (time, 4), (30_000, 4), (5, 1)])
    }

    /// The rates of a strap: one whole time 2.5 s before `begin`, then 1.5 s steps in twelve bits.
    ///
    /// The clock of the strap is 4,095.5 s then, so its lowest bits wrap around again and again.
    private func strap(_ writer: inout FITWriter, at time: Int, rates: [UInt8]) {
        writer.define(
            2, 132,
            [
                (253, FITWriter.uint32, 4), (0, FITWriter.uint16, 2), (6, FITWriter.uint8, 1),
                (9, FITWriter.uint32, 4),
            ])
        let whole = 4_193_792  // 4095.5 × 1024
        writer.data(2, [(time - 3, 4), (16_384, 2), (55, 1), (whole, 4)])
        writer.define(3, 132, [(6, FITWriter.uint8, 4), (10, 0x0d, 6)])
        for group in stride(from: 0, to: rates.count, by: 4) {
            let times = (1...4).map { (whole + (group + $0) * 1536) & 0xfff }
            writer.data(3, [], behind: Array(rates[group..<group + 4]) + packed(times))
        }
    }

    @Test("Rates are placed by the message with both clocks, and belong to the session")
    func strapRates() throws {
        let files = try TestFiles()
        let time = FITWriter.time(Self.begin)
        // The whole time is 2.5 s before the start, the first of these 1 s. 255 means that there is
        // none, and is no record; 0 is one without a value.
        let rates: [UInt8] = [90, 91, 92, 93, 0, 255, 96, 97]
        for isBefore in [true, false] {
            var writer = FITWriter()
            if isBefore { strap(&writer, at: time, rates: rates) }
            writer.define(1, 20, [(253, FITWriter.uint32, 4), (5, FITWriter.uint32, 4)])
            for second in 0...30 { writer.data(1, [(time + second, 4), (second * 100, 4)]) }
            session(&writer, at: time)
            if !isBefore { strap(&writer, at: time, rates: rates) }
            let result = load(try files.write(writer.file(), "swim.fit"))
            #expect(values(result, .heartRate) == [91, 92, 93, 96, 97])
            #expect(
                starts(result, .heartRate) == [0.5, 2, 3.5, 8, 9.5].map { Self.begin + $0 })
            let file = result.report.files[0]
            // 31 points, a session and 8 rates, of which three are refused.
            #expect([file.read, file.used, file.refused] == [40, 37, 3] as [Int])
            #expect(
                Set(file.refusals.map(\.reason)) == [
                    "it has no value", "the strap measured it before or after the activity",
                ])
            let figures = try #require(result.records.workouts.first).figures
            #expect(figures.meanHeartRate == 93.8 && figures.highestHeartRate == 97)
            expectBalanced(result.report)
        }
    }

    @Test("Without a session all rates count; without a common time none can")
    func loneRates() throws {
        let files = try TestFiles()
        let time = FITWriter.time(Self.begin)
        var writer = FITWriter()
        strap(&writer, at: time, rates: [90, 91, 92, 93])
        let placed = load(try files.write(writer.file(), "strap.fit"))
        #expect(values(placed, .heartRate) == [55, 90, 91, 92, 93])
        #expect(starts(placed, .heartRate).first == Self.begin - 2.5)

        var lone = FITWriter()
        lone.define(3, 132, [(6, FITWriter.uint8, 4), (9, FITWriter.uint32, 16)])
        lone.data(3, [(0x5b5a_5958, 4), (1024, 4), (2048, 4), (3072, 4), (4096, 4)])
        lone.define(5, 30, [(253, FITWriter.uint32, 4), (0, FITWriter.uint16, 2)])
        lone.data(5, [(time, 4), (8050, 2)])
        let unplaced = load(try files.write(lone.file(), "lone.fit"))
        #expect(values(unplaced, .heartRate).isEmpty && values(unplaced, .weight) == [80.5])
        #expect(unplaced.report.files[0].refusals.map(\.reason) == ["it has no time"])
        #expect(unplaced.report.files[0].refused == 4)
    }

    @Test("Whole times of a strap count on when 32 bits are full")
    func wholeTimes() throws {
        let files = try TestFiles()
        var writer = FITWriter()
        writer.define(
            2, 132,
            [(253, FITWriter.uint32, 4), (6, FITWriter.uint8, 2), (9, FITWriter.uint32, 8)])
        writer.data(
            2,
            [(FITWriter.time(Self.begin), 4), (0x3d3c, 2), (0xffff_fc00, 4), (0x0000_0400, 4)])
        let result = load(try files.write(writer.file(), "strap.fit"))
        #expect(values(result, .heartRate) == [60, 61])
        #expect(starts(result, .heartRate) == [Self.begin, Self.begin + 2])
    }

    @Test("Times since the watch was started are placed by the activity's local time")
    func relativeTimes() throws {
        let files = try TestFiles()
        let zone = try zone("America/New_York")
        func writer(_ write: (inout FITWriter) -> Void) throws -> ImportResult {
            var writer = FITWriter()
            writer.define(
                1, 20, [(253, FITWriter.uint32, 4), (3, FITWriter.uint8, 1)])
            for second in 0..<4 { writer.data(1, [(500 + second, 4), (100 + second, 1)]) }
            write(&writer)
            return load(try files.write(writer.file(), "run.fit"), in: zone)
        }
        // The watch showed 08:00:00 on 2025-01-15 (13:00:00 UTC) when it was on for 520 s.
        let shown = FITWriter.time(utc(2025, 1, 15, 8))
        let placed = try writer {
            $0.define(2, 34, [(253, FITWriter.uint32, 4), (5, FITWriter.uint32, 4)])
            $0.data(2, [(520, 4), (shown, 4)])
        }
        #expect(values(placed, .heartRate) == [100, 101, 102, 103])
        let first = utc(2025, 1, 15, 13) - 20
        #expect(starts(placed, .heartRate) == (0..<4).map { first + Double($0) })
        #expect(placed.report.files[0].notes.contains { $0.text.contains("did not know the date") })
        #expect(placed.report.files[0].refused == 0)

        // A watch that knows the date needs no other clock, and nothing is noted.
        var known = FITWriter()
        known.define(1, 20, [(253, FITWriter.uint32, 4), (3, FITWriter.uint8, 1)])
        known.data(1, [(FITWriter.time(Self.begin), 4), (104, 1)])
        known.define(3, 162, [(253, FITWriter.uint32, 4), (1, FITWriter.uint32, 4)])
        known.data(3, [(FITWriter.time(Self.begin), 4), (520, 4)])
        let dated = load(try files.write(known.file(), "known.fit"), in: zone)
        #expect(starts(dated, .heartRate) == [Self.begin])
        #expect(!dated.report.files[0].notes.contains { $0.text.contains("the device") })

        // Both clocks in one message: no zone is needed.
        let correlated = try writer {
            $0.define(3, 162, [(253, FITWriter.uint32, 4), (1, FITWriter.uint32, 4)])
            $0.data(3, [(FITWriter.time(utc(2025, 1, 15, 13)), 4), (520, 4)])
        }
        #expect(starts(correlated, .heartRate) == starts(placed, .heartRate))

        let unplaced = try writer { _ in }
        #expect(values(unplaced, .heartRate).isEmpty)
        #expect(unplaced.report.files[0].refused == 4)
        #expect(
            unplaced.report.files[0].notes.contains {
                $0.text.contains("when the device was switched on")
            })
    }

    @Test("Readings of kinds that are not read are counted by their names")
    func unreadKinds() throws {
        let files = try TestFiles()
        var writer = FITWriter()
        let time = FITWriter.time(Self.begin)
        writer.define(0, 30, [(253, FITWriter.uint32, 4), (0, FITWriter.uint16, 2)])
        writer.data(0, [(time, 4), (8050, 2)])
        writer.define(1, 269, [(253, FITWriter.uint32, 4), (0, FITWriter.uint8, 1)])
        for second in 0..<3 { writer.data(1, [(time + second, 4), (97, 1)]) }
        writer.define(2, 78, [(0, FITWriter.uint16, 6)])
        writer.data(2, [(800, 2), (810, 2), (0xffff, 2)])
        // The settings of a device hold no readings.
        writer.define(3, 2, [(0, FITWriter.uint8, 1)])
        writer.data(3, [(1, 1)])
        let result = load(try files.write(writer.file(), "day.fit"))
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [5, 1, 4] as [Int])
        #expect(file.refusals.map(\.type) == ["spo2_data", "hrv"])
        #expect(file.refusals.map(\.count) == [3, 1])
        expectBalanced(result.report)
    }
}
