import ChartCore
import HealthData
import Testing

/// TCX as several programs write it, and how it breaks.
@Suite("TCX")
struct TCXFormatTests {
    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.values) } ?? []
    }

    private func starts(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.starts) } ?? []
    }

    @Test("Google Fit's: blanks before the declaration, distances without positions, any sport")
    func googleFit() throws {
        let files = try TestFiles()
        let text = """
               <?xml version="1.0" encoding="UTF-8"?>
            <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
              <Activities>
                <Activity Sport="Walking">
                  <Id>2026-01-05T09:15:00.000Z</Id>
                  <Lap StartTime="2026-01-05T09:15:00.000Z">
                    <TotalTimeSeconds>120.0</TotalTimeSeconds>
                    <DistanceMeters>130.0</DistanceMeters>
                    <Calories>9</Calories>
                    <Intensity>Active</Intensity>
                    <TriggerMethod>Manual</TriggerMethod>
                    <Track>
                      <Trackpoint><Time>2026-01-05T09:15:00.000Z</Time><DistanceMeters>0.0</DistanceMeters></Trackpoint>
                      <Trackpoint><Time>2026-01-05T09:15:30.500Z</Time><DistanceMeters>40.25</DistanceMeters></Trackpoint>
                      <Trackpoint><Time>2026-01-05T09:16:00.000Z</Time><DistanceMeters>75.0</DistanceMeters></Trackpoint>
                      <Trackpoint><Time>2026-01-05T09:19:00.000Z</Time><DistanceMeters>75.0</DistanceMeters></Trackpoint>
                      <Trackpoint><Time>2026-01-05T09:19:55.000Z</Time><DistanceMeters>130.0</DistanceMeters></Trackpoint>
                    </Track>
                  </Lap>
                </Activity>
              </Activities>
            </TrainingCenterDatabase>

            """
        let result = load(try files.write(text, "walk.tcx"))
        #expect(result.report.files[0].format == "tcx")
        let begin = utc(2026, 1, 5, 9, 15)
        // Points without a distance mark the beginning of a stretch.
        #expect(values(result, .route) == [0, 40.25, 75 - 40.25, 0, 130 - 75])
        #expect(
            starts(result, .route) == [begin, begin, begin + 30.5, begin + 240, begin + 240])
        let workouts = try #require(result.records[.workouts])
        #expect(workouts.labels == ["Walking"])
        #expect(workouts.columns.starts[0] == begin)
        #expect(workouts.columns.end(at: 0) == begin + 295)
        expectBalanced(result.report)
    }

    /// A ride of three laps, one of them without a track, and something else on the same day.
    private func ride(creator: String = "Edge 530") -> String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="no" ?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
        <Folders/>
        <Activities>
        <Activity Sport="Biking"><Id>2026-05-03T06:00:00.000Z</Id>
        <Lap StartTime="2026-05-03T06:00:00.000Z"><TotalTimeSeconds>10</TotalTimeSeconds><DistanceMeters>80</DistanceMeters><AverageHeartRateBpm><Value>101</Value></AverageHeartRateBpm><MaximumHeartRateBpm><Value>180</Value></MaximumHeartRateBpm>
        <Track>
        <Trackpoint><Time>2026-05-03T06:00:00.000Z</Time><Position><LatitudeDegrees>47.0</LatitudeDegrees><LongitudeDegrees>8.5</LongitudeDegrees></Position><AltitudeMeters>400.0</AltitudeMeters><DistanceMeters>0.0</DistanceMeters><HeartRateBpm><Value>100</Value></HeartRateBpm><Cadence>80</Cadence><Extensions><ns3:TPX><ns3:Speed>8.0</ns3:Speed><ns3:Watts>210</ns3:Watts></ns3:TPX></Extensions></Trackpoint>
        <Trackpoint><Time>2026-05-03T06:00:10.000Z</Time><Position><LatitudeDegrees>47.001</LatitudeDegrees><LongitudeDegrees>8.5</LongitudeDegrees></Position><AltitudeMeters>401.5</AltitudeMeters><HeartRateBpm><Value>102</Value></HeartRateBpm><Cadence>82</Cadence></Trackpoint>
        </Track></Lap>
        <Lap StartTime="2026-05-03T06:00:10.000Z"><TotalTimeSeconds>5</TotalTimeSeconds><DistanceMeters>0</DistanceMeters></Lap>
        <Lap StartTime="2026-05-03T06:00:15.000Z"><Track>
        <Trackpoint><Time>2026-05-03T06:00:20.000Z</Time><Position><LatitudeDegrees>47.002</LatitudeDegrees><LongitudeDegrees>8.5</LongitudeDegrees></Position></Trackpoint>
        <Trackpoint><Time>not a time</Time><HeartRateBpm><Value>104</Value></HeartRateBpm></Trackpoint>
        <Trackpoint><Time>2026-05-03T06:00:22.000Z</Time></Trackpoint>
        <Trackpoint><Time>2026-05-03T06:00:24.000Z</Time><Position><LatitudeDegrees>147.002</LatitudeDegrees><LongitudeDegrees>8.5</LongitudeDegrees></Position></Trackpoint>
        </Track><Track>
        <Trackpoint><Time>2026-05-03T06:00:40.000Z</Time><Position><LatitudeDegrees>47.003</LatitudeDegrees><LongitudeDegrees>8.5</LongitudeDegrees></Position></Trackpoint>
        <Trackpoint><Time>2026-05-03T06:00:50.000Z</Time><Position><LatitudeDegrees>47.004</LatitudeDegrees><LongitudeDegrees>8.5</LongitudeDegrees></Position></Trackpoint>
        </Track></Lap>
        <Creator xsi:type="Device_t"><Name>\(creator)</Name></Creator>
        </Activity>
        <Activity Sport="Other"><Id>2026-05-03T10:00:00Z</Id><Lap StartTime="2026-05-03T10:00:00Z"><Track>
        <Trackpoint><Time>2026-05-03T12:00:00+02:00</Time><HeartRateBpm><Value>90</Value></HeartRateBpm></Trackpoint>
        <Trackpoint><Time>2026-05-03T12:00:05+02:00</Time><HeartRateBpm><Value>91</Value></HeartRateBpm></Trackpoint>
        </Track></Lap></Activity>
        </Activities>
        </TrainingCenterDatabase>

        """
    }

    /// The metres along the meridian between two places, in thousandths of a degree.
    private static func way(_ from: Int, _ to: Int) -> Double {
        EarthTruth.meridian(47 + Double(from) * 1e-3, 47 + Double(to) * 1e-3)
    }

    @Test(
        "Laps continue each other, tracks of one lap do not; empty points are refused"
    )
    func laps() throws {
        let files = try TestFiles()
        let result = load(try files.write(ride(), "ride.tcx"))
        let begin = utc(2026, 5, 3, 6)
        // The lap without a track changes nothing; there was a pause between the two tracks.
        let route = try #require(result.records[.route]).columns
        let ways = (0..<route.count).filter { route.end(at: $0) > route.starts[$0] }
        #expect(ways.map { route.starts[$0] } == [begin, begin + 10, begin + 40])
        #expect(ways.map { route.end(at: $0) } == [begin + 10, begin + 20, begin + 50])
        let expected = [Self.way(0, 1), Self.way(1, 2), Self.way(3, 4)]
        #expect(areNear(ways.map { route.values[$0] }, expected, within: 1e-5))
        #expect(route.values.reduce(0, +) < 3.001 * Self.way(0, 1))
        #expect(values(result, .heartRate) == [100, 102, 90, 91])
        #expect(values(result, .elevation) == [400, 401.5])
        #expect(values(result, .cadence) == [80, 82] && values(result, .power) == [210])
        let workouts = try #require(result.records[.workouts])
        #expect(
            workouts.columns.values.map { workouts.labels[Int($0)] } == ["Cycling", "Other"])
        #expect(Array(workouts.columns.starts) == [begin, utc(2026, 5, 3, 10)])
        #expect(workouts.columns.end(at: 0) == begin + 50)
        #expect(workouts.columns.end(at: 1) == utc(2026, 5, 3, 10) + 5)
        let told = result.records.workouts
        #expect(told.map { $0.laps.map(\.start) } == [[begin, begin + 10, begin + 15], []])
        #expect(
            told[0].laps.map(\.figures) == [
                Workout.Figures(
                    activeDuration: 10, distance: 80, meanHeartRate: 101, highestHeartRate: 180),
                Workout.Figures(activeDuration: 5, distance: 0), Workout.Figures(),
            ])
        // The second activity does not name its device.
        let names = workouts.columns.sources.map { result.records.sources[Int($0)].name }
        #expect(names == ["Edge 530", "ride.tcx"])
        let file = result.report.files[0]
        #expect(
            Set(file.refusals.map(\.reason)) == [
                "it has no time", "it has neither a position nor a reading",
                "its position is not on the earth",
            ])
        #expect(file.refused == 3)
        expectBalanced(result.report)
    }

    /// An activity of points with these contents, five seconds apart.
    private func activity(_ points: [String]) -> String {
        let lines = points.enumerated().map { index, text in
            let second = index * 5
            return "<Trackpoint><Time>2026-05-03T06:0\(second / 60):\(second % 60 < 10 ? "0" : "")"
                + "\(second % 60)Z</Time>\(text)</Trackpoint>"
        }
        return "<TrainingCenterDatabase><Activities><Activity Sport=\"Running\"><Lap><Track>"
            + lines.joined(separator: "\n")
            + "</Track></Lap></Activity></Activities></TrainingCenterDatabase>"
    }

    private func position(_ thousandths: Int) -> String {
        "<Position><LatitudeDegrees>\(47 + Double(thousandths) * 1e-3)</LatitudeDegrees>"
            + "<LongitudeDegrees>8.5</LongitudeDegrees></Position>"
    }

    @Test("Points without a position do not interrupt the distance between those that have one")
    func alternatingPoints() throws {
        let files = try TestFiles()
        let pulse = "<HeartRateBpm><Value>120</Value></HeartRateBpm>"
        let nowhere =
            "<Position><LatitudeDegrees>0</LatitudeDegrees>"
            + "<LongitudeDegrees>0</LongitudeDegrees></Position>"
        let result = load(
            try files.write(
                activity([
                    position(0), pulse, position(1), pulse + nowhere, position(2), pulse,
                    // Neither position nor reading: refused, and its time is not counted twice.
                    "", position(3),
                ]), "run.tcx"))
        let run = try #require(result.records.workouts.first)
        #expect(abs((run.figures.distance ?? 0) - Self.way(0, 3)) < 1e-4)
        #expect(run.figures.activeDuration == 35)
        #expect(values(result, .heartRate) == [120, 120, 120])
        let route = try #require(result.records[.route]).columns
        let begin = utc(2026, 5, 3, 6)
        let ways = (0..<route.count).filter { route.values[$0] > 0 }
        #expect(ways.map { route.starts[$0] } == [begin, begin + 10, begin + 20])
        #expect(ways.map { route.end(at: $0) } == [begin + 10, begin + 20, begin + 35])
        #expect(result.report.files[0].refused == 1)
        expectBalanced(result.report)

        // The device's distance between two positions is not counted twice.
        func metres(_ distance: Int) -> String { "<DistanceMeters>\(distance)</DistanceMeters>" }
        let mixed = load(
            try files.write(
                activity([
                    position(0) + metres(0), metres(40), pulse, metres(70), position(1),
                    metres(200), metres(230),
                ]), "mixed.tcx"))
        // Seventy metres by the device and the remaining distance to the position, then thirty
        // more.
        #expect(
            abs(
                (try #require(mixed.records.workouts.first).figures.distance ?? 0)
                    - (Self.way(0, 1) + 30)) < 1e-4)
        expectBalanced(mixed.report)
    }

    @Test("Across a long gap the device's own distance counts, which excludes a train")
    func trainInRide() throws {
        let files = try TestFiles()
        func ride(_ points: [(clock: String, place: Int, metres: Double)]) -> String {
            let lines = points.map { point in
                "<Trackpoint><Time>2026-05-03T\(point.clock)Z</Time>\(position(point.place))"
                    + "<DistanceMeters>\(point.metres)</DistanceMeters></Trackpoint>"
            }
            return "<TrainingCenterDatabase><Activities><Activity Sport=\"Biking\"><Lap><Track>"
                + lines.joined(separator: "\n")
                + "</Track></Lap></Activity></Activities></TrainingCenterDatabase>"
        }
        // A thousandth of a degree in ten seconds; 450 of them by train, which the device excluded;
        // then a tunnel of two minutes, every metre of which it counted.
        let text = ride([
            ("06:00:00", 0, 0), ("06:00:10", 1, 111), ("06:00:20", 2, 222),
            ("06:40:20", 452, 222), ("06:40:30", 453, 333), ("06:42:30", 465, 1_700),
            ("06:42:40", 466, 1_811),
        ])
        let result = load(try files.write(text, "ride.tcx"))
        let figures = try #require(result.records.workouts.first).figures
        let way =
            Self.way(0, 2) + Self.way(452, 453) + (1_700 - 333) + Self.way(465, 466)
        #expect(abs((figures.distance ?? 0) - way) < 1e-4)
        #expect(abs(values(result, .route).reduce(0, +) - way) < 1e-4)
        #expect(
            result.report.files[0].notes.map(\.text) == [
                "2 long gaps between points are pauses: their way counts, their time does not"
            ])
        expectBalanced(result.report)
    }

    @Test("A name with a bare ampersand ends the reading, and the points before it count")
    func ampersand() throws {
        let files = try TestFiles()
        let result = load(try files.write(ride(creator: "Edge & 530"), "ride.tcx"))
        #expect(values(result, .heartRate) == [100, 102])
        #expect(
            result.report.files[0].notes.contains { $0.text.contains("reading stopped here") })
        #expect(result.records.sources.map(\.name) == ["ride.tcx"])
        expectBalanced(result.report)
        let whole = Array(ride().utf8)
        for count in stride(from: 1, to: whole.count, by: 211) {
            let cut = load(try files.write(Array(whole[..<count]), "cut.tcx"))
            expectBalanced(cut.report)
            #expect(values(cut, .heartRate).count <= 4)
        }
    }
}
