import Streams

/// The meaning of Apple's type identifiers.
enum AppleTypes {
    enum Meaning {
        case quantity(MetricID)
        case systolic
        case diastolic
        case sleep
        case standHour
        /// The time of the record is the amount.
        case duration(MetricID)
        case unknown
    }

    private static let quantities: [String: MetricID] = [
        "StepCount": .steps, "DistanceWalkingRunning": .distance, "DistanceCycling": .distance,
        "FlightsClimbed": .flights, "ActiveEnergyBurned": .activeEnergy,
        "BasalEnergyBurned": .basalEnergy, "AppleExerciseTime": .exerciseTime, "BodyMass": .weight,
        "BodyFatPercentage": .bodyFat, "BodyMassIndex": .bodyMassIndex, "Height": .height,
        "HeartRate": .heartRate, "RestingHeartRate": .restingHeartRate,
        "WalkingHeartRateAverage": .walkingHeartRate,
        "HeartRateVariabilitySDNN": .heartRateVariability, "OxygenSaturation": .oxygen,
        "RespiratoryRate": .respiration, "BodyTemperature": .temperature, "BloodGlucose": .glucose,
        "VO2Max": .vo2Max, "DistanceSwimming": .distance, "DistanceWheelchair": .distance,
        "DistanceDownhillSnowSports": .distance, "DistanceCrossCountrySkiing": .distance,
        "DistancePaddleSports": .distance, "DistanceRowing": .distance,
        "DistanceSkatingSports": .distance, "SwimmingStrokeCount": .swimmingStrokes,
        "PushCount": .wheelchairPushes, "AppleStandTime": .standTime, "AppleMoveTime": .moveTime,
        "TimeInDaylight": .daylight, "PhysicalEffort": .physicalEffort,
        "WorkoutEffortScore": .workoutEffort,
        "EstimatedWorkoutEffortScore": .estimatedWorkoutEffort, "WalkingSpeed": .walkingSpeed,
        "RunningSpeed": .runningSpeed, "CyclingSpeed": .cyclingSpeed,
        "CrossCountrySkiingSpeed": .skiingSpeed, "PaddleSportsSpeed": .paddlingSpeed,
        "RowingSpeed": .rowingSpeed, "StairAscentSpeed": .stairAscentSpeed,
        "StairDescentSpeed": .stairDescentSpeed, "WalkingStepLength": .stepLength,
        "WalkingDoubleSupportPercentage": .doubleSupport,
        "WalkingAsymmetryPercentage": .walkingAsymmetry,
        "AppleWalkingSteadiness": .walkingSteadiness,
        "SixMinuteWalkTestDistance": .sixMinuteWalk, "RunningStrideLength": .strideLength,
        "RunningVerticalOscillation": .verticalOscillation,
        "RunningGroundContactTime": .groundContactTime, "RunningPower": .power,
        "CyclingPower": .power, "CyclingCadence": .cadence,
        "CyclingFunctionalThresholdPower": .thresholdPower, "NumberOfTimesFallen": .falls,
        "HeadphoneAudioExposure": .headphoneAudio,
        "EnvironmentalAudioExposure": .environmentalAudio,
        "EnvironmentalSoundReduction": .soundReduction, "UnderwaterDepth": .underwaterDepth,
        "WaterTemperature": .waterTemperature, "WaistCircumference": .waist,
        "LeanBodyMass": .leanMass, "AppleSleepingWristTemperature": .wristTemperature,
        "BasalBodyTemperature": .basalTemperature, "InsulinDelivery": .insulin,
        "HeartRateRecoveryOneMinute": .heartRateRecovery, "AtrialFibrillationBurden": .fibrillation,
        "PeripheralPerfusionIndex": .perfusion, "ForcedExpiratoryVolume1": .expiratoryVolume,
        "ForcedVitalCapacity": .vitalCapacity, "PeakExpiratoryFlowRate": .peakFlow,
        "InhalerUsage": .inhalerUses,
        "AppleSleepingBreathingDisturbances": .breathingDisturbances,
    ]

    /// The metrics by the names of the types in small letters, with and without the maker's name.
    private static let written: [String: MetricID] = {
        var table: [String: MetricID] = [:]
        for (name, id) in quantities {
            let name = name.lowercased()
            table[name] = id
            if name.hasPrefix("apple") { table[String(name.dropFirst(5))] = id }
        }
        // What other programs call them.
        let others: [String: MetricID] = [
            "walkingrunningdistance": .distance, "cyclingdistance": .distance,
            "swimmingdistance": .distance, "weightbodymass": .weight,
            "bloodoxygensaturation": .oxygen, "stairspeedup": .stairAscentSpeed,
            "stairspeeddown": .stairDescentSpeed, "sixminutewalkingtestdistance": .sixMinuteWalk,
            "cardiorecovery": .heartRateRecovery, "standhour": .standHours,
            "applestandhour": .standHours, "standhours": .standHours,
            "mindfulminutes": .mindfulTime, "runningpower": .power,
        ]
        return table.merging(others) { own, _ in own }
    }()

    /// The metric of a name that consists of the words of Apple's type: `walking_step_length`.
    static func quantity(named name: String) -> MetricID? {
        var key = String(name.lowercased().filter { $0.isLetter || $0.isNumber })
        let prefix = "hkquantitytypeidentifier"
        if key.hasPrefix(prefix) { key.removeFirst(prefix.count) }
        return written[key]
    }

    /// The meaning of a record type.
    static func meaning(of type: String) -> Meaning {
        if type == "HKCategoryTypeIdentifierSleepAnalysis" { return .sleep }
        if type == "HKCategoryTypeIdentifierAppleStandHour" { return .standHour }
        if type == "HKCategoryTypeIdentifierMindfulSession" { return .duration(.mindfulTime) }
        guard type.hasPrefix("HKQuantityTypeIdentifier") else { return .unknown }
        let name = String(type.dropFirst("HKQuantityTypeIdentifier".count))
        if name == "BloodPressureSystolic" { return .systolic }
        if name == "BloodPressureDiastolic" { return .diastolic }
        return quantities[name].map { .quantity($0) } ?? .unknown
    }

    /// The stage of a sleep record's value: a name, or the bare number of very old exports.
    static func stage(of value: String) -> SleepStage? {
        switch value.hasPrefix("HKCategoryValueSleepAnalysis")
            ? String(value.dropFirst("HKCategoryValueSleepAnalysis".count)) : value
        {
        case "InBed", "0": .inBed
        case "Asleep", "AsleepUnspecified", "1": .asleep
        case "Awake", "2": .awake
        case "AsleepCore", "3": .core
        case "AsleepDeep", "4": .deep
        case "AsleepREM", "5": .rem
        default: nil
        }
    }

    /// The stand hours of an hour's value: one or none; nil for other values.
    static func standHours(of value: String) -> Double? {
        switch value {
        case "HKCategoryValueAppleStandHourStood", "0": 1
        case "HKCategoryValueAppleStandHourIdle", "1": 0
        default: nil
        }
    }

    /// The sport of a workout: `HKWorkoutActivityTypeRunning` becomes `Running`.
    static func workout(_ type: String) -> String {
        type.hasPrefix("HKWorkoutActivityType")
            ? String(type.dropFirst("HKWorkoutActivityType".count)) : type
    }

    /// The kind of device of a source, by the record's `device` attribute, else by the source's
    /// name.
    ///
    /// Devices have the names that their owners give them, `Kim’s Apple Watch` or `iPhone von Kim`;
    /// programs have any. The name of a watch ends with that word; `HeartWatch` and `Headphones`
    /// are neither watch nor phone.
    static func kind(source: String, device: String) -> SourceKind {
        let device = device.lowercased()
        if device.contains("model:watch") || device.contains("apple watch") { return .watch }
        if device.contains("iphone") { return .phone }
        let words = DeviceWords(source)
        if words.contains("apple", "watch") || words.last == "watch"
            || words.first == "watch" && words.isOfSomebody
        {
            return .watch
        }
        if words.contains("iphone") || words.last == "phone" { return .phone }
        return .other
    }

    /// Whether a `device` attribute may contain the kind of the device.
    static func mayNameDevice(_ bytes: RawSpan, _ from: Int, _ end: Int) -> Bool {
        bytes.first("Watch", from: from, to: end) != nil
            || bytes.first("iPhone", from: from, to: end) != nil
    }

    /// A text with XML's entities decoded and control characters removed.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 < 32 }) else {
            return text
        }
        var result = String.UnicodeScalarView()
        var rest = Substring(text)
        while let scalar = rest.unicodeScalars.first {
            if scalar == "&", let end = rest.prefix(12).firstIndex(of: ";") {
                let name = rest[rest.index(after: rest.startIndex)..<end]
                if let decoded = entity(name) {
                    if decoded.value >= 32 { result.append(decoded) }
                    rest = rest[rest.index(after: end)...]
                    continue
                }
            }
            if scalar.value >= 32 { result.append(scalar) }
            rest = rest[rest.unicodeScalars.index(after: rest.startIndex)...]
        }
        return String(result)
    }

    private static func entity(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let code =
                digits.hasPrefix("x") || digits.hasPrefix("X")
                ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return code.flatMap { Unicode.Scalar($0) }
        }
    }
}
