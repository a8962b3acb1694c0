import ChartCore
import Geometry

extension InkAxis {
    /// The value that a point of a mark is at; nil where points follow fractions of the plot.
    public func value(of point: Double) -> Double? {
        switch self {
        case .values(let origin, let perPoint, let transform):
            let value = transform.value(at: origin + point * perPoint)
            return value.isFinite ? value : nil
        // The others keep their distances from it.
        case .pinned(let value, _): return value
        case .fractions: return nil
        }
    }
}

extension InkMark {
    /// From where to where it reaches along the values of the x axis; nil if it is at none.
    public var spanX: ClosedRange<Double>? {
        if case .figure(let figure) = content, figure.kind == .level { return nil }
        return span(x, places.minX, places.maxX)
    }

    /// From where to where it reaches along the values of the y axis; nil if it is at none.
    public var spanY: ClosedRange<Double>? {
        if case .figure(let figure) = content, figure.kind == .level {
            return span(y, figure.start.y, figure.start.y)
        }
        return span(y, places.minY, places.maxY)
    }

    /// The values that a figure's ends are at; nil for a stroke, or for an end that is at none.
    public var endValues: (start: Point, end: Point)? {
        guard case .figure(let figure) = content else { return nil }
        let places = [figure.start, figure.end].compactMap { point -> Point? in
            guard let x = x.value(of: point.x), let y = y.value(of: point.y) else { return nil }
            return Point(x: x, y: y)
        }
        return places.count == 2 ? (places[0], places[1]) : nil
    }

    /// The smallest rectangle around its own points, without the width of its lines.
    var places: Rect {
        switch content {
        case .stroke(let stroke): stroke.places
        case .figure(let figure): figure.places
        }
    }

    /// How far its lines may be from its places, in points.
    var overhang: Double {
        switch content {
        case .stroke(let stroke): stroke.widest
        case .figure(let figure): figure.brush.size + figure.overhang * 2
        }
    }

    private func span(_ axis: InkAxis, _ low: Double, _ high: Double) -> ClosedRange<Double>? {
        guard let a = axis.value(of: low), let b = axis.value(of: high) else { return nil }
        return min(a, b)...max(a, b)
    }
}
