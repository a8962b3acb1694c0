import EventLoop
import Platform
import TestCompositor
import Testing
import WaylandClientProtocols

@testable import Wayland

@MainActor
@Suite struct FrameClockTests {
    @Test func aHiddenWindowDrawsNothing() throws {
        try withClient { compositor, client, shown in
            try shown.withholdFrames(true)
            client.window.frameClock.setNeedsFrame()
            try client.settle(shown)
            let before = try shown.state.frames
            for _ in 0..<50 {
                client.window.frameClock.setNeedsFrame()
                client.turn()
            }
            try client.settle(shown)
            #expect(try shown.state.frames == before)
            #expect(try shown.state.waitingCallbacks == 1)
            #expect(try shown.fireFrame() == 1)
            try shown.waitForFrame(after: before)
            try client.settle(shown)
            #expect(try shown.state.frames == before + 1)
        }
    }

    @Test func idleIsZero() throws {
        try withClient { _, client, shown in
            // The trailing callback of the last frame may still come.
            try shown.wait("the last callback") { $0.waitingCallbacks == 0 }
            try client.settle(shown)
            let frames = client.frames.count
            let commits = try shown.state.commits
            let wakeUps = client.loop.wakeUps
            let woken = try client.loop.run(until: { false }, waitingAtMost: 0.3)
            #expect(!woken)
            #expect(client.loop.wakeUps == wakeUps + 1)
            #expect(client.frames.count == frames)
            #expect(try shown.state.commits == commits)
        }
    }

    @Test func aMotionIsPacedByCallbacksAndEndsByItself() throws {
        try withClient { compositor, client, shown in
            try shown.wait("the last callback") { $0.waitingCallbacks == 0 }
            try client.settle(shown)
            client.frames = []
            let before = try shown.state.frames
            client.motion = 10
            client.window.frameClock.setNeedsFrame()
            try shown.waitForFrame(after: before + 10)
            try shown.wait("the last callback") { $0.waitingCallbacks == 0 }
            try client.settle(shown)
            #expect(client.frames.count == 11)
            #expect(try shown.state.frames == before + 11)
            #expect(client.frames.first?.isContinuing == false)
            let continuing = client.frames.dropFirst().map(\.isContinuing)
            #expect(!continuing.contains(false))
            for (earlier, later) in zip(client.frames, client.frames.dropFirst()) {
                #expect(later.target >= earlier.target)
                #expect(later.target > earlier.now)
            }
            // A distance of a second would mean that the clocks differ.
            let distances = client.frames.map { abs($0.target - $0.now) }
            #expect((distances.max() ?? 9) < 1)
        }
    }

    @Test func askingTwiceInOneTurnIsOneFrame() throws {
        try withClient { _, client, shown in
            try shown.wait("the last callback") { $0.waitingCallbacks == 0 }
            try client.settle(shown)
            let before = client.frames.count
            client.window.frameClock.setNeedsFrame()
            client.window.frameClock.setNeedsFrame()
            client.turn()
            #expect(client.frames.count == before + 1)
        }
    }

    @Test func aFrameThatIsNotDrawnKeepsTheMotionPaced() throws {
        try withClient { _, client, shown in
            try shown.wait("the last callback") { $0.waitingCallbacks == 0 }
            try client.settle(shown)
            let frames = try shown.state.frames
            let before = client.frames.count
            client.isDrawing = false
            client.motion = 3
            client.window.frameClock.setNeedsFrame()
            let wakeUps = client.loop.wakeUps
            try shown.compositor.wait(
                until: { client.frames.count == before + 4 }, "four attempts with nothing new")
            // Each attempt waited for its callback of 16 ms; a busy loop would turn thousands of
            // times.
            #expect(client.loop.wakeUps - wakeUps < 200)
            #expect(try shown.state.frames == frames)
        }
    }

    @Test func theRefreshRateIsTheOutputs() throws {
        var settings = CompositorSettings()
        settings.globals.presentation = nil
        settings.outputs = [OutputSettings(refresh: 144_000)]
        try withClient(settings) { _, client, _ in
            #expect(abs((client.frames.last?.interval ?? 0) - 1.0 / 144) < 1e-9)
        }
    }
}

@MainActor
@Suite struct ConnectionTests {
    @Test func whatIsBoundIsTheLesserOfOfferedAndKnown() throws {
        try withClient(CompositorSettings(globals: .old)) { _, client, _ in
            let report = Dictionary(
                uniqueKeysWithValues: client.connection.globalsReport.map { ($0.interface, $0) })
            #expect(report["wl_compositor"]?.advertised == 4)
            #expect(report["wl_compositor"]?.bound == 4)
            #expect(report["wl_compositor"]?.isRequired == true)
            #expect(report["wl_seat"]?.bound == 5)
            #expect(report["xdg_wm_base"]?.bound == 2)
            #expect(report["wp_viewporter"]?.advertised == nil)
            #expect(report["wp_viewporter"]?.bound == nil)
            #expect(report["wp_viewporter"]?.unlocks == "fractional scale")
            // Not in the table, but offered.
            #expect(report["wl_subcompositor"]?.advertised == 1)
            #expect(report["wl_subcompositor"]?.unlocks == nil)
        }
    }

    @Test func theTableAsksForNothingTheProtocolCodeDoesNotKnow() throws {
        // Binding an unsupported version traps, so everything must be bound once, in its newest
        // version.
        try withClient { _, client, _ in
            for line in client.connection.globalsReport where line.unlocks != nil {
                #expect(line.bound == line.advertised, "\(line.interface)")
            }
        }
    }

    @Test func aMissingGlobalIsASentence() throws {
        var settings = CompositorSettings()
        settings.globals.shell = nil
        try withTestCompositor(settings) { compositor in
            let loop = try EventLoop()
            let error = #expect(throws: WaylandError.self) {
                try Connection(displayName: compositor.socket, loop: loop)
            }
            #expect(
                error
                    == .missingGlobal(interface: "xdg_wm_base", needed: 1, unlocks: "windows"))
            #expect(
                error.map { "\($0)" }
                    == "xdg_wm_base: the compositor does not offer this protocol; version 1 is "
                    + "needed for windows; use a newer compositor")
        }
    }

    @Test func anOutdatedGlobalNamesBothVersions() throws {
        var settings = CompositorSettings()
        settings.globals.compositor = 3
        try withTestCompositor(settings) { compositor in
            let loop = try EventLoop()
            let error = #expect(throws: WaylandError.self) {
                try Connection(displayName: compositor.socket, loop: loop)
            }
            #expect(
                error
                    == .outdatedGlobal(
                        interface: "wl_compositor", offered: 3, needed: 4, unlocks: "surfaces"))
            #expect(
                error?.problem
                    == "the compositor offers version 3, and version 4 is needed for surfaces")
        }
    }

    @Test func noCompositorIsASentence() throws {
        let loop = try EventLoop()
        let error = #expect(throws: WaylandError.self) {
            try Connection(displayName: "/nonexistent/wayland-0", loop: loop)
        }
        #expect(error?.place == "/nonexistent/wayland-0")
        #expect(error?.problem.contains("No such file or directory") == true)
    }

    @Test func theCompositorsDeathIsToldOnce() throws {
        let compositor = try TestCompositor()
        let client = try Client(compositor)
        let shown = try compositor.waitForWindow()
        try client.settle(shown)
        client.motion = 1_000_000
        client.window.frameClock.setNeedsFrame()
        compositor.stop()
        #expect(try client.loop.run(until: { !client.endings.isEmpty }, waitingAtMost: 20))
        #expect(client.endings == [.connectionLost(reason: "it has ended")])
        #expect(client.connection.failure == client.endings.first)
        // Everything may still be called, and does nothing.
        client.window.title = "after"
        client.window.setMaximized(true)
        client.window.beginMove()
        client.window.cursor = .grab
        client.window.frameClock.setNeedsFrame()
        let frames = client.frames.count
        for _ in 0..<5 { client.turn() }
        #expect(client.frames.count == frames)
        #expect(client.endings.count == 1)
        client.window.close()
        client.connection.close()
        client.connection.close()
    }

    @Test func aBrokenRuleIsToldWithTheCompositorsWords() throws {
        try withTestCompositor { compositor in
            let client = try Client(compositor)
            let shown = try compositor.waitForWindow()
            try client.settle(shown)
            client.window.xdgSurface.setWindowGeometry(x: 0, y: 0, width: -5, height: 10)
            try compositor.wait(until: { !client.endings.isEmpty }, "the end")
            let violation = try #require(try compositor.takeViolations().first)
            #expect(
                client.endings == [
                    .protocolError(
                        interface: "xdg_surface", code: violation.code, message: violation.message)
                ])
            #expect(client.endings.first?.description.contains(violation.message) == true)
        }
    }

    @Test func seatsComeAndGo() throws {
        try withClient { compositor, client, shown in
            #expect(client.connection.seats.count == 1)
            #expect(client.connection.seats.first?.hasTouch == true)
            try compositor.setDevices([])
            try client.settle(shown)
            #expect(client.connection.seats.first?.hasPointer == false)
            #expect(client.connection.seats.first?.hasKeyboard == false)
            #expect(client.connection.seats.first?.hasTouch == false)
        }
    }
}
