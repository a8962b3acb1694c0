import CWaylandClient
import Glibc
import TestCompositor
import Testing
import WaylandClientProtocols

/// The life of objects in the generated bindings, of connections, and of the compositor.
@MainActor
struct LifeTests {
    @Test func aDestroyedObjectHearsNothingMore() throws {
        var settings = CompositorSettings()
        settings.pacing = .withheld
        try withTestCompositor(settings) { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let kept = window.surface.frame()
            let destroyed = window.surface.frame()
            var heard: [String] = []
            kept.events = { [unowned kept] _ in heard.append("kept, alive: \(kept.isAlive)") }
            destroyed.events = { _ in heard.append("destroyed") }
            try window.draw()
            try compositor.fireFrames()
            // The events are on their way or already here; the object is destroyed before they are
            // delivered.
            destroyed.destroy()
            destroyed.destroy()
            try handle.roundTrip()
            #expect(heard == ["kept, alive: false"])
            #expect(!kept.isAlive)
        }
    }

    @Test func anObjectMayDestroyItselfInItsHandler() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let pointer = try window.client.bind(WlSeat.self).getPointer()
            var motions = 0
            pointer.events = { event in
                guard case .motion = event else { return }
                motions += 1
                pointer.destroy()
            }
            try window.client.roundTrip()
            try compositor.pointer.enter(handle, x: 0, y: 0)
            try compositor.pointer.send([.motion(x: 1, y: 1), .motion(x: 2, y: 2)])
            try handle.roundTrip()
            #expect(motions == 1)
            #expect(!pointer.isAlive)
        }
    }

    @Test func aDroppedWrapperListensOnAndADestroyedOneIsFreed() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            weak var callback: WlCallback?
            var done = 0
            do {
                let made = window.surface.frame()
                made.events = { _ in done += 1 }
                callback = made
            }
            #expect(callback != nil)
            try window.draw()
            try compositor.wait(until: { done == 1 }, "the dropped callback")
            try handle.roundTrip()
            #expect(callback == nil)
        }
    }

    @Test func versionsAreTheParents() throws {
        try withTestCompositor { compositor in
            let client = try BareClient(on: compositor)
            let old = try client.bind(WlSeat.self, version: 3)
            #expect(old.version == 3)
            #expect(old.getPointer().version == 3)
            #expect(WlSeat.knownVersion == 8 && WlSeat.interfaceName == "wl_seat")
            // No release before version 5: the object ends on this side only, and no rule is
            // broken.
            old.destroy()
            try client.roundTrip()
            #expect(!client.isBroken)
        }
    }

    @Test func aDeadCompositorBreaksTheConnection() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            compositor.stop()
            compositor.stop()
            try compositor.wait(until: { window.client.isBroken }, "the connection to break")
            #expect(access(compositor.socket, F_OK) != 0)
            #expect(throws: CompositorError.self) { try handle.state }
            #expect(wl_display_connect(compositor.socket) == nil)
        }
    }

    @Test func oneClientMayBeCutOff() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            try handle.disconnect()
            try compositor.wait(until: { window.client.isBroken }, "the connection to break")
            #expect(try handle.state.isGone)
            #expect(try compositor.surfaceCount == 0)
            let (_, second) = try shownWindow(on: compositor)
            #expect(second != handle)
            try compositor.disconnectClients()
            #expect(try second.state.isGone)
        }
    }

    @Test func everyMessageIsLoggedOnDemand() throws {
        try withTestCompositor { compositor in
            let (window, _) = try shownWindow(on: compositor)
            #expect(try compositor.log.isEmpty)
            try compositor.setLogging(true)
            window.toplevel.setTitle(title: "logged")
            try window.client.roundTrip()
            let log = try compositor.log
            #expect(
                log.contains {
                    $0.hasPrefix("<- xdg_toplevel#") && $0.hasSuffix(".set_title(\"logged\")")
                })
            #expect(log.contains { $0.hasPrefix("-> wl_callback#") })
        }
    }

    @Test func anExpiredWaitSaysWhatIsThere() throws {
        try withTestCompositor { compositor in
            let (_, handle) = try shownWindow(on: compositor)
            #expect {
                try compositor.waitForWindow("a second window", deadline: 0) { $0.title == "other" }
            } throws: {
                "\($0)".contains("in vain for a second window")
                    && "\($0)".contains("'bare' (2 commits")
            }
            #expect {
                try handle.wait("a third frame", deadline: 0) { $0.frames == 3 }
            } throws: {
                "\($0)".contains("in vain for a third frame")
                    && "\($0)".contains("2 commits, 1 frames")
            }
        }
    }
}
