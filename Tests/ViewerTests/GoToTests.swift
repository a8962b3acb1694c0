import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData
import Testing

@testable import Viewer

/// The dialog in which a date is typed, to go there.
@MainActor @Suite struct GoToTests {
    private func rig(_ metric: String = "steps", _ period: Period = .month) throws -> ViewerRig {
        try ViewerRig(metric, period, at: CivilDate(year: 2025, month: 4, day: 10))
    }

    private func open(_ rig: ViewerRig) {
        rig.viewer.controller.press([KeyCombination(.character("g"), control: true)])
        rig.frame()
    }

    /// Types a text instead of the one that is there, and goes.
    private func go(_ rig: ViewerRig, to text: String) {
        open(rig)
        rig.viewer.controller.press([KeyCombination(.character("a"), control: true)])
        for character in text {
            rig.viewer.controller.press(
                [KeyCombination(character == " " ? .space : .character(character))],
                text: String(character))
        }
        rig.press(.enter)
        rig.settle()
    }

    private func message(_ rig: ViewerRig) -> String {
        rig.node(ControlID("go-to.message"))?.name ?? ""
    }

    @Test func aDayIsShownWithItsReading() throws {
        let rig = try rig()
        let calendar = rig.model.calendar
        go(rig, to: "2024-11-05")
        #expect(rig.viewer.context.dialog == nil)
        let day = calendar.start(of: CivilDate(year: 2024, month: 11, day: 5))
        #expect(rig.model.x.range.min == calendar.start(of: .month, containing: day))
        #expect(rig.reading.map { calendar.date(of: $0.time) } == calendar.date(of: day))
        // Going back is one key, as after any other way there.
        rig.viewer.controller.press([KeyCombination(.left, alt: true)])
        rig.settle()
        #expect(calendar.date(of: rig.model.x.range.min) == CivilDate(year: 2025, month: 4, day: 1))
    }

    @Test func aMonthAndAYearAreShown() throws {
        let rig = try rig("weight")
        let calendar = rig.model.calendar
        go(rig, to: "2024-12")
        #expect(
            calendar.date(of: rig.model.x.range.min) == CivilDate(year: 2024, month: 12, day: 1))
        #expect(rig.reading == nil)
        go(rig, to: "2024")
        let year = Extent(
            min: calendar.start(of: CivilDate(year: 2024, month: 1, day: 1)),
            max: calendar.start(of: CivilDate(year: 2025, month: 1, day: 1)))
        #expect(rig.model.dates.period == .year && rig.model.x.range == year)
    }

    @Test func theLatestRecordIsOneButtonAway() throws {
        let rig = try rig()
        let last = rig.model.timedExtent.max.nextDown
        open(rig)
        rig.viewer.controller.press(control: ControlID(.goToLatest, in: .dialog))
        rig.settle()
        #expect(rig.model.x.range.contains(last) && rig.reading != nil)
    }

    @Test func whatIsNoDateIsRefusedWithAnExample() throws {
        let rig = try rig()
        for text in ["soon", "2024-13", "2024-02-30", "24", "2024-1-1"] {
            go(rig, to: text)
            #expect(message(rig).contains("2026-05-03"), "\(text): \(message(rig))")
            rig.press(.escape)
        }
        go(rig, to: "1931-05-03")
        #expect(message(rig).contains("no records then"), "\(message(rig))")
        // Typing clears it, and says again when there are records.
        rig.press(.backspace)
        #expect(message(rig).contains("Records: "))
    }

    @Test func wordsAreDays() throws {
        let calendar = CivilCalendar(zone: .utc)
        let noon = calendar.start(of: CivilDate(year: 2026, month: 3, day: 1)) + 43_200
        func day(_ text: String) -> CivilDate? {
            DatePrompt.goal(of: text, today: noon, in: calendar).map {
                calendar.date(of: $0.span.mid)
            }
        }
        #expect(day("Today") == CivilDate(year: 2026, month: 3, day: 1))
        #expect(day(" yesterday ") == CivilDate(year: 2026, month: 2, day: 28))
        #expect(day("") == nil && day("2026-") == nil && day("202 6") == nil)
        #expect(DatePrompt.goal(of: "9999", today: noon, in: calendar) == nil)
    }
}
