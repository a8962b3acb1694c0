import ChartCore
import Localization

/// Samples of a document that look wrong for one reason, about which the person is asked.
package struct Doubt: Sendable, Hashable, Codable {
    /// How many there are.
    package fileprivate(set) var count: Int
    /// The metric of the earliest of them.
    package private(set) var metric: MetricID
    /// Its start, in seconds since 1970.
    package private(set) var time: Double
    /// Its day in the zone in which the file was read, in days since 1970-01-01.
    package private(set) var day: Int
    /// Its value, or the first one of a pair, in the metric's unit.
    package private(set) var value: Double
    /// The second value of a pair.
    package private(set) var second: Double?
    /// The earliest in words, for a report: `7,700 kg on 2024-11-21`.
    package private(set) var text: String

    init(
        metric: MetricID, time: Double, day: Int, value: Double, second: Double? = nil,
        text: String
    ) {
        count = 1
        self.metric = metric
        self.time = time
        self.day = day
        self.value = value
        self.second = second
        self.text = text
    }

    /// Adds those of another part of the same file.
    mutating func add(_ other: Doubt) {
        let sum = count + other.count
        if other.time < time { self = other }
        count = sum
    }
}

/// The answers to a question about samples that look wrong.
package enum DoubtAnswer: String, Sendable, Hashable, CaseIterable {
    /// They are kept, but not counted or drawn.
    case leaveOut = "out"
    /// They are samples like others.
    case right
}

/// Finds the samples of a document that look wrong, and makes the questions about them.
///
/// The sinks have already marked impossible values. Here they are counted, samples that are dated
/// after tomorrow are marked as well, and marks are removed where the person has said that the
/// values are right.
struct DoubtSearch {
    /// The first instant after tomorrow, in seconds since 1970.
    private let end: Double
    private let calendar: CivilCalendar
    private var doubts: [String: Doubt] = [:]

    /// - Parameters:
    ///   - now: the present instant in seconds since 1970; with infinity nothing is in the future.
    ///   - zone: the zone in which tomorrow ends.
    init(now: Double, zone: ZoneRules) {
        calendar = CivilCalendar(zone: zone)
        end =
            SoundTime.contains(now)
            ? calendar.start(of: calendar.date(of: now).adding(days: 2)) : .infinity
    }

    /// The id of the question about impossible values of a metric.
    static func id(_ metric: MetricID) -> String { "value." + metric.rawValue }
    /// The id of the question about samples that are dated after tomorrow.
    static let future = "future"

    /// Marks and counts the samples of a batch.
    ///
    /// Cost: nothing if none has a mark and the starts rise, else O(samples).
    mutating func search(_ samples: inout MetricSamples, _ assumptions: Assumptions) {
        guard samples.metric.aggregation != .named else { return }
        let metric = samples.metric
        let end = end
        if samples.columns.latestStart >= end {
            let starts = samples.columns.starts
            samples.columns.updateMarks { if starts[$0] >= end { $1.insert(.future) } }
        }
        guard samples.columns.hasLeftOut else { return }
        note(samples, .impossible, Self.id(metric.id))
        note(samples, .future, Self.future)
        var accepted: SampleMarks = []
        if assumptions.values[metric.id] == .right { accepted.insert(.impossible) }
        if assumptions.future == .right { accepted.insert(.future) }
        if !accepted.isEmpty { samples.columns.updateMarks { $1.subtract(accepted) } }
    }

    /// Counts the samples with a mark.
    private mutating func note(_ samples: MetricSamples, _ mark: SampleMarks, _ id: String) {
        let starts = samples.columns.starts
        var (count, first, earliest) = (0, 0, 0)
        samples.columns.marks.withSpans(in: 0..<starts.count) { marks in
            for offset in marks.indices where marks[offset].contains(mark) {
                let index = first + offset
                if count == 0 || starts[index] < starts[earliest] { earliest = index }
                count += 1
            }
            first += marks.count
        }
        guard count > 0 else { return }
        var found = Self.doubt(samples, earliest, calendar)
        found.count = count
        if var known = doubts[id] {
            known.add(found)
            found = known
        }
        doubts[id] = found
    }

    private static func doubt(
        _ samples: MetricSamples, _ index: Int, _ calendar: CivilCalendar
    ) -> Doubt {
        let (metric, time) = (samples.metric, samples.columns.starts[index])
        let pairs = metric.aggregation == .pair ? samples.pairs : nil
        let value = pairs?.upper[index] ?? samples.columns.values[index]
        let second = pairs.map { $0.lower[index] }
        let locale = LocaleFormat.current
        let numbers = [value, second].compactMap(\.self).map {
            locale.number($0, upToFractionDigits: 2)
        }
        let unit = metric.unit == "count" || metric.unit.isEmpty ? "" : " " + metric.unit
        let amount = numbers.joined(separator: "/") + unit
        let what = metric.aggregation == .category ? metric.name : amount
        let date = calendar.date(of: time)
        return Doubt(
            metric: metric.id, time: time, day: date.days, value: value, second: second,
            text: tr("{1} on {2}", what, "\(date)"))
    }

    /// The questions, those about values first.
    func questions(_ assumptions: Assumptions) -> [OpenQuestion] {
        let ids = doubts.keys.filter { $0 != Self.future }.sorted() + [Self.future]
        return ids.compactMap { id in
            guard let doubt = doubts[id] else { return nil }
            let answer = id == Self.future ? assumptions.future : assumptions.values[doubt.metric]
            return OpenQuestion(id: id, about: doubt, answer: answer)
        }
    }
}
