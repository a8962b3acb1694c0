/// Going along a way as it was gone, some times faster.
///
/// The place is a function of time: it is the same at every frame rate, and after a pause of the frames.
struct RoutePlayback: Equatable {
    /// How many times faster than it was.
    static let speeds = [1.0, 10, 30, 60, 300]

    private(set) var speed = 30.0
    /// The frame's time and the recorded time at which it began to run; nil while it rests.
    private var begin: (frame: Double, recorded: Double)?

    var isRunning: Bool { begin != nil }
    /// The recorded time at which it began to run, or became faster or slower; nil while it rests.
    var start: Double? { begin?.recorded }

    /// Begins at a recorded time.
    mutating func run(from recorded: Double, at time: Double) { begin = (time, recorded) }

    /// Stops where it is.
    mutating func stop() { begin = nil }

    /// Makes it faster or slower from here on, by a number of steps.
    mutating func change(by steps: Int, at time: Double) {
        let index = Self.speeds.firstIndex(of: speed) ?? 0
        set(Self.speeds[min(max(index + steps, 0), Self.speeds.count - 1)], at: time)
    }

    /// Makes it a number of times faster than it was, from here on.
    mutating func set(_ speed: Double, at time: Double) {
        if let recorded = recorded(at: time) { begin = (time, recorded) }
        self.speed = speed
    }

    /// The recorded time at a frame's time; nil while it rests.
    func recorded(at time: Double) -> Double? {
        begin.map { $0.recorded + max(time - $0.frame, 0) * speed }
    }

    static func == (a: RoutePlayback, b: RoutePlayback) -> Bool {
        a.speed == b.speed && a.begin?.frame == b.begin?.frame
            && a.begin?.recorded == b.begin?.recorded
    }
}

/// What the camera does while a place moves along the way.
enum RouteCamera: String, CaseIterable, Sendable {
    /// It stays.
    case fixed
    /// The place stays in the middle.
    case follow
    /// So it does, and the way ahead is upwards.
    case headingUp
}
