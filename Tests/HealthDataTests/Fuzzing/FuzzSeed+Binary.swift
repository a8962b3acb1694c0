import Foundation
import GRDB

@testable import HealthData

/// Small binary files.
extension FuzzSeed {
    // MARK: FIT

    static var activitiesInFIT: [FuzzSeed] {
        let begin = 1_777_793_400.0
        var run = FITWriter()
        run.define(0, 0, [(0, FITWriter.enumeration, 1), (8, FITWriter.text, 6)])
        run.data(0, [(4, 1)], behind: Array("Watch".utf8) + [0])
        run.define(
            1, 20,
            [
                (253, FITWriter.uint32, 4), (0, FITWriter.sint32, 4), (1, FITWriter.sint32, 4),
                (2, FITWriter.uint16, 2), (3, FITWriter.uint8, 1), (7, FITWriter.uint16, 2),
            ], developers: [(size: 3, index: 0)])
        for second in 0..<3 {
            run.data(
                1,
                [
                    (FITWriter.time(begin) + second, 4), (561_000_000 + second * 120, 4),
                    (101_000_000, 4), (4500, 2), (120 + second, 1), (200, 2),
                ], behind: [1, 2, 3])
        }
        run.define(2, 18, [(253, FITWriter.uint32, 4), (5, 0, 1)])
        run.data(2, [(FITWriter.time(begin) + 3, 4), (1, 1)])

        var day = FITWriter()
        day.isBigEndian = true
        day.define(0, 55, [(253, FITWriter.uint32, 4), (5, 0, 1), (3, FITWriter.uint32, 4)])
        day.define(1, 55, [(26, FITWriter.uint16, 2), (27, FITWriter.uint8, 1)])
        day.define(3, 55, [(5, 0, 1), (3, FITWriter.uint32, 4)])
        day.data(0, [(FITWriter.time(begin), 4), (6, 1), (0, 4)])
        day.data(1, [(FITWriter.time(begin + 90) & 0xffff, 2), (61, 1)])
        day.data(0, [(FITWriter.time(begin + 120), 4), (6, 1), (30, 4)])
        day.compressed(3, time: FITWriter.time(begin + 140), [(6, 1), (50, 4)])

        var scale = FITWriter()
        scale.define(
            0, 30,
            [
                (253, FITWriter.uint32, 4), (0, FITWriter.uint16, 2), (1, FITWriter.uint16, 2),
                (5, FITWriter.uint16, 2),
            ])
        scale.data(0, [(FITWriter.time(begin), 4), (8050, 2), (1825, 2), (4025, 2)])
        scale.define(
            1, 51,
            [
                (253, FITWriter.uint32, 4), (0, FITWriter.uint16, 2), (1, FITWriter.uint16, 2),
                (6, FITWriter.uint8, 1),
            ])
        scale.data(1, [(FITWriter.time(begin), 4), (121, 2), (79, 2), (61, 1)])
        // A swim whose watch did not know the date, with the heart rates of a strap.
        var swim = FITWriter()
        swim.define(1, 20, [(253, FITWriter.uint32, 4), (5, FITWriter.uint32, 4)])
        for second in 0..<3 { swim.data(1, [(500 + second, 4), (second * 100, 4)]) }
        swim.define(
            2, 132,
            [(253, FITWriter.uint32, 4), (6, FITWriter.uint8, 1), (9, FITWriter.uint32, 4)])
        swim.data(2, [(499, 4), (71, 1), (1_024_000, 4)])
        swim.define(3, 132, [(6, FITWriter.uint8, 2), (10, 0x0d, 3)])
        swim.data(3, [(0x5b5a, 2)], behind: [0x00, 0x04, 0x80])
        swim.define(
            4, 18, [(253, FITWriter.uint32, 4), (2, FITWriter.uint32, 4), (7, FITWriter.uint32, 4)])
        swim.data(4, [(502, 4), (500, 4), (2000, 4)])
        swim.define(5, 34, [(253, FITWriter.uint32, 4), (5, FITWriter.uint32, 4)])
        swim.data(5, [(503, 4), (FITWriter.time(begin), 4)])
        return [
            FuzzSeed("run", run.file()), FuzzSeed("day", day.file()), FuzzSeed("swim", swim.file()),
            FuzzSeed("scale", scale.file() + day.file(declaredSize: 0)),
        ]
    }

    // MARK: The library

    /// Chunks after the three bytes that `LibraryReading` needs.
    static var chunks: [FuzzSeed] {
        var instants = SampleColumns()
        var spans = SampleColumns()
        var odd = SampleColumns()
        for index in 0..<12 {
            let start = 1_700_000_000 + Double(index * 60)
            instants.append(
                start: start, end: start, value: 70.5 + Double(index) / 4, source: 0)
            spans.append(
                start: start, end: start + 60.25, value: Double(index % 3),
                second: Double(index % 2), source: UInt16(index / 4),
                marks: index == 7 ? .manual : [])
            odd.append(start: start / 3, end: start, value: .pi * Double(index), source: 0)
        }
        return [
            FuzzSeed("instants", [0, 0, 0] + SampleChunk.bytes(instants, 0..<12)),
            FuzzSeed("spans", [3, 5, 2] + SampleChunk.bytes(spans, 0..<12)),
            FuzzSeed("odd", [1, 0, 0] + SampleChunk.bytes(odd, 0..<12)),
        ]
    }

    /// Blocks of points, some of which lack something.
    static var tracks: [FuzzSeed] {
        var points: [Track.Point] = []
        for index in 0..<12 {
            let number = Double(index)
            var point = Track.Point(time: 1_777_793_400 + number)
            point.latitude = 47 + number * 1e-5
            point.longitude = 179.9999 + Double(index % 2) * 1e-5
            point.height = 400 + Double(index % 3)
            point.distance = number * 3
            point.beginsSegment = index % 8 == 0
            points.append(point)
        }
        let whole = TrackBlock(points).bytes
        for index in stride(from: 1, to: 12, by: 2) {
            points[index].latitude = nil
            points[index].longitude = nil
            points[index].height = nil
        }
        return [FuzzSeed("whole", whole), FuzzSeed("some", TrackBlock(points).bytes)]
    }

    // MARK: Databases

    /// The bytes of a database made by statements, on the smallest possible pages.
    static func database(_ sql: String) throws -> [UInt8] {
        let path = NSTemporaryDirectory() + "oresen-seed-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA page_size = 512")
            try database.execute(sql: sql)
        }
        try queue.close()
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    static let healthConnect = """
        CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
        INSERT INTO application_info_table VALUES (1, 'com.example', 'Watch'), (2, 'com.other', NULL);
        CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, device_type INTEGER);
        INSERT INTO device_info_table VALUES (1, 1), (2, 2);
        CREATE TABLE steps_record_table (row_id INTEGER PRIMARY KEY, start_time INTEGER, end_time INTEGER,
            app_info_id INTEGER, device_info_id INTEGER, recording_method INTEGER, count INTEGER);
        INSERT INTO steps_record_table VALUES (1, 1780300800000, 1780302600000, 1, 1, 2, 900),
            (2, 1780300800000, 1780302600000, 2, 2, 3, 850), (3, 1780300800000, 0, 2, 2, 2, 5);
        CREATE TABLE weight_record_table (row_id INTEGER PRIMARY KEY, time INTEGER, weight REAL);
        INSERT INTO weight_record_table VALUES (1, 1780297200000, 71250.0), (2, 1780297300000, 5e-324);
        CREATE TABLE blood_pressure_record_table (row_id INTEGER PRIMARY KEY, time INTEGER, systolic REAL,
            diastolic REAL);
        INSERT INTO blood_pressure_record_table VALUES (1, 1780298000000, 121.0, 79.0);
        CREATE TABLE heart_rate_record_table (row_id INTEGER PRIMARY KEY, app_info_id INTEGER);
        INSERT INTO heart_rate_record_table VALUES (7, 1);
        CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER,
            epoch_millis INTEGER);
        INSERT INTO heart_rate_record_series_table VALUES (7, 61, 1780272100000);
        CREATE TABLE sleep_session_record_table (row_id INTEGER PRIMARY KEY, start_time INTEGER,
            end_time INTEGER);
        INSERT INTO sleep_session_record_table VALUES (1, 1780272000000, 1780279200000),
            (2, 1780362000000, 1780367000000);
        CREATE TABLE sleep_stages_table (parent_key INTEGER, stage_start_time INTEGER,
            stage_end_time INTEGER, stage_type INTEGER);
        INSERT INTO sleep_stages_table VALUES (1, 1780272000000, 1780275600000, 4), (1, 5, 6, 99);
        CREATE TABLE exercise_session_record_table (row_id INTEGER PRIMARY KEY, start_time INTEGER,
            end_time INTEGER, exercise_type INTEGER);
        INSERT INTO exercise_session_record_table VALUES (1, 1780300800000, 1780302600000, 33);
        CREATE TABLE hydration_record_table (row_id INTEGER PRIMARY KEY, volume REAL);
        INSERT INTO hydration_record_table VALUES (1, 0.2);
        """

    static let gadgetbridge = """
        CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT, ALIAS TEXT);
        INSERT INTO DEVICE VALUES (1, 'Band', NULL), (2, 'Watch', 'Mine');
        CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, STEPS INTEGER,
            HEART_RATE INTEGER);
        INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (1780272000, 1, 40, 71), (1780272060, 1, 0, 255);
        CREATE TABLE HUAWEI_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, OTHER_TIMESTAMP INTEGER,
            STEPS INTEGER);
        INSERT INTO HUAWEI_ACTIVITY_SAMPLE VALUES (1780275600, 2, 1780275900, 300),
            (1780275900, 2, 1780275600, 300);
        CREATE TABLE MI_SCALE_WEIGHT_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, WEIGHT_KG REAL);
        INSERT INTO MI_SCALE_WEIGHT_SAMPLE VALUES (1780297000000, 1, 70.85);
        CREATE TABLE XIAOMI_STRESS_SAMPLE (TIMESTAMP INTEGER, STRESS INTEGER);
        INSERT INTO XIAOMI_STRESS_SAMPLE VALUES (1780298000000, 40);
        CREATE TABLE BASE_ACTIVITY_SUMMARY (_id INTEGER PRIMARY KEY, START_TIME INTEGER, END_TIME INTEGER,
            ACTIVITY_KIND INTEGER, DEVICE_ID INTEGER);
        INSERT INTO BASE_ACTIVITY_SUMMARY VALUES (1, 1780302000000, 1780303800000, 16, 1);
        """

    // MARK: Archives

    /// Archives whose members are not compressed, so that changes reach their contents.
    static func containers() -> [FuzzSeed] {
        let weights = Array("date,weight (kg)\n2026-01-05,72.5\n2026-01-06,72.1\n".utf8)
        let pulses = Array("time,heart rate\n2026-01-05 08:00,61\nnonsense,62\n".utf8)
        let both = StoredArchive.zip([("a/weights.csv", weights), ("__MACOSX/._a", [1, 2])])
        return [
            FuzzSeed("zip", both),
            FuzzSeed("zip-in-zip", StoredArchive.zip([("p.csv", pulses), ("x.zip", both)])),
            FuzzSeed("gzip", StoredArchive.gzip(weights)),
            FuzzSeed("tar", StoredArchive.tar([("w.csv", weights), ("p.csv", pulses)])),
            FuzzSeed(
                "gzip-in-zip", StoredArchive.zip([("w.csv.gz", StoredArchive.gzip(weights))])),
        ]
    }
}

/// Workbooks without compression.
extension FuzzSeed {
    static var workbooks: [FuzzSeed] {
        let book =
            #"<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>"#
        let links =
            #"<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/s.xml"/></Relationships>"#
        let styles =
            #"<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>"#
        let sheet =
            #"<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>pulse</t></is></c></row><row r="2"><c r="A2" s="1"><v>46082.5</v></c><c r="B2"><v>61</v></c></row></sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells></worksheet>"#
        let content =
            #"<c><spreadsheet><table:table table:name="A"><table:table-row><table:table-cell office:value-type="string"><text:p>date</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>steps</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="date" office:date-value="2026-03-01"/><table:table-cell office:value-type="float" office:value="7"/></table:table-row></table:table></spreadsheet></c>"#
        func zip(_ members: [(String, String)]) -> [UInt8] {
            StoredArchive.zip(members.map { ($0.0, Array($0.1.utf8)) })
        }
        return [
            FuzzSeed(
                "excel",
                zip([
                    ("xl/workbook.xml", book), ("xl/_rels/workbook.xml.rels", links),
                    ("xl/styles.xml", styles),
                    ("xl/sharedStrings.xml", "<sst><si><t>date</t></si></sst>"),
                    ("xl/worksheets/s.xml", sheet),
                ])),
            FuzzSeed(
                "open-document",
                zip([
                    ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
                    ("content.xml", content),
                ])),
        ]
    }
}

/// Archives without compression.
private enum StoredArchive {
    /// CRC-32 as in zip and gzip, bit by bit.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
                sum & 1 != 0 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1
            }
        }
    }

    /// A number, its lowest byte first.
    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Source: APPNOTE.TXT of PKWARE, 4.3.
    static func zip(_ members: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var content: [UInt8] = []
        var directory: [UInt8] = []
        for (name, bytes) in members {
            // Version 2.0, nothing compressed, 1980-01-01.
            let fields =
                number(20, 2) + number(0, 6) + number(0x21, 2)
                + number(Int(checksum(bytes)), 4) + number(bytes.count, 4)
                + number(bytes.count, 4) + number(name.utf8.count, 2) + number(0, 2)
            directory +=
                [0x50, 0x4b, 1, 2, 20, 0] + fields + number(0, 10) + number(content.count, 4)
                + Array(name.utf8)
            content += [0x50, 0x4b, 3, 4] + fields + Array(name.utf8) + bytes
        }
        let count = number(members.count, 2)
        return content + directory + [0x50, 0x4b, 5, 6, 0, 0, 0, 0] + count + count
            + number(directory.count, 4) + number(content.count, 4) + [0, 0]
    }

    /// Source: RFC 1952, and RFC 1951 for the one stored block.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1] + number(bytes.count, 2)
            + number(~bytes.count, 2) + bytes + number(Int(checksum(bytes)), 4)
            + number(bytes.count, 4)
    }

    /// Source: POSIX.1-2017, the ustar interchange format of pax.
    static func tar(_ members: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        func octal(_ value: Int, _ digits: Int) -> String {
            let text = String(value, radix: 8)
            return String(repeating: "0", count: digits - text.count) + text + "\0"
        }
        var all: [UInt8] = []
        for (name, bytes) in members {
            var header = Array(name.utf8)
            header += [UInt8](repeating: 0, count: 100 - header.count)
            header += Array((octal(0o644, 7) + octal(0, 7) + octal(0, 7)).utf8)
            header += Array((octal(bytes.count, 11) + octal(0, 11)).utf8)
            header += Array("        0".utf8)
            header += [UInt8](repeating: 0, count: 100) + Array("ustar\u{0}00".utf8)
            header += [UInt8](repeating: 0, count: 512 - header.count)
            let sum = header.reduce(0) { $0 + Int($1) }
            header.replaceSubrange(148..<156, with: Array((octal(sum, 6) + " ").utf8))
            all += header + bytes
            all += [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
        }
        return all + [UInt8](repeating: 0, count: 1024)
    }
}
