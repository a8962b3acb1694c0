import ChartCore
import SeededRandom
import Testing

@Suite struct DecimalStepTests {
    @Test func theSmallestRoundStep() {
        let cases: [(Double, Int, Int)] = [
            (1, 1, 0), (1.01, 2, 0), (3, 5, 0), (5.1, 1, 1), (0.03, 5, -2), (0.1, 1, -1),
            (1e-7, 1, -7), (123_456, 2, 5),
        ]
        for (length, mantissa, exponent) in cases {
            #expect(
                DecimalStep(atLeast: length) == DecimalStep(mantissa: mantissa, exponent: exponent))
        }
    }

    @Test func valuesAreTheRoundedDecimals() {
        let tenth = DecimalStep(mantissa: 1, exponent: -1)
        let twentieth = DecimalStep(mantissa: 5, exponent: -2)
        #expect(tenth.value(3) == 0.3)
        #expect(twentieth.value(6) == 0.3)
        #expect(tenth.value(-7) == -0.7)
        #expect(DecimalStep(mantissa: 2, exponent: 3).value(-4) == -8000)
        #expect(tenth.fractionDigits == 1 && twentieth.fractionDigits == 2)
        #expect(DecimalStep(mantissa: 5, exponent: 2).fractionDigits == 0)
    }

    @Test func ticksOfARangeIncludeItsEnds() {
        let tenth = DecimalStep(mantissa: 1, exponent: -1)
        #expect(tenth.indices(over: Extent(min: 0.3, max: 0.7)) == 3..<8)
        #expect(tenth.indices(over: Extent(min: -0.3, max: 0.3)) == -3..<4)
        #expect(tenth.indices(over: Extent(min: 0.31, max: 0.39)).isEmpty)
        #expect(tenth.indices(over: Extent(min: 1e300, max: 2e300)).isEmpty)
        #expect(tenth.indices(over: .nothing).isEmpty)
        var numbers = SplitMix(seed: 2)
        for _ in 0..<500 {
            let step = DecimalStep(
                mantissa: [1, 2, 5].randomElement(using: &numbers) ?? 1,
                exponent: Int.random(in: -9...9, using: &numbers))
            let a = Double.random(in: -50...50, using: &numbers) * step.length
            let range = Extent(
                min: a, max: a + Double.random(in: 0...30, using: &numbers) * step.length)
            let expected = (-60...90).filter { range.contains(step.value($0)) }
            #expect(Array(step.indices(over: range)) == expected)
        }
    }

    @Test func ladderGoesBothWays() {
        var step = DecimalStep(mantissa: 1, exponent: 0)
        var lengths: [Double] = []
        for _ in 0..<4 {
            step = step.finer ?? step
            lengths.append(step.length)
        }
        #expect(lengths == [0.5, 0.2, 0.1, 0.05])
        for _ in 0..<4 { step = step.coarser ?? step }
        #expect(step.length == 1)
    }
}

@Suite struct IntervalTicksTests {
    /// Base, length and the expected interval for at most 5 ticks.
    private static let intervals: [[Double]] = [
        [1, 10, 3], [1, 15, 4], [1, 20, 5], [1, 7, 2], [5, 60, 15], [5, 70, 20], [5, 85, 25],
    ]

    @Test(arguments: intervals) func intervalByMostTicks(_ row: [Double]) {
        #expect(IntervalTicks(base: row[0], length: row[1], maximumTicks: 5).interval == row[2])
    }

    @Test func firstTickAndCount() {
        let ticks = IntervalTicks(interval: 5).major(over: Extent(min: 52.3, max: 71))
        #expect(ticks.map(\.value) == [55, 60, 65, 70])
        #expect(ticks.map(\.ordinal) == [11, 12, 13, 14])
        let negative = IntervalTicks(interval: 5, anchor: 1).major(over: Extent(min: -9, max: 6))
        #expect(negative.map(\.value) == [-9, -4, 1, 6])
    }

    @Test func minorTicks() {
        let ticks = IntervalTicks(interval: 10)
        let range = Extent(min: 0, max: 20)
        #expect(ticks.minor(over: range, perMajor: 4) == [0, 2.5, 5, 7.5, 10, 12.5, 15, 17.5, 20])
        #expect(ticks.minor(over: range, perMajor: 1) == ticks.major(over: range).map(\.value))
    }
}

@Suite struct TickStepperTests {
    @Test func aPanKeepsAndAZoomChangesOnce() {
        var stepper = TickStepper<DecimalStep>()
        let one = DecimalStep(mantissa: 1, exponent: 0)
        func choose(_ points: Double) -> Double {
            stepper.update(pointsPerUnit: points, first: one) { _ in 50 }.length
        }
        #expect(choose(10) == 5)
        // Back and forth around the border of a finer step (2 · 25 = 50): no change before 15 %
        // more than that.
        for points in [25.0, 24, 26, 25, 28, 24.9] { #expect(choose(points) == 5) }
        #expect(choose(28.8) == 2)
        // And back only if it no longer fits.
        for points in [28, 26, 25.0] { #expect(choose(points) == 2) }
        #expect(choose(24.9) == 5)
    }

    @Test func finestHolds() {
        var stepper = TickStepper<DecimalStep>()
        let one = DecimalStep(mantissa: 1, exponent: 0)
        #expect(stepper.update(pointsPerUnit: 1e6, first: one, finest: one) { _ in 50 } == one)
        #expect(
            stepper.update(pointsPerUnit: 1e-3, first: one, finest: one) { _ in 50 }.length
                == 50_000)
    }
}

@Suite struct CalendarTickTests {
    private func labels(
        _ zone: String, _ step: CalendarStep.Unit, _ count: Int, from: Double, to: Double
    ) throws -> [String] {
        let calendar = CivilCalendar(zone: try ZoneRules.named(zone))
        let step = try #require(CalendarStep(step, count))
        return step.ticks(over: Extent(min: from, max: to), in: calendar).map {
            let c = calendar.components(of: $0.value)
            return "\(c.hour < 10 ? "0" : "")\(c.hour):\(c.minute < 10 ? "0" : "")\(c.minute)"
        }
    }

    @Test func theRepeatedHourHasItsTickTwice() throws {
        // Berlin 2026-10-25: 03:00 goes back to 02:00 at 01:00 UTC.
        let berlin = utc(2026, 10, 25, 1)
        #expect(
            try labels("Europe/Berlin", .hour, 1, from: berlin - 7200, to: berlin + 3600)
                == ["01:00", "02:00", "02:00", "03:00"])
        // Chatham 2026-04-05: 03:45 goes back to 02:45 at 14:00 UTC on the 4th.
        let chatham = utc(2026, 4, 4, 14)
        #expect(
            try labels("Pacific/Chatham", .hour, 1, from: chatham - 7200, to: chatham + 7200)
                == ["02:00", "03:00", "03:00", "04:00"])
        // St John's 2026-11-01: 02:00 goes back to 01:00 at 04:30 UTC.
        let johns = utc(2026, 11, 1, 4, 30)
        #expect(
            try labels("America/St_Johns", .hour, 1, from: johns - 7200, to: johns + 7200)
                == ["00:00", "01:00", "01:00", "02:00", "03:00"])
        // Lord Howe 2026-04-05: 02:00 goes back to 01:30.
        let howe = utc(2026, 4, 4, 15)
        #expect(
            try labels("Australia/Lord_Howe", .minute, 30, from: howe - 3600, to: howe + 3600)
                == ["01:00", "01:30", "01:30", "02:00", "02:30"])
    }

    @Test func theSkippedHourHasNone() throws {
        let berlin = utc(2026, 3, 29, 1)
        #expect(
            try labels("Europe/Berlin", .hour, 1, from: berlin - 7200, to: berlin + 3600)
                == ["00:00", "01:00", "03:00", "04:00"])
        #expect(
            try labels("Europe/Berlin", .hour, 3, from: berlin - 7200, to: berlin + 79_200)
                == [
                    "00:00", "03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00", "00:00",
                ])
        #expect(
            try labels("Europe/Berlin", .hour, 2, from: berlin - 7200, to: berlin + 12_000)
                == ["00:00", "04:00", "06:00"])
        let autumn = utc(2026, 10, 25, 1)
        #expect(
            try labels("Europe/Berlin", .hour, 2, from: autumn - 10_800, to: autumn + 14_400)
                == ["00:00", "02:00", "04:00", "06:00"])
    }

    @Test func panningKeepsEveryTick() throws {
        let calendar = CivilCalendar(zone: try ZoneRules.named("Europe/Berlin"))
        var numbers = SplitMix(seed: 17)
        var step: CalendarStep? = CalendarStep(.second, 30)
        while let now = step, now.length < 3e8 {
            let width = now.length * 9
            let center = utc(2026, 10, 25, 0)
            let all = now.ticks(
                over: Extent(min: center - 3 * width, max: center + 3 * width), in: calendar)
            #expect(all.count > 20)
            for _ in 0..<40 {
                let from = center + Double.random(in: -2.5...1.5, using: &numbers) * width
                let view = Extent(min: from, max: from + width)
                let seen = now.ticks(over: view, in: calendar)
                #expect(seen == all.filter { view.contains($0.value) }, "\(now)")
            }
            step = now.coarser
        }
    }

    @Test func datesAreAligned() throws {
        let calendar = CivilCalendar(zone: berlin, firstWeekday: .sunday)
        func dates(
            _ unit: CalendarStep.Unit, _ count: Int, _ a: CivilDate, _ b: CivilDate
        ) throws
            -> [String]
        {
            let step = try #require(CalendarStep(unit, count))
            let range = Extent(min: calendar.start(of: a), max: calendar.start(of: b))
            return step.ticks(over: range, in: calendar).map {
                #expect(calendar.start(of: .day, containing: $0.value) == $0.value)
                return "\(calendar.date(of: $0.value))"
            }
        }
        let from = CivilDate(year: 2025, month: 12, day: 20)
        #expect(
            try dates(.week, 1, from, CivilDate(year: 2026, month: 1, day: 12)) == [
                "2025-12-21", "2025-12-28", "2026-01-04", "2026-01-11",
            ])
        #expect(
            try dates(.month, 3, from, CivilDate(year: 2026, month: 12, day: 1)) == [
                "2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01",
            ])
        #expect(
            try dates(.year, 5, from, CivilDate(year: 2041, month: 12, day: 1)) == [
                "2030-01-01", "2035-01-01", "2040-01-01",
            ])
        #expect(
            try dates(
                .year, 100, CivilDate(year: 1801, month: 1, day: 1),
                CivilDate(year: 2100, month: 1, day: 1))
                == ["1900-01-01", "2000-01-01", "2100-01-01"])
        // Every second day keeps its rhythm over the end of a month.
        let days = try dates(.day, 2, from, CivilDate(year: 2026, month: 1, day: 6))
        #expect(
            days == [
                "2025-12-20", "2025-12-22", "2025-12-24", "2025-12-26", "2025-12-28",
                "2025-12-30", "2026-01-01", "2026-01-03", "2026-01-05",
            ])
    }

    @Test func labelsKnowWhatBegins() throws {
        let calendar = CivilCalendar(zone: berlin)
        let day = try #require(CalendarStep(.day, 1))
        let range = Extent(
            min: calendar.start(of: CivilDate(year: 2025, month: 12, day: 30)),
            max: calendar.start(of: CivilDate(year: 2026, month: 2, day: 2)))
        let ticks = day.ticks(over: range, in: calendar)
        #expect(ticks.prefix(4).map(\.begins) == [.day, .day, .year, .day])
        #expect(ticks.filter { $0.begins == .month }.count == 1)
        let hours = try #require(CalendarStep(.hour, 6)).ticks(
            over: Extent(min: range.min, max: range.min + 4 * 86_400), in: calendar)
        #expect(hours.prefix(5).map(\.begins) == [.day, .hour, .hour, .hour, .day])
        #expect(hours.filter { $0.begins == .year }.count == 1)
        // If midnight is skipped, the first tick of the day still begins it.
        let brazil = CivilCalendar(zone: try ZoneRules.named("America/Sao_Paulo"))
        let noon = brazil.instant(of: CivilDate(year: 2017, month: 10, day: 14), hour: 12)
        let some = try #require(CalendarStep(.hour, 3)).ticks(
            over: Extent(min: noon, max: noon + 86_400), in: brazil)
        #expect(
            some.filter { $0.begins == .day }.map { brazil.components(of: $0.value).hour } == [3])
    }

    @Test func aSkippedDateHasNoTick() throws {
        let calendar = CivilCalendar(zone: try ZoneRules.named("Pacific/Apia"))
        let range = Extent(min: utc(2011, 12, 28, 12), max: utc(2012, 1, 2))
        let days = try #require(CalendarStep(.day, 1)).ticks(over: range, in: calendar)
        #expect(days.map { calendar.date(of: $0.value).day } == [29, 31, 1, 2])
    }

    @Test func fractionsOfASecond() throws {
        let calendar = CivilCalendar(zone: berlin)
        let t = utc(2026, 6, 1)
        let half = try #require(CalendarStep(.second, 1)?.finer)
        #expect(half.length == 0.5 && half.fractionDigits == 1)
        let ticks = half.ticks(over: Extent(min: t + 0.4, max: t + 2.1), in: calendar)
        #expect(ticks.map { $0.value - t } == [0.5, 1, 1.5, 2])
        #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $1.ordinal == $0.ordinal + 1 })
    }

    @Test func theWholeLadderFromMicrosecondsToAges() {
        let calendar = CivilCalendar(zone: berlin)
        var ticker = AxisTicker(margin: 0.5)
        var range = Extent(min: utc(2026, 6, 1) - 1e12, max: utc(2026, 6, 1) + 1e12)
        var counts: [Int] = []
        while range.length > 1e-3 {
            ticker.update(ScaleMapping(kind: .time(calendar), range: range), length: 1000) { _ in 80
            }
            let seen = ticker.ticks(in: range)
            counts.append(seen.count)
            for (a, b) in zip(seen, seen.dropFirst()) {
                // Months and changes of the clock differ from their mean by a third at most.
                #expect((b.value - a.value) / range.length * 1000 > 50)
            }
            let about = utc(2026, 6, 1) + 0.3
            range = AxisLimits.none.zoomed(range, by: 1.3, about: about)
        }
        #expect(counts.allSatisfy { $0 >= 1 && $0 <= 13 })
    }
}

@Suite struct AxisTickerTests {
    @Test func panningInsideTheMarginMakesNothing() {
        var ticker = AxisTicker(margin: 1)
        func update(_ min: Double, _ max: Double) -> Bool {
            ticker.update(ScaleMapping(range: Extent(min: min, max: max)), length: 500) { _ in 60 }
        }
        #expect(update(0, 100))
        let revision = ticker.revision
        for i in 0..<100 { #expect(!update(Double(i), Double(100 + i))) }
        #expect(ticker.revision == revision)
        #expect(update(150, 250))
        #expect(ticker.step == .decimal(DecimalStep(mantissa: 2, exponent: 1)))
    }

    @Test func labelsStayWhatTheyAreWhileSliding() {
        var ticker = AxisTicker(margin: 0)
        var shown: [Double: Int] = [:]
        var range = Extent(min: -3.3, max: 6.7)
        for _ in 0..<500 {
            ticker.update(ScaleMapping(range: range), length: 500) { _ in 60 }
            for tick in ticker.ticks {
                if let ordinal = shown[tick.id] { #expect(ordinal == tick.ordinal) }
                shown[tick.id] = tick.ordinal
            }
            range = range.offset(by: 0.037)
        }
        #expect(shown.count == 14)
    }

    @Test func minorTicksLieBetween() {
        var ticker = AxisTicker(margin: 0)
        ticker.update(ScaleMapping(range: .unit), length: 500) { _ in 90 }
        #expect(ticker.ticks.map(\.value) == [0, 0.2, 0.4, 0.6, 0.8, 1])
        #expect(ticker.minorTicks.count == 15)
        #expect(ticker.minorTicks.first == 0.05)
        ticker.finest = DecimalStep(mantissa: 1, exponent: 0)
        ticker.reset()
        ticker.update(ScaleMapping(range: Extent(min: 0, max: 2)), length: 500) { _ in 90 }
        #expect(ticker.ticks.map(\.value) == [0, 1, 2])
        #expect(ticker.minorTicks.isEmpty)
    }

    @Test func categoriesAndFixedIntervals() {
        var ticker = AxisTicker(margin: 0.5)
        let mapping = ScaleMapping(kind: .category(count: 13), range: Extent(min: -0.5, max: 4.5))
        ticker.update(mapping, length: 500) { _ in 60 }
        #expect(ticker.ticks.map(\.ordinal) == Array(0...7))
        #expect(ticker.ticks(in: mapping.range).count == 5)
        var fixed = AxisTicker(margin: 0, fixed: IntervalTicks(interval: 10))
        fixed.update(ScaleMapping(range: Extent(min: -3, max: 33)), length: 500) { _ in 60 }
        #expect(fixed.ticks.map(\.value) == [0, 10, 20, 30])
    }

    @Test func degenerateRangesHaveNoTicks() {
        var ticker = AxisTicker()
        for range in [
            Extent.nothing, Extent(min: 1, max: 1), Extent(min: .nan, max: 1),
            Extent(min: -.infinity, max: .infinity),
        ] {
            ticker.update(ScaleMapping(range: range), length: 500) { _ in 60 }
            #expect(ticker.ticks.isEmpty)
        }
        // One hundred steps of the Double at 10^18: no room for ticks, and no trap.
        ticker.update(
            ScaleMapping(range: Extent(min: 1e18, max: 1e18 + 12_800)), length: 500
        ) { _ in 60 }
        #expect(ticker.ticks.count < 1000)
    }
}
