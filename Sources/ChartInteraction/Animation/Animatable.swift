import ChartCore
import Geometry

/// A value that an animation can move: one number, or several that each follow their own curve.
///
/// Every part keeps its velocity when one animation replaces another, so a colour or a rectangle
/// reverses as smoothly as a number does.
public protocol Animatable {
    /// The numbers that make up the value; always the same count for one type.
    var animatedParts: [Double] { get }

    /// Makes a value from its parts, which may be slightly beyond the start and the end values.
    init(animatedParts: [Double])
}

extension Double: Animatable {
    public var animatedParts: [Double] { [self] }
    public init(animatedParts: [Double]) { self = animatedParts[0] }
}

extension Color: Animatable {
    public var animatedParts: [Double] { [red, green, blue, alpha].map(Double.init) }
    public init(animatedParts parts: [Double]) {
        func channel(_ index: Int) -> Float { Float(min(max(parts[index], 0), 1)) }
        self.init(red: channel(0), green: channel(1), blue: channel(2), alpha: channel(3))
    }
}

extension Point: Animatable {
    public var animatedParts: [Double] { [x, y] }
    public init(animatedParts parts: [Double]) { self.init(x: parts[0], y: parts[1]) }
}

extension Rect: Animatable {
    public var animatedParts: [Double] { [x, y, width, height] }
    public init(animatedParts parts: [Double]) {
        self.init(x: parts[0], y: parts[1], width: max(0, parts[2]), height: max(0, parts[3]))
    }
}

extension Extent: Animatable {
    public var animatedParts: [Double] { [min, max] }
    public init(animatedParts parts: [Double]) { self.init(min: parts[0], max: parts[1]) }
}
