import ChartCore
import EventLoop
import Foundation
import HealthData
import Testing

@testable import Viewer

@MainActor
@Suite struct DocumentLoaderTests {
    /// A file that is loaded, and the pictures that were delivered for it.
    @MainActor
    final class Scene {
        let path: String
        let loop: EventLoop
        let loader: DocumentLoader
        var pictures: [ImportSnapshot] = []

        init(rows: Range<Int>) throws {
            path = NSTemporaryDirectory() + "/loaded-" + UUID().uuidString + ".csv"
            try Data(("time,value\n" + Scene.rows(rows)).utf8).write(
                to: URL(fileURLWithPath: path))
            loop = try EventLoop()
            loader = DocumentLoader(
                .files([path]), zone: .utc, assumptions: Assumptions(),
                calendar: CivilCalendar(zone: .utc))
        }

        isolated deinit { try? FileManager.default.removeItem(atPath: path) }

        /// Rows a second apart, whose values are their numbers.
        nonisolated static func rows(_ range: Range<Int>) -> String {
            range.map { second in
                let clock = [second / 3600, second / 60 % 60, second % 60]
                    .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
                return "2026-01-05T\(clock)Z,\(second)\n"
            }.joined()
        }

        func append(_ text: String) throws {
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.seekToEnd()
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
        }

        func run(until condition: @MainActor () -> Bool) throws -> Bool {
            try loop.run(until: condition, waitingAtMost: 60)
        }

        /// The values of the newest picture.
        var values: [Double] {
            guard case .readings(let readings) = pictures.last?.metrics.first?.content else {
                return []
            }
            return Array(readings.series.values)
        }
    }

    @Test func picturesGrowAndTheLastOneIsWhole() throws {
        let scene = try Scene(rows: 0..<80_000)
        scene.loader.start(mailbox: scene.loop.mailbox) { scene.pictures.append($0) }
        #expect(try scene.run { scene.pictures.last?.report != nil })
        #expect(scene.values == (0..<80_000).map(Double.init))
        let counts = scene.pictures.flatMap(\.metrics).map(\.count)
        #expect(counts == counts.sorted() && counts.last == 80_000)
        #expect(scene.pictures.filter { $0.report != nil }.count == 1)
        #expect(scene.pictures.allSatisfy { !$0.isUpdate })
        // The same as without growing.
        let whole = scene.loader.load()
        guard case .readings(let grown) = scene.pictures.last?.metrics.first?.content,
            case .readings(let loaded) = whole.metrics.first?.content
        else {
            Issue.record("these are readings")
            return
        }
        #expect(grown.series.times == loaded.series.times && grown.longestGap == loaded.longestGap)
        #expect(
            grown.series.summary(of: 10..<70_001) == loaded.series.summary(of: 10..<70_001))
    }

    /// The picture of the result also reports the end: a separate frame before it would only delay
    /// it.
    @Test func theEndIsToldOnceWithItsPicture() throws {
        let scene = try Scene(rows: 0..<20_000)
        scene.loader.start(mailbox: scene.loop.mailbox) { scene.pictures.append($0) }
        #expect(try scene.run { scene.pictures.last?.report != nil })
        let ends = scene.pictures.filter { $0.progress?.finished == true }
        #expect(ends.count == 1 && ends.first?.report != nil)
    }

    @Test func whatIsNamedAtTheStartIsReadBeforeThereIsAWindow() throws {
        let scene = try Scene(rows: 0..<2_000)
        var options = ViewerOptions(files: [scene.path], library: ":memory:")
        let rules = ReadingRules(options)
        let first = try #require(FirstReading(options, rules, loop: scene.loop))
        // Whatever is ready before there is a listener waits for the loop.
        first.onPicture = { scene.pictures.append($0) }
        #expect(try scene.run { scene.pictures.last?.report != nil })
        #expect(scene.values == (0..<2_000).map(Double.init))

        options.follows = true
        #expect(FirstReading(options, rules, loop: scene.loop) == nil)
        #expect(FirstReading(ViewerOptions(library: ":memory:"), rules, loop: scene.loop) == nil)
    }

    @Test func aGrowingFileIsFollowed() throws {
        let scene = try Scene(rows: 0..<20)
        try scene.loader.startFollowing(loop: scene.loop) { scene.pictures.append($0) }
        #expect(try scene.run { scene.pictures.last?.report != nil })
        #expect(scene.values == (0..<20).map(Double.init))
        #expect(scene.pictures.last?.isUpdate == false)
        var have = 20
        for _ in 0..<5 {
            try scene.append(Scene.rows(have..<have + 7))
            have += 7
            #expect(try scene.run { scene.values.count == have })
            #expect(scene.values == (0..<have).map(Double.init))
            #expect(scene.pictures.last?.isUpdate == true)
            #expect(scene.pictures.last?.report?.files[0].used == have)
        }
        // Many writes, few pictures, nothing lost.
        let before = scene.pictures.count
        for _ in 0..<300 {
            try scene.append(Scene.rows(have..<have + 1))
            have += 1
        }
        #expect(try scene.run { scene.values.count == have })
        #expect(scene.values == (0..<have).map(Double.init))
        #expect(scene.pictures.count - before < 300)
        // Replaced, as by programs that save by renaming.
        try Data(("time,value\n" + Scene.rows(5..<9)).utf8).write(
            to: URL(fileURLWithPath: scene.path), options: .atomic)
        #expect(try scene.run { scene.values == [5, 6, 7, 8] })
        try scene.append(Scene.rows(9..<11))
        #expect(try scene.run { scene.values == [5, 6, 7, 8, 9, 10] })
        scene.loader.cancel()
    }

    @Test func nothingHappensWhileNothingIsWritten() throws {
        let scene = try Scene(rows: 0..<20)
        try scene.loader.startFollowing(loop: scene.loop) { scene.pictures.append($0) }
        #expect(try scene.run { scene.pictures.last?.report != nil })
        let turns = scene.loop.wakeUps
        try scene.loop.runOnce(waitingAtMost: 0.2)
        #expect(scene.loop.wakeUps == turns + 1)
        #expect(scene.pictures.filter { $0.report != nil }.count == 1)
        scene.loader.cancel()
    }

    @Test func aPipeIsShownWhileItStillBringsSomething() throws {
        let scene = try Scene(rows: 0..<1)
        try FileManager.default.removeItem(atPath: scene.path)
        try #require(mkfifo(scene.path, 0o600) == 0)
        // Opened for reading and writing, so that neither side waits for the other.
        let pipe = try #require(FileHandle(forUpdatingAtPath: scene.path))
        func write(_ text: String) {
            Thread.detachNewThread { try? pipe.write(contentsOf: Data(text.utf8)) }
        }
        scene.loader.start(mailbox: scene.loop.mailbox) { scene.pictures.append($0) }
        write("time,value\n" + Scene.rows(0..<20_000))
        #expect(try scene.run { scene.pictures.last { !$0.metrics.isEmpty } != nil })
        #expect(scene.pictures.allSatisfy { $0.report == nil })
        #expect(
            scene.pictures.compactMap(\.progress).allSatisfy { $0.fraction == nil },
            "the length is not known")
        let early = scene.pictures.flatMap(\.metrics).map(\.count).max() ?? 0
        write(Scene.rows(20_000..<40_000))
        #expect(try scene.run { scene.pictures.flatMap(\.metrics).contains { $0.count > early } })
        #expect(scene.pictures.allSatisfy { $0.report == nil })
        // No more data come, and the person cancels.
        scene.loader.cancel()
        #expect(try scene.run { scene.pictures.last?.report != nil })
        #expect(scene.pictures.last?.report?.wasCancelled == true)
        #expect(scene.values == (0..<scene.values.count).map(Double.init))
        #expect(scene.values.count > early)
        try pipe.close()
    }
}
