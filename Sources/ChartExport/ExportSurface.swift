import Geometry
import Painting
import Text

/// An outline at its place, in points of the document.
enum Outline {
    /// A rectangle whose corners are at most half its size.
    case rectangle(Rect, Corners)
    /// A circle.
    case circle(Point, radius: Double)
    /// A line through points.
    case line([Point], isClosed: Bool)
    /// Any other outline.
    case path(Path)
}

/// A place in a gradient, 0…1, and the colour there.
struct GradientStop: Hashable {
    var offset: Double
    var color: Color
}

/// The fill of an area, at its place.
enum ExportPaint: Hashable {
    case color(Color)
    case linear(from: Point, to: Point, [GradientStop])
}

/// The shadow of a rectangle, at its place.
struct ShadowShape {
    /// The rectangle that casts it.
    var rect: Rect
    var radius: Double
    /// The standard deviation of the blur.
    var sigma: Double
    var offset: Vector
    var color: Color
    /// The area that stays free of the shadow.
    var hole: Rect?

    /// The area that contains the shadow.
    var bounds: Rect { rect.offset(by: offset).inset(by: -3 * sigma) }
}

/// A container of elements.
enum ExportContainer {
    case clip(Rect, radius: Double)
    case group(opacity: Double)
    case map(AffineTransform)
    case tag(PictureTag, [Picture.Element])
}

/// The target of an export: it receives shapes at their places, in their order.
@MainActor
protocol ExportSurface: AnyObject {
    associatedtype Failure: Error

    /// Whether a group that contains tags must become a group within each of them.
    var putsGroupsIntoTags: Bool { get }

    func fill(_ outlines: [Outline], _ paint: ExportPaint, _ rule: FillRule)
    func stroke(_ outline: Outline, _ color: Color, _ style: StrokeStyle)
    /// Fills an outline and then draws a line along it.
    func fill(
        _ outline: Outline, _ paint: ExportPaint, strokedWith color: Color, _ style: StrokeStyle)
    func shadow(_ shadow: ShadowShape)
    /// A line of text with its left end on the baseline at `origin`, enlarged by `factor`.
    func text(
        _ line: ShapedLine, at origin: Point, factor: Double, _ color: Color) throws(Failure)
    func image(
        _ image: PaintedImage, in rect: Rect, _ sampling: ImageSampling, opacity: Double
    ) throws(Failure)
    func begin(_ container: ExportContainer)
    func end(_ container: ExportContainer)
}

extension ExportSurface {
    func fill(
        _ outline: Outline, _ paint: ExportPaint, strokedWith color: Color, _ style: StrokeStyle
    ) {
        fill([outline], paint, .nonZero)
        stroke(outline, color, style)
    }
}

/// The limits of documents.
enum ExportLimits {
    /// The largest coordinate in points; larger ones are moved to it.
    static let farthest = 4_000_000.0

    static func clamped(_ value: Double) -> Double { min(max(value, -farthest), farthest) }
    static func clamped(_ point: Point) -> Point {
        Point(x: clamped(point.x), y: clamped(point.y))
    }
}

extension Point {
    var isFinite: Bool { x.isFinite && y.isFinite }
}

extension Rect {
    var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}

extension Path {
    /// The path without outlines that have a coordinate that is not finite, and without steps that
    /// have no start; coordinates beyond the largest are moved to it.
    var sound: Path {
        var sound = Path()
        var outline: [Step] = []
        var isSound = true
        func keep() {
            if isSound, !outline.isEmpty { sound.append(outline) }
        }
        for step in steps {
            switch step {
            case .move(let point):
                keep()
                (outline, isSound) = ([step], point.isFinite)
            case .line(let point):
                outline.append(outline.isEmpty ? .move(point) : step)
                isSound = isSound && point.isFinite
            case .curve(let first, let second, let end):
                guard !outline.isEmpty else { continue }
                outline.append(step)
                isSound = isSound && first.isFinite && second.isFinite && end.isFinite
            case .close: if !outline.isEmpty { outline.append(step) }
            }
        }
        keep()
        return sound
    }

    private mutating func append(_ steps: [Step]) {
        for step in steps {
            switch step {
            case .move(let point): move(to: ExportLimits.clamped(point))
            case .line(let point): line(to: ExportLimits.clamped(point))
            case .curve(let first, let second, let end):
                curve(
                    ExportLimits.clamped(first), ExportLimits.clamped(second),
                    to: ExportLimits.clamped(end))
            case .close: close()
            }
        }
    }
}
