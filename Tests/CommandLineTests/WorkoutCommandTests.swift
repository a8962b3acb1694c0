import Foundation
import Testing

@Suite("The command line and workouts")
struct WorkoutCommandTests {
    /// A run with figures, and on the next day one without any, which a second device also
    /// recorded.
    private static let export: String = {
        let statistics = "  <WorkoutStatistics type=\"HKQuantityTypeIdentifier"
        func workout(_ source: String, _ day: String, _ children: String) -> String {
            " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" "
                + "sourceName=\"\(source)\" startDate=\"2026-03-\(day) 16:30:00 +0000\" "
                + "endDate=\"2026-03-\(day) 17:00:00 +0000\">\n\(children) </Workout>\n"
        }
        return "<HealthData locale=\"en\">\n"
            + workout(
                "Watch", "02",
                statistics + "DistanceWalkingRunning\" sum=\"5.25\" unit=\"km\"/>\n"
                    + statistics + "HeartRate\" average=\"151.5\" maximum=\"176\" "
                    + "unit=\"count/min\"/>\n"
                    + "  <MetadataEntry key=\"HKElevationAscended\" value=\"52 m\"/>\n")
            + workout("Watch", "03", "")
            + workout(
                "Phone", "03",
                statistics + "ActiveEnergyBurned\" sum=\"250\" unit=\"kcal\"/>\n")
            + "</HealthData>\n"
    }()

    private func rows(_ arguments: [String]) throws -> [[String: Any]] {
        try #require(try Program.json(arguments)["rows"] as? [[String: Any]])
    }

    @Test("table has the figures of workouts in JSON, whichever devices count")
    func table() throws {
        let folder = try Folder()
        let path = try folder.write(Self.export, "export.xml")
        let command = ["table", path, "--metric", "workouts", "--zone", "UTC"]
        let csv = try Program.run(command)
        #expect(
            csv.text == """
                start,end,value
                2026-03-02T16:30:00+00:00,2026-03-02T17:00:00+00:00,Running
                2026-03-03T16:30:00+00:00,2026-03-03T17:00:00+00:00,Running

                """)
        let merged = try rows(command + ["--json"])
        #expect(merged.count == 2)
        #expect(merged[0]["value"] as? String == "Running")
        #expect(merged[0]["distance"] as? Double == 5250)
        #expect(merged[0]["meanHeartRate"] as? Double == 151.5)
        #expect(merged[0]["highestHeartRate"] as? Double == 176)
        #expect(merged[0]["ascent"] as? Double == 52)
        for name in ["activeDuration", "energy", "steps", "name", "trackPoints"] {
            #expect(merged[0][name] is NSNull, "\(name)")
        }
        // The phone's energy is that of the watch's run.
        #expect(merged[1]["energy"] as? Double == 250)
        #expect(try rows(command + ["--json", "--from", "2026-03-03"]).count == 1)
        // Without merging, each has its own figures.
        let all = try rows(command + ["--json", "--merge", "none"])
        #expect(all.count == 3)
        #expect(all.compactMap { $0["energy"] as? Double } == [250])
        let phone = try rows(command + ["--json", "--merge", "Phone"])
        #expect(phone.count == 1 && phone[0]["energy"] as? Double == 250)
        #expect(phone[0]["distance"] is NSNull)
    }

    @Test("table has the names of workouts and how many points their tracks have")
    func tracks() throws {
        let folder = try Folder()
        let points = (0..<7).map {
            "<trkpt lat=\"47.000\($0)\" lon=\"8.5\"><time>2026-03-02T16:30:0\($0)Z</time></trkpt>"
        }
        let path = try folder.write(
            "<gpx><trk><name>Lake</name><trkseg>\(points.joined())</trkseg></trk></gpx>", "run.gpx")
        let found = try rows(["table", path, "--metric", "workouts", "--json", "--zone", "UTC"])
        #expect(found.count == 1)
        #expect(found[0]["name"] as? String == "Lake")
        #expect(found[0]["trackPoints"] as? Double == 7)
    }

    @Test("table has no figures next to other metrics, or in buckets")
    func others() throws {
        let folder = try Folder()
        let steps = try folder.write("date,steps\n2026-01-05,5\n", "steps.csv")
        let path = try folder.write(Self.export, "export.xml")
        #expect(try rows(["table", steps, "--metric", "steps", "--json"])[0]["distance"] == nil)
        let days = try rows(
            ["table", path, "--metric", "workouts", "--bucket", "day", "--json", "--zone", "UTC"])
        #expect(days.count == 2 && days[0]["distance"] == nil)
    }

    @Test("render shows the page of a workout, and reports if there is none")
    func render() throws {
        let folder = try Folder()
        let path = try folder.write(Self.export, "export.xml")
        func render(_ arguments: [String]) throws -> Program.Outcome {
            try Program.run(
                ["render", path, "--zone", "UTC", "--output", folder.path + "/a.png"] + arguments)
        }
        for date in ["2026-03-02", "2026-03-02T16:30"] {
            let outcome = try render(
                ["--workout", date, "--layout", folder.path + "/a.json"])
            #expect(outcome.code == 0, "\(outcome.errors)")
            let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.json"))
            let root = try #require(
                try JSONSerialization.jsonObject(with: data) as? [String: Any])
            let controls = try #require(root["controls"] as? [[String: Any]])
            let names = controls.compactMap { $0["name"] as? String }
            #expect(names.contains("Back") && names.contains("Next workout"))
        }
        let none = try render(["--workout", "2026-03-05"])
        #expect(none.code == 1 && none.errors.contains("there is no workout on"))
        let unreadable = try render(["--workout", "yesterday"])
        #expect(unreadable.code == 2 && unreadable.errors.contains("--workout"))
        let other = try render(["--workout", "2026-03-02", "--metric", "steps"])
        #expect(other.code == 2 && other.errors.contains("leave --metric out"))
        #expect(
            try render(["--workout", "2026-03-02", "--metric", "workouts"]).code == 0)
    }

    @Test("the library keeps the figures")
    func library() throws {
        let folder = try Folder()
        let path = try folder.write(Self.export, "export.xml")
        let library = ["--library", folder.path + "/library"]
        #expect(try Program.run(["library", "add", path] + library).code == 0)
        let command = ["--metric", "workouts", "--json", "--zone", "UTC"]
        let kept = try Program.run(["table"] + command + library)
        let read = try Program.run(["table", path] + command)
        #expect(kept.code == 0 && kept.text == read.text)
    }
}
