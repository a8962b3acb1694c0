// Black on white: colour has no meaning here, and text is never grey, as a fax has neither. Greys are for
// lines that only guide the eye, and may be lost. No text is smaller than eight points.

import Geometry
import Localization
import Painting
import Text

/// The type of a sheet.
enum SheetStyle {
    static let title = TextStyle(size: 17, weight: .bold)
    static let subtitle = TextStyle(size: 10)
    static let name = TextStyle(size: 10, weight: .semibold)
    static let small = TextStyle(size: 8.5)
    static let section = TextStyle(size: 12.5, weight: .bold)
    static let heading = TextStyle(size: 10, weight: .bold)
    static let caps = TextStyle(size: 8, weight: .semibold, tracking: 0.04)
    /// It is alone, so that its digits need not align; one that is narrow looks better, and is read better by
    /// machines.
    static let figure = TextStyle(
        size: 20, weight: .bold, tracking: -0.01, tabularFigures: false)
    static let smallFigure = TextStyle(size: 12, weight: .semibold)
    static let answer = TextStyle(size: 11, weight: .bold)
    static let text = TextStyle(size: 9)
    static let strong = TextStyle(size: 9, weight: .bold)
    static let label = TextStyle(size: 8)
    static let boldLabel = TextStyle(size: 8, weight: .bold)

    /// The smallest type on a sheet, in points.
    static let smallest = 8.0
}

extension Color {
    static let black = Color(hex: 0x000000)
    static let white = Color(hex: 0xFFFFFF)
    /// Lines between rows, and stems: they may be lost in print.
    static let guide = Color(hex: 0xB4B4B4)
    /// The grid of a plot.
    static let faint = Color(hex: 0xD6D6D6)
}

/// Writes and draws on a sheet.
@MainActor
final class SheetPen {
    let canvas: Canvas
    let typesetter: Typesetter
    let format: LocaleFormat
    let paper: Paper
    /// The part of the paper that may be used.
    let area: Rect

    /// The device pixels per point that positions are rounded to: 1,440 dots an inch.
    static let scale = 20.0

    init(_ paper: Paper, fonts: FontLibrary, format: LocaleFormat) {
        canvas = Canvas(scale: Self.scale)
        typesetter = Typesetter(fonts: fonts)
        self.format = format
        self.paper = paper
        area = paper.content
    }

    // MARK: Text

    /// The distance between the baselines of lines of a style.
    func leading(_ style: TextStyle) -> Double { (style.size * 1.38 * 4).rounded() / 4 }

    func width(_ text: String, _ style: TextStyle) -> Double {
        typesetter.line(text, style).width
    }

    /// A line of text; returns its width.
    @discardableResult
    func write(
        _ text: String, _ style: TextStyle, x: Double, baseline: Double,
        _ alignment: TextAlignment = .leading, within width: Double = .infinity
    ) -> Double {
        let line = typesetter.line(text, style, fitting: width)
        canvas.text(line, x: x, baseline: baseline, color: .black, alignment: alignment)
        return line.width
    }

    /// A paragraph; returns the y below its last line.
    @discardableResult
    func paragraph(
        _ text: String, _ style: TextStyle, x: Double, top: Double, width: Double,
        _ alignment: TextAlignment = .leading
    ) -> Double {
        let lines = typesetter.lines(text, style, wrappedTo: width)
        let step = leading(style)
        let metrics = typesetter.metrics(style)
        canvas.tagged(PictureTag(.text)) {
            for (index, line) in lines.enumerated() {
                let middle = top + (Double(index) + 0.5) * step
                canvas.text(
                    line, x: x + width * alignment.rawValue,
                    baseline: middle + metrics.capHeight / 2, color: .black,
                    alignment: alignment)
            }
        }
        return top + Double(lines.count) * step
    }

    /// The height of a paragraph.
    func height(_ text: String, _ style: TextStyle, width: Double) -> Double {
        Double(typesetter.lines(text, style, wrappedTo: width).count) * leading(style)
    }

    /// A heading; returns the y below it.
    @discardableResult
    func heading(_ text: String, _ style: TextStyle = SheetStyle.heading, top: Double) -> Double {
        let step = leading(style)
        canvas.tagged(PictureTag(.heading)) {
            write(
                text, style, x: area.minX,
                baseline: top + step / 2 + typesetter.metrics(style).capHeight / 2,
                within: area.width)
        }
        return top + step
    }

    // MARK: Lines and signs

    /// A horizontal line.
    func rule(
        y: Double, from left: Double? = nil, to right: Double? = nil, width: Double = 0.5,
        color: Color = .black, dashes: [Double] = []
    ) {
        stroke(
            [Point(x: left ?? area.minX, y: y), Point(x: right ?? area.maxX, y: y)], width: width,
            color: color, dashes: dashes)
    }

    /// A line through points.
    func stroke(
        _ points: [Point], width: Double, color: Color = .black, dashes: [Double] = [],
        cap: LineCap = .butt
    ) {
        canvas.stroke(
            Path(points, isClosed: false), color,
            StrokeStyle(width: width, join: .round, cap: cap, dashes: dashes))
    }

    /// Records what is only for the eye.
    func decoration(_ body: () -> Void) {
        canvas.tagged(PictureTag(.decoration), body)
    }

    /// A filled triangle that points upwards, the sign of a reading at or above a limit.
    func triangle(x: Double, baseline: Double, size: Double) {
        let height = size * 0.92
        canvas.fill(
            Path([
                Point(x: x, y: baseline), Point(x: x + size / 2, y: baseline - height),
                Point(x: x + size, y: baseline),
            ]), .color(.black))
    }

    /// The marker of a systolic value.
    func disc(_ center: Point, _ radius: Double) {
        canvas.fill(Path(circleAt: center, radius: radius), .color(.black))
    }

    /// The marker of a diastolic value: a hollow diamond.
    func diamond(_ center: Point, _ radius: Double) {
        let path = Path([
            Point(x: center.x, y: center.y - radius), Point(x: center.x + radius, y: center.y),
            Point(x: center.x, y: center.y + radius), Point(x: center.x - radius, y: center.y),
        ])
        canvas.fill(path, .color(.white))
        canvas.stroke(path, .black, StrokeStyle(width: 0.6, join: .miter(limit: 4)))
    }
}
