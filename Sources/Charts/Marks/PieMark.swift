// Parts of a whole as slices of a pie or of a ring.
//
// Method: `PieLayout` computes the angles; the slices are recorded once and drawn as a list until
// something changes. Between slices is a gap of the same width from the middle to the edge: the
// straight sides of each are moved to its inside, by less for a thin one (`sliceOutline`). Without a
// gap the slices are sectors (`Canvas.sector`), and since the ground would show through where two
// soft edges meet, a narrow strip in the colour of one slice is drawn below each border between
// opaque slices. Rejected: an outline in the ground's colour around each slice (it hides thin ones,
// and what is the ground is not known).

import ChartCore
import ChartScene
import Geometry
import Glibc
import Painting

/// Parts of a whole, as slices in the middle of the plot, clockwise from 12 o'clock.
///
/// It is independent of the axes: no range moves it, and it extends no range. Elements whose value
/// is not above zero, or not finite, stay in the list and have no slice; if no element has a slice,
/// nothing is drawn.
@MainActor
public final class PieMark: Mark {
    /// A part of the whole.
    public struct Element: Hashable, Sendable, Identifiable {
        /// The name of the part, unique in the pie.
        public var id: String
        /// The size of the part, in any unit.
        public var value: Double
        /// The colour of its slice.
        public var color: Color
        /// The outer radius of its slice, in points; nil for that of the pie.
        public var outerRadius: Double?

        /// Creates an element.
        public init(id: String, value: Double, color: Color, outerRadius: Double? = nil) {
            self.id = id
            self.value = value
            self.color = color
            self.outerRadius = outerRadius
        }
    }

    /// The order of elements.
    public enum Order: Hashable, Sendable {
        /// The smallest first.
        case ascending
        /// The largest first.
        case descending
    }

    public let id: String
    public let kind = MarkKind.pie
    public var isHidden = false
    /// The elements, clockwise.
    public private(set) var elements: [Element] = [] { didSet { picture = nil } }
    /// The outer radius of slices, in points; nil to reach the nearest edge of the plot.
    public var outerRadius: Double? { didSet { picture = nil } }
    /// The radius of the hole, in points; 0 for a pie without one.
    public var innerRadius: Double { didSet { picture = nil } }
    /// The gap between slices, in points; 0 for slices that touch.
    ///
    /// Slices of one colour next to one another are two slices. At most an eighth of a slice's arc
    /// becomes gap, so thin slices stay.
    public var gap = 1.0 { didSet { picture = nil } }
    private var layout = PieLayout(values: [])
    private var picture: Picture?
    private var drawn: (plot: Rect, scale: Double)?

    /// A pie without elements.
    public init(id: String, outerRadius: Double? = nil, innerRadius: Double = 0) {
        self.id = id
        self.outerRadius = outerRadius
        self.innerRadius = innerRadius
    }

    public var color: Color { elements.first?.color ?? .clear }
    public var domain: Extent { .nothing }
    public func values(over range: Extent) -> Extent { .nothing }

    // MARK: Elements

    /// Adds an element as the last one, or replaces the one with the same id.
    public func add(_ element: Element) {
        if let index = elements.firstIndex(where: { $0.id == element.id }) {
            elements[index] = element
        } else {
            elements.append(element)
        }
        layOut()
    }

    /// Removes the element with an id; returns nil if there is none.
    @discardableResult
    public func remove(_ id: String) -> Element? {
        guard let index = elements.firstIndex(where: { $0.id == id }) else { return nil }
        defer { layOut() }
        return elements.remove(at: index)
    }

    /// Removes all elements.
    public func removeAll() {
        elements = []
        layOut()
    }

    /// Sorts the elements by value; the sort is stable, and elements without a slice come last.
    public func sort(_ order: Order) {
        func hasSlice(_ element: Element) -> Bool { element.value > 0 && element.value.isFinite }
        let whole = elements.enumerated().sorted { a, b in
            let (first, second) = (a.element, b.element)
            guard hasSlice(first), hasSlice(second), first.value != second.value else {
                return hasSlice(first) == hasSlice(second)
                    ? a.offset < b.offset : hasSlice(first)
            }
            return (first.value < second.value) == (order == .ascending)
        }
        elements = whole.map(\.element)
        layOut()
    }

    private func layOut() { layout = PieLayout(values: elements.map(\.value)) }

    // MARK: Slices

    /// The angles of an element's slice, in radians clockwise from 12 o'clock; nil if it has none.
    public func angles(of id: String) -> ClosedRange<Double>? {
        layout.slices.first { elements[$0.index].id == id }.map { $0.start...$0.end }
    }

    /// The element whose slice contains a position, in points of the chart it was last drawn in.
    ///
    /// O(log elements). Nil outside the pie, in its hole, and before it was drawn.
    public func slice(at point: Point) -> Element? {
        drawn.flatMap { slice(at: point, in: $0.plot) }
    }

    /// The element whose slice contains a position, for a plot with this rectangle in points.
    public func slice(at point: Point, in plot: Rect) -> Element? {
        let arm = point - plot.center
        guard let slice = layout.slice(at: PolarLayout.direction(of: arm)) else { return nil }
        let element = elements[slice.index]
        guard arm.length >= innerRadius, arm.length < radius(of: element, in: plot) else {
            return nil
        }
        return element
    }

    func radius(of element: Element, in plot: Rect) -> Double {
        element.outerRadius ?? outerRadius ?? min(plot.width, plot.height) / 2
    }

    // MARK: Drawing

    public func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let (projection, alpha) = (frame.projection, frame.opacity)
        let scale = scene.scale
        let pixels = projection.plot
        let plot = Rect(
            x: pixels.x / scale, y: pixels.y / scale, width: pixels.width / scale,
            height: pixels.height / scale)
        if drawn?.plot != plot || drawn?.scale != scale { picture = nil }
        drawn = (plot, scale)
        guard !layout.slices.isEmpty else { return }
        let shown = picture ?? record(plot, scale: scene.scale)
        picture = shown
        scene.picture(shown, alpha: alpha)
    }

    private func record(_ plot: Rect, scale: Double) -> Picture {
        let canvas = Canvas(scale: scale)
        let slices = layout.slices
        if slices.count > 1, gap <= 0 {
            for (number, slice) in slices.enumerated() {
                let next = slices[(number + 1) % slices.count]
                underlay(elements[slice.index], elements[next.index], slice.end, plot, canvas)
            }
        }
        for slice in slices {
            let element = elements[slice.index]
            let outer = radius(of: element, in: plot)
            guard outer > innerRadius else { continue }
            if slices.count > 1, gap > 0 {
                let outline = Self.sliceOutline(
                    about: plot.center, inner: innerRadius, outer: outer, from: slice.start,
                    to: slice.end, gap: gap)
                canvas.fill(outline, .color(element.color))
            } else {
                canvas.sector(
                    center: plot.center, inner: innerRadius, outer: outer, from: slice.start,
                    to: slice.end, color: element.color)
            }
        }
        return canvas.finish()
    }

    /// The outline of a slice whose straight sides are half a gap away from their radii.
    private static func sliceOutline(
        about middle: Point, inner: Double, outer: Double, from start: Double, to end: Double,
        gap: Double
    ) -> Path {
        let half = min(gap / 2, outer * (end - start) / 16)
        func point(_ radius: Double, _ angle: Double) -> Point {
            middle + PolarLayout.vector(ofDirection: angle) * radius
        }
        // `Path.arc` counts from 3 o'clock.
        func turned(_ angle: Double) -> Double { angle - .pi / 2 }
        let turn = asin(half / outer)
        var outline = Path()
        outline.move(to: point(outer, start + turn))
        outline.arc(middle, outer, from: turned(start + turn), to: turned(end - turn))
        let innerTurn = inner > half ? asin(half / inner) : .infinity
        if innerTurn < (end - start) / 2 {
            outline.line(to: point(inner, end - innerTurn))
            outline.arc(middle, inner, from: turned(end - innerTurn), to: turned(start + innerTurn))
        } else if end - start < .pi {
            outline.line(to: point(half / sin((end - start) / 2), (start + end) / 2))
        } else {
            outline.line(to: point(half, end - .pi / 2))
            outline.line(to: point(half, start + .pi / 2))
        }
        outline.close()
        return outline
    }

    /// The strip below the border between two slices: three device pixels wide, with its soft ends
    /// inside the arcs of both.
    private func underlay(
        _ element: Element, _ next: Element, _ angle: Double, _ plot: Rect, _ canvas: Canvas
    ) {
        guard element.color.alpha >= 1, next.color.alpha >= 1 else { return }
        let pixel = 1 / canvas.scale
        let from = innerRadius > 0 ? innerRadius + pixel / 2 : 0
        let to = min(radius(of: element, in: plot), radius(of: next, in: plot)) - pixel / 2
        guard to > from else { return }
        let along = PolarLayout.vector(ofDirection: angle)
        let across = Vector(dx: -along.dy, dy: along.dx) * (1.5 * pixel)
        let (start, end) = (plot.center + along * from, plot.center + along * to)
        canvas.polygon(
            [start + across, end + across, end + across * -1, start + across * -1],
            color: element.color)
    }
}
