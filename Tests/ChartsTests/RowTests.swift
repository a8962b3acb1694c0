import ChartCore
import Foundation
import Testing

@testable import Charts

/// Marks from rows, numbers of all types, and lists of parts.
@MainActor @Suite struct RowTests {
    private struct Weighing {
        var date: Date
        var kilograms: Double?
        var steps: Int
        var low: Float
        var high: Float
    }

    private let rows = [
        Weighing(
            date: Date(timeIntervalSince1970: 86_400), kilograms: 71, steps: 4, low: 1, high: 3),
        Weighing(date: Date(timeIntervalSince1970: 0), kilograms: 70, steps: 3, low: 0, high: 2),
        Weighing(
            date: Date(timeIntervalSince1970: 259_200), kilograms: nil, steps: 9, low: 2, high: 5),
    ]

    @Test func seriesTakeNumbersOfEveryTypeAndDates() {
        let series = SampleSeries(times: [1, 2, 3], values: [4, 5, 6] as [Int])
        #expect(Array(series.values) == [4, 5, 6])
        let bytes = SampleSeries(times: [Int16(2), 1], values: [UInt8(7), 255])
        #expect(Array(bytes.times) == [1, 2] && Array(bytes.values) == [255, 7])
        let dates = SampleSeries(times: rows.map(\.date), values: rows.map(\.steps))
        #expect(Array(dates.times) == [0, 86_400, 259_200])
        #expect(Array(dates.values) == [3, 4, 9])
        let classes = AttributedSeries(
            times: [1, 2], values: [3 as Float, 4], attributes: [0, 200] as [Int])
        #expect(classes.samples.count == 2)
        #expect(classes.attribute(at: 0) == 0 && classes.attribute(at: 1) == 200)
        let ranges = RangeSeries(
            times: rows.map(\.date), lows: rows.map(\.low), highs: rows.map(\.high))
        #expect(Array(ranges.lows) == [0, 1, 2] && Array(ranges.highs) == [2, 3, 5])
    }

    @Test func missingValuesAreGaps() {
        let series = SampleSeries(rows, x: \.date, y: \.kilograms)
        #expect(series.count == 3)
        #expect(series.values[0] == 70 && series.values[1] == 71 && series.values[2].isNaN)
        #expect(series.valueExtent(of: 0..<3) == Extent(min: 70, max: 71))
        let times: [Double?] = [1, nil, 3]
        #expect(SampleSeries(times: times, values: [1, 2, 3]).count == 2, "no place in time")
    }

    @Test func marksTakeRows() throws {
        let line = LineMark(rows, x: \.date, y: \.kilograms, id: "Weight")
        #expect(line.id == "Weight" && line.source.count == 3)
        #expect(PointMark(rows, x: \.steps, y: \.low).source.time(at: 2) == 9)
        #expect(AreaMark(rows, x: \.date, y: { Double($0.steps) / 2 }).source.value(at: 0) == 1.5)
        let bars = BarMark(rows, x: \.date, y: \.steps)
        let first = try #require(bars.nearest(to: 0, within: Extent(min: -1e6, max: 1e6)))
        #expect(first.x == 0 && first.values == [3])
        let chart = Chart {
            bars
            RangeBarMark(rows, x: \.date, low: \.low, high: \.high)
            BandMark(rows, x: \.date, low: \.low, high: \.high)
            ErrorBarMark(rows, x: \.date, y: \.kilograms, low: \.low, high: \.high)
            TimeAxis(zone: .utc)
            ValueAxis()
        }
        // The slots of bars have the least distance of two rows.
        #expect(chart.domain == Extent(min: -43_200, max: 302_400))
    }

    @Test func listsOfPartsCompose() {
        let marks = [LineMark(rows, x: \.date, y: \.steps, id: "a")]
        @ChartBuilder func axes(_ hasValues: Bool) -> [any ChartPart] {
            TimeAxis(zone: .utc)
            if hasValues { ValueAxis(unit: "kg") }
        }
        let chart = Chart {
            marks
            axes(true)
            [LineMark(rows, x: \.date, y: \.kilograms, id: "b")] as [any Mark]
        }
        #expect(chart.marks.map(\.id) == ["a", "b"])
        #expect(chart.axes.count == 2)
    }

    @Test func aListMayThrow() throws {
        let chart = try Chart {
            LineMark(rows, x: \.date, y: \.steps)
            TimeAxis(zone: try ZoneRules.named("Europe/Berlin"))
        }
        #expect(chart.marks.count == 1)
        #expect(throws: (any Error).self) {
            try Chart { TimeAxis(zone: try ZoneRules.named("Europe/Nowhere")) }
        }
    }

    // MARK: Mistakes that would draw a wrong picture

    @Test func anUnknownDimensionIsNamed() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            await MainActor.run {
                _ = Chart {
                    LineMark(SampleSeries(times: [1, 2], values: [1, 2])).on("presure")
                    ValueAxis(id: "pressure")
                    ValueAxis(id: "pulse")
                }
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains(
                "no ValueAxis has the id “presure”, which a part is on; there are: “pressure”, “pulse”"
            ))
    }

    @Test func anAxisOfAnotherKindIsRefused() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            await MainActor.run {
                _ = Chart {
                    TimeAxis(zone: .utc)
                    NumberAxis(.top)
                }
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("an axis of numbers cannot show one of times"))
        // Two zones of the same times are two axes of one dimension.
        let chart = Chart {
            TimeAxis(zone: .utc)
            TimeAxis(.top, zone: .fixed(offset: 3_600))
        }
        #expect(chart.axes.count >= 2)
    }
}
