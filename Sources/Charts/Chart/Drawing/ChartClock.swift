/// The time of a chart's frames, and whether it passes between two layouts.
struct ChartClock {
    /// The time of the last frame, in seconds.
    private(set) var time = 0.0
    /// Whether time has passed since the last layout.
    private(set) var hasPassed = false
    /// Whether the next layout is of a standalone picture, whatever time passes until then.
    private var resetsTransitions = false

    /// Makes the next layout one of a standalone picture.
    mutating func resetTransitions() {
        hasPassed = false
        resetsTransitions = true
    }

    /// Advances to the time of a frame.
    mutating func advance(to time: Double) {
        if time > self.time, !resetsTransitions { hasPassed = true }
        self.time = time
    }

    /// Begins the layout of a picture that does not continue the last one.
    mutating func beginOther() { hasPassed = false }

    /// Ends a layout.
    mutating func endLayout() {
        hasPassed = false
        resetsTransitions = false
    }
}
