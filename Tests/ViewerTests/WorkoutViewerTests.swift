import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import Testing

@testable import HealthData
@testable import Viewer

/// The viewer over an export with a run on each of forty days from 1 March 2026.
@MainActor
private final class WorkoutRig: ViewerRig {
    static let count = 40
    /// 2026-03-01T16:30:00Z, 20,513 days after 1970.
    static let begin = 20_513 * 86_400.0 + 59_400

    let files: TestFiles

    static func start(_ day: Int) -> Double { begin + Double(day) * 86_400 }
    static func row(_ day: Int) -> ControlID { "workout.\(Int(start(day)))" }

    /// A date as exports write it: a number of minutes after the run of a day began.
    private static func date(_ day: Int, _ minute: Int) -> String {
        let calendar = CivilCalendar(zone: .utc)
        let parts = calendar.components(of: start(day) + Double(minute) * 60)
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return
            "2026-\(two(parts.month))-\(two(parts.day)) \(two(parts.hour)):\(two(parts.minute)):00"
            + " +0000"
    }

    private static func record(
        _ type: String, _ unit: String, _ value: String, _ day: Int, _ minute: Int
    ) -> String {
        " <Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"Watch\" unit=\"\(unit)\" "
            + "startDate=\"\(date(day, minute))\" endDate=\"\(date(day, minute))\" "
            + "value=\"\(value)\"/>\n"
    }

    /// The figures of each run, heart rates and blood oxygen of the one on 31 March, and heart
    /// rates of the one before it.
    static var text: String {
        let statistics = "  <WorkoutStatistics type=\"HKQuantityTypeIdentifier"
        var text = "<HealthData locale=\"en\">\n"
        for day in 0..<count {
            text +=
                " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"28.5\" "
                + "durationUnit=\"min\" sourceName=\"Watch\" startDate=\"\(date(day, 0))\" "
                + "endDate=\"\(date(day, 30))\">\n"
                + "\(statistics)DistanceWalkingRunning\" sum=\"5.25\" unit=\"km\"/>\n"
                + "\(statistics)ActiveEnergyBurned\" sum=\"300\" unit=\"kcal\"/>\n"
                + "\(statistics)HeartRate\" average=\"150\" maximum=\"176\" "
                + "unit=\"count/min\"/>\n"
                + "  <MetadataEntry key=\"HKElevationAscended\" value=\"5200 cm\"/>\n"
                + " </Workout>\n"
        }
        for day in [29, 30] {
            // Some before and after it do not belong to it.
            for minute in -10...40 {
                text += record("HeartRate", "count/min", "\(120 + minute)", day, minute)
            }
        }
        for minute in [5, 15, 25] {
            text += record("OxygenSaturation", "%", "0.9\(minute / 5)", 30, minute)
        }
        return text + "</HealthData>\n"
    }

    init(
        size: Size = Size(width: 1100, height: 720), workout: Double? = nil, unit: String? = nil,
        reducesMotion: Bool = true, text: String = WorkoutRig.text, name: String = "export.xml"
    ) throws {
        files = try TestFiles()
        var options = ViewerOptions(
            files: [try files.write(text, name)], zone: .utc,
            metric: "workouts", period: .month, date: WorkoutRig.start(14), theme: .light,
            size: size, library: ":memory:")
        options.workout = workout
        if let unit { try options.units.add(unit) }
        try super.init(options, reducesMotion: reducesMotion)
    }

    /// The day of the workout whose page is displayed.
    var day: Int? {
        model.workouts.page.map { Int(($0.entry.workout.start - WorkoutRig.begin) / 86_400) }
    }

    var rows: [SemanticNode] { node("workouts")?.children ?? [] }

    var figures: [String] {
        (node("details.figures")?.children ?? []).map { $0.name + " " + $0.value }
    }

    /// The scroll offset of the list.
    var offset: Double { (viewer.context.content as? WorkoutsScreen)?.offset ?? .nan }

    func press(_ control: ControlID) {
        #expect(viewer.controller.press(control: control), "\(control)")
        settle()
    }

    /// Checks the invariants of everything visible, whatever is displayed.
    func expectSoundTree(_ location: SourceLocation = #_sourceLocation) {
        let nodes = viewer.scene.tree.flattened
        #expect(Set(nodes.map(\.id)).count == nodes.count, sourceLocation: location)
        for node in nodes {
            if let command = node.command {
                #expect(
                    viewer.controller.commands[command] != nil, "\(node.id)",
                    sourceLocation: location)
            }
            #expect(
                node.frame.isEmpty || viewer.scene.layout.window.contains(node.frame),
                "\(node.id)", sourceLocation: location)
            #expect(
                !node.isFocusable || !node.name.isEmpty, "\(node.id)", sourceLocation: location)
        }
    }
}

/// The list of workouts and the page of each, by keys, by hand, and as a tree.
@MainActor @Suite struct WorkoutViewerTests {
    private static let space = "\u{A0}"

    // MARK: List

    @Test func theListHasTheWorkoutsOfTheRangeTheNewestFirst() throws {
        let rig = try WorkoutRig()
        let list = try #require(rig.node("workouts"))
        #expect(list.role == .list && list.value == "31 workouts")
        // Only the visible rows are made.
        #expect(rig.rows.map(\.id) == (0..<4).map { WorkoutRig.row(30 - $0) })
        for row in rig.rows {
            #expect(row.role == .listItem && row.name == "Running")
            #expect(list.frame.contains(row.frame) && !row.frame.isEmpty)
            for part in ["5.25\(Self.space)km", "5:26\(Self.space)/km", "300\(Self.space)kcal"] {
                #expect(row.value.contains(part), "\(row.value)")
            }
        }
        rig.expectSoundTree()
        // Another page of the calendar has others.
        rig.press(.right)
        rig.settle()
        #expect(rig.node("workouts")?.value == "9 workouts")
        #expect(rig.rows.first?.id == WorkoutRig.row(39))
    }

    @Test func keysGoAlongTheList() throws {
        let rig = try WorkoutRig()
        let range = rig.model.x.range
        try rig.focus(WorkoutRig.row(30))
        rig.press(.down)
        #expect(rig.viewer.scene.shownFocus == WorkoutRig.row(29))
        rig.press(.pageDown)
        #expect(rig.viewer.scene.shownFocus == WorkoutRig.row(27))
        rig.press(.end)
        #expect(rig.viewer.scene.shownFocus == WorkoutRig.row(0))
        let last = try #require(rig.node(WorkoutRig.row(0)))
        #expect(abs(last.frame.height - Measure.listRowHeight) < 1e-9, "it is completely visible")
        #expect(rig.offset > 0 && rig.rows.count <= 6)
        rig.press(.down)
        #expect(rig.viewer.scene.shownFocus == WorkoutRig.row(0))
        rig.press(.up)
        #expect(rig.viewer.scene.shownFocus == WorkoutRig.row(1))
        rig.expectSoundTree()
        rig.press(.home)
        #expect(rig.viewer.scene.shownFocus == WorkoutRig.row(30))
        #expect(rig.offset == 0 && rig.model.x.range == range)
    }

    @Test func theHandScrollsTheListAndOpensARow() throws {
        let rig = try WorkoutRig()
        let range = rig.model.x.range
        let place = try #require(rig.node(WorkoutRig.row(29))).frame.center
        rig.send(.wheel(Vector(dx: 0, dy: 1)), place)
        rig.frame()
        #expect(rig.offset == 48 && rig.model.x.range == range)
        #expect(rig.rows.first?.id == WorkoutRig.row(29))
        for _ in 0..<60 { rig.send(.wheel(Vector(dx: 0, dy: 1)), place) }
        rig.frame()
        #expect(rig.rows.last?.id == WorkoutRig.row(0), "and no farther")
        rig.click(try #require(rig.node(WorkoutRig.row(1))).frame.center)
        #expect(rig.day == 1)
        rig.click(try #require(rig.node("workouts.back")).frame.center)
        #expect(rig.day == nil)
        #expect(rig.node(WorkoutRig.row(1)) != nil, "it is where it was")
        rig.tap(try #require(rig.node(WorkoutRig.row(1))).frame.center)
        #expect(rig.day == 1)
    }

    // MARK: Page

    @Test func aPageTellsTheFiguresAndWhatWasMeasured() throws {
        let rig = try WorkoutRig()
        try rig.focus(WorkoutRig.row(30))
        rig.press(.enter)
        rig.settle()
        #expect(rig.day == 30)
        let heading = try #require(rig.node("headline"))
        #expect(heading.role == .heading && heading.name == "Running")
        #expect(heading.value.contains("Watch"))
        #expect(rig.viewer.scene.shownFocus == "workouts.back")
        let space = Self.space
        #expect(
            rig.figures == [
                "Duration 30\(space)min", "Moving time 28\(space)min 30\(space)s",
                "Distance 5.25\(space)km", "Pace 5:26\(space)/km",
                "Active energy 300\(space)kcal", "Average heart rate 150\(space)bpm",
                "Max heart rate 176\(space)bpm", "Ascent 52\(space)m",
            ])
        rig.expectSoundTree()
        // The chart has only the readings of the workout, both its ends included.
        let start = WorkoutRig.start(30)
        #expect(rig.node("chart")?.name == "Heart rate")
        #expect(rig.model.axis.range == Extent(min: start, max: start + 1800))
        #expect(rig.model.metricChart?.data.count == 31)
        #expect(!rig.model.isTimed && rig.model.dates.period == .month)
        rig.press(.character("+"))
        rig.settle()
        #expect(rig.model.axis.range.length < 1800)
        #expect(rig.model.axis.range.min >= start && rig.model.axis.range.max <= start + 1800)
        // The dates of everything else stay where they were.
        #expect(rig.model.x.range.contains(WorkoutRig.start(0)))
    }

    @Test func theChartOfAPageIsChosen() throws {
        let rig = try WorkoutRig()
        rig.press(WorkoutRig.row(30))
        let choice = try #require(rig.node("measured"))
        #expect(choice.children.map(\.name) == ["Heart rate", "Blood oxygen"])
        #expect(choice.value == "Heart rate" && choice.children.map(\.isSelected) == [true, false])
        try rig.focus("workouts.measured.oxygen")
        rig.press(.enter)
        rig.settle()
        #expect(rig.node("chart")?.name == "Blood oxygen")
        #expect(rig.node("measured")?.value == "Blood oxygen")
        #expect(rig.model.metricChart?.data.count == 3)
        rig.expectSoundTree()
        // If the metric was not measured, the measured one is shown, without a choice.
        rig.press(.left)
        rig.settle()
        #expect(rig.day == 29 && rig.node("chart")?.name == "Heart rate")
        #expect(rig.node("measured") == nil)
        // If nothing was measured, there are only the figures.
        rig.press(.left)
        rig.settle()
        #expect(rig.day == 28 && rig.node("chart") == nil && rig.figures.count == 8)
        rig.expectSoundTree()
        // The choice is not forgotten on the way.
        rig.press(.right)
        rig.press(.right)
        rig.settle()
        #expect(rig.day == 30 && rig.node("chart")?.name == "Blood oxygen")
    }

    @Test func escapeGoesBackToTheRow() throws {
        let rig = try WorkoutRig()
        try rig.focus(WorkoutRig.row(28))
        rig.press(.enter)
        rig.settle()
        #expect(rig.day == 28 && rig.node("workouts") == nil)
        rig.press(.escape)
        rig.settle()
        #expect(rig.day == nil && rig.node("headline")?.name == "Workouts")
        #expect(rig.viewer.scene.shownFocus == WorkoutRig.row(28))
        // The row of the sidebar goes back as well.
        rig.press(WorkoutRig.row(30))
        rig.press("metric.workouts")
        #expect(rig.day == nil && rig.model.selected == .workouts)
    }

    @Test func whoGoesOnFromPageToPageFindsTheLastOneInTheList() throws {
        let rig = try WorkoutRig()
        rig.press(WorkoutRig.row(30))
        #expect(rig.node("workouts.next")?.isEnabled == true)
        for _ in 0..<9 { rig.press("workouts.next") }
        #expect(rig.day == 39 && rig.node("workouts.next")?.isEnabled == false)
        #expect(rig.node("workouts.previous")?.isEnabled == true)
        rig.press(.right)
        rig.settle()
        #expect(rig.day == 39)
        rig.press(.escape)
        rig.settle()
        #expect(rig.model.x.range.contains(WorkoutRig.start(39)))
        #expect(rig.rows.first?.id == WorkoutRig.row(39))
    }

    @Test func pagesAreViewsThatOneGoesBackTo() throws {
        let rig = try WorkoutRig()
        rig.press(WorkoutRig.row(30))
        rig.press("workouts.previous")
        #expect(rig.day == 29)
        for day in [30, nil] as [Int?] {
            rig.model.navigator.step(by: -1, at: rig.time)
            rig.settle()
            #expect(rig.day == day)
        }
        for day in [30, 29] {
            rig.model.navigator.step(by: 1, at: rig.time)
            rig.settle()
            #expect(rig.day == day)
        }
    }

    @Test func figuresFollowTheUnits() throws {
        let rig = try WorkoutRig(unit: "distance=mi")
        rig.press(WorkoutRig.row(30))
        // 5250 / 1609.344 = 3.2622, and 1710 seconds over that are 8:44.
        #expect(rig.figures.contains("Distance 3.26\(Self.space)mi"))
        #expect(rig.figures.contains("Pace 8:44\(Self.space)/mi"))
    }

    // MARK: Windows

    @Test func aNarrowWindowHasTheListAsAPage() throws {
        let rig = try WorkoutRig(size: Size(width: 360, height: 480))
        #expect(rig.node("workouts") == nil)
        let button = try #require(rig.node("workouts.open"))
        #expect(button.role == .button && button.value == "31 workouts")
        rig.expectSoundTree()
        try rig.focus("workouts.open")
        rig.press(.enter)
        rig.settle()
        #expect(rig.node("chart") == nil && rig.rows.first?.id == WorkoutRig.row(30))
        #expect(rig.viewer.scene.shownFocus == WorkoutRig.row(30))
        rig.expectSoundTree()
        rig.press(.down)
        rig.press(.enter)
        rig.settle()
        #expect(rig.day == 29 && rig.node("chart") != nil && rig.node("details") != nil)
        rig.expectSoundTree()
        rig.press(.escape)
        rig.settle()
        #expect(rig.day == nil && rig.viewer.scene.shownFocus == WorkoutRig.row(29))
        rig.press(.escape)
        rig.settle()
        #expect(rig.node("chart") != nil && rig.node("workouts.open") != nil)
        #expect(rig.viewer.scene.shownFocus == "workouts.open")
    }

    // MARK: Beginning

    @Test func thePageOfADayCanBeThereFromTheBeginning() throws {
        #expect(try WorkoutRig(workout: WorkoutRig.start(30) - 59_400).day == 30)
        #expect(try WorkoutRig(workout: WorkoutRig.start(5) + 900).day == 5)
        let none = try WorkoutRig(workout: WorkoutRig.start(80))
        #expect(none.day == nil && none.node("chart")?.name == "Workouts")
    }

    @Test func whatBringsNothingLeavesTheWorkouts() throws {
        let rig = try WorkoutRig()
        rig.press(WorkoutRig.row(30))
        rig.model.beginReading()
        var file = FileReport(path: "/a/picture.png", format: "", bytes: 8)
        file.failure = ImportError(
            place: "/a/picture.png", problem: "is a picture", remedy: "give a table")
        var report = ImportReport()
        report.files = [file]
        rig.model.show(
            ImportSnapshot(report: report, workouts: WorkoutList()), at: rig.time)
        rig.settle()
        #expect(rig.day == 30)
        #expect(rig.model.workouts.list.entries.count == WorkoutRig.count)
        #expect(rig.model.failures.count == 1)
    }

    @Test func theLapsSayWhatTheirFiguresAre() throws {
        func lap(_ minute: Int, _ metres: Int, _ rest: String) -> String {
            func point(_ minute: Int) -> String {
                "<Trackpoint><Time>2026-03-15T16:\(minute):00Z</Time>"
                    + "<HeartRateBpm><Value>150</Value></HeartRateBpm></Trackpoint>"
            }
            return "<Lap StartTime=\"2026-03-15T16:\(minute):00Z\">"
                + "<TotalTimeSeconds>300</TotalTimeSeconds>"
                + "<DistanceMeters>\(metres)</DistanceMeters>\(rest)"
                + "<Track>\(point(minute))\(point(minute + 5))</Track></Lap>"
        }
        let rig = try WorkoutRig(
            workout: WorkoutRig.start(14),
            text: """
                <?xml version="1.0"?>
                <TrainingCenterDatabase \
                xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
                <Activities><Activity Sport="Running"><Id>2026-03-15T16:30:00Z</Id>
                \(lap(30, 1000, "<Calories>80</Calories>"))
                \(lap(35, 1250, ""))
                </Activity></Activities></TrainingCenterDatabase>
                """, name: "run.tcx")
        let laps = try #require(rig.node("details.laps")).children
        #expect(laps.map(\.name) == ["Lap 1", "Lap 2"])
        // 300 s over 1.25 km are 240 s a kilometre.
        #expect(laps.last?.value.contains("Distance 1.25\u{a0}km") == true, "\(laps)")
        #expect(laps.last?.value.contains("4:00\u{a0}/km") == true, "\(laps)")
        // The second has no energy, and shows none.
        #expect(laps.first?.value.contains("80\u{a0}kcal") == true, "\(laps)")
        #expect(laps.last?.value.contains("kcal") == false, "\(laps)")
        for lap in laps {
            for figure in lap.value.split(separator: ", ") {
                #expect(figure.first?.isUppercase == true, "\(figure)")
            }
        }
    }
}
