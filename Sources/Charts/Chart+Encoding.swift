import ChartCore
import ChartScene
import Geometry

extension Chart {
    /// Adds the chart to a scene, as it was prepared.
    ///
    /// With a ground in the style and nothing changed but the place of x, whoever draws copies what is in
    /// the plot from where it was drawn before, and marks add only what is in the strip that came in.
    public func encode(into scene: SceneBuilder) {
        guard plot.width > 4, plot.height > 4 else { return }
        let projection = plotProjection
        willEncode?(scene, projection)
        onPlotArea(scene) {
            encodePicture(into: scene, projection)
            scene.clipped(to: plot) {
                for attachment in foreground where !attachment.isHidden {
                    attachment.encode(into: scene, self.projection(of: attachment, projection))
                }
            }
        }
        for axis in axes { encode(axis, into: scene) }
        for attachment in overlay where !attachment.isHidden {
            attachment.encode(into: scene, self.projection(of: attachment, projection))
        }
        for annotation in annotations {
            annotation.encode(into: scene, self.projection(of: annotation, projection))
        }
        didEncode?(scene, projection)
    }

    /// Where a part of the chart is drawn: on its value dimension.
    ///
    /// - Parameter first: the projection of the first value dimension, on which most parts stand.
    private func projection(of part: AnyObject, _ first: PlotProjection) -> PlotProjection {
        let dimension = dimension(of: part)
        return dimension === y ? first : plotProjection(of: dimension)
    }

    /// Adds the card of the plot, if the style has one, and what lies on it, cut by its corners.
    private func onPlotArea(_ scene: SceneBuilder, _ body: () -> Void) {
        guard let card = style.plotArea else { return body() }
        picture.area.style = card
        picture.area.encode(plot, into: scene, body)
    }

    /// What the marks are drawn on; nil where it is of more than one colour, or see-through.
    private var plainGround: Color? {
        if let card = style.plotArea { return card.plainColor }
        return style.ground.flatMap { $0.alpha >= 1 ? $0 : nil }
    }

    /// Adds what is in the plot; where its picture can be kept, what is missing of that.
    private func encodePicture(into scene: SceneBuilder, _ projection: PlotProjection) {
        let rect = keptPixels(scene)
        guard let ground = plainGround, isKept(projection, rect) else {
            return encodeInside(into: scene, projection, parts: [scene.clipRect])
        }
        let kept = SidewaysPicture(
            picture.key, in: rect, offset: place.first, stamp: picture.stamp, ground: ground,
            isGrounded: style.plotArea != nil)
        let sides = reach > 0 ? sides(of: rect, scene) : []
        let parts = scene.missingParts(of: kept) + sides
        let content =
            parts.isEmpty
            ? [] : scene.recorded { encodeInside(into: scene, projection, parts: parts) }
        scene.keep(kept, content)
        for side in sides { scene.clipped(toPixels: side) { scene.add(content) } }
        if sides.isEmpty { encodeLastRule(into: scene, projection, rect) }
    }

    /// How far marks reach beyond their places, in points and whole device pixels; 0 where none does.
    private var reach: Double {
        let most = marks.reduce(0) { isDrawn($1) ? max($0, $1.overhang) : $0 }
        return most > 0 ? ((most * deviceScale).rounded(.up) + 1) / deviceScale : 0
    }

    /// The device pixels of the kept picture: above and below the plot what marks reach and the grid
    /// line at the end of the range; at its sides only what no mark that comes or goes at the plot's
    /// edge can reach.
    private func keptPixels(_ scene: SceneBuilder) -> PixelRect {
        let above = max(reach, 1 / deviceScale)
        return scene.pixels(
            Rect(
                x: plot.x + reach, y: plot.y - above, width: max(0, plot.width - 2 * reach),
                height: plot.height + 2 * above)
        ).intersection(scene.pixels(frame))
    }

    /// Whether the plot shows what it showed in the last two frames, at the same zoom.
    private func isKept(_ projection: PlotProjection, _ rect: PixelRect) -> Bool {
        guard reusesPicture, plainGround != nil, willEncode == nil, didEncode == nil, !rect.isEmpty
        else {
            picture.forget()
            return false
        }
        picture.begin()
        for attachment in background where !attachment.isHidden {
            guard let look = attachment.revision else {
                picture.forget()
                return false
            }
            picture.add(look)
        }
        for dimension in dimensions.dropFirst() { picture.add(dimension.scale.revision) }
        for axis in axes { picture.add(axis.look) }
        for mark in marks where isDrawn(mark) {
            let looks = looks(of: mark)
            picture.add(looks.0)
            if let fade = looks.1 { picture.add(fade) }
        }
        return picture.end(
            PlotPicture.Key(
                rect: rect, plot: projection.plot, scale: deviceScale, grid: grid.revision,
                y: projection.y, transforms: projection.transforms, style: style))
    }

    /// What lies in the plot and moves with it: background, grid lines, marks.
    ///
    /// - Parameter parts: of the target, in device pixels, in which it is drawn.
    private func encodeInside(
        into scene: SceneBuilder, _ projection: PlotProjection, parts: [PixelRect]
    ) {
        if !background.isEmpty {
            scene.clipped(to: plot) {
                for attachment in background where !attachment.isHidden {
                    attachment.encode(into: scene, self.projection(of: attachment, projection))
                }
            }
        }
        for axis in axes where axis.hasGrid && !axis.side.isHorizontal {
            scene.rules(
                axis.rules.major, axis: .y, color: style.grid,
                in: self.projection(of: axis, projection))
        }
        for axis in axes where axis.hasGrid && axis.side.isHorizontal {
            scene.rules(axis.rules.major, axis: .x, color: style.grid, in: projection)
        }
        var frame = MarkFrame(
            projection, opacity: 1, scale: deviceScale, place: place, pixels: pixelWidth,
            parts: parts, theme: shownTheme)
        // Marks one after the other that reach as far beyond the plot have one clip.
        let drawn = marks.filter(isDrawn)
        var index = 0
        while index < drawn.count {
            let overhang = drawn[index].overhang
            // Whole: with the pixel that its smoothed edge takes.
            let clip = plot.inset(by: overhang > 0 ? -(overhang + 1 / deviceScale) : 0)
            let pixels = scene.pixels(clip)
            frame.parts = parts.map { $0.intersection(pixels) }.filter { !$0.isEmpty }
            scene.clipped(toPixels: pixels) {
                while index < drawn.count, drawn[index].overhang == overhang {
                    let mark = drawn[index]
                    frame.projection = self.projection(of: mark, projection)
                    frame.opacity = opacity(of: mark)
                    mark.encode(into: scene, frame)
                    index += 1
                }
            }
        }
    }

    /// The strips on both sides of the kept picture, in which marks come and go.
    private func sides(of rect: PixelRect, _ scene: SceneBuilder) -> [PixelRect] {
        let all = scene.pixels(plot.inset(by: -reach))
        return [
            PixelRect(x: all.x, y: all.y, width: rect.x - all.x, height: all.height),
            PixelRect(x: rect.maxX, y: all.y, width: all.maxX - rect.maxX, height: all.height),
        ]
    }

    /// Adds the grid line at the end of the range, which lies beside the kept picture.
    private func encodeLastRule(
        into scene: SceneBuilder, _ projection: PlotProjection, _ rect: PixelRect
    ) {
        for axis in axes where axis.hasGrid && axis.side.isHorizontal {
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

    // MARK: Axes

    /// Adds an axis: its line, its tick marks, its labels.
    private func encode(_ axis: ChartAxis, into scene: SceneBuilder) {
        let dimension = dimension(of: axis)
        let projection = plotProjection(of: dimension)
        let points = self.projection(of: dimension)
        let layout = axis.layout
        let place = layout.place(across: points)
        let edge = layout.labelEdge(place, style)
        if let ground = plainGround {
            let grounds = axis.placedGrounds(
                ground, points, edge: edge, style: style, scale: deviceScale)
            if !grounds.isEmpty {
                scene.clipped(to: plot) {
                    for piece in grounds {
                        scene.picture(piece.picture, at: piece.origin, alpha: piece.opacity)
                    }
                }
            }
        }
        if axis.lines != AxisLines() {
            encodeLines(of: axis, at: place, into: scene, projection)
        }
        for block in axis.placedBlocks(
            points, edge: edge, style: style, scale: deviceScale)
        {
            scene.picture(block.picture, at: block.origin, alpha: block.opacity)
        }
        guard let labels = axis.labels.buffer else { return }
        let isHorizontal = axis.side.isHorizontal
        scene.labels(
            labels,
            isHorizontal ? .x(baseline: edge * deviceScale) : .y(edge: edge * deviceScale),
            in: projection, strip: isHorizontal ? scene.pixels(frame) : nil,
            ends: axis.ends.labelEnds(beginning: projection.plot.minX, scale: deviceScale))
    }

    /// Adds the line of an axis and the marks at its ticks, on whole device pixels.
    private func encodeLines(
        of axis: ChartAxis, at place: Double, into scene: SceneBuilder,
        _ projection: PlotProjection
    ) {
        let isHorizontal = axis.side.isHorizontal
        let plot = projection.plot
        let middle = (place * deviceScale).rounded()
        // Towards the labels.
        let outwards = axis.side == .bottom || axis.side == .trailing ? 1.0 : -1
        for (marks, rules) in [
            (axis.lines.minor, axis.rules.minor), (axis.lines.major, axis.rules.major),
        ] {
            guard let marks else { continue }
            let ends = [
                middle + outwards * marks.outside * deviceScale,
                middle - outwards * marks.inside * deviceScale,
            ]
            scene.rules(
                rules, axis: isHorizontal ? .x : .y, color: marks.stroke.color,
                span: min(ends[0], ends[1])...max(ends[0], ends[1]),
                pixels: pixels(marks.stroke), in: projection)
        }
        guard let line = axis.lines.axis else { return }
        // A line reaches to the outside of the marks at its ends.
        let more = Double(pixels(axis.lines.major?.stroke ?? line) / 2)
        scene.axisLine(
            isHorizontal ? .x : .y, at: middle,
            span: isHorizontal
                ? plot.minX - more...plot.maxX + more
                : plot.minY - more...plot.maxY + more,
            color: line.color, pixels: pixels(line))
    }

    private func pixels(_ stroke: AxisLines.Stroke) -> Int {
        max(1, Int((stroke.width * deviceScale).rounded()))
    }
}
