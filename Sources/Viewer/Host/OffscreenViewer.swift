import ChartCore
import ChartExport
import ChartRendering
import ChartScene
import Charts
import GPU
import Geometry
import HealthData
import Imaging
import Localization
import Painting
import Text

/// The viewer with its files read, without a window, compositor or screen.
@MainActor
final class OffscreenViewer {
    let model: ViewerModel
    let scene: ViewerScene
    let controller: ViewerController
    let scale: Double
    /// A sentence for each name in the order of sources that matches nothing.
    let remarks: [String]
    /// A sentence for each map that cannot be shown.
    let mapRemarks: [String]
    private var canvas: (surface: Surface, renderer: Renderer)?

    /// The context that its screens share.
    var context: ViewerContext { controller.viewer }

    /// Reads the files of the options and lays out the first frame at time 1.
    ///
    /// - Parameters:
    ///   - snapshot: the contents of the files, if they are already known.
    ///   - frame: what is shown of the window.
    ///   - pins: the person's choices; nil for none but the units of the options.
    ///   - prepare: changes the model before anything is laid out.
    ///   - resources: fonts and glyphs to share with others; nil for its own.
    /// - Throws: `ViewerPicture.Failure` if nothing can be shown.
    init(
        _ options: ViewerOptions, scale: Double, frame: PictureFrame = PictureFrame(.window),
        reducesMotion: Bool, snapshot: ImportSnapshot? = nil, pins: Preferences? = nil,
        resources: PaneResources? = nil, catalogue: ScreenCatalogue = .standard,
        prepare: (ViewerModel) -> Void = { _ in }
    ) throws {
        let locale = LocaleFormat.current
        let calendar = CivilCalendar(zone: options.zone, firstWeekday: locale.weekStart)
        let library = options.library == ":memory:" ? nil : options.library
        let source =
            options.files.isEmpty
            ? library.map { .library($0) } ?? .files([]) : DocumentSource.files(options.files)
        let snapshot =
            snapshot
            ?? DocumentLoader(
                source, zone: options.zone, assumptions: options.assumptions,
                order: options.order, calendar: calendar, now: options.now()
            ).load()
        remarks = snapshot.remarks
        model = ViewerModel(
            calendar: calendar, locale: locale,
            theme: Theme.theme(
                options.theme == .dark ? .dark : .light, highContrast: options.isHighContrast,
                accent: options.accent),
            metric: options.metric.map { MetricID($0) }, period: options.period, date: options.date,
            range: options.range)
        model.appearance.reducesMotion = reducesMotion
        var pins = pins ?? model.appearance.pins
        pins.units = options.units
        model.appearance.begin(pins)
        model.wantedPage = options.page.map { $0 - 1 }
        model.workouts.wanted = options.workout.map { .instant($0) }
        model.sourceOrder = options.order
        model.hiddenHomes = options.hiddenHomes
        mapRemarks = options.maps.isEmpty ? [] : model.maps.refused(of: options.maps)
        model.beginsWithSummary = options.showsSummary
        if source != .files([]) { model.beginReading() }
        model.show(snapshot, at: 0)
        if model.phase == .failed { throw ViewerPicture.Failure.refused(model.failures) }
        if let metric = options.metric, model.metricCharts[MetricID(metric)] == nil {
            throw ViewerPicture.Failure.noMetric(metric, known: model.order.map(\.rawValue))
        }
        prepare(model)
        let resources = try resources ?? PaneResources(fonts: try FontLibrary(), locale: locale)
        let context = ViewerContext(model, catalogue: catalogue)
        context.isOffscreen = true
        context.knowsToday = false
        scene = ViewerScene(context, resources: resources)
        controller = ViewerController(context, scene: scene)
        self.scale = scale
        scene.picture = frame
        scene.look = WindowLook(
            surface: options.size, content: Rect(origin: .zero, size: options.size), scale: scale)
        _ = scene.advance(to: 1)
    }

    /// The picture of what the scene shows now.
    func draw() throws -> Bitmap {
        let (surface, renderer) = try canvas ?? makeCanvas()
        try renderer.beginFrame(surface, scale: scale, clear: scene.clearColor)
        try renderer.draw { scene.encode(into: $0) }
        try renderer.endFrame()
        return Bitmap(
            width: surface.width, height: surface.height, alpha: .premultiplied,
            bytes: try surface.readPixels())
    }

    /// The current picture as outlines: nothing is rasterized, and no driver is needed.
    func document(created: Double) -> PictureDocument {
        let builder = SceneBuilder(size: scene.look.surface, scale: scale, purpose: .document)
        builder.ground = scene.clearColor
        scene.encode(into: builder)
        let title = model.metricChart?.metric.name
        return PictureDocument(
            builder.finish().picture(), size: scene.look.surface, title: title ?? "Oresen",
            description: ViewerTags.summary(scene.tree), creator: "Oresen", created: created)
    }

    /// Releases the driver's memory; a later picture allocates it again.
    func close() {
        canvas?.surface.close()
        canvas = nil
    }

    private func makeCanvas() throws -> (Surface, Renderer) {
        let device = try Device()
        let size = scene.look.surface
        let surface = try Surface(
            device: device, width: Int((size.width * scale).rounded()),
            height: Int((size.height * scale).rounded()))
        let renderer = Renderer(device: device, atlas: scene.resources.atlas)
        canvas = (surface, renderer)
        return (surface, renderer)
    }
}
