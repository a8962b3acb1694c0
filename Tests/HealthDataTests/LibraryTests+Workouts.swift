import ChartCore
import Foundation
import GRDB
import Testing

@testable import HealthData

/// The figures of workouts in the library, in addition to their samples.
extension LibraryTests {
    /// A run of half an hour on a day of March, with a watch's figures.
    private func run(
        _ day: Int, km: Double = 5.25, source: String = "Watch", children: String? = nil
    ) -> String {
        let date = String(format: "2026-03-%02d", day)
        let statistics = "<WorkoutStatistics type=\"HKQuantityTypeIdentifier"
        return " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"28.5\" "
            + "durationUnit=\"min\" sourceName=\"\(source)\" "
            + "startDate=\"\(date) 16:30:00 +0000\" endDate=\"\(date) 17:00:00 +0000\">\n"
            + (children
                ?? "  \(statistics)DistanceWalkingRunning\" sum=\"\(km)\" unit=\"km\"/>\n"
                + "  \(statistics)HeartRate\" average=\"151.5\" maximum=\"176\" "
                + "unit=\"count/min\"/>\n"
                + "  <MetadataEntry key=\"HKElevationAscended\" value=\"52 m\"/>\n")
            + " </Workout>\n"
    }

    /// An export of a run on each of some days, and of one without any figures.
    private func runs(_ days: ClosedRange<Int>, _ name: String, km: Double = 5.25) throws -> String
    {
        try files.write(
            HealthDataTests.export(
                days.map { run($0, km: km) }.joined()
                    + " <Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" "
                    + "sourceName=\"Watch\" startDate=\"2026-02-01 08:00:00 +0000\" "
                    + "endDate=\"2026-02-01 09:00:00 +0000\"/>\n"), name)
    }

    /// A ride of two laps.
    private func ride() throws -> String {
        func lap(_ from: Int, meters: Int) -> String {
            "<Lap StartTime=\"2026-05-03T06:0\(from):00Z\"><TotalTimeSeconds>60</TotalTimeSeconds>"
                + "<DistanceMeters>\(meters)</DistanceMeters><Track>"
                + [0, 59].map { second in
                    "<Trackpoint><Time>2026-05-03T06:0\(from):\(second < 10 ? "0" : "")\(second)Z"
                        + "</Time><HeartRateBpm><Value>\(100 + second)</Value></HeartRateBpm>"
                        + "</Trackpoint>"
                }.joined() + "</Track></Lap>"
        }
        return try files.write(
            "<?xml version=\"1.0\"?><TrainingCenterDatabase><Activities>"
                + "<Activity Sport=\"Biking\"><Id>2026-05-03T06:00:00Z</Id>"
                + lap(0, meters: 400) + lap(1, meters: 500)
                + "</Activity></Activities></TrainingCenterDatabase>\n", "ride.tcx")
    }

    // MARK: Storage

    @Test("Figures and laps of workouts are read back, and removed with their file")
    func workouts() throws {
        let early = try runs(1...4, "early.xml")
        let late = try runs(3...6, "late.xml")
        let ride = try ride()
        let first = try #require(try library.add(early, options: options).dataset)
        _ = try library.add(late, options: options)
        _ = try library.add(ride, options: options)
        try expectHolds([early, late, ride])
        let held = try library.contents().records.workouts
        #expect(
            held.map(\.sport)
                == ["Yoga"] + Array(repeating: "Running", count: 6) + ["Cycling"])
        #expect(held[0].figures == Workout.Figures())
        #expect(
            held[1].figures
                == Workout.Figures(
                    activeDuration: 28.5 * 60, distance: 5250, meanHeartRate: 151.5,
                    highestHeartRate: 176, ascent: 52))
        #expect(held[7].laps.map(\.start) == [utc(2026, 5, 3, 6), utc(2026, 5, 3, 6, 1)])
        #expect(held[7].laps.map(\.figures.distance) == [400, 500])
        #expect(held[7].figures.distance == 900)
        // Runs that other files have as well keep their figures.
        try library.remove(first.id)
        try expectHolds([late, ride])
        #expect(try library.contents().records.workouts[1].figures.distance == 5250)
    }

    @Test("Equal samples with other figures are another file; equal figures are the same one")
    func otherFigures() throws {
        let one = try runs(1...2, "one.xml")
        let other = try runs(1...2, "other.xml", km: 6)
        let first = try #require(try library.add(one, options: options).dataset)
        let second = try library.add(other, options: options)
        #expect(second.dataset != nil && second.new == 0)
        try expectHolds([one, other])
        let again = try library.add(one, options: options)
        #expect(again.dataset == nil && again.figures == 0)
        try library.remove(first.id)
        try expectHolds([other])
        #expect(try library.contents().records.workouts[1].figures.distance == 6000)
    }

    // MARK: Earlier versions

    @Test("A library of the first version has its workouts; adding a file again adds their figures")
    func workoutsOfTheFirstVersion() throws {
        let early = try runs(1...4, "early.xml")
        let count = try library.add(early, options: options).new
        try EarlierLibrary.make(1, library.writer)
        library.close()

        let opened = try Library(directory: files.path("library"))
        let before = try opened.contents()
        #expect(before.records.workouts.count == 5 && before.damages.isEmpty)
        #expect(before.records.workouts.allSatisfy { $0.figures == Workout.Figures() })
        #expect(try opened.verify() == [])
        // Four of the five have more than their times.
        let again = try opened.add(early, options: options)
        #expect(again.dataset == nil && again.known == count && again.figures == 4)
        #expect(try opened.datasets().count == 1)
        try expectHolds([early], in: opened)
        #expect(try opened.add(early, options: options).figures == 0)
        // New workouts are added as usual.
        let ride = try ride()
        _ = try opened.add(ride, options: options)
        try expectHolds([early, ride], in: opened)
    }

    @Test("The file of a library of the first version is a backup as well")
    func fileOfTheFirstVersion() throws {
        _ = try library.add(try runs(1...4, "early.xml"), options: options)
        try EarlierLibrary.make(1, library.writer)
        library.close()
        let file = files.path("library/library.sqlite")
        // Its header marks it as having a log.
        #expect(try files.bytes("library/library.sqlite")[18...19] == [2, 2])
        #expect(try Library.restore(from: file, in: files.path("other")) == nil)
        let restored = try Library(reading: files.path("other"))
        #expect(try restored.contents().records.workouts.count == 5)
        #expect(try restored.verify() == [])
    }

    @Test("A backup of the first version can be restored")
    func backupOfTheFirstVersion() throws {
        let early = try runs(1...4, "early.xml")
        _ = try library.add(early, options: options)
        let backup = files.path("backup.sqlite")
        try library.backUp(to: backup)
        let queue = try DatabaseQueue(path: backup)
        try EarlierLibrary.make(1, queue)
        try queue.close()
        #expect(try Library.restore(from: backup, in: files.path("other")) == nil)
        let restored = try Library(directory: files.path("other"))
        #expect(try restored.contents().records.workouts.count == 5)
        #expect(try restored.verify() == [])
        #expect(try restored.add(early, options: options).figures == 4)
        try expectHolds([early], in: restored)
    }

    // MARK: Damage

    @Test("Damage costs one workout its figures, is named, and is repaired by the file")
    func damagedWorkouts() throws {
        let early = try runs(1...4, "early.xml")
        _ = try library.add(early, options: options)
        try library.writer.write { database in
            let bytes = try #require(
                try Data.fetchOne(database, sql: "SELECT bytes FROM workout WHERE number = 1"))
            var damaged = [UInt8](bytes)
            damaged[damaged.count / 2] ^= 0x10
            try database.execute(
                sql: "UPDATE workout SET bytes = ? WHERE number = 1", arguments: [Data(damaged)])
        }
        let wrong = try library.verify()
        #expect(
            wrong == [
                "Workouts of early.xml: the figures of 1 from 2026-03-02 to 2026-03-02 are damaged"
            ])
        let contents = try library.contents()
        #expect(contents.damages == wrong)
        #expect(
            contents.records.workouts.map(\.figures.distance) == [nil, 5250, nil, 5250, 5250])
        #expect(try library.add(early, options: options).figures == 4)
        try expectHolds([early])

        try library.writer.write {
            try $0.execute(sql: "DELETE FROM workout WHERE number > 1")
        }
        #expect(
            try library.verify() == ["Workouts of early.xml: the figures of 2 are missing"])
        #expect(try library.add(early, options: options).figures == 4)
        try expectHolds([early])
    }

    // MARK: Bytes

    @Test("Every part of a workout is written and read; truncated or changed bytes are refused")
    func bytesOfWorkouts() throws {
        let workout = Workout(
            sport: "Schwimmen 水泳", start: 1_772_469_000.25, end: 1_772_470_800, source: 1,
            figures: Workout.Figures(
                activeDuration: 0.1, distance: 1, energy: 2, meanHeartRate: 3, highestHeartRate: 4,
                ascent: 5, steps: 6),
            laps: [
                Workout.Lap(start: 1_772_469_000.25),
                Workout.Lap(
                    start: 1_772_469_900, figures: Workout.Figures(energy: 7, steps: 8)),
            ])
        let bytes = StoredWorkouts.bytes(workout)
        var read = try StoredWorkouts.workout(bytes, sources: [7, 9])
        #expect(read.source == 9)
        read.source = 1
        #expect(read == workout)
        for count in 0..<bytes.count {
            #expect(throws: PackedReader.Malformed.self) {
                try StoredWorkouts.workout(Array(bytes[..<count]), sources: [7, 9])
            }
        }
        // A name is kept whole, however long it is.
        for name in ["Round the lake 湖", String(repeating: "é", count: 90_000)] {
            var named = workout
            named.name = name
            var again = try StoredWorkouts.workout(
                StoredWorkouts.bytes(named), sources: [7, 9])
            again.source = 1
            #expect(again == named)
        }
        // Additional bytes, a later version, a missing source, none at all.
        var later = bytes
        later[0] += 1
        for (bytes, sources) in [
            (bytes + [0], [7, 9]), (later, [7, 9]), (bytes, [7]), (bytes, []),
        ] as [([UInt8], [UInt16])] {
            #expect(throws: PackedReader.Malformed.self) {
                try StoredWorkouts.workout(bytes, sources: sources)
            }
        }
    }
}
