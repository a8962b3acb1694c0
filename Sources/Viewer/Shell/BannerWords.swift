import HealthData
import Localization

/// Which banner is shown over the content, and what it says.
@MainActor
struct BannerWords {
    let viewer: ViewerContext

    /// The banner; nil for none.
    var content: BannerContent? {
        let model = viewer.model
        guard model.phase == .shown else { return nil }
        if viewer.hosts.document?.isShowingSamples == true {
            let subject = BannerSubject.samples(document: model.documentNumber)
            if !viewer.banners.isClosed(subject) { return samples(subject) }
        }
        // Until everything has been read there may be more to ask, or less.
        let open = QuestionRows.open(model.report)
        let next = open.first { !viewer.banners.isClosed(subject($0)) }
        return next.map { question($0, isOnly: open.count == 1) }
    }

    private func subject(_ entry: QuestionRows.Entry) -> BannerSubject {
        .question(id: entry.question.id, path: entry.path)
    }

    private func samples(_ subject: BannerSubject) -> BannerContent {
        BannerContent(
            subject: subject, sentence: tr("These are sample records"),
            short: tr("Sample records"),
            actions: [
                BannerContent.Action(
                    id: BannerPane.openID, title: tr("Open your file…"), command: .openFile)
            ])
    }

    /// The number of answers that have a button.
    private static let mostChoices = 3
    /// How many times as large as the other two likely meanings of a number are: pounds and
    /// kilograms are, stones and kilograms are not.
    private static let farthest = 4.0

    /// A question, with a button for each answer.
    private func question(_ entry: QuestionRows.Entry, isOnly: Bool) -> BannerContent {
        let question = entry.question
        let (locale, units) = (viewer.model.locale, viewer.model.appearance.pins.units)
        // An answer that would make the latest value impossible, or far from what was assumed, is
        // offered in the report only.
        let assumed = question.latest(ifMeantAs: question.assumed)
        let possible = question.choices.indices.filter { index in
            let choice = question.choices[index]
            guard let metric = question.metric, choice != question.assumed,
                let value = question.latest(ifMeantAs: choice)
            else { return true }
            let isNear = assumed.map {
                abs(value) <= Self.farthest * abs($0) && abs($0) <= Self.farthest * abs(value)
            }
            return PossibleValues.of(metric).range.contains(value) && isNear != false
        }
        let shown = possible.prefix(Self.mostChoices)
        var sentence = QuestionRows.title(question, locale: locale, units: units)
        if let metric = question.metric {
            let format = MetricFormat(metric, locale: locale, units: units)
            let names = shown.map { entry.name(of: question.choices[$0]) }
            let values = shown.compactMap {
                question.latest(ifMeantAs: question.choices[$0]).map { format.figure($0).text }
            }
            sentence =
                values.count == shown.count && !values.isEmpty
                ? tr(
                    "{1}: {2}? The latest would be {3}.", metric.name, either(names),
                    either(values))
                : tr("{1}: {2}?", metric.name, either(names))
        }
        var actions = shown.map { index in
            let command = entry.command(index)
            return BannerContent.Action(
                id: ControlID("banner." + command.name, in: .banner),
                title: entry.name(of: question.choices[index]), command: command)
        }
        if !isOnly || shown.count < question.choices.count {
            actions.append(
                BannerContent.Action(
                    id: ControlID("banner.report", in: .banner), title: tr("Review…"),
                    command: .showReport))
        }
        return BannerContent(subject: subject(entry), sentence: sentence, actions: actions)
    }

    /// A list of alternatives: "kg, lb or st".
    private func either(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return tr("{1} or {2}", names.dropLast().joined(separator: ", "), last)
    }
}
