// What a person has put on the chart of a metric: a goal as a dashed line, and bands of values.
//
// They are about the values of days. So they are drawn over readings, over bars of days, and over longer
// bars that show averages of a day; a bar of an hour, or a total of a month, cannot be compared with them.
// A goal belongs to the value axis if it is near what is shown (`NearbyValueFilter`); a band never does.

import ChartCore
import ChartScene
import Charts
import HealthData
import Localization

/// The goal and the bands on the chart of a metric.
@MainActor
final class MetricGuides {
    /// The goal; nil if there is none.
    private(set) var goal: Goal?
    /// The bands that there are enough days for.
    private(set) var bands: [GuideBand] = []
    /// The bands that the person has chosen.
    private var choices: [BandChoice] = []
    /// When the goal is likely to be reached; nil if that is not known yet.
    var forecast: GoalForecast? {
        didSet {
            guard forecast != oldValue else { return }
            write()
            context.legendRevision += 1
        }
    }

    private let context: MetricContext
    private let bars: TotalsBars?
    /// The items of the legend that are hidden.
    private var hidden: Set<String> = []
    private let line: ReferenceLine
    private let label: ReferenceLabel
    private let signs: GoalSigns
    private var isAttached = false
    private var judged: (revision: Int, days: GoalDays?)?
    /// The range whose days have signs.
    private var signedRange = Extent.nothing

    private static let item = "goal"

    init(_ context: MetricContext, _ bars: TotalsBars?) {
        (self.context, self.bars) = (context, bars)
        line = ReferenceLine(
            at: .nan, width: 1.5, color: context.theme.route,
            dash: .points(on: 6, off: 5, width: 1.5))
        label = ReferenceLabel(line)
        signs = GoalSigns(color: context.theme.route)
        label.isFree = { [weak context, weak signs] x, y in
            guard let context, let signs else { return true }
            return context.isFree(x, y) && !signs.isOver(x, y, context.chart)
        }
        themeDidChange()
    }

    /// The sentences of goals in the units that are shown.
    var words: GoalWords {
        let last = context.data.extent.max.nextDown
        return GoalWords(
            format: context.format, calendar: context.calendar,
            year: last.isFinite ? context.calendar.date(of: last).year : nil)
    }

    /// The days that count for the goal; nil without a goal, and for a metric of levels.
    var days: GoalDays? {
        guard let goal else { return nil }
        if let judged, judged.revision == context.dataRevision { return judged.days }
        let days = GoalDays(goal, context.data, in: context.calendar)
        judged = (context.dataRevision, days)
        return days
    }

    // MARK: Changes

    /// Takes the person's goal and bands; returns whether the value axis has to be fitted again.
    func follow(_ preferences: Preferences) -> Bool {
        let goal = preferences.goal(of: context.metric.id)
        if goal != self.goal {
            self.goal = goal
            judged = nil
            signedRange = .nothing
            forecast = nil
            if goal == nil { hidden.remove(Self.item) } else { attach() }
            context.legendRevision += 1
        }
        let choices = preferences.bands.filter { $0.metric == context.metric.id.rawValue }
        if choices != self.choices {
            self.choices = choices
            showBands()
        }
        write()
        return update(context.chart.x.target, at: .immediate)
    }

    private func showBands() {
        for band in bands { band.remove(context) }
        bands = choices.compactMap { GuideBand($0, context) }
        hidden.formIntersection(bands.map(\.id) + [Self.item])
        context.legendRevision += 1
    }

    func dataDidChange() {
        judged = nil
        signedRange = .nothing
        if !choices.isEmpty { showBands() }
    }

    /// Takes other bars, after a series was hidden or shown.
    func seriesDidChange() {
        signedRange = .nothing
        _ = update(context.chart.x.range, at: .immediate)
    }

    func themeDidChange() {
        let theme = context.theme
        line.color = theme.route
        signs.color = theme.route
        label.color = theme.goalText
        for band in bands { band.show(context) }
    }

    private func attach() {
        guard !isAttached else { return }
        isAttached = true
        bars?.isCovered = { [weak signs, weak chart = context.chart] x, y in
            guard let signs, let chart else { return false }
            return signs.isOver(x, y, chart)
        }
        context.chart.foreground += [line, signs]
        context.chart.annotations.append(label)
    }

    // MARK: Range

    /// Whether what is shown can be compared with values of days.
    private var isComparable: Bool {
        // An axis with labels of its own shows no values of the metric: the times of nights.
        guard context.ownLabels == nil else { return false }
        return bars.map { $0.unit == .day || $0.unit > .day && context.barAmount == .perDay }
            ?? true
    }

    /// Adapts to the visible range; returns whether the value axis has to be fitted again.
    func rangeDidChange(_ range: Extent, at moment: PictureMoment) -> Bool {
        let hasOtherValues = update(range, at: moment)
        if moment.isSettled { write() }
        return hasOtherValues
    }

    private func update(_ range: Extent, at moment: PictureMoment) -> Bool {
        for band in bands { band.isHidden = hidden.contains(band.id) || !isComparable }
        let value = isComparable && !hidden.contains(Self.item) ? goal?.value : nil
        line.move(
            to: value ?? .nan, at: moment.time, duration: moment.isSettled ? moment.duration : 0)
        sign(range, isShown: value != nil)
        guard value != context.nearby.value else { return false }
        context.nearby.value = value
        context.labelValues()
        return true
    }

    private func sign(_ range: Extent, isShown: Bool) {
        guard isAttached, let bars else { return }
        signs.isHidden = !isShown || bars.unit != .day
        guard !signs.isHidden, range.isProper, !signedRange.contains(range) else { return }
        signedRange = range.expanded(by: range.length)
        let totals = bars.counted.ladder(over: bars.ladder.extent).days
        signs.signs = (days?.reached(in: civilDays(signedRange)) ?? []).compactMap { day in
            let middle = context.calendar.extent(ofDays: day..<day + 1).mid
            return totals.index(containing: middle).map {
                GoalSigns.Sign(x: middle, value: totals.buckets[$0].sum)
            }
        }
    }

    /// The days whose middle is in a range.
    private func civilDays(_ range: Extent) -> Range<Int> {
        let calendar = context.calendar
        func firstDay(from instant: Double) -> Int {
            let day = calendar.date(of: instant).days
            return calendar.extent(ofDays: day..<day + 1).mid < instant ? day + 1 : day
        }
        let first = firstDay(from: range.min)
        return first..<max(first, firstDay(from: range.max))
    }

    /// Writes the sentence of the goal.
    private func write() {
        label.write(goal.map { words.sentence($0, forecast) } ?? "")
    }

    func advance(to time: Double) -> Bool { line.advance(to: time) }

    // MARK: Legend

    var items: [LegendItem] {
        var items: [LegendItem] = []
        if let goal {
            var explanation = [words.explanation(forecast)]
            if let bars {
                explanation.append(
                    !isComparable
                        ? tr("The goal is about days: it has no line over these bars.")
                        : bars.unit == .day
                            ? tr("A check mark is over each day that has reached it.") : "")
            }
            items.append(
                LegendItem(
                    id: Self.item, name: words.sentence(goal, forecast),
                    color: context.theme.route, shape: .diamond,
                    isShown: !hidden.contains(Self.item), isSeries: false,
                    explanation: explanation.filter { !$0.isEmpty }.joined(separator: " ")))
        }
        return items
            + bands.map {
                LegendItem(
                    id: $0.id, name: $0.name, color: $0.color(context), shape: .square,
                    isShown: !hidden.contains($0.id), isSeries: false, explanation: $0.explanation)
            }
    }

    /// Shows or hides an item; returns whether it is one of these.
    func setShown(_ shown: Bool, _ item: String, at moment: PictureMoment) -> Bool {
        guard items.contains(where: { $0.id == item }) else { return false }
        if shown { hidden.remove(item) } else { hidden.insert(item) }
        signedRange = .nothing
        _ = update(context.chart.x.range, at: moment)
        return true
    }

    // MARK: Figures

    /// On how many of the days of a range the goal was reached; nil for fewer than two.
    func figure(over range: Extent) -> CaptionedFigure? {
        guard let goal, !hidden.contains(Self.item), let days else { return nil }
        let count = days.count(in: civilDays(range))
        guard count.of > 1 else { return nil }
        let locale = context.locale
        let isNights = context.data.nights != nil
        return CaptionedFigure(
            caption: tr("Goal reached"),
            figure: Figure(
                isNights
                    ? tr(
                        "{1} of {2} nights", locale.number(count.reached), locale.number(count.of))
                    : tr("{1} of {2} days", locale.number(count.reached), locale.number(count.of))
            )
        ).explained(
            isNights
                ? tr("{1}: the nights with data that reached it.", words.name(goal))
                : tr(
                    "{1}: the days with data that reached it. A day that is not over is open.",
                    words.name(goal)))
    }

    /// The latest value, and its day; nil if there is none.
    var latest: (value: Double, day: Int)? {
        let calendar = context.calendar
        if let bars {
            return bars.counted.ladder(over: bars.ladder.extent).days.buckets
                .last { $0.count > 0 }.map { ($0.sum, calendar.date(of: $0.span.mid).days) }
        }
        let series = context.readings.series
        return series.values.lastIndex(where: \.isFinite).map {
            (series.values[$0], calendar.date(of: series.time(at: $0)).days)
        }
    }

    /// How far the latest value is from the goal, in words; nil without a goal for its day.
    var state: String? {
        guard let goal, let latest, goal.counts(day: latest.day) else { return nil }
        return words.state(goal, of: latest.value, isOpen: days?.isOpen(latest.day) ?? false)
    }

    // MARK: Chips

    /// Whether figures are judged by an own range, so that they have chips.
    var hasChips: Bool { bands.contains { $0.choice.kind == .usual } }

    /// Figures with a chip under each value of days.
    func judged(_ figures: [CaptionedFigure]) -> [CaptionedFigure] {
        guard let band = bands.first(where: { $0.choice.kind == .usual && !hidden.contains($0.id) })
        else { return figures }
        return figures.map { figure in
            figure.chip == nil ? figure.judged(figure.dayValue.map(band.chip)) : figure
        }
    }

    /// A reading of a day's bar with how far it is from the goal.
    func completed(_ reading: Reading) -> Reading {
        guard let goal, let bars, bars.unit == .day, isComparable, !hidden.contains(Self.item),
            let day = reading.span.map({ context.calendar.date(of: $0.mid).days }),
            goal.counts(day: day)
        else { return reading }
        let isOpen = days?.isOpen(day) ?? false
        let part = words.part(goal, of: reading.value, isOpen: isOpen)
        var result = reading
        result.rows.append(
            Reading.Row(
                figure: part.figure, name: part.name, color: context.theme.goalText, isDetail: true
            ))
        return result
    }
}

extension Theme {
    /// The colour of the words of a goal.
    var goalText: Color {
        derived {
            $0.isHighContrast ? $0.text1 : $0.appearance == .light ? Color(hex: 0x08704F) : $0.route
        }
    }
}
