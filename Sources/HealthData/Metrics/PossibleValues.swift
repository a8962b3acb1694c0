// What a value of a metric can be at all.
//
// Method: for each metric a range that no living body and no device has left, as far as is known,
// and in it the numbers that devices write when they have no reading. The ranges are wide on
// purpose: they find a slipped decimal point, a wrong unit and a sensor's code, not an unusual
// person. What lies outside is kept and asked about (`Doubt`); what is a code, or below zero where
// nothing is, is no reading. Amounts (steps) are bounded for each day of their time. Rejected:
// bounds from the person's own values (a first reading has none, and illness is what they would
// hide).

import Localization

/// The values that a metric can have.
package struct PossibleValues: Sendable, Hashable {
    /// What a value is.
    enum Verdict: Sendable, Hashable {
        case reading
        /// A device's number for "no reading", or below zero where nothing is.
        case noReading
        case impossible
    }

    /// The possible values in the metric's unit; of a pair those of its first component.
    ///
    /// The ends are possible. For amounts the upper end is for a day.
    package let range: ClosedRange<Double>
    /// The possible values of a pair's second component; nil for other metrics.
    package let second: ClosedRange<Double>?
    /// Whether the metric's values are amounts: a sample of several days may have as many times the
    /// upper end.
    package let isPerDay: Bool
    /// The numbers within the range that mean "no reading".
    let codes: [Double]
    /// The numbers outside of the range that mean "no reading".
    let outerCodes: [Double]
    /// From here to `quickHigh` every value is a reading, of whatever component and length.
    let quickLow: Double
    let quickHigh: Double

    init(
        _ range: ClosedRange<Double>, second: ClosedRange<Double>? = nil, isPerDay: Bool = false,
        codes: [Double] = [], unit: String
    ) {
        self.range = range
        self.second = second
        self.isPerDay = isPerDay
        self.codes = codes
        outerCodes = Self.outerCodes(unit)
        quickLow = max(range.lowerBound, second?.lowerBound ?? range.lowerBound)
        // Two equal codes make no pair, although one of them may be a pressure.
        let firstCode = (second == nil ? codes : codes + Self.deviceCodes).min() ?? .infinity
        quickHigh = min(
            range.upperBound, second?.upperBound ?? range.upperBound, firstCode.nextDown)
    }

    /// Every finite value.
    private init() {
        range = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        second = nil
        isPerDay = false
        codes = []
        outerCodes = []
        (quickLow, quickHigh) = (range.lowerBound, range.upperBound)
    }

    /// No bounds, for values of which nothing is known.
    static let any = PossibleValues()

    /// The values that a metric can have; every finite value if nothing is known about it.
    package static func of(_ metric: Metric) -> PossibleValues {
        metric.aggregation == .category || metric.aggregation == .named ? .any : of(metric.id)
    }

    /// The values that the metric of an id can have.
    static func of(_ id: MetricID) -> PossibleValues { table[id] ?? .any }

    /// Whether there are any bounds.
    var isBounded: Bool { self != .any }

    // MARK: Values

    /// What a value is; `length` is that of its sample, in seconds.
    func verdict(_ value: Double, _ second: Double? = nil, length: Double = 0) -> Verdict {
        let days = isPerDay ? max(1, (length / 86_400).rounded(.up)) : 1
        let first = verdict(
            value, in: range.lowerBound...max(range.lowerBound, range.upperBound * days))
        guard let second, let other = self.second else { return first }
        let last = verdict(second, in: other)
        if first == .noReading || last == .noReading { return .noReading }
        if value == second, Self.deviceCodes.contains(value) { return .noReading }
        return first == .impossible || last == .impossible ? .impossible : .reading
    }

    private func verdict(_ value: Double, in range: ClosedRange<Double>) -> Verdict {
        if codes.contains(value) { return .noReading }
        if range.contains(value) { return .reading }
        // Where a value must be positive, zero and less are the codes of many devices.
        if range.lowerBound >= 0, value <= 0 { return .noReading }
        return outerCodes.contains { abs(value - $0) <= abs($0) * 1e-9 } ? .noReading : .impossible
    }

    // MARK: Codes

    /// Why a code is refused.
    static var noReading: String { tr("its value is a device's code for no reading") }

    /// The numbers that devices write when they have no reading.
    ///
    /// All bits set in 8, 16 and 32 bits, without and with a sign (Garmin, FIT Protocol, "invalid"
    /// values of its base types), and the special values of IEEE 11073-20601 floating-point numbers
    /// of 16 bits, which Bluetooth devices send: NaN, not at this resolution, infinity, reserved.
    static let deviceCodes: [Double] = [
        255, 2046, 2047, 2048, 2049, 2050, 32_767, 65_535, 2_147_483_647, 4_294_967_295,
    ]

    /// The codes as values of a metric: in each unit that a file may have, and with up to three
    /// decimals, as devices write whole numbers of tenths.
    private static func outerCodes(_ unit: String) -> [Double] {
        let conversions = UnitConversion.choices(for: unit).compactMap {
            UnitConversion.from($0, to: unit)
        }
        return deviceCodes.flatMap { code in
            [1, 10, 100, 1_000].flatMap { part in
                conversions.map { $0.value(ofWritten: code / part) }
            }
        }
    }

    // MARK: The table

    private static let table: [MetricID: PossibleValues] = {
        var table: [MetricID: PossibleValues] = [:]
        for (id, range, codes) in readings + movementReadings {
            table[id] = PossibleValues(range, codes: codes, unit: Metric(id)?.unit ?? "")
        }
        for (id, most) in amounts + movementAmounts {
            table[id] = PossibleValues(0...most, isPerDay: true, unit: Metric(id)?.unit ?? "")
        }
        // The highest pressure measured in an artery is 480/350 mmHg, during a leg press (MacDougall
        // JD et al., J Appl Physiol 1985;58:785). No cuff reads below 10; a diastolic pressure of 0
        // that a physician hears is written as such by nobody's device.
        table[.bloodPressure] = PossibleValues(10...500, second: 1...400, unit: "mmHg")
        return table
    }()

    /// The readings, with the codes that lie within their range.
    private static let readings: [(MetricID, ClosedRange<Double>, [Double])] = [
        // The heaviest person weighed 635 kg (J. B. Minnoch, Guinness World Records), the lightest
        // child to survive 212 g at birth (National University Hospital, Singapore 2021).
        (.weight, 0.2...650, []),
        // Essential fat is 2 to 3 % (Lohman TG, Advances in Body Composition Assessment, 1992).
        (.bodyFat, 0.5...95, []),
        // The lowest survived is 6.7 (Frostad S, Somatic complications of anorexia nervosa, 2004),
        // the highest reported 252 (C. Yager, Guinness World Records).
        (.bodyMassIndex, 4...260, []),
        (.muscle, 1...100, []),
        (.bodyWater, 1...100, []),
        // A skeleton weighs 2 to 6 kg, in the heaviest people some more (ICRP Publication 89).
        (.boneMass, 0.05...30, []),
        // Levels 1 to 59 (Tanita), areas in cm² up to some hundreds.
        (.visceralFat, 0.1...1_000, []),
        // The widest waist was 3.02 m (W. Hudson, Guinness World Records).
        (.waist, 0.1...3.5, []),
        // The tallest person was 2.72 m (R. Wadlow, Guinness World Records); the shortest child to
        // survive was 24 cm long at birth.
        (.height, 0.2...2.8, []),
        // Survived: 11.8 °C (Lancet 2014, a child in Poland) and 46.5 °C (Slovis CM et al., Ann
        // Emerg Med 1982;11:269).
        (.temperature, 10...50, []),
        // Skin may be frozen or burnt; some devices write differences from the usual.
        (.skinTemperature, -50...70, []),
        // The highest survived is 2,656 mg/dL (Guinness World Records 2008).
        (.glucose, 1...3_000, [2_046, 2_047, 2_048]),
        // 600/min were recorded once (Chhabra L et al., Indian Pacing Electrophysiol J 2012;12:32);
        // divers fall to 11/min (Ferrigno M et al., J Appl Physiol 1997;83:1282). All bits set mean
        // "no reading" in every strap and watch.
        (.heartRate, 5...600, [255]),
        (.restingHeartRate, 5...600, [255]),
        (.walkingHeartRate, 5...600, [255]),
        // An interval between beats is below two seconds in all but a few people.
        (.heartRateVariability, 0.01...2_000, []),
        (.successiveDifferences, 0.01...2_000, []),
        // ±10 mV, and a constant offset of ±300 mV between electrodes (IEC 60601-2-27).
        (.electrocardiogram, -320_000...320_000, []),
        // A share cannot be above 100 %.
        (.oxygen, 1...100, []),
        // Panting reaches some 150/min.
        (.respiration, 1...200, []),
        // The highest measured is 101.1 mL/(kg·min) (H. Skaarli, 2019).
        (.vo2Max, 1...120, []),
        // From the deepest sea to where rockets fly.
        (.elevation, -11_000...100_000, []),
        // The highest on a bicycle is near 300/min, of steps near 350/min.
        (.cadence, 0...500, []),
        // Sprinters reach 2.5 kW on a bicycle (Dorel S et al., Int J Sports Med 2005;26:739).
        (.power, 0...5_000, []),
    ]

    /// The amounts, with the most that a day can have.
    private static let amounts: [(MetricID, Double)] = [
        // The farthest run in 24 hours is 319.6 km (A. Sorokin, 2022): about 300,000 steps.
        (.steps, 500_000),
        // Phones count the way in vehicles too; airliners fly 1,000 km/h.
        (.distance, 30_000_000),
        (.route, 30_000_000),
        // The greatest ascent on stairs in a day is near 20 km, 3 m a flight.
        (.flights, 20_000),
        // Riders of the Race Across America spend about 18,000 kcal a day.
        (.activeEnergy, 60_000),
        // The heaviest people rest with less than 10,000 kcal a day.
        (.basalEnergy, 30_000),
        // A day of 25 hours, when the clock is set back.
        (.exerciseTime, 90_000),
        (.standHours, 25),
    ]
}
