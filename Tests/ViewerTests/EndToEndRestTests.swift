import ChartCore
import FaultTesting
import Foundation
import Geometry
import HealthData
import Ink
import TestCompositor
import Testing

extension EndToEnd {
    /// Windows on a library that nothing changes.
    @Suite(.serialized) struct LibraryRestTests {
        private static let samples = 100_000
        private static let seconds = 10.0

        @Test func oneWindowAndTwoDoNothingForTenSeconds() throws {
            try withTemporaryFolder { folder in
                let directory = try makeLibrary(in: folder)
                try rest(on: directory, windows: 2, in: folder)
            }
        }

        /// The first page leads to all others; without it SQLite cannot open the file.
        @Test func aWindowOnADamagedLibraryDoesNothingEither() throws {
            try withTemporaryFolder { folder in
                let directory = try makeLibrary(in: folder)
                let file = try #require(FileHandle(forUpdatingAtPath: Library.path(in: directory)))
                try file.write(contentsOf: Data(repeating: 0, count: 4_096))
                try file.close()
                let damaged = try rest(on: directory, windows: 1, in: folder)
                #expect(damaged.contains { $0.contains("is damaged") }, "\(damaged)")
            }
        }

        private func makeLibrary(in folder: String) throws -> String {
            var text = "time,heart rate\n"
            for minute in 0..<Self.samples {
                let time = 1_767_225_600 + minute * 60
                text += "\(time),\(60 + minute * 7 % 41)\n"
            }
            let file = folder + "/heart.csv"
            try Data(text.utf8).write(to: URL(filePath: file))
            let library = try Library(directory: folder + "/library")
            defer { library.close() }
            let addition = try library.add(file, options: ImportOptions(zone: .utc))
            #expect(addition.new == Self.samples)
            // A drawing over the last days, which the window shows.
            let end = 1_767_225_600 + Double(Self.samples) * 60
            let figure = InkFigure(
                .trendLine, from: Point(x: end - 300_000, y: 70), to: Point(x: end, y: 90),
                brush: InkBrush(.pen, size: 3))
            let mark = InkMark(
                id: .init(1), .figure(figure), color: .named(.red),
                x: .values(origin: 0, perPoint: 1), y: .values(origin: 0, perPoint: 1))
            let kept = LibraryMark(
                id: 1, metric: .heartRate, kind: "trendLine", basis: nil, times: mark.spanX,
                values: mark.spanY, created: end, changed: end, bytes: InkMarkCoding.bytes(mark))
            let change = LibraryMarkChange(metric: .heartRate, before: [], after: [kept])
            try library.drawings.edit([LibraryMarkEdit(.made, change)])
            return folder + "/library"
        }

        /// Opens windows one after the other, and checks each time that all of them are idle.
        ///
        /// - Returns: The messages that they show about the library.
        @discardableResult
        private func rest(on directory: String, windows: Int, in folder: String) throws -> [String]
        {
            let injector = try Injector(in: folder)
            return try withTestCompositor { compositor in
                var opened: [Window] = []
                for number in 1...windows {
                    opened.append(
                        try Window(
                            directory, injector, state: "\(folder)/calls-\(number)", compositor))
                    // An earlier window may read once more, because another one has read.
                    for window in opened { try window.waitForSleep(compositor) }
                    let before = try opened.map { try $0.activity() }
                    Thread.sleep(forTimeInterval: Self.seconds)
                    let after = try opened.map { try $0.activity() }
                    #expect(after == before, "\(opened.count) windows on \(directory)")
                }
                let said = try opened.flatMap { try $0.messages() }
                for window in opened {
                    #expect(try window.process.end() == .code(0), "\(window.process.summary)")
                }
                return said
            }
        }
    }

    /// A window on a library, and what it has done so far.
    private struct Window {
        /// The figures that do not change while a process is at rest.
        struct Activity: Equatable {
            var switches: Int
            var bytesWritten: Int
            var syncs: Int
            var calls: Int
            var lines: Int
        }

        let process: ClientProcess
        private let trace: Trace
        private let state: String

        init(
            _ directory: String, _ injector: Injector, state: String, _ compositor: TestCompositor
        ) throws {
            self.state = state
            process = try Program.start(
                [], library: directory,
                environment: injector.environment(directory, state: state), on: compositor)
            trace = try #require(process.trace)
            try trace.wait(event: "loaded")
        }

        /// Waits until everything caused by loading is at rest: releasing memory comes last.
        func waitForSleep(_ compositor: TestCompositor) throws {
            try compositor.wait(
                until: { try trace.lines.contains { $0.event == "memory-released" } },
                "the release of memory")
            var last = try activity()
            var quiet = 0
            try compositor.wait(
                until: {
                    let now = try activity()
                    quiet = now == last ? quiet + 1 : 0
                    last = now
                    return quiet >= 200
                }, "the viewer's sleep")
        }

        func activity() throws -> Activity {
            let io = try String(contentsOfFile: "/proc/\(process.id)/io", encoding: .utf8)
            let written = io.split(separator: "\n").first { $0.hasPrefix("write_bytes:") }
                .flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
            let calls = Injector.counts(state).calls
            return Activity(
                switches: try Footprint(process.id).switches,
                bytesWritten: try #require(written), syncs: calls[.sync] ?? 0,
                calls: calls.values.reduce(0, +), lines: try trace.lines.count)
        }

        func messages() throws -> [String] {
            try trace.lines.filter { $0.event == "layout" }.map { "\($0)" }
        }
    }
}
