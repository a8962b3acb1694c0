import CWaylandClient
import TestCompositor
import Testing
import WaylandClientProtocols

@MainActor
struct FrameTests {
    @Test func withheldCallbacksFireOnlyByHand() throws {
        var settings = CompositorSettings()
        settings.pacing = .withheld
        try withTestCompositor(settings) { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            var done = 0
            window.surface.frame().events = { _ in done += 1 }
            try window.draw()
            // Round trips through the compositor and back, with nothing to wait for.
            for _ in 0..<5 { try handle.roundTrip() }
            #expect(done == 0)
            #expect(try handle.state.waitingCallbacks == 1)
            #expect(try compositor.fireFrames() == 1)
            try handle.roundTrip()
            #expect(done == 1)
            #expect(try compositor.fireFrames() == 0)
            #expect(try handle.state.waitingCallbacks == 0)
        }
    }

    @Test func callbacksFireByThemselvesUnlessTheWindowIsHidden() throws {
        var settings = CompositorSettings()
        settings.pacing = .automatic(milliseconds: 1)
        try withTestCompositor(settings) { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            var done = 0
            for expected in 1...3 {
                window.surface.frame().events = { _ in done += 1 }
                try window.draw()
                try compositor.wait(until: { done == expected }, "callback \(expected)")
            }
            try handle.withholdFrames(true)
            window.surface.frame().events = { _ in done += 1 }
            try window.draw()
            let other = try BareWindow(window.client)
            try other.show()
            var others = 0
            other.surface.frame().events = { _ in others += 1 }
            try other.draw()
            try compositor.wait(until: { others == 1 }, "the other window's callback")
            #expect(done == 3)
            #expect(try handle.state.waitingCallbacks == 1)
            try handle.withholdFrames(false)
            try compositor.wait(until: { done == 4 }, "the callback after hiding")
        }
    }

    @Test func presentationIsToldOrDiscarded() throws {
        var settings = CompositorSettings()
        settings.pacing = .withheld
        try withTestCompositor(settings) { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let presentation = try window.client.bind(WpPresentation.self)
            var clock: UInt32?
            presentation.events = { if case .clockId(let id) = $0 { clock = id } }
            let output = try window.client.bind(WlOutput.self)
            var heard: [String] = []
            @MainActor func listen(_ name: String) {
                presentation.feedback(surface: window.surface).events = { event in
                    switch event {
                    case .syncOutput(let where_): heard.append("\(name) on \(where_ === output)")
                    case .presented(_, _, _, let refresh, _, _, let flags):
                        heard.append("\(name) shown \(refresh) \(flags.contains(.vsync))")
                    case .discarded: heard.append("\(name) discarded")
                    }
                }
            }
            listen("first")
            try window.draw()
            listen("second")
            try window.draw()
            #expect(heard == ["first discarded"])
            try compositor.fireFrames()
            try handle.roundTrip()
            #expect(clock == 1)
            #expect(heard.dropFirst() == ["second on true", "second shown 16666666 true"])
        }
    }

    @Test func scaleChangesReachAWindowThatRuns() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let manager = try window.client.bind(WpFractionalScaleManagerV1.self)
            var preferred: [UInt32] = []
            manager.getFractionalScale(surface: window.surface).events = {
                if case .preferredScale(let scale) = $0 { preferred.append(scale) }
            }
            let output = try window.client.bind(WlOutput.self)
            var scales: [Int32] = []
            output.events = { if case .scale(let factor) = $0 { scales.append(factor) } }
            var entered: [Bool] = []
            window.surface.events = { event in
                if case .enter(let place) = event { entered.append(place === output) }
            }
            try window.client.roundTrip()
            for scale in [1.5, 2, 1.25] { try compositor.setScale(scale) }
            try handle.roundTrip()
            #expect(preferred == [120, 180, 240, 150])
            #expect(scales == [1, 2, 2, 2])
            #expect(entered == [true])

            let viewport = try window.client.bind(WpViewporter.self)
                .getViewport(surface: window.surface)
            viewport.setDestination(width: 64, height: 48)
            try window.draw(width: 80, height: 60)
            let state = try handle.state
            #expect(state.width == 64 && state.height == 48)
            #expect(state.bufferSize == .init(width: 80, height: 60))
            #expect(state.viewportDestination == .init(width: 64, height: 48))
            #expect(state.hasViewport && state.hasFractionalScale)
        }
    }

    @Test func aBufferScaleDividesTheSize() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            window.surface.setBufferScale(scale: 2)
            window.surface.damageBuffer(x: 1, y: 2, width: 3, height: 4)
            try window.draw(width: 100, height: 60)
            let state = try handle.state
            #expect(state.width == 50 && state.height == 30)
            #expect(state.bufferScale == 2)
            #expect(state.bufferDamage == [PixelBox(x: 1, y: 2, width: 3, height: 4)])
        }
    }

    @Test func outputsComeAndGo() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            try compositor.addOutput(OutputSettings(name: "TEST-2", scale: 2))
            try window.client.roundTrip()
            try handle.enterOutput(named: "TEST-2")
            #expect(try handle.state.outputs == ["TEST-1", "TEST-2"])
            try handle.leaveOutput(named: "TEST-1")
            try compositor.removeOutput(named: "TEST-1")
            #expect(try handle.state.outputs == ["TEST-2"])
            let output = try window.client.bind(WlOutput.self)
            var name: String?
            var scale: Int32?
            output.events = { event in
                if case .name(let text) = event { name = text }
                if case .scale(let factor) = event { scale = factor }
            }
            try window.client.roundTrip()
            #expect(name == "TEST-2" && scale == 2)
        }
    }

    @Test func aSubsurfaceWaitsForItsParent() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let child = window.compositor.createSurface()
            let role = try window.client.bind(WlSubcompositor.self)
                .getSubsurface(surface: child, parent: window.surface)
            var done = 0
            child.frame().events = { _ in done += 1 }
            child.attach(buffer: try window.client.buffer(width: 5, height: 5), x: 0, y: 0)
            child.commit()
            for _ in 0..<3 { try handle.roundTrip() }
            try compositor.fireFrames()
            try handle.roundTrip()
            #expect(done == 0)
            window.surface.commit()
            try window.client.roundTrip()
            try compositor.wait(
                until: { done == 1 }, "the child's callback after the parent's commit")
            role.setDesync()
            child.frame().events = { _ in done += 1 }
            child.commit()
            try compositor.wait(until: { done == 2 }, "the callback of a child alone")
            role.destroy()
            child.destroy()
            try window.client.roundTrip()
        }
    }

    @Test func regionsAreCopied() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let region = window.compositor.createRegion()
            region.add(x: 1, y: 2, width: 30, height: 20)
            region.subtract(x: 5, y: 5, width: 2, height: 2)
            window.surface.setInputRegion(region: region)
            region.destroy()
            window.surface.commit()
            try window.client.roundTrip()
            let parts = try handle.state.inputRegion
            #expect(parts?.map(\.isAdded) == [true, false])
            #expect(parts?.first?.box == PixelBox(x: 1, y: 2, width: 30, height: 20))
            window.surface.setInputRegion(region: nil)
            window.surface.commit()
            try window.client.roundTrip()
            #expect(try handle.state.inputRegion == nil)
        }
    }
}
