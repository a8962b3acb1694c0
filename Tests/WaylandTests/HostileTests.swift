import EventLoop
import Geometry
import Glibc
import Platform
import TestCompositor
import Testing

@testable import Wayland

/// Any data from a broken or hostile compositor lead to a message, and never to a crash.
@MainActor
@Suite struct HostileTests {
    private func failures(_ client: Client) -> Failures {
        let failures = Failures()
        client.connection.onError = { failures.all.append($0) }
        return failures
    }

    private final class Failures {
        var all: [WaylandError] = []

        func contains(_ text: String) -> Bool {
            all.contains { $0.description.contains(text) }
        }
    }

    // MARK: Keymaps and keys

    @Test(arguments: [(0, 4096), (10, 4096), (4096, 1 << 30), (100, 0), (64, 0xffff_ffff)])
    func aKeymapThatIsNotAsAnnouncedIsTold(bytes: Int, size: UInt32) throws {
        try withClient { compositor, client, shown in
            let failures = failures(client)
            try compositor.keyboard.enter(shown)
            try compositor.keyboard.sendKeymap(
                [UInt8](repeating: 0x20, count: bytes), announcing: size)
            try client.settle(shown)
            #expect(failures.contains("wl_keyboard.keymap"))
            #expect(failures.contains("US keyboard"))
            try compositor.keyboard.press(KeyCode.a)
            try compositor.wait(until: { client.keys.count >= 2 }, "the key")
            #expect(client.text == "a")
            #expect(client.endings.isEmpty)
        }
    }

    @Test func aKeymapInAPipeBlocksNothing() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let error = #expect(throws: WaylandError.self) {
            _ = try Keymap(descriptor: ends[0], size: 100)
        }
        #expect(error?.problem.contains("shorter") == true)
    }

    @Test func keysThatThereAreNotArePassedOver() throws {
        try withClient { compositor, client, shown in
            try compositor.keyboard.enter(shown, pressed: [.max, .max - 7, 0x1_0000])
            for code: UInt32 in [.max, .max - 8, 0x1_0000] {
                try compositor.keyboard.key(code, isPressed: true)
                try compositor.keyboard.key(code, isPressed: false)
            }
            try compositor.keyboard.press(KeyCode.a)
            try compositor.wait(until: { client.text == "a" }, "the key")
            #expect(client.keys.allSatisfy { $0.keycode < 0x1_0000 })
        }
    }

    @Test func ratesOfRepeatAreBound() throws {
        let keys = KeyRepeat(loop: try EventLoop(clock: TestClock()))
        keys.configure(rate: .max, delay: .max)
        #expect(keys.rate == 200)
        #expect(keys.delay == 60)
        keys.configure(rate: .min, delay: .min)
        #expect(keys.rate == 0)
        #expect(keys.delay == 0)
    }

    // MARK: Sizes and scales

    @Test(arguments: [(2_147_483_647, 2_147_483_647), (30_000, 30_000), (16_385, 10), (1, 40_000)])
    func aFreeWindowKeepsItsSizeWhereNoneCanBeDrawn(width: Int, height: Int) throws {
        try withClient { compositor, client, shown in
            let failures = failures(client)
            try shown.configureAndWait(Configure(width: width, height: height))
            #expect(client.configures.last?.size == Size(width: 640, height: 480))
            #expect(failures.contains("\(width) × \(height) points"))
            try shown.configureAndWait(Configure(width: 300, height: 200))
            #expect(client.configures.last?.size == Size(width: 300, height: 200))
            #expect(client.endings.isEmpty)
        }
    }

    @Test func aMaximizedWindowThatCannotBeDrawnEndsWithASentence() throws {
        try withClient { compositor, client, shown in
            try shown.configure(
                Configure(width: 30_000, height: 30_000, states: [.maximized, .activated]))
            try compositor.wait(until: { !client.endings.isEmpty }, "the end")
            let sentence = client.endings.first?.description ?? ""
            #expect(sentence.contains("30000 × 30000 points, which is more than can be drawn"))
            #expect(client.connection.failure != nil)
        }
    }

    @Test func negativeSizesAreNone() throws {
        try withClient { compositor, client, shown in
            try shown.configureAndWait(
                Configure(
                    width: -5, height: -2_147_483_648,
                    bounds: .init(width: -1, height: 2_147_483_647)))
            #expect(client.configures.last?.size == Size(width: 640, height: 480))
        }
    }

    @Test(arguments: [1_000_000, 9, 0, -3, 2_147_483_647])
    func scalesOfOutputsThatAreNoneArePassedOver(scale: Int) throws {
        var settings = CompositorSettings()
        settings.globals.fractionalScale = nil
        try withClient(settings) { compositor, client, shown in
            let failures = failures(client)
            try shown.enterOutput(named: "TEST-1")
            try client.settle(shown)
            var output = OutputSettings()
            output.scale = scale
            try compositor.changeOutput(named: "TEST-1", to: output)
            try client.settle(shown)
            #expect(client.window.scale == 1)
            #expect(failures.contains("a scale of \(scale) is ignored"))
            output.scale = 2
            try compositor.changeOutput(named: "TEST-1", to: output)
            try client.settle(shown)
            #expect(client.window.scale == 2)
        }
    }

    @Test func preferredScalesThatAreNoneArePassedOver() throws {
        try withClient { compositor, client, shown in
            let failures = failures(client)
            for scale in [0, 0.1, 20.5, 1_000_000, 35_000_000] {
                try shown.setPreferredScale(scale)
                try client.settle(shown)
                #expect(client.window.scale == 1)
            }
            #expect(failures.contains("is ignored"))
            try shown.setPreferredScale(1.5)
            try client.settle(shown)
            #expect(client.window.scale == 1.5)
        }
    }

    @Test func aScaleAtWhichTheSizeCannotBeDrawnIsLowered() throws {
        try withClient { compositor, client, shown in
            let failures = failures(client)
            client.window.limitSide(to: 2000)
            try shown.setPreferredScale(8)
            try client.settle(shown)
            // 640 points at 3 pixels are 1,920.
            #expect(client.window.scale == 3)
            #expect(client.window.bufferSize.width <= 2000)
            #expect(failures.contains("its scale is 3.0"))
            try shown.configureAndWait(Configure(width: 1200, height: 300))
            #expect(client.window.scale == 1)
            try shown.configureAndWait(Configure(width: 200, height: 100))
            #expect(client.window.scale == 8)
        }
    }

    @Test func limitsOfPicturesAreSidesBytesAndMemory() {
        var limits = SurfaceLimits()
        limits.memory = MemoryGauge(resident: { 0 }, room: { .max })
        #expect(limits.allow(PixelSize(width: 16_384, height: 16_384)))
        #expect(!limits.allow(PixelSize(width: 16_385, height: 1)))
        #expect(!limits.allow(PixelSize(width: .max, height: .max)))
        limits.longestSide = 8192
        #expect(!limits.allow(PixelSize(width: 8193, height: 1)))
        limits.memory = MemoryGauge(resident: { 0 }, room: { 1 << 30 })
        #expect(limits.allow(PixelSize(width: 3840, height: 2160)))
        #expect(!limits.allow(PixelSize(width: 10_000, height: 10_000)))
    }

    // MARK: Input

    @Test func hugeScrollsAndPinchesAreBound() {
        var pointer = PointerGrouping<Int>()
        pointer.enter(1, at: .zero, now: 0)
        for _ in 0..<5000 {
            pointer.axis(0, distance: 8_388_607, time: 0)
            pointer.axisSteps(1, steps: -17_895_697)
            pointer.button(PointerButton(code: .max), isPressed: true, time: 0)
        }
        let frame = pointer.close(now: 0, modifiers: [])[0].frame
        #expect(frame.scroll?.vertical.distance == 16_384)
        #expect(frame.scroll?.horizontal.steps == -128)
        #expect(frame.buttons.count == EventBounds.mostChanges)
        #expect(EventBounds.clamped(0, to: EventBounds.pinches) == 1.0 / 64)
        #expect(EventBounds.clamped(-8_388_608, to: EventBounds.pinches) == 1.0 / 64)
    }

    @Test func fingersWithoutEndAreBoundAndAllGoAgain() {
        var touch = TouchGrouping<Int>()
        for id in Int32.min..<Int32.min + 5000 { touch.down(id, on: 1, at: .zero, time: 0) }
        #expect(touch.count == EventBounds.mostFingers)
        for _ in 0..<50 {
            for id in Int32.min..<Int32.min + 64 {
                touch.down(id, on: 1, at: .zero, time: 0)
                touch.motion(id, to: Point(x: 1, y: 1), time: 0)
            }
        }
        touch.cancel(now: 0)
        let changes = touch.close(modifiers: []).flatMap(\.frame.changes)
        #expect(changes.count <= EventBounds.mostChanges + EventBounds.mostFingers)
        #expect(changes.count { $0.phase == .cancelled } == EventBounds.mostFingers)
        #expect(touch.count == 0)
    }

    @Test func ratesOfScreensAreBound() {
        #expect(EventBounds.frameInterval(1 / 60.0) == 1 / 60.0)
        #expect(EventBounds.frameInterval(1e-9) == nil)
        #expect(EventBounds.frameInterval(0) == nil)
        #expect(EventBounds.frameInterval(-1) == nil)
        #expect(EventBounds.frameInterval(.infinity) == nil)
        #expect(EventBounds.frameInterval(4.2) == nil)
    }

    // MARK: Data

    @Test func typesWithoutEndAreBound() throws {
        try withClient { compositor, client, shown in
            let name = String(repeating: "x", count: 300)
            var data = (0..<2000).map { OfferedData(type: "a/\($0)", text: "") }
            data.insert(OfferedData(type: name, text: "no"), at: 0)
            data.insert(OfferedData(type: "text/plain", text: "yes"), at: 1)
            data.append(OfferedData(type: "text/last", text: "no"))
            try compositor.clipboard.offer(data)
            try compositor.keyboard.enter(shown)
            try client.settle(shown)
            let seat = try #require(client.connection.seats.first)
            var answers: [[UInt8]?] = []
            seat.paste([name]) { answers.append($0) }
            seat.paste(["text/last"]) { answers.append($0) }
            #expect(answers == [nil, nil])
            seat.paste(["text/plain"]) { answers.append($0) }
            try compositor.wait(until: { answers.count == 3 }, "the text")
            #expect(answers.last == Array("yes".utf8))
        }
    }

    @Test func aNewPasteEndsTheOneWhoseOwnerNeverAnswers() throws {
        try withClient { compositor, client, shown in
            try compositor.clipboard.offer([
                OfferedData(type: "text/plain", bytes: [], isSilent: true)
            ])
            try compositor.keyboard.enter(shown)
            try client.settle(shown)
            let seat = try #require(client.connection.seats.first)
            var ended = 0
            for _ in 0..<50 { seat.paste(["text/plain"]) { if $0 == nil { ended += 1 } } }
            #expect(ended == 49)
            try client.settle(shown)
            #expect(try compositor.clipboard.waitingReaders == 1)
        }
    }

    @Test func aNewDropEndsTheOneWhoseOwnerNeverAnswers() throws {
        try withClient { compositor, client, shown in
            for _ in 0..<10 {
                try compositor.drag.enter(
                    shown, x: 5, y: 5,
                    data: [OfferedData(type: "text/uri-list", bytes: [], isSilent: true)])
                try compositor.drag.wait("the answer") { $0.acceptedType == "text/uri-list" }
                try compositor.drag.drop()
                try compositor.drag.wait("the question") { !$0.receivedTypes.isEmpty }
            }
            try client.settle(shown)
            #expect(try compositor.clipboard.waitingReaders == 1)
        }
    }

    @Test func aMinuteEndsAReaderAndAWriter() throws {
        let clock = TestClock()
        let loop = try EventLoop(clock: clock)
        let pipe = try #require(makePipe())
        defer { close(pipe.writing) }
        var answers: [[UInt8]?] = []
        var reasons: [String] = []
        _ = PipeReader(
            loop: loop, descriptor: pipe.reading, limit: 100, explain: { reasons.append($0) },
            { answers.append($0) })
        clock.advance(by: 59)
        try loop.runOnce(waitingAtMost: 0)
        #expect(answers.isEmpty)
        clock.advance(by: 2)
        try loop.runOnce(waitingAtMost: 0)
        #expect(answers == [nil])
        #expect(reasons.first?.contains("within a minute") == true)

        let other = try #require(makePipe())
        defer { close(other.reading) }
        let writer = PipeWriter(
            loop: loop, descriptor: other.writing, bytes: [UInt8](repeating: 1, count: 1 << 20))
        try loop.runOnce(waitingAtMost: 0)
        clock.advance(by: 50)
        // A reader that reads some of it has another minute.
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        #expect(read(other.reading, &bytes, bytes.count) > 0)
        try loop.runOnce(waitingAtMost: 0)
        clock.advance(by: 50)
        try loop.runOnce(waitingAtMost: 0)
        #expect(!writer.hasEnded)
        clock.advance(by: 11)
        try loop.runOnce(waitingAtMost: 0)
        #expect(writer.hasEnded)
    }

    @Test func aPasteThatIsTooLongIsTold() throws {
        try withClient { compositor, client, shown in
            let failures = failures(client)
            try compositor.clipboard.offer([
                OfferedData(type: "text/plain", bytes: [UInt8](repeating: 65, count: 5000))
            ])
            try compositor.keyboard.enter(shown)
            try client.settle(shown)
            let seat = try #require(client.connection.seats.first)
            var isRefused = false
            seat.paste(["text/plain"], limit: 1000) { isRefused = $0 == nil }
            try compositor.wait(until: { isRefused }, "the refusal")
            #expect(failures.contains("longer than 1000 bytes"))
        }
    }

    // MARK: The end

    @Test func aConnectionThatIsClosedAloneIsToldAsThat() throws {
        try withTestCompositor { compositor in
            let client = try Client(compositor)
            let shown = try compositor.waitForWindow()
            try client.settle(shown)
            try compositor.disconnectClients()
            try compositor.wait(until: { !client.endings.isEmpty }, "the end")
            #expect(client.endings.count == 1)
            #expect(client.endings[0].problem.contains("it still runs"))
            client.window.close()
            client.connection.close()
        }
    }

    @Test func whatEndsAConnectionIsTold() {
        #expect(ConnectionEnd(code: EPIPE, displayName: "/nonexistent/wayland-0") == .ended)
        #expect(ConnectionEnd(code: 0, displayName: "WAYLAND_SOCKET") == .closed)
        #expect(ConnectionEnd(code: EAGAIN, displayName: "wayland-0") == .full)
        #expect(ConnectionEnd(code: ENOMEM, displayName: "").description.contains("memory"))
    }
}
