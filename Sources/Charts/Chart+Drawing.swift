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
        try willCommit?(renderer, projection)
    }

    /// The device pixels of the kept picture: the plot, and above and below it what marks reach and
    /// the grid line at the end of the range.
    private func keptPixels(_ renderer: Renderer) -> PixelRect {
        let reach = marks.reduce(1 / deviceScale) { $1.isHidden ? $0 : max($0, $1.overhang) }
        return renderer.pixels(
            Rect(
                x: plot.x, y: plot.y - reach, width: plot.width, height: plot.height + 2 * reach)
        ).intersection(renderer.pixels(frame))
    }

    /// Whether the plot shows what it showed in the last two frames, at the same zoom.
    private func isKept(_ projection: PlotProjection, _ rect: PixelRect) -> Bool {
        guard let ground = style.ground, ground.alpha >= 1, willEncode == nil, willCommit == nil
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
        for mark in marks where !mark.isHidden { picture.add(mark.revision) }
        return picture.end(
            PlotPicture.Key(
                rect: rect, plot: projection.plot, scale: deviceScale, grid: grid.revision,
                y: projection.y, style: style))
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
        for mark in marks where !mark.isHidden {
            try renderer.clipped(to: plot.inset(by: -mark.overhang)) { () throws(GPUError) in
                try mark.draw(renderer, projection, alpha: 1)
            }
        }
    }

    /// What reaches out of the plot on its left and right, where the kept picture ends: marks, and
    /// the grid line at the end of the range.
    private func drawBeside(
        _ renderer: Renderer, _ projection: PlotProjection, _ rect: PixelRect
    ) throws(GPUError) {
        let rules = xAxis.rules.values
        let last = rules.indices.partitioningIndex {
            projection.pixelX(rules[$0]) >= projection.plot.maxX - 0.5
        }
        if last < rules.count, projection.pixelX(rules[last]) < projection.plot.maxX + 1 {
            let edge = PixelRect(x: rect.maxX, y: rect.y, width: 1, height: rect.height)
            try renderer.clipped(toPixels: edge) { () throws(GPUError) in
                try renderer.drawRules(xAxis.rules, axis: .x, color: style.grid, in: projection)
            }
        }
        for mark in marks where !mark.isHidden && mark.overhang > 0 {
            let all = renderer.pixels(plot.inset(by: -mark.overhang))
            let left = PixelRect(x: all.x, y: all.y, width: rect.x - all.x, height: all.height)
            let right = PixelRect(
                x: rect.maxX, y: all.y, width: all.maxX - rect.maxX, height: all.height)
            for side in [left, right] where !side.isEmpty {
                try renderer.clipped(toPixels: side) { () throws(GPUError) in
                    try mark.draw(renderer, projection, alpha: 1)
                }
            }
        }
    }

    private func drawLabels(_ renderer: Renderer, _ projection: PlotProjection) throws(GPUError) {
        let baseline = (plot.maxY + style.timeLabelBaseline) * deviceScale
        for group in xAxis.groups where group.limits.min <= group.limits.max {
            try renderer.drawLabels(
                group.buffer, .x(baseline: baseline), in: projection,
                strip: renderer.pixels(frame),
                limits: Rect(
                    x: projection.plot.x + group.limits.min * deviceScale, y: projection.plot.y,
                    width: group.limits.length * deviceScale, height: projection.plot.height))
        }
        let edge = (plot.maxX + style.valueLabelGap) * deviceScale
        for group in yAxis.groups {
            try renderer.drawLabels(group.buffer, .y(edge: edge), in: projection)
        }
    }
}
