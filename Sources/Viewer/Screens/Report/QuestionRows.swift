import ChartCore
import Charts
import HealthData
import Localization

/// A question about an ambiguous file, with its answers and what each of them would mean.
struct QuestionRows {
    /// A file's question, by their places in the report.
    struct Entry: Equatable {
        var path: String
        var file: Int
        var number: Int
        var question: OpenQuestion

        /// The command that answers with a choice.
        func command(_ choice: Int) -> CommandID {
            QuestionRows.answer(Answer(file: file, question: number, choice: choice))
        }

        /// The name of a choice.
        func name(of choice: String) -> String {
            if question.doubt != nil {
                switch DoubtAnswer(rawValue: choice) {
                case .leaveOut: return tr("Leave it out")
                case .right: return tr("It is right")
                case nil: return choice
                }
            }
            switch DecimalSign(rawValue: choice) {
            case .comma? where question.id == "decimal": return tr("decimal comma (1,5)")
            case .point? where question.id == "decimal": return tr("decimal point (1.5)")
            default: break
            }
            return switch DateOrder(rawValue: choice) {
            case .dayFirst? where question.id == "date": tr("day first (31/12)")
            case .monthFirst? where question.id == "date": tr("month first (12/31)")
            default: choice
            }
        }
    }

    /// An answer, by the places of its file, question and choice.
    struct Answer {
        var file: Int
        var question: Int
        var choice: Int
    }

    /// Answers a question.
    static let answer = CommandFamily<Answer>("answer") {
        "\($0.file).\($0.question).\($0.choice)"
    }

    /// The questions of a report, in the order of its files.
    static func entries(_ report: ImportReport?) -> [Entry] {
        (report?.files ?? []).enumerated().flatMap { index, file in
            file.questions.enumerated().map {
                Entry(path: file.path, file: index, number: $0, question: $1)
            }
        }
    }

    /// The questions that nobody has answered.
    static func open(_ report: ImportReport?) -> [Entry] {
        entries(report).filter { !$0.question.isAnswered }
    }

    /// The question in words.
    static func title(
        _ question: OpenQuestion, locale: LocaleFormat = .current,
        units: UnitPreferences = UnitPreferences()
    ) -> String {
        if let doubt = question.doubt { return title(question, doubt, locale, units) }
        if let metric = question.metric { return tr("{1}: which unit?", metric.name) }
        return tr("Dates: day first or month first?")
    }

    /// The question about samples that look wrong.
    private static func title(
        _ question: OpenQuestion, _ doubt: Doubt, _ locale: LocaleFormat, _ units: UnitPreferences
    ) -> String {
        let metric = Metric(doubt.metric)
        var format = metric.map { MetricFormat($0, locale: locale, units: units) }
        format?.decimals = metric.flatMap { MetricFormat.decimals(of: [doubt.value], $0) }
        let value =
            metric?.aggregation == .category
            ? metric?.name ?? ""
            : doubt.second.map { format?.pair(doubt.value, $0).text ?? "" }
                ?? format?.reading(doubt.value).text ?? ""
        // The day is a date of the zone in which the file was read.
        let noon = Double(doubt.day) * 86_400 + 43_200
        let day = locale.date(
            CivilMoment(noon, in: CivilCalendar(zone: .utc)), .dayMonthYear)
        guard question.isAboutFuture else {
            return trn(
                "{n} value looks wrong: {1} on {2}. Leave it out?",
                "{n} values look wrong, the first {1} on {2}. Leave them out?",
                count: doubt.count, value, day)
        }
        return trn(
            "{n} record is dated after tomorrow: {1} on {2}. Leave it out?",
            "{n} records are dated after tomorrow, the first {1} on {2}. Leave them out?",
            count: doubt.count, value, day)
    }

    /// The rows of a question: the question with the assumption, and a row for each answer.
    @MainActor
    static func rows(
        _ entry: Entry, locale: LocaleFormat, units: UnitPreferences
    ) -> [DialogModel.Row] {
        let question = entry.question
        let header = DialogModel.Row(
            leading: title(question, locale: locale, units: units),
            trailing: assumption(question, entry.name(of:)))
        return [header]
            + question.choices.enumerated().map { index, choice in
                let isNow = choice == question.assumed && !question.isMixed
                return DialogModel.Row(
                    leading: entry.name(of: choice),
                    trailing: preview(question, choice, locale, units),
                    actions: [
                        DialogModel.Action(
                            title: isNow && question.isAnswered
                                ? tr("Chosen")
                                : question.doubt != nil
                                    ? entry.name(of: choice)
                                    : isNow
                                        ? tr("Yes, {1}", entry.name(of: choice))
                                        : tr("Use {1}", entry.name(of: choice)),
                            command: entry.command(index))
                    ])
            }
    }

    /// The assumption, and the reason for it.
    private static func assumption(
        _ question: OpenQuestion, _ name: (String) -> String
    ) -> String {
        let assumed = name(question.assumed)
        if question.isAnswered { return tr("{1}, your answer", assumed) }
        if question.doubt != nil { return tr("Left out until you answer") }
        return question.isMixed
            ? tr("Assuming {1} for a part of it: {2}", assumed, question.reason)
            : tr("Assuming {1}: {2}", assumed, question.reason)
    }

    /// What the latest value would be with a choice.
    private static func preview(
        _ question: OpenQuestion, _ choice: String, _ locale: LocaleFormat, _ units: UnitPreferences
    ) -> String {
        guard let metric = question.metric, let value = question.latest(ifMeantAs: choice)
        else { return "" }
        let format = MetricFormat(metric, locale: locale, units: units)
        return tr("latest: {1}", format.figure(value).text)
    }
}
