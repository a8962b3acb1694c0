// A workout as a whole, kept beside the samples.
//
// The samples of the metric `workouts` say when something was done and what; they are what is sorted,
// merged, drawn and stored. What else belongs to one workout stands here and is joined to its sample
// when the records are settled, so that there is exactly one workout for each sample that counts,
// whatever file it came from. Nothing of it is added to the metrics of distance or energy: files list
// those as records of their own. Rejected: a metric for each figure (a list of workouts would have to
// be put together again out of five of them).

/// One workout: what was done, when, what recorded it, and its figures.
public struct Workout: Sendable, Hashable {
    /// What belongs to a workout beside its time; nil where nobody said it.
    public struct Figures: Sendable, Hashable {
        /// Seconds, without pauses.
        public var activeDuration: Double?
        /// Metres.
        public var distance: Double?
        /// Kilocalories.
        public var energy: Double?
        /// Beats a minute.
        public var meanHeartRate: Double?
        /// Beats a minute.
        public var highestHeartRate: Double?

        public init(
            activeDuration: Double? = nil, distance: Double? = nil, energy: Double? = nil,
            meanHeartRate: Double? = nil, highestHeartRate: Double? = nil
        ) {
            self.activeDuration = activeDuration
            self.distance = distance
            self.energy = energy
            self.meanHeartRate = meanHeartRate
            self.highestHeartRate = highestHeartRate
        }
    }

    /// What was done: `Running`.
    public var sport: String
    /// Seconds since 1970.
    public var start: Double
    public var end: Double
    /// The index of what recorded it in the table of sources.
    public var source: UInt16
    public var figures: Figures

    public init(
        sport: String, start: Double, end: Double, source: UInt16, figures: Figures = Figures()
    ) {
        self.sport = sport
        self.start = start
        self.end = end
        self.source = source
        self.figures = figures
    }
}

extension Workout.Figures {
    /// Whether nobody said anything.
    var isEmpty: Bool { self == Workout.Figures() }

    /// Takes over what is missing here.
    mutating func fill(from other: Workout.Figures) {
        activeDuration = activeDuration ?? other.activeDuration
        distance = distance ?? other.distance
        energy = energy ?? other.energy
        meanHeartRate = meanHeartRate ?? other.meanHeartRate
        highestHeartRate = highestHeartRate ?? other.highestHeartRate
    }

    /// The figures without numbers that nothing can have.
    var sound: Workout.Figures {
        func amount(_ value: Double?) -> Double? {
            value.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        }
        func rate(_ value: Double?) -> Double? {
            value.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        }
        return Workout.Figures(
            activeDuration: amount(activeDuration), distance: amount(distance),
            energy: amount(energy), meanHeartRate: rate(meanHeartRate),
            highestHeartRate: rate(highestHeartRate))
    }

    /// The figures of a whole that falls into these parts, its laps.
    ///
    /// A sum that lacks one part says nothing of the whole and is left out.
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
        highestHeartRate = parts.compactMap(\.highestHeartRate).max()
        if parts.count == 1 {
            meanHeartRate = parts[0].meanHeartRate
        } else if let activeDuration, activeDuration > 0 {
            // Each part weighs as much as it lasted.
            let beats = sum { part in
                part.meanHeartRate.flatMap { rate in part.activeDuration.map { rate * $0 } }
            }
            meanHeartRate = beats.map { $0 / activeDuration }
        }
    }
}
