/// Decides how long a window's range is.
@MainActor
public protocol WindowLength: AnyObject {
    /// The length in units of the scale, for a viewport in points and the length of the incoming
    /// range.
    func length(viewport: Double, dataLength: Double) -> Double
}

/// Decides where in the range a window is.
@MainActor
public protocol WindowPosition: AnyObject {
    /// 0 if the window begins at the range's minimum, 1 if it ends at its maximum.
    func position(in range: Extent, length: Double) -> Double
}

/// A window that can be scrolled and zoomed over the incoming range.
///
/// `min' = min + (dataLength - length) · position`.
@MainActor
public final class WindowFilter: RangeFilter {
    /// Decides the length.
    public var length: any WindowLength
    /// Decides the position.
    public var position: any WindowPosition

    /// Creates a window from its length and its position.
    public init(length: any WindowLength, position: any WindowPosition) {
        self.length = length
        self.position = position
    }

    public func filter(_ range: Extent, _ context: RangeContext) -> Extent {
        guard range.min <= range.max else { return range }
        let length = length.length(viewport: context.viewportLength, dataLength: range.length)
        let position = position.position(in: range, length: length)
        let start = range.min + (range.length - length) * position
        return Extent(min: start, max: position == 1 ? range.max : start + length)
    }
}

/// A window's length as a number of units for each point of the viewport.
@MainActor
public final class ScaledWindowLength: WindowLength {
    /// Units per point at the beginning and after a reset.
    public let initial: Double
    /// The limits of the units per point.
    public let limits: Extent
    /// Units per point now.
    public private(set) var unitsPerPoint: Double

    /// A length at a density; without limits it cannot be zoomed.
    public init(unitsPerPoint: Double, limits: Extent? = nil) {
        precondition(unitsPerPoint > 0, "a window needs units per point above zero")
        self.limits = limits ?? Extent(min: unitsPerPoint, max: unitsPerPoint)
        initial = self.limits.clamp(unitsPerPoint)
        self.unitsPerPoint = initial
    }

    /// Zooms in by a factor above 1, out by one below.
    public func zoom(by factor: Double) {
        guard factor > 0, factor.isFinite else { return }
        unitsPerPoint = limits.clamp(unitsPerPoint / factor)
    }

    /// Goes back to the initial density.
    public func reset() { unitsPerPoint = initial }

    public func length(viewport: Double, dataLength: Double) -> Double { viewport * unitsPerPoint }
}

/// A window's position that keeps the value at an anchor in its place through all changes.
///
/// The value at fraction `anchor` of the window stays there through a resize, a zoom or new data,
/// as long as the window does not reach an end of the range.
@MainActor
public final class AnchoredWindowPosition: WindowPosition {
    /// The place in the window that is kept, 0…1.
    public var anchor: Double
    /// The position at the beginning, 0…1.
    public var initial: Double
    private var value: Double?

    /// A position that begins at the newest end by default.
    public init(anchor: Double = 0.5, initial: Double = 1) {
        self.anchor = anchor
        self.initial = initial
    }

    /// The value that is kept at the anchor; nil until the first update.
    public var anchoredValue: Double? { value }

    /// Moves the window by a distance in units of the scale.
    public func scroll(by distance: Double) {
        if let value { self.value = value + distance }
    }

    /// Starts again at the initial position.
    public func reset() { value = nil }

    public func position(in range: Extent, length: Double) -> Double {
        let room = range.length - length
        var position = initial
        if let value, room != 0 { position = (value - anchor * length - range.min) / room }
        position = min(max(position, 0), 1)
        value = range.min + room * position + anchor * length
        return position
    }
}
