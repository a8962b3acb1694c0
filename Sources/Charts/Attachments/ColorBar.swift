// The meaning of the colours of a scale: a bar of them with ticks next to it.
//
// Method: every row of device pixels of the bar (every column of a horizontal one) has the colour
// of the scale at its middle, so that colours between stops are mixed as in the scale. The row that
// a tick points at has exactly the colour of the tick's value. Ticks are those of an axis: round
// steps, as many as there is room for. All of it is recorded once, and again when the scale, the
// room or the style changes. Limits: values beyond the scale's ends have the colours of the ends,
// and no arrow indicates them. A bar that would take more than a third of the chart's width, or of
// its height, is left out. Rejected: a gradient from stop to stop by the GPU (it mixes sRGB, the
// scale OKLab; the middle of a wide step would differ in colour from its cells).

import ChartCore
import ChartScene
import Geometry
import Localization
import Painting
import Text

/// A key to the colours of a scale, next to the plot: it shows which colour represents which value.
///
///     let heat = HeatMark(table, scale: .sequential(from: 0, to: 1500, on: theme.ground))
///     let chart = Chart {
///         heat
///         ColorBar(heat, unit: "steps")
///     }
///
/// It is outside the axes: vertical at a side of the plot, horizontal above or below it; plots of a
/// figure stay aligned. If the scale has a colour for missing values, a swatch at its end shows it.
@MainActor
public final class ColorBar: Annotation {
    /// The side of the plot that it is on.
    public let side: ChartAxis.Side
    /// Writes the labels at its ticks.
    public var labeling: any AxisLabeling { didSet { generation += 1 } }
    /// The unit in which values are shown, if it differs from the unit of the data.
    public var conversion: ShownUnit { didSet { generation += 1 } }
    /// The name of the values, at the bar's beginning; empty for none.
    public var title: String
    /// The text at the colour of missing values.
    public var missing: String
    /// The size across the bar, in points.
    public var thickness = 12.0
    /// The greatest length of the bar, in points; by default it is as long as the plot.
    public var longest = Double.infinity
    /// Whether it is not drawn and takes no room.
    public var isHidden = false
    /// The rectangle of the colours, in points; nil if the bar has no room.
    public private(set) var rect: Rect?
    private let scale: () -> ColorScale
    private var ticker = AxisTicker(margin: 0)
    private var known: (key: Key, margin: AnnotationMargin?)?
    private var recorded: (key: Recording, picture: Picture?)?
    private var labels: [AnnotationLabel] = []
    private var generation = 0

    /// The inputs that determine its room.
    private struct Key: Equatable {
        var scale: ColorScale
        var style: ChartStyle
        var frame: Size
        var look: Look
    }

    private struct Look: Equatable {
        var generation: Int
        var title: String
        var missing: String
        var thickness: Double
        var longest: Double
        var isHidden: Bool
    }

    /// The inputs that determine its picture.
    private struct Recording: Equatable {
        var key: Key
        var margin: Rect
        var deviceScale: Double
        var fonts: ObjectIdentifier
    }

    /// The distance from the axes to the bar, and from the bar to the chart's edge, in points.
    private static let distance = 12.0
    /// The distance from the bar to its texts, in points.
    private static let gap = 8.0
    /// The length of tick marks, in points.
    private static let mark = 4.0
    /// The distance from the bar to the swatch of missing values, and to the title, in points.
    private static let apart = 8.0
    /// The least distance of labels along a horizontal bar, in points.
    private static let labelGap = 12.0
    /// The least length of a bar, in points.
    private static let shortest = 24.0
    /// The largest fraction of the chart that it takes.
    private static let share = 1.0 / 3

    /// A key to the colours of a mark, which is updated when the mark's scale changes.
    ///
    /// - Parameters:
    ///   - side: of the plot.
    ///   - unit: follows each number, such as `kg`; empty for none.
    ///   - conversion: from the values of the data to the unit, if they differ.
    ///   - title: the name of the values; empty for none.
    ///   - missing: the text at the colour of missing values.
    public convenience init(
        _ mark: HeatMark, _ side: ChartAxis.Side = .trailing, unit: String = "",
        conversion: ShownUnit = .same, title: String = "", missing: String = "–",
        locale: LocaleFormat = .current
    ) {
        self.init(
            side, labels: NumberLabels(unit: unit, locale: locale), conversion: conversion,
            title: title, missing: missing
        ) { mark.scale }
    }

    /// A key to the colours of a scale, with custom labels.
    ///
    /// - Parameters:
    ///   - labels: of its ticks, which are values on a linear axis.
    ///   - scale: returns the colours in every layout: a program's own mark may change them.
    public init(
        _ side: ChartAxis.Side = .trailing, labels: any AxisLabeling,
        conversion: ShownUnit = .same, title: String = "", missing: String = "–",
        scale: @escaping () -> ColorScale
    ) {
        self.side = side
        labeling = labels
        self.conversion = conversion
        self.title = title
        self.missing = missing
        self.scale = scale
    }

    private var isUpright: Bool { !side.isHorizontal }

    // MARK: Layout

    /// From the first value to the last one; a scale of one value has no length, and no bar.
    private static func range(of scale: ColorScale) -> Extent {
        Extent(min: scale.stops[0].value, max: scale.stops[scale.stops.count - 1].value)
    }

    private func key(in chart: Chart, _ scale: ColorScale) -> Key {
        Key(
            scale: scale, style: chart.style, frame: chart.frame.size,
            look: Look(
                generation: generation, title: title, missing: missing, thickness: thickness,
                longest: longest, isHidden: isHidden))
    }

    public func margin(in chart: Chart, typesetter: Typesetter) -> AnnotationMargin? {
        let key = key(in: chart, scale())
        if let known, known.key == key { return known.margin }
        let margin = needed(key, chart, typesetter)
        known = (key, margin)
        return margin
    }

    private func needed(
        _ key: Key, _ chart: Chart, _ typesetter: Typesetter
    ) -> AnnotationMargin? {
        guard !isHidden, Self.range(of: key.scale).isProper else { return nil }
        let type = chart.style.type
        let whole = isUpright ? key.frame.width : key.frame.height
        var across = Self.distance + thickness + Self.gap
        if isUpright {
            // The length of the bar, and so its ticks, are known only with the plot: the labels of
            // all possible steps are about as wide as those over the chart's whole height.
            var steps = AxisTicker(margin: 0)
            let wide = ticks(
                &steps, key.scale, length: min(key.frame.height, longest), typesetter, type)
            var widest = wide.reduce(0) { max($0, $1.line.width) }
            if key.scale.missing.alpha > 0 {
                widest = max(widest, typesetter.measure(missing, type).width)
            }
            across += widest + Self.distance
        } else {
            across += typesetter.line("0", type).height
        }
        guard across <= whole * Self.share else { return nil }
        return AnnotationMargin(side, thickness: across.rounded(.up))
    }

    private struct Written {
        var value: Double
        /// Its position on the scale.
        var place: Double
        var line: ShapedLine
    }

    /// The ticks of a bar of a length, as many as there is room for.
    private func ticks(
        _ ticker: inout AxisTicker, _ scale: ColorScale, length: Double,
        _ typesetter: Typesetter, _ type: TextStyle
    ) -> [Written] {
        let range = Self.range(of: scale)
        ticker.unit = conversion
        ticker.update(ScaleMapping(kind: .linear, range: range), length: length) { step in
            guard labeling.allows(step),
                (step.length(in: conversion) ?? .infinity) * length >= 4 * range.length
            else { return .infinity }
            guard !isUpright else {
                return (labeling.spacing ?? TickSpacing()).distance(length: length)
            }
            // As wide as the texts of this step, not as those of another range.
            return step.ticks(over: range, in: conversion).reduce(Self.labelGap) {
                max(
                    $0,
                    typesetter.measure(labeling.label($1, step: step).text, type).width
                        + Self.labelGap)
            }
        }
        guard let step = ticker.step else { return [] }
        // The scale's own ends count, whatever the last digits of a conversion are.
        let reach = range.expanded(by: range.length * 1e-9)
        return ticker.ticks(in: reach).map { tick in
            Written(
                value: tick.shown, place: range.clamp(tick.value),
                line: typesetter.line(labeling.label(tick, step: step).text, type))
        }
    }

    public func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter
    ) {
        guard let margin = chart.margin(of: self), let known else {
            (rect, recorded, labels) = (nil, nil, [])
            return
        }
        let key = Recording(
            key: known.key, margin: margin, deviceScale: deviceScale,
            fonts: ObjectIdentifier(typesetter.fonts))
        guard key != recorded?.key else { return }
        let canvas = Canvas(scale: deviceScale)
        labels = []
        rect = record(known.key.scale, in: margin, chart.style, typesetter, canvas)
        // Without colours its title would mean nothing.
        recorded = (key, rect.map { _ in canvas.finish() })
    }

    /// Records the bar; returns the rectangle of its colours, or nil if there is no room for it.
    private func record(
        _ scale: ColorScale, in margin: Rect, _ style: ChartStyle, _ typesetter: Typesetter,
        _ canvas: Canvas
    ) -> Rect? {
        var area = bar(in: margin, typesetter.line("0", style.type).height)
        if !title.isEmpty { area = write(area, margin, style, typesetter, canvas) }
        var swatch: Rect?
        if scale.missing.alpha > 0 {
            let needed = thickness + Self.apart
            if isUpright {
                area.height = min(area.height - needed, longest)
                swatch = Rect(
                    x: area.x, y: area.maxY + Self.apart, width: thickness, height: thickness)
            } else {
                let text = typesetter.line(missing, style.type)
                area.width = min(
                    area.width - max(needed, thickness / 2 + Self.apart + text.width / 2), longest)
                swatch = Rect(
                    x: area.maxX + Self.apart, y: area.y, width: thickness, height: thickness)
            }
        } else if isUpright {
            area.height = min(area.height, longest)
        } else {
            area.width = min(area.width, longest)
        }
        area = area.snapped(scale: canvas.scale)
        guard (isUpright ? area.height : area.width) >= Self.shortest else { return nil }
        let written = ticks(
            &ticker, scale, length: isUpright ? area.height : area.width, typesetter, style.type)
        fill(area, scale, written, style, canvas)
        for tick in written { write(tick, scale, area, style, canvas) }
        if let swatch {
            frame(swatch.snapped(scale: canvas.scale), style, canvas)
            canvas.fill(swatch, scale.missing)
            let line = typesetter.line(missing, style.type)
            let middle = isUpright ? swatch.midY : swatch.midX
            put(line, .nan, at: middle, beside: swatch, style, canvas)
        }
        return area
    }

    /// The room for the colours in a margin, before anything is placed at their ends.
    private func bar(in margin: Rect, _ text: Double) -> Rect {
        var bar = margin
        switch side {
        case .trailing, .leading:
            // Labels are on the side away from the plot.
            bar.x =
                side == .trailing
                ? margin.x + Self.distance : margin.maxX - Self.distance - thickness
            bar.width = thickness
        case .top:
            bar.y = margin.maxY - thickness
            bar.height = thickness
        case .bottom:
            bar.height = thickness
        }
        return bar
    }

    /// Writes the title at the bar's beginning; returns the rest of the room.
    private func write(
        _ bar: Rect, _ margin: Rect, _ style: ChartStyle, _ typesetter: Typesetter,
        _ canvas: Canvas
    ) -> Rect {
        var rest = bar
        if isUpright {
            let line = typesetter.line(
                title, style.strongType, fitting: margin.width - Self.distance)
            let place = Rect(
                x: side == .trailing ? bar.x : bar.maxX - line.width, y: bar.y,
                width: line.width, height: line.height)
            canvas.text(line, in: place, color: style.strongLabel)
            rest.y += line.height + Self.apart
            rest.height -= line.height + Self.apart
            return rest
        }
        let line = typesetter.line(title, style.strongType, fitting: bar.width * Self.share)
        canvas.text(
            line, x: bar.x, baseline: bar.midY + typesetter.metrics(style.strongType).capHeight / 2,
            color: style.strongLabel)
        rest.x += line.width + Self.apart
        rest.width -= line.width + Self.apart
        return rest
    }

    // MARK: Recording

    /// The screen position of a place of the scale, in whole device pixels from the bar's
    /// beginning.
    private func pixel(_ place: Double, _ range: Extent, of count: Int) -> Int {
        let part = (place - range.min) / range.length
        let along = isUpright ? 1 - part : part
        return min(max(Int((along * Double(count)).rounded(.down)), 0), count - 1)
    }

    private func fill(
        _ area: Rect, _ scale: ColorScale, _ ticks: [Written], _ style: ChartStyle,
        _ canvas: Canvas
    ) {
        frame(area, style, canvas)
        let range = Self.range(of: scale)
        let count = Int(((isUpright ? area.height : area.width) * canvas.scale).rounded())
        var exact: [Int: Double] = [:]
        for tick in ticks { exact[pixel(tick.place, range, of: count)] = tick.place }
        for number in 0..<count {
            let part = (Double(number) + 0.5) / Double(count)
            let value =
                exact[number] ?? (range.min + range.length * (isUpright ? 1 - part : part))
            // Within its pixels, whatever the last digits are.
            let along = (Double(number) + 0.25) / canvas.scale
            if isUpright {
                canvas.horizontalLine(
                    from: area.minX, to: area.maxX, y: area.minY + along,
                    color: scale.color(at: value))
            } else {
                canvas.verticalLine(
                    x: area.minX + along, from: area.minY, to: area.maxY,
                    color: scale.color(at: value))
            }
        }
    }

    /// Draws a hairline around colours, which may equal the ground.
    private func frame(_ area: Rect, _ style: ChartStyle, _ canvas: Canvas) {
        canvas.fill(
            area.inset(by: -1 / canvas.scale), .clear, border: .hairline(style.grid))
    }

    private func write(
        _ tick: Written, _ scale: ColorScale, _ area: Rect, _ style: ChartStyle, _ canvas: Canvas
    ) {
        let count = Int(((isUpright ? area.height : area.width) * canvas.scale).rounded())
        let along =
            (Double(pixel(tick.place, Self.range(of: scale), of: count)) + 0.25) / canvas.scale
        let color = style.label.opacity(0.6)
        switch side {
        case .trailing:
            canvas.horizontalLine(
                from: area.maxX + 1 / canvas.scale, to: area.maxX + Self.mark, y: area.minY + along,
                color: color)
        case .leading:
            canvas.horizontalLine(
                from: area.minX - Self.mark, to: area.minX - 1 / canvas.scale, y: area.minY + along,
                color: color)
        case .top:
            canvas.verticalLine(
                x: area.minX + along, from: area.minY - Self.mark, to: area.minY - 1 / canvas.scale,
                color: color)
        case .bottom:
            canvas.verticalLine(
                x: area.minX + along, from: area.maxY + 1 / canvas.scale, to: area.maxY + Self.mark,
                color: color)
        }
        let pixel = 0.5 / canvas.scale
        put(
            tick.line, tick.value, at: (isUpright ? area.minY : area.minX) + along + pixel / 2,
            beside: area, style, canvas)
    }

    /// Writes a text at a position along the bar, on the side away from the plot.
    private func put(
        _ line: ShapedLine, _ value: Double, at along: Double, beside area: Rect,
        _ style: ChartStyle, _ canvas: Canvas
    ) {
        guard line.width > 0 else { return }
        var place = Rect(x: 0, y: 0, width: line.width, height: line.height)
        switch side {
        case .trailing: (place.x, place.y) = (area.maxX + Self.gap, along - line.height / 2)
        case .leading:
            (place.x, place.y) = (area.minX - Self.gap - line.width, along - line.height / 2)
        case .top:
            (place.x, place.y) = (along - line.width / 2, area.minY - Self.mark - line.height)
        case .bottom: (place.x, place.y) = (along - line.width / 2, area.maxY + Self.mark)
        }
        canvas.text(line, in: place, color: style.label)
        labels.append(
            AnnotationLabel(axis: "color", value: value, text: line.text, rect: place))
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        if let picture = recorded?.picture { scene.picture(picture) }
    }

    public func placedLabels(in chart: Chart) -> [AnnotationLabel] { labels }
}
