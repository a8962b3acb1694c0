import ChartCore
import ChartScene
import Geometry

/// Adds a chart to a scene, as it was prepared.
///
/// If the style has a ground and only the x position changed, the renderer copies the plot's
/// contents from the previous picture, and marks add only the strip that came into view.
@MainActor
struct ChartEncoder {
    private let chart: Chart
    private let scene: SceneBuilder
    /// The projection of the first value dimension, which most parts belong to.
    private let projection: PlotProjection

    /// Returns nil for a chart without room for a plot.
    init?(_ chart: Chart, into scene: SceneBuilder) {
        guard chart.plot.width > 4, chart.plot.height > 4 else { return nil }
        (self.chart, self.scene) = (chart, scene)
        projection = chart.plotProjection
    }

    private var plot: Rect { chart.plot }
    private var style: ChartStyle { chart.style }
    private var scale: Double { chart.deviceScale }

    /// Adds everything.
    func encode() {
        chart.willEncode?(scene, projection)
        onPlotArea {
            encodePicture()
            scene.clipped(to: plot) { encode(foreground.dropFirst(keptForeground.count)) }
        }
        for axis in chart.axes {
            let dimension = chart.dimension(of: axis)
            AxisEncoder(
                axis, chart.plotProjection(of: dimension), chart.projection(of: dimension),
                style, scale: scale, into: scene
            ).encode(ground: plainGround, plot: plot, frame: chart.frame)
        }
        encode(chart.overlay)
        for annotation in chart.annotations {
            annotation.encode(into: scene, projection(of: annotation))
        }
        chart.didEncode?(scene, projection)
    }

    private func encode(_ attachments: some Sequence<any Attachment>) {
        for attachment in attachments where !attachment.isHidden {
            attachment.encode(into: scene, projection(of: attachment))
        }
    }

    /// Adds attachments to the picture that moves with the plot.
    private func encode(_ attachments: some Sequence<any Attachment>, parts: [PixelRect]) {
        for attachment in attachments where !attachment.isHidden {
            attachment.encode(into: scene, projection(of: attachment), parts: parts)
        }
    }

    /// The attachments over the marks that are drawn.
    private var foreground: [any Attachment] { chart.foreground.filter { !$0.isHidden } }

    /// Those that are part of the picture that moves with the plot.
    private var keptForeground: some Collection<any Attachment> {
        foreground.prefix { $0.revision != nil }
    }

    /// The projection of a part of the chart, by its value dimension.
    private func projection(of part: AnyObject) -> PlotProjection {
        let dimension = chart.dimension(of: part)
        return dimension === chart.y ? projection : chart.plotProjection(of: dimension)
    }

    /// Adds the card of the plot, if the style has one, and its contents, clipped to its corners.
    private func onPlotArea(_ body: () -> Void) {
        guard let card = style.plotArea else { return body() }
        chart.picture.area.style = card
        chart.picture.area.encode(plot, into: scene, body)
    }

    /// The colour that the marks are drawn on; nil if there is more than one, or if it is
    /// translucent.
    private var plainGround: Color? {
        if let card = style.plotArea { return card.plainColor }
        return style.ground.flatMap { $0.alpha >= 1 ? $0 : nil }
    }

    /// Adds the plot's contents; if their picture can be kept, only what is missing from it.
    private func encodePicture() {
        let rect = keptPixels
        guard let ground = plainGround, isKept(rect) else {
            return encodeInside(parts: [scene.clipRect])
        }
        let kept = ScrolledPicture(
            chart.picture.key, in: rect, offset: chart.place.first, stamp: chart.picture.stamp,
            ground: ground, isGrounded: style.plotArea != nil, changes: chart.picture.changes)
        let sides = reach > 0 ? sides(of: rect) : []
        let parts = scene.missingParts(of: kept) + sides
        let content = parts.isEmpty ? [] : scene.recorded { encodeInside(parts: parts) }
        scene.keep(kept, content)
        for side in sides { scene.clipped(toPixels: side) { scene.add(content) } }
        if sides.isEmpty { encodeLastRule(beside: rect) }
    }

    /// How far marks reach beyond their positions, in points and whole device pixels; 0 if none
    /// does.
    private var reach: Double {
        let most = chart.marks.reduce(0) { chart.fades.isDrawn($1) ? max($0, $1.overhang) : $0 }
        return most > 0 ? ((most * scale).rounded(.up) + 1) / scale : 0
    }

    /// The device pixels of the kept picture.
    ///
    /// Above and below the plot they include what marks reach and the grid line at the end of the
    /// range; at the sides they exclude what a mark that enters or leaves at the plot's edge can
    /// reach.
    private var keptPixels: PixelRect {
        let above = max(reach, 1 / scale)
        return scene.pixels(
            Rect(
                x: plot.x + reach, y: plot.y - above, width: max(0, plot.width - 2 * reach),
                height: plot.height + 2 * above)
        ).intersection(scene.pixels(chart.frame))
    }

    /// Whether the plot shows the same as in the last two frames, at the same zoom.
    private func isKept(_ rect: PixelRect) -> Bool {
        guard chart.reusesPicture, plainGround != nil, chart.willEncode == nil,
            chart.didEncode == nil, !rect.isEmpty
        else {
            chart.picture.forget()
            return false
        }
        chart.picture.begin()
        let offset = chart.place.first - rect.x
        for attachment in chart.background where !attachment.isHidden {
            guard let look = attachment.revision else {
                chart.picture.forget()
                return false
            }
            add(attachment, look, offset: offset)
        }
        for attachment in keptForeground {
            if let look = attachment.revision {
                add(attachment, look, offset: offset)
            }
        }
        for dimension in chart.dimensions.dropFirst() {
            chart.picture.add(dimension.scale.revision)
        }
        for axis in chart.axes { chart.picture.add(axis.look) }
        for mark in chart.marks where chart.fades.isDrawn(mark) {
            let looks = chart.fades.looks(of: mark)
            chart.picture.add(looks.0)
            if let fade = looks.1 { chart.picture.add(fade) }
        }
        return chart.picture.end(
            PlotPicture.Key(
                rect: rect, plot: projection.plot, scale: scale, grid: chart.grid.revision,
                y: projection.y, transforms: projection.transforms, style: style))
    }

    /// Adds the look of an attachment to those that the picture depends on.
    private func add(_ attachment: any Attachment, _ look: Revision, offset: Int) {
        chart.picture.add(look)
        chart.picture.addChanges(
            of: attachment, in: projection(of: attachment), scale: scale, offset: offset)
    }

    /// Adds the plot's contents that move with it: background, grid lines, marks.
    ///
    /// - Parameter parts: of the target, in device pixels, in which they are drawn.
    private func encodeInside(parts: [PixelRect]) {
        encodeBackground(overGrid: false, parts: parts)
        for axis in chart.axes where axis.hasGrid && !axis.side.isHorizontal {
            scene.rules(
                axis.rules.major, axis: .y, color: style.grid, in: projection(of: axis))
        }
        for axis in chart.axes where axis.hasGrid && axis.side.isHorizontal {
            scene.rules(axis.rules.major, axis: .x, color: style.grid, in: projection)
        }
        encodeBackground(overGrid: true, parts: parts)
        var frame = MarkFrame(
            projection, opacity: 1, scale: scale, place: chart.place, pixels: chart.pixelWidth,
            parts: parts, theme: chart.shownTheme)
        // Consecutive marks with the same overhang share a clip.
        let drawn = chart.marks.filter(chart.fades.isDrawn)
        var index = 0
        while index < drawn.count {
            let overhang = drawn[index].overhang
            // The whole overhang, with the pixel that its smoothed edge takes.
            let clip = plot.inset(by: overhang > 0 ? -(overhang + 1 / scale) : 0)
            let pixels = scene.pixels(clip)
            frame.parts = parts.map { $0.intersection(pixels) }.filter { !$0.isEmpty }
            scene.clipped(toPixels: pixels) {
                while index < drawn.count, drawn[index].overhang == overhang {
                    let mark = drawn[index]
                    frame.projection = projection(of: mark)
                    frame.opacity = chart.fades.opacity(of: mark)
                    mark.encode(into: scene, frame)
                    index += 1
                }
            }
        }
        let kept = keptForeground
        if !kept.isEmpty { scene.clipped(to: plot) { encode(kept, parts: parts) } }
    }

    private func encodeBackground(overGrid: Bool, parts: [PixelRect]) {
        let layer = chart.background.filter { $0.coversGrid == overGrid }
        if !layer.isEmpty { scene.clipped(to: plot) { encode(layer, parts: parts) } }
    }

    /// The strips on both sides of the kept picture, where marks enter and leave.
    private func sides(of rect: PixelRect) -> [PixelRect] {
        let all = scene.pixels(plot.inset(by: -reach))
        return [
            PixelRect(x: all.x, y: all.y, width: rect.x - all.x, height: all.height),
            PixelRect(x: rect.maxX, y: all.y, width: all.maxX - rect.maxX, height: all.height),
        ]
    }

    /// Adds the grid line at the end of the range, which is outside the kept picture.
    private func encodeLastRule(beside rect: PixelRect) {
        for axis in chart.axes where axis.hasGrid && axis.side.isHorizontal {
            let rules = axis.rules.major.values
            let last = rules.indices.partitioningIndex {
                projection.pixelX(ofPlace: rules[$0]) >= projection.plot.maxX - 0.5
            }
            guard last < rules.count,
                projection.pixelX(ofPlace: rules[last]) < projection.plot.maxX + 1
            else { continue }
            let edge = PixelRect(x: rect.maxX, y: rect.y, width: 1, height: rect.height)
            scene.clipped(toPixels: edge) {
                scene.rules(axis.rules.major, axis: .x, color: style.grid, in: projection)
            }
        }
    }
}
