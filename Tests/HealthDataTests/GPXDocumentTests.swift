import ChartCore
import Foundation
import Testing

@testable import HealthData

@Suite("Ways as GPX") struct GPXDocumentTests {
    /// A ride in two segments with everything that a point can have, written by another program.
    private func ride() -> String {
        var text = """
            <gpx version="1.1" creator="Edge 840 of Kim" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:x="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
            <metadata><name>Secret street</name><time>2026-05-03T09:00:00Z</time></metadata>
            <trk><name>Kim's ride home</name><type>cycling</type>

            """
        for segment in 0..<2 {
            text += "<trkseg>\n"
            for second in 0..<40 {
                let (minute, clock) = (30 + segment * 5, second < 10 ? "0\(second)" : "\(second)")
                text += "<trkpt lat=\"\(-33.86 + Double(second) * 1.23457e-4)\""
                text += " lon=\"\(-0.0000123 - Double(segment * 50 + second) * 1e-5)\">"
                if second != 7 { text += "<ele>\(Double(second) / 10 - 2)</ele>" }
                text += "<time>2026-05-03T07:\(minute):\(clock).\(second % 2 * 5)Z</time>"
                if second == 3 { text += "<hdop>1.25</hdop>" }
                text += "<extensions><power>\(200 + second)</power><x:TrackPointExtension>"
                text += "<x:hr>\(120 + second)</x:hr><x:cad>\(80 + second % 5)</x:cad>"
                text += "</x:TrackPointExtension></extensions></trkpt>\n"
            }
            text += "</trkseg>\n"
        }
        return text + "</trk></gpx>\n"
    }

    private func ways(_ records: HealthRecords) -> [GPXDocument.Way] {
        records.workouts.map { workout in
            var readings: [MetricID: [GPXDocument.Reading]] = [:]
            for metric in GPXDocument.metrics {
                let columns = records.merged(metric)
                readings[metric] = (0..<columns.count).map {
                    (columns.starts[$0], columns.values[$0])
                }
            }
            return GPXDocument.Way(
                sport: workout.sport, points: workout.track?.points ?? [], readings: readings)
        }
    }

    @Test("What was written reads back as the same points and readings")
    func roundTrip() throws {
        let files = try TestFiles()
        let first = load(try files.write(ride(), "ride.gpx")).records
        let text = GPXDocument(ways(first)).text.text
        let again = load(try files.write(text, "again.gpx"))
        expectBalanced(again.report)
        let (before, after) = (
            try #require(first.workouts.first), try #require(again.records.workouts.first)
        )
        #expect(after.track == before.track && after.track?.count == 80)
        #expect(after.track?.segments == 2 && after.sport == before.sport && after.name == nil)
        #expect((after.start, after.end) == (before.start, before.end))
        for metric in GPXDocument.metrics + [.elevation] {
            let (old, new) = (first.merged(metric), again.records.merged(metric))
            #expect(old.count == (metric == .elevation ? 78 : 80), "\(metric)")
            #expect(
                Array(old.starts) == Array(new.starts)
                    && zip(old.values, new.values).allSatisfy { abs($0 - $1) < 1e-9 })
        }
        #expect(again.records.sources.map(\.name) == ["Oresen"])
        // A second time it is the same text.
        #expect(GPXDocument(ways(again.records)).text.text == text)
    }

    @Test("Only the way is in it: no names, devices or times of writing")
    func privacy() throws {
        let files = try TestFiles()
        let text = GPXDocument(ways(load(try files.write(ride(), "ride.gpx")).records)).text.text
        for word in ["Kim", "Edge", "Secret", "metadata", "09:00", files.folder, NSUserName()] {
            #expect(!text.contains(word), "\(word)")
        }
        #expect(text.contains(" creator=\"Oresen\""))
    }

    @Test("Elements are in the order of the schema, with seven decimals and whole readings")
    func schema() throws {
        let files = try TestFiles()
        let text = GPXDocument(ways(load(try files.write(ride(), "ride.gpx")).records)).text.text
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.count == 4 + 80 + 4 + 2)
        #expect(lines[2] == "<trk>" && lines[3] == "<type>Cycling</type>" && lines[4] == "<trkseg>")
        let fourth = lines[8]
        #expect(
            fourth == """
                <trkpt lat="-33.8596296" lon="-0.0000423"><ele>-1.7</ele>\
                <time>2026-05-03T07:30:03.5Z</time><hdop>1.25</hdop><extensions><power>203</power>\
                <gpxtpx:TrackPointExtension><gpxtpx:hr>123</gpxtpx:hr><gpxtpx:cad>83</gpxtpx:cad>\
                </gpxtpx:TrackPointExtension></extensions></trkpt>
                """)
    }

    @Test("A reading belongs to the nearest point, and one that is far from all to none")
    func readings() {
        let points = [0.0, 10, 20, 30].map {
            Track.Point(time: $0, latitude: 1, longitude: 2, beginsSegment: $0 == 0)
        }
        let way = GPXDocument.Way(
            sport: "", points: points,
            readings: [
                .heartRate: [(-6, 90), (1, 100), (3, 101), (9, 102), (25.5, 104), (40, 105)],
                .power: [(10, 70_000), (20, .nan), (30, 0)], .cadence: [(30, 0.4)],
            ])
        let rates = GPXDocument([way]).text.text.split(separator: "\n").filter {
            $0.contains("trkpt")
        }
        .map { line in line.split(separator: "gpxtpx:hr>").dropFirst().first?.prefix(3) ?? "" }
        #expect(rates == ["100", "102", "", "104"])
        let text = GPXDocument([way]).text.text
        #expect(!text.contains("<type>") && !text.contains("70000"))
        #expect(text.contains("<power>0</power><gpxtpx:TrackPointExtension><gpxtpx:hr>104"))
        #expect(text.contains("<gpxtpx:cad>0</gpxtpx:cad>"))
    }

    @Test("Points without a position are left out, and a sport is text")
    func text() {
        let points = [
            Track.Point(time: 0, distance: 1, beginsSegment: true),
            Track.Point(time: 1, latitude: 1, longitude: -180),
            Track.Point(latitude: 90, longitude: 179.99999996),
            Track.Point(time: 3, distance: 2, beginsSegment: true),
        ]
        let text = GPXDocument([
            GPXDocument.Way(sport: "A<b> & \"c\"\u{1}\n", points: points)
        ]).text.text
        #expect(text.contains("<type>A&lt;b&gt; &amp; \"c\" </type>"))
        #expect(text.contains("lat=\"1.0000000\" lon=\"-180.0000000\"><time>1970-01-01T00:00:01Z"))
        #expect(text.contains("lat=\"90.0000000\" lon=\"180.0000000\"></trkpt>"))
        #expect(text.components(separatedBy: "<trkseg>").count == 2)
        #expect(GPXDocument([]).text.text.hasSuffix("</gpx>\n"))
    }
}

extension LibraryTests {
    @Test("A setting is kept, replaced, backed up and forgotten, and its words leave the disk")
    func settings() throws {
        let settings = LibrarySettings(of: library)
        #expect(try settings.text("homes") == nil)
        try settings.keep("a secret street", as: "homes")
        #expect(try settings.text("homes") == "a secret street")
        try settings.keep("another", as: "homes")
        #expect(try settings.text("homes") == "another" && settings.text("other") == nil)
        #expect(try library.verify() == [])
        let bytes = try Data(contentsOf: URL(filePath: library.path))
        #expect(bytes.range(of: Data("a secret street".utf8)) == nil)
        #expect(bytes.range(of: Data("another".utf8)) != nil)
        try settings.keep(nil, as: "homes")
        #expect(try settings.text("homes") == nil)
    }
}
