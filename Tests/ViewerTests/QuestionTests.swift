import ChartCore
import Charts
import Foundation
import Geometry
import Localization
import Testing

@testable import HealthData
@testable import Viewer

/// The nine questions that people ask about their records, each answered in at most two presses from the
/// summary.
@MainActor @Suite struct QuestionTests {
    /// 2025-05-01.
    private static let first = 20_209
    /// The last day: 2026-06-30.
    private static let last = 20_634

    /// A library of an export with steps and nights, and of tables with weights and pressures; pressures fall
    /// by 9 and 5 on 1 June 2026, with a note, and nights are 24 minutes shorter in June, with a wave of a week as well:
    /// its mean makes 421.7 and 396.8 minutes of May and June, shown as 7 h 2 min and 6 h 37 min.
    @MainActor
    private final class Rig: ViewerRig, RecordHost, ReadingStore {
        let files: TestFiles
        let directory: String
        let host = TestHost()
        var version: String { "0.1.0" }
        private(set) var presses = 0
        private(set) var added: [OwnReading] = []

        init() throws {
            files = try TestFiles()
            directory = files.folder.path + "/library"
            let library = try Library(directory: directory)
            for (name, text) in Self.tables {
                _ = try library.add(try files.write(text, name), options: ImportOptions(zone: .utc))
            }
            try library.addNote(
                "began lisinopril", from: Double(20_605) * 86_400, to: nil,
                metric: .bloodPressure)
            library.close()
            var options = ViewerOptions(
                files: [], zone: .utc, theme: .light, size: Size(width: 1100, height: 900),
                library: directory)
            options.showsSummary = true
            try super.init(options)
            viewer.context.knowsToday = true
            viewer.context.today = { (Double(QuestionTests.last) + 0.9) * 86_400 }
            viewer.context.hosts.records = self
            viewer.context.hosts.readings = self
            viewer.context.hosts.files = host
            frame()
        }

        private static var tables: [(String, String)] {
            var export = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_GB\">\n"
            var weights = "date,weight (kg)\n"
            var pressures = "date,systolic,diastolic\n"
            func text(_ day: Int) -> String {
                let date = CivilDate(days: day)
                return String(format: "%04d-%02d-%02d", date.year, date.month, date.day)
            }
            for day in QuestionTests.first...QuestionTests.last {
                let wave = [0, 3, -2, 4, -3, 1, -1][day % 7]
                let later = day >= 20_605
                export +=
                    "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Phone\" unit=\"count\" "
                    + "startDate=\"\(text(day)) 12:00:00 +0000\" endDate=\"\(text(day)) 13:00:00 +0000\" "
                    + "value=\"\(8_000 + 300 * wave)\"/>\n"
                let minutes = 420 + 4 * wave - (later ? 24 : 0)
                let end = String(format: "%02d:%02d:00", minutes / 60, minutes % 60)
                export +=
                    "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"Watch\" "
                    + "startDate=\"\(text(day)) 00:00:00 +0000\" endDate=\"\(text(day)) \(end) +0000\" "
                    + "value=\"HKCategoryValueSleepAnalysisAsleepCore\"/>\n"
                weights += "\(text(day)) 07:00,\(71 + 0.1 * Double(wave))\n"
                pressures +=
                    "\(text(day)) 08:00,\((later ? 124 : 133) + wave),\((later ? 79 : 84) + wave / 2)\n"
            }
            return [
                ("export.xml", export + "</HealthData>\n"), ("weight.csv", weights),
                ("cuff.csv", pressures),
            ]
        }

        func readRecords(
            _ done: @escaping @MainActor @Sendable (Result<HealthRecords, ExportFailure>) -> Void
        ) {
            do throws(LibraryError) {
                let library = try Library(reading: directory)
                defer { library.close() }
                done(.success(try library.contents().records))
            } catch {
                done(.failure(ExportFailure("\(error)")))
            }
        }

        func add(
            _ reading: OwnReading,
            then done: @escaping @MainActor (Result<Library.Dataset, LibraryError>) -> Void
        ) { added.append(reading) }

        func replace(
            _ dataset: Library.Dataset, by reading: OwnReading,
            then done: @escaping @MainActor (Result<Library.Dataset, LibraryError>) -> Void
        ) {}

        /// Presses the control whose name begins with some words.
        func press(_ words: String) throws {
            let found = viewer.scene.tree.flattened.last {
                $0.command != nil && !$0.frame.isEmpty && Self.plain($0.name).hasPrefix(words)
            }
            let node = try #require(found, "nothing is named \(words)")
            try #require(viewer.controller.press(control: node.id))
            presses += 1
            settle()
        }

        /// Presses a control by its command, where several have one name.
        func press(_ command: CommandID) throws {
            try #require(viewer.controller.press(control: ControlID(command)))
            presses += 1
            settle()
        }

        func type(_ text: String) {
            for character in text {
                viewer.controller.press(
                    [KeyCombination(.character(character))], text: String(character))
            }
            frame()
        }

        /// Everything that can be read.
        var words: String {
            Self.plain(
                viewer.scene.tree.flattened.map { $0.name + ": " + $0.value }
                    .joined(separator: "\n"))
        }

        nonisolated static func plain(_ text: String) -> String {
            text.replacing("\u{202f}", with: " ").replacing("\u{a0}", with: " ")
        }
    }

    @Test func isMyBloodPressureBetterSinceIBeganLisinopril() throws {
        let rig = try Rig()
        try rig.press("Blood pressure was 9/5 mmHg lower after “began lisinopril”")
        #expect(rig.words.contains("Systolic: 9 mmHg lower after than before"))
        #expect(rig.words.contains("Likely difference"))
        #expect(rig.presses <= 2)
    }

    @Test func howDidISleepLastMonthAgainstTheMonthBefore() throws {
        let rig = try Rig()
        #expect(rig.words.contains("You slept 25 min less than in May."))
        try rig.press(SummaryModel.card(.sleep))
        #expect(rig.words.contains("25 min less than May"))
        #expect(rig.presses <= 2)
    }

    @Test func showMyDoctor() throws {
        let rig = try Rig()
        try rig.press("Report for a doctor")
        #expect(rig.node(ControlID("preview"))?.name == "Blood pressure at home")
        #expect(rig.node(ControlID("preview"))?.value == "1 page")
        #expect(rig.presses <= 2)
    }

    @Test func isItNormal() throws {
        let rig = try Rig()
        try rig.press("Weight")
        try rig.press("Usual and best")
        #expect(rig.words.contains("Half of your last 90 days are within: 70.8 – 71.3 kg"))
        #expect(rig.presses <= 2)
    }

    @Test func whatHasChangedLately() throws {
        let rig = try Rig()
        #expect(rig.words.contains("You slept 25 min less"))
        #expect(rig.words.contains("Blood pressure was 9/5 mmHg lower"))
        // What has not changed is in no sentence.
        #expect(!rig.words.contains("Weight is"))
        #expect(rig.presses == 0)
    }

    @Test func doesMyWeightMoveWithMySleep() throws {
        let rig = try Rig()
        try rig.press("Weight")
        try rig.press("What moves with it")
        #expect(rig.words.contains("pairs were tried"))
        #expect(rig.words.contains("Sleep"))
        #expect(rig.presses <= 2)
    }

    @Test func whenWasMyBestWeek() throws {
        let rig = try Rig()
        try rig.press("Steps")
        try rig.press("Usual and best")
        #expect(rig.words.contains("Best week: 56,600"))
        #expect(rig.words.contains("Longest run of days with records: 425 days"))
        #expect(rig.presses <= 2)
    }

    @Test func whatDidIEnterOn3May() throws {
        let rig = try Rig()
        try rig.press("Blood pressure")
        try rig.press("All readings")
        rig.type("2026-05-03")
        let day = 20_576
        let wave = [0, 3, -2, 4, -3, 1, -1][day % 7]
        let reading = "\(133 + wave)/\(84 + wave / 2) mmHg"
        #expect(rig.words.contains("3 May 2026, 08:00, cuff.csv: " + reading))
        #expect(rig.presses <= 2)
    }

    @Test func iWeighed71Point2Today() throws {
        let rig = try Rig()
        try rig.press("Add a reading")
        rig.type("71.2")
        rig.press(Key.enter)
        #expect(rig.added.map(\.value) == [71.2])
        #expect(rig.added.map(\.metric) == [.weight])
        #expect(rig.presses <= 2)
    }
}
