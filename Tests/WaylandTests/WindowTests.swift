import EventLoop
import Foundation
import Geometry
import TestCompositor
import Testing

@testable import Wayland

private typealias Pixels = Configure.Size

/// The results of a background import.
@MainActor
private final class Imported {
    var batches = 0
    var isDone = false
}

@MainActor
@Suite struct WindowTests {
    @Test func theFirstCommitHasNoBufferAndTheFirstFrameHonoursTheFirstConfigure() throws {
        var settings = CompositorSettings()
        settings.initialConfigure = nil
        try withTestCompositor(settings) { compositor in
            let client = try Client(compositor)
            let shown = try compositor.waitForUnmappedWindow()
            try client.settle(shown)
            var state = try shown.state
            #expect(state.commits == 1)
            #expect(state.attaches == 0)
            #expect(client.frames.isEmpty)
            #expect(client.window.configuration == nil)
            state = try shown.configureAndWait(
                Configure(width: 700, height: 500, decoration: .serverSide))
            #expect(state.bufferSizes == [Pixels(width: 700, height: 500)])
            #expect(state.unacknowledged.isEmpty)
            #expect(state.title == "Steps")
            #expect(state.appID == "org.oresen.Test")
            #expect(client.configures.count == 1)
        }
    }

    @Test func zeroByZeroIsTheProgramsChoiceAndFreeSizesComeBack() throws {
        try withClient { _, client, shown in
            #expect(client.configures.first?.size == Size(width: 640, height: 480))
            var state = try shown.configureAndWait(Configure(width: 800, height: 600))
            #expect(state.bufferSize == Pixels(width: 800, height: 600))
            state = try shown.configureAndWait(
                Configure(width: 1920, height: 1200, states: [.maximized, .activated]))
            #expect(state.bufferSize == Pixels(width: 1920, height: 1200))
            #expect(client.window.configuration?.states == [.maximized, .activated])
            state = try shown.configureAndWait(Configure())
            #expect(state.bufferSize == Pixels(width: 800, height: 600))
            #expect(state.geometry == PixelBox(x: 0, y: 0, width: 800, height: 600))
        }
    }

    @Test func everythingTheCompositorSaysArrivesAsOneValue() throws {
        try withClient { _, client, shown in
            try shown.configureAndWait(
                Configure(
                    width: 500, height: 0, states: [.tiledLeft, .tiledTop, .resizing],
                    decoration: .clientSide, bounds: Pixels(width: 1900, height: 1100),
                    capabilities: [.maximize, .minimize]))
            #expect(
                client.configures.last
                    == WindowConfigure(
                        size: Size(width: 500, height: 480),
                        suggestedSize: Size(width: 500, height: 0),
                        bounds: Size(width: 1900, height: 1100),
                        states: [.tiledLeft, .tiledTop, .resizing],
                        capabilities: [.maximize, .minimize], decoration: .client, scale: 1))
        }
    }

    @Test func aChangeOfStatesAloneIsAnsweredWithoutAFrame() throws {
        try withClient { _, client, shown in
            let before = try shown.state
            try shown.withholdFrames(true)
            let state = try shown.configureAndWait(Configure(states: []))
            #expect(state.unacknowledged.isEmpty)
            #expect(state.frames == before.frames)
            #expect(state.commits == before.commits + 1)
            #expect(client.window.configuration?.states == [])
        }
    }

    @Test func aHiddenWindowStillFollowsItsSize() throws {
        try withClient { _, client, shown in
            try shown.withholdFrames(true)
            client.window.frameClock.setNeedsFrame()
            try client.settle(shown)
            let state = try shown.configureAndWait(Configure(width: 300, height: 200))
            #expect(state.bufferSize == Pixels(width: 300, height: 200))
        }
    }

    @Test func ofManyConfiguresTheLastCounts() throws {
        try withClient { _, client, shown in
            for width in 500..<560 { try shown.configure(Configure(width: width, height: 400)) }
            let state = try shown.configureAndWait(Configure(width: 600, height: 401))
            #expect(state.bufferSize == Pixels(width: 600, height: 401))
            #expect(state.unacknowledged.isEmpty)
            try client.settle(shown)
            #expect(try shown.state.bufferSize == Pixels(width: 600, height: 401))
        }
    }

    @Test func theMinimumIsToldAndKept() throws {
        try withTestCompositor { compositor in
            let client = try Client(compositor, minimum: Size(width: 360, height: 480))
            let shown = try compositor.waitForWindow()
            #expect(try shown.state.minimumSize == Pixels(width: 360, height: 480))
            try shown.configureAndWait(Configure(width: 100, height: 100))
            #expect(client.configures.last?.size == Size(width: 360, height: 480))
            client.window.minimumSize = Size(width: 200, height: 50.5)
            client.window.title = "Weight"
            client.window.frameClock.setNeedsFrame()
            let state = try shown.wait("the new minimum") { $0.minimumSize.width == 200 }
            #expect(state.minimumSize.height == 51)
            #expect(state.title == "Weight")
        }
    }

    @Test func aCloseRequestIsPassedOn() throws {
        try withClient { compositor, client, shown in
            try shown.close()
            try compositor.wait(until: { client.closeRequests == 1 }, "the request")
            #expect(try !shown.state.isGone)
            client.window.close()
            try shown.wait("the window to go") { $0.isGone }
        }
    }

    @Test func pingsAreAnsweredWhileNothingHappens() throws {
        try withClient { _, client, shown in
            let frames = client.frames.count
            for _ in 0..<5 { try shown.ping() }
            try shown.wait("the answers") { $0.unansweredPings == 0 }
            #expect(client.frames.count == frames)
        }
    }

    @Test func pingsAreAnsweredWhileAnImportHandsInItsBatches() throws {
        try withClient { compositor, client, shown in
            let imported = Imported()
            let mailbox = client.loop.mailbox
            let importer = Thread {
                for _ in 0..<500 {
                    mailbox.post { imported.batches += 1 }
                    usleep(100)
                }
                mailbox.post { imported.isDone = true }
            }
            importer.start()
            var answered = 0
            while !imported.isDone {
                try shown.roundTrip()
                answered += 1
            }
            #expect(imported.batches == 500)
            #expect(answered > 0)
        }
    }

    @Test func theActivationTokenIsUsedOnceAndNotInherited() throws {
        setenv("XDG_ACTIVATION_TOKEN", "from the launcher", 1)
        try withClient { compositor, client, _ in
            #expect(getenv("XDG_ACTIVATION_TOKEN") == nil)
            let activated = try compositor.activation.activated
            #expect(activated == ["from the launcher"])
            #expect(client.connection.activationToken == nil)
        }
    }
}

@MainActor
@Suite struct ScaleOnScreenTests {
    @Test func fractionsAreFollowedLive() throws {
        try withClient { compositor, client, shown in
            try shown.configureAndWait(Configure(width: 853, height: 533))
            try compositor.setScale(1.5)
            // 853 × 1.5 = 1279.5 and 533 × 1.5 = 799.5, both rounded away from zero.
            var state = try shown.wait("scale 1.5") { $0.bufferSize?.width == 1280 }
            #expect(state.bufferSize == Pixels(width: 1280, height: 800))
            #expect(state.viewportDestination == Pixels(width: 853, height: 533))
            #expect(state.bufferScale == 1)
            #expect(client.window.scale == 1.5)
            #expect(client.configures.last?.scale == 1.5)
            #expect(client.configures.last?.size == Size(width: 853, height: 533))
            try compositor.setScale(2)
            state = try shown.wait("scale 2") { $0.bufferSize?.width == 1706 }
            #expect(state.bufferSize == Pixels(width: 1706, height: 1066))
            #expect(state.viewportDestination == Pixels(width: 853, height: 533))
            #expect(state.bufferScale == 1)
        }
    }

    @Test func theFirstFrameHasTheScaleAlready() throws {
        var settings = CompositorSettings()
        settings.preferredScale = 150
        try withClient(settings) { _, _, shown in
            let sizes = try shown.state.bufferSizes
            #expect(sizes.first == Pixels(width: 800, height: 600))
        }
    }

    @Test func withoutFractionsTheHighestOutputCounts() throws {
        var settings = CompositorSettings(globals: .old)
        settings.outputs = [OutputSettings(name: "ONE"), OutputSettings(name: "TWO", scale: 3)]
        try withClient(settings) { compositor, client, shown in
            // Wherever it was displayed, move it to the first output only.
            try shown.enterOutput(named: "ONE")
            try shown.leaveOutput(named: "TWO")
            let margin = 48
            var state = try shown.wait("scale 1") { $0.bufferScale == 1 }
            #expect(state.bufferSize == Pixels(width: 640 + margin, height: 480 + margin))
            try shown.enterOutput(named: "TWO")
            state = try shown.wait("scale 3") { $0.bufferScale == 3 }
            #expect(
                state.bufferSize == Pixels(width: 3 * (640 + margin), height: 3 * (480 + margin)))
            #expect(state.viewportDestination == nil)
            #expect(client.configures.last?.scale == 3)
            try compositor.removeOutput(named: "TWO")
            state = try shown.wait("scale 1 again") { $0.bufferScale == 1 }
            #expect(state.bufferSize == Pixels(width: 640 + margin, height: 480 + margin))
            try compositor.changeOutput(named: "ONE", to: OutputSettings(name: "ONE", scale: 2))
            try shown.wait("scale 2") { $0.bufferScale == 2 }
        }
    }

    @Test func anOutputThatArrivesLaterCounts() throws {
        try withClient(CompositorSettings(globals: .old)) { compositor, _, shown in
            try compositor.addOutput(OutputSettings(name: "LATE", scale: 2))
            try shown.roundTrip()
            try shown.enterOutput(named: "LATE")
            try shown.wait("scale 2") { $0.bufferScale == 2 }
        }
    }
}

@MainActor
@Suite struct DecorationTests {
    @Test func withoutTheProtocolTheWindowHasAShadowAroundIt() throws {
        let settings = CompositorSettings(globals: .withoutDecoration)
        try withClient(settings, radius: 12) { _, client, shown in
            let state = try shown.state
            #expect(client.configures.last?.decoration == .client)
            #expect(client.window.shadowMargin == 24)
            #expect(client.window.contentRect == Rect(x: 24, y: 24, width: 640, height: 480))
            #expect(state.geometry == PixelBox(x: 24, y: 24, width: 640, height: 480))
            #expect(state.bufferSize == Pixels(width: 688, height: 528))
            let input = PixelBox(x: 16, y: 16, width: 656, height: 496)
            #expect(state.inputRegion?.map(\.box) == [input])
            #expect(state.inputRegion?.map(\.isAdded) == [true])
            #expect(
                state.opaqueRegion?.map(\.box) == [
                    PixelBox(x: 24, y: 36, width: 640, height: 456),
                    PixelBox(x: 36, y: 24, width: 616, height: 480),
                ])
        }
    }

    @Test func heldInPlaceItHasNoneAndFreeAgainItHas() throws {
        try withClient(CompositorSettings(globals: .withoutDecoration)) { _, client, shown in
            var state = try shown.configureAndWait(
                Configure(width: 1920, height: 1200, states: [.maximized]))
            #expect(state.bufferSize == Pixels(width: 1920, height: 1200))
            #expect(state.geometry == PixelBox(x: 0, y: 0, width: 1920, height: 1200))
            #expect(client.window.shadowMargin == 0)
            state = try shown.configureAndWait(Configure())
            #expect(state.bufferSize == Pixels(width: 688, height: 528))
            #expect(state.geometry == PixelBox(x: 24, y: 24, width: 640, height: 480))
        }
    }

    @Test func theShadowIsWholePixelsAtAFraction() throws {
        try withClient(CompositorSettings(globals: .withoutDecoration)) {
            compositor, client, shown in
            try compositor.setScale(1.2)
            // 20 points are 24 pixels, where 24 points would be 28.8.
            let state = try shown.wait("scale 1.2") { $0.viewportDestination?.width == 680 }
            #expect(client.window.shadowMargin == 20)
            #expect(state.bufferSize == Pixels(width: 816, height: 624))
        }
    }

    @Test func theCompositorMayChangeItsMind() throws {
        try withClient { _, client, shown in
            #expect(try shown.state.wishedDecoration == .serverSide)
            #expect(client.configures.last?.decoration == .server)
            #expect(client.window.shadowMargin == 0)
            var state = try shown.configureAndWait(Configure(decoration: .clientSide))
            #expect(client.configures.last?.decoration == .client)
            #expect(state.bufferSize == Pixels(width: 688, height: 528))
            state = try shown.configureAndWait(Configure(decoration: .serverSide))
            #expect(state.bufferSize == Pixels(width: 640, height: 480))
        }
    }

    @Test func aHeaderBarMovesAndResizesWithTheLastPress() throws {
        try withClient(CompositorSettings(globals: .withoutDecoration)) {
            compositor, client, shown in
            client.window.beginMove()
            try compositor.pointer.enter(shown, x: 100, y: 30)
            try compositor.pointer.press()
            try client.settle(shown)
            #expect(try shown.state.requests.isEmpty)
            client.window.beginMove()
            client.window.beginResize(.bottomLeft)
            client.window.showWindowMenu(at: Point(x: 10, y: 20))
            let state = try shown.wait("the requests") { $0.requests.count == 3 }
            #expect(
                state.requests == [
                    .move(fromInput: true), .resize(edge: .bottomLeft, fromInput: true),
                    .showWindowMenu(x: 10, y: 20, fromInput: true),
                ])
        }
    }

    @Test func aFingerMovesTheWindowToo() throws {
        try withClient { compositor, client, shown in
            try compositor.touch.send([.down(id: 7, x: 20, y: 20)], on: shown)
            try client.settle(shown)
            client.window.beginMove()
            let state = try shown.wait("the move") { !$0.requests.isEmpty }
            #expect(state.requests == [.move(fromInput: true)])
        }
    }

    @Test func theButtonsAskForWhatTheySay() throws {
        try withClient { compositor, client, shown in
            try compositor.change { $0.grantsStateRequests = false }
            client.window.setMaximized(true)
            client.window.setMaximized(false)
            client.window.setFullscreen(true)
            client.window.setFullscreen(false)
            client.window.minimize()
            let state = try shown.wait("the requests") { $0.requests.count == 5 }
            #expect(
                state.requests == [
                    .maximize, .unmaximize, .fullscreen, .leaveFullscreen, .minimize,
                ])
        }
    }

    @Test func theGripIsInTheShadowOfAFreeWindow() throws {
        try withClient(CompositorSettings(globals: .withoutDecoration)) { _, client, shown in
            #expect(client.window.resizeEdge(at: Point(x: 300, y: -3)) == .top)
            #expect(client.window.resizeEdge(at: Point(x: 642, y: 479)) == .bottomRight)
            #expect(client.window.resizeEdge(at: Point(x: 300, y: 5)) == nil)
            #expect(client.window.resizeEdge(at: Point(x: 300, y: -12)) == nil)
            try shown.configureAndWait(Configure(width: 900, height: 900, states: [.maximized]))
            #expect(client.window.resizeEdge(at: Point(x: 300, y: -3)) == nil)
        }
    }
}
