import ChartCore
import Geometry
import SeededRandom
import Testing

/// Ticks and samples compared with exact arithmetic, from windows of a millisecond to 120 years.
@Suite struct TimePrecisionTests {
    static let centers = [
        1e6, -1e6, 0.25, utc(2026, 11, 21, 9, 41) + 0.123, utc(2099, 12, 31, 23, 59, 59.9995),
        utc(1900, 1, 1),
    ]
    static let year = 31_556_952.0

    /// Windows around a centre: a millisecond, every decade and some between, 120 years.
    private func windows(_ center: Double) -> [Extent] {
        var lengths: [Double] = []
        var length = 1e-3
        while length < 120 * Self.year {
            lengths += [length, length * 2.7, length * 6.1]
            length *= 10
        }
        lengths.removeAll { $0 > 120 * Self.year }
        return (lengths + [120 * Self.year]).map {
            // Ends that are not round.
            let min = center - 0.4137 * $0
            return Extent(min: min, max: min + $0)
        }
    }

    /// The instant of a tick in universal time, from its number alone.
    private func instant(_ ordinal: Int, _ step: CalendarStep) -> Exact {
        switch step.unit {
        case .fraction:
            var perSecond = 1
            for _ in 0..<step.fractionDigits { perSecond *= 10 }
            return Exact(ordinal * step.count, over: perSecond)
        case .second, .minute, .hour: return Exact(ordinal * Int(step.length), over: 1)
        case .day: return Exact(ordinal * step.count * 86_400, over: 1)
        case .week: return Exact((ordinal * 7 - 3) * 86_400, over: 1)
        case .month:
            let month = ordinal * step.count
            let year = Int((Double(month) / 12).rounded(.down))
            return Exact(Int(utc(year, month - year * 12 + 1, 1)), over: 1)
        case .year: return Exact(Int(utc(ordinal * step.count, 1, 1)), over: 1)
        }
    }

    @Test(arguments: centers) func ticksStandWhereTheyShould(center: Double) throws {
        let calendar = CivilCalendar(zone: .utc)
        for pixels in [1280, 2560] {
            var ticker = AxisTicker(margin: 0.4)
            for window in windows(center) {
                let mapping = ScaleMapping(kind: .time(calendar), range: window)
                ticker.update(mapping, length: Double(pixels)) { _ in 80 }
                guard case .calendar(let step) = ticker.step else {
                    Issue.record("no step of the calendar at \(window.length)")
                    continue
                }
                let ticks = ticker.ticks(in: window)
                #expect(ticks.count >= 2 && ticks.count <= pixels / 50, "\(step) in \(window)")
                let projection = Projection(
                    x: mapping, y: ScaleMapping(range: .unit),
                    plot: Rect(x: 0, y: 0, width: Double(pixels), height: 100))
                for tick in ticks {
                    let exact = instant(tick.ordinal, step)
                        .pixel(min: window.min, max: window.max, pixels: pixels)
                    let error = abs(projection.px(tick.value) - exact)
                    // The remaining error is the rounding of the instant to a Double; beyond 2³¹
                    // seconds that alone is half a pixel if a millisecond has 2560 of them.
                    let rounding = tick.value.ulp / 2 * projection.pointsPerX
                    #expect(
                        error < 0.02 + rounding && (error < 0.5 || abs(center) > 0x1p31),
                        "\(step) at \(tick.value), \(window.length) s wide")
                }
                // None is missing: numbers are consecutive, and the next ones are outside.
                for (a, b) in zip(ticks, ticks.dropFirst()) { #expect(b.ordinal == a.ordinal + 1) }
                let first = try #require(ticks.first)
                let last = try #require(ticks.last)
                #expect(instant(first.ordinal - 1, step) < Exact(window.min))
                #expect(instant(last.ordinal + 1, step) > Exact(window.max))
            }
        }
    }

    @Test(arguments: centers) func samplesStandWhereTheyShould(center: Double) {
        var numbers = SplitMix(seed: UInt64(abs(center)))
        for window in windows(center) {
            for pixels in [1280, 2560] {
                let left = 37.0
                let projection = Projection(
                    x: ScaleMapping(kind: .time(CivilCalendar(zone: .utc)), range: window),
                    y: ScaleMapping(range: .unit),
                    plot: Rect(x: left, y: 0, width: Double(pixels), height: 100))
                for _ in 0..<50 {
                    let time =
                        window.min + Double.random(in: -0.5...1.5, using: &numbers) * window.length
                    // A Double near zero may have digits that `Exact` cannot represent.
                    guard abs(time) > 0x1p-10 else { continue }
                    let exact =
                        left
                        + Exact(time).pixel(min: window.min, max: window.max, pixels: pixels)
                    #expect(abs(projection.px(time) - exact) < 0.01)
                    // Back again: to the precision of the time in a Double.
                    let back = projection.xValue(at: projection.px(time))
                    #expect(abs(back - time) <= window.length * 1e-12 + 2 * time.ulp)
                }
                #expect(projection.px(window.min) == left)
                #expect(projection.px(window.max) == left + Double(pixels))
            }
        }
    }

    @Test func aZoomThroughAllDecadesKeepsItsCenter() {
        // From 120 years to a millisecond in small steps: the sample under the fingers stays there.
        let center = 1e6 + 0.000_123
        var range = Extent(min: center - 60 * Self.year, max: center + 60 * Self.year)
        var steps = 0
        while range.length > 1e-3, steps < 10_000 {
            range = AxisLimits.none.zoomed(range, by: 1.037, about: center)
            steps += 1
            let exact = Exact(center).pixel(min: range.min, max: range.max, pixels: 1280)
            #expect(abs(exact - 640) < 0.5, "\(range.length) s wide")
        }
        #expect(steps < 1000)
    }

    @Test func neighbouringTicksKeepTheirDistance() throws {
        // In the finest windows, the pixel distances of ticks differ only by the rounding of a
        // Double: no jitter along the axis.
        let calendar = CivilCalendar(zone: .utc)
        for center in Self.centers {
            let window = Extent(min: center, max: center + 1e-3)
            var ticker = AxisTicker(margin: 0.4)
            ticker.update(
                ScaleMapping(kind: .time(calendar), range: window), length: 1280
            ) { _ in 80 }
            let ticks = ticker.ticks(in: window).map(\.value)
            let step = try #require(ticks.count > 1 ? (ticks[ticks.count - 1] - ticks[0]) : nil)
            let mean = step / Double(ticks.count - 1)
            for (a, b) in zip(ticks, ticks.dropFirst()) {
                #expect(abs(b - a - mean) <= 2 * max(center.magnitude.ulp, 1e-15))
            }
        }
    }
}
