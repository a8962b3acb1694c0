import ChartCore
import ChartExport
import Charts
import Geometry
import HealthData
import Imaging
import Localization
import Text

/// Renders the viewer without a window, compositor or screen.
@MainActor
package enum ViewerPicture {
    /// A picture, and where things are in it.
    package struct Result: Sendable {
        package var bitmap: Bitmap
        /// A JSON object as written by `render --layout`, in device pixels.
        package var layout: String
        /// Messages about problems that leave a picture.
        ///
        /// They say why some of the files could not be used, what is damaged in the library, and
        /// which names in the order of sources match nothing.
        package var failures: [String]
        /// Whether some of the named files could not be read at all.
        package var hasUnreadFiles: Bool
    }

    /// An error that leaves no picture.
    package enum Failure: Error {
        /// Nothing in the files could be used.
        case refused([String])
        /// There is no such metric; the known ones are listed.
        case noMetric(String, known: [String])
    }

    /// Draws what the options describe at `scale` device pixels per point.
    ///
    /// The same files, options and fonts give the same bytes.
    package static func render(
        _ options: ViewerOptions, scale: Double, isChartOnly: Bool
    ) throws -> Result {
        try render(options, scale: scale, isChartOnly: isChartOnly) { _, _ in }
    }

    /// Draws what the options describe after `change` was applied to it.
    static func render(
        _ options: ViewerOptions, scale: Double, isChartOnly: Bool,
        after change: (ViewerModel, ViewerScene) throws -> Void
    ) throws -> Result {
        let viewer = try viewer(options, scale, isChartOnly ? .chart : .window, change)
        defer { viewer.close() }
        let bitmap = try viewer.draw()
        return Result(
            bitmap: bitmap, layout: LayoutReport.json(viewer.scene, scale: scale),
            failures: failures(viewer), hasUnreadFiles: hasUnreadFiles(viewer, options))
    }

    /// The file of a picture, and where things are in it.
    package struct File: Sendable {
        /// The bytes of the file.
        package var bytes: [UInt8]
        /// As in `Result`.
        package var layout: String
        /// As in `Result`.
        package var failures: [String]
        /// As in `Result`.
        package var hasUnreadFiles: Bool
    }

    /// The file of what the options describe, in a given form.
    ///
    /// The same files, options and fonts give the same bytes. Documents need no driver.
    /// - Parameters:
    ///   - part: what is shown.
    ///   - isMapOnly: whether it is a map, which a workout without positions has not.
    ///   - text: how texts are written in an SVG.
    ///   - created: the creation date written into a document, in seconds since 1970.
    package static func file(
        _ options: ViewerOptions, scale: Double, part: PicturePart, isMapOnly: Bool = false,
        form: PictureForm, text: SVGExport.TextForm, created: Double
    ) throws -> File {
        let viewer = try viewer(options, scale, part) { _, _ in }
        defer { viewer.close() }
        if isMapOnly, viewer.model.workouts.page?.showsRoute != true {
            throw Failure.refused([
                tr("this workout has no positions, so there is no map; leave --map out")
            ])
        }
        return File(
            bytes: try viewer.picture(form, text: text, created: created).encoded(),
            layout: LayoutReport.json(viewer.scene, scale: scale),
            failures: failures(viewer), hasUnreadFiles: hasUnreadFiles(viewer, options))
    }

    /// The viewer with what the options describe.
    private static func viewer(
        _ options: ViewerOptions, _ scale: Double, _ part: PicturePart,
        _ change: (ViewerModel, ViewerScene) throws -> Void
    ) throws -> OffscreenViewer {
        let viewer = try OffscreenViewer(
            options, scale: scale, frame: PictureFrame(part), reducesMotion: true)
        let (model, scene) = (viewer.model, viewer.scene)
        try checkPage(options, model)
        if let missing = options.workout.flatMap(model.workouts.missing(workoutAt:)) {
            throw Failure.refused([missing])
        }
        try change(model, scene)
        if let dialog = options.dialog {
            viewer.context.toggle(dialog)
            scene.update()
        }
        if let cursor = options.cursor, let chart = model.chart {
            model.active.point(at: Point(x: chart.projection.px(cursor), y: chart.plot.midY))
            scene.update()
        }
        return viewer
    }

    private static func failures(_ viewer: OffscreenViewer) -> [String] {
        viewer.model.failures + (viewer.model.report?.damages ?? []) + viewer.remarks
            + viewer.mapRemarks
    }

    private static func hasUnreadFiles(
        _ viewer: OffscreenViewer, _ options: ViewerOptions
    ) -> Bool {
        !viewer.mapRemarks.isEmpty
            || !options.files.isEmpty
                && (viewer.model.report?.files.contains { $0.failure != nil } ?? false)
    }
}

extension OffscreenViewer {
    /// What is shown now as the contents of a file, in a given form.
    func picture(
        _ form: PictureForm, text: SVGExport.TextForm = .text, created: Double
    ) throws -> MadePicture {
        let fonts = scene.resources.typesetter.fonts
        return switch form {
        case .png: .pixels(try draw())
        case .svg: .file(try document(created: created).svg(text: text, fonts: fonts))
        case .pdf: .file(try document(created: created).pdf(fonts: fonts))
        }
    }
}

extension ViewerPicture {
    /// Throws if the requested page does not exist.
    private static func checkPage(_ options: ViewerOptions, _ model: ViewerModel) throws {
        guard let page = options.page, let metric = model.selected else { return }
        guard let pages = model.metricChart?.pager?.count ?? (model.isTimed ? nil : 1) else {
            throw Failure.refused([
                "\(metric): has no pages of names, but times; leave --page out, or give --at"
            ])
        }
        guard page <= pages else {
            throw Failure.refused([
                "\(metric): has \(pages) page\(pages == 1 ? "" : "s") at this size; "
                    + "give a --page from 1 to \(pages)"
            ])
        }
    }
}

extension LocaleFormat {
    /// The first day of the week, as a calendar's type.
    var weekStart: Weekday { Weekday(rawValue: firstWeekday) ?? .monday }
}

/// The positions of things in a picture, in device pixels.
@MainActor
enum LayoutReport {
    /// The report as JSON.
    ///
    /// - Parameter time: the time of the frame, in seconds; nil for a single picture.
    static func json(_ scene: ViewerScene, scale: Double, time: Double? = nil) -> String {
        func pixels(_ rect: Rect) -> TraceValue {
            .rect(
                Rect(
                    x: rect.x * scale, y: rect.y * scale, width: rect.width * scale,
                    height: rect.height * scale))
        }
        var fields: [(String, TraceValue)] = []
        if let time { fields.append(("time", .number(time))) }
        if let chart = scene.model.chart {
            let p = chart.plotProjection
            fields.append(("plot", .rect(p.plot)))
            fields.append(("x", extent(p.x)))
            fields.append(("y", extent(p.y)))
            // Positions are given by stored values; labels are in the displayed unit.
            if let unit = scene.model.metricChart?.format.unit {
                fields.append(("unit", .string(unit.symbol)))
            }
            let labels = chart.placedLabels(scene.resources.typesetter, asDrawn: true)
            let written = chart.annotations.flatMap { $0.placedLabels(in: chart) }.map { label in
                TraceValue.object([
                    ("axis", .string(label.axis)), ("value", .number(label.value)),
                    ("label", .string(label.text)), ("rect", pixels(label.rect)),
                    ("opacity", .number(label.opacity)),
                ])
            }
            func tick(_ axis: String, _ label: ReportedLabel) -> TraceValue {
                .object([
                    ("axis", .string(axis)), ("value", .number(label.value)),
                    ("label", .string(label.text)), ("rect", pixels(label.rect)),
                    ("opacity", .number(label.opacity)),
                ])
            }
            fields.append(
                (
                    "ticks",
                    .array(
                        labels.x.map { tick("x", $0) } + labels.y.map { tick("y", $0) } + written)
                ))
            fields.append(
                (
                    "marks",
                    .array(
                        chart.marks.filter { !$0.isHidden }.map { mark in
                            .object([
                                ("series", .string(mark.id)), ("kind", .string(mark.kind.rawValue)),
                                (
                                    "color",
                                    .string(
                                        mark.color.over(scene.model.appearance.theme.card).hexString
                                    )
                                ),
                            ])
                        })
                ))
        }
        if let bars = scene.model.metricChart?.placedBars {
            fields.append(
                (
                    "bars",
                    .array(
                        bars.map { bar in
                            .object([
                                ("name", .string(bar.name)), ("value", .number(bar.value)),
                                (
                                    "color",
                                    .string(
                                        bar.color.over(scene.model.appearance.theme.card).hexString)
                                ), ("rect", pixels(bar.rect)),
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
                    ("id", .string(node.id.name)), ("selected", .boolean(node.isSelected)),
                ])
            })
    }

    private static func extent(_ range: ClosedRange<Double>) -> TraceValue {
        .object([("min", .number(range.lowerBound)), ("max", .number(range.upperBound))])
    }
}
