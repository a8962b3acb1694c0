import ChartCore
import Charts
import Localization

/// The target range of values, as a band.
@MainActor
final class TargetZone: MetricZones {
    let target: ClosedRange<Double>
    private let context: MetricContext
    private let zones = ValueZones(id: "target")

    init(_ context: MetricContext, _ target: ClosedRange<Double>) {
        self.context = context
        self.target = target
        zones.attach(to: context.chart)
        themeDidChange()
    }

    var id: String { zones.id }

    var isHidden: Bool {
        get { zones.isHidden }
        set { zones.isHidden = newValue }
    }

    /// Its name, with its ends in the displayed unit.
    var name: String {
        tr("Target {1}", context.format.range(target.lowerBound, target.upperBound).text)
    }

    func themeDidChange() {
        zones.show(
            [
                ValueZones.Zone(
                    from: target.lowerBound, to: target.upperBound, color: context.theme.zoneGood,
                    label: name)
            ], in: context.theme)
    }

    func follow(_ preferences: Preferences) { themeDidChange() }
}
