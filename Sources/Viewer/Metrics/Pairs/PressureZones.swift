import ChartCore
import Charts
import HealthData
import Localization

/// The zones of systolic values by a guideline, except its lowest category, and its limits of both values.
@MainActor
final class PressureZones: MetricZones {
    private(set) var guideline = BloodPressureGuideline.standard
    private let context: MetricContext
    private let zones = ValueZones(id: "zones")

    init(_ context: MetricContext) {
        self.context = context
        zones.attach(to: context.chart)
        themeDidChange()
    }

    var id: String { zones.id }

    var isHidden: Bool {
        get { zones.isHidden }
        set { zones.isHidden = newValue }
    }

    /// Their name in the legend: `Limits: home, ESC 2024`.
    var name: String {
        guideline.isForHome
            ? tr("Limits: home, {1}", guideline.name) : tr("Limits: {1}", guideline.name)
    }

    /// The lines at the limits.
    var lines: [ReferenceLine] { zones.lines }

    func themeDidChange() {
        let categories = guideline.categories
        let (theme, format) = (context.theme, context.format)
        let bands = categories.indices.dropFirst().map { index in
            let category = categories[index]
            let isLast = index == categories.count - 1
            let name = category.name.capitalizedFirst
            return ValueZones.Zone(
                from: category.systolic,
                to: isLast ? 1_000 : categories[index + 1].systolic,
                color: theme.color(of: category.level),
                label: isLast
                    ? tr("{1}, {2} and above", name, format.figure(category.systolic).number)
                    : name,
                shortLabel: isLast ? name : "")
        }
        let limits = guideline.limit.map { limit in
            [
                ValueZones.Limit(
                    value: limit.systolic, color: theme.heart,
                    label: tr("Systolic limit {1}", format.figure(limit.systolic).number)),
                ValueZones.Limit(
                    value: limit.diastolic, color: theme.secondary,
                    label: tr("Diastolic limit {1}", format.figure(limit.diastolic).number)),
            ]
        }
        zones.show(bands, limits: limits ?? [], in: theme)
    }

    func follow(_ preferences: Preferences) {
        let wanted = preferences.guideline ?? .standard
        if wanted != guideline {
            guideline = wanted
            context.legendRevision += 1
        }
        themeDidChange()
    }
}
