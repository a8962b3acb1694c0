import ChartCore
import Geometry
import HealthData
import Localization
import Testing

@testable import Viewer

/// The times of notes, and their wording.
@Suite struct NoteTimeTests {
    private let berlin: CivilCalendar

    init() throws { berlin = CivilCalendar(zone: try ZoneRules.named("Europe/Berlin")) }

    private func note(_ start: Double, _ end: Double? = nil) -> Library.Note {
        Library.Note(
            id: 1, start: start, end: end ?? start, text: "", created: 0, changed: 0)
    }

    /// 2 May 2026, 0:00 in Berlin, which is two hours before midnight in Greenwich.
    private static let second = 1_777_672_800.0

    /// Days of 23 and 25 hours are days.
    @Test(arguments: ["2026-03-29", "2026-10-25"])
    func aDayIsAsLongAsItIs(day: String) throws {
        let start = try ISOInstant.read(day, in: berlin)
        let end = try ISOInstant.read(day, isEnd: true, in: berlin)
        #expect(end - start == (day.contains("-03-") ? 23 : 25) * 3600)
        #expect(NoteTime.span(of: note(start), in: berlin) == Extent(min: start, max: end))
        #expect(ISOInstant.typed(end, isEnd: true, in: berlin) == day)
    }

    @Test func timesAreToldAsWhatTheyAre() {
        let locale = LocaleFormat(identifier: "en_GB")
        func words(_ start: Double, _ end: Double? = nil) -> String {
            let span = NoteTime.span(
                of: note(Self.second + start, end.map { Self.second + $0 }), in: berlin)
            return NoteTime.words(span, in: berlin, locale).map { $0.isWhitespace ? " " : $0 }
                .map(String.init).joined()
        }
        #expect(words(0).contains("2 May 2026") && !words(0).contains(":"))
        #expect(words(52_200).contains("14:30"))
        #expect(words(0, 7 * 86_400) == "2 May 2026 – 8 May 2026")
        #expect(words(0, 86_400) == words(0))
        #expect(words(0, 7 * 86_400 + 3_600).contains("9 May 2026, 01:00"))
    }
}

/// A note while it is written.
@Suite struct NotePromptTests {
    private let calendar = CivilCalendar(zone: .utc)
    private let day = 86_400.0

    private func prompt(_ span: Extent? = nil) -> NotePrompt {
        NotePrompt(
            at: span ?? Extent(min: 100 * day, max: 100 * day), candidate: .weight, in: calendar)
    }

    private func type(_ text: String, into field: NotePrompt.Field, _ prompt: inout NotePrompt) {
        prompt.edit(field) { $0 = TextField(text) }
    }

    @Test func whatIsTypedIsTheNote() throws {
        var prompt = prompt()
        #expect(prompt[.start].text == "1970-04-11" && prompt[.end].text == "")
        type("flu", into: .text, &prompt)
        var note = try prompt.note()
        #expect(note.text == "flu" && note.start == 100 * day && note.isMoment)
        #expect(note.metric == nil)
        type("1970-04-13", into: .end, &prompt)
        prompt.choose(isForOne: true)
        note = try prompt.note()
        #expect(note.end == 103 * day && note.metric == .weight)
        type("1970-04-11 06:30", into: .end, &prompt)
        #expect(try prompt.note().end == 100 * day + 23_400)
    }

    @Test func aMarkedSpanIsTheSpan() throws {
        var prompt = prompt(Extent(min: 100 * day, max: 103 * day))
        #expect(prompt[.start].text == "1970-04-11" && prompt[.end].text == "1970-04-13")
        type("x", into: .text, &prompt)
        #expect(try prompt.note().end == 103 * day)
    }

    @Test(arguments: [
        (NotePrompt.Field.text, "  "), (.start, ""), (.start, "soon"), (.start, "3000-01-01"),
        (.end, "1970-04-10"), (.end, "later"),
    ])
    func whatIsNoNoteIsSaidWhereItIsTyped(field: NotePrompt.Field, text: String) {
        var prompt = prompt()
        type("words", into: .text, &prompt)
        type(text, into: field, &prompt)
        let failure = #expect(throws: NotePrompt.InputError.self) { try prompt.note() }
        #expect(failure?.field == field)
        guard let failure else { return }
        prompt.refuse(failure)
        #expect(prompt.current == field)
        let message = prompt.message(LocaleFormat(identifier: "en_GB"))
        #expect(message.isError && message.text == failure.sentence)
        // After further typing the error disappears.
        type("1970-04-12", into: field, &prompt)
        #expect(prompt.failure == nil)
    }

    /// An unedited time keeps its exact value, and an edited one is exactly what was typed.
    @Test func aChangeOfTheWordsMovesNoTime() throws {
        let note = Library.Note(
            id: 7, start: 100.25, end: 90_061.5, metric: .steps, text: "old", created: 1, changed: 2
        )
        var prompt = NotePrompt(
            note, candidate: .weight, in: calendar)
        #expect(prompt.candidate == .steps && prompt.isForOne)
        type("new", into: .text, &prompt)
        var changed = try prompt.note()
        #expect(changed.start == 100.25 && changed.end == 90_061.5 && changed.id == 7)
        #expect(changed.text == "new" && changed.metric == .steps)
        type("1970-01-01 00:02", into: .start, &prompt)
        prompt.choose(isForOne: false)
        changed = try prompt.note()
        #expect(changed.start == 120 && changed.metric == nil)
        type(" ", into: .end, &prompt)
        #expect(try prompt.note().isMoment)
    }

    @Test func daysGoUpAndDown() throws {
        var prompt = prompt(Extent(min: 100 * day, max: 101 * day + 60))
        prompt.move(.start, days: -1)
        #expect(prompt[.start].text == "1970-04-10")
        prompt.move(.end, days: 20)
        #expect(prompt[.end].text == "1970-05-02 00:01")
        prompt.move(.text, days: 1)
        #expect(prompt[.text].text == "")
    }
}
