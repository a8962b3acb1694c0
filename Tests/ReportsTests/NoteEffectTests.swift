import ChartCore
import Statistics
import Testing

@testable import Reports

/// The days before a note and after it.
@Suite struct NoteEffectTests {
    private let calendar = CivilCalendar(zone: .utc)
    private let start = CivilDate(year: 2026, month: 3, day: 1)

    /// One reading on each of some days, by its pressure.
    private func diary(_ pressures: [(day: Int, pressure: Pressure)]) -> PressureDiary {
        PressureDiary(
            pressures.map {
                PressureReading(
                    time: calendar.instant(of: start.adding(days: $0.day), hour: 8), $0.pressure)
            }, devices: ["cuff"], calendar: calendar)
    }

    private func note(_ day: Int, _ text: String = "a note") -> ReportNote {
        ReportNote(day: start.adding(days: day), text: text)
    }

    @Test func theWeekAfterTheNoteIsLeftOut() throws {
        // Days 0 to 29: 130/80 and 132/82 in turn; 30 to 36: 200/120; 37 to 66: 124/78 and 126/80.
        let all = (0..<67).map { day -> (day: Int, pressure: Pressure) in
            let turn = Double(day % 2) * 2
            return day < 30
                ? (day, Pressure(130 + turn, 80 + turn))
                : day < 37 ? (day, Pressure(200, 120)) : (day, Pressure(124 + turn, 78 + turn))
        }
        let effect = try #require(NoteEffect.latest(of: [note(30)], in: diary(all)))
        // 131 and 125; 81 and 79.
        #expect(abs(effect.systolic.difference + 6) < 1e-9)
        #expect(abs(effect.diastolic.difference + 2) < 1e-9)
        #expect(effect.systolic.isClear)
        #expect(effect.systolic.interval.contains(-6))
        #expect(effect.systolic.countBefore == 30 && effect.systolic.countAfter == 30)
    }

    @Test func theLatestNoteWithEnoughDaysCounts() throws {
        let all = (0..<90).map { (day: $0, pressure: Pressure(130 + Double($0 % 3), 80)) }
        let diary = diary(all)
        // Day 85 has five days after it, none of them after the week that is left out.
        let notes = [note(30, "first"), note(50, "second"), note(85, "third")]
        let effect = try #require(NoteEffect.latest(of: notes, in: diary))
        #expect(effect.note.text == "second")
        // Those from 20 to 86.
        #expect(effect.others.map(\.text) == ["first", "third"])
        #expect(NoteEffect.latest(of: [note(5)], in: diary) == nil, "five days before")
        #expect(NoteEffect.latest(of: [], in: diary) == nil)
    }

    @Test func aSpanIsNotAfterItself() throws {
        let all = (0..<90).map { day -> (day: Int, pressure: Pressure) in
            (day, Pressure((30..<50).contains(day) ? 180 : 120 + Double(day % 2), 80))
        }
        let span = ReportNote(
            day: start.adding(days: 30), lastDay: start.adding(days: 49), text: "a fever")
        let effect = try #require(NoteEffect.latest(of: [span], in: diary(all)))
        #expect(abs(effect.systolic.after - 120.5) < 1e-9)
    }
}
