import ChartCore
import Testing

@testable import Reports

/// Twelve diaries with answers that were computed by hand.
@Suite struct PressureDiaryTests {
    private func close(_ a: Double?, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
        a.map { abs($0 - b) <= tolerance } ?? false
    }

    /// A day with two readings in the morning and two in the evening.
    private func day(_ date: String, _ values: [String]) -> String {
        zip(["07:00", "07:02", "19:00", "19:02"], values)
            .filter { $0.1 != "-" }.map { "\(date) \($0) \($1)" }.joined(separator: "\n")
    }

    // MARK: 1

    @Test func aMissingEvening() throws {
        let text = try DiaryText(
            [
                day("2026-03-02", ["150/95", "148/93", "146/91", "144/90"]),
                day("2026-03-03", ["130/80", "128/82", "134/84", "132/82"]),
                day("2026-03-04", ["126/78", "124/80", "-", "-"]),
                day("2026-03-05", ["132/84", "130/82", "136/86", "134/88"]),
                day("2026-03-06", ["128/80", "126/80", "130/84", "130/82"]),
            ].joined(separator: "\n"))
        let summary = try text.summary(.esc)
        // Without 2 March: 4 + 2 + 4 + 4 = 14 readings on 4 days.
        #expect(summary.counted?.count == 14)
        #expect(summary.counted?.dayCount == 4)
        #expect(summary.shortage == nil)
        // Systolic: 130 + 128 + 134 + 132 = 524; 126 + 124 = 250; 132 + 130 + 136 + 134 = 532;
        // 128 + 126 + 130 + 130 = 514; in all 1820 / 14 = 130.
        #expect(close(summary.mean?.systolic, 130))
        // Diastolic: 80 + 82 + 84 + 82 = 328; 78 + 80 = 158; 84 + 82 + 86 + 88 = 340;
        // 80 + 80 + 84 + 82 = 326; in all 1152 / 14 = 82.2857….
        #expect(close(summary.mean?.diastolic, 1152.0 / 14))
        // Mornings: 258 + 250 + 262 + 254 = 1024 / 8 = 128; diastolic 162 + 158 + 166 + 160 = 646 / 8.
        #expect(summary.morning?.mean == Pressure(128, 80.75))
        // Evenings: 266 + 270 + 260 = 796 / 6 = 132.666…; diastolic 166 + 174 + 166 = 506 / 6.
        #expect(close(summary.evening?.mean.systolic, 796.0 / 6))
        #expect(close(summary.eveningDifference?.systolic, 796.0 / 6 - 128))
        // Means of days: 131, 125, 133, 128.5; less their mean 129.375: 1.625, −4.375, 3.625, −0.875; squares
        // 2.640625 + 19.140625 + 13.140625 + 0.765625 = 35.6875; / 3 = 11.895833….
        #expect(close(summary.counted?.systolic.dayDeviation, (35.6875 / 3).squareRoot()))
        // Four days have no interval.
        #expect(summary.counted?.systolic.interval == nil)
        // 4 + 4 + 2 + 4 + 4 of 7 × 4.
        #expect(summary.coverage == .init(taken: 18, planned: 28))
        #expect(summary.reachesLimit == false)
        // At or above 135/85: 136/86 and 134/88. No mean of a day: 133/85 is one, by its diastolic value.
        let limit = Pressure(135, 85)
        #expect(summary.counted?.readings(reaching: limit) == .init(count: 2, total: 14))
        #expect(summary.counted?.days(reaching: limit) == .init(count: 1, total: 4))
    }

    // MARK: 2

    @Test func thirdReadings() throws {
        let text = try DiaryText(
            """
            2026-03-02 07:00 140/90
            2026-03-02 07:02 130/84
            2026-03-02 07:05 126/80
            2026-03-02 19:00 138/88
            2026-03-02 19:02 134/86
            """)
        // All count: 140 + 130 + 126 + 138 + 134 = 668 / 5 = 133.6; 90 + 84 + 80 + 88 + 86 = 428 / 5 = 85.6.
        let all = try text.summary(.jsh)
        #expect(close(all.mean?.systolic, 133.6))
        #expect(close(all.mean?.diastolic, 85.6))
        // A third reading makes up for no other: 2 + 2 of 28.
        #expect(all.coverage == .init(taken: 4, planned: 28))
        // Without the first of the three: 130 + 126 + 138 + 134 = 528 / 4 = 132; 84 + 80 + 88 + 86 = 338 / 4.
        let without = try text.summary(.jsh, leavesOutFirstOfThree: true)
        #expect(without.mean == Pressure(132, 84.5))
        // First less others: 140 − 128 = 12 and 138 − 134 = 4, on average 8; 90 − 82 = 8 and 88 − 86 = 2.
        #expect(all.diary.firstReadingDifference == Pressure(8, 5))
        // Steps: 10 + 4 + 12 + 4 = 30 / 4.
        #expect(close(all.counted?.systolic.successive, 7.5))
        // SD: 6.4² + 3.6² + 7.6² + 4.4² + 0.4² = 40.96 + 12.96 + 57.76 + 19.36 + 0.16 = 131.2 / 4 = 32.8.
        #expect(close(all.counted?.systolic.deviation, 32.8.squareRoot()))
        #expect(close(all.counted?.systolic.coefficient, 32.8.squareRoot() / 133.6))
    }

    // MARK: 3

    @Test func afterMidnight() throws {
        let text = try DiaryText(
            """
            2026-03-02 23:58 120/80
            2026-03-03 00:03 124/82
            2026-03-03 01:59 122/81
            2026-03-03 02:00 160/99
            2026-03-03 11:59 130/84
            2026-03-03 12:00 170/99
            2026-03-03 16:59 170/99
            2026-03-03 17:00 132/86
            """)
        let diary = text.diary
        #expect(diary.days.count == 2)
        // Until 1:59 it is the evening before; what follows within ten minutes is the same sitting.
        #expect(diary.days[0].evening.map(\.pressure.systolic) == [120, 124, 122, 160])
        #expect(diary.days[1].morning.map(\.pressure.systolic) == [130, 170])
        // 16:59 begins a sitting at another time, to which 17:00 belongs.
        #expect(diary.days[1].other.map(\.pressure.systolic) == [170, 132])
        #expect(diary.days[1].evening.isEmpty)
        // (120 + 124 + 122 + 160 + 130 + 170) / 6 = 826 / 6; readings at other times do not count.
        let summary = try text.summary(.jsh)
        #expect(close(summary.mean?.systolic, 826.0 / 6))
        // With them: 826 + 170 + 132 = 1128 / 8 = 141.
        #expect(summary.all?.mean.systolic == 141)
    }

    @Test func theBordersOfTheDay() throws {
        // The same times, each in a sitting of its own.
        for (time, day, part) in [
            ("00:00", 1, DayPart.evening), ("01:59", 1, .evening), ("02:00", 2, .other),
            ("03:59", 2, .other), ("04:00", 2, .morning), ("11:59", 2, .morning),
            ("12:00", 2, .other), ("16:59", 2, .other), ("17:00", 2, .evening),
            ("23:59", 2, .evening),
        ] {
            let text = try DiaryText("2026-03-02 \(time) 120/80")
            let place = DayWindows.standard.place(
                of: text.readings[0].time, in: text.calendar)
            #expect(place.day == CivilDate(year: 2026, month: 3, day: day), "\(time)")
            #expect(place.part == part, "\(time)")
        }
    }

    // MARK: 4

    @Test func theClockGoesForward() throws {
        // On 29 March 2026 two o'clock is followed by three o'clock in Berlin: 1:30 and 3:05 are 35 minutes apart.
        let text = try DiaryText(
            """
            2026-03-28 19:00 130/80
            2026-03-29 01:30 128/78
            2026-03-29 03:05 150/90
            2026-03-29 04:00 126/76
            2026-03-29 19:00 124/74
            """)
        let diary = text.diary
        #expect(diary.readings[2].time - diary.readings[1].time == 35 * 60)
        #expect(diary.days.map(\.date.day) == [28, 29])
        #expect(diary.days[0].evening.map(\.pressure.systolic) == [130, 128])
        #expect(diary.days[1].other.map(\.pressure.systolic) == [150])
        // (130 + 128 + 126 + 124) / 4 = 127; (80 + 78 + 76 + 74) / 4 = 77.
        #expect(try text.summary(.jsh).mean == Pressure(127, 77))
    }

    // MARK: 5

    @Test func theClockGoesBack() throws {
        // On 25 October 2026 the hour from two o'clock comes twice in Berlin, and the one from one o'clock once in
        // Berlin but twice in New York, on 1 November.
        let text = try DiaryText(
            """
            2026-11-01 01:55 130/80
            2026-11-01 01:05 second 120/76
            2026-11-01 08:00 128/78
            """, zone: "America/New_York")
        let diary = text.diary
        // Ten minutes apart, although the clock shows 50 less: one sitting of the evening of 31 October.
        #expect(diary.sittings.count == 2)
        #expect(diary.days.map(\.date.day) == [31, 1])
        #expect(diary.days[0].evening.map(\.pressure.systolic) == [130, 120])
        #expect(diary.days[1].morning.map(\.pressure.systolic) == [128])
        // (130 + 120 + 128) / 3 = 126; (80 + 76 + 78) / 3 = 78.
        #expect(try text.summary(.jsh).mean == Pressure(126, 78))
    }

    // MARK: 6

    @Test func theFirstDayAlone() throws {
        let text = try DiaryText(day("2026-03-02", ["150/95", "148/93", "146/91", "144/90"]))
        let summary = try text.summary(.esc)
        #expect(summary.counted == nil)
        #expect(summary.mean == nil)
        #expect(summary.shortage == .readings(0, of: 12))
        #expect(summary.dayLeftOut == CivilDate(year: 2026, month: 3, day: 2))
        // (150 + 148 + 146 + 144) / 4 = 147; (95 + 93 + 91 + 90) / 4 = 92.25.
        #expect(summary.all?.mean == Pressure(147, 92.25))
        #expect(summary.coverage == .init(taken: 4, planned: 28))
        // What is shown instead: mornings (150 + 148) / 2, evenings (146 + 144) / 2.
        #expect(summary.shown?.count == 4)
        #expect(summary.shown(.morning)?.mean == Pressure(149, 94))
        #expect(summary.eveningDifference == Pressure(-4, -3.5))
        #expect(summary.devices.map(\.statistics.count) == [4])
    }

    // MARK: 7

    @Test func twoCuffs() throws {
        let text = try DiaryText(
            """
            2026-03-02 07:00 130/80 p60 @Omron
            2026-03-02 07:01 140/90 p70 @Withings
            2026-03-02 19:00 132/82 p64 @Omron
            2026-03-03 07:00 134/84 @Omron
            2026-03-03 07:00 134/84 @Health
            """)
        let summary = try text.summary(.free)
        // The same values in the same minute from a second source count once.
        #expect(summary.diary.repeated == 1)
        #expect(summary.counted?.count == 4)
        // (130 + 140 + 132 + 134) / 4 = 134; (80 + 90 + 82 + 84) / 4 = 84.
        #expect(summary.mean == Pressure(134, 84))
        // Omron (130 + 132 + 134) / 3 = 132; (80 + 82 + 84) / 3 = 82.
        #expect(summary.devices.map(\.name) == ["Omron", "Withings"])
        #expect(summary.devices.map(\.statistics.count) == [3, 1])
        #expect(summary.devices.map(\.statistics.mean) == [Pressure(132, 82), Pressure(140, 90)])
        // (60 + 70 + 64) / 3 = 64.666…, three of four.
        #expect(close(summary.counted?.pulse?.mean, 194.0 / 3))
        #expect(summary.counted?.pulse?.count == 3)
    }

    // MARK: 8

    @Test func refusedValues() throws {
        let text = try DiaryText(
            """
            2026-03-02 07:00 80/120
            2026-03-02 07:01 90/90
            2026-03-02 07:02 301/90
            2026-03-02 07:03 49/30
            2026-03-02 07:04 230/201
            2026-03-02 07:05 60/24
            2026-03-02 07:06 300/200
            2026-03-02 07:07 50/25
            """)
        let diary = text.diary
        #expect(
            diary.refused.map(\.reason) == [
                .notAbove, .notAbove, .outOfRange, .outOfRange, .outOfRange, .outOfRange,
            ])
        #expect(diary.readings.map(\.pressure) == [Pressure(300, 200), Pressure(50, 25)])
        // (300 + 50) / 2 = 175; (200 + 25) / 2 = 112.5; 175 − 112.5.
        let summary = try text.summary(.free)
        #expect(summary.mean == Pressure(175, 112.5))
        #expect(summary.counted?.pulsePressure == 62.5)
        let future = PressureDiary(
            text.readings, devices: [], calendar: text.calendar, future: text.readings[7].time)
        #expect(future.refused.last?.reason == .future)
        #expect(future.readings.count == 1)
    }

    // MARK: 9

    @Test func tooFewDays() throws {
        // Twelve readings on two days: enough readings, too few days by AHA.
        let text = try DiaryText(
            (2...3).flatMap { day in
                ["06:00", "07:00", "08:00", "18:00", "19:00", "20:00"].map {
                    "2026-03-0\(day) \($0) 128/79"
                }
            }.joined(separator: "\n"))
        let summary = try text.summary(.aha)
        #expect(summary.counted?.count == 12)
        #expect(summary.shortage == .days(2, of: 3))
        #expect(summary.mean == nil)
        #expect(summary.all?.mean == Pressure(128, 79))
        // By ESC the first of them does not count, which leaves six readings.
        #expect(try text.summary(.esc).shortage == .readings(6, of: 12))
        // By JSH they are enough.
        #expect(try text.summary(.jsh).mean == Pressure(128, 79))
    }

    // MARK: 10

    @Test func oneReadingOnOneDay() throws {
        let text = try DiaryText("2026-03-02 07:00 128/79 p61")
        let summary = try text.summary(.free, days: 1)
        #expect(summary.mean == Pressure(128, 79))
        #expect(summary.counted?.systolic.deviation == nil)
        #expect(summary.counted?.systolic.successive == nil)
        #expect(summary.counted?.systolic.dayDeviation == nil)
        #expect(summary.counted?.highest == summary.counted?.lowest)
        #expect(summary.evening == nil)
        #expect(summary.eveningDifference == nil)
        #expect(summary.coverage == nil)
        #expect(summary.reachesLimit == nil)
        #expect(summary.diary.firstReadingDifference == nil)
        #expect(summary.terminalDigits == nil)
    }

    // MARK: 11

    @Test func aGapOfYears() throws {
        let text = try DiaryText(
            ["2019-05-01 07:00 180/110", "2019-05-01 19:00 178/108"].joined(separator: "\n") + "\n"
                + (1...5).map {
                    day("2026-03-0\($0)", ["12\($0)/80", "12\($0)/80", "13\($0)/82", "13\($0)/82"])
                }
                .joined(separator: "\n"))
        // The days of the plan are those of 2026.
        let summary = try text.summary(.esc, days: 3000)
        #expect(summary.days.count == 5)
        #expect(summary.dayLeftOut == CivilDate(year: 2026, month: 3, day: 1))
        // Days 2 to 5: mornings 122, 123, 124, 125, evenings 132 … 135; means of days 127 … 130, in all 128.5.
        #expect(summary.mean == Pressure(128.5, 81))
        #expect(summary.all?.highest.reading.pressure == Pressure(180, 110))
        #expect(summary.all?.highest.day == CivilDate(year: 2019, month: 5, day: 1))
        #expect(summary.counted?.highest.reading.pressure == Pressure(135, 82))
        let trend = DayTrend(
            summary.diary.days.compactMap { day in day.mean.map { (day.date, $0) } },
            period: summary.period)
        #expect(trend.gaps.count == 1)
        #expect(trend.stretches.map(\.count) == [1, 5])
        // All of the five days are within 14 days of each other: 126 + 127 + … + 130 = 640 / 5.
        #expect(trend.stretches[1].map(\.pressure.systolic) == [128, 128, 128, 128, 128])
    }

    // MARK: 12

    @Test func manyValuesEndInZero() throws {
        // Twenty-four readings: twelve of 130, and one of each of 121 … 129 and 131 … 133.
        let values = [Int](repeating: 130, count: 12) + Array(121...129) + Array(131...133)
        let text = try DiaryText(
            values.enumerated().map { index, value in
                let day = index / 2 + 1
                return
                    "2026-03-\(day < 10 ? "0" : "")\(day) \(index % 2 == 0 ? "07" : "19"):00 \(value)/80"
            }.joined(separator: "\n"))
        let digits = try #require(try text.summary(.free, days: 31).terminalDigits)
        #expect(digits.counts == [12, 2, 2, 2, 1, 1, 1, 1, 1, 1])
        // Expected 2.4 of each: 9.6² + 3 × 0.4² + 6 × 1.4² = 92.16 + 0.48 + 11.76 = 104.4 / 2.4 = 43.5.
        #expect(close(digits.chiSquare, 43.5))
        #expect(digits.zeros == 0.5)
        #expect(digits.preferZero)
        // 6 of 20 are 30 in 100, which is not more than 30.
        let few = try #require(
            TerminalDigits(
                (0..<20).map {
                    PressureReading(
                        time: Double($0), Pressure($0 < 6 ? 120 : 121 + Double($0 % 9), 80))
                }))
        #expect(few.zeros == 0.3)
        #expect(!few.preferZero)
    }

    // MARK: Exactly at the limit

    @Test func exactlyTheLimit() throws {
        let days = ["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"]
        func summary(_ values: [String], _ rule: PressureRule) throws -> PressureSummary {
            try DiaryText(days.map { day($0, values) }.joined(separator: "\n")).summary(rule)
        }
        // 134 + 136 + 134 + 136 = 540 / 4 = 135 is at the limit.
        #expect(try summary(["134/80", "136/80", "134/80", "136/80"], .esc).reachesLimit == true)
        // 134.5 is printed as 135, and is at the limit; 134.25 is printed as 134.
        #expect(try summary(["134/80", "135/80", "134/80", "135/80"], .esc).reachesLimit == true)
        #expect(try summary(["134/80", "134/80", "134/80", "135/80"], .esc).reachesLimit == false)
        // The diastolic value alone is enough.
        #expect(try summary(["120/85", "120/85", "120/85", "120/85"], .esc).reachesLimit == true)
        #expect(try summary(["129/79", "129/79", "129/79", "129/79"], .aha).reachesLimit == false)
        #expect(try summary(["130/70", "130/70", "130/70", "130/70"], .aha).reachesLimit == true)
        let chosen = try DiaryText("2026-03-02 07:00 140/90")
        #expect(try chosen.summary(.free, limit: Pressure(140, 100)).reachesLimit == true)
        #expect(try chosen.summary(.free, limit: Pressure(141, 91)).reachesLimit == false)
    }

    @Test func theIntervalIsThatOfDays() throws {
        // Means of days 120, 122, 124, 126, 128: SD √10, over √5 = √2; t(4, 0.975) = 2.776445105.
        let text = try DiaryText(
            (0..<5).map { "2026-03-0\($0 + 2) 07:00 \(120 + 2 * $0)/80" }.joined(separator: "\n"))
        let interval = try #require(try text.summary(.free).counted?.systolic.interval)
        let half = 2.776445105 * 2.0.squareRoot()
        #expect(abs(interval.lowerBound - (124 - half)) < 1e-8)
        #expect(abs(interval.upperBound - (124 + half)) < 1e-8)
    }
}
