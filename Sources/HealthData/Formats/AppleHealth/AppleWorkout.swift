// A workout of an Apple Health export, assembled from its tag and its children.
//
// Since iOS 16 only `WorkoutStatistics` hold distance, energy and heart rates; before, the totals
// were attributes of the workout. If both exist, the statistics count. `duration` excludes pauses,
// the dates include them. Distances of several kinds (a triathlon) add up. A kind that is repeated
// counts once. The statistics of a workout's parts (`WorkoutActivity`) are those of its laps. The
// workout usually repeats them; of a workout of several sports it repeats only some, so amounts
// that only the parts give are added up. None of this is added to the metrics: the export lists
// those amounts as records.

struct AppleWorkout {
    private static let quantity = "HKQuantityTypeIdentifier"

    /// The figures of the whole workout, or of a part of it, from their statistics.
    private struct Counted {
        var figures = Workout.Figures()
        /// The metres of each kind of distance.
        var distances: [String: Double] = [:]

        /// The figures with the sum of the distances.
        var whole: Workout.Figures {
            var whole = figures
            if !distances.isEmpty {
                // In a fixed order: a sum of the same numbers is always the same.
                whole.distance = distances.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
            }
            return whole
        }

        /// Takes the statistics of a type; false if one of its numbers cannot be read.
        mutating func take(_ name: String, _ tag: TagAttributes) -> Bool {
            let unit = tag["unit"]
            var isReadable = true
            func amount(_ attribute: String, _ canonical: String) -> Double? {
                AppleWorkout.amount(tag.amount(attribute, in: unit, to: canonical), &isReadable)
            }
            switch name {
            case "ActiveEnergyBurned":
                let energy = amount("sum", "kcal")
                figures.energy = figures.energy ?? energy
            case "StepCount":
                let steps = amount("sum", "count")
                figures.steps = figures.steps ?? steps
            case "HeartRate":
                let mean = amount("average", "bpm")
                let highest = amount("maximum", "bpm")
                figures.meanHeartRate = figures.meanHeartRate ?? mean
                figures.highestHeartRate = figures.highestHeartRate ?? highest
            case _ where name.hasPrefix("Distance") && distances[name] == nil:
                distances[name] = amount("sum", "m")
            default: break
            }
            return isReadable
        }
    }

    private let workout: Workout
    /// From the attributes of the workout's tag.
    private var reported = Workout.Figures()
    /// From its statistics.
    private var counted = Counted()
    /// The parts that have ended.
    private var parts: [Workout.Lap] = []
    /// The metres of each kind of distance, in all of them.
    private var distancesOfParts: [String: Double] = [:]
    /// The part that is open: its start, its length, and what its statistics give.
    private var part: (start: Double, duration: Double?, counted: Counted)?
    /// Whether a person typed it in.
    var isManual = false
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
        AppleWorkout.amount(reading, &isReadable)
    }

    /// The amount of an attribute; nil if there is none, or if it cannot be read.
    private static func amount(
        _ reading: TagAttributes.Reading, _ isReadable: inout Bool
    ) -> Double? {
        switch reading {
        case .missing: return nil
        case .amount(let value): return value
        case .unreadable:
            isReadable = false
            return nil
        }
    }

    /// Whether a part of the workout is open.
    var isInPart: Bool { part != nil }

    /// Begins a part of the workout, a `WorkoutActivity`.
    ///
    /// - Parameter start: seconds since 1970; NaN if it cannot be read.
    mutating func beginPart(at start: Double, _ tag: TagAttributes) {
        endPart()
        let duration = take(tag.amount("duration", in: tag["durationUnit"] ?? "min", to: "s"))
        part = (start, duration, Counted())
    }

    /// Ends the open part.
    mutating func endPart() {
        guard let open = part else { return }
        part = nil
        var figures = open.counted.whole
        figures.activeDuration = open.duration
        parts.append(Workout.Lap(start: open.start, figures: figures))
        for (kind, way) in open.counted.distances {
            distancesOfParts[kind, default: 0] += way
        }
    }

    /// Takes a `WorkoutStatistics` tag of the workout or of its open part.
    mutating func takeStatistics(_ tag: TagAttributes) {
        guard let type = tag["type"], type.hasPrefix(AppleWorkout.quantity) else { return }
        let name = String(type.dropFirst(AppleWorkout.quantity.count))
        let isSound = part?.counted.take(name, tag) ?? counted.take(name, tag)
        isReadable = isReadable && isSound
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
        counted.figures.ascent =
            counted.figures.ascent ?? conversion.apply(conversion.shifted(number))
    }

    /// The workout with all its figures.
    var whole: Workout {
        var ended = self
        ended.endPart()
        var result = workout
        result.figures = ended.ofWhole.whole
        result.figures.fill(from: reported)
        result.figures.fill(from: ended.ofParts)
        result.laps = ended.parts
        return result
    }

    /// What the workout's own statistics give, with the kinds of distance that only parts give.
    private var ofWhole: Counted {
        var whole = counted
        if !whole.distances.isEmpty {
            whole.distances.merge(distancesOfParts) { own, _ in own }
        }
        return whole
    }

    /// The amounts of all parts together, and the highest of their heart rates.
    private var ofParts: Workout.Figures {
        var sum = Workout.Figures()
        for part in parts.map(\.figures) {
            func add(_ figure: WritableKeyPath<Workout.Figures, Double?>) {
                guard let own = part[keyPath: figure] else { return }
                sum[keyPath: figure] = (sum[keyPath: figure] ?? 0) + own
            }
            add(\.distance)
            add(\.energy)
            add(\.steps)
            if let highest = part.highestHeartRate {
                sum.highestHeartRate = max(highest, sum.highestHeartRate ?? highest)
            }
        }
        return sum
    }
}
