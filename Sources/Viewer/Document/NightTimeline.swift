// When a person slept, night by night.
//
// A night lasts from evening to evening (`SleepNights`). Records with less than two hours between them
// are one stretch in bed; the stretch with the most sleep is the night's own, and the others are naps.
// Bedtime is the beginning of that stretch, in bed or asleep, whichever is known first. One wakes up at
// the end of its last sleep: lying awake after that is not sleep. If nothing but the time in bed is
// known, that is the night.
//
// On the clock, a night is between the wall-clock times of its ends; what happens in between has its
// place by the time that has passed. So a night in which the clocks are set back neither overlaps
// itself nor ends at a time that no clock showed.

import ChartCore
import HealthData

/// A night: when one went to bed and woke up.
struct Night: Equatable, Sendable {
    /// The day on which it ends, as `CivilDate.days` counts them.
    var day: Int
    /// That day, in which bars show it.
    var date: Extent
    /// From the evening before to the evening of that day.
    var span: Extent
    /// When one went to bed.
    var bedtime: Double
    /// When one woke up.
    var waking: Double
    /// Bedtime on the wall clock, in seconds after the midnight at which the day begins: before it if
    /// negative.
    var bedClock: Double
    /// The time of waking, likewise.
    var wakeClock: Double
    /// The seconds asleep, naps included.
    var asleep = 0.0
    /// Its blocks, as indices of the timeline.
    var blocks: Range<Int>

    /// From bedtime to waking.
    var rest: Extent { Extent(min: bedtime, max: waking) }
    /// Whether nothing but the time in bed is known.
    var isInBedAlone: Bool { asleep == 0 }

    /// The place of an instant on the clock, in seconds after the midnight at which the day begins.
    func clock(at instant: Double) -> Double {
        if instant <= bedtime { return bedClock - (bedtime - instant) }
        if instant >= waking || waking <= bedtime { return wakeClock + (instant - waking) }
        return bedClock + (instant - bedtime) / (waking - bedtime) * (wakeClock - bedClock)
    }
}

/// The nights of a record with what is known of each: stages, wakefulness, or the time in bed.
struct NightTimeline: Sendable {
    /// A stage that lasts.
    struct Block: Equatable, Sendable {
        var start: Double
        var end: Double
        var stage: SleepStage
    }

    /// Records further apart than this, in seconds, are not of the same stretch in bed.
    static let longestBreak = 7_200.0

    /// All blocks in the order of time; none overlaps another, and none crosses an evening.
    ///
    /// The time in bed is a block only in nights without any sleep.
    let blocks: [Block]
    /// The nights with data, in order.
    let nights: [Night]
    /// Whether there is any record of being awake.
    let hasAwake: Bool

    /// The nights of merged samples.
    ///
    /// O(samples) if they are in the order of their starts.
    init(_ columns: SampleColumns, calendar: CivilCalendar) {
        var found: [Block] = []
        found.reserveCapacity(columns.count)
        for index in 0..<columns.count {
            guard let stage = columns.sleepStage(at: index) else { continue }
            let (start, end) = (columns.starts[index], columns.end(at: index))
            if end > start, start.isFinite, end.isFinite {
                found.append(Block(start: start, end: end, stage: stage))
            }
        }
        if zip(found, found.dropFirst()).contains(where: { $0.start > $1.start }) {
            found.sort { $0.start < $1.start }
        }
        var builder = Builder(calendar: calendar)
        for block in found { builder.add(block) }
        builder.endNight()
        (blocks, nights) = (builder.blocks, builder.nights)
        hasAwake = blocks.contains { $0.stage == .awake }
    }

    /// The nights whose days have their middle in a range: those whose bars a person sees most of.
    ///
    /// O(log nights).
    func indices(ofDaysCentredIn range: Extent) -> Range<Int> {
        let lower = nights.indices.partitioningIndex { nights[$0].date.mid >= range.min }
        let upper = nights.indices.partitioningIndex { nights[$0].date.mid >= range.max }
        return lower..<max(lower, upper)
    }

    /// The nights of which there is any block in a range.
    ///
    /// O(log nights).
    func indices(over range: Extent) -> Range<Int> {
        let lower = nights.indices.partitioningIndex { end(of: nights[$0]) > range.min }
        let upper = nights.indices.partitioningIndex { start(of: nights[$0]) >= range.max }
        return lower..<max(lower, upper)
    }

    /// The night that contains an instant; nil if nothing is known of it.
    func night(containing instant: Double) -> Night? {
        let index = nights.indices.partitioningIndex { nights[$0].span.max > instant }
        return index < nights.count && nights[index].span.min <= instant ? nights[index] : nil
    }

    /// From the first to the last record of a night, in bed or asleep, naps included.
    func extent(of night: Night) -> Extent {
        Extent(min: start(of: night), max: end(of: night))
    }

    private func start(of night: Night) -> Double {
        min(night.bedtime, blocks[night.blocks].first?.start ?? .infinity)
    }

    private func end(of night: Night) -> Double {
        max(night.waking, blocks[night.blocks].last?.end ?? -.infinity)
    }

    /// The seconds of each stage in a night.
    func lengths(of night: Night) -> [SleepStage: Double] {
        blocks[night.blocks].reduce(into: [:]) { $0[$1.stage, default: 0] += $1.end - $1.start }
    }
}

extension NightTimeline {
    /// Cuts records at evenings, and finds bedtime and waking of each night.
    private struct Builder {
        let calendar: CivilCalendar
        private(set) var blocks: [Block] = []
        private(set) var nights: [Night] = []
        private var current: CivilCalendar.Night?
        /// The records of the current night.
        private var records: [Block] = []

        init(calendar: CivilCalendar) { self.calendar = calendar }

        mutating func add(_ block: Block) {
            var start = block.start
            while start < block.end {
                if current.map({ start >= $0.span.max }) ?? true {
                    endNight()
                    current = calendar.night(containing: start, from: SleepNights.evening)
                }
                let border = current?.span.max ?? block.end
                let end = min(block.end, border)
                guard end > start else { return }
                records.append(Block(start: start, end: end, stage: block.stage))
                start = end
            }
        }

        mutating func endNight() {
            defer { records = [] }
            guard let current, let rest = Self.rest(of: records) else { return }
            let hasSleep = records.contains { $0.stage.isAsleep }
            let first = blocks.count
            var asleep = 0.0
            var known = -Double.infinity
            for record in records where hasSleep != (record.stage == .inBed) {
                // Two records of the same time: the one that began first counts.
                let start = max(record.start, known)
                guard record.end > start else { continue }
                known = record.end
                if record.stage.isAsleep { asleep += record.end - start }
                // Records of one stage without anything in between are one block.
                if let last = blocks.indices.last, last >= first, blocks[last].end == start,
                    blocks[last].stage == record.stage
                {
                    blocks[last].end = record.end
                } else {
                    blocks.append(Block(start: start, end: record.end, stage: record.stage))
                }
            }
            guard blocks.count > first else { return }
            let day = calendar.date(of: current.day.min).days
            func clock(_ instant: Double) -> Double {
                let parts = calendar.components(of: instant)
                return instant + Double(parts.offset) - Double(day) * 86_400
            }
            nights.append(
                Night(
                    day: day, date: current.day, span: current.span, bedtime: rest.min,
                    waking: rest.max, bedClock: clock(rest.min), wakeClock: clock(rest.max),
                    asleep: asleep, blocks: first..<blocks.count))
        }

        /// From bedtime to waking; nil if there is neither sleep nor time in bed.
        private static func rest(of records: [Block]) -> Extent? {
            let hasSleep = records.contains { $0.stage.isAsleep }
            func counts(_ record: Block) -> Bool {
                hasSleep ? record.stage.isAsleep : record.stage == .inBed
            }
            var best: (length: Double, rest: Extent)?
            var (start, end, waking, length) = (0.0, -Double.infinity, -Double.infinity, 0.0)
            func close() {
                if length > best?.length ?? 0 { best = (length, Extent(min: start, max: waking)) }
            }
            for record in records {
                if record.start - end > longestBreak {
                    close()
                    (start, waking, length) = (record.start, -.infinity, 0)
                }
                end = max(end, record.end)
                if counts(record) {
                    length += max(0, record.end - max(record.start, waking))
                    waking = max(waking, record.end)
                }
            }
            close()
            return best?.rest
        }
    }
}
