/// The number of device pixels per point, in 120ths as in wp_fractional_scale_v1.
public struct SurfaceScale: Hashable, Sendable {
    /// The scale times 120; 120 is one pixel per point, 180 is one and a half.
    public let numerator: Int

    /// A scale of `numerator` 120ths, at least 1/120.
    public init(numerator: Int) { self.numerator = max(1, numerator) }

    /// A whole number of pixels per point.
    public init(whole: Int) { self.init(numerator: max(1, whole) * 120) }

    /// One device pixel per point.
    public static let one = SurfaceScale(whole: 1)

    /// Device pixels per point.
    public var value: Double { Double(numerator) / 120 }

    /// Whether a point is a whole number of pixels.
    public var isWhole: Bool { numerator % 120 == 0 }

    /// The number of device pixels for `points`, rounded half away from zero as the protocol
    /// requires, in integers throughout: a truncated buffer would be stretched and thus blurred.
    public func pixels(_ points: Int) -> Int {
        let product = points.magnitude * numerator.magnitude
        let rounded = Int((product + 60) / 120)
        return points < 0 ? -rounded : rounded
    }

    /// The buffer size for a surface of this size in points, at least one pixel per side.
    public func pixels(_ size: PixelSize) -> PixelSize {
        PixelSize(width: max(1, pixels(size.width)), height: max(1, pixels(size.height)))
    }

    /// The greatest whole distance up to `points` that is also a whole number of device pixels, or
    /// `points` itself if there is none above half of it.
    ///
    /// A shadow margin of that width puts the window's own edge on the device grid.
    func aligned(_ points: Int) -> Int {
        guard points > 0 else { return 0 }
        var candidate = points
        while candidate * 2 >= points && candidate > 0 {
            if (candidate * numerator) % 120 == 0 { return candidate }
            candidate -= 1
        }
        return points
    }
}

/// A width and a height in whole units: device pixels, or Wayland's whole points for window sizes.
public struct PixelSize: Hashable, Sendable {
    /// Along x.
    public var width: Int
    /// Along y.
    public var height: Int

    /// A size from its sides.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
