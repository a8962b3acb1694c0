import ChartCore
import Foundation
import Geometry
import HealthData
import TestCompositor
import Testing

extension EndToEnd {
    /// Random actions on a library that another program changes at the same time.
    ///
    /// `make torture CASES=monkey` gives it more time: `MONKEY_SECONDS` is its duration, and `SEED`
    /// selects the actions.
    @Suite(.serialized) struct MonkeyTests {
        @Test func whateverIsDoneTheWindowStaysWellAndComesToRest() throws {
            let settings = ProcessInfo.processInfo.environment
            let seconds = settings["MONKEY_SECONDS"].flatMap(Double.init)
            let seed = settings["SEED"].flatMap(UInt64.init) ?? 1
            try withTemporaryFolder { folder in
                let directory = folder + "/records"
                let library = try Library(directory: directory)
                for file in Program.samples {
                    _ = try library.add(file, options: ImportOptions(zone: .utc))
                }
                library.close()
                let end = seconds.map { Date(timeIntervalSinceNow: $0) }
                try withViewer([], library: directory) { viewer in
                    var monkey = Monkey(viewer, directory, seed: seed)
                    var (count, early) = (0, nil as Footprint?)
                    // All caches fill first; later growth is a leak.
                    while end.map({ Date() < $0 }) ?? (count < 300) {
                        try monkey.act()
                        count += 1
                        if early == nil, count >= 150,
                            seconds.map({ s in end.map { $0.timeIntervalSinceNow < s / 2 } ?? true }
                            )
                                ?? true
                        {
                            try monkey.rest()
                            early = try Footprint(viewer.process.id)
                        }
                    }
                    try monkey.rest()
                    let late = try Footprint(viewer.process.id)
                    let before = try #require(early)
                    #expect(
                        late.megabytes < before.megabytes * 1.25 + 48,
                        "\(before) became \(late) within \(count) actions, seed \(seed)")
                    #expect(late.descriptors <= before.descriptors + 6, "\(before) became \(late)")
                    try expectRest(viewer, "after \(count) actions, seed \(seed)")
                }
                #expect(try Library(directory: directory).verify().isEmpty)
            }
        }

        /// While nothing happens, nothing is drawn and no thread wakes up.
        private func expectRest(_ viewer: RunningViewer, _ about: String) throws {
            // A timer or a reading of the library would run within this time. Memory is released
            // once, some time after everything was read; only then is the window at rest.
            var (before, after) = (try Footprint(viewer.process.id), nil as Footprint?)
            var lines: [TraceLine] = []
            for _ in 0..<4 {
                before = try Footprint(viewer.process.id)
                let mark = try viewer.mark
                Thread.sleep(forTimeInterval: 3)
                after = try Footprint(viewer.process.id)
                lines = Array(try viewer.trace.lines.dropFirst(mark))
                // The last message may still have to disappear.
                if !lines.contains(where: { ["memory-released", "layout"].contains($0.event) }) {
                    break
                }
            }
            guard let after else { return }
            #expect(lines.isEmpty, "traced at rest \(about): \(lines)")
            #expect(
                after.switches == before.switches,
                "switches in 3 s at rest \(about): \(after.switches(since: before))")
        }
    }

    /// The resources of a process.
    struct Footprint: CustomStringConvertible {
        let megabytes: Double
        let descriptors: Int
        let switches: Int
        /// The switches of each thread.
        private let threads: [String: Int]

        init(_ process: pid_t) throws {
            let folder = "/proc/\(process)"
            func numbers(_ path: String, _ name: String) throws -> Int {
                let text = try String(contentsOfFile: path, encoding: .utf8)
                let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
                return line?.split(whereSeparator: \.isWhitespace).dropFirst().first
                    .flatMap { Int($0) } ?? 0
            }
            megabytes = Double(try numbers(folder + "/status", "VmRSS:")) / 1024
            let files = FileManager.default
            descriptors = try files.contentsOfDirectory(atPath: folder + "/fd").count
            // A thread may end while its lines are read.
            var threads: [String: Int] = [:]
            for task in try files.contentsOfDirectory(atPath: folder + "/task") {
                let path = "\(folder)/task/\(task)"
                let name = (try? String(contentsOfFile: path + "/comm", encoding: .utf8)) ?? ""
                threads["\(task) \(name.dropLast())"] =
                    (try? numbers(path + "/status", "voluntary_ctxt_switches:")) ?? 0
            }
            self.threads = threads
            switches = threads.values.reduce(0, +)
        }

        /// How often each thread has switched since an earlier measurement.
        func switches(since earlier: Footprint) -> [String: Int] {
            threads.merging(earlier.threads) { $0 - $1 }.filter { $0.value != 0 }
        }

        var description: String {
            "\(Int(megabytes)) MB and \(descriptors) descriptors"
        }
    }
}

/// Performs one action after another, chosen by a seed.
private struct Monkey {
    private let viewer: RunningViewer
    private let library: String
    private var random: SplitMix64
    private let program: String?
    private var done = 0

    init(_ viewer: RunningViewer, _ library: String, seed: UInt64) {
        self.viewer = viewer
        self.library = library
        random = SplitMix64(seed: seed)
        program = try? ClientProcess.built("oresen")
    }

    // MARK: Doing

    mutating func act() throws {
        done += 1
        let what = Int.random(in: 0..<100, using: &random)
        let name: String
        switch what {
        case 0..<26: name = try pressControl()
        case 26..<46: name = try pressKey()
        case 46..<56: name = try drag()
        case 56..<64: name = try turn()
        case 64..<70: name = try pinch()
        case 70..<76: name = try touch()
        case 76..<82: name = try move()
        case 82..<88: name = try resize()
        case 88..<91: name = try scale()
        case 91..<95: name = try changeLibrary()
        case 95..<98: name = try note()
        default: name = try dropFile()
        }
        // A program that answers is alive.
        do {
            try viewer.window.roundTrip()
        } catch {
            throw CompositorError(
                "after \(done) actions, the last \(name): \(error); \(viewer.process.summary)")
        }
    }

    /// Closes dialogs and waits until everything is at rest.
    mutating func rest() throws {
        try viewer.compositor.setScale(1)
        try viewer.window.configureAndWait(Configure(width: 1100, height: 720))
        for _ in 0..<4 { try viewer.type(KeyCode.escape) }
        try viewer.pointTo(Point(x: 2, y: 700))
        // Another program's change is loaded first; the trace shows when that is done.
        var last = -1
        repeat {
            last = try viewer.mark
            try viewer.settle(deadline: 120)
            try viewer.window.roundTrip()
            Thread.sleep(forTimeInterval: 0.5)
        } while try viewer.mark != last
    }

    // MARK: What there is to do

    /// Controls that end the program, and with it the test.
    private static let ending: Set = ["Close window", "Quit"]

    private mutating func pressControl() throws -> String {
        let layout = try viewer.layout()
        let all = layout.controls.filter {
            !Self.ending.contains($0.name) && $0.id != "window.close" && $0.frame.width > 0
        }
        guard let control = all.randomElement(using: &random) else { return "no control" }
        let place = Point(
            x: control.frame.x + Double.random(in: 0..<max(1, control.frame.width), using: &random),
            y: control.frame.y + Double.random(in: 0..<max(1, control.frame.height), using: &random)
        )
        try viewer.pointTo(place)
        let button = chance(0.1) ? PointerEvent.right : PointerEvent.left
        try viewer.compositor.pointer.press(button)
        try viewer.compositor.pointer.release(button)
        return "a press on \(control.role) '\(control.name)'"
    }

    private mutating func pressKey() throws -> String {
        let codes: [UInt32] = [
            KeyCode.escape, KeyCode.one, KeyCode.minus, KeyCode.equal, KeyCode.backspace,
            KeyCode.tab, KeyCode.tab, KeyCode.y, KeyCode.i, KeyCode.o, KeyCode.enter, KeyCode.a,
            KeyCode.s, KeyCode.d, KeyCode.l, KeyCode.c, KeyCode.v, KeyCode.n, KeyCode.m,
            KeyCode.slash, KeyCode.space, KeyCode.f1, KeyCode.home, KeyCode.up, KeyCode.pageUp,
            KeyCode.left, KeyCode.right, KeyCode.end, KeyCode.down, KeyCode.pageDown,
            KeyCode.delete,
        ]
        let code = codes.randomElement(using: &random) ?? KeyCode.escape
        switch Int.random(in: 0..<10, using: &random) {
        case 0: try viewer.type(KeyCode.leftControl, code)
        case 1: try viewer.type(KeyCode.leftShift, code)
        case 2: try viewer.type(KeyCode.leftAlt, code)
        default: try viewer.type(code)
        }
        return "key \(code)"
    }

    private mutating func drag() throws -> String {
        let places = (0..<Int.random(in: 2...9, using: &random)).map { _ in place() }
        if chance(0.7) {
            try viewer.drag(places)
        } else {
            // With the other button, which selects.
            try viewer.pointTo(place())
            try viewer.compositor.pointer.press(PointerEvent.right)
            for place in places { try viewer.pointTo(place) }
            try viewer.compositor.pointer.release(PointerEvent.right)
        }
        return "a drag"
    }

    private mutating func turn() throws -> String {
        try viewer.pointTo(place())
        let pointer = viewer.compositor.pointer
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            if chance(0.5) {
                try pointer.turnWheel(steps: Int.random(in: -3...3, using: &random))
            } else {
                try pointer.scroll(
                    dx: Double.random(in: -60...60, using: &random),
                    dy: Double.random(in: -60...60, using: &random))
            }
        }
        try pointer.stopScrolling()
        return "the wheel"
    }

    private mutating func pinch() throws -> String {
        try viewer.pointTo(place())
        let pointer = viewer.compositor.pointer
        try pointer.gesture(.pinchBegin(fingers: 2))
        var size = 1.0
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            size *= Double.random(in: 0.7...1.4, using: &random)
            try pointer.gesture(
                .pinchUpdate(
                    dx: Double.random(in: -20...20, using: &random),
                    dy: Double.random(in: -20...20, using: &random), scale: size, rotation: 0))
        }
        try pointer.gesture(.pinchEnd(isCancelled: chance(0.2)))
        return "a pinch"
    }

    private mutating func touch() throws -> String {
        if chance(0.6) {
            try viewer.swipe((0..<5).map { _ in place() })
            return "a swipe"
        }
        let (first, second) = (place(), place())
        let (touch, window) = (viewer.compositor.touch, viewer.window)
        try touch.send([.down(id: 1, x: first.x, y: first.y)], on: window)
        try touch.send([.down(id: 2, x: second.x, y: second.y)], on: window)
        for _ in 0..<4 {
            let (one, two) = (place(), place())
            try touch.send(
                [.motion(id: 1, x: one.x, y: one.y), .motion(id: 2, x: two.x, y: two.y)],
                on: window)
        }
        if chance(0.3) {
            try touch.cancel()
        } else {
            try touch.send([.up(id: 1), .up(id: 2)], on: window)
        }
        return "two fingers"
    }

    private mutating func move() throws -> String {
        for _ in 0..<6 { try viewer.pointTo(place()) }
        return "the pointer"
    }

    private mutating func resize() throws -> String {
        let (width, height) = (
            Int.random(in: 300...1_400, using: &random), Int.random(in: 240...900, using: &random)
        )
        let states: ToplevelStates = chance(0.2) ? [.activated, .maximized] : .activated
        _ = try viewer.window.configure(
            Configure(width: width, height: height, states: states))
        return "the size \(width) × \(height)"
    }

    private mutating func scale() throws -> String {
        let scales: [Double] = [1, 1.25, 1.5, 2]
        let scale = scales.randomElement(using: &random) ?? 1
        try viewer.compositor.setScale(scale)
        return "the scale \(scale)"
    }

    /// Another program adds a file, or removes one.
    private mutating func changeLibrary() throws -> String {
        guard let program else { return "nothing" }
        let file = Program.samples.randomElement(using: &random) ?? ""
        let name = URL(filePath: file).lastPathComponent
        let arguments = chance(0.6) ? ["add", file] : ["remove", name]
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["library"] + arguments + ["--library", library]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        // A file that does not exist cannot be removed; that is no failure.
        #expect(process.terminationReason == .exit && [0, 1].contains(process.terminationStatus))
        return "another program's \(arguments[0])"
    }

    private mutating func note() throws -> String {
        try viewer.type(KeyCode.n)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let letters = [KeyCode.s, KeyCode.i, KeyCode.c, KeyCode.o, KeyCode.space]
            try viewer.type(letters.randomElement(using: &random) ?? KeyCode.s)
        }
        try viewer.type(chance(0.7) ? KeyCode.enter : KeyCode.escape)
        return "a note"
    }

    private mutating func dropFile() throws -> String {
        let file = Program.samples.randomElement(using: &random) ?? ""
        let (drag, place) = (viewer.compositor.drag, place())
        try drag.enter(viewer.window, x: place.x, y: place.y, files: [file])
        try drag.move(x: place.x + 5, y: place.y + 5)
        try viewer.window.roundTrip()
        try drag.leave()
        return "a file over the window"
    }

    private mutating func chance(_ part: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < part
    }

    private mutating func place() -> Point {
        Point(
            x: Double.random(in: 1..<1_100, using: &random).rounded(),
            y: Double.random(in: 1..<720, using: &random).rounded())
    }
}
