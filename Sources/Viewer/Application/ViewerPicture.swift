import ChartCore
import ChartRendering
import Charts
import GPU
import Geometry
import HealthData
import Imaging
import Localization
import Text

/// A picture of the viewer without a window, compositor or screen.
@MainActor
public enum ViewerPicture {
    /// A picture, and where things are in it.
    public struct Result: Sendable {
        public var bitmap: Bitmap
        /// A JSON object as `render --layout` writes it; in device pixels.
        public var layout: String
        /// Why files could not be used although others could.
        public var failures: [String]
    }

    /// Trouble that leaves no picture.
    public enum Failure: Error {
        /// Nothing of the files could be used.
        case refused([String])
        /// There is no such metric; these there are.
        case noMetric(String, known: [String])
    }

    /// Draws what the options describe at `scale` device pixels per point.
    ///
    /// The same files, options and fonts give the same bytes.
    public static func render(
        _ options: ViewerOptions, scale: Double, isChartOnly: Bool
    ) throws -> Result {
        try render(options, scale: scale, isChartOnly: isChartOnly) { _, _ in }
    }

    /// Draws what the options describe after something was done to it.
    static func render(
        _ options: ViewerOptions, scale: Double, isChartOnly: Bool,
        after change: (ViewerModel, ViewerScene) throws -> Void
    ) throws -> Result {
        let locale = LocaleFormat.current
        let calendar = CivilCalendar(zone: options.zone, firstWeekday: locale.weekStart)
        let theme = Theme.theme(options.theme == .dark ? .dark : .light)
        let snapshot = DocumentLoader(
            files: options.files, zone: options.zone, assumptions: options.assumptions,
            calendar: calendar
        ).load()
        let model = ViewerModel(
            calendar: calendar, locale: locale, theme: theme,
            metric: options.metric.map { MetricID($0) }, period: options.period, date: options.date,
            range: options.range)
        model.reducesMotion = true
        if !options.files.isEmpty { model.beginReading() }
        model.show(snapshot, at: 0)
        if model.phase == .failed { throw Failure.refused(model.failures) }
        if let metric = options.metric, model.presenters[MetricID(metric)] == nil {
            throw Failure.noMetric(metric, known: model.order.map(\.rawValue))
        }

        let resources = PaneResources(fonts: try FontLibrary(), locale: locale)
        let scene = ViewerScene(model: model, resources: resources)
        let controller = ViewerController(model: model, scene: scene)
        scene.isChartOnly = isChartOnly
        scene.look = WindowLook(
            surface: options.size, content: Rect(origin: .zero, size: options.size), scale: scale)
        _ = scene.advance(to: 1)
        controller.refreshCommands()
        try change(model, scene)
        if let cursor = options.cursor, let chart = model.chart {
            model.point(at: Point(x: chart.projection.px(cursor), y: chart.plot.midY))
            scene.update()
        }

        let device = try Device()
        let surface = try Surface(
            device: device, width: Int((options.size.width * scale).rounded()),
            height: Int((options.size.height * scale).rounded()))
        let renderer = Renderer(device: device, atlas: resources.atlas)
        try renderer.beginFrame(surface, scale: scale, clear: scene.clearColor)
        try scene.draw(renderer, surface: surface)
        try renderer.endFrame()
        let bytes = try surface.readPixels()
        let bitmap = Bitmap(
            width: surface.width, height: surface.height, alpha: .premultiplied, bytes: bytes)
        surface.close()
        return Result(
            bitmap: bitmap, layout: LayoutReport.json(scene, scale: scale),
            failures: model.failures)
    }
}

extension LocaleFormat {
    /// The first day of the week, as calendars know it.
    var weekStart: Weekday { Weekday(rawValue: firstWeekday) ?? .monday }
}

/// Where things are in a picture, in device pixels.
@MainActor
enum LayoutReport {
    static func json(_ scene: ViewerScene, scale: Double) -> String {
        func pixels(_ rect: Rect) -> TraceValue {
            .rect(
                Rect(
                    x: rect.x * scale, y: rect.y * scale, width: rect.width * scale,
                    height: rect.height * scale))
        }
        var fields: [(String, TraceValue)] = []
        if let chart = scene.model.chart {
            let p = chart.plotProjection
            fields.append(("plot", .rect(p.plot)))
            fields.append(("x", extent(p.x)))
            fields.append(("y", extent(p.y)))
            let labels = chart.placedLabels(scene.resources.typesetter)
            func tick(_ axis: String, _ label: ReportedLabel) -> TraceValue {
                .object([
                    ("axis", .string(axis)), ("value", .number(label.value)),
                    ("label", .string(label.text)), ("rect", pixels(label.rect)),
                ])
            }
            fields.append(
                (
                    "ticks",
                    .array(labels.x.map { tick("x", $0) } + labels.y.map { tick("y", $0) })
                ))
            fields.append(
                (
                    "marks",
                    .array(
                        chart.marks.filter { !$0.isHidden }.map { mark in
                            .object([
                                ("series", .string(mark.id)), ("kind", .string(mark.kind)),
                                (
                                    "color",
                                    .string(mark.color.over(scene.model.theme.card).hexString)
                                ),
                            ])
                        })
                ))
        }
        fields.append(("controls", controls(scene) { pixels($0) }))
        var text = ""
        TraceValue.object(fields).write(to: &text)
        return text + "\n"
    }

    /// Everything in the semantic tree that has a name.
    static func controls(_ scene: ViewerScene, rect: (Rect) -> TraceValue) -> TraceValue {
        .array(
            scene.tree.flattened.filter { !$0.name.isEmpty }.map { node in
                .object([
                    ("role", .string(node.role.rawValue)), ("name", .string(node.name)),
                    ("value", .string(node.value)), ("rect", rect(node.frame)),
                    ("id", .string(node.id)), ("selected", .boolean(node.isSelected)),
                ])
            })
    }

    private static func extent(_ range: ClosedRange<Double>) -> TraceValue {
        .object([("min", .number(range.lowerBound)), ("max", .number(range.upperBound))])
    }
}
