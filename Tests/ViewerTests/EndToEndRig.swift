import Foundation
import Geometry
import TestCompositor
import Testing

// The rig of the end-to-end tests: the built program, in a window of a test compositor.
//
// Controls are found by their role and name in the trace's `layout`, the chart by its `plot`.
// Nothing depends on timing: every wait is for a line, a commit or an answer.

/// The suites that start the program run one after the other: they share two processors.
@Suite enum EndToEnd {}

/// An entry of a layout line: a thing in the window.
struct Control: Hashable {
    let role: String
    let name: String
    let value: String
    let id: String
    let isSelected: Bool
    let frame: Rect
}

/// A layout line.
struct WindowLayout {
    let plot: Rect
    let metric: String
    let period: String
    let phase: String
    let controls: [Control]

    init(_ line: TraceLine) throws {
        plot = try #require(WindowLayout.rect(line["plot"]), "\(line)")
        metric = try #require(line.text("metric"))
        period = try #require(line.text("period"))
        phase = try #require(line.text("phase"))
        let list = try #require(line["controls"]?.list)
        controls = try list.map { value in
            Control(
                role: try #require(value["role"]?.text), name: try #require(value["name"]?.text),
                value: try #require(value["value"]?.text), id: value["id"]?.text ?? "",
                isSelected: value["selected"]?.flag ?? false,
                frame: try #require(WindowLayout.rect(value["rect"])))
        }
    }

    private static func rect(_ value: TraceValue?) -> Rect? {
        guard let numbers = value?.list?.compactMap(\.number), numbers.count == 4 else {
            return nil
        }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// The control with this role and name.
    func control(_ role: String, _ name: String) throws -> Control {
        let found = controls.first { $0.role == role && $0.name == name }
        return try #require(
            found, "no \(role) '\(name)' among \(controls.map { "\($0.role) '\($0.name)'" })")
    }

    func has(_ role: String, _ name: String) -> Bool {
        controls.contains { $0.role == role && $0.name == name }
    }
}

/// A visible range, from a range line.
struct VisibleRange: Hashable {
    let min: Double
    let max: Double
    var length: Double { max - min }

    init(min: Double, max: Double) {
        self.min = min
        self.max = max
    }

    init(_ line: TraceLine) throws {
        min = try #require(line.number("min"))
        max = try #require(line.number("max"))
    }

    /// The value under a place of the plot.
    func value(at x: Double, in plot: Rect) -> Double {
        min + (x - plot.x) / plot.width * length
    }

    /// The place of a value on the plot.
    func place(of value: Double, in plot: Rect) -> Double {
        plot.x + (value - min) / length * plot.width
    }
}

/// The viewer while it runs.
final class RunningViewer {
    let compositor: TestCompositor
    let process: ClientProcess
    let window: TestWindow
    let trace: Trace

    init(_ compositor: TestCompositor, _ process: ClientProcess) throws {
        self.compositor = compositor
        self.process = process
        trace = try #require(process.trace)
        window = try compositor.waitForWindow { $0.appID == "io.github.oresen.Oresen" }
    }

    // MARK: The trace

    /// The number of lines: the mark from which a wait begins.
    var mark: Int { get throws { try trace.lines.count } }

    /// The lines of an event after a mark.
    func lines(_ event: String, from mark: Int = 0) throws -> [TraceLine] {
        try trace.lines.dropFirst(mark).filter { $0.event == event }
    }

    /// The newest layout.
    func layout() throws -> WindowLayout {
        try WindowLayout(try #require(try lines("layout").last, "no layout was traced"))
    }

    /// Waits for a layout that fulfils a condition; the newest one may fulfil it already.
    @discardableResult
    func waitForLayout(
        _ what: String, deadline: Double = defaultDeadline, where isRight: (WindowLayout) -> Bool
    ) throws -> WindowLayout {
        // Lines traced while the newest layout is checked are not missed.
        let start = try mark
        if let last = try lines("layout").last {
            let layout = try WindowLayout(last)
            if isRight(layout) { return layout }
        }
        let line = try trace.wait(what, from: start, deadline: deadline) { line in
            guard line.event == "layout", let layout = try? WindowLayout(line) else { return false }
            return isRight(layout)
        }
        return try WindowLayout(line)
    }

    /// The newest range of an axis.
    func range(_ axis: String = "x") throws -> VisibleRange {
        let line = try lines("range").last { $0.text("axis") == axis }
        return try VisibleRange(try #require(line, "no range of \(axis) was traced"))
    }

    /// The ranges of an axis after a mark, oldest first.
    func ranges(_ axis: String = "x", from mark: Int, cause: String? = nil) throws -> [VisibleRange]
    {
        try lines("range", from: mark)
            .filter { $0.text("axis") == axis && (cause == nil || $0.text("cause") == cause) }
            .map { try VisibleRange($0) }
    }

    // MARK: Waiting

    /// Waits until everything that was sent is handled, nothing moves, and the last frame is out.
    func settle(deadline: Double = defaultDeadline) throws {
        let end = Date(timeIntervalSinceNow: deadline)
        while Date() < end {
            let before = try mark
            // The first answer may come in the middle of the turn that handles the input; the
            // second comes after that turn has drawn.
            try window.roundTrip()
            try window.roundTrip()
            let state = try window.wait("the last frame to be acknowledged") {
                $0.waitingCallbacks == 0
            }
            try window.roundTrip()
            try window.roundTrip()
            let lines = try trace.lines
            let last = lines.last { $0.event == "frame" }
            if try window.state.commits == state.commits, lines.count == before,
                last?["animating"]?.flag == false
            {
                return
            }
        }
        throw CompositorError("the viewer did not come to rest in \(deadline) s")
    }

    // MARK: Doing

    enum Means: CaseIterable {
        case pointer
        case touch
        case pen

        /// How far a press may move before it is a drag, in points.
        var slop: Double { self == .touch ? 8 : 4 }
    }

    /// Presses a control at its center.
    func press(_ role: String, _ name: String, by means: Means = .pointer) throws {
        try press(at: try layout().control(role, name).frame.center, by: means)
    }

    /// Presses a place.
    func press(at place: Point, by means: Means = .pointer) throws {
        switch means {
        case .pointer:
            try pointTo(place)
            try compositor.pointer.press()
            try compositor.pointer.release()
        case .touch:
            try compositor.touch.send([.down(id: 7, x: place.x, y: place.y)], on: window)
            try compositor.touch.send([.up(id: 7)], on: window)
        case .pen:
            try penTo(place)
            try compositor.tablet.send([.down, .pressure(30_000)])
            try compositor.tablet.send([.pressure(0), .up])
        }
    }

    private var hasPen = false

    /// Brings a pen to a place over the window.
    func penTo(_ place: Point, time: UInt32? = nil) throws {
        if hasPen {
            try compositor.tablet.send([.motion(x: place.x, y: place.y)], time: time)
        } else {
            try compositor.tablet.add()
            try compositor.tablet.enter(window, x: place.x, y: place.y, time: time)
            hasPen = true
        }
    }

    private var isPointerInside = false

    /// Moves the pointer to a place in the window.
    func pointTo(_ place: Point, time: UInt32? = nil) throws {
        if isPointerInside {
            try compositor.pointer.move(x: place.x, y: place.y, time: time)
        } else {
            try compositor.pointer.enter(window, x: place.x, y: place.y)
            isPointerInside = true
        }
    }

    private var hasKeyboard = false

    /// Presses keys one after the other and releases them in reverse.
    func type(_ codes: UInt32...) throws {
        try hold(codes)
        for code in codes.reversed() { try compositor.keyboard.key(code, isPressed: false) }
    }

    /// Presses keys one after the other and holds them.
    func hold(_ codes: UInt32...) throws { try hold(codes) }

    private func hold(_ codes: [UInt32]) throws {
        if !hasKeyboard {
            try compositor.keyboard.enter(window)
            hasKeyboard = true
        }
        for code in codes { try compositor.keyboard.key(code, isPressed: true) }
    }

    /// Zooms in and out again: the same view, but no page to which a pan snaps.
    func freeFromPages() throws {
        for key in [KeyCode.equal, KeyCode.minus] {
            try type(key)
            try settle()
        }
    }

    /// Drags through places, eight milliseconds apart; rests before the release, so that nothing is
    /// thrown.
    func drag(_ places: [Point], by means: Means) throws {
        switch means {
        case .pointer: try drag(places)
        case .touch: try swipe(places)
        case .pen:
            var clock = EventTime()
            try penTo(try #require(places.first), time: clock.now)
            try compositor.tablet.send([.down, .pressure(20_000)], time: clock.now)
            for place in places.dropFirst() { try penTo(place, time: clock.after(8)) }
            try compositor.tablet.send([.up], time: clock.after(200))
        }
    }

    /// Holds the pointer's left button and moves through places, eight milliseconds apart; rests
    /// before the release, so that nothing is thrown.
    func drag(_ places: [Point]) throws {
        var clock = EventTime()
        let first = try #require(places.first)
        try pointTo(first, time: clock.now)
        try compositor.pointer.press(time: clock.now)
        for place in places.dropFirst() {
            try compositor.pointer.move(x: place.x, y: place.y, time: clock.after(8))
        }
        try compositor.pointer.release(time: clock.after(200))
    }

    /// The same with a finger.
    func swipe(_ places: [Point]) throws {
        var clock = EventTime()
        let first = try #require(places.first)
        try compositor.touch.send(
            [.down(id: 0, x: first.x, y: first.y)], on: window, time: clock.now)
        for place in places.dropFirst() {
            try compositor.touch.send(
                [.motion(id: 0, x: place.x, y: place.y)], on: window, time: clock.after(8))
        }
        try compositor.touch.send([.up(id: 0)], on: window, time: clock.after(200))
    }
}

/// The times of scripted events: the first is now, the others follow at the given distances,
/// however fast the script runs.
struct EventTime {
    private(set) var now: UInt32

    /// Begins now, or `milliseconds` ago: a script of that length on its own clock ends now.
    init(ago milliseconds: UInt32 = 0) {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let stamp = time.tv_sec * 1000 + time.tv_nsec / 1_000_000
        now = UInt32(truncatingIfNeeded: stamp) &- milliseconds
    }

    mutating func after(_ milliseconds: UInt32) -> UInt32 {
        now &+= milliseconds
        return now
    }
}

/// The program's files, and how it is started.
enum Program {
    static var repository: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    /// The three sample files.
    static var samples: [String] {
        ["steps.csv", "weight.csv", "blood-pressure.csv"].map {
            repository.appending(path: "assets/samples/\($0)").path
        }
    }

    /// Starts the program with the options that make all runs alike.
    static func start(
        _ files: [String], _ options: [String] = [], library: String = ":memory:",
        environment more: [String: String] = [:], on compositor: TestCompositor
    ) throws -> ClientProcess {
        let executable = try ClientProcess.built("oresen")
        // Keeps the driver's compiled shaders for the next start: they take half of the time of a
        // start.
        let shaders = URL(filePath: executable).deletingLastPathComponent()
            .appending(path: "test-shaders").path
        return try ClientProcess(
            executable: executable,
            arguments: files + [
                "--library", library, "--zone", "Europe/Berlin", "--theme", "light",
            ] + (options.contains("--begin") ? [] : ["--begin", "last"]) + options, on: compositor,
            environment: ["LC_ALL": "C", "MESA_SHADER_CACHE_DIR": shaders].merging(more) { $1 },
            traceOption: "--trace")
    }
}

/// Runs the viewer on files until `body` is done, once it has shown everything in them and rests.
@discardableResult
func withViewer<Result>(
    _ files: [String] = Program.samples, _ options: [String] = [], library: String = ":memory:",
    settings: CompositorSettings = CompositorSettings(), endingWith code: Int32 = 0,
    _ body: (RunningViewer) throws -> Result
) throws -> Result {
    try withTestCompositor(settings) { compositor in
        let process = try Program.start(files, options, library: library, on: compositor)
        let viewer = try RunningViewer(compositor, process)
        try viewer.trace.wait(event: "loaded")
        try viewer.settle()
        let result = try body(viewer)
        expectSoundTrace(try viewer.trace.lines)
        // The actions of the test must not have ended the program unnoticed.
        if process.ended == nil {
            #expect(try process.end() == .code(code), "\(process.summary)")
        }
        return result
    }
}

/// Runs `body` with a new folder, which is removed afterwards.
func withTemporaryFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "oresen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
}
