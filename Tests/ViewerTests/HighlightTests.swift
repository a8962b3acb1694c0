import ChartCore
import Foundation
import Localization
import SeededRandom
import Statistics
import Testing

@testable import HealthData
@testable import Viewer

/// What the highlights say is true: each is derived again from the samples by other arithmetic.
@Suite struct HighlightTests {
    /// Samples of one metric: the time, the value, and the second one of a pair.
    typealias Samples = [(time: Double, value: Double, second: Double?)]

    private static let day = 86_400.0
    private static let calendar = CivilCalendar(zone: .utc)

    /// A library of steps, weights and blood pressures with gaps, jumps and slopes, and some notes.
    struct RandomLibrary {
        var samples: [MetricID: Samples] = [:]
        var notes: [Library.Note] = []
        let last: Int

        init(seed: UInt64, days: Int) {
            var random = SplitMix(seed: seed)
            let first = 18_000 + random.whole(below: 3_000)
            last = first + days - 1
            let jump = random.whole(below: days)
            let size = [0.0, 0.2, 1][random.whole(below: 3)]
            let slope = [0.0, 0, -0.06, 0.05][random.whole(below: 4)]
            let missing = random.number(0, 0.6)
            for index in 0..<days {
                let start = Double(first + index) * HighlightTests.day
                let later = index >= jump ? 1.0 : 0
                if random.unit() >= missing {
                    for hour in [9.0, 15, 20] {
                        samples[.steps, default: []].append(
                            (
                                start + hour * 3600,
                                (random.number(500, 4_000) + 1_500 * size * later).rounded(), nil
                            ))
                    }
                }
                if random.unit() >= missing {
                    for hour in 0...random.whole(below: 2) {
                        let weight =
                            80 + slope * Double(index) - 2 * size * later
                            + random.number(-0.6, 0.6)
                        samples[.weight, default: []].append(
                            (start + Double(7 + hour) * 3600, (weight * 10).rounded() / 10, nil))
                    }
                }
                if random.unit() >= missing {
                    samples[.bloodPressure, default: []].append(
                        (
                            start + 8 * 3600,
                            (random.number(120, 140) - 9 * size * later).rounded(),
                            (random.number(75, 90) - 5 * size * later).rounded()
                        ))
                }
            }
            for number in 0..<random.whole(below: 3) {
                let at = Double(first + random.whole(below: days)) * HighlightTests.day + 43_200
                notes.append(
                    Library.Note(
                        id: Int64(number + 1), start: at, end: at,
                        metric: random.whole(below: 2) == 0 ? nil : .weight,
                        text: "Note **\(number)**", created: at, changed: at))
            }
            notes.sort { $0.start < $1.start }
        }

        func data(_ id: MetricID) -> MetricData? {
            guard let samples = samples[id], let metric = Metric(id) else { return nil }
            var columns = SampleColumns()
            for sample in samples {
                columns.append(
                    start: sample.time, end: sample.time, value: sample.value,
                    second: sample.second, source: 0)
            }
            var data = MetricData(
                MetricSamples(metric: metric, columns: columns),
                calendar: HighlightTests.calendar)
            data.measureDecimals()
            return data
        }

        func insights() -> [MetricInsight] {
            [MetricID.steps, .weight, .bloodPressure].compactMap(data).compactMap {
                MetricInsight(
                    $0, day: CivilDate(days: last), isToday: true, notes: notes,
                    in: HighlightTests.calendar)
            }
        }

        // MARK: Other arithmetic

        /// The values of the days of a range: sums for steps, without the last day, else means.
        func values(
            _ id: MetricID, _ days: Range<Int>, open: Bool = false
        ) -> [(day: Int, values: [Double])] {
            var found: [Int: [[Double]]] = [:]
            let all = samples[id] ?? []
            let lastDay = all.last.map { Int($0.time / HighlightTests.day) } ?? 0
            for sample in all {
                let day = Int(sample.time / HighlightTests.day)
                guard days.contains(day), id != .steps || open || day != lastDay else { continue }
                found[day, default: []].append([sample.value, sample.second].compactMap(\.self))
            }
            return found.sorted { $0.key < $1.key }.map { day, values in
                let count = values[0].count
                let sums = (0..<count).map { part in values.reduce(0) { $0 + $1[part] } }
                return (day, id == .steps ? sums : sums.map { $0 / Double(values.count) })
            }
        }

        func mean(_ values: [(day: Int, values: [Double])], _ part: Int) -> Double {
            values.reduce(0) { $0 + $1.values[part] } / Double(values.count)
        }
    }

    /// A number as English has it.
    private static func text(_ value: Double, _ digits: Int) -> String {
        let scale = digits == 1 ? 10.0 : 1
        let rounded = (value * scale).rounded() / scale
        if digits > 0 { return String(format: "%.\(digits)f", rounded) }
        let whole = Int(rounded)
        return whole < 1_000
            ? "\(whole)" : "\(whole / 1_000)," + String(format: "%03d", whole % 1_000)
    }

    private static func digits(_ id: MetricID) -> Int { id == .weight ? 1 : 0 }

    private static func rounded(_ value: Double, _ id: MetricID) -> Double {
        let scale = id == .weight ? 10.0 : 1
        return (value * scale).rounded() / scale
    }

    private static func unit(_ id: MetricID) -> String {
        switch id {
        case .weight: " kg"
        case .bloodPressure: " mmHg"
        default: ""
        }
    }

    private static let locale = LocaleFormat(identifier: "C")

    private static var words: HighlightWords {
        HighlightWords(
            days: DayWords(today: nil, latest: nil, calendar: calendar, locale: locale)
        ) { id in Metric(id).map { MetricFormat($0, locale: locale) } }
    }

    private static func plain(_ text: String) -> String {
        text.replacing("\u{202f}", with: " ").replacing("\u{a0}", with: " ")
    }

    /// The size that a sentence has to name, and whether the later values are higher.
    private static func move(
        _ id: MetricID, _ before: [Double], _ after: [Double], _ clear: [Bool]
    ) -> (size: String, isUp: Bool, part: Int?)? {
        let sizes = zip(before, after).map { abs(rounded($1, id) - rounded($0, id)) }
        let ups = zip(before, after).map { $1 > $0 }
        if before.count == 2, clear == [true, true], ups[0] == ups[1], sizes.allSatisfy({ $0 > 0 })
        {
            return (text(sizes[0], 0) + "/" + text(sizes[1], 0) + unit(id), ups[0], nil)
        }
        guard let part = clear.indices.first(where: { clear[$0] && sizes[$0] > 0.04 }) else {
            return nil
        }
        return (
            text(sizes[part], digits(id)) + unit(id), ups[part], before.count == 2 ? part : nil
        )
    }

    /// Checks one highlight against the samples; returns whether it makes a sentence.
    private static func check(_ highlight: Highlight, _ library: RandomLibrary) -> Bool {
        let id = highlight.metric.id
        let sentence = words.text(highlight)
        switch highlight {
        case .month(_, let change):
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = TimeZone(identifier: "UTC") ?? .gmt
            func month(_ day: Int) -> DateComponents {
                calendar.dateComponents(
                    [.year, .month], from: Date(timeIntervalSince1970: Double(day) * Self.day))
            }
            #expect(change.days.allSatisfy { month($0) == month(change.days.lowerBound) })
            #expect(month(change.days.upperBound) != month(change.days.lowerBound))
            #expect(change.daysBefore.upperBound == change.days.lowerBound)
            #expect(
                change.daysBefore.allSatisfy { month($0) == month(change.daysBefore.lowerBound) })
            let after = library.values(id, change.days)
            let before = library.values(id, change.daysBefore)
            #expect(after.count >= 8 && before.count * 2 >= change.daysBefore.count)
            return same(
                id, before, after, change.differences.map(\.isClear), library, sentence,
                count: after.count)
        case .note(_, let change):
            let at = Int(change.note.start / Self.day)
            let before = library.values(id, at - 30..<at)
            let after = library.values(id, at + 1..<at + 31)
            return same(
                id, before, after, change.differences.map(\.isClear), library, sentence,
                count: before.count)
        case .rate(_, let rate):
            let values = library.values(id, library.last - 41..<library.last + 1)
            var slopes: [Double] = []
            for (index, later) in values.enumerated() {
                for earlier in values[..<index] {
                    slopes.append(
                        (later.values[0] - earlier.values[0]) / Double(later.day - earlier.day))
                }
            }
            slopes.sort()
            let half = slopes.count / 2
            let median =
                slopes.count % 2 == 1 ? slopes[half] : (slopes[half - 1] + slopes[half]) / 2
            #expect(abs(rate.perWeek - median * 7) < 1e-9)
            #expect(values.count >= 10)
            let size = text(abs(median * 7), 1)
            guard let sentence else {
                #expect(size == "0.0")
                return false
            }
            #expect(
                plain(sentence.sentence.plain)
                    == "You are \(median > 0 ? "gaining" : "losing") \(size) kg a week.")
            #expect(plain(sentence.detail).contains("\(values.count) of the last 42 days"))
            return true
        case .highest(_, let highest):
            let all = library.values(id, 0..<library.last + 1, open: true)
            let value = all.first { $0.day == highest.day }?.values[0]
            #expect(value == highest.value)
            let earlier = all.last { $0.day < highest.day && $0.values[0] >= highest.value }
            #expect(highest.earlier == earlier?.day)
            #expect(highest.day - (earlier ?? all[0]).day >= 28)
            #expect(all.allSatisfy { $0.day <= highest.day || $0.values[0] < highest.value })
            #expect(highest.day > library.last - 7)
            let said = sentence.map { plain($0.sentence.plain) } ?? ""
            #expect(said.hasPrefix("Steps: \(text(highest.value, 0)) on "), "\(said)")
            #expect(said.hasSuffix(earlier == nil ? "the most on record." : "."))
            return true
        }
    }

    /// Compares both sides of a change, and its sentence.
    private static func same(
        _ id: MetricID, _ before: [(day: Int, values: [Double])],
        _ after: [(day: Int, values: [Double])], _ clear: [Bool], _ library: RandomLibrary,
        _ sentence: (sentence: EmphasisedText, detail: String)?, count: Int
    ) -> Bool {
        let parts = id == .bloodPressure ? 2 : 1
        let means = (0..<parts).map { library.mean(before, $0) }
        let later = (0..<parts).map { library.mean(after, $0) }
        guard let wanted = move(id, means, later, clear) else {
            #expect(sentence == nil)
            return false
        }
        guard let sentence else {
            Issue.record("there is no sentence for \(wanted)")
            return false
        }
        let plain = Self.plain(sentence.sentence.plain)
        let more =
            id == .steps ? (wanted.isUp ? "more" : "less") : (wanted.isUp ? "higher" : "lower")
        #expect(
            plain.contains(" \(wanted.size) \(more)"), "\(plain) has \(wanted.size) \(more)")
        #expect(sentence.sentence.runs.filter(\.isStrong).count == 1)
        if parts == 2 {
            let named = ["systolic", "diastolic"].firstIndex { plain.contains("(\($0))") }
            #expect(named == wanted.part, "\(plain)")
        }
        #expect(Self.plain(sentence.detail).contains("\(count)"))
        return true
    }

    /// A thousand libraries of 110 days; in most of them something changes.
    @Test func noSentenceIsFalseInAThousandLibraries() {
        var sentences = 0
        for seed in 0..<1_000 as Range<UInt64> {
            let library = RandomLibrary(seed: seed, days: 110)
            let insights = library.insights()
            for insight in insights {
                // The comparisons that are not chosen have to be true as well.
                var all: [Highlight] = insight.notes.map { .note(insight.metric, $0) }
                if let month = insight.month { all.append(.month(insight.metric, month)) }
                if let rate = insight.rate { all.append(.rate(insight.metric, rate)) }
                for highlight in all where seed < 100 { _ = Self.check(highlight, library) }
            }
            for highlight in LibraryInsights(insights).highlights
            where Self.check(highlight, library) {
                sentences += 1
            }
        }
        #expect(sentences > 300, "\(sentences) sentences were checked")
    }

    /// In libraries in which nothing happens, hardly a sentence says that something did.
    @Test func chanceMakesFewSentences() {
        var wrong = 0
        for seed in 0..<200 as Range<UInt64> {
            var random = SplitMix(seed: seed &+ 77_000)
            var library = RandomLibrary(seed: 0, days: 1)
            library.samples = [:]
            for index in 0..<150 {
                let time = Double(library.last - 149 + index) * Self.day + 28_800
                library.samples[.weight, default: []].append(
                    (time, 80 + random.number(-1, 1), nil))
                library.samples[.steps, default: []].append(
                    (time, random.number(4_000, 9_000), nil))
                library.samples[.bloodPressure, default: []].append(
                    (time, random.number(110, 140), random.number(70, 90)))
            }
            library.notes = []
            let shown = LibraryInsights(library.insights()).highlights.filter {
                if case .highest = $0 { false } else { true }
            }
            wrong += shown.isEmpty ? 0 : 1
        }
        // All comparisons of a library are weighed together: about one in ten has a sentence by chance.
        #expect(wrong <= 30, "\(wrong) of 200 libraries")
    }

    @Test func trendsAreTheMeansOfNinetyDaysAndTheYearBefore() throws {
        var found = 0
        for seed in 0..<12 as Range<UInt64> {
            let library = RandomLibrary(seed: seed &+ 5_000, days: 480)
            for insight in library.insights() {
                guard let year = insight.year else { continue }
                found += 1
                let id = insight.metric.id
                let after = library.values(id, library.last - 89..<library.last + 1)
                let before = library.values(id, library.last - 454..<library.last - 89)
                for part in year.after.indices {
                    #expect(abs(year.after[part] - library.mean(after, part)) < 1e-9)
                    #expect(abs(year.before[part] - library.mean(before, part)) < 1e-9)
                }
                #expect(year.counts == (before.count, after.count))
                let isUp = year.after[0] > year.before[0]
                #expect(year.direction == 0 || year.direction == (isUp ? 1 : -1))
            }
        }
        #expect(found > 20)
    }

    @Test func littleIsSaidOfLittle() throws {
        for days in [0, 1, 5, 20] {
            let library = RandomLibrary(seed: 9, days: max(days, 1))
            var empty = library
            if days == 0 { empty.samples = [:] }
            let insights = LibraryInsights(empty.insights())
            #expect(insights.highlights.isEmpty, "\(days) days")
            #expect(insights.trends.isEmpty)
        }
    }

    @Test func emphasisIsMarked() {
        #expect(
            EmphasisedText("You slept **24 min less** than in May.").runs == [
                .init(text: "You slept ", isStrong: false),
                .init(text: "24 min less", isStrong: true),
                .init(text: " than in May.", isStrong: false),
            ])
        #expect(EmphasisedText("").plain.isEmpty)
    }
}
