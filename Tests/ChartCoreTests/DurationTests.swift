import ChartCore
import SeededRandom
import Testing

/// Ticks of lengths of time, and the number of ticks of any kind.
@Suite struct DurationTests {
    @Test func theLadderIsThatOfClocks() {
        var step: DurationStep? = DurationStep(atLeast: 0.01)
        var lengths: [Double] = []
        while let known = step, known.length < 4e6 {
            lengths.append(known.length)
            step = known.coarser
        }
        #expect(
            lengths == [
                0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
                3600, 7200, 10_800, 14_400, 21_600, 43_200, 86_400, 180_000, 360_000, 720_000,
                1_800_000, 3_600_000,
            ])
        for length in lengths {
            #expect(DurationStep(atLeast: length).length == length)
            #expect(DurationStep(atLeast: length * 0.99).length == length)
            let step = DurationStep(atLeast: length)
            #expect(step.coarser?.finer == step)
            if let minor = step.minor {
                let parts = length / minor.length
                #expect(abs(parts - parts.rounded()) < 1e-9 && parts >= 2.99)
            }
        }
    }

    @MainActor @Test func aNightIsCountedInHours() throws {
        let filter = NiceRangeFilter(spacing: TickSpacing(), ladder: .duration)
        func ticks(_ top: Double, height: Double) throws -> [Double] {
            let context = RangeContext(
                source: Extent(min: 0, max: top), viewportLength: height)
            let range = filter.filter(context.source, context)
            var ticker = AxisTicker(margin: 0, ladder: .duration)
            ticker.preferred = filter.step
            ticker.update(ScaleMapping(kind: .linear, range: range), length: height) { _ in
                TickSpacing().distance(length: height)
            }
            #expect(ticker.ticks.first?.value == range.min)
            #expect(ticker.ticks.last?.value == range.max)
            return ticker.ticks.map(\.value)
        }
        #expect(try ticks(7.4 * 3600, height: 440) == [0, 7200, 14_400, 21_600, 28_800])
        #expect(try ticks(42 * 60, height: 440) == [0, 600, 1200, 1800, 2400, 3000].map { $0 * 1 })
        #expect(try ticks(166 * 3600, height: 300) == [0, 50, 100, 150, 200].map { $0 * 3600 })
        #expect(try ticks(50, height: 440) == [0, 10, 20, 30, 40, 50])
        #expect(try ticks(22 * 3600, height: 440) == [0, 6, 12, 18, 24].map { $0 * 3600 })
        // Without a round range the ladder is the same.
        var ticker = AxisTicker(margin: 0, ladder: .duration)
        ticker.update(
            ScaleMapping(kind: .linear, range: Extent(min: 0, max: 25_000)), length: 440
        ) { _ in 80 }
        #expect(ticker.ticks.map(\.value) == [0, 7200, 14_400, 21_600])
    }

    /// Three to six ticks that extend over the whole plot, for any data and height.
    @MainActor @Test func ticksCoverEveryPlot() throws {
        var numbers = SplitMix(seed: 7)
        let spacing = TickSpacing()
        for ladder in [ValueLadder.decimal, .duration] {
            let filter = NiceRangeFilter(maximumTicks: 24, spacing: spacing, ladder: ladder)
            for _ in 0..<3000 {
                let height = Double.random(in: 90...700, using: &numbers)
                let scale = Double.random(in: -2...7, using: &numbers)
                let low = Double.random(in: -3...3, using: &numbers)
                let length = Double.random(in: 0.05...6, using: &numbers)
                var unit = 1.0
                for _ in 0..<abs(Int(scale)) { unit *= scale < 0 ? 0.1 : 10 }
                let data = Extent(min: low * unit, max: (low + length) * unit)
                let context = RangeContext(source: data, viewportLength: height)
                let range = filter.filter(data, context)
                #expect(range.contains(data))
                var ticker = AxisTicker(margin: 0, ladder: ladder)
                ticker.preferred = filter.step
                ticker.update(ScaleMapping(kind: .linear, range: range), length: height) { _ in
                    spacing.distance(length: height)
                }
                let ticks = ticker.ticks.map(\.value)
                #expect((3...6).contains(ticks.count), "\(ticks) for \(data) at \(height)")
                let slack = 1e-9 * range.length
                #expect(abs((ticks.first ?? .nan) - range.min) <= slack)
                #expect(abs((ticks.last ?? .nan) - range.max) <= slack)
                let apart = height / Double(max(ticks.count - 1, 1))
                #expect(apart >= spacing.distance(length: height) * (1 - 1e-9))
            }
        }
    }

    @MainActor @Test func countsHaveNoFractions() {
        let filter = NiceRangeFilter(finest: DecimalStep(mantissa: 1, exponent: 0))
        let context = RangeContext(source: Extent(min: 0, max: 2))
        #expect(filter.filter(context.source, context) == Extent(min: 0, max: 2))
        #expect(filter.step == .decimal(DecimalStep(mantissa: 1, exponent: 0)))
    }
}
