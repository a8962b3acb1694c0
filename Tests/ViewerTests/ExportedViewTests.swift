import ChartCore
import ChartExport
import ChartInteraction
import Charts
import Foundation
import Geometry
import Testing

@testable import HealthData
@testable import Viewer

/// What exports have of views other than a plain chart.
@MainActor
@Suite struct ExportedViewTests {
    /// A window on a file of a test.
    private final class Rig: ViewerRig {
        let files: TestFiles

        init(
            _ text: String, _ name: String, metric: String?, _ period: Period = .month,
            at date: Double? = nil, workout: Double? = nil
        ) throws {
            files = try TestFiles()
            var options = ViewerOptions(
                files: [try files.write(text, name)], zone: .utc, metric: metric, period: period,
                date: date, theme: .light, library: ":memory:")
            options.workout = workout
            try super.init(options)
            viewer.context.hosts.pictures = PagePictures()
        }
    }

    private func rows(_ rig: ViewerRig) throws -> [[String]] {
        String(decoding: try ShownChartExport(rig.viewer.context).table(), as: UTF8.self)
            .split(separator: "\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
    }

    private func svg(_ rig: ViewerRig, _ part: PicturePart = .page) throws -> String {
        let chart = try #require(ShownChart(rig.viewer.context))
        let picture = try chart.picture(PictureWish(form: .svg, part: part))
        return String(decoding: try picture.encoded(), as: UTF8.self)
    }

    /// 4 March 2026.
    private static let day = 1_772_582_400.0

    /// Two runs, one of them with heart rates, and a night between them.
    private static let export: String = {
        func clock(_ time: String) -> String { "2026-03-\(time) +0000" }
        var text = "<HealthData locale=\"en_GB\">"
        for minute in 0..<30 {
            let time = clock("05 10:\(minute < 10 ? "0" : "")\(minute):00")
            text +=
                "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch\" "
                + "unit=\"count/min\" startDate=\"\(time)\" endDate=\"\(time)\" "
                + "value=\"\(120 + minute)\"/>"
        }
        for day in ["04", "05"] {
            text +=
                "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"28.5\" "
                + "durationUnit=\"min\" sourceName=\"Watch\" startDate=\"\(clock(day + " 10:00:00"))\" "
                + "endDate=\"\(clock(day + " 10:30:00"))\"/>"
        }
        for (stage, start, end) in [
            ("Deep", "04 22:00:00", "05 00:00:00"), ("REM", "05 00:00:00", "05 01:30:00"),
        ] {
            text +=
                "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" sourceName=\"Watch\" "
                + "startDate=\"\(clock(start))\" endDate=\"\(clock(end))\" "
                + "value=\"HKCategoryValueSleepAnalysisAsleep\(stage)\"/>"
        }
        return text + "</HealthData>"
    }()

    @Test func notesAndDrawingsAreInThePicture() throws {
        let rig = try ViewerRig(
            "weight", .month, at: CivilDate(year: 2026, month: 6, day: 14), reducesMotion: true)
        let plain = try svg(rig)
        let time = rig.model.axis.target.mid
        rig.model.notes.take(
            [
                Library.Note(
                    id: 1, start: time, end: time, text: "Began lisinopril", created: 0, changed: 0)
            ], at: rig.time)
        rig.settle()
        let noted = try svg(rig)
        #expect(noted.contains("lisinopril") && !plain.contains("lisinopril"))
        rig.press(.character("p"))
        rig.settle()
        rig.send(.pointerMoved, rig.at(0.2))
        rig.send(.pointerPressed(.left), rig.at(0.2))
        for step in 1...10 { rig.send(.pointerMoved, rig.at(0.2 + Double(step) / 30, 0.6)) }
        rig.send(.pointerReleased(.left), rig.at(0.2 + 1.0 / 3, 0.6))
        rig.settle()
        rig.press(.character("p"))
        rig.settle()
        #expect(rig.model.metricChart?.ink?.document.marks.count == 1)
        #expect(try svg(rig) != noted)
        // Hidden drawings are not in a picture either, and the tools never are.
        rig.press(.character("d"), shift: true)
        rig.settle()
        #expect(try svg(rig) == noted)
    }

    @Test func workoutsAreAListAndAPage() throws {
        let rig = try Rig(Self.export, "export.xml", metric: "workouts", at: Self.day)
        #expect(rig.viewer.context.exportSubject == .chart(hasPage: true))
        let list = try rows(rig)
        #expect(list.count == 3 && list[0].prefix(3) == ["start", "end", "sport"])
        #expect(list[1][0] == "2026-03-04T10:00:00+00:00" && list[1][2] == "Running")
        #expect(list[1][5] == "1710")
        #expect(try svg(rig).contains("Workouts"))
        // The page of a workout: the chart of what was measured during it.
        let page = try Rig(
            Self.export, "export.xml", metric: "workouts", at: Self.day,
            workout: Self.day + 86_400 + 36_000)
        #expect(page.viewer.context.exportSubject == .chart(hasPage: false))
        let rates = try rows(page)
        #expect(rates.count == 31 && rates[1][2] == "120" && rates[30][2] == "149")
        #expect(rates[0][2...] == ["value", "unit", "shown_value", "shown_unit"])
        let shown = try #require(page.model.chart?.y.range)
        let chart = try svg(page, .chart)
        #expect(chart.contains("<svg") && shown.length > 20)
        page.viewer.context.commands.run(.exportView)
        page.frame()
        let screen = try #require(page.viewer.context.dialog(ExportScreen.self))
        #expect(screen.prompt.part == .chart)
        #expect(screen.prompt.field.text.hasPrefix("~/Heart rate 2026-03-05"))
    }

    @Test func nightsHaveTheirStages() throws {
        let rig = try Rig(Self.export, "export.xml", metric: "sleep", .week, at: Self.day)
        let nights = try rows(rig)
        let names = try #require(nights.first)
        let row = try #require(nights.dropFirst().first)
        func cell(_ name: String) -> Double? {
            names.firstIndex(of: name).flatMap { Double(row[$0]) }
        }
        #expect(cell("total") == 12_600 && cell("deep") == 7200 && cell("rem") == 5400)
        #expect(cell("shown_total") == 3.5 && row.last == "h" && row.contains("s"))
        // A hidden stage is no column.
        rig.model.active.toggleSeries("rem", at: rig.time)
        rig.settle()
        #expect(try rows(rig).first?.contains("rem") == false)
    }

    @Test func namesAndLinesAreTables() throws {
        let names = try Rig("food,kcal\nApples,52\n=cmd,80\nPears,57\n", "names.csv", metric: nil)
        let table = try rows(names)
        #expect(table.first == ["name", "value", "unit", "shown_value", "shown_unit"])
        #expect(Set(table.dropFirst().map { $0[0] }) == ["Apples", "'=cmd", "Pears"])
        #expect(try svg(names).contains("Apples"))
        let lines = try Rig(
            LinesViewerTests.contest, "chart_data.json", metric: "lines:chart_data 2", .all)
        let before = try rows(lines)
        #expect(before.count == 113)
        #expect(Set(before[0][2...5]) == ["Joined", "Left", "Views", "Shares"])
        let item = try #require(lines.model.metricChart?.legend.first)
        lines.model.active.toggleSeries(item.id, at: lines.time)
        lines.settle()
        #expect(try rows(lines)[0].contains(item.name) == false)
        #expect(
            try svg(lines)
                != svg(
                    Rig(
                        LinesViewerTests.contest, "chart_data.json", metric: "lines:chart_data 2",
                        .all)))
    }

    @Test func aNameIsSafeInAFolder() throws {
        let calendar = CivilCalendar(zone: .utc)
        func days(_ first: String, _ last: String) throws -> String {
            ShownChartExport.days(
                of: Extent(
                    min: try ISOInstant.read(first, in: calendar),
                    max: try ISOInstant.read(last, isEnd: true, in: calendar)), in: calendar)
        }
        #expect(try days("2026-01-01", "2026-12-31") == "2026")
        #expect(try days("2026-02-01", "2026-02-28") == "2026-02")
        #expect(try days("2026-02-03", "2026-02-03") == "2026-02-03")
        #expect(try days("2026-02-03", "2026-02-09") == "2026-02-03 to 2026-02-09")
        #expect(try days("2026-01-01", "2026-03-31") == "2026-01-01 to 2026-03-31")
        let rig = try Rig(
            "time,../up/\u{202E}down\n2026-03-04,5\n2026-03-05,6\n", "a.csv", metric: nil)
        let name = ShownChartExport(rig.viewer.context).name
        #expect(!name.contains("/") && !name.hasPrefix(".") && !name.contains("\u{202E}"))
    }
}
