import Charts
import HealthData

/// The stages of sleep.
struct NightsLegend: MetricLegend {
    private let context: MetricContext
    private let marks: NightsMarks

    init(_ context: MetricContext, _ marks: NightsMarks) {
        self.context = context
        self.marks = marks
    }

    var items: [LegendItem] {
        // Nights with only a known length need no legend.
        guard marks.present != [.asleep] else { return [] }
        return marks.present.map { stage in
            LegendItem(
                id: stage.label, name: stage.name, color: context.theme.color(of: stage),
                shape: .square, isShown: !marks.hidden.contains(stage))
        }
    }

    var series: [String] { items.map(\.id) }

    func group(of series: String) -> Set<String> { [series] }

    var isAllHidden: Bool { marks.shown.isEmpty && !marks.present.isEmpty }

    func setShown(_ shown: Bool, _ item: String, at moment: PictureMoment) {
        guard let stage = SleepStage.allCases.first(where: { $0.label == item }) else { return }
        marks.setShown(shown, stage, at: moment)
    }
}
