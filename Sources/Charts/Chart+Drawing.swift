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
        let rect = keptPixels(renderer)
        if let ground = style.ground, isKept(projection, rect) {
            try renderer.drawScrolling(
                picture.layer, in: rect, offset: place.first, stamp: picture.stamp, ground: ground
            ) { () throws(GPUError) in
                try drawInside(renderer, projection)
            }
            try drawBeside(renderer, projection, rect)
        } else {
            try drawInside(renderer, projection)
        }
        try renderer.clipped(to: plot) { () throws(GPUError) in
            for attachment in foreground where !attachment.isHidden {
                try attachment.draw(renderer, projection)
            }
        }
        try drawLabels(renderer, projection)
        for attachment in overlay where !attachment.isHidden {
            try attachment.draw(renderer, projection)
        }
        for annotation in annotations { try annotation.draw(renderer, projection) }
        try willCommit?(renderer, projection)
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
        guard reusesPicture, let ground = style.ground, ground.alpha >= 1, willEncode == nil,
            willCommit == nil,
            !rect.isEmpty
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
        picture.add(yAxis.look)
        picture.add(xAxis.look)
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
                    try attachment.draw(renderer, projection)
                }
            }
        }
        try renderer.drawRules(yAxis.rules, axis: .y, color: style.grid, in: projection)
        try renderer.drawRules(xAxis.rules, axis: .x, color: style.grid, in: projection)
        for mark in marks where isDrawn(mark) {
            // Whole: with the pixel that its smoothed edge takes.
            let reach = mark.overhang > 0 ? mark.overhang + 1 / deviceScale : 0
            try renderer.clipped(to: plot.inset(by: -reach)) { () throws(GPUError) in
                try mark.draw(renderer, projection, alpha: opacity(of: mark))
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
        let rules = xAxis.rules.values
        let last = rules.indices.partitioningIndex {
            projection.pixelX(ofPlace: rules[$0]) >= projection.plot.maxX - 0.5
        }
        if last < rules.count, projection.pixelX(ofPlace: rules[last]) < projection.plot.maxX + 1 {
            let edge = PixelRect(x: rect.maxX, y: rect.y, width: 1, height: rect.height)
            try renderer.clipped(toPixels: edge) { () throws(GPUError) in
                try renderer.drawRules(xAxis.rules, axis: .x, color: style.grid, in: projection)
            }
        }
    }

    private func drawLabels(_ renderer: Renderer, _ projection: PlotProjection) throws(GPUError) {
        let softness = ChartAxis.softness * deviceScale
        if let labels = xAxis.labels {
            let beginning = projection.plot.minX
            let room = xAxis.room
            try renderer.drawLabels(
                labels, .x(baseline: (plot.maxY + style.timeLabelBaseline) * deviceScale),
                in: projection, strip: renderer.pixels(frame),
                ends: LabelEnds(
                    room: beginning + room.min
                        * deviceScale...max(
                            beginning + room.min * deviceScale, beginning + room.max * deviceScale),
                    softness: softness))
        }
        if let labels = yAxis.labels {
            try renderer.drawLabels(
                labels, .y(edge: (plot.maxX + style.valueLabelGap) * deviceScale), in: projection,
                ends: LabelEnds(room: -1e9...1e9, softness: softness))
        }
    }
}
