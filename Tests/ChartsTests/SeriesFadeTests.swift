import ChartCore
import ChartInteraction
import ChartScene
import Charts
import Geometry
import Testing

/// Marks that appear, disappear and change on the chart's clock.
@MainActor @Suite struct SeriesFadeTests {
    private func line(_ id: String, _ value: Double, color: UInt32 = 0xFF0000) -> LineMark {
        let mark = LineMark(id: id, style: LineStyle(width: 20, color: Color(hex: color)))
        mark.show(SampleSeries(times: [0, 7 * 86_400], values: [value, value]))
        return mark
    }

    /// The red of the line in the middle of the plot.
    private func red(_ bench: Bench) throws -> Int {
        let picture = try bench.draw()
        let plot = bench.chart.plot
        return Int(picture.color(at: Point(x: plot.midX + 5, y: plot.midY + 3)) >> 16 & 0xFF)
    }

    private func bench(_ marks: [any Mark]) throws -> Bench {
        let bench = try Bench()
        bench.show(values: Extent(min: 0, max: 100))
        bench.chart.marks = marks
        bench.prepare()
        bench.chart.advance(to: 1)
        return bench
    }

    @Test func aMarkFadesOutAndIn() throws {
        let mark = line("line", 50)
        let bench = try bench([mark])
        let chart = bench.chart
        #expect(try red(bench) == 255)
        chart.setShown(false, of: mark, at: 2)
        // Its properties report it as hidden, and it is still visible.
        #expect(mark.isHidden && chart.opacity(of: mark) == 1)
        #expect(!chart.hasData(over: chart.x.range))
        #expect(chart.advance(to: 2.15))
        // Three quarters of the way at half time.
        #expect(abs(chart.opacity(of: mark) - 0.25) < 1e-9)
        #expect(abs(try red(bench) - 64) <= 2)
        #expect(!chart.advance(to: 2.3))
        #expect(try red(bench) == 0 && chart.opacity(of: mark) == 0)
        chart.setShown(true, of: mark, at: 3)
        #expect(!mark.isHidden && chart.opacity(of: mark) == 0)
        chart.advance(to: 3.15)
        #expect(abs(try red(bench) - 191) <= 2)
        chart.advance(to: 3.3)
        #expect(try red(bench) == 255)
        // A mark that is shown already does not change.
        chart.setShown(true, of: mark, at: 4)
        #expect(!chart.advance(to: 4.01))
    }

    @Test func aFadeTurnsRoundWithoutAJump() throws {
        let mark = line("line", 50)
        let chart = try bench([mark]).chart
        chart.setShown(false, of: mark, at: 2)
        chart.advance(to: 2.1)
        let there = chart.opacity(of: mark)
        chart.setShown(true, of: mark, at: 2.1)
        #expect(chart.opacity(of: mark) == there)
        chart.advance(to: 2.1)
        #expect(abs(chart.opacity(of: mark) - there) < 1e-9)
        var last = there
        for tick in 1...30 {
            chart.advance(to: 2.1 + Double(tick) * 0.01)
            let now = chart.opacity(of: mark)
            #expect(abs(now - last) < 0.11 && (0...1).contains(now))
            last = now
        }
        #expect(last == 1)
    }

    @Test func theValuesAreFittedForWhatWillBeShown() throws {
        let (low, high) = (line("low", 10), line("high", 90))
        let bench = try Bench(filters: [HeadroomFilter()])
        let chart = bench.chart
        chart.marks = [low, high]
        bench.prepare()
        chart.fitValues(over: chart.x.range, at: 0, animated: false)
        #expect(abs(chart.y.range.max - 94.5) < 1e-9)
        chart.setShown(false, of: high, at: 1)
        chart.fitValues(over: chart.x.range, at: 1, animated: true)
        #expect(abs(chart.y.target.max - 10.5) < 1e-9)
        chart.setShown(true, of: high, at: 1.1)
        chart.fitValues(over: chart.x.range, at: 1.1, animated: true)
        #expect(abs(chart.y.target.max - 94.5) < 1e-9)
    }

    @Test(arguments: [24.0, 60, 144]) func fadesAreTheSameAtEveryFrameRate(rate: Double) throws {
        let mark = line("line", 50)
        let chart = try bench([mark]).chart
        chart.setShown(false, of: mark, at: 2.003)
        var time = 2.003
        while time < 2.2 {
            chart.advance(to: time)
            time += 1 / rate
        }
        chart.advance(to: 2.203)
        let p = 0.2 / 0.3
        #expect(abs(chart.opacity(of: mark) - (1 - p * (2 - p))) < 1e-9)
    }

    @Test func whoHidesWithoutAFadeEndsIt() throws {
        let mark = line("line", 50)
        let chart = try bench([mark]).chart
        mark.isHidden = true
        chart.setShown(true, of: mark, at: 2)
        chart.advance(to: 2.1)
        mark.isHidden = true
        #expect(chart.opacity(of: mark) == 0)
        mark.isHidden = false
        chart.interaction.options.reducesMotion = true
        chart.setShown(false, of: mark, at: 3)
        #expect(chart.opacity(of: mark) == 0)
        #expect(!chart.advance(to: 3))
    }

    @Test func aKeptPictureIsNotThatOfAnotherMomentOfTheFade() throws {
        let mark = line("line", 50)
        let bench = try bench([mark])
        bench.chart.style.ground = Color(hex: 0)
        for _ in 0..<4 { #expect(try red(bench) == 255) }
        bench.chart.setShown(false, of: mark, at: 2)
        var last = 256
        for tick in 1...8 {
            bench.chart.advance(to: 2 + Double(tick) * 0.03)
            let now = try red(bench)
            #expect(now < last)
            last = now
        }
        bench.chart.advance(to: 2.3)
        for _ in 0..<4 { #expect(try red(bench) == 0) }
    }

    // MARK: Attributes

    @Test func attributesMoveOnTheChartsClock() throws {
        let mark = line("line", 50)
        let other = line("other", 30)
        let bench = try bench([mark, other])
        let chart = bench.chart
        var order: [String] = []
        chart.animate(\.style.color, of: mark, to: Color(hex: 0x0000FF), at: 2)
        chart.animate(
            \.style.width, of: mark, to: 40, at: 2,
            onStart: {
                order.append("start at \(mark.style.width)")
                // Begun in that frame, it takes its first step there, too.
                chart.animate(\.style.width, of: other, to: 40, at: 2)
            }, onEnd: { order.append("end \($0)") })
        #expect(order.isEmpty, "nothing before the frame")
        chart.advance(to: 2.15)
        #expect(order == ["start at 20.0"])
        #expect(abs(mark.style.width - 35) < 1e-9 && abs(other.style.width - 35) < 1e-9)
        #expect(abs(mark.style.color.red - 0.25) < 1e-6 && abs(mark.style.color.blue - 0.75) < 1e-6)
        // Replaced from its value and velocity: at half time it still moves by 20 in 0.3 s.
        let speed = 20 * 1.0 / 0.3
        chart.animate(\.style.width, of: mark, to: 10, at: 2.15)
        chart.advance(to: 2.150001)
        #expect(abs((mark.style.width - 35) / 1e-6 - speed) < 0.1)
        #expect(order == ["start at 20.0", "end false"])
        #expect(!chart.advance(to: 2.5))
        #expect(mark.style.width == 10 && mark.style.color == Color(hex: 0x0000FF))
        chart.interaction.options.reducesMotion = true
        chart.animate(\.style.width, of: mark, to: 3, at: 3)
        chart.advance(to: 3)
        #expect(mark.style.width == 3)
    }

    @Test func barsGrowFromTheirBase() throws {
        let bars = BarMark(
            id: "bars", style: BarStyle(width: .fraction(0.8), colors: [Color(hex: 0xFF0000)]))
        bars.show([Bar(start: 0, end: 7 * 86_400, value: 100)])
        let bench = try bench([bars])
        let plot = bench.chart.plot
        func height() throws -> Double {
            let picture = try bench.draw()
            let x = Int(plot.midX + 5)
            let rows = (Int(plot.minY)..<Int(plot.maxY)).filter { picture[x, $0] >> 16 > 200 }
            return Double(rows.count) / plot.height
        }
        #expect(try height() > 0.97)
        bench.chart.grow(bars, at: 2)
        #expect(bars.values(over: bench.chart.x.range) == Extent(min: 0, max: 100))
        #expect(try height() == 0)
        bench.chart.advance(to: 2.15)
        #expect(abs(try height() - 0.75) < 0.02)
        #expect(!bench.chart.advance(to: 2.3))
        #expect(try height() > 0.97)
        bench.chart.interaction.options.reducesMotion = true
        bench.chart.grow(bars, at: 3)
        #expect(bars.growth == 1)
    }

    @Test func samplesBlendIntoAsManyOthers() throws {
        let mark = line("line", 20)
        let bench = try bench([mark])
        let chart = bench.chart
        func drawn() -> [Double] {
            let source = mark.blended ?? mark.source
            return (0..<source.count).map { source.value(at: $0) }
        }
        chart.blend(
            mark, to: SampleSeries(times: [0, 7 * 86_400], values: [80, .nan]), at: 2)
        // Readings are new at once.
        #expect(mark.values(over: chart.x.range) == Extent(min: 80, max: 80))
        #expect(drawn() == [20, 20])
        chart.advance(to: 2.15)
        #expect(abs(drawn()[0] - 65) < 1e-9 && drawn()[1].isNaN)
        // Other samples come meanwhile: from the present position.
        chart.blend(mark, to: SampleSeries(times: [0, 7 * 86_400], values: [25, 25]), at: 2.15)
        #expect(abs(drawn()[0] - 65) < 1e-9)
        chart.advance(to: 2.3)
        #expect(abs(drawn()[0] - 35) < 1e-9)
        #expect(!chart.advance(to: 2.45))
        #expect(mark.blended == nil && drawn() == [25, 25])
        // A different number of samples is exchanged.
        chart.blend(mark, to: SampleSeries(times: [0, 1, 2], values: [1, 2, 3]), at: 3)
        #expect(mark.blended == nil && mark.source.count == 3)
    }
}
