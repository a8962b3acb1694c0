import EventLoop
import Foundation
import Geometry
import Synchronization
import TestBus
import TestCompositor
import Testing
import Viewer

private let appearance = "org.freedesktop.appearance"

/// A message bus that lives while a test runs: on the main thread, which tests leave alone.
private final class Desktop: Sendable {
    private let isOver = Mutex(false)
    private let wishes = Mutex<[@MainActor @Sendable (FakeBus) -> Void]>([])
    let address: String

    private init(address: String) { self.address = address }

    /// Starts a bus with a portal behind it.
    ///
    /// Its turns are put on the main queue one by one, not by a task: while tests wait there may be no
    /// thread for tasks.
    static func start(_ portal: FakeBus.Portal) throws -> Desktop {
        let result = Mutex<Result<Desktop, any Error>?>(nil)
        let isThere = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
            MainActor.assumeIsolated {
                do {
                    let loop = try EventLoop()
                    let bus = try FakeBus(loop: loop, portal: portal)
                    let desktop = Desktop(address: bus.address)
                    result.withLock { $0 = .success(desktop) }
                    desktop.turn(loop, bus)
                } catch {
                    result.withLock { $0 = .failure(error) }
                }
                isThere.signal()
            }
        }
        isThere.wait()
        return try #require(result.withLock { $0 }).get()
    }

    @MainActor private func turn(_ loop: EventLoop, _ bus: FakeBus) {
        guard !isOver.withLock({ $0 }) else { return bus.close() }
        _ = try? loop.run(until: { false }, waitingAtMost: 0.01)
        for wish in taken { wish(bus) }
        DispatchQueue.main.async { MainActor.assumeIsolated { self.turn(loop, bus) } }
    }

    /// Lets the bus do something.
    func does(_ wish: @escaping @MainActor @Sendable (FakeBus) -> Void) {
        wishes.withLock { $0.append(wish) }
    }

    /// What is to be done, taken off the list.
    private var taken: [@MainActor @Sendable (FakeBus) -> Void] {
        wishes.withLock { list in
            defer { list = [] }
            return list
        }
    }

    func end() { isOver.withLock { $0 = true } }
}

extension EndToEnd {
    @Suite struct AppearanceTests {
        /// Runs the viewer without a theme on the command line.
        private func withViewer(
            on desktop: Desktop?, _ options: [String] = [], library: String = ":memory:",
            _ body: (RunningViewer) throws -> Void
        ) throws {
            try withTestCompositor(CompositorSettings()) { compositor in
                let executable = try ClientProcess.built("oresen")
                let shaders = URL(filePath: executable).deletingLastPathComponent()
                    .appending(path: "test-shaders").path
                var environment = ["LC_ALL": "C", "MESA_SHADER_CACHE_DIR": shaders]
                if let desktop { environment["DBUS_SESSION_BUS_ADDRESS"] = desktop.address }
                let process = try ClientProcess(
                    executable: executable,
                    arguments: Program.samples + [
                        "--library", library, "--zone", "Europe/Berlin",
                    ] + options, on: compositor, environment: environment, traceOption: "--trace")
                let viewer = try RunningViewer(compositor, process)
                try viewer.trace.wait(event: "loaded")
                try viewer.settle()
                try body(viewer)
                #expect(try process.end() == .code(0), "\(process.summary)")
            }
        }

        /// The colour of the list's ground, where nothing is written on it.
        private func ground(_ viewer: RunningViewer) throws -> String {
            let picture = try viewer.window.picture
            let digits = String(picture[3, picture.height - 4] & 0xFF_FFFF, radix: 16)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits.uppercased()
        }

        /// Whether two pictures are the same but for the last step of a colour, by which what comes out
        /// of a kept picture may differ.
        private func isAlike(_ a: Picture, _ b: Picture) -> Bool {
            guard a.width == b.width, a.height == b.height else { return false }
            func channel(_ pixel: UInt32, _ shift: UInt32) -> Int { Int((pixel >> shift) & 255) }
            var places: [Int] = []
            for (index, pair) in zip(a.pixels, b.pixels).enumerated() where pair.0 != pair.1 {
                for shift: UInt32 in [0, 8, 16, 24]
                where abs(channel(pair.0, shift) - channel(pair.1, shift)) > 1 {
                    places.append(index)
                    break
                }
            }
            if let first = places.first, let last = places.last {
                Issue.record(
                    """
                    \(places.count) pixels differ, from (\(first % a.width), \(first / a.width)) to \
                    (\(last % a.width), \(last / a.width))
                    """)
            }
            return places.isEmpty
        }

        /// Waits for the frames of a change of theme; how many asked for another.
        private func fade(
            _ viewer: RunningViewer, _ what: String, _ change: () throws -> Void
        ) throws -> Int {
            let mark = try viewer.mark
            try change()
            try viewer.trace.wait(what, from: mark) {
                $0.event == "frame" && $0.text("cause") == "theme"
            }
            try viewer.settle()
            let frames = try viewer.lines("frame", from: mark)
            #expect(frames.last?["animating"]?.flag == false)
            // All of them in one go: nothing is drawn again once it rests.
            #expect(frames.dropLast().allSatisfy { $0["animating"]?.flag == true }, "\(what)")
            return frames.count - 1
        }

        @Test func theDesktopIsFollowedLive() throws {
            let desktop = try Desktop.start(
                .answers([(appearance, "color-scheme", .unsigned(1))]))
            defer { desktop.end() }
            let (light, dark) = (Theme.light.bar.hexString, Theme.dark.bar.hexString)
            try withViewer(on: desktop) { viewer in
                // The first picture waits for the desktop, but not for ever: on a busy machine it is
                // light before it is dark, and the change may have begun with a frame of the data.
                try viewer.settle()
                if try ground(viewer) != dark {
                    try viewer.trace.wait("the desktop's theme", from: 0) {
                        $0.event == "frame" && $0.text("cause") == "theme"
                    }
                    try viewer.settle()
                }
                #expect(try ground(viewer) == dark)
                let first = try viewer.window.picture
                let frames = try fade(viewer, "light") {
                    desktop.does { $0.change(appearance, "color-scheme", .unsigned(2)) }
                }
                #expect(frames > 2)
                #expect(try ground(viewer) == light)
                let light = try viewer.window.picture
                #expect(
                    try fade(viewer, "contrast") {
                        desktop.does { $0.change(appearance, "contrast", .unsigned(1)) }
                    } > 2)
                let contrast = try viewer.window.picture
                #expect(contrast != light && contrast != first)
                #expect(
                    try fade(viewer, "accent") {
                        desktop.does {
                            $0.change(appearance, "accent-color", .color(0.8, 0.1, 0.4))
                        }
                    } > 2)
                #expect(try viewer.window.picture != contrast)
                // The portal goes: what it said last stays.
                desktop.does {
                    $0.portal = .missing
                    $0.changeOwner(from: ":1.3", to: nil)
                }
                // Without motion it is one frame that changes everything.
                desktop.does { $0.change(appearance, "reduced-motion", .unsigned(1)) }
                #expect(
                    try fade(viewer, "no accent, without motion") {
                        desktop.does { $0.change(appearance, "accent-color", .color(-1, -1, -1)) }
                    } == 0)
                #expect(isAlike(try viewer.window.picture, contrast))
                for key in ["contrast", "color-scheme"] {
                    _ = try fade(viewer, key) {
                        desktop.does {
                            $0.change(appearance, key, .unsigned(key == "contrast" ? 0 : 1))
                        }
                    }
                }
                #expect(isAlike(try viewer.window.picture, first), "where it began")
                desktop.does { $0.hangUp() }
                try viewer.settle()
                #expect(isAlike(try viewer.window.picture, first))
            }
        }

        @Test func theMenuIsUsedByKeysAloneAndWhatWasChosenIsKept() throws {
            let dark = Theme.dark.bar.hexString
            try withTemporaryFolder { folder in
                let library = folder + "/kept"
                try withViewer(on: nil, library: library) { viewer in
                    try viewer.type(Keys.f10)
                    var layout = try viewer.waitForLayout("the menu") { $0.has("menu", "Menu") }
                    #expect(
                        try layout.control("segment", "Light or dark as the desktop").isSelected)
                    try viewer.type(KeyCode.left)
                    try viewer.type(KeyCode.enter)
                    layout = try viewer.waitForLayout("dark") {
                        (try? $0.control("segment", "Dark").isSelected) == true
                    }
                    try viewer.type(KeyCode.down)
                    try viewer.type(KeyCode.down)
                    try viewer.type(KeyCode.enter)
                    try viewer.waitForLayout("reduced motion off") {
                        (try? $0.control("segment", "Full motion").isSelected) == true
                    }
                    try viewer.type(KeyCode.escape)
                    try viewer.waitForLayout("no menu") { !$0.has("menu", "Menu") }
                    try viewer.settle()
                    #expect(try ground(viewer) == dark)
                }
                let path = folder + "/kept/settings.json"
                let kept = try String(contentsOfFile: path, encoding: .utf8)
                #expect(kept == #"{"reduced-motion":false,"theme":"dark"}"#)
                try withViewer(on: nil, library: library) { viewer in
                    let now = try ground(viewer)
                    #expect(now == dark)
                }
                // The command line goes before what was kept, and leaves it as it is.
                try withViewer(on: nil, ["--theme", "light"], library: library) { viewer in
                    let now = try ground(viewer)
                    #expect(now == Theme.light.bar.hexString)
                }
                #expect(try String(contentsOfFile: path, encoding: .utf8) == kept)
                try Data("{broken".utf8).write(to: URL(filePath: path))
                try withViewer(on: nil, library: library) { viewer in
                    let now = try ground(viewer)
                    #expect(now == Theme.light.bar.hexString)
                }
            }
        }
    }
}
