// Metrics of how a person moves, of what surrounds the person, and of what a phone or a watch
// measures at night. Their names are those of HealthKit (HKQuantityTypeIdentifier), up to iOS 26.

extension MetricID {
    package static let standTime = MetricID("stand.time")
    package static let moveTime = MetricID("move.time")
    package static let mindfulTime = MetricID("mindful.time")
    package static let daylight = MetricID("daylight")
    package static let swimmingStrokes = MetricID("swimming.strokes")
    package static let wheelchairPushes = MetricID("wheelchair.pushes")
    package static let physicalEffort = MetricID("effort.physical")
    package static let workoutEffort = MetricID("effort.workout")
    package static let estimatedWorkoutEffort = MetricID("effort.workout-estimated")
    package static let walkingSpeed = MetricID("speed.walking")
    package static let runningSpeed = MetricID("speed.running")
    package static let cyclingSpeed = MetricID("speed.cycling")
    package static let skiingSpeed = MetricID("speed.skiing")
    package static let paddlingSpeed = MetricID("speed.paddling")
    package static let rowingSpeed = MetricID("speed.rowing")
    package static let stairAscentSpeed = MetricID("speed.stairs-up")
    package static let stairDescentSpeed = MetricID("speed.stairs-down")
    package static let stepLength = MetricID("walking.step-length")
    package static let doubleSupport = MetricID("walking.double-support")
    package static let walkingAsymmetry = MetricID("walking.asymmetry")
    package static let walkingSteadiness = MetricID("walking.steadiness")
    package static let sixMinuteWalk = MetricID("walking.six-minutes")
    package static let strideLength = MetricID("running.stride-length")
    package static let verticalOscillation = MetricID("running.oscillation")
    package static let groundContactTime = MetricID("running.contact-time")
    package static let thresholdPower = MetricID("power.threshold")
    package static let falls = MetricID("falls")
    package static let headphoneAudio = MetricID("audio.headphones")
    package static let environmentalAudio = MetricID("audio.environment")
    package static let soundReduction = MetricID("audio.reduction")
    package static let underwaterDepth = MetricID("diving.depth")
    package static let waterTemperature = MetricID("temperature.water")
    package static let leanMass = MetricID("body.lean")
    package static let wristTemperature = MetricID("temperature.wrist")
    package static let basalTemperature = MetricID("temperature.basal")
    package static let insulin = MetricID("insulin")
    package static let heartRateRecovery = MetricID("heart-rate.recovery")
    package static let fibrillation = MetricID("heart-rate.fibrillation")
    package static let perfusion = MetricID("oxygen.perfusion")
    package static let expiratoryVolume = MetricID("respiration.fev1")
    package static let vitalCapacity = MetricID("respiration.vital-capacity")
    package static let peakFlow = MetricID("respiration.peak-flow")
    package static let inhalerUses = MetricID("inhaler")
    package static let breathingDisturbances = MetricID("sleep.breathing-disturbances")
}

extension Metric {
    /// The metrics of movement, surroundings and nights, in the order of lists within a family.
    static let movement: [Metric] = [
        amount(.standTime, .activity, "s", "Stand time"),
        amount(.moveTime, .activity, "s", "Move time"),
        occasion(.mindfulTime, .activity, "s", "Mindful minutes"),
        amount(.daylight, .activity, "s", "Time in daylight"),
        occasion(.swimmingStrokes, .activity, "count", "Swimming strokes"),
        amount(.wheelchairPushes, .activity, "count", "Wheelchair pushes"),
        reading(.physicalEffort, .activity, "kcal/(h·kg)", "Physical effort"),
        reading(.workoutEffort, .activity, "count", "Workout effort"),
        reading(.estimatedWorkoutEffort, .activity, "count", "Estimated workout effort"),
        reading(.walkingSpeed, .activity, "km/h", "Walking speed"),
        reading(.runningSpeed, .activity, "km/h", "Running speed"),
        reading(.cyclingSpeed, .activity, "km/h", "Cycling speed"),
        reading(.skiingSpeed, .activity, "km/h", "Cross-country skiing speed"),
        reading(.paddlingSpeed, .activity, "km/h", "Paddling speed"),
        reading(.rowingSpeed, .activity, "km/h", "Rowing speed"),
        reading(.stairAscentSpeed, .activity, "km/h", "Stair speed: up"),
        reading(.stairDescentSpeed, .activity, "km/h", "Stair speed: down"),
        reading(.stepLength, .activity, "cm", "Walking step length"),
        reading(.doubleSupport, .activity, "%", "Double support time"),
        reading(.walkingAsymmetry, .activity, "%", "Walking asymmetry"),
        reading(.walkingSteadiness, .activity, "%", "Walking steadiness"),
        reading(.sixMinuteWalk, .activity, "m", "Six-minute walk"),
        reading(.strideLength, .activity, "cm", "Running stride length"),
        reading(.verticalOscillation, .activity, "cm", "Vertical oscillation"),
        reading(.groundContactTime, .activity, "ms", "Ground contact time"),
        reading(.thresholdPower, .activity, "W", "Threshold power"),
        occasion(.falls, .activity, "count", "Falls"),
        reading(.headphoneAudio, .activity, "dB", "Headphone audio level"),
        reading(.environmentalAudio, .activity, "dB", "Environmental sound level"),
        reading(.soundReduction, .activity, "dB", "Sound reduction"),
        reading(.underwaterDepth, .activity, "m", "Underwater depth"),
        reading(.waterTemperature, .activity, "°C", "Water temperature"),
        reading(.leanMass, .body, "kg", "Lean body mass"),
        reading(.wristTemperature, .body, "°C", "Wrist temperature"),
        reading(.basalTemperature, .body, "°C", "Basal temperature"),
        amount(.insulin, .body, "IU", "Insulin"),
        reading(.heartRateRecovery, .heart, "bpm", "Cardio recovery"),
        reading(.fibrillation, .heart, "%", "Time in atrial fibrillation"),
        reading(.perfusion, .heart, "%", "Peripheral perfusion"),
        reading(.expiratoryVolume, .heart, "L", "Forced expiratory volume"),
        reading(.vitalCapacity, .heart, "L", "Forced vital capacity"),
        reading(.peakFlow, .heart, "L/min", "Peak expiratory flow"),
        occasion(.inhalerUses, .heart, "count", "Inhaler uses"),
        reading(.breathingDisturbances, .sleep, "count", "Breathing disturbances"),
    ]

    private static func amount(
        _ id: MetricID, _ family: MetricFamily, _ unit: String, _ title: String
    ) -> Metric {
        Metric(id: id, family: family, unit: unit, aggregation: .sum, title: title)
    }

    /// An amount that is recorded only when it happens.
    ///
    /// Insulin is none: a day without a dose is more likely a day that was not written down.
    private static func occasion(
        _ id: MetricID, _ family: MetricFamily, _ unit: String, _ title: String
    ) -> Metric {
        Metric(
            id: id, family: family, unit: unit, aggregation: .sum, title: title,
            missingDays: .zero)
    }

    private static func reading(
        _ id: MetricID, _ family: MetricFamily, _ unit: String, _ title: String
    ) -> Metric {
        Metric(id: id, family: family, unit: unit, aggregation: .mean, title: title)
    }
}
