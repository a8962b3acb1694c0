import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// Callouts in a chart, checked by their pixels.
@MainActor @Suite struct CalloutTests {
    private static let day = 86_400.0
    private static let style = Callouts.Style(
        fill: Color(hex: 0x0000FF), edge: Color(hex: 0x0000FF), text: Color(hex: 0xFFFFFF),
        moreText: Color(hex: 0xFFFFFF), leader: Color(hex: 0xFF0000), halo: Color(hex: 0xFF00FF))

    private func bench(_ callouts: [Callout], scale: Double = 1) throws -> (Bench, Callouts) {
        let bench = try Bench(scale: scale)
        bench.show(values: Extent(min: 0, max: 100))
        let made = Callouts(callouts, style: Self.style)
        bench.chart.annotations = [made]
        return (bench, made)
    }

    @Test(arguments: [1.0, 1.5, 2])
    func boxLeaderAndDotAreDrawn(scale: Double) throws {
        let (bench, callouts) = try bench(
            [Callout(x: 3.5 * Self.day, y: 40, "Best day\n12,345")], scale: scale)
        let picture = try bench.draw()
        let placed = try #require(callouts.placedLabels(in: bench.chart).first)
        #expect(placed.text == "Best day\n12,345" && placed.opacity == 1)
        let point = bench.chart.projection.point(x: 3.5 * Self.day, y: 40)
        #expect(abs(placed.rect.midX - point.x) < 1e-6, "over its point")
        #expect(abs(placed.rect.maxY - (point.y - 14)) < 1e-6)
        func color(_ x: Double, _ y: Double) -> UInt32 {
            picture.color(at: Point(x: x * scale, y: y * scale))
        }
        #expect(color(point.x, point.y) == 0xFF0000, "the dot")
        // The leader is whole pixels wide, and nothing else.
        let row = Int((point.y - 9) * scale)
        let reds = (0..<picture.width).filter { picture[$0, row] == 0xFF0000 }
        let others = (0..<picture.width).filter {
            ![0, 0xFF0000, Bench.grid].contains(picture[$0, row])
        }
        #expect(reds.count == max(1, Int(scale.rounded())), "\(reds)")
        #expect(others.filter { abs(Double($0) - point.x * scale) < 40 } == [])
        // The box has sharp edges: its colour from the first pixel to the last.
        let (left, right) = (
            Int((placed.rect.minX * scale).rounded()),
            Int((placed.rect.minX * scale).rounded()) + Int((placed.rect.width * scale).rounded())
        )
        let middle = Int(((placed.rect.maxY - 10) * scale).rounded())
        #expect(picture[left, middle] == 0x0000FF && picture[left - 1, middle] != 0x0000FF)
        #expect(picture[right - 1, middle] == 0x0000FF && picture[right, middle] != 0x0000FF)
    }

    @Test func itStaysInTheFrameAndPalesWithItsPoint() throws {
        let (bench, callouts) = try bench([Callout(x: Self.day, y: 99.5, "At the very top of it")])
        _ = try bench.draw()
        let top = try #require(callouts.placedLabels(in: bench.chart).first)
        #expect(bench.chart.frame.contains(top.rect))
        let point = bench.chart.projection.point(x: Self.day, y: 99.5)
        #expect(!top.rect.contains(point))
        // Two points beyond the plot's left edge half of its opacity is left, and four points
        // beyond nothing.
        let unit = bench.chart.x.range.length / bench.chart.plot.width
        func shown(beyond: Double) -> Double {
            let left = Self.day + beyond * unit
            bench.chart.x.panZoom.set(
                Extent(min: left, max: left + bench.chart.x.range.length))
            bench.prepare()
            return callouts.placedLabels(in: bench.chart).first?.opacity ?? 0
        }
        // At rest it is whole or absent.
        #expect(shown(beyond: -1) == 1 && shown(beyond: 2) == 0)
        #expect(shown(beyond: -0.5) == 1)
        bench.hold()
        for (beyond, opacity) in [(0.0, 1.0), (2, 0.5), (4, 0)] {
            let shown = shown(beyond: beyond)
            #expect(abs(shown - opacity) < 0.13, "\(shown) for \(opacity)")
        }
    }

    @Test func aPanMovesThemWithTheirDataAndSendsNothing() throws {
        let (bench, callouts) = try bench(
            [
                Callout(x: 3 * Self.day, y: 50, "One"), Callout(x: 3.2 * Self.day, y: 52, "Two"),
            ])
        _ = try bench.draw()
        _ = try bench.draw()
        let before = callouts.placedLabels(in: bench.chart)
        #expect(!before[0].rect.intersects(before[1].rect))
        bench.chart.x.panZoom.set(Extent(min: 0.1 * Self.day, max: 7.1 * Self.day))
        _ = try bench.draw(reading: false)
        let after = callouts.placedLabels(in: bench.chart)
        let moved = bench.chart.plot.width * 0.1 / 7
        for (a, b) in zip(before, after) {
            #expect(abs(a.rect.x - b.rect.x - moved) < 0.51 && a.rect.y == b.rect.y)
        }
        #expect(bench.statistics.vertexBytes == 0 && bench.statistics.uploadedBytes == 0)
    }

    /// A new callout fades in; one with another position glides there.
    @Test func theyTakeTheirTime() throws {
        let (bench, callouts) = try bench([Callout(x: 3 * Self.day, y: 50, "One")])
        bench.chart.advance(to: 1)
        bench.prepare()
        _ = bench.chart.advance(to: 2)
        callouts.callouts.append(Callout(x: 5 * Self.day, y: 50, "New"))
        bench.prepare()
        #expect(callouts.isFading)
        _ = bench.chart.advance(to: 2.1)
        bench.prepare()
        // Halfway through, easing out, three quarters of the way are done.
        let new = callouts.placedLabels(in: bench.chart).first { $0.text == "New" }
        #expect(abs((new?.opacity ?? 0) - 0.75) < 1e-9)
        _ = bench.chart.advance(to: 3)
        bench.prepare()
        #expect(!callouts.isFading)
        callouts.callouts.removeLast()
        _ = bench.chart.advance(to: 4)
        bench.prepare()
        _ = bench.chart.advance(to: 4.3)
        bench.prepare()
        #expect(callouts.placedLabels(in: bench.chart).map(\.text) == ["One"])
        callouts.isHidden = true
        _ = bench.chart.advance(to: 5)
        bench.prepare()
        _ = bench.chart.advance(to: 6)
        bench.prepare()
        #expect(callouts.placedLabels(in: bench.chart).isEmpty)
    }
}
