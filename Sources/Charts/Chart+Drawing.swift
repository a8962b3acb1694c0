import ChartCore
import ChartRendering
import GPU
import Geometry

extension Chart {
    /// Draws the chart as it was prepared.
    ///
    /// With a ground in the style and nothing changed but the place of x, what is in the plot is
    /// copied from where it was drawn before, and only the strip that came in is drawn.
    public func draw(_ renderer: Renderer) throws(GPUError) {
        guard plot.width > 4, plot.height > 4 else { return }
        let projection = plotProjection
        try willEncode?(renderer, projection)
        try onPlotArea(renderer) { () throws(GPUError) in
            try drawPicture(renderer, projection)
            try renderer.clipped(to: plot) { () throws(GPUError) in
                for attachment in foreground where !attachment.isHidden {
                    try attachment.draw(renderer, self.projection(of: attachment, projection))
                }
            }
        }
        for axis in axes { try draw(axis, renderer) }
        for attachment in overlay where !attachment.isHidden {
            try attachment.draw(renderer, self.projection(of: attachment, projection))
        }
        for annotation in annotations {
            try annotation.draw(renderer, self.projection(of: annotation, projection))
        }
        try willCommit?(renderer, projection)
    }

    /// Where a part of the chart is drawn: on its value dimension.
    ///
    /// - Parameter first: the projection of the first value dimension, on which most parts stand.
    private func projection(of part: AnyObject, _ first: PlotProjection) -> PlotProjection {
        let dimension = dimension(of: part)
        return dimension === y ? first : plotProjection(of: dimension)
    }

    /// Draws the card of the plot, if the style has one, and what lies on it, cut by its corners.
    private func onPlotArea(
        _ renderer: Renderer, _ body: () throws(GPUError) -> Void
    ) throws(GPUError) {
        guard let card = style.plotArea else { return try body() }
        picture.area.style = card
        try picture.area.draw(plot, with: renderer, body)
    }

    /// What the marks are drawn on; nil where it is of more than one colour, or see-through.
    private var plainGround: Color? {
        if let card = style.plotArea { return card.plainColor }
        return style.ground.flatMap { $0.alpha >= 1 ? $0 : nil }
    }

    /// Draws what is in the plot, where it can be from the kept picture.
    private func drawPicture(
        _ renderer: Renderer, _ projection: PlotProjection
    ) throws(GPUError) {
        let rect = keptPixels(renderer)
        guard let ground = plainGround, isKept(projection, rect) else {
            return try drawInside(renderer, projection)
        }
        try renderer.drawScrolling(
            picture.layer, in: rect, offset: place.first, stamp: picture.stamp, ground: ground,
            isGrounded: style.plotArea != nil
        ) { () throws(GPUError) in
            try drawInside(renderer, projection)
        }
        try drawBeside(renderer, projection, rect)
    }

    /// How far marks reach beyond their places, in points and whole device pixels; 0 where none does.
    private var reach: Double {
        let most = marks.reduce(0) { isDrawn($1) ? max($0, $1.overhang) : $0 }
        return most > 0 ? ((most * deviceScale).rounded(.up) + 1) / deviceScale : 0
    }

    /// The device pixels of the kept picture: above and below the plot what marks reach and the grid
    /// line at the end of the range; at its sides only what no mark that comes or goes at the plot's
    /// edge can reach.
    private func keptPixels(_ renderer: Renderer) -> PixelRect {
        let above = max(reach, 1 / deviceScale)
        return renderer.pixels(
            Rect(
                x: plot.x + reach, y: plot.y - above, width: max(0, plot.width - 2 * reach),
                height: plot.height + 2 * above)
        ).intersection(renderer.pixels(frame))
    }

    /// Whether the plot shows what it showed in the last two frames, at the same zoom.
    private func isKept(_ projection: PlotProjection, _ rect: PixelRect) -> Bool {
        guard reusesPicture, plainGround != nil, willEncode == nil, willCommit == nil, !rect.isEmpty
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
    private func drawInside(_ renderer: Renderer, _ projection: PlotProjection) throws(GPUError) {
        if !background.isEmpty {
            try renderer.clipped(to: plot) { () throws(GPUError) in
                for attachment in background where !attachment.isHidden {
                    try attachment.draw(renderer, self.projection(of: attachment, projection))
                }
            }
        }
        for axis in axes where axis.hasGrid && !axis.side.isHorizontal {
            try renderer.drawRules(
                axis.rules.major, axis: .y, color: style.grid,
                in: self.projection(of: axis, projection))
        }
        for axis in axes where axis.hasGrid && axis.side.isHorizontal {
            try renderer.drawRules(axis.rules.major, axis: .x, color: style.grid, in: projection)
        }
        for mark in marks where isDrawn(mark) {
            // Whole: with the pixel that its smoothed edge takes.
            let reach = mark.overhang > 0 ? mark.overhang + 1 / deviceScale : 0
            try renderer.clipped(to: plot.inset(by: -reach)) { () throws(GPUError) in
                try mark.draw(
                    renderer, self.projection(of: mark, projection), alpha: opacity(of: mark))
            }
        }
    }

    /// What lies beside the kept picture: the strips on both sides in which marks come and go, or
    /// where no mark reaches beyond its place the grid line at the end of the range.
    private func drawBeside(
        _ renderer: Renderer, _ projection: PlotProjection, _ rect: PixelRect
    ) throws(GPUError) {
        if reach > 0 {
            let all = renderer.pixels(plot.inset(by: -reach))
            let left = PixelRect(x: all.x, y: all.y, width: rect.x - all.x, height: all.height)
            let right = PixelRect(
                x: rect.maxX, y: all.y, width: all.maxX - rect.maxX, height: all.height)
            for side in [left, right] {
                try renderer.clipped(toPixels: side) { () throws(GPUError) in
                    try drawInside(renderer, projection)
                }
            }
            return
        }
        for axis in axes where axis.hasGrid && axis.side.isHorizontal {
            let rules = axis.rules.major.values
            let last = rules.indices.partitioningIndex {
                projection.pixelX(ofPlace: rules[$0]) >= projection.plot.maxX - 0.5
            }
            guard last < rules.count,
                projection.pixelX(ofPlace: rules[last]) < projection.plot.maxX + 1
            else { continue }
            let edge = PixelRect(x: rect.maxX, y: rect.y, width: 1, height: rect.height)
            try renderer.clipped(toPixels: edge) { () throws(GPUError) in
                try renderer.drawRules(
                    axis.rules.major, axis: .x, color: style.grid, in: projection)
            }
        }
    }

    // MARK: Axes

    /// Draws an axis: its line, its tick marks, its labels.
    private func draw(_ axis: ChartAxis, _ renderer: Renderer) throws(GPUError) {
        let dimension = dimension(of: axis)
        let projection = plotProjection(of: dimension)
        let points = self.projection(of: dimension)
        let layout = axis.layout
        let place = layout.place(across: points)
        let edge = layout.labelEdge(place, style)
        if let ground = plainGround {
            let grounds = axis.placedGrounds(
                ground, points, edge: edge, style: style, scale: deviceScale, atlas: renderer.atlas)
            if !grounds.isEmpty {
                try renderer.clipped(to: plot) { () throws(GPUError) in
                    for piece in grounds {
                        try renderer.draw(piece.picture, at: piece.origin, alpha: piece.opacity)
                    }
                }
            }
        }
        if axis.lines != AxisLines() { try drawLines(axis, at: place, renderer, projection) }
        for block in axis.placedBlocks(
            points, edge: edge, style: style, scale: deviceScale, atlas: renderer.atlas)
        {
            try renderer.draw(block.picture, at: block.origin, alpha: block.opacity)
        }
        guard let labels = axis.labels.buffer else { return }
        let isHorizontal = axis.side.isHorizontal
        try renderer.drawLabels(
            labels,
            isHorizontal ? .x(baseline: edge * deviceScale) : .y(edge: edge * deviceScale),
            in: projection, strip: isHorizontal ? renderer.pixels(frame) : nil,
            ends: axis.ends.labelEnds(beginning: projection.plot.minX, scale: deviceScale))
    }

    /// Draws the line of an axis and the marks at its ticks, on whole device pixels.
    private func drawLines(
        _ axis: ChartAxis, at place: Double, _ renderer: Renderer, _ projection: PlotProjection
    ) throws(GPUError) {
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
            try renderer.drawRules(
                rules, axis: isHorizontal ? .x : .y, color: marks.stroke.color,
                span: min(ends[0], ends[1])...max(ends[0], ends[1]),
                pixels: pixels(marks.stroke), in: projection)
        }
        guard let line = axis.lines.axis else { return }
        // A line reaches to the outside of the marks at its ends.
        let more = Double(pixels(axis.lines.major?.stroke ?? line) / 2)
        try renderer.drawAxisLine(
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
