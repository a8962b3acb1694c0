import ChartCore
import ChartRendering
import ChartScene
import Geometry
import Testing

@testable import Viewer

/// Bars that split and merge: their places at the start, at the end and in between.
@MainActor @Suite struct BarTransitionTests {
    static let day = 86_400.0
    let calendar = CivilCalendar(zone: .utc)
    /// Two hundred days from Monday 2026-01-05, with two samples an hour by day, and some days
    /// missing.
    let ladder: CalendarLadder
    var heights: BarHeights { BarHeights(ladder, as: .total) }
    let start = 1_767_571_200.0

    init() {
        var starts: [Double] = []
        var values: [Double] = []
        for day in 0..<200 where day % 13 != 5 {
            for hour in 7..<22 {
                starts.append(start + Double(day) * Self.day + Double(hour) * 3600)
                values.append(Double((day * 7 + hour * 31) % 97) * 10)
            }
        }
        ladder = CalendarLadder(
            starts: starts, ends: starts.map { $0 + 1800 }, values: values, in: calendar,
            as: .cumulative, hasHours: true)
    }

    /// The visible tops of bars: the highest value of each slot.
    private func tops(_ bars: [Bar]) -> [Extent: Double] {
        var tops: [Extent: Double] = [:]
        for bar in bars {
            let slot = Extent(min: bar.start, max: bar.end)
            tops[slot] = max(tops[slot] ?? 0, bar.value)
        }
        return tops
    }

    private func plain(
        _ unit: CalendarUnit, over range: Extent, as amount: BarAmount = .total
    ) throws -> [Extent: Double] {
        let totals = try #require(ladder[unit])
        var tops: [Extent: Double] = [:]
        for index in totals.indices(over: range) where totals.buckets[index].sum > 0 {
            let days = amount == .perDay && unit > .day ? totals.days[index] : 1
            tops[totals.buckets[index].span] = totals.buckets[index].sum / Double(days)
        }
        return tops
    }

    private func expect(
        _ bars: [Bar], toBe unit: CalendarUnit, over range: Extent, as amount: BarAmount = .total,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let wanted = try plain(unit, over: range, as: amount)
        let found = tops(bars)
        for (slot, top) in wanted {
            let seen = try #require(found[slot], "no bar at \(slot)", sourceLocation: location)
            #expect(abs(seen - top) < 1e-6, sourceLocation: location)
            // The stack has no gap: each piece begins where another ends, the lowest at 0.
            let pieces = bars.filter { $0.start == slot.min && $0.end == slot.max }
                .sorted { $0.base < $1.base }
            #expect(pieces.first?.base == 0, sourceLocation: location)
            for (lower, upper) in zip(pieces, pieces.dropFirst()) {
                #expect(abs(lower.value - upper.base) < 1e-6, sourceLocation: location)
            }
        }
    }

    @Test(arguments: [
        (CalendarUnit.day, CalendarUnit.week), (.week, .day), (.week, .month), (.month, .week),
        (.day, .month), (.hour, .day), (.day, .hour), (.month, .quarter), (.quarter, .year),
    ]) func bothEndsAreThePlainBars(from: CalendarUnit, to: CalendarUnit) throws {
        let range = Extent(min: start + 30 * Self.day, max: start + 60 * Self.day)
        for amount in BarAmount.allCases {
            let transition = try #require(
                BarTransition(
                    BarHeights(ladder, as: amount), from: from, to: to, over: range))
            try expect(transition.bars(at: 0), toBe: from, over: range, as: amount)
            try expect(transition.bars(at: 1), toBe: to, over: range, as: amount)
        }
    }

    @Test func halfWayEveryDayIsHalfWay() throws {
        let range = Extent(min: start, max: start + 14 * Self.day)
        let transition = try #require(BarTransition(heights, from: .day, to: .week, over: range))
        let (first, half, last) = (
            transition.bars(at: 0), transition.bars(at: 0.5), transition.bars(at: 1)
        )
        #expect(half.count == first.count && half.count == last.count)
        for index in half.indices {
            #expect(abs(half[index].start - (first[index].start + last[index].start) / 2) < 1e-3)
            #expect(abs(half[index].base - (first[index].base + last[index].base) / 2) < 1e-6)
            // A day's own length never changes.
            let length = half[index].value - half[index].base
            #expect(abs(length - (first[index].value - first[index].base)) < 1e-6)
        }
    }

    @Test func oneThatIsInterruptedGoesOnFromWhereItIs() throws {
        let range = Extent(min: start + 20 * Self.day, max: start + 50 * Self.day)
        let first = try #require(BarTransition(heights, from: .day, to: .week, over: range))
        for part in [0.0, 0.3, 0.8, 1] {
            let next = try #require(
                BarTransition(
                    heights, from: .week, to: .month, over: range, interrupting: (first, part)))
            let before = Dictionary(grouping: first.bars(at: part), by: { $0.start + $0.base })
            for bar in next.bars(at: 0) where bar.start >= range.min && bar.end <= range.max {
                #expect(before[bar.start + bar.base] != nil, "a piece jumped at \(part)")
            }
            try expect(next.bars(at: 1), toBe: .month, over: range)
        }
    }

    @Test func hoursGoOnFromTheirDay() throws {
        let range = Extent(min: start + 20 * Self.day, max: start + 24 * Self.day)
        let first = try #require(BarTransition(heights, from: .week, to: .day, over: range))
        let next = try #require(
            BarTransition(heights, from: .day, to: .hour, over: range, interrupting: (first, 0.4)))
        // The hours of a day are stacked where the day was.
        let days = first.bars(at: 0.4)
        let hours = next.bars(at: 0)
        for day in days where day.start >= range.min && day.end <= range.max {
            let own = hours.filter { $0.start == day.start }
            #expect(own.count == 15)
            #expect(abs((own.map(\.base).min() ?? -1) - day.base) < 1e-6)
            #expect(abs((own.map(\.value).max() ?? -1) - day.value) < 1e-6)
        }
        try expect(next.bars(at: 1), toBe: .hour, over: range)
    }

    @Test func tooManyPiecesAreNotMoved() {
        let all = Extent(min: start, max: start + 200 * Self.day)
        #expect(BarTransition(heights, from: .month, to: .hour, over: all) == nil)
        #expect(BarTransition(heights, from: .month, to: .day, over: all) != nil)
    }

    @Test func theMarkEndsAtExactlyThePlainBars() throws {
        let range = Extent(min: start + 30 * Self.day, max: start + 60 * Self.day)
        let mark = TotalsMark(id: "steps", calendar: calendar, color: .clear)
        mark.show(heights)
        mark.adapt(to: range, shown: range, width: 600)
        #expect(mark.movingBars == nil)
        mark.show(.week, over: range, at: 10, duration: 0.3)
        mark.adapt(to: range, shown: range, width: 600)
        try expect(try #require(mark.movingBars), toBe: .day, over: range)
        #expect(mark.advance(to: 10.15))
        let half = try #require(mark.movingBars)
        // Interrupted: the bars are where they were.
        mark.show(.month, over: range, at: 10.15, duration: 0.3)
        let now = try #require(mark.movingBars)
        let places = Set(half.map { ($0.start + $0.base * 1e-3).rounded() })
        for bar in now where bar.start >= range.min && bar.end <= range.max {
            #expect(places.contains((bar.start + bar.base * 1e-3).rounded()))
        }
        #expect(mark.advance(to: 10.4))
        #expect(!mark.advance(to: 10.46))
        #expect(mark.movingBars == nil && mark.unit == .month)
        mark.adapt(to: range, shown: range, width: 600)
        #expect(tops(mark.bars).count >= 2)
        try expect(mark.bars, toBe: .month, over: range)
        #expect(!mark.advance(to: 11), "idle requests no frame")
        // With reduced motion there is no transition.
        mark.show(.day, over: range, at: 12, duration: 0)
        #expect(mark.movingBars == nil && !mark.advance(to: 12))
    }

    @Test func valuesAreThoseOfTheUnitToCome() throws {
        let range = Extent(min: start + 30 * Self.day, max: start + 60 * Self.day)
        let mark = TotalsMark(id: "steps", calendar: calendar, color: .clear)
        mark.show(heights)
        mark.show(.week, over: range, at: 10, duration: 0.3)
        let most = try plain(.week, over: range).values.max()
        #expect(mark.values(over: range).max == most)
    }
}
