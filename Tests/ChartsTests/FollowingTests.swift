import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Geometry
import Testing

/// The value axis while the x range moves.
@MainActor @Suite struct FollowingTests {
    /// A chart over 1000 seconds with a sample each second and a plain fit: zero-based, 5 % above.
    private func bench(_ value: (Int) -> Double) throws -> (Bench, LineMark) {
        let bench = try Bench(
            range: Extent(min: 0, max: 100), filters: [HeadroomFilter()])
        let mark = LineMark(id: "line", style: LineStyle(width: 2, color: Color(hex: 0xFF)))
        mark.show(
            SampleSeries(
                times: (0..<1000).map(Double.init), values: (0..<1000).map(value)))
        bench.chart.marks = [mark]
        bench.prepare()
        bench.chart.fitValues(over: bench.chart.x.range, at: 0, animated: false)
        return (bench, mark)
    }

    @Test func itGrowsAtOnceAndShrinksOnlyPastATenth() throws {
        // 100 in the first hundred, then 91, 89, 40 and 200.
        let levels = [100.0, 91, 89, 40, 200]
        let (bench, _) = try bench { levels[min($0 / 100, 4)] }
        let chart = bench.chart
        #expect(abs(chart.y.range.max - 105) < 1e-9)
        func top(from start: Double, at time: Double) -> Double {
            chart.followValues(over: Extent(min: start, max: start + 90), at: time)
            return chart.y.target.max
        }
        // 105 minus a tenth is 94.5: 91 is less.
        #expect(abs(top(from: 105, at: 1) - 91 * 1.05) < 1e-9)
        // 89 leaves 6.87 % of 95.55.
        #expect(abs(top(from: 205, at: 2) - 91 * 1.05) < 1e-9)
        #expect(abs(top(from: 305, at: 3) - 42) < 1e-9)
        #expect(abs(top(from: 405, at: 4) - 210) < 1e-9)
        // At rest it is the fit of what is visible, however it got there.
        chart.fitValues(over: Extent(min: 205, max: 295), at: 5, animated: true)
        #expect(abs(chart.y.target.max - 93.45) < 1e-9)
        #expect(chart.y.target.min == 0)
    }

    @Test func whereMotionIsReducedItIsThereAtOnce() throws {
        let (bench, _) = try bench { $0 < 200 ? 100 : 200 }
        let chart = bench.chart
        chart.interaction.options.reducesMotion = true
        chart.followValues(over: Extent(min: 150, max: 250), at: 10)
        #expect(abs(chart.y.range.max - 210) < 1e-9)
        chart.fitValues(over: Extent(min: 0, max: 90), at: 11, animated: true)
        #expect(abs(chart.y.range.max - 105) < 1e-9)
        #expect(!chart.y.isMoving)
    }

    @Test func itGlidesFromThePresentValueAndVelocity() throws {
        let (bench, _) = try bench { $0 < 200 ? 100 : $0 < 300 ? 200 : 400 }
        let chart = bench.chart
        var told: [Viewport.Transition] = []
        chart.y.onTransition { told.append($0) }
        chart.followValues(over: Extent(min: 150, max: 250), at: 10)
        #expect(told.count == 1)
        #expect(told.first.map { $0.duration == 0.3 && abs($0.to.y.max - 210) < 1e-9 } == true)
        #expect(chart.y.range == Extent(min: 0, max: 105), "it starts where it was")
        // The same target again is not another target.
        chart.followValues(over: Extent(min: 160, max: 260), at: 10.05)
        #expect(told.count == 1)
        chart.advance(to: 10.1)
        let (place, p) = (chart.y.range.max, 0.1 / 0.3)
        #expect(abs(place - (105 + 105 * (2 * p - p * p))) < 1e-9)
        chart.followValues(over: Extent(min: 210, max: 310), at: 10.1)
        #expect(abs(chart.y.range.max - place) < 1e-9)
        #expect(told.count == 2 && abs((told.last?.from.y.max ?? 0) - place) < 1e-9)
        // No kink: as fast after the change as before.
        let before = 105 * (2 - 2 * p) / 0.3
        chart.advance(to: 10.100001)
        #expect(abs((chart.y.range.max - place) / 1e-6 - before) < 1)
        chart.advance(to: 10.4)
        #expect(abs(chart.y.range.max - 420) < 1e-9)
        // Labels that waited for others to fade out are there half a second later at the latest.
        chart.advance(to: 10.6)
        #expect(!chart.advance(to: 10.9))
    }

    @Test func aThrowIsFollowedAlikeAtEveryFrameRate() throws {
        func way(_ rate: Double, dropping dropped: Int = 0) throws -> [Extent] {
            let (bench, _) = try bench {
                50 + 40 * Double(($0 * 37) % 101) / 101 + ($0 == 321 ? 300 : 0)
            }
            let chart = bench.chart
            let track = chart.plot
            func gesture(_ phase: Gesture.Phase, _ dx: Double, _ time: Double, v: Double = 0) {
                _ = chart.interaction.handle(
                    Gesture(
                        kind: .pan(.horizontal), phase: phase, id: 1, device: .touch, time: time,
                        origin: track.center, translation: Vector(dx: dx, dy: 0),
                        velocity: Vector(dx: v, dy: 0)))
                chart.followValues(over: chart.x.range, at: time)
            }
            gesture(.began, 0, 1)
            gesture(.changed, -60, 1.05)
            gesture(.ended, -120, 1.1, v: -6000)
            var result: [Extent] = []
            var frame = 0
            for tick in 0... {
                let time = 1.1 + Double(tick) / rate
                frame += 1
                if dropped > 0, frame % dropped == 0 { continue }
                chart.followValues(to: time)
                if !chart.advance(to: time) { break }
                // Where every rate has a frame.
                if tick % Int(rate / 12) == 0 { result.append(chart.y.range) }
                if tick > 4000 { break }
            }
            #expect(chart.x.range.min > 200, "it was thrown")
            return result
        }
        let ways = try [24.0, 60, 144].map { try way($0) }
        #expect(ways[0].contains { $0.max > 300 }, "the spike was visible on the way")
        for other in ways.dropFirst() {
            for (a, b) in zip(ways[0], other) {
                #expect(abs(a.max - b.max) < 1e-9 && abs(a.min - b.min) < 1e-9)
            }
        }
    }

    @Test func nothingIsWorkedOutWhileTheAxisStays() throws {
        var fits = 0
        let counted = BlockFilter { range, _ in
            fits += 1
            return Extent(min: 0, max: range.max * 1.05)
        }
        let bench = try Bench(range: Extent(min: 0, max: 100), filters: [counted])
        let mark = StubMark(id: "stub", extent: Extent(min: 0, max: 100))
        bench.chart.marks = [mark]
        bench.chart.fitValues(over: .unit, at: 0, animated: false)
        #expect(fits == 1)
        for tick in 1...50 { bench.chart.followValues(over: .unit, at: Double(tick)) }
        #expect(fits == 1)
        mark.extent = Extent(min: 0, max: 106)
        bench.chart.followValues(over: .unit, at: 60)
        #expect(fits == 2)
        // A chart that never had values has no range to keep.
        let empty = try Bench(range: Extent(min: 0, max: 100), filters: [counted])
        empty.chart.followValues(over: .unit, at: 1)
        #expect(fits == 2 && empty.chart.y.target == .unit)
    }

    // MARK: Pinned

    @Test func theGutterMovesTheValuesAloneAndPinsThem() throws {
        let (bench, _) = try bench { $0 < 200 ? 100 : 200 }
        let chart = bench.chart
        let x = chart.x.range
        let gutter = Point(x: chart.plot.maxX + 15, y: chart.plot.midY)
        func wheel(_ place: Point, _ steps: Double, _ time: Double) {
            _ = chart.interaction.handle(
                Gesture(
                    kind: .wheel(steps: Vector(dx: 0, dy: steps)), phase: .ended, id: 1,
                    device: .mouse, time: time, origin: place))
        }
        // Nothing happens unless it is allowed.
        wheel(gutter, -1, 1)
        #expect(!chart.hasPinnedValues && chart.y.range == Extent(min: 0, max: 105))
        chart.y.panZoom.gutterActions = .all
        wheel(gutter, -1, 2)
        #expect(chart.hasPinnedValues && chart.x.range == x)
        // Magnified by 1.2 around the middle of the plot.
        #expect(abs(chart.y.range.length - 105 / 1.2) < 1e-9)
        #expect(abs(chart.y.range.mid - 52.5) < 1e-9)
        // It neither follows nor fits.
        let pinned = chart.y.range
        chart.followValues(over: Extent(min: 300, max: 400), at: 3)
        chart.fitValues(over: Extent(min: 300, max: 400), at: 3, animated: true)
        chart.advance(to: 4)
        #expect(chart.y.range == pinned && chart.y.target == pinned)
        // A drag over a tenth of the plot.
        func drag(_ phase: Gesture.Phase, _ dy: Double, _ time: Double) {
            _ = chart.interaction.handle(
                Gesture(
                    kind: .pan(.free), phase: phase, id: 2, device: .mouse, time: time,
                    origin: gutter, translation: Vector(dx: 0, dy: dy)))
        }
        drag(.began, 0, 5)
        drag(.changed, chart.plot.height / 10, 5.1)
        drag(.ended, chart.plot.height / 10, 5.3)
        #expect(abs(chart.y.range.min - (pinned.min + pinned.length / 10)) < 1e-9)
        #expect(abs(chart.y.range.length - pinned.length) < 1e-9)
        #expect(chart.x.range == x)
        // When released, it moves to the fit from its present range.
        chart.releaseValues(over: Extent(min: 300, max: 400), at: 6, animated: true)
        let from = chart.y.range
        #expect(!chart.hasPinnedValues && chart.y.target == Extent(min: 0, max: 210))
        chart.advance(to: 6.15)
        #expect(abs(chart.y.range.max - (from.max + 0.75 * (210 - from.max))) < 1e-9)
        chart.advance(to: 6.3)
        #expect(chart.y.range == Extent(min: 0, max: 210))
        chart.advance(to: 6.5)
        #expect(!chart.advance(to: 6.8))
    }

    @Test func valuesArePinnedByAProgramToo() throws {
        let (bench, _) = try bench { _ in 100 }
        let chart = bench.chart
        chart.y.pin(to: Extent(min: 50, max: 80), at: 1, duration: 0.3)
        #expect(chart.advance(to: 1.15))
        #expect(chart.hasPinnedValues)
        #expect(chart.y.range.min > 20 && chart.y.range.min < 50)
        chart.advance(to: 1.3)
        #expect(chart.y.range == Extent(min: 50, max: 80))
        #expect(!chart.advance(to: 1.4))
        // Showing all of x does not change it.
        chart.interaction.fit(at: 2)
        chart.advance(to: 3)
        #expect(chart.y.range == Extent(min: 50, max: 80))
    }

    /// A drag of the value axis, phase by phase.
    private func drag(
        _ chart: Chart, _ phase: Gesture.Phase, _ dy: Double, at time: Double, id: Int = 2
    ) {
        _ = chart.interaction.handle(
            Gesture(
                kind: .pan(.free), phase: phase, id: id, device: .mouse, time: time,
                origin: Point(x: chart.plot.maxX + 15, y: chart.plot.midY),
                translation: Vector(dx: 0, dy: dy)))
        chart.advance(to: time)
    }

    @Test func aCancelledDragLeavesTheValuesAsTheyWere() throws {
        let (bench, _) = try bench { $0 < 200 ? 100 : 200 }
        let chart = bench.chart
        chart.y.panZoom.gutterActions = .all
        let fit = chart.y.range
        drag(chart, .began, 0, at: 5)
        drag(chart, .changed, 40, at: 5.1)
        #expect(chart.hasPinnedValues && chart.y.range != fit)
        drag(chart, .cancelled, 40, at: 5.2)
        #expect(!chart.hasPinnedValues && chart.y.range == fit)
        // Also after it had returned without a hand.
        drag(chart, .began, 0, at: 6, id: 3)
        drag(chart, .changed, 40, at: 6.1, id: 3)
        drag(chart, .changed, 0, at: 6.2, id: 3)
        drag(chart, .cancelled, 0, at: 6.3, id: 3)
        #expect(!chart.hasPinnedValues && chart.y.range == fit)
        // It follows again.
        chart.fitValues(over: Extent(min: 300, max: 400), at: 7, animated: false)
        #expect(chart.y.range == Extent(min: 0, max: 210))
        // A range that was pinned before stays pinned.
        let pinned = Extent(min: 50, max: 80)
        chart.y.pin(to: pinned, at: 8, duration: 0)
        drag(chart, .began, 0, at: 9, id: 4)
        drag(chart, .changed, -30, at: 9.1, id: 4)
        drag(chart, .cancelled, -30, at: 9.2, id: 4)
        #expect(chart.hasPinnedValues && chart.y.range == pinned)
        #expect(!chart.advance(to: 10))
    }

    /// A hand that takes the value axis changes none of its labels, and the last digits change no
    /// step.
    @Test(arguments: [200.0, 300, 500, 720]) func aPinnedAxisKeepsItsStep(height: Double) throws {
        for top in [100.0, 130, 170, 240, 900] {
            let bench = try Bench(
                frame: Rect(x: 0, y: 0, width: 400, height: height),
                filters: [
                    SourceFilter(alternative: .unit, expandMin: false, expandMax: false),
                    NiceRangeFilter(spacing: TickSpacing()),
                ])
            bench.prepare()
            bench.show(values: Extent(min: 0, max: top))
            bench.prepare()
            let chart = bench.chart
            chart.y.panZoom.gutterActions = .all
            let step = chart.yAxis.ticker.step
            drag(chart, .began, 0, at: 5)
            for move in 1...40 {
                drag(chart, .changed, 0.37 * Double(move), at: 5 + 0.01 * Double(move))
                bench.prepare()
                #expect(chart.yAxis.ticker.step == step, "\(top) at \(move)")
            }
            // A small movement to and fro changes no step either.
            let range = chart.y.range
            var steps: Set<AxisStep?> = []
            for move in 0..<20 {
                let part = move % 2 == 0 ? 1 : 1.04
                chart.y.pin(
                    to: Extent(min: range.min, max: range.min + range.length * part),
                    at: 6 + Double(move), duration: 0)
                bench.prepare()
                steps.insert(chart.yAxis.ticker.step)
            }
            #expect(steps == [step], "\(top)")
        }
    }
}
