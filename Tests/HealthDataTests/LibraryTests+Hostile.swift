import ChartCore
import Foundation
import GRDB
import Testing

@testable import HealthData

/// Contents of a library that no version writes: nothing in it ends the program.
extension LibraryTests {
    /// Gives the chunk of a metric other samples, with a correct checksum.
    private func rewrite(_ metric: String, _ columns: SampleColumns) throws {
        let bytes = SampleChunk.bytes(columns, 0..<columns.count)
        try library.writer.write {
            try $0.execute(
                sql: """
                    UPDATE chunk SET bytes = ?, checksum = ?
                    WHERE series = (SELECT id FROM series WHERE metric = ?)
                    """,
                arguments: [Data(bytes), Int64(bitPattern: Checksum.of(bytes)), metric])
        }
    }

    @Test("A dataset that is there twice because a page is damaged is reported once")
    func twiceInTheTree() throws {
        for name in ["a", "b", "c", "d"] {
            _ = try library.add(
                try files.write("time,\(name)\n2026-05-01 08:00,71\n", "\(name).csv"),
                options: options)
        }
        let listed = try library.datasets()
        #expect(listed.count == 4)
        let (root, size) = try library.writer.read { database in
            (
                try Int.fetchOne(
                    database, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'dataset'")
                    ?? 0,
                try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
            )
        }
        library.close()
        var bytes = try files.bytes("library/library.sqlite")
        let page = (root - 1) * size
        // A leaf, whose second cell now points to the first one.
        try #require(bytes[page] == 0x0D)
        bytes[page + 10] = bytes[page + 8]
        bytes[page + 11] = bytes[page + 9]
        _ = try files.write(bytes, "library/library.sqlite")
        let opened = try Library(directory: files.path("library"))
        let left = try opened.datasets()
        // The second one comes from its copy.
        #expect(left.map(\.id) == [1, 2, 3, 4])
        #expect(try !opened.verify().isEmpty)
        let contents = try opened.contents()
        #expect(contents.datasets.map(\.id) == [1, 2, 3, 4])
        #expect(
            contents.damages == [
                "\(listed[1].name): its description is damaged, and a copy of it is used"
            ])
        #expect(throws: LibraryError.self) {
            try Library.restore(
                from: files.path("library/library.sqlite"), in: files.path("other"))
        }
    }

    @Test("A dataset that cannot be read leaves the others")
    func unclearDataset() throws {
        let early = try export(days: 1...2, "early.xml")
        let late = try export(days: 4...5, "late.xml")
        _ = try library.add(early, options: options)
        _ = try library.add(late, options: options)
        try library.writer.write {
            try $0.execute(sql: "UPDATE dataset SET samples = -9223372036854775808 WHERE id = 1")
        }
        let copied = try Library(reading: files.path("library"))
        let listed = try copied.list()
        #expect(listed.datasets.map(\.name) == ["early.xml", "late.xml"])
        let named = ["early.xml: its description is damaged, and a copy of it is used"]
        #expect(listed.damages == named)
        #expect(try copied.contents().damages == named)
        copied.close()
        // Without a copy its number is its name.
        try library.writer.write { try $0.execute(sql: "DELETE FROM copy") }
        let list = try library.list()
        #expect(list.datasets.map(\.name) == ["dataset 1", "late.xml"])
        #expect(list.damages == ["dataset 1: its origin is not known"])
        let contents = try library.contents()
        #expect(contents.records[.weight]?.columns.count == 4)
        #expect(contents.damages == list.damages)
        #expect(contents.report.files.map(\.path) == ["dataset 1", late])
        #expect(contents.report.files[0].damages == list.damages)
        #expect(try library.verify().contains(list.damages[0]))
        #expect(try library.add(early, options: options).dataset != nil)
    }

    @Test("Times and values that no reader produces are damage")
    func unsoundSamples() throws {
        _ = try library.add(try export(days: 1...2, "early.xml"), options: options)
        let count = 2
        func expectDamage(_ change: (inout SampleColumns, Int) -> Void) throws {
            var columns = SampleColumns()
            for index in 0..<count { change(&columns, index) }
            try rewrite("weight", columns)
            #expect(try library.verify().count == 1)
            let contents = try library.contents()
            #expect(contents.damages.count == 1 && contents.records[.weight] == nil)
            // Adding another file does not find them either.
            let other = try files.write("time,weight (kg)\n2026-05-01 06:30,71\n", "other.csv")
            if let added = try library.add(other, options: options).dataset {
                try library.remove(added)
            }
        }
        let day = utc(2026, 5, 1)
        for start in [1e300, .nan, -.infinity, 4_200_000_000] {
            try expectDamage {
                $0.append(
                    start: $1 == 0 ? day : start, end: $1 == 0 ? day : start, value: 70, source: 0)
            }
        }
        try expectDamage { $0.append(start: day, end: day - Double($1), value: 70, source: 0) }
        try expectDamage {
            $0.append(start: day, end: day, value: $1 == 0 ? 70 : .infinity, source: 0)
        }
        try expectDamage { $0.append(start: day, end: day, value: 70, source: UInt16(9 + $1)) }
        try expectDamage { columns, _ in
            columns.append(start: day, end: day, value: 70, second: 1, source: 0)
        }
    }

    @Test("Lost sources come from a copy or get a number, and other files are still read")
    func withoutSources() throws {
        let early = try export(days: 1...2, "early.xml")
        _ = try library.add(early, options: options)
        let names = try library.contents().records.sources.map(\.name)
        try library.writer.write { try $0.execute(sql: "DELETE FROM source") }
        let copied = try Library(reading: files.path("library"))
        #expect(try copied.contents().records.sources.map(\.name) == names)
        #expect(
            try copied.contents().damages
                == ["early.xml: its description is damaged, and a copy of it is used"])
        copied.close()
        try library.writer.write { try $0.execute(sql: "DELETE FROM copy") }
        let bare = try library.contents()
        #expect(bare.records[.weight]?.columns.count == 2)
        #expect(bare.records.sources.map(\.name) == names.indices.map { "source \($0)" })
        #expect(
            bare.damages == ["early.xml: \(names.count) of its sources cannot be made out"])
        // A sample with the same start.
        let other = try files.write("time,weight (kg)\n2026-05-01 06:30,71\n", "other.csv")
        #expect(try library.add(other, options: options).new == 1)
    }

    @Test("Counts that no file has are damage, and are not added up")
    func impossibleCounts() throws {
        let early = try export(days: 1...2, "early.xml")
        _ = try library.add(early, options: options)
        for counts in [
            #""read":-9223372036854775808,"merged":1,"refused":0"#,
            #""read":9223372036854775807,"merged":-1,"refused":0"#,
            #""read":1,"merged":0,"refused":9007199254740993"#,
        ] {
            try library.writer.write {
                try $0.execute(
                    sql: "UPDATE dataset SET report = ?",
                    arguments: ["{\(counts),\"refusals\":[],\"notes\":[]}"])
            }
            let report = try library.contents().report
            expectBalanced(report)
            let wrong = "early.xml: its description is damaged, and a copy of it is used"
            #expect(report.files[0].damages == [wrong])
            #expect(try library.verify() == [wrong])
            let bare = try Library(reading: files.path("library"))
            #expect(
                try bare.verify() == [
                    "early.xml: the report on its records cannot be read"
                ])
            bare.close()
        }
        #expect(try library.add(early, options: options).dataset == nil)
        try expectHolds([early])
    }

    @Test("Impossible workouts are damage")
    func unsoundWorkouts() throws {
        let start = utc(2026, 5, 3, 6)
        let ride = try files.write(
            "<?xml version=\"1.0\"?><TrainingCenterDatabase><Activities>"
                + "<Activity Sport=\"Biking\"><Id>2026-05-03T06:00:00Z</Id>"
                + "<Lap StartTime=\"2026-05-03T06:00:00Z\"><TotalTimeSeconds>60</TotalTimeSeconds>"
                + "<DistanceMeters>400</DistanceMeters><Track>"
                + "<Trackpoint><Time>2026-05-03T06:00:00Z</Time>"
                + "<HeartRateBpm><Value>100</Value></HeartRateBpm></Trackpoint>"
                + "<Trackpoint><Time>2026-05-03T06:00:59Z</Time>"
                + "<HeartRateBpm><Value>120</Value></HeartRateBpm></Trackpoint></Track></Lap>"
                + "</Activity></Activities></TrainingCenterDatabase>\n", "ride.tcx")
        _ = try library.add(ride, options: options)
        for workout in [
            Workout(sport: "Cycling", start: 1e300, end: 1e300, source: 0),
            Workout(sport: "Cycling", start: start, end: start - 60, source: 0),
            Workout(
                sport: "Cycling", start: start, end: start + 60, source: 0,
                figures: Workout.Figures(distance: .nan)),
        ] {
            let bytes = StoredWorkouts.bytes(workout)
            try library.writer.write {
                try $0.execute(
                    sql: "UPDATE workout SET start = ?, bytes = ?, checksum = ?",
                    arguments: [
                        workout.start, Data(bytes), Int64(bitPattern: Checksum.of(bytes)),
                    ])
            }
            #expect(try library.verify().count == 1)
            #expect(try library.contents().damages.count == 1)
        }
        #expect(try library.add(ride, options: options).figures == 1)
        try expectHolds([ride])
    }

    // MARK: Dates

    @Test("Instants beyond four digits of a year are written as the nearest that has them")
    func farInstants() {
        for (instant, text) in [
            (3e28, "9999-12-31T00:00:00+00:00"), (.infinity, "9999-12-31T00:00:00+00:00"),
            (-3e28, "0001-01-02T00:00:00+00:00"), (.nan, "1970-01-01T00:00:00+00:00"),
            (1.79e9, "2026-09-21T14:13:20+00:00"),
        ] {
            var buffer = TextBuffer()
            buffer.append(instant: instant, in: .utc)
            #expect(buffer.text == text)
        }
    }

    @Test(
        "Dates that are not those of the samples are found",
        arguments: [
            ("UPDATE dataset SET added = added * 1e19", "early.xml: its dates are impossible"),
            ("UPDATE dataset SET last = 1e300", "early.xml: its dates are impossible"),
            (
                "UPDATE dataset SET first = first + 1",
                "early.xml: its dates are not those of its samples"
            ),
            (
                "UPDATE dataset SET first = NULL",
                "early.xml: its dates are not those of its samples"
            ),
            (
                "UPDATE chunk SET first = first - 1 WHERE series = 1",
                "of early.xml: the times it is found by are not those of its samples"
            ),
            (
                "UPDATE series SET last = last - 1 WHERE id = 1",
                "of early.xml: the times it is found by are not those of its samples"
            ),
        ])
    func wrongDates(sql: String, sentence: String) throws {
        _ = try library.add(try export(days: 1...2, "early.xml"), options: options)
        #expect(try library.verify() == [])
        try library.writer.write { try $0.execute(sql: sql) }
        let wrong = try library.verify()
        #expect(wrong.count == 1 && wrong.first?.hasSuffix(sentence) == true, "\(wrong)")
    }
}
