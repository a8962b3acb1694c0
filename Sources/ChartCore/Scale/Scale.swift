import Geometry

/// The layout of values along a scale, which determines its ticks.
public enum ScaleKind: Hashable, Sendable {
    /// Numbers at even distances.
    case linear
    /// Instants in seconds since 1970; ticks follow the calendar.
    case time(CivilCalendar)
    /// Categories at 0, 1, 2…, each with half a unit on both sides.
    case category(count: Int)
    /// Numbers above zero at their decimal logarithms; ticks at round numbers.
    case logarithmic
    /// Numbers at even distances up to a size on both sides of zero, and at their logarithms
    /// beyond.
    case symmetricLogarithmic(linearTo: Double)

    /// The kind of scale for a layout of numbers.
    public init(_ transform: ScaleTransform) {
        if transform.isIdentity {
            self = .linear
        } else if let size = transform.linearTo {
            self = .symmetricLogarithmic(linearTo: size)
        } else {
            self = .logarithmic
        }
    }

    /// The transform of values to places along the scale; its range is in places.
    public var transform: ScaleTransform {
        switch self {
        case .linear, .time, .category: .identity
        case .logarithmic: .logarithmic
        case .symmetricLogarithmic(let size): .symmetricLogarithmic(linearTo: size)
        }
    }
}

/// A range of places laid out along a unit length: the pure part of a `Scale`.
///
/// Places are the values, except on logarithmic scales, where `ScaleKind.transform` converts
/// between them.
public struct ScaleMapping: Hashable, Sendable {
    /// The kind of its values.
    public var kind: ScaleKind
    /// The places at 0 and at 1.
    public var range: Extent

    /// A mapping of a range.
    public init(kind: ScaleKind = .linear, range: Extent) {
        self.kind = kind
        self.range = range
    }

    /// The position of a place in the range: 0 at its minimum, 1 at its maximum, beyond these
    /// outside.
    ///
    /// Exact at both ends. In a range without length every place is at ½.
    public func normalized(_ value: Double) -> Double {
        let length = range.max - range.min
        return length == 0 ? 0.5 : (value - range.min) / length
    }

    /// The place at a fraction of the range; the inverse of `normalized`.
    public func value(at place: Double) -> Double {
        if place == 1 { return range.max }
        return range.min + place * (range.max - range.min)
    }

    /// The value that another scale in the same direction shows at the same place.
    ///
    /// So one axis can have two units: 55 in 50…60 is 4500 in 0…9000.
    public func convert(_ value: Double, to other: ScaleMapping) -> Double {
        other.value(at: normalized(value))
    }
}

/// One direction of a data space: a kind, and the visible range of values.
///
/// Spaces share a scale by referring to the same object. It never changes on its own: its range is
/// set by a `RangeUpdater` on request, or by its owner.
@MainActor
public final class Scale: Identifiable {
    /// The name it was created with; the same name gives the same scale in a configurator.
    public nonisolated let id: String
    /// The kind of its values.
    public var kind: ScaleKind {
        didSet { if kind != oldValue { revision = .next() } }
    }

    /// The places of both ends; -1…1 until it is set.
    public var range: Extent {
        didSet {
            precondition(!range.min.isNaN && !range.max.isNaN, "a scale's range cannot be NaN")
            if range != oldValue { revision = .next() }
            hasRange = true
        }
    }

    /// Whether the range has been set: until then its ends mean nothing.
    public private(set) var hasRange: Bool

    /// Changes whenever the kind or the range does.
    public private(set) var revision = Revision.none

    /// Creates a scale with a name; without a range it counts as not set.
    public init(id: String, kind: ScaleKind = .linear, range: Extent? = nil) {
        self.id = id
        self.kind = kind
        self.range = range ?? Extent(min: -1, max: 1)
        hasRange = range != nil
    }

    /// The scale as a value, for computations.
    public var mapping: ScaleMapping { ScaleMapping(kind: kind, range: range) }
}

/// An x and a y scale: the coordinate space of a series.
@MainActor
public struct DataSpace {
    /// The horizontal scale.
    public let x: Scale
    /// The vertical scale.
    public let y: Scale

    /// A space of two scales, either of which may belong to other spaces too.
    public init(x: Scale, y: Scale) {
        self.x = x
        self.y = y
    }

    /// The projection of this space, in its present state, into a rectangle.
    public func projection(into plot: Rect) -> Projection {
        Projection(x: x.mapping, y: y.mapping, plot: plot)
    }
}
