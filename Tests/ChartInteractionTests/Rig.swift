import ChartCore
import ChartInteraction
import Geometry

/// Short names for input events.
enum Input {
    static func event(
        _ time: Double, _ kind: InputEvent.Kind, _ x: Double = 0, _ y: Double = 0,
        _ modifiers: Modifiers = []
    ) -> InputEvent {
        InputEvent(time: time, position: Point(x: x, y: y), kind: kind, modifiers: modifiers)
    }
}

extension InputFrame {
    init(
        _ time: Double, _ kind: InputEvent.Kind, _ x: Double = 0, _ y: Double = 0,
        _ modifiers: Modifiers = []
    ) {
        self.init(Input.event(time, kind, x, y, modifiers))
    }
}

/// An interpreter, an interaction and two axes: a time axis over 1000 days, and a value axis.
///
/// The plot is 800 × 400 points at (100, 50); the time axis first shows days 400 to 500.
@MainActor final class Rig {
    static let day = 86_400.0
    static let epoch = 1_600_000_000.0

    let x: PanZoomAxis
    let y: PanZoomAxis
    let interaction: PanZoomInteraction
    var interpreter = GestureInterpreter()
    private(set) var gestures: [Gesture] = []
    private(set) var responses: [PanZoomInteraction.Response] = []
    private(set) var causes: [RangeCause] = []
    private(set) var changes = 0

    init(
        yActions: AxisActions = [], band: RubberBand? = .standard,
        limits: AxisLimits = .inside(
            Extent(min: Rig.epoch, max: Rig.epoch + 1000 * Rig.day), minimumLength: 3600)
    ) {
        x = PanZoomAxis(
            id: "x", direction: .horizontal,
            extent: Extent(min: Rig.epoch + 400 * Rig.day, max: Rig.epoch + 500 * Rig.day),
            limits: limits, band: band)
        y = PanZoomAxis(
            id: "y", direction: .vertical, extent: Extent(min: 0, max: 200), plotActions: yActions)
        let plot = Rect(x: 100, y: 50, width: 800, height: 400)
        interaction = PanZoomInteraction(
            axes: [x, y],
            regions: ChartRegions(
                plot: plot,
                gutters: [
                    .init(axis: "x", rect: Rect(x: 100, y: 450, width: 800, height: 30)),
                    .init(axis: "y", rect: Rect(x: 900, y: 50, width: 60, height: 400)),
                ],
                overview: Rect(x: 100, y: 490, width: 800, height: 56)))
        x.onChange { [weak self] _, cause in
            self?.causes.append(cause)
            self?.changes += 1
        }
    }

    var plot: Rect { interaction.regions.plot }

    /// The window in days since the epoch of the rig.
    var days: (min: Double, max: Double) {
        ((x.extent.min - Rig.epoch) / Rig.day, (x.extent.max - Rig.epoch) / Rig.day)
    }

    /// The value of the time axis, and of the value axis, at a place on the screen.
    func time(at place: Double) -> Double {
        x.extent.min + (place - plot.minX) / plot.width * x.extent.length
    }

    func value(at place: Double) -> Double {
        y.extent.min + (plot.maxY - place) / plot.height * y.extent.length
    }

    /// The number of points for a second of the time axis.
    var pointsPerSecond: Double { plot.width / x.extent.length }

    func feed(_ frame: InputFrame) {
        take(interpreter.interpret(frame))
    }

    func feed(
        _ time: Double, _ kind: InputEvent.Kind, _ x: Double = 0, _ y: Double = 0,
        _ modifiers: Modifiers = []
    ) {
        feed(InputFrame(time, kind, x, y, modifiers))
    }

    func wait(until time: Double) { take(interpreter.advance(to: time)) }

    private func take(_ new: [Gesture]) {
        for gesture in new {
            gestures.append(gesture)
            responses.append(interaction.handle(gesture))
        }
    }

    /// Drags with the left button from one place to another in `steps` events, 8 ms apart.
    func drag(from a: Point, to b: Point, start: Double = 1, steps: Int = 20, release: Bool = true)
    {
        feed(start, .pointerPressed(.left), a.x, a.y)
        var t = start
        for i in 1...steps {
            t = start + Double(i) * 0.008
            let part = Double(i) / Double(steps)
            feed(t, .pointerMoved, a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part)
        }
        if release { feed(t + 0.2, .pointerReleased(.left), b.x, b.y) }
    }

    /// Runs frames at a rate until nothing moves; returns the time of the last one.
    @discardableResult
    func run(from time: Double, rate: Double = 60) -> Double {
        var frame = 0.0
        repeat { frame += 1 } while interaction.advance(to: time + frame / rate) && frame < 1e5
        return time + frame / rate
    }
}
