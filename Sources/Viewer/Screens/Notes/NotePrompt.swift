import ChartCore
import HealthData
import Localization

/// A note while it is written: its text, its times, and the charts that show it.
struct NotePrompt {
    /// A field to type in.
    enum Field: String, CaseIterable {
        case text
        case start
        case end

        /// The command that moves to the field.
        var command: CommandID { CommandID("note." + rawValue) }
        /// The id of its node.
        var id: ControlID { ControlID(command, in: .noteFields) }

        init?(id: ControlID) {
            guard let field = Self.allCases.first(where: { $0.id == id }) else { return nil }
            self = field
        }
    }

    /// The reason why the note cannot be saved.
    struct InputError: Error, Hashable {
        /// The field to correct; nil if that would not help.
        var field: Field?
        var sentence: String
    }

    /// The note being changed; nil for a new one.
    let original: Library.Note?
    /// The metric that it can be limited to; nil if there is none to choose.
    let candidate: MetricID?
    let calendar: CivilCalendar
    private(set) var fields: [Field: TextField] = [:]
    /// Whether it is limited to that metric.
    private(set) var isForOne: Bool
    /// The last field that was typed in.
    private(set) var current = Field.text
    /// Why it could not be saved; nil if nothing went wrong, or something was typed since.
    private(set) var failure: InputError?
    /// Whether it is being saved or removed.
    private(set) var isBeingWritten = false
    /// Whether its removal is to be confirmed.
    private(set) var isPendingRemoval = false
    /// Changes whenever the display does.
    private(set) var revision = 0

    /// A new note for a span of time or a moment.
    init(
        at span: Extent, candidate: MetricID?, in calendar: CivilCalendar
    ) {
        original = nil
        self.candidate = candidate
        self.calendar = calendar
        isForOne = false
        fill("", span)
    }

    /// A note that exists already.
    init(
        _ note: Library.Note, candidate: MetricID?, in calendar: CivilCalendar
    ) {
        original = note
        self.candidate = note.metric ?? candidate
        self.calendar = calendar
        isForOne = note.metric != nil
        fill(note.text, Extent(min: note.start, max: note.end))
    }

    private mutating func fill(_ text: String, _ span: Extent) {
        fields[.text] = TextField(text)
        fields[.start] = TextField(ISOInstant.typed(span.min, in: calendar))
        fields[.end] = TextField(
            span.max > span.min ? ISOInstant.typed(span.max, isEnd: true, in: calendar) : "")
    }

    // MARK: Typing

    subscript(field: Field) -> TextField { fields[field] ?? TextField() }

    /// Changes the text of a field, or the place of its caret.
    mutating func edit(_ field: Field, _ change: (inout TextField) -> Void) {
        let before = self[field]
        var after = before
        change(&after)
        fields[field] = after
        current = field
        if after.text != before.text { clearError() }
        revision += 1
    }

    /// Moves to a field.
    mutating func enter(_ field: Field) {
        current = field
        revision += 1
    }

    /// Chooses whether the note is limited to the one metric.
    mutating func choose(isForOne: Bool) {
        self.isForOne = isForOne && candidate != nil
        clearError()
        revision += 1
    }

    /// Moves a time by a number of days.
    mutating func move(_ field: Field, days: Int) {
        guard field != .text,
            let instant = try? ISOInstant.read(self[field].text, in: calendar)
        else { return }
        let moved = ISOInstant.typed(calendar.adding(days, .day, to: instant), in: calendar)
        edit(field) { $0 = TextField(moved) }
    }

    private mutating func clearError() {
        failure = nil
        isPendingRemoval = false
    }

    // MARK: Keeping

    /// The times that were typed.
    func span() throws(InputError) -> Extent {
        let start = try time(.start) ?? .nan
        guard start.isFinite else {
            throw InputError(field: .start, sentence: tr("Enter a date."))
        }
        let end = try time(.end) ?? start
        // The day before the start ends exactly at the start; it is refused, too.
        guard end > start || end == start && !ISOInstant.isDay(self[.end].text) else {
            throw InputError(field: .end, sentence: tr("The end is before the start."))
        }
        return Extent(min: start, max: end)
    }

    /// The time in a field; nil if it is empty.
    private func time(_ field: Field) throws(InputError) -> Double? {
        let text = self[field].text
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        let isEnd = field == .end
        // A time that was not edited keeps its exact value.
        if let original {
            let before = isEnd ? original.end : original.start
            let isEmpty = isEnd && original.isMoment
            if !isEmpty, ISOInstant.typed(before, isEnd: isEnd, in: calendar) == text {
                return before
            }
        }
        do throws(ISOInstant.Unreadable) {
            return try ISOInstant.read(text, isEnd: isEnd, in: calendar)
        } catch .outOfRange {
            throw InputError(
                field: field,
                sentence: tr(
                    "Dates go from {1} to {2}.", ISOInstant.dates.first, ISOInstant.dates.last))
        } catch {
            throw InputError(
                field: field,
                sentence: tr("Write the day as 2026-05-02, or with a time as 2026-05-02 14:30."))
        }
    }

    /// The note to save.
    func note() throws(InputError) -> Library.Note {
        let text = self[.text].text
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw InputError(field: .text, sentence: tr("Enter a note."))
        }
        let span = try span()
        return Library.Note(
            id: original?.id ?? 0, start: span.min, end: span.max,
            metric: isForOne ? candidate : nil, text: text, created: original?.created ?? 0,
            changed: original?.changed ?? 0)
    }

    /// Shows why it is not saved, and moves to the field to correct.
    mutating func refuse(_ failure: InputError) {
        self.failure = failure
        isBeingWritten = false
        isPendingRemoval = false
        if let field = failure.field { current = field }
        revision += 1
    }

    /// Marks it as being saved or removed.
    mutating func beginWriting() {
        clearError()
        isBeingWritten = true
        revision += 1
    }

    /// Asks to confirm its removal.
    mutating func askToConfirm() {
        isPendingRemoval = true
        revision += 1
    }

    /// The text under the fields, and whether it is an error.
    func message(_ locale: LocaleFormat) -> (text: String, isError: Bool) {
        if let failure { return (failure.sentence, true) }
        do throws(InputError) {
            let span = NoteTime.span(try span(), in: calendar)
            return (NoteTime.words(span, in: calendar, locale), false)
        } catch {
            return (error.sentence, false)
        }
    }
}
