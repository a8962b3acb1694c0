import ChartCore
import Testing

@testable import Viewer

/// The unit of the calendar that bars have.
@Suite struct UnitChoiceTests {
    let choice = UnitChoice(units: [.hour, .day, .week, .month, .quarter, .year])

    private func unit(
        days: Double, width: Double, current: CalendarUnit? = nil
    ) -> CalendarUnit {
        choice.unit(for: Extent(min: 0, max: days * 86_400), width: width, current: current)
    }

    @Test(arguments: [250.0, 500, 780, 1_600, 3_600]) func pagesHaveTheUnitPeopleExpect(
        width: Double
    ) {
        #expect(unit(days: 1, width: width) == .hour)
        #expect(unit(days: 7, width: width) == .day)
        for days in [28.0, 29, 30, 31] { #expect(unit(days: days, width: width) == .day) }
        for days in [181.0, 184] { #expect(unit(days: days, width: width) == .week) }
        let year = unit(days: 365, width: width)
        #expect(year == (width > 1_200 ? .week : .month))
    }

    @Test func allOfARecordHasFewEnoughBars() {
        #expect(unit(days: 3 * 365, width: 780) == .month)
        #expect(unit(days: 10 * 365, width: 780) == .quarter)
        #expect(unit(days: 40 * 365, width: 780) == .year)
        #expect(unit(days: 400 * 365, width: 780) == .year)
        for days in stride(from: 0.5, to: 40_000, by: 61.7) {
            for width in [250.0, 780, 1_600] {
                let unit = unit(days: days, width: width)
                let slots = days * 86_400 / unit.meanLength
                #expect(unit == .year || slots <= 140, "\(days) days, \(width) points, \(unit)")
                #expect(unit == .year || width / slots >= 4)
            }
        }
    }

    @Test func aZoomToAndFroAboutABorderChangesNothing() {
        // The places at which the unit changes on the way out and on the way in are far apart.
        func changes(_ days: [Double], from first: CalendarUnit) -> [CalendarUnit: Double] {
            var current = first
            var places: [CalendarUnit: Double] = [:]
            for length in days {
                let next = unit(days: length, width: 780, current: current)
                if next != current { places[max(next, current)] = length }
                current = next
            }
            return places
        }
        let lengths = Array(stride(from: 0.5, to: 12_000, by: 0.5))
        let out = changes(lengths, from: .hour)
        let back = changes(lengths.reversed(), from: .year)
        #expect(out.count == 5 && back.count == 5)
        for (unit, place) in out {
            let other = back[unit] ?? .infinity
            #expect(place > other * 1.2, "\(unit): out at \(place), in at \(other)")
        }
    }

    @Test func unitsThatAreNotOnOfferAreNotChosen() {
        let daily = UnitChoice(units: [.day, .week])
        #expect(
            daily.unit(for: Extent(min: 0, max: 3_600), width: 780, current: .hour) == .day)
        #expect(
            daily.unit(for: Extent(min: 0, max: 9e9), width: 780, current: nil) == .week)
    }
}
