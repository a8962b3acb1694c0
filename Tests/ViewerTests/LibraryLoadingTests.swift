import ChartCore
import Foundation
import Geometry
import Localization
import Testing

@testable import HealthData
@testable import Viewer

/// Reloading, removal and damage of a library, as the window sees them.
@MainActor @Suite struct LibraryLoadingTests {
    private static let pound = 0.453_592_37

    /// A folder that is removed after the test.
    private final class Folder {
        let path = NSTemporaryDirectory() + "oresen-library-" + UUID().uuidString

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ text: String, _ name: String) throws -> String {
            let file = URL(fileURLWithPath: path + "/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return file.path
        }
    }

    private let folder: Folder
    private var directory: String { folder.path + "/records" }

    init() throws { folder = try Folder() }

    private func add(_ files: [String]) throws -> [Library.Dataset] {
        let library = try Library(directory: directory)
        defer { library.close() }
        for file in files { _ = try library.add(file, options: ImportOptions(zone: .utc)) }
        return try library.datasets()
    }

    private func load(_ source: DocumentSource, _ answers: Answers = Answers()) -> ImportSnapshot {
        DocumentLoader(
            source, zone: .utc, assumptions: Assumptions(), answers: answers,
            calendar: CivilCalendar(zone: .utc)
        ).load()
    }

    /// Two exports of one program with a day in common, and the answer that both are in pounds.
    private func weights() throws -> (datasets: [Library.Dataset], answers: Answers) {
        let datasets = try add([
            try folder.write(
                "time,weight\n2026-05-01 08:00,171.4\n2026-05-02 08:00,171\n", "a/scale.csv"),
            try folder.write(
                "time,weight\n2026-05-02 08:00,171\n2026-05-03 08:00,170\n", "b/scale.csv"),
        ])
        var answers = Answers()
        answers.answer(try #require(datasets[0].report.questions?.first), with: "lb")
        return (datasets, answers)
    }

    private func values() throws -> [Double] {
        let library = try Library(directory: directory)
        defer { library.close() }
        return Array(try library.contents().records[.weight]?.columns.values ?? [])
    }

    @Test func anAnswerGoesForAllFilesOfTheSameQuestion() throws {
        let (datasets, answers) = try weights()
        let question = try #require(datasets[0].report.questions?.first)
        #expect(datasets.allSatisfy { $0.isOpen(to: question, answeredBy: "lb") })
        let picture = load(.replacement(datasets, library: directory), answers)
        let report = try #require(picture.report)
        #expect(report.files.map(\.path) == datasets.map(\.path))
        #expect(report.files.allSatisfy { $0.failure == nil && $0.damages.isEmpty })
        #expect(picture.datasets?.map(\.id) == [1, 2])
        #expect(
            try values() == [171.4 * Self.pound, 171 * Self.pound, 170 * Self.pound])
        #expect(
            picture.datasets?.contains { $0.isOpen(to: question, answeredBy: "lb") } == false)
    }

    @Test func aFileThatIsGoneIsSaidBeforeAnythingIsReplaced() throws {
        let (datasets, answers) = try weights()
        try FileManager.default.removeItem(atPath: datasets[1].path)
        let picture = load(.replacement(datasets, library: directory), answers)
        let failures = try #require(picture.report).files.compactMap(\.failure)
        #expect(failures.map(\.place) == [datasets[1].path])
        #expect(picture.datasets == datasets)
        #expect(!picture.metrics.isEmpty)
        #expect(try values() == [171.4, 171, 170])
    }

    @Test func aFileThatIsAnotherOneByNowLeavesAllAsTheyAre() throws {
        let (datasets, answers) = try weights()
        _ = try folder.write(
            "time,weight\n2026-06-02 08:00,171\n2026-06-03 08:00,170\n", "b/scale.csv")
        let picture = load(.replacement(datasets, library: directory), answers)
        let failures = try #require(picture.report).files.compactMap(\.failure)
        #expect(failures.map(\.place) == [datasets[1].path])
        #expect(picture.datasets == datasets)
        #expect(try values() == [171.4, 171, 170])
    }

    @Test func whatIsAnotherDatasetByNowIsNotTakenOut() throws {
        let backup = folder.path + "/backup.sqlite"
        _ = try add([try folder.write("time,weight\n2026-05-01 08:00,71\n", "a.csv")])
        do {
            let library = try Library(directory: directory)
            defer { library.close() }
            try library.backUp(to: backup)
        }
        let shown = try add([try folder.write("time,weight\n2026-05-02 08:00,72\n", "b.csv")])
        _ = try Library.restore(from: backup, in: directory)
        let now = try add([try folder.write("time,weight\n2026-05-03 08:00,73\n", "c.csv")])
        #expect(now.map(\.id) == shown.map(\.id) && now[1] != shown[1])
        let picture = load(.library(directory, removing: [shown[1]]))
        let failure = try #require(picture.report?.files.compactMap(\.failure).first)
        #expect(failure.problem == "has changed; b.csv is not dataset 2 any more")
        #expect(picture.datasets == now)
        #expect(!picture.metrics.isEmpty)
        #expect(try values() == [71, 73])
        let gone = load(.library(directory, removing: [now[1]]))
        #expect(gone.report?.files.compactMap(\.failure).isEmpty == true)
        #expect(try values() == [71])
    }

    // MARK: Damage

    /// Makes a library in which a bit of some samples was changed.
    private func damaged() throws {
        var text = "time,heart rate (bpm)\n"
        for index in 0..<60_000 {
            text += "\(1_700_000_000 + index * 37),\(60 + index % 50)\n"
        }
        _ = try add([
            try folder.write("time,weight (kg)\n2026-05-01 08:00,71\n", "scale.csv"),
            try folder.write(text, "rates.csv"),
        ])
        let file = URL(fileURLWithPath: directory + "/library.sqlite")
        var bytes = [UInt8](try Data(contentsOf: file))
        bytes[bytes.count / 2 / 4096 * 4096 + 2_000] ^= 0x10
        try Data(bytes).write(to: file)
    }

    @Test func damageIsAProblemAndStandsWithItsFile() throws {
        try damaged()
        let viewer = try OffscreenViewer(
            ViewerOptions(
                files: [], zone: .utc, theme: .light, size: Size(width: 1100, height: 720),
                library: directory), scale: 1, reducesMotion: true)
        let status = try #require(viewer.scene.status)
        #expect(status.isProblem && status.text == "1 part of the library is damaged")
        #expect(status.detail.hasPrefix("Heart rate of rates.csv: 60000 samples from 2023-11-14"))
        #expect(status.command == "report.show")
        let rows = ReportRows.rows(
            viewer.model.report, locale: LocaleFormat(identifier: "C")
        ).map(\.leading)
        let place = try #require(rows.firstIndex(of: "Damaged in the library"))
        #expect(rows[place + 1] == status.detail)
        #expect(try #require(rows.firstIndex(of: "rates.csv")) < place)
    }

    @Test func damageIsToldToWhoAddsAnotherFile() throws {
        try damaged()
        let other = try folder.write("time,weight (kg)\n2026-05-02 08:00,72\n", "other.csv")
        let picture = load(.addition([other], library: directory))
        let files = try #require(picture.report).files
        #expect(files.map(\.path) == [other, folder.path + "/rates.csv"])
        #expect(files.map(\.damages.count) == [0, 1])
        #expect(files.allSatisfy { $0.failure == nil })
        // It is no longer reported once the file was added again.
        let mended = load(.addition([folder.path + "/rates.csv"], library: directory))
        #expect(mended.report?.damages == [])
        #expect(mended.metrics.contains { $0.metric.id == .heartRate })
    }
}
