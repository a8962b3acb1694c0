import Charts
import Foundation
import Geometry
import TestCompositor
import Testing

/// Every example that opens a window, as a client of a compositor.
@Suite(.serialized) struct ExampleWindowTests {
    /// Runs an example until `body` is done, then closes it; it must end without an error.
    private func withWindow(
        of example: Example, _ arguments: [String] = [],
        _ body: (TestCompositor, TestWindow) throws -> Void
    ) throws {
        try withTestCompositor { compositor in
            let process = try ClientProcess(
                executable: example.program, arguments: arguments,
                on: compositor, environment: ["LC_ALL": "C.UTF-8"])
            let window = try compositor.waitForWindow { $0.appID == "OresenCharts" }
            try window.waitForFrame(after: 0)
            try body(compositor, window)
            try window.close()
            #expect(try process.waitForExit() == .code(0), "\(process.summary)")
            #expect(process.standardError == "")
        }
    }

    /// Waits until it has processed all input and requests no further frame.
    private func rest(_ window: TestWindow) throws -> WindowState {
        while true {
            try window.roundTrip()
            let state = try window.wait("the last frame to be acknowledged") {
                $0.waitingCallbacks == 0
            }
            // The first answer may arrive within the turn that draws; the second arrives after it.
            try window.roundTrip()
            try window.roundTrip()
            if try window.state.commits == state.commits { return state }
        }
    }

    private func isDrawn(_ picture: WindowPicture, _ theme: ChartTheme) -> Bool {
        let ground =
            UInt32((theme.ground.red * 255).rounded()) << 16
            | UInt32((theme.ground.green * 255).rounded()) << 8
            | UInt32((theme.ground.blue * 255).rounded())
        let drawn = picture.pixels.count { $0 & 0xFF_FFFF != ground }
        return drawn * 50 > picture.pixels.count && drawn < picture.pixels.count * 3 / 4
    }

    @Test(arguments: Example.windows.filter(\.rests))
    func aWindowIsDrawnAndRests(example: Example) throws {
        try withWindow(of: example) { compositor, window in
            let state = try rest(window)
            #expect(state.frames >= 1 && !state.title.isEmpty)
            #expect(isDrawn(try window.picture, .light))
            // A moving pointer shows the crosshair; after that the window rests again.
            try compositor.pointer.enter(window, x: example.chartX, y: 40)
            for y in stride(from: 60.0, through: 300, by: 20) {
                try compositor.pointer.move(x: example.chartX + 20, y: y)
            }
            let after = try rest(window)
            if example.hasReadings { #expect(after.frames > state.frames) }
            for _ in 0..<20 { try window.roundTrip() }
            #expect(try window.state.commits == after.commits)
        }
    }

    @Test(arguments: Example.windows.filter { !$0.rests })
    func aWindowThatMovesGoesOnAndIsClosed(example: Example) throws {
        try withWindow(of: example) { _, window in
            let first = try window.state.frames
            try window.waitForFrame(after: first + 5)
            #expect(isDrawn(try window.picture, .light))
            // While the window is hidden nothing is drawn.
            try window.withholdFrames(true)
            let hidden = try window.wait("the frame under way") { $0.waitingCallbacks == 1 }
            for _ in 0..<20 { try window.roundTrip() }
            #expect(try window.state.frames <= hidden.frames + 1)
            try window.withholdFrames(false)
            try window.waitForFrame(after: hidden.frames + 3)
        }
    }

    @Test(arguments: Example.windows.filter(\.rests))
    func aDarkWindowIsDark(example: Example) throws {
        try withWindow(of: example, ["--dark"]) { _, window in
            _ = try rest(window)
            #expect(isDrawn(try window.picture, .dark))
        }
    }

    /// Tasks of the main actor and an observable model while a window is open.
    @Test func aSensorFeedsAChartAndThenNothingWakes() throws {
        try withTestCompositor { compositor in
            let process = try ClientProcess(
                executable: Example(name: "Sensor").program, on: compositor,
                environment: ["LC_ALL": "C.UTF-8"])
            let window = try compositor.waitForWindow { $0.appID == "OresenCharts" }
            try window.waitForFrame(after: 0)
            let first = try window.picture
            // The values are shown as they come, and all of them.
            try window.waitForFrame(after: 10)
            func switches() throws -> Int { try ProcessUsage(process.id).firstThreadSwitches }
            // Ten values would have come in this time.
            try compositor.wait(
                until: {
                    let before = try switches()
                    usleep(500_000)
                    return try switches() == before
                }, "the end of the values")
            #expect(try window.picture != first)
            let state = try window.state
            let before = try switches()
            usleep(3_000_000)
            #expect(try switches() == before, "the main thread woke")
            #expect(try window.state.commits == state.commits)
            // It still answers.
            try compositor.pointer.enter(window, x: 200, y: 40)
            try compositor.pointer.move(x: 220, y: 200)
            _ = try window.wait("the crosshair") { $0.commits > state.commits }
            try window.close()
            #expect(try process.waitForExit() == .code(0), "\(process.summary)")
            #expect(process.standardError == "")
        }
    }

    @Test func aThresholdIsDragged() throws {
        try withWindow(of: Example(name: "CustomInteraction")) { compositor, window in
            _ = try rest(window)
            let line = ChartTheme.light.series[5]
            let wanted =
                UInt32((line.red * 255).rounded()) << 16
                | UInt32((line.green * 255).rounded()) << 8 | UInt32((line.blue * 255).rounded())
            // The row of the threshold, if no bar's colour is mixed with it.
            func row() throws -> Int? {
                let picture = try window.picture
                return (0..<picture.height).first { y in
                    (0..<picture.width).count { picture[$0, y] & 0xFF_FFFF == wanted }
                        > picture.width / 2
                }
            }
            let before = try #require(try row())
            try compositor.pointer.enter(window, x: 300, y: Double(before) + 1)
            try compositor.pointer.press()
            for step in 1...10 {
                try compositor.pointer.move(x: 300, y: Double(before) + 1 - Double(step) * 6)
            }
            try compositor.pointer.release()
            _ = try rest(window)
            #expect(try row() == before - 60)
        }
    }

    @Test func aPageIsTurned() throws {
        try withWindow(of: Example(name: "PagedCategories")) { compositor, window in
            _ = try rest(window)
            let first = try window.picture
            try compositor.keyboard.enter(window)
            try compositor.keyboard.key(KeyCode.right, isPressed: true)
            try compositor.keyboard.key(KeyCode.right, isPressed: false)
            _ = try rest(window)
            let second = try window.picture
            #expect(second != first)
            try compositor.keyboard.key(KeyCode.left, isPressed: true)
            try compositor.keyboard.key(KeyCode.left, isPressed: false)
            _ = try rest(window)
            #expect(try window.picture.difference(from: first) == nil)
        }
    }
}
