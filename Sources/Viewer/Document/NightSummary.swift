import ChartCore
import HealthData
import Statistics

/// The figures of some nights: when one went to bed, woke up, how long and how regularly one slept.
struct NightSummary: Equatable {
    /// The mean bedtime in seconds after midnight, negative before it; nil if bedtimes are spread over
    /// the whole day.
    var bedClock: Double?
    /// The mean time of waking in seconds after midnight, likewise.
    var wakeClock: Double?
    /// The mean seconds asleep, or in bed if no sleep is known; nil without nights.
    var asleep: Double?
    /// Whether `asleep` is the time in bed.
    var isInBed = false
    /// The number of nights that it is about.
    var count = 0

    /// Times of day whose mean vector is shorter than this have no mean that says anything: shifts in
    /// turns.
    private static let leastConcentration = 0.5

    init(_ nights: some Sequence<Night>) {
        let all = Array(nights)
        let sleeping = all.filter { !$0.isInBedAlone }
        isInBed = sleeping.isEmpty && !all.isEmpty
        let counted = isInBed ? all : sleeping
        count = counted.count
        bedClock = Self.mean(counted.map(\.bedClock))
        wakeClock = Self.mean(counted.map(\.wakeClock))
        guard !counted.isEmpty else { return }
        asleep =
            counted.reduce(0) { $0 + (isInBed ? $1.rest.length : $1.asleep) }
            / Double(counted.count)
    }

    /// The mean of times of day, in the turn of the clock that is nearest to them.
    private static func mean(_ clocks: [Double]) -> Double? {
        guard let circular = CircularSummary(clocks, period: 86_400),
            circular.length >= leastConcentration
        else { return nil }
        // 23:30 is before the midnight of its night, 1:00 after it: take the turn of most of them.
        let turns = clocks.map { ((($0 - circular.mean) / 86_400).rounded()) }.sorted()
        return circular.mean + (turns[turns.count / 2]) * 86_400
    }
}

extension NightTimeline {
    /// The distance of the moments that regularity compares, in seconds.
    private static let moment = 300.0

    /// How regularly one slept in some nights (`SleepRegularity`); nil for fewer than five days in a
    /// row.
    ///
    /// A moment of a night with sleep is known: awake unless a record says that one slept. Nights
    /// without sleep, and what comes after the last record, are not known. Cost: the blocks of the
    /// nights, and 288 moments for each day between the first and the last.
    func regularity(of indices: Range<Int>) -> SleepRegularity? {
        let shown = nights[indices].filter { !$0.isInBedAlone }
        guard let first = shown.first, let last = shown.last else { return nil }
        let moments = Int(86_400 / Self.moment)
        var days = [[Bool?]](
            repeating: [Bool?](repeating: nil, count: moments), count: last.day - first.day + 1)
        let end = blocks.last?.end ?? last.span.max
        for night in shown {
            var day = [Bool?](repeating: nil, count: moments)
            for place in 0..<moments
            where night.span.min + Double(place) * Self.moment < min(end, night.span.max) {
                day[place] = false
            }
            for block in blocks[night.blocks] where block.stage.isAsleep {
                let from = ((block.start - night.span.min) / Self.moment).rounded(.up)
                let to = ((block.end - night.span.min) / Self.moment).rounded(.up)
                for place in max(0, Int(from))..<max(0, Int(from), min(moments, Int(to))) {
                    day[place] = true
                }
            }
            days[night.day - first.day] = day
        }
        return SleepRegularity(days)
    }
}

extension MetricData {
    /// A summary of the sleep in a span, which may be a part of a night; of the time in bed if no sleep
    /// is known.
    ///
    /// Cost: the blocks of the nights in the span.
    func nightSummary(over span: Extent) -> SpanSummary {
        guard let timeline = nights?.timeline else { return SpanSummary() }
        let shown = timeline.nights[timeline.indices(over: span)]
        let isInBed = shown.allSatisfy(\.isInBedAlone)
        var summary = SpanSummary(total: 0, unit: .day)
        summary.isInBed = isInBed && !shown.isEmpty
        var part = SpanSummary.Part()
        for night in shown {
            var seconds = 0.0
            for block in timeline.blocks[night.blocks]
            where block.stage.isAsleep || isInBed && block.stage == .inBed {
                let length = min(block.end, span.max) - max(block.start, span.min)
                guard length > 0 else { continue }
                seconds += length
                summary.count += 1
            }
            guard seconds > 0 else { continue }
            summary.total = (summary.total ?? 0) + seconds
            part.values.append(Summary(seconds))
            summary.daysWithData += 1
        }
        summary.parts = [part]
        return summary
    }
}
