import ChartCore
import HealthData
import Testing

/// Dates and instants as people type them.
@Suite struct ISOInstantTests {
    private let berlin: CivilCalendar

    init() throws { berlin = CivilCalendar(zone: try ZoneRules.named("Europe/Berlin")) }

    /// 2 May 2026, 0:00 in Berlin, which is two hours before midnight in Greenwich.
    private static let second = 1_777_672_800.0

    @Test(arguments: [
        (0.0, false, "2026-05-02"), (52_200, false, "2026-05-02 14:30"),
        (52_215, false, "2026-05-02 14:30:15"), (0, true, "2026-05-01"),
        (86_400, true, "2026-05-02"), (52_200, true, "2026-05-02 14:30"),
    ])
    func aTimeIsTypedAsShortAsItCanBe(offset: Double, isEnd: Bool, text: String) throws {
        let instant = Self.second + offset
        #expect(ISOInstant.typed(instant, isEnd: isEnd, in: berlin) == text)
        #expect(try ISOInstant.read("  " + text + " ", isEnd: isEnd, in: berlin) == instant)
    }

    @Test(arguments: ["", "2 May", "2026-02-30", "02.05.2026", "2026-05-02 25:00", "1234-05-02"])
    func whatIsNoDateIsNone(text: String) {
        #expect(throws: ISOInstant.Unreadable.self) { try ISOInstant.read(text, in: berlin) }
    }
}
