import ChartCore
import Foundation
import Geometry
import HealthData
import Localization
import Testing

@testable import Viewer

/// Workouts in words, and their list, against plain arithmetic.
@Suite @MainActor struct WorkoutTests {
    private static let space = "\u{A0}"

    private func entry(_ id: String, _ start: Double, _ length: Double) -> WorkoutEntry {
        WorkoutEntry(
            id: id,
            workout: Workout(sport: "Running", start: start, end: start + length, source: 0),
            source: "Watch")
    }

    @Test(arguments: [
        ("Running", "Running", WorkoutKind.Rate.pace), ("outdoor run", "Running", .pace),
        ("TraditionalStrengthTraining", "Strength training", .speed),
        ("LAP_SWIMMING", "Swimming", .shortPace),
        ("OpenWaterSwimming", "Open water swimming", .shortPace),
        ("Cycling", "Cycling", .speed), ("SwimBikeRun", "Multisport", .speed),
        ("Hiking", "Hiking", .pace), ("", "Other workout", .speed),
        // An unknown kind keeps its own words.
        ("UnderwaterHockey", "Underwater hockey", .speed),
    ])
    func kindsHaveNamesAndWaysToTellASpeed(
        sport: String, name: String, rate: WorkoutKind.Rate
    ) {
        let kind = WorkoutKind(sport)
        #expect(kind.name == name)
        #expect(kind.rate == rate)
    }

    @Test func speedsAreToldAsPeopleDo() {
        let locale = LocaleFormat(identifier: "en_GB")
        var miles = UnitPreferences()
        miles[.distance] = .mile
        var kilometers = UnitPreferences()
        kilometers[.distance] = .kilometer
        func rate(
            _ sport: String, _ meters: Double?, _ seconds: Double, _ units: UnitPreferences
        )
            -> String?
        {
            WorkoutFormat(locale: locale, units: units)
                .rate(WorkoutKind(sport), meters: meters, seconds: seconds)
                .map { $0.caption + " " + $0.figure.text }
        }
        let space = Self.space
        // 1710 / 5.25 = 325.7 seconds a kilometre.
        #expect(rate("Running", 5250, 1710, kilometers) == "Pace 5:26\(space)/km")
        // 5250 / 1609.344 = 3.2622 miles; 1710 / 3.2622 = 524.2.
        #expect(rate("Running", 5250, 1710, miles) == "Pace 8:44\(space)/mi")
        // 1800 / 15 = 120.
        #expect(rate("Swimming", 1500, 1800, kilometers) == "Pace 2:00\(space)/100\(space)m")
        // 1800 / (1500 / 91.44) = 109.7.
        #expect(rate("Swimming", 1500, 1800, miles) == "Pace 1:50\(space)/100\(space)yd")
        #expect(rate("Cycling", 40_000, 7_200, kilometers) == "Speed 20.0\(space)km/h")
        #expect(rate("Running", nil, 1710, kilometers) == nil)
        #expect(rate("Running", 0, 1710, kilometers) == nil)
        #expect(rate("Running", 5250, 0, kilometers) == nil)
    }

    @Test func placesOverARangeAreThoseThatReachIntoIt() {
        // The newest first: 900, 500 for an hour, 400, 100 of no duration.
        let list = WorkoutList([
            entry("d", 900, 10), entry("c", 500, 3600), entry("b", 400, 50), entry("a", 100, 0),
        ])
        func ids(_ low: Double, _ high: Double) -> String {
            list.places(over: Extent(min: low, max: high)).map { list.entries[$0].id }.joined()
        }
        #expect(ids(0, 10_000) == "dcba")
        #expect(ids(0, 100) == "", "a range is half open")
        #expect(ids(100, 101) == "a")
        #expect(ids(449, 500) == "b" && ids(450, 500) == "")
        #expect(ids(2_000, 3_000) == "c", "the long one still continues")
        #expect(ids(4_100, 5_000) == "")
        #expect(list["b"]?.workout.start == 400 && list["x"] == nil)
        #expect(list.place(of: "a") == 3)
        #expect(WorkoutList().places(over: Extent(min: 0, max: 1)).isEmpty)
    }

    @Test func aDayMeansItsFirstWorkoutAndAnInstantTheOneThatGoesOn() {
        let calendar = CivilCalendar(zone: .utc)
        let day = 86_400.0 * 20_000
        let list = WorkoutList([
            entry("next", day + 90_000, 600), entry("late", day + 60_000, 600),
            entry("early", day + 30_000, 600),
        ])
        func id(_ instant: Double) -> String? { list.workout(at: instant, in: calendar)?.id }
        #expect(id(day) == "early")
        #expect(id(day + 30_000) == "early")
        #expect(id(day + 30_001) == "late")
        #expect(id(day + 60_300) == "late", "nothing begins after it on that day")
        #expect(id(day + 70_000) == nil)
        #expect(id(day + 86_400) == "next")
        #expect(id(day - 86_400) == nil)
    }

    /// Two workouts that begin in the same second have different ids, the same in every reading.
    @Test func workoutsOfOneSecondHaveIdsOfTheirOwn() throws {
        let files = try TestFiles()
        func workout(_ sport: String, _ source: String, _ end: Int) -> String {
            " <Workout workoutActivityType=\"HKWorkoutActivityType\(sport)\" "
                + "sourceName=\"\(source)\" startDate=\"2026-03-02 16:30:00 +0000\" "
                + "endDate=\"2026-03-02 \(end):00:00 +0000\"/>\n"
        }
        let path = try files.write(
            "<HealthData locale=\"en\">\n" + workout("Running", "Watch", 17)
                + workout("Walking", "Phone", 22) + "</HealthData>\n", "export.xml")
        let records = Importer(files: [path], options: ImportOptions(zone: .utc)).run().records
        let ids = WorkoutList(records).entries.map(\.id)
        #expect(ids.count == 2 && Set(ids).count == 2)
        // 2026-03-02T16:30:00Z is 20514 days and 59,400 seconds after 1970.
        #expect(ids.allSatisfy { $0.hasPrefix("\(20_514 * 86_400 + 59_400)") })
        #expect(WorkoutList(records).entries.map(\.id) == ids)
    }

    @Test func rowsAreSeenAndRevealedByArithmetic() {
        let frame = Rect(x: 0, y: 0, width: 600, height: 36 + 171 + 1)
        #expect(WorkoutListPane.visible(31, in: frame, scroll: 0) == 0..<4)
        #expect(WorkoutListPane.visible(31, in: frame, scroll: 50) == 1..<5)
        #expect(WorkoutListPane.visible(2, in: frame, scroll: 0) == 0..<2)
        #expect(WorkoutListPane.visible(0, in: frame, scroll: 0).isEmpty)
        // 31 rows of 48 points and 8 below them, of which 171 are visible.
        #expect(WorkoutListPane.maximumScroll(31, in: frame) == 31 * 48 + 8 - 171)
        #expect(WorkoutListPane.maximumScroll(3, in: frame) == 0)
        #expect(WorkoutListPane.scroll(revealing: 0, in: frame, from: 300) == 0)
        #expect(WorkoutListPane.scroll(revealing: 30, in: frame, from: 0) == 31 * 48 + 8 - 171)
        #expect(WorkoutListPane.scroll(revealing: 1, in: frame, from: 10) == 10)
    }
}
