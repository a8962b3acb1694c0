import ChartCore

/// A theme on its way to another.
struct ThemeFade {
    /// How long a change takes, in seconds.
    static let duration = 0.3

    private var from: Theme
    /// The theme to which it fades, or has faded.
    private(set) var target: Theme
    private var part = MovingValue(1)

    /// Creates a theme at rest.
    init(_ theme: Theme) {
        from = theme
        target = theme
    }

    /// The theme at a time of the frame clock, in seconds.
    func theme(at time: Double) -> Theme {
        from.mixed(with: target, min(max(part.value(at: time), 0), 1))
    }

    /// Whether it is still fading at a time.
    func isMoving(at time: Double) -> Bool { part.isMoving(at: time) }

    /// Fades to another theme from the one shown at `time`, at once if `duration` is 0.
    mutating func move(to theme: Theme, at time: Double, duration: Double) {
        from = self.theme(at: time)
        target = theme
        part = MovingValue(0)
        part.move(to: 1, at: time, duration: from == theme ? 0 : duration)
    }
}
