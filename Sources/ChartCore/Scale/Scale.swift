import Geometry

/// How values are laid out along a scale, and so which ticks it has.
public enum ScaleKind: Hashable, Sendable {
    /// Numbers at even distances.
    case linear
    /// Instants in seconds since 1970; ticks follow the calendar.
    case time(CivilCalendar)
    /// Categories at 0, 1, 2…, each half a unit to both sides.
    case category(count: Int)
    /// Numbers above zero at their decimal logarithms; ticks at round numbers.
    case logarithmic
    /// Numbers at even distances up to a size on both sides of zero, and beyond at their logarithms.
    case symmetricLogarithmic(linearTo: Double)

    /// The kind of numbers that are laid out in a way.
    public init(_ transform: ScaleTransform) {
        if transform.isIdentity {
            self = .linear
        } else if let size = transform.linearTo {
            self = .symmetricLogarithmic(linearTo: size)
        } else {
            self = .logarithmic
        }
    }

    /// How values become places along the scale, in which its range is.
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
/// Places are the values themselves, but on logarithmic scales, where `ScaleKind.transform` leads
/// from the ones to the others.
public struct ScaleMapping: Hashable, Sendable {
    /// What kind of values they are.
    public var kind: ScaleKind
    /// The places at 0 and at 1.
    public var range: Extent

    /// A mapping of a range.
    public init(kind: ScaleKind = .linear, range: Extent) {
        self.kind = kind
        self.range = range
    }

    /// Where a place lies in the range: 0 at its minimum, 1 at its maximum, beyond them outside.
    ///
    /// Exact at both ends. In a range without length everything stands at ½.
    public func normalized(_ value: Double) -> Double {
        let length = range.max - range.min
        return length == 0 ? 0.5 : (value - range.min) / length
    }

    /// The place at a part of the range; the inverse of `normalized`.
    public func value(at place: Double) -> Double {
        if place == 1 { return range.max }
        return range.min + place * (range.max - range.min)
    }

    /// A value as another scale in the same direction shows it at the same place.
    ///
    /// So one axis carries two units: 55 in 50…60 is 4500 in 0…9000.
    public func convert(_ value: Double, to other: ScaleMapping) -> Double {
        other.value(at: normalized(value))
    }
}

/// One direction of a data space: a kind, and the range of values that is shown.
///
/// Spaces share a scale by holding the same object. It changes nothing by itself: its range is set
/// by a `RangeUpdater` that was told to update, or by whoever owns it.
@MainActor
public final class Scale: Identifiable {
    /// The name it was made under; the same name gives the same scale in a configurator.
    public nonisolated let id: String
    /// What kind of values it has.
    public var kind: ScaleKind {
        didSet { if kind != oldValue { revision = .next() } }
    }

    /// The places of both ends; -1…1 until somebody says otherwise.
    public var range: Extent {
        didSet {
            precondition(!range.min.isNaN && !range.max.isNaN, "a scale's range cannot be NaN")
            if range != oldValue { revision = .next() }
            hasRange = true
        }
    }

    /// Whether anybody has said what the range is: until then its ends mean nothing.
    public private(set) var hasRange: Bool

    /// Changes whenever kind or range does.
    public private(set) var revision = Revision.none

    /// A scale with a name; without a range nobody has said it yet.
    public init(id: String, kind: ScaleKind = .linear, range: Extent? = nil) {
        self.id = id
        self.kind = kind
        self.range = range ?? Extent(min: -1, max: 1)
        hasRange = range != nil
    }

    /// The scale as a value, for computing with.
    public var mapping: ScaleMapping { ScaleMapping(kind: kind, range: range) }
}

/// An x and a y scale: where a series lives.
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

    /// The projection of this space, as it is now, into a rectangle.
    public func projection(into plot: Rect) -> Projection {
        Projection(x: x.mapping, y: y.mapping, plot: plot)
    }
}
