/// Two pressures that belong together, in mmHg: of a reading, a mean, a limit or a difference.
package struct Pressure: Hashable, Sendable {
    /// While the heart contracts.
    package var systolic: Double
    /// While it fills.
    package var diastolic: Double

    /// A pair of pressures in mmHg.
    package init(_ systolic: Double, _ diastolic: Double) {
        (self.systolic, self.diastolic) = (systolic, diastolic)
    }

    /// Rounded to whole mmHg, half away from zero, as sheets print it.
    package var rounded: Pressure { Pressure(systolic.rounded(), diastolic.rounded()) }

    /// Whether one of the two is at or above a limit.
    package func reaches(_ limit: Pressure) -> Bool {
        systolic >= limit.systolic || diastolic >= limit.diastolic
    }

    /// The mean of pressures; nil without any.
    package static func mean(_ all: [Pressure]) -> Pressure? {
        guard !all.isEmpty else { return nil }
        let count = Double(all.count)
        return Pressure(
            all.reduce(0) { $0 + $1.systolic } / count, all.reduce(0) { $0 + $1.diastolic } / count)
    }

    static func - (a: Pressure, b: Pressure) -> Pressure {
        Pressure(a.systolic - b.systolic, a.diastolic - b.diastolic)
    }
}

/// One reading of a cuff.
package struct PressureReading: Hashable, Sendable {
    /// When it was taken, in seconds since 1970.
    package var time: Double
    /// Its pressures.
    package var pressure: Pressure
    /// Beats a minute; nil if the cuff gave none.
    package var pulse: Double?
    /// The index of its device among those of the diary.
    package var device: Int
    /// Whether a person typed it in.
    package var isTyped: Bool

    /// A reading from its parts.
    package init(
        time: Double, _ pressure: Pressure, pulse: Double? = nil, device: Int = 0,
        isTyped: Bool = false
    ) {
        (self.time, self.pressure, self.pulse) = (time, pressure, pulse)
        (self.device, self.isTyped) = (device, isTyped)
    }
}

/// Why a reading cannot be one.
package enum PressureRefusal: Hashable, Sendable {
    /// The systolic value is not above the diastolic one.
    case notAbove
    /// One of them is outside of what a cuff can read: 50 to 300 and 25 to 200 mmHg.
    case outOfRange
    /// It is dated after tomorrow.
    case future

    /// What a cuff can read of systolic pressure, in mmHg.
    package static let systolic = 50.0...300
    /// What a cuff can read of diastolic pressure, in mmHg.
    package static let diastolic = 25.0...200

    /// Why a pressure is refused; nil if it can be one.
    package init?(_ pressure: Pressure) {
        guard Self.systolic.contains(pressure.systolic),
            Self.diastolic.contains(pressure.diastolic)
        else {
            self = .outOfRange
            return
        }
        guard pressure.systolic <= pressure.diastolic else { return nil }
        self = .notAbove
    }
}
