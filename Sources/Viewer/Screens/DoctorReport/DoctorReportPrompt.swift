import ChartCore
import HealthData
import Localization
import Reports

/// A report for a doctor while it is composed.
struct DoctorReportPrompt: Equatable {
    /// A field to type in.
    enum Field: String, CaseIterable {
        case name
        case born
        case path

        /// The command that moves to the field.
        var command: CommandID { CommandID("doctor-report." + rawValue) }
        /// The id of its node.
        var id: ControlID { ControlID(command, in: .doctorReportFields) }

        init?(id: ControlID) {
            guard let field = Self.allCases.first(where: { $0.id == id }) else { return nil }
            self = field
        }
    }

    /// The days that can be chosen.
    static let days = [7, 14, 28, 90, 365]

    /// The presets that have records, in the order of the list.
    let presets: [ReportPreset]
    private(set) var preset: ReportPreset
    private(set) var days: Int
    private(set) var paper: Paper
    private(set) var rule = PressureRule.esc
    /// Whether notes are printed; nil if there is none to print.
    private(set) var hasNotes: Bool?
    private(set) var fields: [Field: TextField]
    private(set) var current = Field.name
    /// Why nothing was saved; nil if there is nothing to say.
    private(set) var failure: String?
    /// The path of a file that is there already, and is replaced if the person saves once more.
    private(set) var replaced: String?
    private(set) var isBeingWritten = false

    init(_ preset: ReportPreset, among presets: [ReportPreset], paper: Paper, hasNotes: Bool) {
        (self.presets, self.preset, self.paper) = (presets, preset, paper)
        days = preset.usualDays
        self.hasNotes = hasNotes ? true : nil
        fields = [.path: TextField("~/" + Self.fileName(preset))]
    }

    /// The name of a file: it has no name of a person.
    private static func fileName(_ preset: ReportPreset) -> String {
        tr("report-{1}.pdf", preset.rawValue)
    }

    subscript(field: Field) -> TextField { fields[field] ?? TextField() }

    mutating func edit(_ field: Field, _ change: (inout TextField) -> Void) {
        var after = self[field]
        change(&after)
        if after.text != self[field].text { (failure, replaced) = (nil, nil) }
        fields[field] = after
        current = field
    }

    mutating func enter(_ field: Field) { current = field }

    mutating func choose(_ preset: ReportPreset) {
        // A path that the person has not typed follows the subject.
        if self[.path].text == "~/" + Self.fileName(self.preset) {
            fields[.path] = TextField("~/" + Self.fileName(preset))
        }
        (self.preset, days, failure) = (preset, preset.usualDays, nil)
    }

    mutating func choose(days: Int) { (self.days, failure) = (days, nil) }
    mutating func choose(_ paper: Paper) { self.paper = paper }
    mutating func choose(_ rule: PressureRule) { self.rule = rule }
    mutating func print(notes: Bool) { if hasNotes != nil { hasNotes = notes } }

    mutating func take(path: String) {
        let path = path.lowercased().hasSuffix(".pdf") ? path : path + ".pdf"
        edit(.path) { $0 = TextField(path) }
        replaced = path
    }

    /// The birth date; nil for none.
    ///
    /// - Returns: nil in a value if the field is empty, and nil if its text is no date.
    func born(in calendar: CivilCalendar) -> CivilDate?? {
        let text = self[.born].text.split(whereSeparator: \.isWhitespace).joined()
        guard !text.isEmpty else { return .some(nil) }
        guard let instant = try? ISOInstant.read(text, in: calendar) else { return nil }
        return calendar.date(of: instant)
    }

    mutating func beginWriting() { (isBeingWritten, failure) = (true, nil) }

    mutating func refuse(_ sentence: String, at field: Field? = nil, replacing path: String? = nil)
    {
        (failure, replaced, isBeingWritten) = (sentence, path, false)
        if let field { current = field }
    }
}
