import ChartCore
import Statistics

/// Words about a moment or a span of time that are printed with a report.
package struct ReportNote: Sendable, Hashable {
    /// The day on which it begins.
    package var day: CivilDate
    /// The last day of a span; the same as `day` for a moment.
    package var lastDay: CivilDate
    /// One line.
    package var text: String

    /// A note about some days.
    package init(day: CivilDate, lastDay: CivilDate? = nil, text: String) {
        (self.day, self.lastDay, self.text) = (day, max(day, lastDay ?? day), text)
    }
}

/// The pressures of the days before a note and after it.
///
/// The means of 30 days before, and of 30 days after a week that is left out, as what began then may need
/// time. `MeanDifference` has the method of the intervals.
package struct NoteEffect: Sendable, Equatable {
    /// The note.
    package let note: ReportNote
    /// In mmHg.
    package let systolic: MeanDifference
    package let diastolic: MeanDifference
    /// Other notes in these days, any of which may matter too.
    package let others: [ReportNote]

    /// The days on each side.
    package static let days = 30
    /// The days from that of the note on that are left out.
    package static let leftOut = 7

    /// The effect of the latest note that has enough days on both sides; nil if there is none.
    package static func latest(
        of notes: [ReportNote], in diary: PressureDiary
    ) -> NoteEffect? {
        notes.sorted { $0.day < $1.day }.reversed().lazy.compactMap {
            NoteEffect($0, among: notes, in: diary)
        }.first
    }

    private init?(_ note: ReportNote, among notes: [ReportNote], in diary: PressureDiary) {
        let start = note.day.adding(days: -Self.days)
        let resume = max(note.day.adding(days: Self.leftOut), note.lastDay.adding(days: 1))
        let end = resume.adding(days: Self.days)
        func means(_ from: CivilDate, _ to: CivilDate) -> [Pressure] {
            diary.days.filter { $0.date >= from && $0.date < to }.compactMap(\.mean)
        }
        let (before, after) = (means(start, note.day), means(resume, end))
        guard
            let systolic = MeanDifference(
                before: before.map(\.systolic), after: after.map(\.systolic)),
            let diastolic = MeanDifference(
                before: before.map(\.diastolic), after: after.map(\.diastolic))
        else { return nil }
        (self.note, self.systolic, self.diastolic) = (note, systolic, diastolic)
        others = notes.filter { $0 != note && $0.day < end && $0.lastDay >= start }
    }
}
