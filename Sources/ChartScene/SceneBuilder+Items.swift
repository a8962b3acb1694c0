import ChartCore
import Geometry
import Painting

/// The items that marks and attachments add.
extension SceneBuilder {
    /// Adds a picture with its origin at `place` (points, moved to device pixels) and its alpha
    /// multiplied by `alpha`.
    public func picture(_ picture: Picture, at place: Point = .zero, alpha: Double = 1) {
        if !picture.isEmpty { add(PictureItem(picture, at: place, alpha: alpha)) }
    }

    /// Adds the area that a picture of bands, polygons and sectors covers in one even tone, even
    /// where they overlap; the picture is recorded in white, and without clips.
    public func picture(
        _ picture: Picture, evenlyIn color: Color, at place: Point = .zero, alpha: Double = 1
    ) {
        guard !picture.isEmpty, alpha > 0, color.alpha > 0 else { return }
        add(PictureItem(picture, at: place, alpha: alpha, evenColor: color))
    }

    /// Adds a rectangle, its edges rounded to device pixels.
    public func fill(_ rect: Rect, _ color: Color) { fill(pixels: pixels(rect), color) }

    /// Adds a rectangle of device pixels.
    public func fill(pixels rect: PixelRect, _ color: Color) {
        if !rect.isEmpty, color.alpha > 0 { add(FillItem(rect, color)) }
    }

    /// Adds samples as a line.
    public func line(
        _ samples: SampleBuffer, _ style: LineStyle, in projection: PlotProjection,
        alpha: Double = 1
    ) {
        guard samples.count > 0, alpha > 0 else { return }
        add(LineItem(samples, style, in: projection, alpha: alpha))
    }

    /// Adds columns as a line.
    ///
    /// - Parameter width: the width of the line, in points.
    public func columns(
        _ columns: ColumnBuffer, color: Color, width: Double, in projection: PlotProjection,
        alpha: Double = 1
    ) {
        guard alpha > 0, color.alpha > 0 else { return }
        add(ColumnItem(columns, color: color, width: width, in: projection, alpha: alpha))
    }

    /// Adds the columns of a line in several styles; a later layer covers those before it.
    public func columns(
        _ layers: [ColumnLayer], in projection: PlotProjection, alpha: Double = 1
    ) {
        guard alpha > 0, !layers.isEmpty else { return }
        add(ColumnItem(layers, in: projection, alpha: alpha))
    }

    /// Adds the area between values.
    public func area(
        _ band: BandBuffer, _ style: AreaStyle, in projection: PlotProjection, alpha: Double = 1
    ) {
        guard band.count > 0, alpha > 0 else { return }
        add(AreaItem(band, style, in: projection, alpha: alpha))
    }

    /// Adds bars.
    public func bars(
        _ bars: BarBuffer, _ style: BarStyle, in projection: PlotProjection, alpha: Double = 1
    ) {
        guard bars.count > 0, alpha > 0 else { return }
        add(BarItem(bars, style, in: projection, alpha: alpha))
    }

    /// Adds samples as points.
    ///
    /// - Parameter others: the styles of attributes 1, 2 and so on.
    public func points(
        _ samples: SampleBuffer, _ style: PointStyle, others: [PointStyle] = [],
        in projection: PlotProjection, alpha: Double = 1
    ) {
        guard samples.count > 0, alpha > 0 else { return }
        add(PointItem(samples, style, others: others, in: projection, alpha: alpha))
    }

    /// Adds values with their error bars.
    public func errorBars(
        _ values: ErrorBarBuffer, _ style: ErrorBarStyle, in projection: PlotProjection,
        alpha: Double = 1
    ) {
        guard values.count > 0, alpha > 0 else { return }
        add(ErrorBarItem(values, style, in: projection, alpha: alpha))
    }

    /// Adds cells.
    public func heat(
        _ cells: HeatBuffer, _ style: HeatStyle, in projection: PlotProjection, alpha: Double = 1
    ) {
        guard cells.count > 0, alpha > 0 else { return }
        add(HeatItem(cells, style, in: projection, alpha: alpha))
    }

    /// Adds cells smaller than device pixels, with the first column and row at a device pixel.
    public func heat(_ sheet: HeatSheet, left: Int, top: Int, alpha: Double = 1) {
        guard !sheet.columns.isEmpty, sheet.height > 0, alpha > 0 else { return }
        add(SheetItem(sheet, left: left, top: top, alpha: alpha))
    }

    /// Adds lines of whole device pixels at values.
    ///
    /// - Parameters:
    ///   - span: the two ends of each line, in device pixels; nil for all across the plot. A short
    ///     span next to the plot makes ticks.
    ///   - pixels: the thickness in device pixels: 1 for a hairline at every scale.
    public func rules(
        _ rules: RuleBuffer, axis: PlotAxis, color: Color, span: ClosedRange<Double>? = nil,
        pixels: Int = 1, in projection: PlotProjection, alpha: Double = 1
    ) {
        guard !rules.values.isEmpty, alpha > 0, color.alpha > 0 else { return }
        add(
            RuleItem(
                rules, axis: axis, color: color, span: span, pixels: pixels, in: projection,
                alpha: alpha))
    }

    /// Adds labels at places in the data; see `LabelItem`.
    public func labels(
        _ labels: LabelBuffer, _ anchoring: LabelAnchoring, in projection: PlotProjection,
        strip: PixelRect? = nil, limits: Rect? = nil, ends: LabelEnds? = nil, alpha: Double = 1
    ) {
        // Also those that are not visible yet: they are about to appear, and are ready then.
        add(
            LabelItem(
                labels, anchoring, in: projection, strip: strip, limits: limits, ends: ends,
                alpha: alpha))
    }

    /// Adds an image, stretched over a rectangle in points; a map may turn and stretch it further.
    public func image(
        _ image: PaintedImage, in rect: Rect, map: AffineTransform = .identity,
        sampling: ImageSampling = .linear, alpha: Double = 1
    ) {
        guard alpha > 0 else { return }
        add(ImageItem(image, in: rect, map: map, sampling: sampling, alpha: alpha))
    }

    /// Adds strokes of ink, moved by a number of device pixels.
    public func ink(_ ink: InkBuffer, offset: Vector = .zero, alpha: Double = 1) {
        guard !ink.strokes.isEmpty, alpha > 0 else { return }
        add(InkItem(ink, offset: offset, alpha: alpha))
    }

    /// Adds one straight line between two places in device pixels: for crosshairs and reference lines.
    ///
    /// - Parameter width: the width, in points.
    public func ruler(
        from start: Point, to end: Point, width: Double, color: Color, dash: DashPattern? = nil,
        cap: LineCap = .butt
    ) {
        guard color.alpha > 0 else { return }
        add(RulerItem(from: start, to: end, width: width, color: color, dash: dash, cap: cap))
    }

    // MARK: Across the plot

    /// Adds a line across the plot at a value: horizontal for `.y`, vertical for `.x`; none if the
    /// value has no place on its scale.
    ///
    /// Its middle is moved so that a width of whole device pixels is crisp, and so are its dashes.
    public func referenceLine(
        at value: Double, axis: PlotAxis, width: Double, color: Color, dash: DashPattern? = nil,
        in projection: PlotProjection
    ) {
        guard value.isFinite else { return }
        let place = axis == .x ? projection.pixelX(value) : projection.pixelY(value)
        let odd = Int(max(1, (width * scale).rounded())) % 2 == 1
        let middle = odd ? place.rounded(.down) + 0.5 : place.rounded()
        let plot = projection.plot
        guard middle > (axis == .x ? plot.minX : plot.minY) - 1,
            middle < (axis == .x ? plot.maxX : plot.maxY) + 1
        else { return }
        let start = axis == .x ? Point(x: middle, y: plot.maxY) : Point(x: plot.minX, y: middle)
        let end = axis == .x ? Point(x: middle, y: plot.minY) : Point(x: plot.maxX, y: middle)
        let pattern = dash.map { $0.snapped(width: max(width * scale, 1)) }
        ruler(from: start, to: end, width: width, color: color, dash: pattern)
    }

    /// Adds the band between two values across the plot, its edges on device pixels.
    public func zone(
        _ range: ClosedRange<Double>, axis: PlotAxis = .y, color: Color,
        in projection: PlotProjection
    ) {
        let plot = projection.plot
        let rect: Rect
        switch axis {
        case .x:
            let left = max(projection.boundX(range.lowerBound), plot.minX)
            let right = min(projection.boundX(range.upperBound), plot.maxX)
            rect = Rect(x: left, y: plot.minY, width: right - left, height: plot.height)
        case .y:
            let top = max(projection.boundY(range.upperBound), plot.minY)
            let bottom = min(projection.boundY(range.lowerBound), plot.maxY)
            rect = Rect(x: plot.minX, y: top, width: plot.width, height: bottom - top)
        }
        guard !rect.isEmpty else { return }
        fill(pixels: PixelRect(snapping: rect, scale: 1), color)
    }

    /// Adds an axis line: a straight line of whole device pixels between two places (device pixels)
    /// on a horizontal or vertical.
    public func axisLine(
        _ axis: PlotAxis, at place: Double, span: ClosedRange<Double>, color: Color, pixels: Int = 1
    ) {
        let first = Int((place - Double(pixels) / 2 + 0.5).rounded(.down))
        let start = Int(span.lowerBound.rounded())
        let length = Int(span.upperBound.rounded()) - start
        let rect =
            axis == .x
            ? PixelRect(x: start, y: first, width: length, height: pixels)
            : PixelRect(x: first, y: start, width: pixels, height: length)
        fill(pixels: rect, color)
    }
}
