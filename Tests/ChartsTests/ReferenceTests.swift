import ChartCore
import ChartScene
import Charts
import Geometry
import Testing

/// Reference lines in motion, and the positions of their words.
@MainActor @Suite struct ReferenceTests {
    private static let day = 86_400.0

    private func line(_ value: Double) -> ReferenceLine {
        ReferenceLine(at: value, width: 1, color: Color(hex: 0xFF0000))
    }

    /// Halfway through, easing out, three quarters of the way are done.
    @Test func aLineGlidesToItsValue() {
        let line = line(10)
        line.move(to: 20, at: 1, duration: 0.3)
        #expect(line.value == 20)
        #expect(line.advance(to: 1.15))
        #expect(abs(line.place - 17.5) < 1e-9 && line.opacity == 1)
        #expect(!line.advance(to: 1.3))
        #expect(line.place == 20)
    }

    @Test func aLineComesAndGoesWhereItStands() {
        let line = line(.nan)
        #expect(line.opacity == 0)
        line.move(to: 5, at: 1, duration: 0.3)
        line.advance(to: 1.075)
        #expect(line.place == 5)
        #expect(abs(line.opacity - 0.75) < 1e-9)
        line.advance(to: 2)
        line.move(to: .nan, at: 2, duration: 0.3)
        line.advance(to: 2.075)
        #expect(line.place == 5)
        #expect(abs(line.opacity - 0.25) < 1e-9)
        #expect(!line.advance(to: 2.15))
        #expect(line.opacity == 0)
    }

    @Test func atOnceIsAtOnce() {
        let line = line(1)
        line.move(to: 2, at: 7, duration: 0)
        #expect(!line.advance(to: 7))
        #expect(line.place == 2 && line.opacity == 1)
        line.move(to: .nan, at: 8, duration: 0)
        #expect(!line.advance(to: 8))
        #expect(line.opacity == 0)
    }

    /// A chart of a week with a line that has words.
    private func labelled(_ value: Double) throws -> (Bench, ReferenceLabel) {
        let bench = try Bench()
        bench.show(values: Extent(min: 0, max: 100))
        let label = ReferenceLabel(line(value))
        bench.chart.foreground.append(label.line)
        bench.chart.annotations.append(label)
        bench.prepare()
        return (bench, label)
    }

    /// A value without a grid line nearby.
    private func clearValue(_ bench: Bench) throws -> Double {
        let ticks = bench.chart.yAxis.ticker.ticks.map(\.value).filter { (20...80).contains($0) }
        let tick = try #require(ticks.first)
        return tick + 6 / bench.chart.plot.height * 100
    }

    @Test func wordsStandWhereNothingIs() throws {
        var (bench, label) = try labelled(50)
        let value = try clearValue(bench)
        (bench, label) = try labelled(value)
        label.isFree = { x, y in x.min >= 3 * Self.day && y.min >= value - 1e-9 }
        label.write("Ø 50")
        bench.prepare()
        let words = try #require(label.placedLabels(in: bench.chart).first)
        let plot = bench.chart.plot
        let first = plot.minX + 3.0 / 7 * plot.width
        let line = plot.maxY - value / 100 * plot.height
        #expect(words.text == "Ø 50" && words.value == value && words.opacity == 1)
        #expect(words.rect.minX >= first + 2.9 && words.rect.minX <= first + 3 + 4)
        #expect(abs(words.rect.maxY - (line - 3)) < 1e-6)
        // It moves with the data.
        let before = words.rect.minX
        bench.chart.x.panZoom.set(Extent(min: Self.day, max: 8 * Self.day))
        bench.prepare()
        let after = try #require(label.placedLabels(in: bench.chart).first)
        #expect(abs(before - after.rect.minX - plot.width / 7) < 0.51)
    }

    @Test func noGridLineGoesThroughThem() throws {
        var (bench, label) = try labelled(50)
        let tick = try #require(bench.chart.yAxis.ticker.ticks.first { $0.value > 20 }).value
        let value = tick - 9 / bench.chart.plot.height * 100
        (bench, label) = try labelled(value)
        label.write("Ø 50")
        bench.prepare()
        let plot = bench.chart.plot
        let line = plot.maxY - value / 100 * plot.height
        let words = try #require(label.placedLabels(in: bench.chart).first)
        #expect(abs(words.rect.minY - (line + 3)) < 1e-6)
        // With something under the line there is only room above it.
        label.isFree = { _, y in y.min >= value - 1e-9 }
        label.write("Ø 50")
        bench.prepare()
        let over = try #require(label.placedLabels(in: bench.chart).first)
        #expect(abs(over.rect.maxY - (line - 3)) < 1e-6)
    }

    @Test func withoutRoomThereAreNone() throws {
        let (bench, label) = try labelled(50)
        label.isFree = { _, _ in false }
        label.write("Ø 50")
        bench.prepare()
        #expect(label.placedLabels(in: bench.chart) == [])
    }
}
