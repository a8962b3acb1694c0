@testable import HealthData

/// A small initial input: a file as programs write it, with made-up numbers.
struct FuzzSeed {
    let name: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    /// The initial inputs of each reader, by the reader's name.
    static func all() throws -> [String: [FuzzSeed]] {
        var seeds = texts.merging(accounts) { $0 + $1 }
        seeds["fit"] = activitiesInFIT
        seeds["workbook"] = workbooks
        seeds["health-connect"] = [FuzzSeed("export", try database(healthConnect))]
        seeds["gadgetbridge"] = [FuzzSeed("backup", try database(gadgetbridge))]
        // All known formats may come undeclared, and in containers.
        let plain = seeds.filter { !["number", "timestamp"].contains($0.key) }
            .sorted { $0.key < $1.key }
            .compactMap { name, seeds in seeds.first.map { FuzzSeed(name, $0.bytes) } }
        let longest = FuzzReader.named("any")?.longest ?? 0
        seeds["any"] = plain.filter { $0.bytes.count <= longest } + containers()
        seeds["apple-health-blocks"] = seeds["apple-health"]
        // Threads take part only if an input is longer than a few blocks.
        let rows = (10..<32).map {
            "2026-01-\($0)T08:15:30Z,\($0).5,\($0 % 7 == 0 ? "\"two\nlines\"" : "one")\n"
        }
        seeds["csv-blocks"] = [
            FuzzSeed("texts", "time,value,note\n" + rows.joined()),
            FuzzSeed(
                "plain",
                "time,value\n" + (10..<32).map { "2026-01-\($0)T08:15:30Z,\($0).5\n" }.joined()),
            FuzzSeed("names", "name,value\n" + (0..<40).map { "n\($0),\($0)\n" }.joined()),
        ]
        seeds.merge(MapReading.seeds) { $0 + $1 }
        seeds["mbtiles"] = [FuzzSeed("one-tile", try database(MapReading.tables))]
        seeds["library-chunk"] = chunks
        let begin = 1_772_469_000.0
        seeds["library-workout"] = [
            FuzzSeed(
                "laps",
                [3]
                    + StoredWorkouts.bytes(
                        Workout(
                            sport: "Running", start: begin, end: begin + 1800, source: 2,
                            figures: Workout.Figures(distance: 5250, steps: 4000),
                            laps: [
                                Workout.Lap(start: begin),
                                Workout.Lap(
                                    start: begin + 900,
                                    figures: Workout.Figures(meanHeartRate: 151.5)),
                            ]))),
            FuzzSeed(
                "bare",
                [1]
                    + StoredWorkouts.bytes(
                        Workout(sport: "", start: begin, end: begin, source: 0))),
        ]
        seeds["library-track"] = tracks
        seeds["claims"] = [
            FuzzSeed("some", [0, 40] + ClaimRuns([0, 1, 2, 9, 11, 12, 39]).bytes),
            FuzzSeed("all", [1, 0] + ClaimRuns(Array(0..<256)).bytes),
        ]
        return seeds
    }
}
