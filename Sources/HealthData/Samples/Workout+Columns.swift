extension Workout.Figures {
    /// The figures as columns of tables, in seconds, metres, kilocalories and beats per minute.
    package static let columns: [(name: String, value: @Sendable (Workout.Figures) -> Double?)] = [
        ("activeDuration", { $0.activeDuration }), ("distance", { $0.distance }),
        ("energy", { $0.energy }), ("meanHeartRate", { $0.meanHeartRate }),
        ("highestHeartRate", { $0.highestHeartRate }), ("ascent", { $0.ascent }),
        ("steps", { $0.steps }),
    ]
}
