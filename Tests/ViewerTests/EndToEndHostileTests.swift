import TestCompositor
import Testing

/// The four ways in which a compositor once crashed the window.
extension EndToEnd {
    @Suite struct HostileTests {
        @Test func aKeymapShorterThanAnnouncedIsASentence() throws {
            try withViewer { viewer in
                try viewer.compositor.keyboard.enter(viewer.window)
                try viewer.compositor.keyboard.sendKeymap([], announcing: 65_536)
                try viewer.settle()
                #expect(viewer.process.standardError.contains("shorter than announced"))
            }
        }

        @Test(arguments: [2_147_483_647, 30_000])
        func aSizeThatCannotBeDrawnIsASentence(side: Int) throws {
            try withViewer { viewer in
                try viewer.window.configureAndWait(Configure(width: side, height: side))
                try viewer.settle()
                #expect(viewer.process.standardError.contains("more than can be drawn"))
            }
        }

        @Test(arguments: [2_147_483_647, 30_000])
        func aSizeThatMustBeObeyedAndCannotBeDrawnEndsWithASentence(side: Int) throws {
            try withTestCompositor { compositor in
                let process = try Program.start(Program.samples, on: compositor)
                let viewer = try RunningViewer(compositor, process)
                try viewer.trace.wait(event: "loaded")
                try viewer.window.configure(
                    Configure(width: side, height: side, states: [.maximized, .activated]))
                #expect(try process.waitForExit() == .code(1), "\(process.summary)")
                #expect(process.standardError.contains("more than can be drawn"))
            }
        }

        @Test func aScaleThatIsNoneIsASentence() throws {
            var settings = CompositorSettings()
            settings.globals.fractionalScale = nil
            try withViewer(settings: settings) { viewer in
                try viewer.window.enterOutput(named: "TEST-1")
                var output = OutputSettings()
                output.scale = 1_000_000
                try viewer.compositor.changeOutput(named: "TEST-1", to: output)
                try viewer.settle()
                #expect(viewer.process.standardError.contains("a scale of 1000000"))
            }
        }

        @Test func aConnectionThatIsClosedAloneIsASentence() throws {
            try withTestCompositor { compositor in
                let process = try Program.start(Program.samples, on: compositor)
                let viewer = try RunningViewer(compositor, process)
                try viewer.trace.wait(event: "loaded")
                try compositor.disconnectClients()
                #expect(try process.waitForExit() == .code(1), "\(process.summary)")
                #expect(process.standardError.contains("closed only this connection"))
            }
        }
    }
}
