import ChartCore
import HealthData
import Localization

/// A reading while it is typed: its metric, its value, and its time.
struct ReadingPrompt {
    /// A field to type in.
    enum Field: String, CaseIterable {
        case value
        case time

        /// The command that moves to the field.
        var command: CommandID { CommandID("reading." + rawValue) }
        /// The id of its node.
        var id: ControlID { ControlID(command, in: .readingFields) }

        init?(id: ControlID) {
            guard let field = Self.allCases.first(where: { $0.id == id }) else { return nil }
            self = field
        }
    }

    /// The reason why the reading cannot be kept.
    struct InputError: Error, Hashable {
        /// The field to correct; nil if that would not help.
        var field: Field?
        var sentence: String
    }

    /// The metrics to choose from.
    let choices: [Metric]
    private(set) var metric: Metric
    private(set) var fields: [Field: TextField]
    private(set) var current = Field.value
    /// Why it could not be kept; nil if nothing went wrong, or something was typed since.
    private(set) var failure: InputError?
    /// Whether it is being written.
    private(set) var isBeingWritten = false
    /// The reading that is edited, and what its fields say if nobody has typed; nil for a new one.
    private(set) var edited: (reading: OwnReading, texts: [Field: String])?

    /// - Parameters:
    ///   - metric: one of the choices.
    ///   - time: the time that is filled in.
    init(_ metric: Metric, among choices: [Metric], at time: Double, in calendar: CivilCalendar) {
        self.metric = metric
        self.choices = choices
        // Whole minutes, as people write them.
        let minute = (time / 60).rounded(.down) * 60
        fields = [
            .value: TextField(""), .time: TextField(ISOInstant.typed(minute, in: calendar)),
        ]
    }

    /// - Parameter reading: the reading to edit, of the metric.
    init(
        editing reading: OwnReading, of metric: Metric, _ format: MetricFormat,
        in calendar: CivilCalendar
    ) {
        self.metric = metric
        choices = [metric]
        let texts: [Field: String] = [
            .value: TypedReading.text(reading, format),
            .time: ISOInstant.typed(reading.time, in: calendar),
        ]
        fields = texts.mapValues { TextField($0) }
        edited = (reading, texts)
    }

    /// The reading that is edited, if the person has left a field as it was.
    ///
    /// A value in pounds has more digits than are shown, and an hour may exist twice.
    private func kept(_ field: Field) -> OwnReading? {
        edited.flatMap { $0.texts[field] == self[field].text ? $0.reading : nil }
    }

    subscript(field: Field) -> TextField { fields[field] ?? TextField() }

    mutating func edit(_ field: Field, _ change: (inout TextField) -> Void) {
        var after = self[field]
        change(&after)
        if after.text != self[field].text { failure = nil }
        fields[field] = after
        current = field
    }

    mutating func enter(_ field: Field) { current = field }

    mutating func choose(_ metric: Metric) {
        guard choices.contains(metric) else { return }
        self.metric = metric
        failure = nil
    }

    /// The reading that was typed.
    func reading(
        _ format: MetricFormat, now: Double, in calendar: CivilCalendar
    ) throws(InputError) -> OwnReading {
        let values: (value: Double, second: Double?)
        do throws(TypedReading.Unreadable) {
            if let kept = kept(.value) {
                values = (kept.value, kept.second)
            } else {
                values = try TypedReading.values(self[.value].text, format)
            }
        } catch {
            throw InputError(field: .value, sentence: error.sentence)
        }
        let time: Double
        do throws(ISOInstant.Unreadable) {
            if let kept = kept(.time) {
                time = kept.time
            } else {
                time = try ISOInstant.read(self[.time].text, in: calendar)
            }
        } catch {
            throw InputError(
                field: .time,
                sentence: tr("Write the day as 2026-05-02, or with a time as 2026-05-02 14:30."))
        }
        // The clock may have been read a moment ago.
        guard time <= now + 60 else {
            throw InputError(field: .time, sentence: tr("This time has not come yet."))
        }
        let reading = OwnReading(
            metric: metric.id, time: time, value: values.value, second: values.second)
        if let doubt = TypedReading.doubt(reading, format) {
            throw InputError(field: .value, sentence: doubt)
        }
        return reading
    }

    mutating func refuse(_ failure: InputError) {
        self.failure = failure
        isBeingWritten = false
        if let field = failure.field { current = field }
    }

    mutating func beginWriting() {
        failure = nil
        isBeingWritten = true
    }
}
