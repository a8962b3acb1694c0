import ChartCore
import ChartScene
import Charts
import HealthData
import Localization

/// A band on the chart of a metric that a person has asked for: an own range, or a published one.
@MainActor
final class GuideBand {
    let choice: BandChoice
    let id: String
    /// The range, from end to end; an open end is far away.
    private let range: ClosedRange<Double>
    let name: String
    let explanation: String
    private let zones: ValueZones

    /// Makes the band, if there is one: an own range needs enough days.
    init?(_ choice: BandChoice, _ context: MetricContext) {
        self.choice = choice
        switch choice.kind {
        case .usual:
            let period = choice.year.map { UsualRange.Period.year($0) } ?? .recent
            guard let usual = UsualRange(context.data, period, in: context.calendar) else {
                return nil
            }
            id = choice.year.map { "usual." + String($0) } ?? "usual"
            range = usual.range
            name = period.name(context.locale)
            explanation = period.explanation
        case .reference:
            guard let reference = ReferenceRange.of(context.metric.id) else { return nil }
            id = "reference"
            range = (reference.low ?? 0)...(reference.high ?? context.metric.ceiling ?? 1e6)
            name = tr("Published range: {1}", reference.source)
            explanation = reference.explanation
        }
        zones = ValueZones(id: id)
        zones.attach(to: context.chart)
        show(context)
    }

    var isHidden: Bool {
        get { zones.isHidden }
        set { zones.isHidden = newValue }
    }

    /// The colour of its sign in the legend.
    func color(_ context: MetricContext) -> Color {
        choice.kind == .usual ? context.color : context.theme.text3
    }

    /// Takes the theme of the context.
    func show(_ context: MetricContext) {
        let color = color(context)
        let soft = context.theme.derived {
            color.opacity($0.isHighContrast ? 0.25 : $0.appearance == .light ? 0.12 : 0.16)
        }
        zones.show(
            [
                ValueZones.Zone(
                    from: range.lowerBound, to: range.upperBound, color: soft, label: name)
            ], in: context.theme)
    }

    /// Where a value of days is, in words.
    func chip(_ value: Double) -> FigureChip {
        if let year = choice.year.map({ String($0) }) {
            if range.contains(value) {
                return FigureChip(.neutral, tr("Within your range {1}", year))
            }
            return value > range.upperBound
                ? FigureChip(.neutral, tr("Above your range {1}", year))
                : FigureChip(.neutral, tr("Below your range {1}", year))
        }
        if range.contains(value) {
            return FigureChip(.neutral, tr("Within your usual range"), short: tr("As usual"))
        }
        return value > range.upperBound
            ? FigureChip(.neutral, tr("Above your usual range"), short: tr("Above usual"))
            : FigureChip(.neutral, tr("Below your usual range"), short: tr("Below usual"))
    }

    /// Takes it off the chart.
    func remove(_ context: MetricContext) { zones.show([], in: context.theme) }
}

extension MetricContext {
    /// Whether no bar, reading or line is in a part of the plot.
    func isFree(_ x: Extent, _ y: Extent) -> Bool {
        guard case .readings(let readings) = data.content else {
            return chart.isFree(x, y, on: chart.y)
        }
        // Lines go on to the readings on both sides.
        return [readings.series, readings.trend].allSatisfy { series in
            let values = series.summary(of: series.slice(over: x, withNeighbours: true))
            return values.count == 0 || values.minimum > y.max || values.maximum < y.min
        }
    }
}
