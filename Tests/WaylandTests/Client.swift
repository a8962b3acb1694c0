import EventLoop
import Geometry
import TestCompositor
import Testing

@testable import Wayland

/// A small program with one window, in the test's own process and on the main thread.
///
/// It draws every frame in one colour and records everything that it receives.
@MainActor
final class Client {
    let loop: EventLoop
    let connection: Connection
    let window: Window
    var configures: [WindowConfigure] = []
    var events: [SeatEvent] = []
    var frames: [FrameTime] = []
    var drops: [DropEvent] = []
    var closeRequests = 0
    var endings: [WaylandError] = []
    /// The number of frames to draw in sequence without a request.
    var motion = 0
    /// Whether a requested frame is drawn at all.
    var isDrawing = true

    init(
        _ compositor: TestCompositor, size: Size = Size(width: 640, height: 480),
        minimum: Size = .zero, radius: Double = 0
    ) throws {
        loop = try EventLoop()
        connection = try Connection(displayName: compositor.socket, loop: loop)
        window = Window(
            connection,
            Window.Options(
                title: "Steps", appID: "org.oresen.Test", size: size, minimumSize: minimum,
                shadow: 24, cornerRadius: radius))
        connection.onClosed = { [unowned self] error in endings.append(error) }
        window.onConfigure = { [unowned self] value in configures.append(value) }
        window.onInput = { [unowned self] event in events.append(event) }
        window.onDrop = { [unowned self] event in drops.append(event) }
        window.onCloseRequest = { [unowned self] in closeRequests += 1 }
        window.frameClock.onFrame = { [unowned self] time in draw(time) }
        compositor.clientTurn = { [weak self] in self?.turn() }
    }

    private func draw(_ time: FrameTime) {
        frames.append(time)
        if motion > 0 {
            motion -= 1
            window.frameClock.setNeedsFrame()
        }
        guard isDrawing else { return }
        do {
            try window.commitColor(0xFF20_4060)
        } catch {
            endings.append(error)
        }
    }

    /// Lets the loop work, waiting a few milliseconds at most.
    func turn() {
        do {
            try loop.runOnce(waitingAtMost: 0.005)
        } catch {
            endings.append(.refused(what: "loop", reason: "\(error)"))
        }
    }

    /// Works until nothing has come for a while: all pending messages have arrived.
    func settle(_ shown: TestWindow) throws {
        try shown.roundTrip()
        try shown.roundTrip()
    }

    /// Nothing may come during twenty repeat intervals: it is over, not late.
    func expectSilence() throws {
        let count = events.count
        let spoke = try loop.run(until: { events.count > count }, waitingAtMost: 0.1)
        #expect(!spoke)
    }

    var now: Double { loop.now }

    var pointerFrames: [PointerFrame] {
        events.compactMap { if case .pointer(let frame) = $0 { frame } else { nil } }
    }

    var touchFrames: [TouchFrame] {
        events.compactMap { if case .touch(let frame) = $0 { frame } else { nil } }
    }

    var pinches: [PinchEvent] {
        events.compactMap { if case .pinch(let event) = $0 { event } else { nil } }
    }

    var keys: [KeyEvent] {
        events.compactMap { if case .key(let event) = $0 { event } else { nil } }
    }

    /// The typed text, including repeats.
    var text: String { keys.map(\.text).joined() }
}

/// Runs `body` with a compositor, a client and the compositor's view of the client's window.
@MainActor
func withClient(
    _ settings: CompositorSettings = CompositorSettings(), radius: Double = 0,
    _ body: (TestCompositor, Client, TestWindow) throws -> Void
) throws {
    try withTestCompositor(settings) { compositor in
        let client = try Client(compositor, radius: radius)
        let shown = try compositor.waitForWindow()
        try client.settle(shown)
        try body(compositor, client, shown)
        client.window.close()
        client.connection.close()
    }
}
