import ChartCore
import ChartInteraction
import ChartScene
import Charts
import GPU
import Geometry
import Glibc
import Localization
import Testing

/// Labels in motion: in no frame do labels overlap, jump, or appear or disappear without a fade.
@MainActor @Suite struct FadeTests {
    private static let day = 86_400.0

    private struct Identity: Hashable {
        var axis: String
        var value: Double
        var text: String
        var placement: LabelPlacement
    }

    /// Compares each frame with the one before it.
    @MainActor private final class Watch {
        /// The contents of a frame.
        private struct Frame {
            var time: Double
            var labels: [String: [Identity: ReportedLabel]]
            var projection: Projection
            var plot: Rect
        }

        let bench: Bench
        private var before: Frame?
        private(set) var frames = 0
        private(set) var fading = 0

        init(_ bench: Bench) { self.bench = bench }

        func look(at time: Double, _ name: String) {
            let placed = bench.chart.placedLabels(bench.typesetter)
            var labels: [String: [Identity: ReportedLabel]] = ["x": [:], "y": [:]]
            for (axis, all) in [("x", placed.x), ("y", placed.y)] {
                for (index, label) in all.enumerated() {
                    #expect(label.opacity > 0 && label.opacity <= 1)
                    if label.opacity < 1 { fading += 1 }
                    for other in all[(index + 1)...] {
                        #expect(
                            gap(label.rect, other.rect, axis) > 0,
                            "\(name) \(time): \(label.text) over \(other.text)")
                    }
                    let id = Identity(
                        axis: axis, value: label.value, text: label.text,
                        placement: label.placement)
                    #expect(labels[axis]?[id] == nil, "\(name) \(time): \(label.text) twice")
                    labels[axis]?[id] = label
                }
            }
            let now = Frame(
                time: time, labels: labels, projection: bench.chart.projection,
                plot: bench.chart.plot)
            defer {
                before = now
                frames += 1
            }
            guard let before else { return }
            let most = (time - before.time) / 0.15 + 1e-6
            for axis in ["x", "y"] {
                let (old, new) = (before.labels[axis] ?? [:], now.labels[axis] ?? [:])
                for id in Set(old.keys).union(new.keys) {
                    let change = abs((new[id]?.opacity ?? 0) - (old[id]?.opacity ?? 0))
                    let known = old[id].map { ($0, before) } ?? new[id].map { ($0, now) }
                    guard let (label, frame) = known else { continue }
                    if old[id] != nil, let moved = new[id] {
                        let place = self.place(label, axis, from: before, to: now)
                        let way =
                            axis == "x"
                            ? moved.rect.minX - place.minX : moved.rect.minY - place.minY
                        #expect(abs(way) < 1e-6, "\(name) \(time): \(id.text) leaves its data")
                    }
                    guard change > most else { continue }
                    // Then there was less room than a label needs, or there is now.
                    let least = [before, now].map {
                        room(
                            place(label, axis, from: frame, to: $0), id, in: $0,
                            others: [before, now])
                    }.min()
                    #expect(
                        (least ?? 4) < 4,
                        "\(name) \(time): \(id.text) (\(axis)) changes by \(change)")
                }
            }
        }

        /// The position of a frame's label in another frame.
        private func place(
            _ label: ReportedLabel, _ axis: String, from: Frame, to: Frame
        ) -> Rect {
            let rect = label.rect
            if axis == "y" {
                let way = to.projection.py(label.value) - from.projection.py(label.value)
                return Rect(x: rect.x, y: rect.y + way, width: rect.width, height: rect.height)
            }
            let isLeading = abs(rect.minX - from.projection.px(label.value) - 7) < 1e-3
            let anchor = isLeading ? label.value : from.projection.xValue(at: rect.midX)
            let way = to.projection.px(anchor) - from.projection.px(anchor)
            return Rect(x: rect.x + way, y: rect.y, width: rect.width, height: rect.height)
        }

        private func gap(_ a: Rect, _ b: Rect, _ axis: String) -> Double {
            axis == "x"
                ? max(b.minX - a.maxX, a.minX - b.maxX) : max(b.minY - a.maxY, a.minY - b.maxY)
        }

        /// The room of a label in a frame, to its neighbours and to the ends of the axis.
        private func room(
            _ rect: Rect, _ id: Identity, in frame: Frame, others: [Frame]
        ) -> Double {
            var least = Double.infinity
            for other in others {
                for (neighbour, label) in other.labels[id.axis] ?? [:] where neighbour != id {
                    let place = place(label, id.axis, from: other, to: frame)
                    least = min(least, gap(rect, place, id.axis))
                }
            }
            let plot = frame.plot
            if id.axis == "y" {
                let place = frame.projection.py(id.value)
                return min(least, 4 + place - plot.minY, 4 + plot.maxY - place)
            }
            return min(
                least, rect.minX - bench.frame.minX - 2, bench.frame.maxX - 2 - rect.maxX,
                4 + plot.maxX - rect.midX, 4 + rect.midX - plot.minX,
                4 + frame.projection.px(id.value) - plot.minX)
        }
    }

    private func run(
        _ bench: Bench, frames: Int, rate: Double, name: String,
        x: (Double) -> Extent
    ) -> Watch {
        let watch = Watch(bench)
        for frame in 0...frames {
            let time = 10 + Double(frame) / rate
            bench.chart.x.panZoom.set(x(time - 10), at: time)
            bench.chart.advance(to: time)
            bench.prepare()
            watch.look(at: time, name)
        }
        return watch
    }

    /// In and out again between minutes and decades, at several speeds: factors per second.
    @Test(arguments: [1.3, 3, 20, 1000], [30.0, 60, 144]) func nothingJumpsInAPinch(
        speed: Double, rate: Double
    ) throws {
        let bench = try Bench(frame: Rect(x: 0, y: 0, width: 640, height: 200))
        let middle = utc(2026, 3, 3, 7)
        let first = speed > 100 ? 1800 : 2.2 * Self.day
        bench.prepare()
        let seconds = speed > 100 ? 3.0 : 4
        let watch = run(
            bench, frames: Int(seconds * rate), rate: rate, name: "×\(speed) at \(rate) Hz"
        ) { time in
            let half = seconds / 2
            let zoom = pow(speed, half - abs(time - half))
            return Extent(min: middle - first * zoom * 0.4, max: middle + first * zoom * 0.6)
        }
        #expect(watch.frames > 50)
        if speed > 1.5 { #expect(watch.fading > 10) }
    }

    @Test(arguments: [2.0, 40, 900], [60.0, 144]) func nothingJumpsInAPan(
        pointsPerSecond: Double, rate: Double
    ) throws {
        for length in [3 * 3600.0, 1.5 * Self.day, 9 * Self.day, 200 * Self.day, 4000 * Self.day] {
            let bench = try Bench(frame: Rect(x: 0, y: 0, width: 640, height: 200))
            let start = utc(2026, 2, 20, 7)
            bench.chart.x.panZoom.set(Extent(min: start, max: start + length))
            bench.prepare()
            let unit = length / bench.chart.plot.width
            _ = run(bench, frames: Int(2 * rate), rate: rate, name: "\(length)") { time in
                let shift = pointsPerSecond * unit * time
                return Extent(min: start + shift, max: start + length + shift)
            }
            #expect(!bench.chart.advance(to: 1000))
        }
    }

    /// A jump to a position: by default labels fade, in a standalone picture they are in place at
    /// once, and after it they fade again.
    @Test func labelsStandInAPictureByItself() throws {
        let bench = try Bench(frame: Rect(x: 0, y: 0, width: 640, height: 200))
        bench.show(values: Extent(min: 0, max: 10))
        bench.prepare()
        func opacities() -> [Double] {
            let placed = bench.chart.placedLabels(bench.typesetter)
            return (placed.x + placed.y).map(\.opacity)
        }
        func jump(to days: Double, values: Double, at time: Double) -> Bool {
            bench.chart.x.panZoom.set(
                Extent(min: days * Self.day, max: (days + 30) * Self.day), at: time)
            bench.show(values: Extent(min: 0, max: values))
            bench.chart.advance(to: time)
            bench.prepare()
            return bench.chart.advance(to: time + 0.01)
        }
        #expect(!bench.chart.advance(to: 1))
        bench.prepare()
        #expect(jump(to: 1000, values: 25_000, at: 2))
        bench.prepare()
        #expect(opacities().contains { $0 < 1 })

        bench.chart.resetTransitions()
        #expect(!jump(to: 2000, values: 3_000_000, at: 3))
        let (plot, room) = (bench.chart.plot, bench.chart.neededGutters)
        #expect(opacities().count > 6 && opacities().allSatisfy { $0 == 1 })
        bench.prepare()
        #expect(bench.chart.plot == plot && bench.chart.neededGutters == room)

        #expect(jump(to: 3000, values: 20, at: 4), "only the next frame")
    }

    /// Numbers of days: under the middle of each day if the step is one, else beginning at it.
    private struct Days: AxisLabeling {
        let calendar: CivilCalendar

        func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
            let text = String(calendar.components(of: tick.value).day)
            guard case .calendar(let step) = step, step.unit == .day, step.count == 1 else {
                return AxisLabel(text, placement: .leading)
            }
            return AxisLabel(
                text, placement: .slot(until: calendar.next(.day, after: tick.value)))
        }

        func samples(step: AxisStep) -> [AxisLabel] {
            [AxisLabel("28"), AxisLabel("28", placement: .leading)]
        }

        func allows(_ step: AxisStep) -> Bool {
            if case .calendar(let step) = step { step.unit >= .day } else { false }
        }
    }

    @Test(arguments: [30.0, 60, 144]) func aTextThatStandsElsewhereIsAnotherLabel(
        rate: Double
    ) throws {
        let calendar = CivilCalendar(zone: .utc)
        let bench = try Bench(
            frame: Rect(x: 0, y: 0, width: 640, height: 200), calendar: calendar,
            times: Days(calendar: calendar))
        let middle = utc(2026, 3, 13, 7)
        bench.prepare()
        let watch = run(bench, frames: Int(3 * rate), rate: rate, name: "\(rate) Hz") { time in
            let length = 8 * Self.day * pow(3, 1.5 - abs(time - 1.5))
            return Extent(min: middle - length * 0.4, max: middle + length * 0.6)
        }
        #expect(watch.fading > 10)
    }

    /// To and fro around the threshold of the step: the step changes once.
    @Test func aStepStaysAboutItsBorder() throws {
        let bench = try Bench(frame: Rect(x: 0, y: 0, width: 640, height: 200))
        let middle = utc(2026, 3, 3, 7)
        bench.prepare()
        var sets: Set<[String]> = []
        var length = 2.0 * Self.day
        var borders = 0
        while length < 4000 * Self.day {
            sets = []
            for step in 0..<24 {
                let now = length * (step % 2 == 0 ? 1 : 1.02)
                bench.show(x: Extent(min: middle - now / 2, max: middle + now / 2))
                bench.prepare()
                guard step > 2 else { continue }
                let inner = Extent(min: middle - length * 0.4, max: middle + length * 0.4)
                sets.insert(
                    bench.chart.placedLabels(bench.typesetter).x
                        .filter { inner.contains($0.value) && $0.opacity == 1 }.map(\.text))
            }
            if sets.count > 1 { borders += 1 }
            length *= 1.013
        }
        #expect(borders == 0)
    }

    // MARK: Values

    private func valueBench() throws -> (Bench, StubMark) {
        let bench = try Bench(
            filters: [
                SourceFilter(alternative: .unit, expandMin: false, expandMax: false),
                NiceRangeFilter(spacing: TickSpacing()),
            ])
        bench.prepare()
        let mark = StubMark(id: "stub", extent: Extent(min: 0, max: 100))
        bench.chart.marks = [mark]
        bench.chart.fitValues(over: .unit, at: 0, animated: false)
        bench.prepare()
        return (bench, mark)
    }

    @Test(
        arguments: [30.0, 60, 144], [[20_000.0], [90, 500, 20, 3000, 7], [130, 170, 240, 320]])
    func nothingJumpsWhileTheValuesGlide(rate: Double, goals: [Double]) throws {
        let (bench, mark) = try valueBench()
        let watch = Watch(bench)
        var goals = goals[...]
        for frame in 0...Int(2 * rate) {
            let time = 10 + Double(frame) / rate
            if let goal = goals.first, time >= 10.1 + 0.13 * Double(goals.startIndex) {
                goals.removeFirst()
                mark.extent = Extent(min: 0, max: goal)
                bench.chart.fitValues(over: .unit, at: time, animated: true)
            }
            bench.chart.advance(to: time)
            bench.prepare()
            watch.look(at: time, "\(rate)")
        }
        #expect(watch.fading > 0)
        #expect(!bench.chart.advance(to: 100))
        bench.prepare()
        let labels = bench.chart.placedLabels(bench.typesetter).y
        #expect(labels.allSatisfy { $0.opacity == 1 })
        #expect(labels.map(\.value).max() == bench.chart.y.range.max)
    }

    /// Twenty requests in a row change the labels at most every 0.15 s.
    @Test func aStormOfRangesChangesValueLabelsSeldom() throws {
        let (bench, mark) = try valueBench()
        var sets: [[Double]] = []
        for frame in 0...60 {
            let time = 10 + Double(frame) / 60
            if frame < 20 {
                mark.extent = Extent(min: 0, max: frame % 2 == 0 ? 9000 : 40)
                bench.chart.fitValues(over: .unit, at: time, animated: true)
            }
            bench.chart.advance(to: time)
            bench.prepare()
            let wanted = bench.chart.yAxis.ticker.ticks.map(\.value)
            if wanted != sets.last { sets.append(wanted) }
        }
        // At 10, 10.15 and 10.3, and the last one at 10.45 at the latest.
        #expect(sets.count <= 4)
        #expect(bench.chart.yAxis.ticker.ticks.contains { $0.value == 40 })
        #expect(bench.chart.y.range.max == 40)
    }

    @Test func withReducedMotionLabelsChangeAtOnce() throws {
        let bench = try Bench(frame: Rect(x: 0, y: 0, width: 640, height: 200))
        bench.chart.interaction.options.reducesMotion = true
        let middle = utc(2026, 3, 3, 7)
        bench.prepare()
        for frame in 0..<60 {
            let length = 2 * Self.day * pow(1.2, Double(frame))
            bench.show(x: Extent(min: middle - length / 2, max: middle + length / 2))
            #expect(!bench.chart.advance(to: 10 + Double(frame) / 60))
            bench.prepare()
            let inner = Extent(min: middle - length * 0.35, max: middle + length * 0.35)
            for label in bench.chart.placedLabels(bench.typesetter).x
            where inner.contains(label.value) {
                #expect(label.opacity == 1)
            }
        }
    }

    // MARK: Pictures

    /// Halfway through a fade there is half of the ink, of labels and grid lines; the fade requests
    /// its frames and none after it.
    @Test(arguments: [1.0, 1.5]) func aFadingLabelIsPaler(scale: Double) throws {
        let bench = try Bench(
            frame: Rect(x: 0, y: 0, width: 640, height: 200), scale: scale,
            range: Extent(min: utc(2026, 3, 1), max: utc(2026, 3, 1) + 10 * Self.day))
        let chart = bench.chart
        _ = try bench.draw()
        // Another text at each tick: the old ones fade out, then the new ones fade in.
        chart.advance(to: 9.9)
        try bench.draw()
        chart.style.grid = Color(hex: 0)
        chart.xAxis.labeling = Suffixed(words: TimeWords(calendar: CivilCalendar(zone: .utc)))
        func ink() throws -> Double {
            let picture = try bench.draw()
            let row = (chart.plot.maxY + chart.style.timeLabelBaseline) * scale
            var sum = 0.0
            for y in Int(row - 12 * scale)..<Int(row + 4 * scale) {
                for x in 0..<Int(chart.plot.maxX * scale) { sum += Double(picture[x, y] & 0xFF) }
            }
            return sum
        }
        #expect(chart.advance(to: 10))
        let whole = try ink()
        var reported: [Double] = []
        for (time, part) in [(10.05, 2.0 / 3), (10.075, 0.5), (10.1, 1.0 / 3)] {
            #expect(chart.advance(to: time))
            let now = try ink()
            #expect(abs(now - part * whole) < 0.03 * whole, "\(time): \(now) of \(whole)")
            reported.append(chart.placedLabels(bench.typesetter).x.map(\.opacity).max() ?? 0)
        }
        #expect(zip(reported, [2.0 / 3, 0.5, 1.0 / 3]).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(chart.advance(to: 10.15))
        #expect(try ink() == 0)
        #expect(chart.placedLabels(bench.typesetter).x.isEmpty)
        #expect(chart.advance(to: 10.225))
        let half = try ink()
        #expect(!chart.advance(to: 10.3))
        let end = try ink()
        #expect(end > 0.5 * whole)
        #expect(abs(half - 0.5 * end) < 0.03 * end)
    }

    private struct Suffixed: AxisLabeling {
        let words: TimeWords
        func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
            var label = words.label(tick, step: step)
            label.text += "."
            return label
        }
        func samples(step: AxisStep) -> [AxisLabel] { words.samples(step: step) }
    }

    /// The opacity of labels that the GPU draws at the ends of the axis equals the reported one.
    @Test func labelsPaleAtTheEndsOfTheAxis() throws {
        let start = utc(2026, 3, 1)
        let bench = try Bench(
            frame: Rect(x: 0, y: 0, width: 640, height: 200),
            range: Extent(min: start, max: start + 10 * Self.day))
        let chart = bench.chart
        chart.style.grid = Color(hex: 0)
        _ = try bench.draw()
        let unit = 10 * Self.day / chart.plot.width
        var (partly, whole) = (0, 0.0)
        var inks: [(opacity: Double, ink: Double)] = []
        let tick = start + 3 * Self.day
        for step in stride(from: -40.0, through: 40, by: 0.5) {
            let begin = tick + step * unit
            bench.show(x: Extent(min: begin, max: begin + 10 * Self.day))
            let picture = try bench.draw()
            let labels = chart.placedLabels(bench.typesetter).x
            let label = labels.first { $0.value == tick }
            let from = Int(label?.rect.minX ?? 0) - 1
            let to = Int(label?.rect.maxX ?? -2) + 2
            var sum = 0.0
            let row = Int(chart.plot.maxY + chart.style.timeLabelBaseline)
            for y in row - 12..<row + 4 {
                for x in max(0, from)..<max(0, from, to) { sum += Double(picture[x, y] & 0xFF) }
            }
            guard let label else { continue }
            inks.append((label.opacity, sum))
            if label.opacity == 1 { whole = max(whole, sum) } else { partly += 1 }
            #expect(bench.frame.contains(label.rect))
        }
        #expect(partly >= 4)
        for (opacity, ink) in inks {
            #expect(abs(ink - opacity * whole) < 0.2 * whole, "\(opacity): \(ink) of \(whole)")
        }
    }

    /// The names of months in a picture at rest are whole or absent, wherever the months begin.
    @Test(arguments: [true, false]) func namesOfMonthsAreWholeOrAbsent(showsSingle: Bool) throws {
        let start = utc(2026, 3, 1)
        let bench = try Bench(
            frame: Rect(x: 0, y: 0, width: 640, height: 200),
            range: Extent(min: start, max: start + 20 * Self.day))
        bench.chart.xAxis.labeling = TimeLabels(
            calendar: CivilCalendar(zone: .utc), locale: LocaleFormat(identifier: "C"))
        let tiers = TierLabels()
        tiers.showsSingle = showsSingle
        bench.chart.annotations = [tiers]
        let april = utc(2026, 4, 1)
        var counts: Set<Int> = []
        for step in 0..<100 {
            let from = start + Double(step) * 0.31 * Self.day
            let range = Extent(min: from, max: from + 20 * Self.day)
            bench.show(x: range)
            // Until the fades have ended.
            for second in 1...4 {
                bench.chart.advance(to: 10 * Double(step + 1) + Double(second))
                try bench.draw(reading: false)
            }
            let pills = tiers.placedLabels(in: bench.chart)
            for pill in pills {
                #expect(pill.opacity == 1)
                #expect(pill.rect.minX >= bench.chart.plot.minX - 0.5)
                #expect(pill.rect.maxX <= bench.chart.plot.maxX + 0.5)
            }
            let isSingle = range.max <= april || range.min >= april
            if isSingle { #expect(pills.count == (showsSingle ? 1 : 0), "\(step)") }
            counts.insert(pills.count)
        }
        #expect(counts.contains(2) && counts.contains(showsSingle ? 1 : 0))
    }

    /// A pan shapes nothing and sends nothing while nothing fades.
    @Test func aPanSendsNothing() throws {
        let start = utc(2026, 3, 1)
        let bench = try Bench(
            frame: Rect(x: 0, y: 0, width: 640, height: 200),
            range: Extent(min: start, max: start + 20 * Self.day))
        bench.chart.annotations = [TierLabels()]
        bench.chart.advance(to: 9)
        try bench.draw(reading: false)
        try bench.draw(reading: false)
        let unit = 20 * Self.day / bench.chart.plot.width
        let shaped = bench.typesetter.shapedCount
        for frame in 1...40 {
            bench.show(
                x: Extent(
                    min: start + Double(frame) * unit,
                    max: start + Double(frame) * unit + 20 * Self.day))
            #expect(!bench.chart.advance(to: 10 + Double(frame) / 60))
            try bench.draw(reading: false)
            #expect(bench.statistics.uploadedBytes == 0, "frame \(frame)")
        }
        #expect(bench.typesetter.shapedCount == shaped)
    }
}
