// The bounds of the metrics of movement, surroundings and nights (`Metric+Movement.swift`). Their
// method is that of `PossibleValues`.

extension PossibleValues {
    /// The readings, with the codes that lie within their range.
    static let movementReadings: [(MetricID, ClosedRange<Double>, [Double])] = [
        // Multiples of resting: the highest uptake of oxygen, 101.1 mL/(kg·min), is 29 of 3.5.
        (.physicalEffort, 0...60, []),
        // Apple's scale ends at 10, that of Borg at 20 (Borg GA, Med Sci Sports Exerc 1982;14:377).
        (.workoutEffort, 0...20, []),
        (.estimatedWorkoutEffort, 0...20, []),
        // The fastest stride of a sprinter was 44.7 km/h (U. Bolt, Berlin 2009).
        (.walkingSpeed, 0...60, []),
        (.runningSpeed, 0...60, []),
        (.stairAscentSpeed, 0...60, []),
        (.stairDescentSpeed, 0...60, []),
        // Behind a car a bicycle reached 296 km/h (D. Mueller-Korenek, 2018).
        (.cyclingSpeed, 0...400, []),
        // Downhill skis reached 255 km/h (S. Billy, 2023).
        (.skiingSpeed, 0...300, []),
        // The fastest crews make some 25 km/h, and waterfalls are paddled down.
        (.paddlingSpeed, 0...120, []),
        (.rowingSpeed, 0...120, []),
        // The steps of the fastest sprinters are 2.8 m long; a stride may be two of them.
        (.stepLength, 1...500, []),
        (.strideLength, 1...1_000, []),
        (.doubleSupport, 0...100, []),
        (.walkingAsymmetry, 0...100, []),
        (.walkingSteadiness, 0...100, []),
        // At the pace of the 3,000 m record six minutes are 2.5 km.
        (.sixMinuteWalk, 1...3_000, []),
        // Runners rise by 6 to 13 cm, the highest jump from standing is below 1.3 m.
        (.verticalOscillation, 0.1...150, []),
        // From 80 ms in a sprint to slow walking.
        (.groundContactTime, 20...5_000, []),
        (.thresholdPower, 1...5_000, []),
        // The quietest room has -25 dB (Orfield Laboratories); above 194 dB a sound in air would
        // need less than no pressure in its troughs.
        (.headphoneAudio, -40...200, []),
        (.environmentalAudio, -40...200, []),
        (.soundReduction, -40...200, []),
        // Divers went down to 534 m in the sea (COMEX Hydra VIII, 1988); a depth gauge at the
        // surface may be a little above it.
        (.underwaterDepth, -10...1_000, []),
        // From ice to steam.
        (.waterTemperature, -10...100, []),
        // Lean mass is less than weight.
        (.leanMass, 0.1...650, []),
        // As the temperatures of skin and of the body.
        (.wristTemperature, -50...70, []),
        (.basalTemperature, 10...50, []),
        // A difference of two heart rates, which may also rise.
        (.heartRateRecovery, -600...600, [255]),
        (.fibrillation, 0...100, []),
        // A signal of 0 is none.
        (.perfusion, 0.001...100, []),
        // The largest lungs hold near 12 L (P. Reed), the smallest breaths measured are those of
        // newborn children.
        (.expiratoryVolume, 0.01...20, []),
        (.vitalCapacity, 0.01...20, []),
        // Meters end at 800 to 900 L/min (ISO 23747).
        (.peakFlow, 1...2_000, []),
        // A pause lasts ten seconds at least: 360 are an hour.
        (.breathingDisturbances, 0...400, []),
    ]

    /// The amounts, with the most that a day can have.
    static let movementAmounts: [(MetricID, Double)] = [
        // A day of 25 hours, when the clock is set back.
        (.standTime, 90_000),
        (.moveTime, 90_000),
        (.mindfulTime, 90_000),
        (.daylight, 90_000),
        // 120 a minute without a pause are 172,800.
        (.swimmingStrokes, 250_000),
        (.wheelchairPushes, 250_000),
        (.falls, 1_000),
        // 35,000 units a day were needed with a defect of the receptor (White RD, Insulin dosing: how
        // high can you go?, Consultant 360).
        (.insulin, 100_000),
        (.inhalerUses, 1_000),
    ]
}
