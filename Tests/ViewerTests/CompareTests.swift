import ChartCore
import Foundation
import Geometry
import Statistics
import Testing

@testable import HealthData
@testable import Viewer

/// Before and after a note: which days count, and what the dialog says.
@MainActor @Suite struct CompareTests {
    private static let calendar = CivilCalendar(zone: .utc)
    private static let day = 86_400.0
    /// 2026-03-01.
    private static let start = 1_772_323_200.0

    /// A library with a weight for each day from 1 March on, which falls by 2 kg on 10 April, and a note on
    /// that day.
    @MainActor
    private final class Rig: ViewerRig {
        let files: TestFiles

        init(days: Int = 90, text: String = "New bicycle") throws {
            files = try TestFiles()
            let directory = files.folder.path + "/library"
            var rows = "date,weight (kg)\n"
            for index in 0..<days {
                let date = Self.date(index)
                // A wave of 0.3 kg, twice a day: the second reading is 0.1 kg above the first.
                let weight = (index < 40 ? 82.0 : 80) + 0.3 * Double([0, 1, -1][index % 3])
                rows += "\(date) 07:00,\(weight - 0.05)\n\(date) 19:00,\(weight + 0.05)\n"
            }
            let file = try files.write(rows, "weight.csv")
            let library = try Library(directory: directory)
            _ = try library.add(file, options: ImportOptions(zone: .utc))
            // 10 April, the fortieth day.
            try library.addNote(
                text, from: CompareTests.start + 40 * CompareTests.day, to: nil, metric: nil)
            library.close()
            try super.init(
                ViewerOptions(
                    files: [], zone: .utc, metric: "weight", period: .month,
                    date: CompareTests.start, theme: .light, size: Size(width: 1100, height: 720),
                    library: directory))
        }

        private static func date(_ index: Int) -> String {
            let parts = CompareTests.calendar.components(
                of: CompareTests.start + Double(index) * CompareTests.day)
            func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
            return "\(parts.year)-\(two(parts.month))-\(two(parts.day))"
        }

        func press(_ id: ControlID) throws {
            try #require(viewer.controller.press(control: id), "\(id)")
            frame()
        }

        var texts: [String] {
            func all(_ node: SemanticNode) -> [String] {
                [node.name, node.value] + node.children.flatMap(all)
            }
            return all(viewer.scene.tree).map {
                $0.replacing("\u{202f}", with: " ").replacing("\u{a0}", with: " ")
            }
        }
    }

    @Test func theDaysAroundANoteAreCompared() throws {
        let rig = try Rig()
        let data = try #require(rig.viewer.model.metricCharts[.weight]).data
        let noon = Self.start + 40.5 * Self.day
        let found = try #require(BeforeAfter(data, around: noon, .init(), in: Self.calendar))
        #expect(
            found.before == Extent(min: Self.start + 10 * Self.day, max: Self.start + 40 * Self.day)
        )
        #expect(
            found.after == Extent(min: Self.start + 41 * Self.day, max: Self.start + 71 * Self.day))
        let part = try #require(found.parts.first)
        let difference = try #require(part.difference)
        #expect(found.parts.count == 1 && part.counts == (30, 30))
        // Ten waves each: the means are those of the levels.
        #expect(abs(difference.before - 82) < 1e-9 && abs(difference.after - 80) < 1e-9)
        #expect(difference.isClear && difference.interval.contains(-2))
        // The days of a holiday are neither before nor after it.
        let holiday = try #require(
            BeforeAfter(
                data, around: Self.start + 30 * Self.day, until: Self.start + 40 * Self.day,
                .init(),
                in: Self.calendar))
        #expect(holiday.before.max == Self.start + 30 * Self.day)
        #expect(holiday.after.min == Self.start + 40 * Self.day)
        // A week is left out: the day of the note, and six more.
        let later = try #require(
            BeforeAfter(data, around: noon, .init(days: 14, leftOut: 7), in: Self.calendar))
        #expect(later.after.min == Self.start + 47 * Self.day)
        #expect(later.parts[0].counts == (14, 14))
    }

    /// A person buys a device that knows sleep: nights in bed before must not be compared with sleep after.
    @Test func nightsInBedAreNotComparedWithSleep() throws {
        func data(_ stage: (Int) -> SleepStage) throws -> MetricData {
            var columns = SampleColumns()
            for index in 0..<60 {
                let start = Self.start + Double(index) * Self.day + 22 * 3600
                columns.append(
                    start: start, end: start + 8 * 3600, value: Double(stage(index).rawValue),
                    second: nil, source: 0)
            }
            return MetricData(
                MetricSamples(metric: try #require(Metric(.sleep)), columns: columns),
                calendar: Self.calendar)
        }
        func compared(_ data: MetricData) throws -> BeforeAfter.Part {
            try #require(
                BeforeAfter(
                    data, around: Self.start + 30 * Self.day, .init(days: 14), in: Self.calendar
                )?.parts.first)
        }
        let both = try compared(try data { $0 < 30 ? .inBed : .asleep })
        #expect(both.difference == nil && both.counts.after == 14)
        let bed = try compared(try data { _ in .inBed })
        #expect(bed.counts == (14, 14) && bed.difference?.before == 8 * 3600)
    }

    @Test func anAnswerIsTwoActionsAway() throws {
        let rig = try Rig()
        rig.press(.character("n"), shift: true)
        let note = try #require(rig.viewer.model.notes.all.first)
        try rig.press(ControlID(CompareRows.compare(note.id), in: .dialog))
        #expect(rig.texts.contains("Before and after “New bicycle”"))
        #expect(rig.texts.contains("Weight: 2.0 kg lower after than before"), "\(rig.texts)")
        let words = rig.texts.joined(separator: "\n")
        #expect(words.contains("Average before, 11 March – 9 April 2026"), "\(words)")
        #expect(words.contains("82.0 kg") && words.contains("80.0 kg"))
        #expect(words.contains("30 of 30 before, 30 of 30 after"))
        try rig.press(ControlID(.compareDays, in: .dialog))
        // 40 days before there are, and 49 after.
        #expect(rig.texts.joined(separator: "\n").contains("40 of 60 before, 49 of 60 after"))
        try rig.press(ControlID(.compareLeftOut, in: .dialog))
        #expect(rig.texts.contains { $0.contains("Leave out 7 days") })
        #expect(rig.texts.joined(separator: "\n").contains("43 of 60 after"))
        rig.press(.escape)
        #expect(rig.viewer.context.dialog(NotesScreen.self) != nil)
    }

    @Test func tooFewDaysAreNotCompared() throws {
        let rig = try Rig(days: 45)
        rig.press(.character("n"), shift: true)
        let note = try #require(rig.viewer.model.notes.all.first)
        try rig.press(ControlID(CompareRows.compare(note.id), in: .dialog))
        #expect(rig.texts.contains("Weight: too few days to compare"))
        #expect(rig.texts.joined(separator: "\n").contains("30 of 30 before, 4 of 30 after"))
    }
}
