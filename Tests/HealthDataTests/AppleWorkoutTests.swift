import ChartCore
import Foundation
import HealthData
import Testing

@Suite("Workouts of Apple Health exports, and of tracks")
struct AppleWorkoutTests {
    private static let quantity = "HKQuantityTypeIdentifier"

    /// Half an hour in the evening of 2026-03-02 in Berlin.
    private static let dates =
        "startDate=\"2026-03-02 17:30:00 +0100\" endDate=\"2026-03-02 18:00:00 +0100\""

    /// A run with a pause, as exports since iOS 16 contain it.
    private static let run = """
         <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="28.5" durationUnit="min" sourceName="Kim\u{2019}s Apple\u{a0}Watch" sourceVersion="9.1" device="&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, model:Watch&gt;" creationDate="2026-03-02 18:00:05 +0100" \(dates)>
          <MetadataEntry key="HKIndoorWorkout" value="0"/>
          <MetadataEntry key="HKTimeZone" value="America/New_York"/>
          <MetadataEntry key="HKAverageMETs" value="9.1 kcal/hr·kg"/>
          <WorkoutEvent type="HKWorkoutEventTypePause" date="2026-03-02 17:40:00 +0100"/>
          <WorkoutEvent type="HKWorkoutEventTypeSegment" date="2026-03-02 17:40:00 +0100" duration="1" durationUnit="min">
           <MetadataEntry key="a" value="b"/>
          </WorkoutEvent>
          <WorkoutActivity uuid="1" \(dates) duration="28.5" durationUnit="min">
           <WorkoutStatistics type="\(quantity)ActiveEnergyBurned" \(dates) sum="999" unit="Cal"/>
           <WorkoutStatistics type="\(quantity)DistanceWalkingRunning" \(dates) sum="99" unit="km"/>
          </WorkoutActivity>
          <WorkoutStatistics type="\(quantity)ActiveEnergyBurned" \(dates) sum="312.5" unit="Cal"/>
          <WorkoutStatistics type="\(quantity)BasalEnergyBurned" \(dates) sum="40" unit="Cal"/>
          <WorkoutStatistics type="\(quantity)StepCount" \(dates) sum="4000" unit="count"/>
          <WorkoutStatistics type="\(quantity)DistanceWalkingRunning" \(dates) sum="5.25" unit="km"/>
          <WorkoutStatistics type="\(quantity)HeartRate" \(dates) average="151.5" minimum="98" maximum="176" unit="count/min"/>
          <WorkoutRoute sourceName="Kim" \(dates)>
           <MetadataEntry key="HKMetadataKeySyncVersion" value="2"/>
           <FileReference path="/workout-routes/route_2026-03-02_6.00pm.gpx"/>
          </WorkoutRoute>
         </Workout>

        """

    private func load(_ elements: String, merge: MergeMode = .overlap) throws -> ImportResult {
        let files = try TestFiles()
        return HealthDataTests.load(
            try files.write(export(elements), "export.xml"), merge: merge)
    }

    /// A workout, as a self-closing element unless it has children.
    private func workout(
        _ sport: String, _ from: String, _ to: String, source: String = "Kim's Apple Watch",
        _ attributes: String = "", children: String? = nil
    ) -> String {
        " <Workout workoutActivityType=\"HKWorkoutActivityType\(sport)\" sourceName=\"\(source)\" "
            + "startDate=\"2026-03-02 \(from):00 +0000\" endDate=\"2026-03-02 \(to):00 +0000\" "
            + attributes + (children.map { ">\n\($0) </Workout>\n" } ?? "/>\n")
    }

    private func statistics(_ type: String, _ attributes: String) -> String {
        "  <WorkoutStatistics type=\"\(Self.quantity)\(type)\" \(attributes)/>\n"
    }

    @Test("Statistics belong to the workout, and to no metric")
    func statistics() throws {
        let result = try load(Self.run)
        let workout = try #require(result.records.workouts.first)
        #expect(result.records.workouts.count == 1)
        #expect(workout.sport == "Running")
        #expect(workout.start == utc(2026, 3, 2, 16, 30) && workout.end == utc(2026, 3, 2, 17))
        #expect(
            workout.figures
                == Workout.Figures(
                    activeDuration: 28.5 * 60, distance: 5250, energy: 312.5,
                    meanHeartRate: 151.5, highestHeartRate: 176, steps: 4000))
        #expect(
            result.records.sources[Int(workout.source)].name == "Kim\u{2019}s Apple\u{a0}Watch")
        #expect(result.records.metrics.map(\.id) == [.workouts])
        #expect(result.records[.workouts]?.columns.count == 1)
        let file = result.report.files[0]
        #expect([file.read, file.used] == [1, 1] as [Int])
        #expect(file.notes.isEmpty)
        expectBalanced(result.report)
    }

    @Test("One sport has one label, whatever its name in a program")
    func sports() throws {
        let result = try load(
            workout("TraditionalStrengthTraining", "08:00", "09:00")
                + workout("FunctionalStrengthTraining", "10:00", "11:00")
                + workout("TaiChi", "12:00", "13:00") + workout("Cycling", "14:00", "15:00")
                + workout("Other", "16:00", "17:00"))
        let labels = ["Strength training", "Strength training", "Tai chi", "Cycling", "Other"]
        #expect(result.records.workouts.map(\.sport) == labels)
        let samples = try #require(result.records[.workouts])
        #expect(samples.labels == ["Strength training", "Tai chi", "Cycling", "Other"])
        // The same from another program, in another file.
        let files = try TestFiles()
        let tcx = ["Strength training", "tai_chi", "Biking", "generic"].map { sport in
            "<Activity Sport=\"\(sport)\"><Lap><Track>"
                + "<Trackpoint><Time>2026-03-02T08:00:00Z</Time><HeartRateBpm><Value>90</Value>"
                + "</HeartRateBpm></Trackpoint><Trackpoint><Time>2026-03-02T08:00:30Z</Time>"
                + "<HeartRateBpm><Value>91</Value></HeartRateBpm></Trackpoint></Track></Lap></Activity>"
        }
        let text =
            "<TrainingCenterDatabase><Activities>" + tcx.joined()
            + "</Activities></TrainingCenterDatabase>"
        let other = HealthDataTests.load(try files.write(text, "a.tcx"), merge: .none)
        #expect(other.records[.workouts]?.labels == samples.labels)
    }

    @Test("Totals of old exports, and statistics before totals")
    func totals() throws {
        let old =
            "duration=\"0.5\" durationUnit=\"hr\" totalDistance=\"3.1\" totalDistanceUnit=\"mi\" "
            + "totalEnergyBurned=\"1046\" totalEnergyBurnedUnit=\"kJ\""
        let result = try load(
            workout("Cycling", "08:00", "09:00", old)
                + workout(
                    "Hiking", "10:00", "12:00", old,
                    children: statistics("DistanceWalkingRunning", "sum=\"7\" unit=\"km\""))
                // As by other programs: zeros for unknown figures, or nothing at all.
                + workout(
                    "Yoga", "13:00", "14:00",
                    "totalDistance=\"0\" totalDistanceUnit=\"km\" totalEnergyBurned=\"0\" "
                        + "totalEnergyBurnedUnit=\"kcal\"")
                + workout("Walking", "15:00", "16:00"))
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Cycling", "Hiking", "Yoga", "Walking"])
        #expect(workouts[0].figures.activeDuration == 1800)
        #expect(abs((workouts[0].figures.distance ?? 0) - 3.1 * 1609.344) < 1e-9)
        #expect(abs((workouts[0].figures.energy ?? 0) - 1046 / 4.184) < 1e-9)
        #expect(workouts[0].figures.meanHeartRate == nil)
        #expect(workouts[1].figures.distance == 7000)
        #expect(abs((workouts[1].figures.energy ?? 0) - 250) < 1e-9)
        #expect(workouts[2].figures == Workout.Figures())
        #expect(workouts[3].figures == Workout.Figures())
        #expect(result.report.files[0].notes.isEmpty)
    }

    @Test("Distances of several kinds add up, and a repeated one counts once")
    func triathlon() throws {
        let result = try load(
            workout(
                "SwimBikeRun", "08:00", "11:00",
                children: statistics("DistanceSwimming", "sum=\"1500\" unit=\"m\"")
                    + statistics("DistanceCycling", "sum=\"40\" unit=\"km\"")
                    + statistics("DistanceWalkingRunning", "sum=\"10\" unit=\"km\"")
                    + statistics("DistanceCycling", "sum=\"40\" unit=\"km\"")
                    + "  <MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>\n"))
        let distance = try #require(result.records.workouts.first?.figures.distance)
        #expect(abs(distance - (1500 + 40_000 + 10_000)) < 1e-6)
        #expect(result.records[.workouts]?.columns.marks(at: 0) == .manual)
    }

    @Test("The ascent is metadata; a value that is no length is reported")
    func ascent() throws {
        func entry(_ value: String) -> String {
            "  <MetadataEntry key=\"HKElevationAscended\" value=\"\(value)\"/>\n"
        }
        let part =
            "  <WorkoutActivity uuid=\"1\">\n" + entry("99900 cm") + "  </WorkoutActivity>\n"
        let good = try load(
            workout("Hiking", "08:00", "09:00", children: part + entry("5208 cm"))
                + workout("Hiking", "10:00", "11:00", children: entry("0 cm")))
        let ascents = good.records.workouts.compactMap(\.figures.ascent)
        #expect(ascents.count == 2 && abs(ascents[0] - 52.08) < 1e-9 && ascents[1] == 0)
        #expect(good.report.files[0].notes.isEmpty)
        for value in ["high", "5 furlong", "-5 cm", "5208", ""] {
            let bad = try load(workout("Hiking", "08:00", "09:00", children: entry(value)))
            #expect(bad.records.workouts.map(\.figures) == [Workout.Figures()], "\(value)")
            #expect(
                bad.report.files[0].notes.contains { $0.text.contains("figure of a workout") },
                "\(value)")
            expectBalanced(bad.report)
        }
    }

    @Test("Malformed workouts cost only what is malformed")
    func malformed() throws {
        let files = try TestFiles()
        // Neither ExportDate nor Me; repeated attributes; an invalid figure; a missing quote; a
        // missing end tag, and the last one cut off.
        let elements =
            " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" sourceName=\"Watch\" "
            + "startDate=\"2026-03-02 08:00:00 +0000\" endDate=\"2026-03-02 09:00:00 +0000\">\n"
            + "  <WorkoutStatistics type=\"\(Self.quantity)ActiveEnergyBurned\" startDate=\"a\" "
            + "startDate=\"b\" sum=\"100\" unit=\"kcal\" unit=\"kJ\" sum=\"999\"/>\n"
            + statistics("HeartRate", "average=\"fast\" maximum=\"170\" unit=\"count/min\"")
            + "  <WorkoutStatistics type=\"\(Self.quantity)DistanceCycling\" sum=\"2 unit=\"km\"/>\n"
            + record("HeartRate", "count/min", "61", "2026-03-02 10:00:00 +0000")
            + workout("Rowing", "12:00", "11:00", children: statistics("HeartRate", "sum=\"1\""))
            + workout(
                "Swimming", "13:00", "14:00",
                children: statistics("DistanceSwimming", "sum=\"-5\" unit=\"m\"")
                    + statistics("ActiveEnergyBurned", "sum=\"5\" unit=\"furlong\""))
            + " <Workout workoutActivityType=\"HKWorkoutActivityTypeGolf\" sourceName=\"Watch\" "
            + "startDate=\"2026-03-02 15:00:00 +0000\" endDate=\"2026-03-02 16:00:00 +0000\">\n"
            + statistics("DistanceWalkingRunning", "sum=\"6\" unit=\"km\"")
            + "  <WorkoutStatistics type=\"\(Self.quantity)ActiveEnergyBurned\" sum=\"50"
        let text = "<HealthData locale=\"en\">\n" + elements
        let result = HealthDataTests.load(try files.write(text, "export.xml"))
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Running", "Swimming", "Golf"])
        #expect(
            workouts.map(\.figures) == [
                Workout.Figures(energy: 100, highestHeartRate: 170), Workout.Figures(),
                Workout.Figures(distance: 6000),
            ])
        #expect(result.records[.heartRate]?.columns.values == [61])
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [5, 4, 1] as [Int])
        #expect(file.refusals.map(\.reason) == ["it ends before it starts"])
        // The second statistics are in the fourth line.
        let notes = file.notes.filter { $0.text.contains("figure of a workout") }
        #expect(notes.map(\.place) == ["line 4"])
        #expect(file.notes.contains { $0.text.contains("cut off") })
        expectBalanced(result.report)
    }

    @Test("A workout that two devices recorded is one, with the figures of both")
    func twoDevices() throws {
        let elements =
            workout(
                "Running", "08:00", "09:00",
                children: statistics("HeartRate", "average=\"150\" unit=\"count/min\""))
            + workout(
                "Running", "08:02", "09:01", source: "Strava",
                "totalDistance=\"9.5\" totalDistanceUnit=\"km\"")
            // An hour, and ten minutes of it, are two workouts.
            + workout("Cycling", "10:00", "11:00")
            + workout("Other", "10:50", "11:00", source: "Strava")
            // One device records one workout at a time, so these are two as well.
            + workout("Walking", "12:00", "13:00") + workout("Hiking", "12:10", "13:00")
        let result = try load(elements)
        #expect(result.records[.workouts]?.columns.count == 6)
        #expect(result.records.merged(.workouts).count == 5)
        #expect(
            result.records.workouts.map(\.sport) == [
                "Running", "Cycling", "Other", "Walking", "Hiking",
            ])
        let run = try #require(result.records.workouts.first)
        #expect(run.start == utc(2026, 3, 2, 8) && run.end == utc(2026, 3, 2, 9))
        #expect(run.figures == Workout.Figures(distance: 9500, meanHeartRate: 150))
        let file = result.report.files[0]
        #expect([file.read, file.used, file.merged] == [6, 5, 1] as [Int])
        expectBalanced(result.report)
        let all = try load(elements, merge: .none)
        #expect(all.records.workouts.count == 6 && all.report.files[0].merged == 0)
        // Three hours with the counted workouts in them, as the chart has it: overlaps add no time.
        #expect(MetricSummary(result.records, .workouts)?.sum == [180 * 60])
        let months = BucketTable.rows(
            result.records, metric: .workouts, unit: .month, calendar: CivilCalendar(zone: .utc))
        #expect(months.compactMap(\.components[0].sum) == [180 * 60])
    }

    @Test("Missing figures come from the next device, not from the next file")
    func figuresInOrder() throws {
        let files = try TestFiles()
        func energy(_ value: Int) -> String {
            "totalEnergyBurned=\"\(value)\" totalEnergyBurnedUnit=\"kcal\""
        }
        let paths = try [
            ("watch", workout("Running", "08:00", "09:00")),
            ("phone", workout("Running", "08:02", "09:00", source: "Kim's iPhone", energy(300))),
            ("app", workout("Running", "08:01", "09:00", source: "Strava", energy(500))),
            ("second", workout("Running", "08:01", "09:00", source: "Another app", energy(700))),
        ].map { name, text in try files.write(export(text), name + ".xml") }
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]] {
            let result = Importer(
                files: order.map { paths[$0] }, options: ImportOptions(zone: .utc)
            ).run()
            #expect(result.records.workouts.map(\.figures.energy) == [300], "\(order)")
        }
        // Among programs, the one with the first name.
        for order in [[0, 2, 3], [3, 2, 0]] {
            let result = Importer(
                files: order.map { paths[$0] }, options: ImportOptions(zone: .utc)
            ).run()
            #expect(result.records.workouts.map(\.figures.energy) == [700], "\(order)")
        }
    }

    // MARK: Routes

    /// A minute of a route, a hundred-thousandth of a degree a second.
    private func route(_ from: Int) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Apple Health Export" xmlns="http://www.topografix.com/GPX/1/1">
            <trk><name>Route 2026-03-02 6:00pm</name><trkseg>

            """
        for second in 0..<60 {
            let clock = "16:\(from):\(second < 10 ? "0" : "")\(second)"
            text +=
                "<trkpt lon=\"8.5\" lat=\"\(47 + Double(second) * 1e-5)\"><ele>400</ele>"
                + "<time>2026-03-02T\(clock)Z</time><extensions><speed>1.1</speed>"
                + "</extensions></trkpt>\n"
        }
        return text + "</trkseg></trk></gpx>\n"
    }

    /// The length in metres of 59 arcs of a hundred-thousandth of a degree.
    private static let way = EarthTruth.meridian(47, 47 + 59e-5)

    @Test("The route of a workout is not a second workout", arguments: [MergeMode.overlap, .none])
    func route(merge: MergeMode) throws {
        let files = try TestFiles()
        // The watch has everything except the distance.
        let bare =
            " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"28.5\" "
            + "durationUnit=\"min\" sourceName=\"Apple Watch\" \(Self.dates)>\n"
            + "  <WorkoutRoute sourceName=\"Kim\" \(Self.dates)>\n   <FileReference "
            + "path=\"/workout-routes/route_2026-03-02_6.00pm.gpx\"/>\n  </WorkoutRoute>\n"
            + " </Workout>\n"
        let document =
            "<?xml version=\"1.0\"?>\n<ClinicalDocument xmlns=\"urn:hl7-org:v3\">\n"
            + "<entry/></ClinicalDocument>\n<ClinicalDocument/>\n"
        let zip = try files.zip(
            [
                ("apple_health_export/workout-routes/route_2026-03-02_6.00pm.gpx", route(31)),
                // A walk about which nothing else is known.
                ("apple_health_export/workout-routes/route_2026-03-02_5.20pm.gpx", route(20)),
                ("apple_health_export/export_cda.xml", document),
                ("apple_health_export/Export.xml", export(bare)),
                ("__MACOSX/apple_health_export/._Export.xml", "\0\u{5}\u{16}\u{7}junk"),
            ], "export.zip")
        let result = HealthDataTests.load(zip, merge: merge)
        let workouts = result.records.workouts
        #expect(workouts.map(\.sport) == ["Other", "Running"])
        #expect(result.records[.workouts]?.columns.count == 2)
        #expect(workouts[0].start == utc(2026, 3, 2, 16, 20))
        #expect(workouts[0].figures.activeDuration == 59)
        #expect(workouts[1].start == utc(2026, 3, 2, 16, 30))
        #expect(workouts[1].figures.activeDuration == 28.5 * 60)
        for workout in workouts {
            #expect(abs((workout.figures.distance ?? 0) - Self.way) < 1e-6)
        }
        let ways = try #require(result.records[.route]).columns
        #expect(abs(ways.values.reduce(0, +) - 2 * Self.way) < 1e-6)
        #expect(result.records[.distance] == nil)
        let file = result.report.files[0]
        // Two tracks of 60 points with a workout each, and the stated workout.
        #expect([file.read, file.merged, file.refused] == [123, 1, 0] as [Int])
        #expect(
            file.members.map(\.path).filter { $0.contains("__MACOSX") }.isEmpty)
        let clinical = try #require(file.members.first { $0.path.hasSuffix("export_cda.xml") })
        #expect(clinical.failure?.contains("clinical document") == true && clinical.read == 0)
        expectBalanced(result.report)
    }

    @Test("A route given next to its export is none either, and alone it is a workout")
    func routeAlone() throws {
        let files = try TestFiles()
        let track = try files.write(route(31), "route.gpx")
        let alone = HealthDataTests.load(track)
        #expect(alone.records.workouts.map(\.sport) == ["Other"])
        let exported = try files.write(export(Self.run), "export.xml")
        let both = HealthDataTests.load(track, exported)
        #expect(both.records.workouts.map(\.sport) == ["Running"])
        #expect(both.records.workouts.first?.figures.distance == 5250)
        #expect(both.report.files.map(\.merged) == [1, 0])
        expectBalanced(both.report)
    }

    @Test("Positions inside a workout, as in old exports, are counted")
    func locations() throws {
        let location =
            "   <Location date=\"2026-03-02 17:30:00 +0100\" latitude=\"47\" longitude=\"8.5\"/>\n"
        let result = try load(
            workout(
                "Running", "08:00", "09:00",
                children: "  <WorkoutRoute>\n" + location + location + "  </WorkoutRoute>\n"))
        let file = result.report.files[0]
        #expect([file.read, file.used, file.refused] == [3, 1, 2] as [Int])
        #expect(file.refusals.map(\.count) == [2])
        expectBalanced(result.report)
    }
}
