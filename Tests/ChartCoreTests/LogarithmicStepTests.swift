import ChartCore
import Glibc
import SeededRandom
import Testing

/// Ticks of logarithmic scales, compared with lists made from decimal text.
@Suite struct LogarithmicStepTests {
    /// The numbers of a decade at a level, as the digits after `0.`, from text.
    private static func digits(_ level: Int) -> [String] {
        func every(_ step: Int, _ from: Int, _ to: Int) -> [Int] {
            Array(stride(from: from, to: to, by: step))
        }
        // In hundredths of the decade's beginning.
        let hundredths: [Int]
        switch level {
        case 0: hundredths = [100]
        case -1: hundredths = [100, 200, 500]
        case -2: hundredths = every(100, 100, 1000)
        case -3: hundredths = every(20, 100, 200) + every(50, 200, 500) + every(100, 500, 1000)
        case -4: hundredths = every(10, 100, 200) + every(20, 200, 500) + every(50, 500, 1000)
        case -5: hundredths = every(5, 100, 200) + every(10, 200, 500) + every(20, 500, 1000)
        case -6: hundredths = every(2, 100, 200) + every(5, 200, 500) + every(10, 500, 1000)
        default: hundredths = every(1, 100, 200) + every(2, 200, 500) + every(5, 500, 1000)
        }
        return hundredths.map(String.init)
    }

    /// All numbers of a level between two decades, correctly rounded by the standard library.
    private static func numbers(_ level: Int, _ decades: ClosedRange<Int>) -> [Double] {
        decades.flatMap { decade in
            digits(level).compactMap { Double("\($0)e\(decade - 2)") }
        }
    }

    @Test(arguments: -7...0) func ticksAreTheNumbersOfTheirLevel(level: Int) {
        let step = LogarithmicStep(level: level)
        let all = Self.numbers(level, -9...9)
        for (low, high) in [(-8.0, 8.0), (0, 1), (-0.3, 2.31), (2.999, 3.001), (-6.5, -6.45)] {
            let range = Extent(min: low, max: high)
            let ticks = step.ticks(over: range)
            let expected = all.filter { range.contains(log10($0)) }
            #expect(ticks.map(\.shown) == expected, "\(level), \(range)")
            #expect(ticks.map(\.value) == expected.map { log10($0) })
            // Ordinals are consecutive: every n-th tick is the same in every range.
            #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.ordinal + 1 == $1.ordinal })
        }
        #expect(step.ticks(over: Extent(min: 0, max: 0)).map(\.ordinal) == [0])
    }

    @Test func coarseStepsHaveEveryNthDecade() {
        for (level, n) in [(1, 2), (2, 5), (3, 10), (4, 20)] {
            let step = LogarithmicStep(level: level)
            #expect(step.decades == n && step.length == Double(n))
            let ticks = step.ticks(over: Extent(min: -43, max: 61))
            #expect(ticks.map(\.value) == (-43...61).filter { $0 % n == 0 }.map(Double.init))
            #expect(ticks.map(\.ordinal) == ticks.map { Int($0.value) / n })
        }
    }

    @Test func lengthsAreTheMeanAndTheLeast() {
        var last = Double.infinity
        for level in (-20...4).reversed() {
            let step = LogarithmicStep(level: level)
            #expect(step.length < last)
            #expect(last == .infinity || last / step.length < 3.01)
            last = step.length
            let ticks = step.ticks(
                over: Extent(min: 0, max: level > 0 ? 100 : level > -14 ? 1 : 0.01))
            let gaps = zip(ticks.dropFirst(), ticks).map { $0.value - $1.value }
            #expect(abs((gaps.min() ?? 0) - step.shortest) < 1e-12 || level <= -14)
            if level <= 0, level > -14 {
                #expect(abs(1 / Double(gaps.count) - step.length) < 1e-12)
            }
            // Neither crowded nor empty anywhere.
            if level != -2 { #expect((gaps.max() ?? 0) < 2.6 * step.shortest) }
            #expect(step.finer?.coarser == step)
        }
    }

    @Test func minorTicksStandAmongMajorOnes() {
        for level in -12...4 {
            for size in [nil, 1.0, 30] {
                let step = LogarithmicStep(level: level, linearTo: size)
                guard let minor = step.minor else { continue }
                let range = Extent(min: 0, max: level > 0 ? 40 : level > -8 ? 1.5 : 0.3)
                let major = step.ticks(over: range).map(\.shown)
                let fine = Set(minor.ticks(over: range).map(\.shown))
                #expect(major.allSatisfy { fine.contains($0) }, "\(level), \(size ?? 0)")
            }
        }
        var ticker = AxisTicker(margin: 0)
        ticker.update(
            ScaleMapping(kind: .logarithmic, range: Extent(min: -1, max: 2)), length: 300
        ) { _ in 60 }
        #expect(ticker.ticks.map(\.shown) == [0.1, 1, 10, 100])
        let minor = [2.0, 3, 4, 5, 6, 7, 8, 9]
        let expected =
            minor.map { log10($0 / 10) } + minor.map { log10($0) } + minor.map { log10($0 * 10) }
        #expect(zip(ticker.minorTicks, expected).allSatisfy { abs($0 - $1) < 1e-14 })
        #expect(ticker.minorTicks.count == 24)
    }

    // MARK: Symmetric

    @Test func symmetricTicksAreZeroAndDecadesOnBothSides() {
        let step = LogarithmicStep(linearTo: 1)
        let range = Extent(min: -3.6, max: 2.6)
        #expect(step.ticks(over: range).map(\.shown) == [-1000, -100, -10, -1, 0, 1, 10, 100])
        #expect(step.ticks(over: range).map(\.ordinal) == [-4, -3, -2, -1, 0, 1, 2, 3])
        // 20 is too near to zero to be distinguished if a decade has one tick.
        let wide = LogarithmicStep(linearTo: 20)
        #expect(wide.ticks(over: Extent(min: -1.6, max: 1.6)).map(\.shown) == [-100, 0, 100])
        let pairs = LogarithmicStep(level: 1, linearTo: 1)
        #expect(pairs.ticks(over: Extent(min: 0, max: 7)).map(\.shown) == [0, 100, 1e4, 1e6])
        let thirds = LogarithmicStep(level: -1, linearTo: 1)
        #expect(
            thirds.ticks(over: Extent(min: -0.5, max: 2)).map(\.shown) == [-1, 0, 1, 2, 5, 10, 20])
        let whole = LogarithmicStep(level: -2, linearTo: 1)
        #expect(
            whole.ticks(over: Extent(min: -0.45, max: 1.5)).map(\.shown)
                == [
                    -1, -0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8, 1, 2, 3, 4, 5, 6, 7, 8, 9,
                    10,
                ])
    }

    @Test(arguments: [1e-6, 0.3, 1, 2, 5, 9.49, 13, 14.4, 4e7])
    func symmetricTicksStandApartEverywhere(
        size: Double
    ) {
        let transform = ScaleTransform.symmetricLogarithmic(linearTo: size)
        for level in -9...4 {
            let step = LogarithmicStep(level: level, linearTo: size)
            let reach = level > 0 ? 60.0 : level > -6 ? 3 : 0.8
            let ticks = step.ticks(over: Extent(min: -reach, max: reach))
            #expect(ticks.contains { $0.value == 0 && $0.ordinal == 0 })
            #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0.ordinal + 1 == $1.ordinal })
            let least = step.shortest * (1 - 1e-9)
            let most = max(3 * step.length, 1.5 * Double(step.decades))
            let odd = zip(ticks, ticks.dropFirst()).first {
                !(least...most).contains($1.value - $0.value)
            }
            #expect(odd == nil, "\(level)")
            #expect(ticks.allSatisfy { $0.value == transform.place(of: $0.shown) })
            // Round numbers: a limited number of digits.
            #expect(
                ticks.allSatisfy { tick in
                    tick.shown.description.utf8.filter { $0 > 48 && $0 < 58 }.count <= 8
                })
            // The two sides mirror each other.
            #expect(ticks.map { -$0.shown }.reversed() == ticks.map(\.shown))
        }
    }

    // MARK: Through motion

    @Test func aTickIsTheSameAtEveryZoom() {
        for kind in [ScaleKind.logarithmic, .symmetricLogarithmic(linearTo: 2)] {
            var known: [Double: Double] = [:]
            var ticker = AxisTicker(margin: 0.2)
            var most = 0
            for zoom in stride(from: -7.0, through: 4, by: 0.05) {
                let length = ScaleTransform.logarithmic.value(at: -zoom)
                ticker.update(
                    ScaleMapping(kind: kind, range: Extent(min: 1.3, max: 1.3 + length)),
                    length: 400
                ) { 80 * $0.unevenness }
                for tick in ticker.ticks {
                    #expect(known[tick.shown] ?? tick.value == tick.value)
                    known[tick.shown] = tick.value
                }
                most = max(most, ticker.ticks(in: Extent(min: 1.3, max: 1.3 + length)).count)
            }
            #expect(known.count > 30 && most <= 12, "\(known.count) \(most)")
        }
    }

    @Test func thereAreTicksAtEveryZoomAndNeverTooClose() {
        var numbers = Xorshift(seed: 7)
        for kind in [ScaleKind.logarithmic, .symmetricLogarithmic(linearTo: 0.7)] {
            for _ in 0..<3000 {
                let length = ScaleTransform.logarithmic.value(at: numbers.number(-6, 2))
                let start = numbers.number(-3, 3)
                var ticker = AxisTicker(margin: 0)
                let spacing = TickSpacing()
                ticker.update(
                    ScaleMapping(kind: kind, range: Extent(min: start, max: start + length)),
                    length: 400
                ) { max(spacing.distance(length: 400), spacing.least * $0.unevenness) }
                #expect(!ticker.ticks.isEmpty, "\(kind) \(start) \(length)")
                let pixels = ticker.ticks.map { ($0.value - start) / length * 400 }
                #expect(zip(pixels.dropFirst(), pixels).allSatisfy { $0 - $1 > 21.9 })
            }
        }
    }

    @Test func aPanNeverChangesTheStep() throws {
        for kind in [ScaleKind.logarithmic, .symmetricLogarithmic(linearTo: 5)] {
            for length in [0.002, 0.07, 0.3, 0.9, 2.2, 7, 31] {
                var ticker = AxisTicker(margin: 0.5)
                var steps: Set<AxisStep> = []
                for k in 0..<400 {
                    let start = -4 + Double(k) * 0.0217
                    ticker.update(
                        ScaleMapping(kind: kind, range: Extent(min: start, max: start + length)),
                        length: 500
                    ) { 70 * $0.unevenness }
                    steps.insert(try #require(ticker.step))
                }
                #expect(steps.count == 1)
            }
        }
    }

    @Test func aZoomThatTurnsBackKeepsTheStep() {
        var ticker = AxisTicker(margin: 0.5)
        func step(_ length: Double) -> AxisStep? {
            ticker.update(
                ScaleMapping(kind: .logarithmic, range: Extent(min: 0, max: length)), length: 400
            ) { _ in 80 }
            return ticker.step
        }
        let first = step(4.99)
        #expect(first == .logarithmic(LogarithmicStep()))
        #expect(step(5.01) == .logarithmic(LogarithmicStep(level: 1)))
        // Back over the border: only with more room than it needs.
        #expect(step(4.99) == .logarithmic(LogarithmicStep(level: 1)))
        #expect(step(4.3) == first)
    }

    // MARK: Units and ranges

    @Test func ticksAreRoundInTheUnitThatIsShown() {
        let pounds = ShownUnit(size: 0.45359237)
        let ticks = LogarithmicStep().ticks(over: Extent(min: -2, max: 2), in: pounds)
        #expect(ticks.map(\.shown) == [0.1, 1, 10, 100])
        for tick in ticks { #expect(abs(tick.value - log10(tick.shown * 0.45359237)) < 1e-14) }
        let both = LogarithmicStep(linearTo: 0.45359237).ticks(
            over: Extent(min: -1.5, max: 1.5), in: pounds)
        #expect(both.map(\.shown) == [-10, -1, 0, 1, 10])
    }

    @MainActor @Test func rangesEndOnTicks() throws {
        let filter = DecadeRangeFilter(headroom: 0)
        func range(_ low: Double, _ high: Double) -> (Double, Double) {
            let range = filter.filter(
                ScaleTransform.logarithmic.places(of: Extent(min: low, max: high)),
                RangeContext(source: .nothing))
            return (
                ScaleTransform.logarithmic.value(at: range.min),
                ScaleTransform.logarithmic.value(at: range.max)
            )
        }
        func expect(_ low: Double, _ high: Double, _ from: Double, _ to: Double, _ level: Int) {
            let (a, b) = range(low, high)
            #expect(
                abs(a / from - 1) < 1e-12 && abs(b / to - 1) < 1e-12, "\(low)…\(high): \(a)…\(b)")
            #expect(filter.step == .logarithmic(LogarithmicStep(level: level)))
        }
        expect(2, 5000, 1, 10_000, 0)
        expect(1, 1000, 1, 1000, 0)
        expect(3, 40, 2, 50, -1)
        expect(0.0031, 0.0079, 0.003, 0.008, -2)
        expect(1e-9, 2e6, 1e-10, 1e10, 2)
        // From zero: three decades below the largest, and their ends.
        expect(0, 900, 0.1, 1000, 0)
        filter.headroom = 0.05
        expect(10, 1000, 1, 10_000, 0)
        // A single value has room on both sides.
        let alone = filter.filter(Extent(min: 1.7, max: 1.7), RangeContext(source: .nothing))
        #expect(alone.min < 1.6 && alone.max > 1.8 && alone.length < 1.5)
        #expect(filter.filter(.nothing, RangeContext(source: .nothing)) == .unit)
    }

    @MainActor @Test func everyRangeEndsOnTwoOfItsTicks() throws {
        var numbers = Xorshift(seed: 3)
        for transform in [ScaleTransform.logarithmic, .symmetricLogarithmic(linearTo: 3)] {
            for count in [2, 3, 6, 11] {
                let filter = DecadeRangeFilter(transform, headroom: 0.05, maximumTicks: count)
                for _ in 0..<200 {
                    let low = numbers.number(-5, 5)
                    let data = Extent(
                        min: low,
                        max: low + ScaleTransform.logarithmic.value(at: numbers.number(-3, 1)))
                    let range = filter.filter(data, RangeContext(source: data))
                    guard case .logarithmic(let step) = try #require(filter.step) else { continue }
                    #expect(range.contains(data))
                    let ticks = step.ticks(over: range).map(\.value)
                    #expect(ticks.first == range.min && ticks.last == range.max)
                    #expect(
                        ticks.count <= max(count, 3) && ticks.count >= 2,
                        "\(data) \(step) \(ticks.count) of \(count)")
                }
            }
        }
    }

    @MainActor @Test func symmetricRangesKeepToTheirSideOfZero() {
        let transform = ScaleTransform.symmetricLogarithmic(linearTo: 1)
        let filter = DecadeRangeFilter(transform, includesZero: true)
        let context = RangeContext(source: .nothing)
        let range = filter.filter(transform.places(of: Extent(min: 4, max: 70)), context)
        #expect(range.min == 0 && abs(transform.value(at: range.max) - 100) < 1e-9)
        let under = filter.filter(transform.places(of: Extent(min: -70, max: -4)), context)
        #expect(under.max == 0 && under.min == -range.max)
        filter.includesZero = false
        let both = filter.filter(transform.places(of: Extent(min: -5, max: 2000)), context)
        #expect(both.min < transform.place(of: -5) && both.max > transform.place(of: 2000))
    }

    @MainActor @Test func anUpdaterTellsTheStep() {
        let updater = RangeUpdater(filters: [DecadeRangeFilter()]) { _ in }
        updater.setSource(Extent(min: 0.2, max: 2.9), update: true)
        #expect(updater.step == .logarithmic(LogarithmicStep()))
        #expect(updater.range == Extent(min: 0, max: 4) || updater.range == Extent(min: 0, max: 3))
        var ticker = AxisTicker(margin: 0)
        ticker.preferred = updater.step
        ticker.update(
            ScaleMapping(kind: .logarithmic, range: Extent(min: 0, max: 3)), length: 600
        ) { _ in 20 }
        #expect(ticker.step == updater.step)
        // Over a part of a decade there is more room than elsewhere.
        let whole = LogarithmicStep(level: -2)
        ticker.preferred = .logarithmic(whole)
        for (high, isTaken) in [(4.0, true), (9, false)] {
            ticker.update(
                ScaleMapping(kind: .logarithmic, range: Extent(min: 0, max: log10(high))),
                length: 400
            ) { max(80, 22 * $0.unevenness) }
            #expect((ticker.step == .logarithmic(whole)) == isTaken)
        }
        // A step of another kind of scale is not used.
        ticker.update(ScaleMapping(range: Extent(min: 0, max: 3)), length: 600) { _ in 20 }
        #expect(ticker.step == .decimal(DecimalStep(mantissa: 1, exponent: -1)))
    }
}
