// A workout as a whole, kept in addition to the samples.
//
// The samples of the metric `workouts` contain when something was done and what. They are what is
// sorted, merged, drawn and stored. The other data of a workout is kept here. It is joined to its
// sample when the import finishes, so that there is exactly one workout for each sample that
// counts, whatever file it came from. Nothing here is added to the metrics of distance or energy:
// files list those as records of their own. Rejected: a metric for each figure (a list of workouts
// would have to be reassembled from five of them).

/// One workout: what was done, when and where, what recorded it, and its figures.
package struct Workout: Sendable, Hashable {
    /// The figures of a workout other than its time; nil if the file has none.
    package struct Figures: Sendable, Hashable {
        /// Seconds, without pauses.
        package var activeDuration: Double?
        /// Metres.
        package var distance: Double?
        /// Kilocalories.
        package var energy: Double?
        /// Beats a minute.
        package var meanHeartRate: Double?
        /// Beats a minute.
        package var highestHeartRate: Double?
        /// Metres upwards.
        package var ascent: Double?
        package var steps: Double?

        package init(
            activeDuration: Double? = nil, distance: Double? = nil, energy: Double? = nil,
            meanHeartRate: Double? = nil, highestHeartRate: Double? = nil, ascent: Double? = nil,
            steps: Double? = nil
        ) {
            self.activeDuration = activeDuration
            self.distance = distance
            self.energy = energy
            self.meanHeartRate = meanHeartRate
            self.highestHeartRate = highestHeartRate
            self.ascent = ascent
            self.steps = steps
        }
    }

    /// A part of a workout, as the device or the person divided it.
    package struct Lap: Sendable, Hashable {
        /// Seconds since 1970.
        package var start: Double
        package var figures: Figures

        package init(start: Double, figures: Figures = Figures()) {
            self.start = start
            self.figures = figures
        }
    }

    /// What was done: `Running`.
    package var sport: String
    /// The name that a person or a program gave it; nil if it has none.
    package var name: String?
    /// Seconds since 1970.
    package var start: Double
    package var end: Double
    /// The index of what recorded it in the table of sources.
    package var source: UInt16
    package var figures: Figures
    /// In the order of time; empty if the workout is not divided.
    package var laps: [Lap]
    /// The positions; nil if none are known.
    package var track: Track?

    package init(
        sport: String, name: String? = nil, start: Double, end: Double, source: UInt16,
        figures: Figures = Figures(), laps: [Lap] = [], track: Track? = nil
    ) {
        self.sport = sport
        self.name = name
        self.start = start
        self.end = end
        self.source = source
        self.figures = figures
        self.laps = laps
        self.track = track
    }
}

extension Workout {
    /// Whether only its time and sport are known.
    var isBare: Bool { figures.isEmpty && laps.isEmpty && name == nil && track == nil }

    /// Adopts what is missing here.
    mutating func fill(from other: Workout) {
        figures.fill(from: other.figures)
        if laps.isEmpty { laps = other.laps }
        name = name ?? other.name
        track = track ?? other.track
    }

    /// The workout without its track, and without its name unless that is to stay.
    func withoutPlaces(_ staysNamed: Bool) -> Workout {
        var result = self
        result.track = nil
        if !staysNamed { result.name = nil }
        return result
    }

    /// The workout without impossible numbers and meaningless laps.
    ///
    /// A single lap that is the whole workout divides nothing; laps are also dropped if the start
    /// of one is unknown.
    var sound: Workout {
        var result = self
        result.figures = figures.sound
        let areDivided = laps.count > 1 && laps.allSatisfy { SoundTime.contains($0.start) }
        result.laps =
            areDivided
            ? laps.map { Lap(start: $0.start, figures: $0.figures.sound) }
                .sorted { $0.start < $1.start } : []
        if name?.isEmpty == true { result.name = nil }
        return result
    }
}

extension Workout {
    /// Whether some reader of this or an earlier version can have produced it.
    var isWellFormed: Bool {
        figures.areWellFormed
            && (laps.isEmpty
                || laps.count > 1
                    && laps.allSatisfy { SoundTime.contains($0.start) && $0.figures.areWellFormed }
                    && zip(laps, laps.dropFirst()).allSatisfy { $0.start <= $1.start })
    }
}

extension Workout.Figures {
    /// Whether no figure is below zero, NaN or infinite, and no heart rate is zero.
    fileprivate var areWellFormed: Bool {
        Self.all.allSatisfy { self[keyPath: $0].map { $0.isFinite && $0 >= 0 } ?? true }
            && meanHeartRate != 0 && highestHeartRate != 0
    }

    /// All figures in the order in which they are stored; it is only ever appended to.
    static let all: [any WritableKeyPath<Workout.Figures, Double?> & Sendable] = [
        \.activeDuration, \.distance, \.energy, \.meanHeartRate, \.highestHeartRate, \.ascent,
        \.steps,
    ]

    /// Whether there are no figures.
    var isEmpty: Bool { self == Workout.Figures() }

    /// Adopts what is missing here.
    mutating func fill(from other: Workout.Figures) {
        for figure in Self.all {
            self[keyPath: figure] = self[keyPath: figure] ?? other[keyPath: figure]
        }
    }

    /// The figures without a device's numbers for "no reading", and without impossible ones.
    var sound: Workout.Figures {
        let length = activeDuration.flatMap { $0.isFinite ? $0 : nil } ?? 0
        func possible(_ value: Double?, _ id: MetricID) -> Double? {
            value.flatMap { number in
                let verdict = PossibleValues.of(id).verdict(number, length: length)
                return number.isFinite && verdict == .reading ? number : nil
            }
        }
        return Workout.Figures(
            activeDuration: activeDuration.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil },
            distance: possible(distance, .distance), energy: possible(energy, .activeEnergy),
            meanHeartRate: possible(meanHeartRate, .heartRate),
            highestHeartRate: possible(highestHeartRate, .heartRate),
            ascent: ascent.flatMap { $0 >= 0 ? possible($0, .elevation) : nil },
            steps: possible(steps, .steps))
    }

    /// The figures of a whole that consists of these parts, its laps.
    ///
    /// A sum that lacks one part says nothing about the whole and is left out.
    init(ofParts parts: [Workout.Figures]) {
        self.init()
        guard !parts.isEmpty else { return }
        func sum(_ figure: (Workout.Figures) -> Double?) -> Double? {
            let values = parts.compactMap(figure)
            return values.count == parts.count ? values.reduce(0, +) : nil
        }
        activeDuration = sum { $0.activeDuration }
        distance = sum { $0.distance }
        energy = sum { $0.energy }
        ascent = sum { $0.ascent }
        steps = sum { $0.steps }
        highestHeartRate = parts.compactMap(\.highestHeartRate).max()
        if parts.count == 1 {
            meanHeartRate = parts[0].meanHeartRate
        } else if let activeDuration, activeDuration > 0 {
            // Each part is weighted by its duration.
            let beats = sum { part in
                part.meanHeartRate.flatMap { rate in part.activeDuration.map { rate * $0 } }
            }
            meanHeartRate = beats.map { $0 / activeDuration }
        }
    }
}
