import ChartCore
import ChartScene
import Charts
import Geometry
import HealthData
import Localization

/// The hypnogram: the blocks of a night in lanes, with bedtime and waking.
@MainActor
final class NightLanes {
    let mark: LaneMark
    private let labels: LaneLabels
    private let spans: MarkedSpans
    private let context: MetricContext
    private var hidden: Set<SleepStage> = []
    /// The lanes from the top to the bottom.
    private(set) var stages: [SleepStage] = []
    /// The nights in view, as indices of the timeline.
    private(set) var shown = 0..<0
    private var needsBlocks = true
    /// The range whose nights are marked.
    private var marked = Extent.nothing
    /// Whether this is the picture of the chart.
    var isDrawn = false { didSet { if isDrawn != oldValue { attach() } } }

    /// All possible lanes, from the top to the bottom.
    static let order: [SleepStage] = [.awake, .rem, .asleep, .core, .deep, .inBed]
    /// The lanes of a night with any of them.
    private static let usual: [SleepStage] = [.awake, .rem, .core, .deep]

    init(_ context: MetricContext) {
        self.context = context
        mark = LaneMark(id: "stages", style: LaneMark.Style(colors: [.clear], joint: .clear))
        labels = LaneLabels(nameColor: .clear)
        spans = MarkedSpans(style: MarkedSpans.Style(band: .clear, line: .clear, text: .clear))
    }

    private var timeline: NightTimeline? { context.data.nights?.timeline }

    /// Adds the names and the marked night to the chart, or removes them.
    private func attach() {
        let chart = context.chart
        chart.annotations.removeAll { $0 === labels || $0 === spans.ends }
        chart.background.removeAll { $0 === spans.band }
        guard isDrawn else { return }
        chart.background.insert(spans.band, at: 0)
        chart.annotations += [labels, spans.ends]
    }

    /// Leaves stages out, or takes other data.
    func hide(_ stages: Set<SleepStage>) {
        hidden = stages
        needsBlocks = true
    }

    func themeDidChange() {
        let theme = context.theme
        mark.style.colors = stages.isEmpty ? [.clear] : stages.map(theme.color(of:))
        mark.style.joint = theme.inBed
        mark.style.border = theme.grid
        labels.nameColor = theme.text1
        spans.style = MarkedSpans.Style(
            band: theme.derived { $0.sleep.opacity(0.06) }, line: theme.text1, text: theme.text2)
    }

    /// Shows the nights of a range.
    func adapt(to range: Extent, at moment: PictureMoment) {
        markNights(near: range)
        guard let timeline, moment.isSettled || stages.isEmpty else { return }
        let shown = timeline.indices(over: range)
        let nights = timeline.nights[shown]
        if shown != self.shown || needsBlocks { context.legendRevision += 1 }
        self.shown = shown
        let known = nights.reduce(into: Set<SleepStage>()) { known, night in
            known.formUnion(timeline.lengths(of: night).keys)
        }
        let isStaged = known.isEmpty || !known.isDisjoint(with: [.rem, .core, .deep])
        let lanes = Self.order.filter {
            known.contains($0) || isStaged && Self.usual.contains($0)
        }
        if lanes != stages || needsBlocks {
            needsBlocks = false
            stages = lanes
            let places = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1, $0) })
            mark.show(
                timeline.blocks.compactMap { block in
                    guard !hidden.contains(block.stage), let lane = places[block.stage] else {
                        return nil
                    }
                    return LaneBlock(start: block.start, end: block.end, lane: lane)
                }, laneCount: lanes.count, longestJoint: 60)
            themeDidChange()
        }
        let lengths = nights.count == 1 ? nights.first.map(timeline.lengths(of:)) : nil
        labels.lanes = lanes.map { stage in
            LaneLabels.Lane(
                name: stage.shortName,
                detail: lengths.map { lengths in
                    lengths[stage].map { context.format.figure($0).text } ?? tr("none")
                } ?? "")
        }
    }

    /// Marks the nights near a range, with a screen on each side, from bedtime to waking.
    private func markNights(near range: Extent) {
        guard let timeline, !marked.contains(range) || needsBlocks else { return }
        marked = range.expanded(by: range.length)
        let near = timeline.indices(over: marked)
        // Far more than a hand can look at: the range is on its way elsewhere.
        guard near.count <= 30 else {
            spans.spans = []
            return
        }
        let locale = context.locale
        spans.spans = timeline.nights[near].map { night in
            MarkedSpans.Span(
                night.rest,
                start: .init(strong: locale.timeOfDay(night.bedClock), plain: tr("in bed")),
                end: .init(
                    strong: locale.timeOfDay(night.wakeClock),
                    plain: night.isInBedAlone ? tr("got up") : tr("woke up")))
        }
    }

    /// The lanes in words with their rectangles, in points.
    var words: [ChartWords] {
        zip(labels.lanes, labels.frames).map {
            ChartWords(name: $0.name, value: $0.detail, frame: $1)
        }
    }

    /// The stage of a block of the mark.
    func stage(at index: Int) -> SleepStage? {
        let lane = mark.blocks[index].lane
        return stages.indices.contains(lane) ? stages[lane] : nil
    }
}

extension SleepStage {
    /// Its name next to others: `REM`.
    var shortName: String {
        switch self {
        case .rem: tr("REM")
        case .core: tr("Core")
        case .deep: tr("Deep")
        case .awake, .asleep, .inBed: name
        }
    }
}
