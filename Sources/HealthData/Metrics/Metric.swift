import Localization

/// The stable identifier of a metric, as the command line and the library write it.
package struct MetricID: RawRepresentable, Hashable, Codable, Sendable, Comparable,
    CustomStringConvertible
{
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package init(_ rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }

    package static func < (a: MetricID, b: MetricID) -> Bool { a.rawValue < b.rawValue }

    package static let steps = MetricID("steps")
    package static let distance = MetricID("distance")
    package static let flights = MetricID("flights")
    package static let activeEnergy = MetricID("energy.active")
    package static let basalEnergy = MetricID("energy.basal")
    package static let exerciseTime = MetricID("exercise.time")
    package static let standHours = MetricID("stand.hours")
    package static let workouts = MetricID("workouts")
    package static let weight = MetricID("weight")
    package static let bodyFat = MetricID("body.fat")
    package static let bodyMassIndex = MetricID("body.bmi")
    package static let height = MetricID("height")
    package static let muscle = MetricID("body.muscle")
    package static let bodyWater = MetricID("body.water")
    package static let boneMass = MetricID("body.bone")
    package static let visceralFat = MetricID("body.visceral-fat")
    package static let waist = MetricID("body.waist")
    package static let temperature = MetricID("temperature")
    package static let skinTemperature = MetricID("temperature.skin")
    package static let glucose = MetricID("glucose")
    package static let bloodPressure = MetricID("blood-pressure")
    package static let heartRate = MetricID("heart-rate")
    package static let restingHeartRate = MetricID("heart-rate.resting")
    package static let walkingHeartRate = MetricID("heart-rate.walking")
    package static let heartRateVariability = MetricID("heart-rate.variability")
    /// The root mean square of successive differences, which Apple's variability is not.
    package static let successiveDifferences = MetricID("heart-rate.variability-rmssd")
    package static let electrocardiogram = MetricID("ecg")
    package static let oxygen = MetricID("oxygen")
    package static let respiration = MetricID("respiration")
    package static let vo2Max = MetricID("vo2max")
    package static let sleep = MetricID("sleep")
    package static let route = MetricID("route")
    package static let elevation = MetricID("elevation")
    package static let cadence = MetricID("cadence")
    package static let power = MetricID("power")

    /// The metric of a column whose meaning is unknown: numbers, kept under the column's own name.
    package static func column(_ name: String) -> MetricID { MetricID("column:" + name) }

    /// The metric of a column of texts, or of a column of values that belong to names.
    package static func category(_ name: String) -> MetricID { MetricID("category:" + name) }
}

/// The part of life that a metric belongs to; it groups the sidebar and decides the accent colour.
package enum MetricFamily: String, Sendable, CaseIterable, Hashable {
    case activity
    case body
    case heart
    case sleep
    case route
    case other

    /// The family's name in the person's language.
    package var name: String {
        switch self {
        case .activity: tr("Activity")
        case .body: tr("Body")
        case .heart: tr("Heart")
        case .sleep: tr("Sleep")
        case .route: tr("Routes")
        case .other: tr("Other")
        }
    }
}

/// How the samples of a metric combine over a stretch of time.
package enum Aggregation: String, Sendable, Hashable {
    /// Amounts over intervals that add up (steps).
    ///
    /// Overlapping devices are merged, not added.
    case sum
    /// Readings that are averaged (heart rate, weight).
    case mean
    /// Two readings that belong together (blood pressure: systolic and diastolic).
    case pair
    /// A state over an interval (sleep stage) or a text; the value is an index into the labels.
    case category
    /// A value for each of some names, in the order of the file and without a time.
    ///
    /// The start of a sample is its number, its second value an index into the labels.
    case named
}

/// What a day without any record of a metric means.
package enum MissingDays: Sendable, Hashable {
    /// Nothing is known: the device was not worn, or the person did not measure.
    case unknown
    /// Nothing happened, as in a day without a workout: the day counts as 0.
    case zero
}

/// A kind of measurement: its id, family, canonical unit and how it is combined.
package struct Metric: Hashable, Sendable, Identifiable {
    package let id: MetricID
    package let family: MetricFamily
    /// The unit of every stored value: count, m, kcal, kg, %, mmHg, bpm, ms, mg/dL, s, °C, µV, and those
    /// of rarer metrics; empty if unknown.
    package let unit: String
    package let aggregation: Aggregation
    /// The name in English, the key of the translation; the column's own name for an unknown
    /// column.
    package let title: String
    /// What a day without a record means in the average of a day.
    package let missingDays: MissingDays

    package init(
        id: MetricID, family: MetricFamily, unit: String, aggregation: Aggregation, title: String,
        missingDays: MissingDays = .unknown
    ) {
        self.missingDays = missingDays
        self.id = id
        self.family = family
        self.unit = unit
        self.aggregation = aggregation
        self.title = title
    }

    /// The name in the person's language.
    ///
    /// A column of an unknown file keeps the name it has there.
    package var name: String { family == .other ? title : tr(title) }

    /// The names of a pair's components, as the command line writes them; empty for other metrics.
    package var components: [String] {
        aggregation == .pair ? ["systolic", "diastolic"] : []
    }

    /// The target range, in the metric's unit; nil if there is no agreed one.
    ///
    /// Glucose: 70 to 180 mg/dL (Battelino T et al., International Consensus on Time in Range,
    /// Diabetes Care 2019;42:1593).
    package var target: ClosedRange<Double>? { id == .glucose ? 70...180 : nil }

    /// The value above which there is none: 100 for shares of a whole; nil for other metrics.
    package var ceiling: Double? {
        unit == "%" && aggregation == .mean ? 100 : nil
    }

    /// The metric of a column of values that belong to names.
    static func named(_ name: String, unit: String) -> Metric {
        Metric(
            id: .category(name), family: .other, unit: unit, aggregation: .named, title: name)
    }

    /// The metric of an id: one of the catalogue, or one made for `column:`, `category:`, `line:`
    /// and `lines:` ids.
    ///
    /// Nil for any other id. Cost: one dictionary look-up.
    package init?(_ id: MetricID) {
        if let known = Metric.byID[id] {
            self = known
            return
        }
        if let line = ChartLine(id) {
            self = line.metric
            return
        }
        for (prefix, aggregation) in [
            ("column:", Aggregation.mean), ("category:", .category), ("lines:", .mean),
        ]
        where id.rawValue.hasPrefix(prefix) {
            self.init(
                id: id, family: .other, unit: "", aggregation: aggregation,
                title: String(id.rawValue.dropFirst(prefix.count)))
            return
        }
        return nil
    }

    /// Every built-in metric, in the order of lists: family by family.
    package static let catalogue: [Metric] = MetricFamily.allCases.flatMap { family in
        (usual + movement).filter { $0.family == family }
    }

    /// The metrics that most files are about.
    private static let usual: [Metric] = [
        Metric(id: .steps, family: .activity, unit: "count", aggregation: .sum, title: "Steps"),
        Metric(id: .distance, family: .activity, unit: "m", aggregation: .sum, title: "Distance"),
        Metric(
            id: .flights, family: .activity, unit: "count", aggregation: .sum,
            title: "Flights climbed", missingDays: .zero),
        Metric(
            id: .activeEnergy, family: .activity, unit: "kcal", aggregation: .sum,
            title: "Active energy"),
        Metric(
            id: .basalEnergy, family: .activity, unit: "kcal", aggregation: .sum,
            title: "Resting energy"),
        Metric(
            id: .exerciseTime, family: .activity, unit: "s", aggregation: .sum,
            title: "Exercise time", missingDays: .zero),
        Metric(
            id: .standHours, family: .activity, unit: "count", aggregation: .sum,
            title: "Stand hours"),
        Metric(
            id: .workouts, family: .activity, unit: "s", aggregation: .category, title: "Workouts",
            missingDays: .zero),
        Metric(id: .weight, family: .body, unit: "kg", aggregation: .mean, title: "Weight"),
        Metric(id: .bodyFat, family: .body, unit: "%", aggregation: .mean, title: "Body fat"),
        Metric(
            id: .bodyMassIndex, family: .body, unit: "kg/m²", aggregation: .mean,
            title: "Body mass index"),
        Metric(id: .muscle, family: .body, unit: "%", aggregation: .mean, title: "Muscle"),
        Metric(
            id: .bodyWater, family: .body, unit: "%", aggregation: .mean, title: "Body water"),
        Metric(id: .boneMass, family: .body, unit: "kg", aggregation: .mean, title: "Bone mass"),
        Metric(
            id: .visceralFat, family: .body, unit: "count", aggregation: .mean,
            title: "Visceral fat"),
        Metric(id: .waist, family: .body, unit: "m", aggregation: .mean, title: "Waist"),
        Metric(id: .height, family: .body, unit: "m", aggregation: .mean, title: "Height"),
        Metric(
            id: .temperature, family: .body, unit: "°C", aggregation: .mean, title: "Temperature"),
        Metric(
            id: .skinTemperature, family: .body, unit: "°C", aggregation: .mean,
            title: "Skin temperature"),
        Metric(
            id: .glucose, family: .body, unit: "mg/dL", aggregation: .mean, title: "Blood glucose"),
        Metric(
            id: .bloodPressure, family: .heart, unit: "mmHg", aggregation: .pair,
            title: "Blood pressure"),
        Metric(
            id: .heartRate, family: .heart, unit: "bpm", aggregation: .mean, title: "Heart rate"),
        Metric(
            id: .restingHeartRate, family: .heart, unit: "bpm", aggregation: .mean,
            title: "Resting heart rate"),
        Metric(
            id: .walkingHeartRate, family: .heart, unit: "bpm", aggregation: .mean,
            title: "Walking heart rate"),
        Metric(
            id: .heartRateVariability, family: .heart, unit: "ms", aggregation: .mean,
            title: "Heart rate variability"),
        Metric(
            id: .successiveDifferences, family: .heart, unit: "ms", aggregation: .mean,
            title: "Heart rate variability (RMSSD)"),
        Metric(id: .oxygen, family: .heart, unit: "%", aggregation: .mean, title: "Blood oxygen"),
        Metric(
            id: .respiration, family: .heart, unit: "bpm", aggregation: .mean, title: "Respiration"),
        Metric(
            id: .vo2Max, family: .heart, unit: "mL/(kg·min)", aggregation: .mean,
            title: "Cardio fitness"),
        Metric(
            id: .electrocardiogram, family: .heart, unit: "µV", aggregation: .mean,
            title: "Electrocardiogram"),
        Metric(id: .sleep, family: .sleep, unit: "s", aggregation: .category, title: "Sleep"),
        Metric(
            id: .route, family: .route, unit: "m", aggregation: .sum, title: "Routes",
            missingDays: .zero),
        Metric(
            id: .elevation, family: .route, unit: "m", aggregation: .mean, title: "Elevation"),
        Metric(
            id: .cadence, family: .route, unit: "1/min", aggregation: .mean, title: "Cadence"),
        Metric(id: .power, family: .route, unit: "W", aggregation: .mean, title: "Power"),
    ]

    private static let byID: [MetricID: Metric] = Dictionary(
        uniqueKeysWithValues: catalogue.map { ($0.id, $0) })

    /// Whether a metric comes before another in a list: the catalogue's order, then the others by
    /// id, with numbers in it compared by size.
    package static func listed(_ a: Metric, before b: Metric) -> Bool {
        let left = order[a.id] ?? catalogue.count
        let right = order[b.id] ?? catalogue.count
        return left != right ? left < right : isNatural(a.id.rawValue, before: b.id.rawValue)
    }

    /// Whether a name comes before another in natural order, which puts `lap 2` before `lap 10`.
    private static func isNatural(_ a: String, before b: String) -> Bool {
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        var (left, right) = (Array(a.utf8)[...], Array(b.utf8)[...])
        while let first = left.first, let second = right.first {
            guard isDigit(first), isDigit(second) else {
                if first != second { return first < second }
                left = left.dropFirst()
                right = right.dropFirst()
                continue
            }
            let numbers = [left, right].map { $0.prefix(while: isDigit) }
            let sizes = numbers.map { $0.drop { $0 == 0x30 } }
            if sizes[0].count != sizes[1].count { return sizes[0].count < sizes[1].count }
            if !sizes[0].elementsEqual(sizes[1]) {
                return sizes[0].lexicographicallyPrecedes(sizes[1])
            }
            left = left.dropFirst(numbers[0].count)
            right = right.dropFirst(numbers[1].count)
        }
        return left.isEmpty && right.isEmpty ? a < b : left.isEmpty
    }

    private static let order: [MetricID: Int] = Dictionary(
        uniqueKeysWithValues: catalogue.enumerated().map { ($1.id, $0) })
}

/// The stages of sleep; the raw value is the value of a sleep sample (HealthKit's numbering).
///
/// Source: HKCategoryValueSleepAnalysis. Unknown future stages are refused, not guessed.
package enum SleepStage: Int, Sendable, CaseIterable, Hashable {
    case inBed = 0
    case asleep = 1
    case awake = 2
    case core = 3
    case deep = 4
    case rem = 5

    /// Whether the stage counts as sleep (not awake and not merely in bed).
    package var isAsleep: Bool { self != .inBed && self != .awake }

    /// The label that tables and files use.
    package var label: String {
        switch self {
        case .inBed: "inBed"
        case .asleep: "asleep"
        case .awake: "awake"
        case .core: "core"
        case .deep: "deep"
        case .rem: "rem"
        }
    }

    /// The stage's name in the person's language.
    package var name: String {
        switch self {
        case .inBed: tr("In bed")
        case .asleep: tr("Asleep")
        case .awake: tr("Awake")
        case .core: tr("Core sleep")
        case .deep: tr("Deep sleep")
        case .rem: tr("REM sleep")
        }
    }
}
