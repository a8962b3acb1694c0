import Charts
import GPU
import Measuring

/// The frames of a chart of a million samples that a finger throws to and fro.
///
/// A quarter of the samples is visible. Only the frames in which the chart flies count; it is
/// caught and thrown back before it is slower than a few pixels per frame.
@MainActor
enum FlingRun {
    /// What moves the chart, and whether its values follow.
    struct Manner {
        /// Whether a finger throws it; otherwise a program shows the ranges of a throw.
        var isThrown: Bool
        /// Whether the values follow the visible range.
        var follows: Bool

        /// The manner of a subject, by its name; nil if it is not part of this workload.
        init?(subject: String) {
            switch subject {
            case "oresen": (isThrown, follows) = (true, true)
            case "oresen.panned": (isThrown, follows) = (false, true)
            case "oresen.steady": (isThrown, follows) = (true, false)
            case "oresen.steady-panned": (isThrown, follows) = (false, false)
            default: return nil
            }
        }
    }

    /// What a frame shows.
    private struct Step {
        var x: Extent
        var y: Extent
        /// Whether the chart flies.
        var isFlying: Bool
    }

    private static let workload = FrameWorkload.dense("fling", samples: 1_000_000)
    /// The first throw warms up.
    private static let frames = FrameWorkload.frames + 2 * ThrowingHand.period

    static func run(_ manner: Manner, dump folder: String?) throws -> Figures {
        let device = try BenchDevice.make()
        let timer = BenchDevice.timer(of: device)
        let surface = try Surface(
            device: device, width: FrameWorkload.width, height: FrameWorkload.height)
        let way = try manner.isThrown ? nil : Self.way(follows: manner.follows, on: surface)
        let bench = try Self.bench(follows: manner.follows, on: surface)
        var hand = ThrowingHand(over: bench.chart.plot, from: bench.nextTime)
        var log = FrameLog()
        var travels: [Double] = []
        for frame in 0..<frames where log.count < FrameWorkload.frames {
            let before = bench.chart.x.range
            let watch = Stopwatch()
            let step =
                way.map { show($0[frame], follows: manner.follows, on: bench) }
                ?? move(bench, with: &hand, follows: manner.follows)
            timer?.begin()
            let cost = try bench.render()
            timer?.end()
            try device.finish()
            let (cpu, wall) = (watch.cpuMilliseconds, watch.wallMilliseconds)
            let gpu = timer.flatMap { $0.wait() }
            guard frame >= ThrowingHand.period, step.isFlying else { continue }
            log.add(cpu: cpu, wall: wall, gpu: gpu, cost)
            travels.append(
                abs(step.x.min - before.min) / step.x.length * bench.chart.plot.width)
        }
        if let folder {
            let name = manner.isThrown ? "thrown" : "panned"
            try bench.writePicture(
                to: folder, name: "fling-\(name)\(manner.follows ? "" : "-steady")")
        }
        var figures = log.figures
        figures["pixels_a_frame"] = median(travels)
        return figures
    }

    /// The chart with the middle quarter in view, drawn once.
    private static func bench(follows: Bool, on surface: Surface) throws -> BenchChart {
        let bench = try BenchChart(workload, on: surface)
        let all = bench.chart.domain
        let quarter = Extent(
            min: all.min + all.length * 3 / 8, max: all.min + all.length * 5 / 8)
        bench.chart.x.panZoom.set(quarter)
        if follows { bench.chart.fitValues(over: quarter, at: 0, animated: false) }
        _ = try bench.draw()
        return bench
    }

    /// The steps of a throw, frame by frame; nothing is drawn.
    private static func way(follows: Bool, on surface: Surface) throws -> [Step] {
        let bench = try Self.bench(follows: follows, on: surface)
        var hand = ThrowingHand(over: bench.chart.plot, from: bench.nextTime)
        return (0..<frames).map { _ in move(bench, with: &hand, follows: follows) }
    }

    /// Does what the viewer does in a frame: input, values, motion.
    private static func move(
        _ bench: BenchChart, with hand: inout ThrowingHand, follows: Bool
    ) -> Step {
        let chart = bench.chart
        let time = bench.nextTime
        for gesture in hand.gestures(until: time) {
            _ = chart.interaction.handle(gesture)
            if follows { chart.followValues(over: chart.x.range, at: gesture.time) }
        }
        let isFlying = chart.x.panZoom.isCoasting
        if follows { chart.followValues(to: time) }
        bench.advance()
        return Step(x: chart.x.range, y: chart.y.range, isFlying: isFlying)
    }

    /// Shows what a throw showed, without a hand and without motion.
    private static func show(_ step: Step, follows: Bool, on bench: BenchChart) -> Step {
        bench.chart.x.panZoom.set(step.x)
        if follows { bench.chart.y.pin(to: step.y, at: bench.nextTime, duration: 0) }
        bench.advance()
        return step
    }
}

/// A finger that throws a chart to the left and to the right in turn.
struct ThrowingHand {
    /// Frames from one throw to the next.
    static let period = 48
    /// Points per second.
    private static let speed = 4000.0
    /// The movements of a throw, and the seconds between two of them.
    private static let moves = 12
    private static let interval = 0.008

    private let place: Point
    private let start: Double
    private var interpreter = GestureInterpreter()
    private var count = 0

    /// A finger in the middle of a plot, whose first throw begins at a time.
    init(over plot: Rect, from start: Double) {
        place = plot.center
        self.start = start
    }

    /// The gestures of the finger since the last call.
    mutating func gestures(until time: Double) -> [Gesture] {
        var gestures: [Gesture] = []
        while event(count).time <= time {
            gestures += interpreter.interpret(InputFrame(event(count)))
            count += 1
        }
        return gestures + interpreter.advance(to: time)
    }

    /// Down, along, and up at full speed.
    private func event(_ number: Int) -> InputEvent {
        let (turn, part) = number.quotientAndRemainder(dividingBy: Self.moves + 2)
        let length = Self.speed * Self.interval * Double(Self.moves)
        let progress = Double(min(part, Self.moves)) / Double(Self.moves) - 0.5
        return InputEvent(
            time: start + Double(turn * Self.period) / 60 + Double(part) * Self.interval,
            position: Point(
                x: place.x + progress * (turn.isMultiple(of: 2) ? -length : length), y: place.y),
            kind: part == 0 ? .touchBegan(0) : part > Self.moves ? .touchEnded(0) : .touchMoved(0))
    }
}
