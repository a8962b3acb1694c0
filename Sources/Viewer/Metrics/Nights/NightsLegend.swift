import Charts
import HealthData
import Localization

/// The stages of sleep; in a hypnogram with their shares, and over the clock with the means.
struct NightsLegend: MetricLegend {
    private static let means = "means"
    private static let bands = "bands"

    private let context: MetricContext
    private let marks: NightsMarks

    init(_ context: MetricContext, _ marks: NightsMarks) {
        self.context = context
        self.marks = marks
    }

    var items: [LegendItem] {
        stages + (marks.picture == .clock ? ofMeans : [])
    }

    private var stages: [LegendItem] {
        // Nights with only a known length need no legend.
        guard marks.present != [.asleep] else { return [] }
        // A bar of a week has no stages.
        if marks.picture == .clock, marks.bars.unit > .day { return [] }
        let details = marks.picture == .lanes ? details : [:]
        let present = marks.picture == .clock ? marks.present.reversed() : marks.present
        return present.map { stage in
            LegendItem(
                id: stage.label,
                name: marks.picture == .hours ? stage.name : stage.shortName,
                color: context.theme.color(of: stage),
                shape: .square, isShown: !marks.hidden.contains(stage),
                detail: details[stage] ?? "")
        }
    }

    private var ofMeans: [LegendItem] {
        let (theme, clock, locale) = (context.theme, marks.clock, context.locale)
        let minutes = locale.number(NightClock.band / 60)
        return [
            LegendItem(
                id: Self.means, name: tr("Mean"), color: theme.text2, shape: .disc,
                isShown: clock.showsMeans, isSeries: false,
                explanation: tr("The mean bedtime and the mean time of waking, as dotted lines.")),
            LegendItem(
                id: Self.bands, name: tr("Within {1} min of the mean", minutes),
                color: theme.faded(theme.sleep, by: 0.6, on: theme.card), shape: .square,
                isShown: clock.showsBands, isSeries: false),
        ]
    }

    /// How often one was awake, and the shares of the stages of sleep, which add up to 100 %.
    private var details: [SleepStage: String] {
        guard let timeline = context.data.nights?.timeline, marks.lanes.shown.count == 1,
            let night = marks.lanes.shown.first.map({ timeline.nights[$0] }), night.asleep > 0
        else { return [:] }
        let lengths = timeline.lengths(of: night)
        let stages = SleepNights.stages.filter { (lengths[$0] ?? 0) > 0 }
        let exact = stages.map { (lengths[$0] ?? 0) / night.asleep * 100 }
        var shares = exact.map { $0.rounded(.down) }
        // What is left by rounding down goes to the largest remainders.
        let order = exact.indices.sorted { exact[$0] - shares[$0] > exact[$1] - shares[$1] }
        let left = min(max(0, Int((100 - shares.reduce(0, +)).rounded())), order.count)
        for index in order.prefix(left) { shares[index] += 1 }
        var details = Dictionary(
            uniqueKeysWithValues: zip(stages, shares.map { context.locale.percent($0 / 100) }))
        let times = timeline.blocks[night.blocks].count { $0.stage == .awake }
        if times > 0 { details[.awake] = trn("{n} time", "{n} times", count: times) }
        return details
    }

    var series: [String] {
        stages.map(\.id) + (marks.picture == .clock ? [Self.means, Self.bands] : [])
    }

    func group(of series: String) -> Set<String> { [series] }

    var isAllHidden: Bool { marks.shown.isEmpty && !marks.present.isEmpty }

    func setShown(_ shown: Bool, _ item: String, at moment: PictureMoment) {
        switch item {
        case Self.means: marks.clock.showsMeans = shown
        case Self.bands: marks.clock.showsBands = shown
        default:
            guard let stage = SleepStage.allCases.first(where: { $0.label == item }) else { return }
            marks.setShown(shown, stage, at: moment)
        }
    }
}
