import Foundation
import Geometry

/// What a stroke is drawn with.
public struct InkBrush: Hashable, Sendable {
    /// Kinds of brushes.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A line that is wider where the pen is pressed harder, and thin at both ends.
        case pen
        /// A translucent band of even width, which a leaning pen makes wider.
        case marker
    }

    /// The sizes, in points.
    public static let sizes = 1.0...64.0

    /// The kind.
    public var kind: Kind
    /// The width at half of the pressure, in points.
    public var size: Double

    /// A brush of a kind and a size within `sizes`.
    public init(_ kind: Kind, size: Double) {
        precondition(Self.sizes.contains(size), "a brush cannot have a size of \(size)")
        self.kind = kind
        self.size = size
    }

    /// The width of a stroke, in points.
    ///
    /// A pen has the law of the library perfect-freehand with its thinning of one half: half of the
    /// size without pressure, one and a half times the size with all of it. A marker is as wide as
    /// its size until the pen leans by more than 30°, and two and a half times as wide when it lies.
    ///
    /// - Parameters:
    ///   - pressure: from 0 to 1.
    ///   - tilt: from the upright, in degrees.
    public func width(pressure: Double, tilt: Double) -> Double {
        switch kind {
        case .pen: size * (0.5 + pressure)
        case .marker: size * (1 + 1.5 * max(tilt - 30, 0) / 60)
        }
    }

    /// The length over which a stroke becomes thin towards each end, in points.
    var taper: Double { kind == .pen ? 4 : 0 }

    /// The opacity of its ink.
    public var opacity: Double { kind == .pen ? 1 : 0.35 }
}

/// The pressure that makes the width, in steps of one length.
///
/// What a device reports is smoothed over 30 ms. Without pressure it follows from the speed: the
/// law of perfect-freehand, in which a faster pen presses less, as a rate per time and not per
/// sample.
struct PressureFollower: Hashable, Sendable {
    private static let smoothing = 0.03
    /// The part of the way to the target, for a sample of perfect-freehand at full speed.
    private static let change = 0.275
    /// The samples per second for which that law is made.
    private static let rate = 60.0

    private let step: Double
    private let size: Double
    private(set) var pressure: Double

    init(size: Double, first: Double?, step: Double) {
        self.step = step
        self.size = size
        pressure = first ?? 0.5
    }

    /// Follows a reported pressure; without one, the speed in points per second.
    mutating func follow(_ reported: Double?, speed: Double) {
        if let reported {
            pressure += (reported - pressure) * (1 - exp(-step / Self.smoothing))
        } else {
            let pace = min(speed / (Self.rate * size), 1)
            let share = 1 - pow(1 - pace * Self.change, Self.rate * step)
            pressure += (1 - pace - pressure) * share
        }
    }
}
