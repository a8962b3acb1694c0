import ChartCore
import HealthData
import Localization

/// A goal while it is typed.
struct GoalPrompt {
    /// A field to type in.
    enum Field: String, CaseIterable {
        case value
        case day

        /// The command that moves to the field.
        var command: CommandID { CommandID("goal." + rawValue) }
        /// The id of its node.
        var id: ControlID { ControlID(command, in: .goalFields) }

        init?(id: ControlID) {
            guard let field = Self.allCases.first(where: { $0.id == id }) else { return nil }
            self = field
        }
    }

    /// Why it cannot be set, and the field to correct.
    struct InputError: Error, Hashable {
        var field: Field
        var sentence: String
    }

    let metric: Metric
    /// Whether it is about amounts of a day, which have weekdays; levels have a day to reach them by.
    let isAmount: Bool
    var direction: Goal.Direction
    var weekdays: Set<Int>
    private(set) var fields: [Field: TextField]
    private(set) var current = Field.value
    /// Why it could not be set; nil if nothing went wrong, or something was typed since.
    private(set) var failure: InputError?

    /// - Parameter known: the goal that is set now; nil for none.
    init(
        _ metric: Metric, isAmount: Bool, known: Goal?, _ format: MetricFormat,
        in calendar: CivilCalendar
    ) {
        (self.metric, self.isAmount) = (metric, isAmount)
        direction = known?.direction ?? Self.directions(of: metric)[0]
        weekdays = known?.weekdays ?? []
        fields = [
            .value: TextField(known.map { TypedGoal.text($0.value, format) } ?? ""),
            .day: TextField(
                known?.day.map {
                    ISOInstant.typed(calendar.start(of: CivilDate(days: $0)), in: calendar)
                } ?? ""),
        ]
    }

    /// The directions to choose from, the usual one first.
    static func directions(of metric: Metric) -> [Goal.Direction] {
        if MetricData.hasTrend(metric) { return [.reach, .atLeast, .atMost] }
        return metric.id == .restingHeartRate || metric.id == .glucose
            ? [.atMost, .atLeast] : [.atLeast, .atMost]
    }

    /// The fields that it has.
    var shownFields: [Field] { isAmount ? [.value] : [.value, .day] }

    subscript(field: Field) -> TextField { fields[field] ?? TextField() }

    mutating func edit(_ field: Field, _ change: (inout TextField) -> Void) {
        var after = self[field]
        change(&after)
        if after.text != self[field].text { failure = nil }
        fields[field] = after
        current = field
    }

    mutating func enter(_ field: Field) { current = field }

    mutating func refuse(_ failure: InputError) {
        self.failure = failure
        current = failure.field
    }

    /// The goal that was typed.
    ///
    /// - Parameters:
    ///   - start: the latest value, from where a level is to be reached.
    ///   - today: the present day.
    func goal(
        _ format: MetricFormat, from start: Double?, today: CivilDate, in calendar: CivilCalendar
    ) throws(InputError) -> Goal {
        let value: Double
        do throws(TypedReading.Unreadable) {
            value = try TypedGoal.value(self[.value].text, format)
        } catch {
            throw InputError(field: .value, sentence: error.sentence)
        }
        var goal = Goal(metric.id, direction, value)
        if direction == .reach { goal.start = start }
        if isAmount {
            goal.weekdays = weekdays
        } else if !self[.day].text.allSatisfy(\.isWhitespace) {
            goal.day = try day(today, calendar)
        }
        return goal
    }

    private func day(
        _ today: CivilDate, _ calendar: CivilCalendar
    ) throws(InputError) -> Int {
        let instant: Double
        do throws(ISOInstant.Unreadable) {
            instant = try ISOInstant.read(self[.day].text, in: calendar)
        } catch {
            throw InputError(
                field: .day,
                sentence: tr("Write the day as 2027-05-02, or leave the field empty."))
        }
        let day = calendar.date(of: instant)
        guard day > today else {
            throw InputError(field: .day, sentence: tr("This day is over. Choose a later one."))
        }
        return day.days
    }
}
