// How a mark is attached to its chart, along one axis.
//
// A mark is drawn in the points of the view of that moment, and stays in those. Each axis says how
// they follow the chart from then on: every point its own value (marks that point at data), one point
// a value and the others at their distance in points (handwriting), or fractions of the plot (titles
// and watermarks). Two such axes make all the ways in which a mark can be attached; a mark on a time
// whose height is a fraction of the plot, for example.
// On an axis that is not linear the values are kept as places (`ScaleTransform`), with the transform
// that they belong to. In a view with another transform each point goes through its value.

import ChartCore

/// How the points of a mark follow a chart along one axis.
public enum InkAxis: Hashable, Sendable {
    /// Every point follows its own value.
    ///
    /// The place of point `p` is `origin + p · perPoint`, by a transform.
    case values(origin: Double, perPoint: Double, ScaleTransform = .identity)
    /// The point at `point` follows a value; the others keep their distances from it, in points.
    case pinned(value: Double, point: Double)
    /// Every point follows a fraction of the plot, from its left or top edge:
    /// `origin + p · perPoint`.
    case fractions(origin: Double, perPoint: Double)

    /// The ways of an axis to follow a chart.
    public enum Way: Hashable, Sendable {
        /// Every point its value.
        case values
        /// One point its value.
        case pinned
        /// Fractions of the plot.
        case fractions
    }

    /// The axis of a mark that is drawn in a view.
    ///
    /// - Parameters:
    ///   - point: the point that is pinned.
    public init(_ way: Way, in view: InkAxisView, pinning point: Double = 0) {
        switch way {
        case .values:
            self = .values(
                origin: view.place(atPixel: 0),
                perPoint: view.placesPerPixel * view.pixelsPerPoint, view.transform)
        case .pinned:
            self = .pinned(
                value: view.value(atPixel: point * view.pixelsPerPoint), point: point)
        case .fractions:
            self = .fractions(
                origin: -view.start / view.length, perPoint: view.pixelsPerPoint / view.length)
        }
    }

    /// Where a point of the mark is in a view, in device pixels; NaN if it has no place there.
    public func pixel(of point: Double, in view: InkAxisView) -> Double {
        if let (scale, offset) = map(to: view) { return point * scale + offset }
        guard case .values(let origin, let perPoint, let transform) = self else { return .nan }
        let value = transform.value(at: origin + point * perPoint)
        return view.pixel(ofPlace: view.transform.place(of: value))
    }

    /// Whether its points are values themselves.
    public var pointsAreValues: Bool {
        if case .values(0, 1, let transform) = self { transform.isIdentity } else { false }
    }

    /// The linear map from the points of the mark to the device pixels of a view; nil if there is
    /// none, because their scales differ.
    public func map(to view: InkAxisView) -> (scale: Double, offset: Double)? {
        switch self {
        case .values(let origin, let perPoint, let transform):
            guard transform == view.transform else { return nil }
            return (perPoint * view.pixelsPerPlace, view.pixel(ofPlace: origin))
        case .pinned(let value, let point):
            let scale = view.pixelsPerPoint
            return (
                scale, view.pixel(ofPlace: view.transform.place(of: value)) - point * scale
            )
        case .fractions(let origin, let perPoint):
            return (perPoint * view.length, view.start + origin * view.length)
        }
    }
}

/// One axis of a view of a chart: which places its plot shows, and where.
public struct InkAxisView: Hashable, Sendable {
    /// The left or top edge of the plot, in device pixels.
    public var start: Double
    /// The size of the plot along the axis, in device pixels; above zero.
    public var length: Double
    /// The place at the left or top edge.
    public var first: Double
    /// The place at the right or bottom edge; not `first`.
    public var last: Double
    /// How values become places.
    public var transform: ScaleTransform
    /// Device pixels per point.
    public var pixelsPerPoint: Double

    /// An axis of a view from its parts.
    public init(
        start: Double, length: Double, first: Double, last: Double,
        transform: ScaleTransform = .identity, pixelsPerPoint: Double = 1
    ) {
        (self.start, self.length, self.first, self.last) = (start, length, first, last)
        (self.transform, self.pixelsPerPoint) = (transform, pixelsPerPoint)
    }

    /// Device pixels per place; negative where values grow upwards.
    public var pixelsPerPlace: Double { length / (last - first) }
    var placesPerPixel: Double { (last - first) / length }

    /// Where a place is, in device pixels.
    public func pixel(ofPlace place: Double) -> Double { start + (place - first) * pixelsPerPlace }

    /// The place at a device pixel.
    public func place(atPixel pixel: Double) -> Double { first + (pixel - start) * placesPerPixel }

    /// The value at a device pixel.
    public func value(atPixel pixel: Double) -> Double {
        transform.value(at: place(atPixel: pixel))
    }
}
