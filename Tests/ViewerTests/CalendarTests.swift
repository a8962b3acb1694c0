import ChartCore
import Charts
import Foundation
import Geometry
import Localization
import SeededRandom
import Testing

@testable import HealthData
@testable import Viewer

/// The year as a calendar, and its weekdays, against Foundation's calendar and plain counting.
@MainActor @Suite struct CalendarTests {
    private static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The parts of a day of Foundation's calendar: a weekday of 1 is a Sunday.
    private static func parts(_ day: Int) -> DateComponents {
        utc.dateComponents(
            [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(day) * 86_400)
        )
    }

    private static let berlin = (try? ZoneRules.named("Europe/Berlin")) ?? .utc

    private func data(
        _ id: MetricID, _ values: [(time: Double, value: Double)], _ calendar: CivilCalendar
    ) throws -> MetricData {
        var columns = SampleColumns()
        for (time, value) in values.sorted(by: { $0.time < $1.time }) {
            columns.append(start: time, end: time, value: value, source: 0)
        }
        return MetricData(
            MetricSamples(metric: try #require(Metric(id)), columns: columns), calendar: calendar)
    }

    // MARK: Grid

    /// Years that begin on every weekday, leap years and others, in one, two and four parts.
    @Test(arguments: [Weekday.monday, .saturday, .sunday], [1100.0, 700, 420, 288])
    func everyDayHasItsPlace(first: Weekday, width: Double) throws {
        for year in [1900, 2000] + Array(2015...2028) {
            let grid = YearGrid(year, firstWeekday: first, width: width)
            let isLeap =
                Self.utc.range(
                    of: .day, in: .year,
                    for: try #require(
                        Self.utc.date(from: DateComponents(year: year, month: 7, day: 1))))?.count
                == 366
            #expect(grid.days.count == (isLeap ? 366 : 365))
            #expect(grid.parts.flatMap { Array($0.days) } == Array(grid.days))
            var taken: Set<String> = []
            for part in grid.parts {
                var column = 0
                for day in part.days {
                    let parts = Self.parts(day)
                    #expect(parts.year == year)
                    // The days of the week from its first one on, as Foundation counts from Sunday.
                    let row = (try #require(parts.weekday) - 1 - first.rawValue % 7 + 7) % 7
                    if row == 0, day > part.days.lowerBound { column += 1 }
                    let place = part.place(of: day)
                    #expect(place.column == column && place.row == row)
                    let rect = try #require(grid.rect(of: day))
                    #expect(taken.insert("\(rect.x) \(rect.y)").inserted)
                    #expect(rect.maxX <= width && rect.maxY <= grid.height)
                }
                #expect(part.columns == column + 1)
            }
            let months = grid.parts.indices.flatMap { grid.months(of: $0) }.map(Self.parts)
            #expect(months.map(\.month) == Array(1...12) && months.allSatisfy { $0.day == 1 })
            #expect(grid.rect(of: grid.days.lowerBound - 1) == nil)
            #expect(grid.rect(of: grid.days.upperBound) == nil)
            #expect(grid.cell >= 12, "a day can be hit")
        }
    }

    // MARK: Steps

    @Test func stepsHaveAFifthOfTheDays() {
        var random = SplitMix(seed: 4)
        let values = (0..<365).map { _ in random.number(0, 1_000) }
        let steps = DaySteps(values)
        #expect(steps.steps.map(\.index) == [0, 1, 2, 3, 4])
        #expect(steps.steps.map(\.count) == [73, 73, 73, 73, 73])
        let sorted = values.sorted()
        for (index, step) in steps.steps.enumerated() {
            #expect(step.range == sorted[index * 73]...sorted[index * 73 + 72])
        }
        for value in values {
            let below = sorted.count { $0 < value }
            #expect(steps.index(of: value) == below / 73)
        }
    }

    @Test func equalDaysAreInOneStep() {
        // Three of five days have nothing: nothing is a value, and the lowest one.
        let steps = DaySteps((0..<100).map { $0 < 60 ? 0 : Double($0) })
        #expect(steps.steps.map(\.count).reduce(0, +) == 100)
        #expect(steps.steps.first == DaySteps.Step(index: 0, range: 0...0, count: 60))
        #expect(steps.index(of: 0) == 0 && steps.index(of: 99) == 4)
        #expect(DaySteps([7, 7, 7]).steps == [DaySteps.Step(index: 2, range: 7...7, count: 3)])
        #expect(DaySteps([7]).index(of: 7) == 2)
        #expect(DaySteps([]).steps.isEmpty)
        #expect(DaySteps([1, 2]).steps.map(\.index) == [0, 4])
    }

    // MARK: Year

    /// Readings before and after midnight in a leap year, with both changes of the clock and a gap.
    @Test func daysAreThoseOfTheZone() throws {
        let calendar = CivilCalendar(zone: Self.berlin, firstWeekday: .monday)
        var zoned = Calendar(identifier: .gregorian)
        zoned.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        var readings: [(time: Double, value: Double)] = []
        var expected: [Int: Double] = [:]
        var sums = [[Double]](repeating: [], count: 7)
        for day in YearGrid.days(of: 2024) {
            let parts = Self.parts(day)
            // A gap in May.
            if parts.month == 5 { continue }
            let weekday = (try #require(parts.weekday) + 5) % 7
            for (hour, value) in [(0, Double(weekday)), (23, Double(weekday + 2))] {
                var moment = parts
                (moment.weekday, moment.hour, moment.minute) = (nil, hour, 30)
                let date = try #require(zoned.date(from: moment))
                readings.append((date.timeIntervalSince1970, 60 + value))
            }
            expected[day] = 61 + Double(weekday)
            sums[weekday].append(61 + Double(weekday))
        }
        let data = try data(.restingHeartRate, readings, calendar)
        let year = CalendarYear(
            2024, DaySource(data, day: CivilDate(year: 2024, month: 12, day: 31), calendar))
        #expect(year.values.days == expected.keys.sorted() && year.values.count == 366 - 31)
        #expect(year.values.values[0] == expected.sorted { $0.key < $1.key }.map(\.value))
        #expect(year.openDay == nil)
        for (weekday, values) in sums.enumerated() {
            let found = year.profile.weekdays[weekday]
            #expect(found.count == values.count && found.means == [61 + Double(weekday)])
            #expect(found.quartiles == [61 + Double(weekday)...61 + Double(weekday)])
        }
        let words = CalendarWords(
            format: MetricFormat(data.metric, locale: LocaleFormat(identifier: "C")),
            locale: LocaleFormat(identifier: "C"))
        let days = words.days(year)
        #expect(days.count == 366 && days[59].date == "Thu 29 Feb 2024")
        #expect(days[130].step == nil && days[130].value == "no record")
        #expect(days.count { $0.step == nil } == 31)
        // Another year has none.
        let next = CalendarYear(
            2025, DaySource(data, day: CivilDate(year: 2025, month: 1, day: 1), calendar))
        #expect(next.values.count == 0 && words.weekdays(next, firstWeekday: .monday).isEmpty)
        #expect(words.explanation(next) == "The year has no records.")
    }

    @Test func quartilesAndFewDaysOfAWeekday() throws {
        let calendar = CivilCalendar(zone: .utc, firstWeekday: .sunday)
        // 2025-01-06 is a Monday: five Mondays, four Tuesdays, and nothing else.
        let monday = CivilDate(year: 2025, month: 1, day: 6).days
        let mondays = [70.0, 74, 71, 73, 90]
        var readings = mondays.enumerated().map {
            (time: Double(monday + 7 * $0.offset) * 86_400 + 40_000, value: $0.element)
        }
        for week in 0..<4 {
            readings.append((Double(monday + 1 + 7 * week) * 86_400 + 40_000, 80))
        }
        let data = try data(.weight, readings, calendar)
        let year = CalendarYear(
            2025, DaySource(data, day: CivilDate(year: 2025, month: 12, day: 31), calendar))
        #expect(year.profile.weekdays.map(\.count) == [5, 4, 0, 0, 0, 0, 0])
        // In order 70, 71, 73, 74, 90.
        #expect(year.profile.weekdays[0].means == [75.6])
        #expect(year.profile.weekdays[0].quartiles == [71...74])
        let locale = LocaleFormat(identifier: "C")
        let words = CalendarWords(
            format: MetricFormat(data.metric, locale: locale), locale: locale)
        let rows = words.weekdays(year, firstWeekday: .sunday)
        #expect(rows.map(\.name).prefix(3) == ["Sunday", "Monday", "Tuesday"])
        #expect(rows[0].bar == nil && rows[0].value == "0 days: too few for a mean")
        #expect(rows[2].bar == nil && rows[2].value == "4 days: too few for a mean")
        #expect(rows[1].value.contains("75.6") && rows[1].value.contains("71.0 – 74.0"))
        let bar = try #require(rows[1].bar)
        // From 71 to 75.6 with a margin of 0.04 of that at both ends.
        #expect(abs(bar.mean - 1.04 / 1.08) < 1e-9)
        #expect(abs(bar.half.upperBound - (3 / 4.6 + 0.04) / 1.08) < 1e-9)
    }

    @Test func oneDayIsAYear() throws {
        let calendar = CivilCalendar(zone: .utc, firstWeekday: .monday)
        let day = CivilDate(year: 2025, month: 3, day: 9)
        let data = try data(.weight, [(Double(day.days) * 86_400 + 40_000, 70)], calendar)
        let year = CalendarYear(2025, DaySource(data, day: day, calendar))
        let locale = LocaleFormat(identifier: "C")
        let words = CalendarWords(
            format: MetricFormat(data.metric, locale: locale), locale: locale)
        #expect(year.values.days == [day.days])
        let kilograms = LocaleFormat.unitSpace + "kg"
        #expect(words.keys(year).map(\.words) == ["All days: 70.0" + kilograms, "No record"])
        #expect(words.weekdays(year, firstWeekday: .monday).allSatisfy { $0.bar == nil })
    }

    // MARK: Dialog

    private func message(_ rig: ViewerRig) throws -> SemanticNode {
        try #require(rig.node("calendar.message"))
    }

    @Test func keysWalkOverDaysAndYears() throws {
        let rig = try ViewerRig("steps", .month, at: CivilDate(year: 2026, month: 3, day: 10))
        rig.press(.character("y"), shift: true)
        #expect(rig.viewer.context.dialog is CalendarScreen)
        let days = rig.viewer.scene.tree.flattened.filter { $0.id.hasPrefix("calendar.show.") }
        #expect(days.count == 365 && days.count { $0.isFocusable } == 1)
        #expect(try message(rig).name == "Tue 31 Mar 2026")
        let chosen = try #require(days.first { $0.isSelected })
        #expect(rig.viewer.scene.shownFocus == chosen.id)
        let words = try message(rig)
        #expect(chosen.name == "Tue 31 Mar 2026" && chosen.value == words.value)
        rig.press(.down)
        #expect(try message(rig).name == "Wed 1 Apr 2026")
        rig.press(.left)
        #expect(try message(rig).name == "Wed 25 Mar 2026")
        rig.press(.character("["))
        #expect(try message(rig).name == "Tue 25 Mar 2025")
        #expect(rig.node("calendar.year")?.name == "2025")
        rig.press(.character("]"))
        #expect(try message(rig).name == "Wed 25 Mar 2026")
        // A week before New Year's Day is in the year before.
        rig.press(.home)
        for _ in 0..<60 where rig.node("calendar.year")?.name == "2026" { rig.press(.left) }
        #expect(rig.node("calendar.year")?.name == "2025")
        rig.press(.character("]"))
        // The pointer's day is in words, too, and the weekdays are a list.
        let day = try #require(
            rig.viewer.scene.tree.first { $0.name == "Sat 14 Feb 2026" && $0.command != nil })
        rig.send(.pointerMoved, day.frame.center, after: 1)
        rig.settle()
        #expect(try message(rig).name == "Sat 14 Feb 2026")
        #expect(try message(rig).value == day.value && !day.value.isEmpty)
        let rows = rig.viewer.scene.tree.flattened.filter {
            $0.id.hasPrefix("calendar.weekday.")
        }
        #expect(rows.map(\.name).first == "Monday" && rows.count == 7)
        #expect(rows.allSatisfy { $0.role == .listItem && !$0.value.isEmpty })
    }

    @Test func aPressShowsTheDay() throws {
        let rig = try ViewerRig("steps", .month, at: CivilDate(year: 2026, month: 3, day: 10))
        rig.press(.character("y"), shift: true)
        let day = try #require(
            rig.viewer.scene.tree.first { $0.name == "Sat 14 Feb 2026" && $0.command != nil })
        rig.click(day.frame.center)
        rig.settle()
        #expect(rig.viewer.context.dialog == nil && rig.model.dates.period == .day)
        let calendar = rig.model.calendar
        #expect(
            calendar.date(of: rig.model.x.target.mid) == CivilDate(year: 2026, month: 2, day: 14))
    }

    @Test func namesHaveNoDays() throws {
        let files = try TestFiles()
        let rig = try ViewerRig(
            ViewerOptions(
                files: [try files.write("name,value\na,1\nb,2\n", "names.csv")], zone: .utc,
                theme: .light, size: Size(width: 1100, height: 720), library: ":memory:"))
        let command = try #require(rig.viewer.controller.commands[.showCalendar])
        #expect(!command.isEnabled() && command.reason() == "These values have no days.")
        rig.press(.character("y"), shift: true)
        #expect(rig.viewer.context.dialog == nil)
    }

    /// In a small window the chosen day and all weekdays can be reached.
    @Test func aSmallWindowScrolls() throws {
        let rig = try ViewerRig(
            "steps", .month, at: CivilDate(year: 2026, month: 9, day: 10),
            size: Size(width: 360, height: 480))
        rig.press(.character("y"), shift: true)
        rig.press(.down)
        func chosen() -> SemanticNode? {
            rig.viewer.scene.tree.first { $0.id.hasPrefix("calendar.show.") && $0.isSelected }
        }
        #expect(try #require(chosen()).frame.height >= 12)
        for _ in 0..<8 { rig.press(.pageDown) }
        let rows = rig.viewer.scene.tree.flattened.filter {
            $0.id.hasPrefix("calendar.weekday.")
        }
        #expect(try #require(rows.last).frame.height > 30)
        rig.press(.home)
        #expect(try #require(chosen()).frame.height >= 12)
    }
}
