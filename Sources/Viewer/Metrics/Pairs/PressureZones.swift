import ChartCore
import Charts
import HealthData
import Localization

/// The zones of systolic values by a guideline, except its lowest category.
@MainActor
final class PressureZones: MetricZones {
    private(set) var guideline = BloodPressureGuideline.standard
    private let context: MetricContext
    private let zones = ValueZones(id: "zones")

    init(_ context: MetricContext, _ marks: PairsMarks) {
        self.context = context
        zones.attach(to: context.chart)
        zones.isFree = { [weak marks] x, y in marks?.isFree(x, y) ?? true }
        themeDidChange()
    }

    var id: String { zones.id }

    var isHidden: Bool {
        get { zones.isHidden }
        set { zones.isHidden = newValue }
    }

    func themeDidChange() {
        let categories = guideline.categories
        let (theme, format) = (context.theme, context.format)
        zones.show(
            categories.indices.dropFirst().map { index in
                let category = categories[index]
                let isLast = index == categories.count - 1
                let source = guideline.isForHome ? tr("home, {1}", guideline.name) : guideline.name
                return ValueZones.Zone(
                    from: category.systolic,
                    to: isLast ? 1_000 : categories[index + 1].systolic,
                    color: theme.color(of: category.level),
                    label: isLast
                        ? tr("≥ {1} ({2})", format.figure(category.systolic).number, source)
                        : category.name)
            })
    }

    func follow(_ preferences: Preferences) {
        let wanted = preferences.guideline ?? .standard
        if wanted != guideline {
            guideline = wanted
            context.legendRevision += 1
        }
        themeDidChange()
    }

    func label() { zones.label() }
}
