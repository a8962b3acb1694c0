import ChartCore
import Foundation
import Testing

@testable import HealthData

/// Values that no body has, codes of devices, and dates after tomorrow.
@Suite struct PossibleValueTests {
    private func read(
        _ text: String, name: String = "readings.csv", now: Double = .infinity,
        assume: [String] = []
    ) throws -> ImportResult {
        let files = try TestFiles()
        let path = try files.write(text, name)
        var assumptions = Assumptions()
        for one in assume { try assumptions.add(one) }
        var options = ImportOptions(zone: .utc, assumptions: assumptions)
        options.now = now
        return withExtendedLifetime(files) {
            Importer(files: [path], options: options).run()
        }
    }

    // MARK: Bounds

    /// Every metric of bodies and devices has bounds, and readings of people are within them.
    @Test func theBoundsAreWide() throws {
        let real: [(MetricID, [Double])] = [
            (.weight, [0.3, 2.5, 71.9, 255, 300, 635]), (.height, [0.3, 0.546, 1.75, 2.72]),
            (.heartRate, [11, 26, 60, 220, 254, 256, 300]), (.oxygen, [40, 93, 100]),
            (.temperature, [11.8, 36.6, 46.5]), (.glucose, [20, 100, 255, 600, 2_656]),
            (.respiration, [3, 16, 90]), (.elevation, [-430, 0, 255, 8_849]),
            (.power, [0, 255, 2_047]), (.steps, [0, 255, 2_047, 65_535, 250_000]),
            (.bodyFat, [2.5, 30, 70]), (.skinTemperature, [-0.4, 0, 33]),
            (.runningSpeed, [0, 12, 44.7]), (.cyclingSpeed, [296]), (.strideLength, [255, 540]),
            (.environmentalAudio, [-25, 0, 180]), (.underwaterDepth, [-0.5, 0, 332]),
            (.heartRateRecovery, [-4, 0, 60]), (.insulin, [0.05, 40, 35_000]),
            (.peakFlow, [60, 255, 850]), (.falls, [0, 1]), (.walkingSteadiness, [0, 100]),
            (.wristTemperature, [-0.3, 0, 35.8]), (.breathingDisturbances, [0, 110]),
        ]
        for (id, values) in real {
            let possible = PossibleValues.of(try #require(Metric(id)))
            for value in values {
                #expect(possible.verdict(value) == .reading, "\(id) \(value)")
            }
        }
        for metric in Metric.catalogue where metric.aggregation != .category {
            #expect(PossibleValues.of(metric) != .any, "\(metric.id)")
        }
        #expect(PossibleValues.of(try #require(Metric(.column("x")))).verdict(-1e300) == .reading)
    }

    /// What is within the quick bounds is a reading, over random values and all metrics.
    @Test func theQuickBoundsAgree() throws {
        var random = SplitMix64(seed: 7)
        for metric in Metric.catalogue where metric.aggregation != .category {
            let possible = PossibleValues.of(metric)
            for _ in 0..<500 {
                let value = (random.unit() - 0.2) * pow(10, random.unit() * 8 - 1)
                let second = metric.aggregation == .pair ? (random.unit() - 0.2) * 400 : nil
                let other = second ?? value
                let isQuick =
                    value >= possible.quickLow && value <= possible.quickHigh
                    && other >= possible.quickLow && other <= possible.quickHigh
                let verdict = possible.verdict(value, second)
                if isQuick { #expect(verdict == .reading, "\(metric.id) \(value)") }
                let isInside =
                    possible.range.contains(value)
                    && (possible.second?.contains(other) ?? true)
                if verdict == .reading { #expect(isInside) }
                if value < 0, possible.range.lowerBound >= 0 { #expect(verdict == .noReading) }
            }
        }
    }

    @Test func codesAreNoReadings() throws {
        let codes: [(MetricID, [Double])] = [
            (.heartRate, [0, -1, 255, 2_047, 65_535]), (.oxygen, [0, 255, 2_047, 65_535, -3]),
            (.weight, [0, -70, 2_047, 65_535, 65_535 * 0.453_592_37, 655.35]),
            (.temperature, [0, 255, 2_047, (65_535 - 32) / 1.8, (2_047 - 32) / 1.8]),
            (.respiration, [0, 255, 65_535]), (.glucose, [0, 2_047, 65_535, 2_047 * 18.016]),
            (.steps, [-5, 4_294_967_295]),
            // 65,535 mm/s and tenths of millimetres, as watches store them.
            (.runningSpeed, [-1, 65_535, 65.535 * 3.6]), (.strideLength, [0, 655.35 * 10]),
            (.environmentalAudio, [255, 65_535]), (.perfusion, [0, 255]),
            (.basalTemperature, [0, 255]), (.heartRateRecovery, [255]), (.insulin, [-1]),
        ]
        for (id, values) in codes {
            let possible = PossibleValues.of(try #require(Metric(id)))
            for value in values {
                #expect(possible.verdict(value) == .noReading, "\(id) \(value)")
            }
        }
        let pressure = PossibleValues.of(try #require(Metric(.bloodPressure)))
        for (high, low) in [(0, 0), (255, 255), (2_047, 2_047), (2_047, 80), (120, 0), (-1, 70)] {
            #expect(pressure.verdict(Double(high), Double(low)) == .noReading, "\(high)/\(low)")
        }
        #expect(pressure.verdict(255, 130) == .reading)
        #expect(pressure.verdict(480, 350) == .reading)
        #expect(pressure.verdict(1_200, 80) == .impossible)
        let steps = PossibleValues.of(try #require(Metric(.steps)))
        #expect(steps.verdict(2_000_000, length: 86_400) == .impossible)
        #expect(steps.verdict(2_000_000, length: 30 * 86_400) == .reading)
    }

    /// A workout's figures follow the bounds of their metrics.
    @Test func theFiguresOfAWorkoutAreReadings() {
        let real = Workout.Figures(
            activeDuration: 3_600, distance: 10_000, energy: 700, meanHeartRate: 150,
            highestHeartRate: 254, ascent: 0, steps: 9_000)
        #expect(real.sound == real)
        let codes = Workout.Figures(
            activeDuration: -1, distance: 4_294_967_295, energy: .nan, meanHeartRate: 255,
            highestHeartRate: 0, ascent: -5, steps: 4_294_967_295)
        #expect(codes.sound == Workout.Figures())
        // Twenty days of walking.
        let long = Workout.Figures(activeDuration: 20 * 86_400, steps: 700_000)
        #expect(long.sound == long)
    }

    // MARK: Codes in tables

    @Test func aRowOfCodesIsRefusedWithItsLine() throws {
        let result = try read(
            """
            date,systolic,diastolic,pulse
            2024-06-24 08:00,128,82,64
            2024-06-24 09:00,2047,2047,2047
            2024-06-24 10:00,131,84,255
            2024-06-24 11:00,0,0,0
            2024-06-24 12:00,0,0,71

            """)
        let file = try #require(result.report.files.first)
        #expect(([file.read, file.used, file.merged, file.refused] as [Int]) == [5, 3, 0, 2])
        #expect(
            file.refusals == [
                Refusal(
                    place: "line 3", reason: PossibleValues.noReading, count: 2,
                    cell: RefusedCell(column: "systolic", value: "2047"))
            ])
        let pairs = try #require(result.records[.bloodPressure]).pairs
        #expect(Array(pairs.upper) == [128, 131])
        #expect(Array(try #require(result.records[.heartRate]).columns.values) == [64, 71])
        #expect(file.notes.contains { $0.text.contains(PossibleValues.noReading) })
    }

    /// Rows of a time and a value, which are read many at once, and rows with a unit.
    @Test(arguments: [true, false]) func plainRowsAreExamined(isFast: Bool) throws {
        let files = try TestFiles()
        let path = try files.write(
            "time,heart_rate\n1719200000,64\n1719200060,255\n1719200120,65535\n1719200180,9000\n")
        var options = ImportOptions(zone: .utc)
        options.usesFastPaths = isFast
        let result = Importer(files: [path], options: options).run()
        let file = try #require(result.report.files.first)
        #expect(([file.read, file.used, file.refused] as [Int]) == [4, 2, 2])
        #expect(
            file.refusals == [
                Refusal(
                    place: "line 3", reason: PossibleValues.noReading, count: 2,
                    cell: RefusedCell(column: "heart_rate", value: "255"))
            ])
        #expect(Array(result.records.merged(.heartRate).values) == [64])
        #expect(Array(result.records.leftOut(.heartRate).values) == [9_000])
    }

    // MARK: Impossible values

    private let weights = """
        Date,Weight (kg)
        2024-11-20,77.2
        2024-11-21,7700
        2024-11-22,77.0

        """

    @Test func anImpossibleValueIsKeptAndLeftOut() throws {
        let result = try read(weights, name: "weight.csv")
        let file = try #require(result.report.files.first)
        #expect(([file.read, file.used, file.refused] as [Int]) == [3, 3, 0])
        let question = try #require(file.questions.first)
        #expect(file.questions.count == 1)
        #expect(question.id == "value.weight")
        #expect(question.choices == ["out", "right"])
        #expect(question.assumed == "out")
        #expect(!question.isAnswered && question.doubt?.count == 1)
        #expect(question.doubt?.value == 7_700)
        #expect(question.reason.contains("7,700 kg on 2024-11-21"))
        #expect(Array(result.records.merged(.weight).values) == [77.2, 77.0])
        #expect(Array(result.records.merged(.weight, .none).values) == [77.2, 77.0])
        #expect(Array(try #require(result.records[.weight]).columns.values) == [77.2, 7_700, 77.0])
        let summary = try #require(MetricSummary(result.records, .weight))
        #expect(summary.samples == 2)
        #expect(summary.maximum == [77.2])
        #expect(summary.leftOut.marks(at: 0) == .impossible)
        let rows = BucketTable.rows(
            result.records, metric: .weight, unit: .month, calendar: CivilCalendar(zone: .utc))
        #expect(rows.map(\.components[0].maximum) == [77.2])
    }

    @Test func anAnswerDecides() throws {
        let right = try read(weights, name: "weight.csv", assume: ["value.weight=right"])
        #expect(Array(right.records.merged(.weight).values) == [77.2, 7_700, 77.0])
        #expect(right.report.files[0].questions.isEmpty)
        let out = try read(weights, name: "weight.csv", assume: ["value.weight=out"])
        #expect(Array(out.records.merged(.weight).values) == [77.2, 77.0])
        #expect(out.report.files[0].questions.isEmpty)
        var assumptions = Assumptions()
        #expect(throws: Assumptions.Misfit.self) { try assumptions.add("value.weight=perhaps") }
        #expect(throws: Assumptions.Misfit.self) { try assumptions.add("value.nothing=out") }
    }

    /// An answer is remembered for files of the same kind, and asked about no more.
    @Test func anAnswerIsRemembered() throws {
        let question = try #require(
            try read(weights, name: "weight.csv").report.files.first?.questions.first)
        var answers = Answers()
        answers.answer(question, with: "right")
        let kept = try JSONDecoder().decode(Answers.self, from: JSONEncoder().encode(answers))
        let assumptions = kept.assumptions(about: question.about, over: Assumptions())
        #expect(assumptions.values == [.weight: .right])
        let encoded = try JSONEncoder().encode(question)
        #expect(try JSONDecoder().decode(OpenQuestion.self, from: encoded) == question)
    }

    @Test func severalAreOneQuestion() throws {
        let result = try read(
            "date,oxygen saturation\n2024-01-03,970\n2024-01-02,130\n2024-01-01,97\n")
        let question = try #require(result.report.files.first?.questions.first)
        #expect(question.doubt?.count == 2)
        #expect(question.doubt?.value == 130)
        #expect(result.report.files[0].questions.count == 1)
    }

    // MARK: The library

    @Test func theMarkSurvivesTheLibrary() throws {
        let files = try TestFiles()
        let path = try files.write(weights, "weight.csv")
        let library = try Library(directory: files.path("library"))
        defer { library.close() }
        let added = try library.add(path, options: ImportOptions(zone: .utc))
        #expect(added.new == 3)
        let contents = try library.contents(order: SourceOrder())
        #expect(Array(contents.records.merged(.weight).values) == [77.2, 77.0])
        #expect(Array(contents.records.leftOut(.weight).values) == [7_700])
        #expect(contents.report.files.first?.questions.first?.doubt?.count == 1)
    }

    @Test func chunksKeepEveryMark() throws {
        var columns = SampleColumns()
        let marks: [SampleMarks] = [[], .impossible, [.manual, .future], .total]
        for (index, mark) in marks.enumerated() {
            columns.append(
                start: Double(index), end: Double(index), value: 1, source: 0, marks: mark)
        }
        let bytes = SampleChunk.bytes(columns, 0..<marks.count)
        let read = try SampleChunk.columns(bytes, sources: [0])
        #expect(marks.indices.map { read.marks(at: $0) } == marks)
    }

    // MARK: The future

    @Test func nothingAfterTomorrowCounts() throws {
        // 2024-06-24T12:00:00Z
        let now = 1_719_230_400.0
        let text = """
            date,steps
            2024-06-24,5000
            2024-06-25,10
            2024-06-26,7000
            2033-01-01,8000

            """
        let result = try read(text, now: now)
        #expect(Array(result.records.merged(.steps).values) == [5_000, 10])
        #expect(Array(result.records.leftOut(.steps).values) == [7_000, 8_000])
        let question = try #require(
            result.report.files.first?.questions.first { $0.id == "future" })
        #expect(question.doubt?.count == 2)
        #expect(question.reason.contains("2024-06-26"))
        let right = try read(text, now: now, assume: ["future=right"])
        #expect(Array(right.records.merged(.steps).values) == [5_000, 10, 7_000, 8_000])
        #expect(try read(text).report.files[0].questions.allSatisfy { $0.id != "future" })
    }

    /// Marked samples cover nothing, whatever the others are: the sums of random amounts with some
    /// impossible ones are those without them.
    @Test func markedAmountsCoverNothing() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<50 {
            var rows = ""
            var sum = 0.0
            for hour in 0..<24 {
                let isWrong = random.next() % 5 == 0
                let steps = isWrong ? 900_000 : Int(random.next() % 1_000)
                if !isWrong { sum += Double(steps) }
                let clock = hour < 10 ? "0\(hour)" : "\(hour)"
                rows += "2024-03-05 \(clock):00,2024-03-05 \(clock):59,\(steps)\n"
            }
            let result = try read("start,end,steps\n" + rows)
            let merged = result.records.merged(.steps).values.reduce(0, +)
            #expect(merged == sum)
        }
    }

    // MARK: Columns

    /// What is left out and what counts, against loops over the rows: with marks in the middle,
    /// only at the end, everywhere and nowhere, more rows than a chunk has, and other columns that
    /// share the storage.
    @Test(arguments: [3, 500, 70_000]) func columnsArePartedByTheirMarks(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        for (share, from) in [(0.0, 0), (0.1, 0), (1, count - 1), (1, count / 2), (1, 0)] {
            for hasOthers in [false, true] {
                var rows: [SampleRow] = []
                for index in 0..<count {
                    let isOut = index >= from && Double.random(in: 0..<1, using: &random) < share
                    var marks: SampleMarks = isOut ? .future : []
                    if hasOthers, index % 5 == 0 { marks.insert(.manual) }
                    let end = Double(index) + (hasOthers && random.chance(0.5) ? 0.5 : 0)
                    rows.append(
                        SampleRow(
                            start: Double(index / 2), end: end, value: Double(index),
                            second: nil, source: hasOthers ? UInt16(index % 3) : 7,
                            marks: marks))
                }
                var all = SampleColumns()
                for start in stride(from: 0, to: count, by: 512) {
                    all.append(Array(rows[start..<min(start + 512, count)]))
                }
                let whole = all
                func columns(_ isIncluded: (SampleRow) -> Bool) -> SampleColumns {
                    var columns = SampleColumns()
                    columns.append(rows.filter(isIncluded))
                    return columns
                }
                let counted = columns { !$0.marks.contains(.future) }
                let leftOut = columns { $0.marks.contains(.future) }
                #expect(all.counted == counted)
                #expect(all.leftOut == leftOut)
                #expect(all.counted.isStrictlyRising == counted.isStrictlyRising)
                #expect(all.takeLeftOut() == leftOut)
                #expect(all == counted)
                #expect(all.hasLeftOut == false)
                #expect(all.latestStart == counted.latestStart)
                let joined = all.joined(with: leftOut)
                #expect(joined.count == count)
                #expect(joined.starts == whole.starts)
                #expect(joined.counted == counted)
                // Both grow without a trace in the other.
                var longer = all
                longer.append(start: 1e6, end: 1e6, value: -1, source: 9)
                #expect(all == counted)
                #expect(whole.values.elementsEqual(rows.map(\.value)))
            }
        }
    }
}
