// Marks that a person moves after they were drawn.
//
// Where an axis is linear in the view, a move of a stroke only changes how it is attached: its nodes
// stay as they are. Elsewhere, and for figures, whose ends are values, every point goes through its
// pixel.

import ChartCore
import Geometry

extension InkAxis {
    /// The axis of a mark that is moved along it in a view, by device pixels; nil if it is not
    /// linear there.
    func moved(by pixels: Double, in view: InkAxisView) -> InkAxis? {
        switch self {
        case .values(let origin, let perPoint, let transform):
            guard transform == view.transform else { return nil }
            return .values(
                origin: origin + pixels * view.placesPerPixel, perPoint: perPoint, transform)
        case .pinned(let value, let point):
            let place = view.transform.place(of: value) + pixels * view.placesPerPixel
            let moved = view.transform.value(at: place)
            return moved.isFinite ? .pinned(value: moved, point: point) : nil
        case .fractions(let origin, let perPoint):
            return .fractions(origin: origin + pixels / view.length, perPoint: perPoint)
        }
    }

    /// The point of a mark that is at a device pixel of a view; NaN if there is none.
    public func point(atPixel pixel: Double, in view: InkAxisView) -> Double {
        if let (scale, offset) = map(to: view) { return (pixel - offset) / scale }
        guard case .values(let origin, let perPoint, let transform) = self else { return .nan }
        return (transform.place(of: view.value(atPixel: pixel)) - origin) / perPoint
    }
}

extension InkMark {
    /// The mark, moved in a view by device pixels; the same mark if it has no place there.
    public func moved(by way: Vector, in view: InkView) -> InkMark {
        var moved = self
        if figure == nil, let axis = x.moved(by: way.dx, in: view.x) {
            moved.x = axis
        } else {
            moved = moved.mapped(\.x, x, view.x, by: way.dx)
        }
        if figure == nil, let axis = y.moved(by: way.dy, in: view.y) {
            moved.y = axis
        } else {
            moved = moved.mapped(\.y, y, view.y, by: way.dy)
        }
        return moved
    }

    /// The mark whose points are moved one by one along an axis.
    private func mapped(
        _ part: WritableKeyPath<Point, Double>, _ axis: InkAxis, _ view: InkAxisView,
        by pixels: Double
    ) -> InkMark {
        func moved(_ point: Point) -> Point {
            var point = point
            let pixel = axis.pixel(of: point[keyPath: part], in: view) + pixels
            point[keyPath: part] = axis.point(atPixel: pixel, in: view)
            return point
        }
        var mark = self
        switch content {
        case .stroke(let stroke):
            let nodes = stroke.nodes.map { InkNode(moved($0.position), width: $0.width) }
            guard nodes.allSatisfy({ $0.position[keyPath: part].isFinite }) else { return self }
            mark.content = .stroke(InkStroke(stroke.brush, nodes))
        case .figure(var figure):
            for end in InkFigure.End.allCases { figure[end] = moved(figure[end]) }
            guard InkFigure.End.allCases.allSatisfy({ figure[$0][keyPath: part].isFinite }) else {
                return self
            }
            mark.content = .figure(figure)
        }
        return mark
    }

    /// The mark with the shape that it was drawn with, pinned at its first point; the same mark if it
    /// has none, or no values there.
    ///
    /// - Parameter group: a mark before it that was drawn in the same view: it keeps its place next to
    ///   that one.
    public func keepingShape(with group: InkMark? = nil) -> InkMark {
        let first = group?.stroke?.nodes.first ?? stroke?.nodes.first
        guard let point = first?.position, let valueX = x.value(of: point.x),
            let valueY = y.value(of: point.y)
        else { return self }
        var mark = self
        mark.x = .pinned(value: valueX, point: point.x)
        mark.y = .pinned(value: valueY, point: point.y)
        return mark
    }

    /// The figure with one of its ends at a device pixel of a view; the same mark if it is a stroke,
    /// or if there is no such place.
    public func moving(_ end: InkFigure.End, to pixel: Point, in view: InkView) -> InkMark {
        guard case .figure(var figure) = content else { return self }
        let point = Point(
            x: x.point(atPixel: pixel.x, in: view.x), y: y.point(atPixel: pixel.y, in: view.y))
        guard point.x.isFinite, point.y.isFinite else { return self }
        figure[end] = point
        var mark = self
        mark.content = .figure(figure)
        return mark
    }

    /// The places that a person can move in a view, in device pixels: those of a figure.
    public func handles(in view: InkView) -> [(end: InkFigure.End, place: Point)] {
        guard case .figure(let figure) = content else { return [] }
        return figure.kind.ends.compactMap { end in
            var place = pixel(of: figure[end], in: view)
            // The handle of an endless line is where it is seen.
            if figure.kind == .level { place.x = view.x.start + view.x.length / 2 }
            if figure.kind.crossesHeight { place.y = view.y.start + view.y.length / 2 }
            return place.x.isFinite && place.y.isFinite ? (end, place) : nil
        }
    }
}
