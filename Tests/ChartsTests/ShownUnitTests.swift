import ChartCore
import Charts
import Geometry
import Testing

/// A value axis that is labelled in another unit than that of its values.
@MainActor @Suite struct ShownUnitTests {
    private static let pound = 0.453_592_37

    /// Labels of the shown values.
    private struct ShownWords: AxisLabeling {
        func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
            let whole = tick.shown.rounded()
            return AxisLabel(whole == tick.shown ? "\(Int(whole))" : "\(tick.shown)")
        }

        func samples(step: AxisStep) -> [AxisLabel] { [] }
    }

    private func bench(_ filter: NiceRangeFilter) throws -> Bench {
        let bench = try Bench(
            filters: [
                SourceFilter(alternative: .unit, expandMin: false, expandMax: false), filter,
            ], values: ShownWords())
        bench.prepare()
        bench.chart.marks = [StubMark(id: "stub", extent: Extent(min: 70.3, max: 75.8))]
        return bench
    }

    private func texts(_ bench: Bench) -> [String] {
        bench.chart.placedLabels(bench.typesetter).y.filter { $0.opacity == 1 }
            .sorted { $0.value < $1.value }.map(\.text)
    }

    @Test func labelsAreRoundAndStandAtTheirValues() throws {
        let filter = NiceRangeFilter(spacing: TickSpacing(), unit: ShownUnit(size: Self.pound))
        let bench = try bench(filter)
        bench.chart.yAxis.unit = filter.unit
        bench.chart.fitValues(over: .unit, at: 0, animated: false)
        let picture = try bench.draw()
        #expect(texts(bench) == ["150", "155", "160", "165", "170"])
        let plot = bench.chart.plot
        for label in bench.chart.placedLabels(bench.typesetter).y {
            let pounds = try #require(Double(label.text))
            #expect(abs(label.value - pounds * Self.pound) < 1e-12)
            // From 150 pounds at the bottom to 170 at the top, with the grid line on one pixel.
            let row = plot.maxY - (pounds - 150) / 20 * plot.height
            let rows = (Int(row) - 2...Int(row) + 2).filter {
                picture[Int(plot.midX) + 3, $0] == Bench.grid
            }
            #expect(rows.count == 1 && abs(Double(rows.first ?? 0) + 0.5 - row) <= 1)
        }
    }

    @Test(arguments: [0.0, 0.3]) func anotherUnitIsShownAtOnceAndInTime(duration: Double) throws {
        let filter = NiceRangeFilter(spacing: TickSpacing())
        let bench = try bench(filter)
        let chart = bench.chart
        chart.fitValues(over: .unit, at: 0, animated: false)
        chart.advance(to: 0)
        bench.prepare()
        let before = chart.y.range
        #expect(texts(bench) == ["70", "72", "74", "76"])
        filter.unit = ShownUnit(size: Self.pound)
        chart.yAxis.unit = filter.unit
        chart.fitValues(over: .unit, at: 1, animated: duration > 0)
        for frame in 0...60 {
            chart.advance(to: 1 + Double(frame) / 60)
            bench.prepare()
        }
        #expect(texts(bench) == ["150", "155", "160", "165", "170"])
        #expect(abs(chart.y.range.min - 150 * Self.pound) < 1e-9)
        // And back, to the very same picture.
        filter.unit = .same
        chart.yAxis.unit = .same
        chart.fitValues(over: .unit, at: 3, animated: duration > 0)
        for frame in 0...60 {
            chart.advance(to: 3 + Double(frame) / 60)
            bench.prepare()
        }
        #expect(texts(bench) == ["70", "72", "74", "76"] && chart.y.range == before)
    }

    @Test func aPinnedAxisStaysAndGetsOtherTicks() throws {
        let filter = NiceRangeFilter(spacing: TickSpacing())
        let bench = try bench(filter)
        let chart = bench.chart
        chart.y.panZoom.gutterActions = .all
        chart.fitValues(over: .unit, at: 0, animated: false)
        chart.y.pin(to: Extent(min: 71, max: 74), at: 0, duration: 0)
        chart.advance(to: 1)
        bench.prepare()
        let pinned = chart.y.range
        filter.unit = ShownUnit(size: Self.pound)
        chart.yAxis.unit = filter.unit
        chart.fitValues(over: .unit, at: 1, animated: false)
        for frame in 0...60 {
            chart.advance(to: 1 + Double(frame) / 60)
            bench.prepare()
        }
        #expect(chart.y.range == pinned && chart.hasPinnedValues)
        // 156.5 to 163.1 pounds.
        #expect(texts(bench) == ["158", "160", "162"])
    }
}
