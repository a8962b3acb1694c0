// How much of a mark is drawn in a view that makes it small.
//
// A mark whose every point follows its values shrinks while a view becomes longer, until it is a
// speck. Before that it fades: it is whole from 24 points on, and gone at 12. One that was drawn
// smaller than that keeps its look down to half of its own size, so that a dot stays a dot.

import ChartCore
import Geometry

extension InkMark {
    /// The opacity that a view leaves it: 1 where it is large enough to be seen, and 0 where it is
    /// so small in both directions that it belongs to a cluster (`InkClusters`).
    ///
    /// Only marks whose points follow their values along both axes become small.
    public func presence(in view: InkView) -> Double {
        InkExtent(self, ScaleTransforms(x: view.x.transform, y: view.y.transform))?
            .presence(in: view) ?? 1
    }
}

/// Where a mark is whose every point follows its values, and how large it was drawn.
struct InkExtent: Sendable {
    /// Along the places of both axes.
    var x: ClosedRange<Double>
    var y: ClosedRange<Double>
    /// The longer side when it was drawn, in points, with its width; infinite for a figure, which
    /// has no size of its own.
    private var drawn: Double
    /// The width of its lines, in points.
    private var width: Double

    /// The sizes in points from which on a mark is whole, and up to which it is gone.
    private static let sizes = (whole: 24.0, gone: 12.0)

    /// Nil for a mark whose size in points stays, and for one without an end.
    init?(_ mark: InkMark, _ transforms: ScaleTransforms) {
        guard case .values = mark.x, case .values = mark.y else { return nil }
        let places = mark.places
        switch mark.content {
        case .stroke(let stroke):
            width = stroke.widest
            drawn = max(places.width, places.height) + width
        case .figure(let figure):
            guard figure.kind.isBounded else { return nil }
            (width, drawn) = (figure.brush.size, .infinity)
        }
        guard drawn > 0, let x = mark.x.places(places.minX, places.maxX, transforms.x),
            let y = mark.y.places(places.minY, places.maxY, transforms.y)
        else { return nil }
        (self.x, self.y) = (x, y)
    }

    func presence(in view: InkView) -> Double {
        func size(_ places: ClosedRange<Double>, _ axis: InkAxisView) -> Double {
            (places.upperBound - places.lowerBound) * abs(axis.pixelsPerPlace) / axis.pixelsPerPoint
        }
        let size = max(size(x, view.x), size(y, view.y)) + width
        let (whole, gone) = (min(Self.sizes.whole, drawn), min(Self.sizes.gone, drawn / 2))
        let part = (size - gone) / (whole - gone)
        // A mark that has its own size is whole, whatever the last digit says.
        return part > 0.999 ? 1 : max(part, 0)
    }
}

extension InkAxis {
    /// From where to where points are along places by a transform; nil if they have none.
    fileprivate func places(
        _ low: Double, _ high: Double, _ transform: ScaleTransform
    ) -> ClosedRange<Double>? {
        guard case .values(let origin, let perPoint, let own) = self else { return nil }
        func place(_ point: Double) -> Double {
            let place = origin + point * perPoint
            return own == transform ? place : transform.place(of: own.value(at: place))
        }
        let (a, b) = (place(low), place(high))
        return a.isFinite && b.isFinite ? min(a, b)...max(a, b) : nil
    }
}
