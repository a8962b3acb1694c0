import ChartCore

@testable import HealthData

/// Reads the contents of the library's database.
enum LibraryReading {
    typealias Violation = FuzzReader.Violation

    /// Reads a chunk of samples after three bytes: the numbers of sources, of labels of its values,
    /// and of labels of its second values.
    static func chunk(_ input: [UInt8]) throws(Violation) {
        guard input.count > 3 else { return }
        let sources = (0...UInt16(input[0])).map { $0 }
        let labels = input[1] > 0 ? Array(0..<Int(input[1])) : nil
        let secondLabels = input[2] > 0 ? Array(0..<Int(input[2])) : nil
        guard
            let columns = try? SampleChunk.columns(
                Array(input[3...]), sources: sources, labels: labels, names: secondLabels)
        else { return }
        let count = columns.count
        try Violation.unless(
            (1...SampleChunk.most).contains(count) && columns.values.count == count
                && columns.sources.count == count && [0, count].contains(columns.ends.count)
                && [0, count].contains(columns.secondaryValues.count)
                && [0, count].contains(columns.marks.count), "columns of different length")
        try Violation.unless(
            columns.sources.allSatisfy { $0 <= input[0] }, "a missing source")
        try checkLabels(columns.values, labels)
        try checkLabels(columns.secondaryValues, secondLabels)
        let written = SampleChunk.bytes(columns, 0..<count)
        guard
            let again = try? SampleChunk.columns(
                written, sources: sources, labels: labels, names: secondLabels)
        else { throw Violation("what was written cannot be read") }
        // By their bits, because NaN is not equal to itself.
        for (a, b) in [
            (columns.starts, again.starts), (columns.values, again.values),
            (columns.secondaryValues, again.secondaryValues),
        ] {
            try Violation.unless(
                a.map(\.bitPattern) == b.map(\.bitPattern), "written data reads back differently")
        }
        for index in 0..<count {
            try Violation.unless(
                columns.end(at: index).bitPattern == again.end(at: index).bitPattern
                    && columns.sources[index] == again.sources[index]
                    && columns.marks(at: index) == again.marks(at: index),
                "written data reads back differently")
        }
    }

    private static func checkLabels(
        _ numbers: Column<Double>, _ labels: [Int]?
    ) throws(Violation) {
        guard let labels else { return }
        try Violation.unless(
            numbers.allSatisfy { labels.indices.contains(Int(exactly: $0) ?? -1) },
            "a missing label")
    }

    /// Reads the record of a workout, after a byte with the number of sources.
    static func workout(_ input: [UInt8]) throws(Violation) {
        guard let count = input.first else { return }
        let sources = (0..<UInt16(count)).map { $0 }
        guard
            let workout = try? StoredWorkouts.workout(
                Array(input.dropFirst()), sources: sources)
        else { return }
        try Violation.unless(
            sources.contains(workout.source), "a missing source")
        let written = StoredWorkouts.bytes(workout)
        guard let again = try? StoredWorkouts.workout(written, sources: sources) else {
            throw Violation("what was written cannot be read")
        }
        // By their bytes, because NaN is not equal to itself.
        try Violation.unless(
            StoredWorkouts.bytes(again) == written, "written data reads back differently")
    }

    /// Reads a block of a track.
    static func track(_ input: [UInt8]) throws(Violation) {
        guard let block = try? TrackBlock(bytes: input) else { return }
        let points = block.points
        try Violation.unless(
            points.count == block.count && (1...TrackBlock.most).contains(points.count),
            "\(points.count) points in place of \(block.count)")
        try Violation.unless(
            points.count { $0.beginsSegment } == block.segments, "other segments")
        for point in points {
            try Violation.unless(
                (point.latitude == nil) == (point.longitude == nil)
                    && abs(point.latitude ?? 0) <= 90 && abs(point.longitude ?? 0) <= 180,
                "not on the earth")
        }
        let written = TrackBlock(points)
        try Violation.unless(written.points == points, "written data reads back differently")
        guard (try? TrackBlock(bytes: written.bytes)) == written else {
            throw Violation("what was written cannot be read")
        }
    }

    /// Reads claims after two bytes with the number of samples.
    static func claims(_ input: [UInt8]) throws(Violation) {
        guard input.count >= 2 else { return }
        let count = Int(input[0]) << 8 | Int(input[1])
        guard let claims = try? ClaimRuns(Array(input[2...]), count: count) else { return }
        let numbers = claims.numbers
        try Violation.unless(
            zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
                && numbers.allSatisfy { (0..<count).contains($0) }, "numbers that do not rise")
        let again = try? ClaimRuns(claims.bytes, count: count)
        try Violation.unless(again?.numbers == numbers, "written data reads back differently")
    }
}
