import Foundation

/// The units in which ways are measured.
public enum DistanceUnits: String, CaseIterable, Hashable, Sendable {
    /// Metres and kilometres.
    case metric
    /// Feet and miles.
    case imperial
    /// Metres and nautical miles.
    case nautical

    /// The smaller unit, in metres.
    public var small: Double { self == .imperial ? 0.3048 : 1 }

    /// The larger unit, in metres.
    public var large: Double {
        switch self {
        case .metric: 1000
        case .imperial: 1609.344
        case .nautical: 1852
        }
    }
}

/// A line whose length on the earth is a round number.
public struct ScaleBar: Hashable, Sendable {
    /// Points.
    public var length: Double
    /// How long it is, in the unit.
    public var value: Double
    /// Whether the unit is the larger one.
    public var isLarge: Bool

    /// The longest one of a length in points at most: one, two or five with zeros; nil where there is
    /// none, as at a scale that is not positive.
    ///
    /// - Parameter metresPerPoint: see `MapCamera.metresPerPoint`.
    public init?(metresPerPoint: Double, units: DistanceUnits, longest: Double) {
        let most = metresPerPoint * longest
        guard metresPerPoint > 0, most.isFinite, most > 0 else { return nil }
        // A mile has no round number of feet: the larger unit begins where it can be one.
        isLarge = most >= units.large
        let unit = isLarge ? units.large : units.small
        let power = pow(10, (log10(most / unit)).rounded(.down))
        let steps = [5.0, 2, 1].map { $0 * power }
        guard let value = steps.first(where: { $0 <= most / unit * (1 + 1e-12) }) else {
            return nil
        }
        (self.value, length) = (value, value * unit / metresPerPoint)
    }
}
