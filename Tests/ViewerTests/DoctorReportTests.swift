import ChartCore
import Foundation
import Geometry
import Localization
import Reports
import Testing

@testable import HealthData
@testable import Viewer

/// The dialog that composes a report for a doctor.
@MainActor @Suite struct DoctorReportTests {
    private static let day = 86_400.0
    /// 2026-03-01.
    private static let start = 1_772_323_200.0

    /// A library with two months of pressures and weights, and a note.
    @MainActor
    private final class Rig: ViewerRig, RecordHost {
        let files: TestFiles
        let directory: String
        let host = TestHost()
        var version: String { "0.1.0" }
        var failure: ExportFailure?

        init(
            size: Size = Size(width: 1100, height: 720), metric: String? = "blood-pressure",
            scale: Double = 1
        ) throws {
            files = try TestFiles()
            directory = files.folder.path + "/library"
            var pressures = "date,systolic,diastolic,pulse\n"
            var weights = "date,weight (kg)\n"
            for index in 0..<60 {
                let date = CivilDate(
                    days: Int(DoctorReportTests.start / DoctorReportTests.day) + index)
                let day = String(format: "%04d-%02d-%02d", date.year, date.month, date.day)
                for (time, rise) in [("07:10", 0), ("07:12", -2), ("20:30", 3), ("20:32", 1)] {
                    pressures +=
                        "\(day) \(time),\(124 + index % 5 + rise),\(78 + index % 3),\(62 + index % 4)\n"
                }
                weights += "\(day) 07:00,\(80 - Double(index) / 50)\n"
            }
            let library = try Library(directory: directory)
            for (text, name) in [(pressures, "cuff.csv"), (weights, "weight.csv")] {
                _ = try library.add(
                    try files.write(text, name), options: ImportOptions(zone: .utc))
            }
            try library.addNote(
                "Salt", from: DoctorReportTests.start + 40 * DoctorReportTests.day, to: nil,
                metric: nil)
            library.close()
            try super.init(
                ViewerOptions(
                    files: [], zone: .utc, metric: metric, period: .month, theme: .light,
                    size: size, library: directory))
            viewer.context.today = { DoctorReportTests.start + 60.5 * DoctorReportTests.day }
            viewer.context.hosts.records = self
            viewer.context.hosts.files = host
            viewer.context.hosts.printing = host
            frame()
        }

        func readRecords(
            _ done: @escaping @MainActor @Sendable (Result<HealthRecords, ExportFailure>) -> Void
        ) {
            if let failure { return done(.failure(failure)) }
            do throws(LibraryError) {
                let library = try Library(reading: directory)
                defer { library.close() }
                done(.success(try library.contents().records))
            } catch {
                done(.failure(ExportFailure("\(error)")))
            }
        }

        func open() {
            viewer.controller.press([KeyCombination(.character("r"), control: true)])
            frame()
        }

        func type(_ text: String) {
            for character in text {
                viewer.controller.press(
                    [KeyCombination(character == " " ? .space : .character(character))],
                    text: String(character))
            }
            frame()
        }

        func press(_ id: ControlID) throws {
            try #require(viewer.controller.press(control: id), "\(id)")
            frame()
        }

        /// Types the path of a file in place of the one that is offered.
        func name(_ file: String) throws -> String {
            let path = files.folder.path + "/" + file
            try press(DoctorReportPrompt.Field.path.id)
            viewer.controller.press([KeyCombination(.character("a"), control: true)])
            type(path)
            return path
        }

        var preview: SemanticNode? { node(ControlID("preview")) }
        var message: String { node(ControlID("doctor-report.message"))?.name ?? "" }
    }

    @Test func whatIsShownIsWhatItIsAbout() throws {
        let rig = try Rig()
        rig.open()
        #expect(rig.viewer.context.dialog is DoctorReportScreen)
        #expect(rig.preview?.name == "Blood pressure at home")
        #expect(rig.preview?.value == "1 page")
        let choices = rig.node(ControlID("doctor-report.presets"))?.children.map(\.name)
        #expect(choices == ["Blood pressure", "Weight", "All"])
        #expect(rig.node(ControlID("doctor-report.days.90"))?.isSelected == true)
        try rig.press(ControlID("doctor-report.preset.weight"))
        #expect(rig.preview?.name == "Weight")
        #expect(rig.node(ControlID("doctor-report.rules")) == nil)
    }

    @Test func itIsSavedAsAPDF() throws {
        let rig = try Rig()
        rig.open()
        rig.type("Ada")
        let path = try rig.name("r.pdf")
        rig.press(.enter)
        #expect(rig.viewer.context.dialog == nil)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.starts(with: Data("%PDF-1.".utf8)))
        #expect(bytes.count > 5_000 && bytes.count < 250_000)
        // Once more it asks before it replaces the file.
        rig.open()
        _ = try rig.name("r.pdf")
        rig.press(.enter)
        #expect(rig.message.hasPrefix("This file is there already."))
        rig.press(.enter)
        #expect(rig.viewer.context.dialog == nil)
    }

    @Test func whatCannotBeIsSaid() throws {
        let rig = try Rig()
        rig.open()
        try rig.press(DoctorReportPrompt.Field.born.id)
        rig.type("yesterday?")
        #expect(rig.preview?.value == "Write the birth date as 1968-03-14.")
        #expect(rig.node(ControlID(.saveDoctorReport, in: .dialog))?.isEnabled == false)
        rig.press(.escape)
        rig.open()
        _ = try rig.name("r.txt")
        rig.press(.enter)
        #expect(rig.message == "The path has to end in .pdf.")
        rig.press(.escape)
        rig.failure = ExportFailure("library.sqlite cannot be read")
        rig.open()
        #expect(rig.preview?.value.contains("cannot be read") == true)
    }

    /// The reading, the preview and all choices have room, from the smallest to the largest window.
    @Test(arguments: [(360.0, 480.0), (800, 600), (1100, 720), (2560, 1440)])
    func itHasRoomInEveryWindow(width: Double, height: Double) throws {
        let rig = try Rig(size: Size(width: width, height: height))
        rig.open()
        let body = try #require(rig.node(ControlID("dialog.body")))
        #expect(rig.viewer.scene.layout.window.contains(body.frame))
        for node in body.flattened where !node.frame.isEmpty && node.id != body.id {
            #expect(body.frame.contains(node.frame), "\(node.id)")
        }
        var seen: Set<ControlID> = []
        for _ in 0..<40 {
            rig.press(.tab)
            if let focused = rig.viewer.context.focus.focused { seen.insert(focused) }
        }
        #expect(seen.contains(ControlID(.saveDoctorReport, in: .dialog)))
        #expect(seen.contains(ControlID("doctor-report.paper.letter")))
    }

    @Test func itIsReachedFromTheSummary() throws {
        let rig = try Rig(metric: nil)
        rig.model.navigator.showSummary(at: 0)
        rig.frame()
        let link = rig.viewer.scene.tree.first { $0.name == "Report for a doctor…" }
        try rig.press(try #require(link).id)
        #expect(rig.preview?.value == "1 page")
    }
}
