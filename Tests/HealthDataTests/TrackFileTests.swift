import ChartCore
import Foundation
import Geodesy
import Testing

@testable import HealthData

/// Tracks in KML and in Suunto's form.
@Suite("Tracks in KML and SML") struct TrackFileTests {
    private let files: TestFiles
    /// 2026-01-05, 09:00 in UTC.
    private let begin = 1_767_603_600.0

    init() throws { files = try TestFiles() }

    private func clock(_ seconds: Int) -> String {
        "2026-01-05T09:\(seconds / 60 < 10 ? "0" : "")\(seconds / 60)"
            + ":\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)Z"
    }

    private func kml(_ content: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\" "
            + "xmlns:gx=\"http://www.google.com/kml/ext/2.2\"><Document><name>Tracks</name>"
            + content + "</Document></kml>"
    }

    private func track(_ seconds: [Int], _ more: String = "") -> String {
        "<gx:Track>" + seconds.map { "<when>\(clock($0))</when>" }.joined()
            + seconds.map { "<gx:coord>8.5 \(47 + Double($0) * 1e-4) \(400 + $0)</gx:coord>" }
            .joined() + more + "</gx:Track>"
    }

    private func values(_ result: ImportResult, _ id: MetricID) -> [Double] {
        result.records[id].map { Array($0.columns.values) } ?? []
    }

    @Test("KML: the times, places and arrays of tracks, with a pause between those of one way")
    func tracks() throws {
        let rates =
            "<ExtendedData><SchemaData schemaUrl=\"#s\"><gx:SimpleArrayData name=\"heartrate\">"
            + "<gx:value>120</gx:value><gx:value>121</gx:value><gx:value>122</gx:value>"
            + "</gx:SimpleArrayData><gx:SimpleArrayData name=\"cadence\"><gx:value>80</gx:value>"
            + "</gx:SimpleArrayData></SchemaData></ExtendedData>"
        let text = kml(
            "<Placemark><name>Round the lake</name><gx:MultiTrack>" + track([0, 5, 10], rates)
                + track([300, 305]) + "</gx:MultiTrack></Placemark>"
                + "<Placemark><name>Back</name>" + track([1200, 1210]) + "</Placemark>")
        // A KMZ file is an archive with one document.
        for path in [
            try files.write(text, "lake.kml"), try files.zip([("doc.kml", text)], "lake.kmz"),
        ] {
            let result = load(path)
            let file = try #require(result.report.files.first { $0.format.hasPrefix("kml") })
            // Seven points and two workouts.
            #expect(file.read == 9 && file.used == 9)
            let workouts = result.records.workouts.sorted { $0.start < $1.start }
            #expect(workouts.map(\.name) == ["Round the lake", "Back"])
            #expect(workouts.map { $0.start } == [begin, begin + 1200])
            let first = try #require(workouts.first?.track)
            #expect(first.count == 5 && first.segments == 2)
            #expect(values(result, .heartRate) == [120, 121, 122])
            #expect(values(result, .cadence) == [80])
            #expect(values(result, .elevation) == [400, 405, 410, 700, 705, 1600, 1610])
            expectBalanced(result.report)
        }
    }

    @Test("KML: places with times are a track; others are waypoints and planned routes")
    func places() throws {
        func place(_ seconds: Int?, _ coordinates: String) -> String {
            "<Placemark>"
                + (seconds.map { "<TimeStamp><when>\(clock($0))</when></TimeStamp>" } ?? "")
                + "<Point><coordinates>\(coordinates)</coordinates></Point></Placemark>"
        }
        let result = load(
            try files.write(
                kml(
                    place(0, "8.5,47,0") + place(10, "8.5,47.0001,0") + place(20, "8.5,47.0002,0")
                        + place(nil, "8,46,0") + place(30, "8.5")
                        + "<Placemark><LineString><coordinates>8,47,0 8,47.1,0\n8,47.2,0"
                        + "</coordinates></LineString></Placemark>"), "places.kml"))
        let file = result.report.files[0]
        // Three points, a workout, a waypoint and three points of a line; a text that is no place.
        #expect(file.used == 8 && file.refused == 1)
        #expect(result.records.places.waypoints.map(\.place.latitude) == [46])
        #expect(result.records.places.routes.map(\.track.count) == [3])
        #expect(result.records.workouts.count == 1)
        #expect(result.records.workouts.first?.track?.count == 3)
        expectBalanced(result.report)
        let drawn = load(
            try files.write(
                kml(
                    "<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>8,47 8,48"
                        + "</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>"
                ),
                "drawn.kml"))
        #expect(drawn.report.files[0].used == 0 && drawn.report.files[0].refused == 2)
        #expect(drawn.report.files[0].refusals.map(\.reason) == ["it is on the border of an area"])
    }

    @Test("KML that breaks off keeps its points; broken times and places are refused")
    func brokenKML() throws {
        let text = kml(
            "<Placemark>"
                + "<gx:Track><when>\(clock(0))</when><when>yesterday</when><when>\(clock(2))</when>"
                + "<when>\(clock(3))</when><gx:coord>8.5 47 1</gx:coord><gx:coord>8.5 47 1</gx:coord>"
                + "<gx:coord>8.5 95 1</gx:coord><gx:coord>8.5 47.0003 2</gx:coord></gx:Track>")
        let cut = text.range(of: "</Document>").map { String(text[..<$0.lowerBound]) + "<Pla" }
        let result = load(try files.write(try #require(cut), "cut.kml"))
        let file = result.report.files[0]
        #expect(file.used == 3 && file.refused == 2)
        #expect(!file.notes.isEmpty)
        expectBalanced(result.report)
    }

    // MARK: SML

    private func sml(_ samples: [String], header: String = "") -> String {
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<sml SdkVersion=\"2.4.19\" "
            + "xmlns=\"http://www.suunto.com/schemas/sml\"><DeviceLog><Header>"
            + "<DateTime>2026-01-05T10:00:00</DateTime><Activity>Running</Activity>" + header
            + "</Header><Device><Name>Ambit3</Name><SerialNumber>A1</SerialNumber></Device><Samples>"
            + samples.map { "<Sample>\($0)</Sample>" }.joined() + "</Samples></DeviceLog></sml>"
    }

    private func radians(_ degrees: Double) -> String { String(degrees * .pi / 180) }

    @Test("SML: radians, hertz and joules; the time in UTC gives the offset of all")
    func move() throws {
        let header =
            "<Duration>20</Duration><Distance>66.5</Distance><Energy>418400</Energy>"
            + "<HR><Avg>2</Avg><Max>2.5</Max><Min>1</Min></HR>"
        func place(_ seconds: Int, _ latitude: Double) -> String {
            "<Latitude>\(radians(latitude))</Latitude><Longitude>\(radians(-8.5))</Longitude>"
                + "<EHPE>4</EHPE><UTC>\(clock(seconds))</UTC><SampleType>gps-base</SampleType>"
                + "<Time>\(seconds)</Time>"
        }
        let text = sml(
            [
                place(0, 47),
                "<HR>2</HR><Altitude>401</Altitude><Cadence>1.4</Cadence><Speed>3.5</Speed>"
                    + "<Distance>0</Distance><Time>0</Time><SampleType>periodic</SampleType>",
                place(10, 47.0003),
                "<HR>2.05</HR><Altitude>402</Altitude><Distance>33</Distance><Time>10</Time>",
                "<Events><Lap><Type>Manual</Type></Lap></Events><Time>12</Time>",
            ], header: header)
        // The zone does not matter, since samples have their times in UTC.
        let result = load(try files.write(text, "log.sml"))
        #expect(result.report.files[0].format == "sml")
        let workout = try #require(result.records.workouts.first)
        #expect(workout.sport == "Running" && workout.start == begin)
        #expect(workout.figures.distance == 66.5 && workout.figures.energy == 100)
        #expect(workout.figures.meanHeartRate == 120 && workout.figures.highestHeartRate == 150)
        #expect(result.records.sources.map(\.name) == ["Ambit3"])
        let rates = values(result, .heartRate)
        #expect(rates.count == 2 && zip(rates, [120, 123]).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(values(result, .elevation) == [401, 402])
        let points = try #require(workout.track).points
        #expect(points.count == 2)
        for (point, latitude) in zip(points, [47, 47.0003]) {
            #expect(abs((point.latitude ?? 0) - latitude) < 1e-9)
            #expect(abs((point.longitude ?? 0) + 8.5) < 1e-9 && point.accuracy == 4)
        }
        expectBalanced(result.report)
    }

    @Test("SML without positions is on the clock of the zone, and what breaks off is kept")
    func inside() throws {
        let text = sml((0..<4).map { "<HR>\(1.5 + Double($0) / 10)</HR><Time>\($0 * 5)</Time>" })
        let cut = try #require(text.range(of: "</Samples>"))
        for text in [text, String(text[..<cut.lowerBound]) + "<Sample><HR>9"] {
            let result = load(try files.write(text, "inside.sml"))
            let rates = values(result, .heartRate)
            #expect(
                rates.count == 4
                    && zip(rates, [90, 96, 102, 108]).allSatisfy { abs($0 - $1) < 1e-9 })
            let samples = try #require(result.records[.heartRate])
            #expect(samples.columns.starts.first == begin + 3600, "the tests' zone is UTC")
            expectBalanced(result.report)
        }
        // Neither a start nor a time in UTC.
        let timeless = load(
            try files.write(
                "<sml><DeviceLog><Samples><Sample><HR>2</HR><Time>3</Time></Sample></Samples></DeviceLog></sml>",
                "timeless.sml"))
        #expect(timeless.report.files[0].refused == 1)
    }
}

/// The nights of Sleep as Android.
@Suite("Sleep as Android") struct SleepAsAndroidTests {
    private let files: TestFiles

    init() throws { files = try TestFiles() }

    private let header =
        "Id,Tz,From,To,Sched,Hours,Rating,Comment,Framerate,Snore,Noise,Cycles,DeepSleep,LenAdjust,Geo"

    /// A night with values for its columns of movements and its events.
    private func night(
        _ id: String, _ zone: String, _ to: String, _ hours: String, comment: String = "",
        _ events: [String] = []
    ) -> String {
        header + ",\"23:05\",\"23:10\"" + events.map { _ in ",\"Event\"" }.joined() + "\n"
            + "\"\(id)\",\"\(zone)\",\"10. 01. 2021 23:05\",\"\(to)\",\"\(to)\",\"\(hours)\",\"4.0\","
            + "\"\(comment)\",\"10000\",\"-1\",\"-1.0\",\"5\",\"0.42\",\"0\",\"\",\"0.12\",\"0.30\""
            + events.map { ",\"\($0)\"" }.joined() + "\n"
    }

    private func spans(_ result: ImportResult) -> [[Double]] {
        guard let sleep = result.records[.sleep]?.columns else { return [] }
        return (0..<sleep.count).map { [sleep.starts[$0], sleep.end(at: $0), sleep.values[$0]] }
    }

    @Test("The stages of a night are those of its events, and sleep without a stage between them")
    func stages() throws {
        let start = 1_610_291_100
        func at(_ minutes: Int) -> String { "\((start + minutes * 60) * 1000)" }
        let result = load(
            try files.write(
                night(
                    at(0), "Australia/Perth", "11. 01. 2021 6:35", "7.500",
                    comment: "#home, a \"\"long\"\" day\nand a line",
                    [
                        "DEEP_START-" + at(60), "DEEP_END-" + at(120), "REM_START-" + at(120),
                        "HR-\(at(125))-62.5", "REM_END-" + at(130), "AWAKE_START-" + at(200),
                        "SNORING-" + at(150), "AWAKE_END-" + at(210), "LIGHT_START-" + at(300),
                    ]), "sleep-export.csv"))
        #expect(result.report.files[0].format == "sleep-as-android")
        func span(_ from: Int, _ to: Int, _ stage: SleepStage) -> [Double] {
            [Double(start + from * 60), Double(start + to * 60), Double(stage.rawValue)]
        }
        #expect(
            spans(result) == [
                span(0, 60, .asleep), span(60, 120, .deep), span(120, 130, .rem),
                span(130, 200, .asleep), span(200, 210, .awake), span(210, 450, .asleep),
            ])
        #expect(result.records[.heartRate].map { Array($0.columns.values) } == [62.5])
        expectBalanced(result.report)
    }

    @Test("The end is on the clock of the night's zone, also when clocks are turned back")
    func zones() throws {
        // 2026-10-24, 23:00 in Berlin; the clock shows 2:30 twice that night.
        let autumn = 1_792_875_600
        let text =
            night("\(autumn * 1000)", "Europe/Berlin", "25. 10. 2026 6:00", "8.0")
            + night("1610291100000", "Nowhere/Land", "11. 01. 2021 6:35", "7.5")
        let result = load(try files.write(text, "sleep-export.csv"))
        let found = spans(result).sorted { $0[0] < $1[0] }
        #expect(found.map { $0[1] - $0[0] } == [27_000, 8 * 3600])
        expectBalanced(result.report)
    }

    @Test("Nights without an end, without a number, or cut off are refused, and the others kept")
    func broken() throws {
        let text =
            "\"1610291100000\",\"UTC\"\n"
            + night("1610291100000", "UTC", "", "7.5") + night("abc", "UTC", "", "7.5")
            + night("1610391100000", "Nowhere", "never", "-1")
            + night("1610491100000", "Nowhere", "never", "30")
            + header + ",\"Event\"\n\"1610591100000\",\"UTC\",\"13. 01"
        let result = load(try files.write("\u{FEFF}" + header + "\n" + text, "sleep-export.csv"))
        let file = result.report.files[0]
        #expect(file.used == 1 && file.refused == 5)
        #expect(spans(result).map { $0[1] - $0[0] } == [27_000])
        expectBalanced(result.report)
    }
}
