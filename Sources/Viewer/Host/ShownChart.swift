import ChartCore
import ChartExport
import ChartInteraction
import Charts
import Desktop
import Geometry
import HealthData
import Ink
import Localization

/// The chart that a window shows at a time, as values: enough to show it again without a window.
///
/// Nothing is drawn before somebody wants a picture. That picture then shows the chart as it was,
/// wherever the window is by then: its range, its visible series, its notes and drawings.
final class ShownChart: ChartPictures {
    private let options: ViewerOptions
    private let snapshot: ImportSnapshot
    private let pins: Preferences
    /// The card in points, and the height of the legend; nil for none.
    private let card: Size
    private let legend: Double?
    private let bars: BarAmount
    private let nights: NightView
    private let series: [(id: String, isShown: Bool)]
    private let limits: AxisLimits
    /// The range of values that a hand has chosen; nil if they follow.
    private let values: Extent?
    private let drawings: InkDocument?
    private let showsDrawings: Bool
    /// The metric of a workout's page; nil for other charts.
    private let measured: MetricID?

    /// - Returns: Nil if there is no chart.
    init?(_ viewer: ViewerContext) {
        let model = viewer.model
        guard let shown = model.metricChart, let chart = model.chart else { return nil }
        let frames = viewer.content.chart?.frames
        card = frames.map(\.card.size) ?? Size(width: 820, height: 460)
        legend = frames?.legend?.height
        var options = ViewerOptions(
            zone: model.calendar.zone, metric: shown.metric.id.rawValue,
            period: model.isTimed ? model.dates.period : nil,
            range: shown.hasDates ? model.axis.target : nil,
            theme: model.appearance.wantedTheme.appearance == .dark ? .dark : .light,
            library: ":memory:")
        options.isHighContrast = model.appearance.wantedTheme.isHighContrast
        options.accent = model.appearance.desktop.accent
        options.units = model.appearance.pins.units
        options.page = shown.page.map { $0 + 1 }
        var snapshot = ImportSnapshot()
        snapshot.metrics = model.order.compactMap { model.metricCharts[$0]?.data }
        snapshot.notes = model.notes.all
        snapshot.damagedSpans = model.notes.damagedSpans
        if let entry = model.workouts.page?.entry {
            options.metric = MetricID.workouts.rawValue
            options.workout = entry.workout.start
            snapshot.workouts = WorkoutList([entry])
            measured = shown.metric.id
        } else {
            snapshot.workouts = model.workouts.list
            measured = nil
        }
        self.options = options
        self.snapshot = snapshot
        pins = model.appearance.pins
        bars = model.active.barAmount
        nights = model.active.nightView
        series = shown.legend.map { ($0.id, $0.isShown) }
        limits = chart.x.filter.limits
        values = chart.hasPinnedValues ? chart.y.panZoom.target : nil
        drawings = shown.ink?.document
        showsDrawings = shown.ink?.isHidden == false
    }

    func size(of part: PicturePart) -> Size {
        let margin = PictureFrame(.page).margin
        guard part == .page else {
            return Size(width: card.width + 24, height: card.height + 24)
        }
        let headline = ChartLayout.headlineHeight(in: card.width) + Measure.gap
        return Size(
            width: card.width + 2 * margin,
            height: headline + max(card.height, 300) + (legend.map { $0 + Measure.gap } ?? 0)
                + 2 * margin)
    }

    func picture(_ wish: PictureWish) throws -> MadePicture {
        var options = options
        options.size = wish.paper?.size ?? size(of: wish.part)
        try wish.check(options.size)
        if let appearance = wish.appearance {
            options.theme = appearance == .dark ? .dark : .light
        }
        var frame = PictureFrame(wish.part)
        if let margin = wish.paper?.margin { frame.margin = margin }
        // Nobody wants to print a grey ground.
        if wish.form == .pdf, options.theme == .light { frame.ground = Color(hex: 0xFFFFFF) }
        let picture = try OffscreenViewer(
            options, scale: wish.form == .png ? wish.scale : 1, frame: frame, reducesMotion: true,
            snapshot: snapshot, pins: pins, prepare: prepare)
        defer { picture.close() }
        if let values {
            picture.model.chart?.y.pin(to: values, at: 1, duration: 0)
            _ = picture.scene.advance(to: 1)
        }
        return try picture.picture(wish.form, created: 0)
    }

    /// Gives a new model the state that no option has.
    private func prepare(_ model: ViewerModel) {
        if let measured {
            model.workouts.chooseMeasured(measured, at: 0)
            if let range = options.range { model.axis.panZoom.set(range) }
        }
        guard let shown = model.metricChart else { return }
        shown.chart.x.filter.limits = limits
        model.active.begin(bars)
        model.active.begin(nights)
        for (id, isShown) in series
        where shown.legend.first(where: { $0.id == id })?.isShown != isShown {
            shown.setShown(isShown, id, at: .immediate)
        }
        if let drawings, let layer = model.drawings.layer(of: shown) {
            layer.document = drawings
            layer.isHidden = !showsDrawings
        }
    }
}
