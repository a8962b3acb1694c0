// A workout of an Apple Health export, assembled from its tag and its children.
//
// Since iOS 16 only `WorkoutStatistics` hold distance, energy and heart rates; before, the totals
// were attributes of the workout. If both exist, the statistics count. `duration` excludes pauses,
// the dates include them. Distances of several kinds (a triathlon) add up. A kind that is repeated
// counts once. The statistics of a workout's parts (`WorkoutActivity`), which the workout repeats,
// do not count. None of this is added to the metrics: the export lists those amounts as records.

struct AppleWorkout {
    private static let quantity = "HKQuantityTypeIdentifier"

    private let workout: Workout
    /// From the attributes of the workout's tag.
    private var reported = Workout.Figures()
    /// From its statistics.
    private var counted = Workout.Figures()
    private var distanceKinds: [String] = []
    /// Whether a part of the workout is open.
    var isInActivity = false
    /// Whether a person typed it in.
    var isManual = false
    /// The paths of the files with its route, as the export writes them.
    private(set) var routePaths: [String] = []
    /// Whether all figures could be read so far.
    private(set) var isReadable = true

    init(_ workout: Workout, _ tag: TagAttributes) {
        self.workout = workout
        // All exports with a duration give it in minutes.
        reported.activeDuration = take(
            tag.amount("duration", in: tag["durationUnit"] ?? "min", to: "s"))
        reported.distance = take(
            tag.amount("totalDistance", in: tag["totalDistanceUnit"], to: "m"))
        reported.energy = take(
            tag.amount("totalEnergyBurned", in: tag["totalEnergyBurnedUnit"], to: "kcal"))
        // Workouts of other programs have 0 for unknown amounts.
        if reported.distance == 0 { reported.distance = nil }
        if reported.energy == 0 { reported.energy = nil }
    }

    private mutating func take(_ reading: TagAttributes.Reading) -> Double? {
        switch reading {
        case .missing: return nil
        case .amount(let value): return value
        case .unreadable:
            isReadable = false
            return nil
        }
    }

    /// Takes a `WorkoutStatistics` tag of the workout.
    mutating func takeStatistics(_ tag: TagAttributes) {
        guard !isInActivity, let type = tag["type"], type.hasPrefix(AppleWorkout.quantity) else {
            return
        }
        let name = String(type.dropFirst(AppleWorkout.quantity.count))
        let unit = tag["unit"]
        switch name {
        case "ActiveEnergyBurned":
            let energy = take(tag.amount("sum", in: unit, to: "kcal"))
            counted.energy = counted.energy ?? energy
        case "StepCount":
            let steps = take(tag.amount("sum", in: unit, to: "count"))
            counted.steps = counted.steps ?? steps
        case "HeartRate":
            let mean = take(tag.amount("average", in: unit, to: "bpm"))
            let highest = take(tag.amount("maximum", in: unit, to: "bpm"))
            counted.meanHeartRate = counted.meanHeartRate ?? mean
            counted.highestHeartRate = counted.highestHeartRate ?? highest
        case _ where name.hasPrefix("Distance") && !distanceKinds.contains(name):
            guard let way = take(tag.amount("sum", in: unit, to: "m")) else { return }
            // A hostile file could have any number of kinds.
            guard distanceKinds.count < 32 else { return }
            distanceKinds.append(name)
            counted.distance = (counted.distance ?? 0) + way
        default: break
        }
    }

    /// Takes a `FileReference` tag of the workout's route.
    mutating func takeRoute(_ tag: TagAttributes) {
        guard let path = tag["path"], !path.isEmpty else { return }
        routePaths.append(path)
    }

    /// Takes the ascent from the workout's metadata, such as `5208 cm`.
    mutating func takeAscent(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let conversion = UnitConversion.from(String(parts[1]), to: "m"),
            let number = Double(parts[0]), number.isFinite, number >= 0
        else {
            isReadable = false
            return
        }
        counted.ascent = counted.ascent ?? conversion.apply(conversion.shifted(number))
    }

    /// The workout with all its figures.
    var whole: Workout {
        var result = workout
        result.figures = counted
        result.figures.fill(from: reported)
        return result
    }
}
