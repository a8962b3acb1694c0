import ChartCore
import SeededRandom
import Testing

/// Values stored in one unit and shown in another, compared with plain arithmetic.
@Suite struct ShownUnitTests {
    private static let pound = 0.453_592_37
    private static let pounds = ShownUnit(size: pound)
    private static let fahrenheit = ShownUnit(size: 1 / 1.8, offset: 32)
    private static let glucose = ShownUnit(size: 18.016)

    private func ticks(
        _ range: Extent, length: Double, room: Double, _ unit: ShownUnit,
        ladder: ValueLadder = .decimal
    ) -> [Tick] {
        var ticker = AxisTicker(margin: 0, ladder: ladder, unit: unit)
        ticker.update(ScaleMapping(range: range), length: length) { _ in room }
        return ticker.ticks
    }

    // MARK: Conversion

    @Test func numbersOfFewDigitsComeBackAsTheyWere() {
        for tenths in -4000...4000 {
            let number = Double(tenths) / 10
            #expect(Self.pounds.shown(number * Self.pound) == number)
            #expect(Self.glucose.shown(number * 18.016) == number)
            for unit in [Self.pounds, Self.fahrenheit, Self.glucose] {
                #expect(unit.shown(unit.value(ofShown: number)) == number)
                #expect(unit.shown(difference: unit.difference(ofShown: number)) == number)
            }
        }
    }

    @Test func temperaturesHaveAnOffsetAndTheirDifferencesNone() {
        for (celsius, fahrenheit) in [
            (37.0, 98.6), (0, 32), (-40, -40), (100, 212), (36.6, 97.88), (-17.5, 0.5),
        ] {
            #expect(Self.fahrenheit.shown(celsius) == fahrenheit)
            #expect(Self.fahrenheit.value(ofShown: fahrenheit) == celsius)
        }
        #expect(Self.fahrenheit.shown(difference: 0.5) == 0.9)
        #expect(Self.fahrenheit.difference(ofShown: 1.8) == 1)
        let range = Self.fahrenheit.shown(Extent(min: 35, max: 40))
        #expect(range == Extent(min: 95, max: 104))
        #expect(Self.fahrenheit.range(ofShown: range) == Extent(min: 35, max: 40))
    }

    @Test func withoutAConversionNothingIsTouched() {
        for number in [
            0.1 + 0.2, 1.0 / 3, 1e300, -Double.leastNonzeroMagnitude, .infinity,
            70.600_000_000_000_01,
        ] {
            #expect(ShownUnit.same.shown(number) == number)
            #expect(ShownUnit.same.value(ofShown: number) == number)
        }
        #expect(Self.pounds.shown(.nan).isNaN && Self.pounds.shown(.infinity) == .infinity)
        #expect(Self.fahrenheit.shown(-.infinity) == -.infinity)
        // Small values are not taken for zero.
        #expect(abs(Self.pounds.shown(4.535_923_7e-9) / 1e-8 - 1) < 1e-12)
    }

    // MARK: Ticks

    @Test func ticksAreRoundInTheUnitShown() {
        // 149.9 to 169.8 pounds.
        let weights = ticks(Extent(min: 68, max: 77), length: 440, room: 80, Self.pounds)
        #expect(weights.map(\.shown) == [150, 155, 160, 165])
        for tick in weights { #expect(abs(tick.value - tick.shown * Self.pound) < 1e-12) }
        // 96.8 to 100.4 degrees Fahrenheit.
        let temperatures = ticks(Extent(min: 36, max: 38), length: 300, room: 60, Self.fahrenheit)
        #expect(temperatures.map(\.shown) == [97, 98, 99, 100])
        for tick in temperatures { #expect(abs(tick.value - (tick.shown - 32) / 1.8) < 1e-12) }
        // 4.72 to 6.38 mmol/L.
        let glucose = ticks(Extent(min: 85, max: 115), length: 300, room: 60, Self.glucose)
        #expect(glucose.map(\.shown) == [5, 5.5, 6])
        for tick in glucose { #expect(abs(tick.value - tick.shown * 18.016) < 1e-12) }
        #expect(glucose.map(\.ordinal) == [10, 11, 12])
    }

    @Test func ticksThatAreShownAsTheyAreSayThemselves() {
        let plain = ticks(Extent(min: 0, max: 1), length: 500, room: 90, .same)
        #expect(plain.map(\.shown) == [0, 0.2, 0.4, 0.6, 0.8, 1])
        #expect(plain.map(\.value) == plain.map(\.shown))
        #expect(Tick(value: -0.0, ordinal: 0).shown.sign == .plus)
    }

    @Test func minorTicksAndFixedIntervalsAreInThatUnitToo() {
        var ticker = AxisTicker(margin: 0, unit: Self.pounds)
        let range = Self.pounds.range(ofShown: Extent(min: 150, max: 170))
        ticker.update(ScaleMapping(range: range), length: 440) { _ in 80 }
        #expect(ticker.ticks.map(\.shown) == [150, 155, 160, 165, 170])
        // A fifth of five pounds, without the fifth of them.
        #expect(ticker.minorTicks.count == 16)
        for (place, value) in ticker.minorTicks.enumerated() {
            let pounds = 150 + Double(place / 4 * 5 + place % 4 + 1)
            #expect(abs(value - pounds * Self.pound) < 1e-12)
        }
        ticker.fixed = IntervalTicks(interval: 8)
        ticker.update(ScaleMapping(range: range), length: 440) { _ in 80 }
        #expect(ticker.ticks.map(\.shown) == [152, 160, 168])
        #expect(abs(ticker.ticks[1].value - 72.574_779_2) < 1e-12)
    }

    @Test func anotherUnitMakesOtherTicksOfTheSameRange() {
        var ticker = AxisTicker(margin: 1)
        let mapping = ScaleMapping(range: Extent(min: 70, max: 76))
        func update() -> Bool { ticker.update(mapping, length: 300) { _ in 60 } }
        #expect(update() && !update())
        #expect(ticker.ticks(in: mapping.range).map(\.shown) == [70, 72, 74, 76])
        let revision = ticker.revision
        ticker.unit = Self.pounds
        #expect(update() && !update())
        #expect(ticker.revision != revision)
        // 154.3 to 167.6 pounds.
        #expect(ticker.ticks(in: mapping.range).map(\.shown) == [155, 160, 165])
        ticker.ladder = .compound(parts: 14)
        #expect(update())
        #expect(ticker.ticks(in: mapping.range).map(\.shown) == [161])
        ticker.ladder = .decimal
        ticker.unit = .same
        #expect(update())
        #expect(ticker.ticks(in: mapping.range).map(\.value) == [70, 72, 74, 76])
    }

    // MARK: Ranges

    @MainActor @Test func rangesEndOnWhatIsRoundThere() {
        let filter = NiceRangeFilter(maximumTicks: 6, unit: Self.pounds)
        func range(_ data: Extent) -> Extent { filter.filter(data, RangeContext(source: data)) }
        // 154.98 to 167.11 pounds.
        let weights = range(Extent(min: 70.3, max: 75.8))
        #expect(abs(weights.min - 150 * Self.pound) < 1e-12)
        #expect(abs(weights.max - 170 * Self.pound) < 1e-12)
        #expect(filter.step == .decimal(DecimalStep(mantissa: 5, exponent: 0)))
        // 97.52 to 99.14 degrees Fahrenheit.
        filter.unit = Self.fahrenheit
        let temperatures = range(Extent(min: 36.4, max: 37.3))
        #expect(abs(temperatures.min - (97.5 - 32) / 1.8) < 1e-12)
        #expect(temperatures.max == 37.5)
        #expect(filter.step == .decimal(DecimalStep(mantissa: 5, exponent: -1)))
        // Round ends stay unchanged.
        #expect(range(temperatures) == temperatures)
        // Stones: 153.2 to 166.7 pounds, by sevens.
        filter.unit = Self.pounds
        filter.ladder = .compound(parts: 14)
        let stones = range(Extent(min: 69.5, max: 75.6))
        #expect(abs(stones.min - 147 * Self.pound) < 1e-12)
        #expect(abs(stones.max - 168 * Self.pound) < 1e-12)
    }

    /// Three to six ticks that extend over the whole plot, for any data, height and unit.
    @MainActor @Test func ticksCoverEveryPlot() {
        var numbers = SplitMix(seed: 11)
        let spacing = TickSpacing()
        let axes: [(ShownUnit, ValueLadder)] = [
            (Self.pounds, .decimal), (Self.fahrenheit, .decimal), (Self.glucose, .decimal),
            (ShownUnit(size: 1609.344), .decimal), (ShownUnit(size: 1000 / 133.3224), .decimal),
            (Self.pounds, .compound(parts: 14)), (ShownUnit(size: 0.0254), .compound(parts: 12)),
        ]
        for (unit, ladder) in axes {
            let filter = NiceRangeFilter(
                maximumTicks: 24, spacing: spacing, ladder: ladder, unit: unit)
            for _ in 0..<1500 {
                let height = Double.random(in: 90...700, using: &numbers)
                let low = Double.random(in: -3...3, using: &numbers)
                let length = Double.random(in: 0.05...6, using: &numbers)
                let scale: Double = [0.1, 1, 10, 100, 1000].randomElement(using: &numbers) ?? 1
                let data = Extent(min: low * scale, max: (low + length) * scale)
                let context = RangeContext(source: data, viewportLength: height)
                let range = filter.filter(data, context)
                let slack = 1e-9 * range.length
                #expect(range.expanded(by: slack).contains(data))
                var ticker = AxisTicker(margin: 0, ladder: ladder, unit: unit)
                ticker.preferred = filter.step
                ticker.update(ScaleMapping(range: range), length: height) { _ in
                    spacing.distance(length: height)
                }
                let ticks = ticker.ticks
                #expect(
                    (3...6).contains(ticks.count), "\(ticks.map(\.shown)) for \(data) at \(height)")
                #expect(ticks.first?.value == range.min && ticks.last?.value == range.max)
                guard let step = ticker.step?.length else { continue }
                for tick in ticks {
                    let steps = tick.shown / step
                    #expect(abs(steps - steps.rounded()) < 1e-6)
                    #expect(
                        abs(tick.value - (tick.shown - unit.offset) * unit.size) <= slack)
                }
            }
        }
    }
}

/// Round steps of values that are shown in two units.
@Suite struct CompoundStepTests {
    private func ladder(_ parts: Int, upTo most: Double) -> [Double] {
        var lengths: [Double] = []
        var step: CompoundStep? = CompoundStep(parts: parts, atLeast: 0.1)
        while let known = step, known.length <= most {
            lengths.append(known.length)
            step = known.coarser
        }
        return lengths
    }

    @Test func theLadderIsThatOfThePartsOfTheLargerUnit() {
        #expect(
            ladder(14, upTo: 700) == [0.1, 0.2, 0.5, 1, 2, 7, 14, 28, 70, 140, 280, 700])
        #expect(
            ladder(12, upTo: 600) == [0.1, 0.2, 0.5, 1, 2, 3, 4, 6, 12, 24, 60, 120, 240, 600])
    }

    @Test func theLadderGoesBothWaysAndEnds() {
        for length in ladder(14, upTo: 1e9) {
            let step = CompoundStep(parts: 14, atLeast: length)
            #expect(step.length == length)
            #expect(CompoundStep(parts: 14, atLeast: length * 0.99) == step)
            #expect(step.coarser?.finer == step)
            if let minor = step.minor {
                let parts = length / minor.length
                #expect(abs(parts - parts.rounded()) < 1e-9 && parts >= 2)
            }
        }
        var steps = 0
        var step: CompoundStep? = CompoundStep(parts: 12, atLeast: 1)
        while let next = step?.finer, steps < 1000 {
            step = next
            steps += 1
        }
        #expect(steps < 100)
        while let next = step?.coarser, steps < 1000 {
            step = next
            steps += 1
        }
        #expect(steps < 200)
    }

    @Test func ticksOfStonesAndOfFeet() {
        func shown(_ parts: Int, _ range: Extent, _ room: Double) -> [Double] {
            var ticker = AxisTicker(margin: 0, ladder: .compound(parts: parts))
            ticker.update(ScaleMapping(range: range), length: 300) { _ in room }
            return ticker.ticks.map(\.shown)
        }
        #expect(shown(14, Extent(min: 150, max: 180), 60) == [154, 161, 168, 175])
        #expect(shown(14, Extent(min: 150, max: 180), 100) == [154, 168])
        #expect(shown(12, Extent(min: 60, max: 76), 60) == [60, 64, 68, 72, 76])
    }
}
