// Samples of one metric in bytes, column by column, exact to the last bit.
//
// Layout: a version, the number of samples, then starts, ends, values, second values, sources and
// marks. A column of numbers begins with its encoding:
//   0  absent (ends of instants, second values if the metric is not a pair)
//   1  eight bytes a number
//   2  decimals: the number of digits after the point, then the differences of the numbers without
//      their point, each of variable length
//   3  only for ends: as 2, but of the samples' lengths
// Sources and marks come in runs. So times in whole seconds and readings with two decimals take two
// to four bytes a sample. A column is written as decimals if that reproduces each of its numbers
// bit by bit, otherwise as eight bytes a number. Rejected: a general compressor (a tenth of the
// speed, and it gains less once numbers are differences); columns in rows of their own (no query
// needs a single one).

import ChartCore

struct SampleChunk {
    /// The most samples in one chunk, the same as in a chunk of a column.
    static let most = Column<Double>.chunkSize
    private static let version: UInt8 = 1
    private static let powers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000.0]

    private enum Kind: UInt8 {
        case absent = 0
        case whole = 1
        case decimals = 2
        case lengths = 3
    }

    // MARK: Writing

    /// The samples of a range, at most `most`.
    static func bytes(_ columns: SampleColumns, _ range: Range<Int>) -> [UInt8] {
        precondition(range.count <= most, "a chunk holds \(most) samples, not \(range.count)")
        var writer = PackedWriter()
        writer.append(byte: version)
        writer.append(range.count)
        let starts = range.map { columns.starts[$0] }
        write(starts, &writer)
        if columns.areInstants {
            writer.append(byte: Kind.absent.rawValue)
        } else {
            let ends = range.map { columns.ends[$0] }
            if let (places, lengths) = lengths(starts, ends) {
                writer.append(byte: Kind.lengths.rawValue)
                write(lengths, places, &writer)
            } else {
                write(ends, &writer)
            }
        }
        write(range.map { columns.values[$0] }, &writer)
        if columns.secondaryValues.isEmpty {
            writer.append(byte: Kind.absent.rawValue)
        } else {
            write(range.map { columns.secondaryValues[$0] }, &writer)
        }
        writeRuns(range.map { UInt64(columns.sources[$0]) }, &writer)
        writeRuns(range.map { UInt64(columns.marks(at: $0).rawValue) }, &writer)
        return writer.bytes
    }

    private static func write(_ numbers: [Double], _ writer: inout PackedWriter) {
        for places in powers.indices {
            if let integers = integers(numbers, places) {
                writer.append(byte: Kind.decimals.rawValue)
                write(integers, places, &writer)
                return
            }
        }
        writer.append(byte: Kind.whole.rawValue)
        for number in numbers { writer.append(whole: number) }
    }

    private static func write(_ integers: [Int64], _ places: Int, _ writer: inout PackedWriter) {
        writer.append(byte: UInt8(places))
        var before: Int64 = 0
        for integer in integers {
            writer.append(signed: integer - before)
            before = integer
        }
    }

    private static func writeRuns(_ numbers: [UInt64], _ writer: inout PackedWriter) {
        var from = 0
        while from < numbers.count {
            var to = from + 1
            while to < numbers.count, numbers[to] == numbers[from] { to += 1 }
            writer.append(numbers[from])
            writer.append(to - from)
            from = to
        }
    }

    /// The numbers times a power of ten, if the division reproduces them exactly.
    private static func integers(_ numbers: [Double], _ places: Int) -> [Int64]? {
        let power = powers[places]
        var result: [Int64] = []
        result.reserveCapacity(numbers.count)
        for number in numbers {
            let scaled = (number * power).rounded()
            // Within these bounds doubles are exact for whole numbers, and so are their
            // differences.
            guard abs(scaled) < 9e15 else { return nil }
            let integer = Int64(scaled)
            guard (Double(integer) / power).bitPattern == number.bitPattern else { return nil }
            result.append(integer)
        }
        return result
    }

    private static func lengths(
        _ starts: [Double], _ ends: [Double]
    ) -> (places: Int, lengths: [Int64])? {
        for places in powers.indices {
            let power = powers[places]
            var result: [Int64] = []
            result.reserveCapacity(starts.count)
            for (start, end) in zip(starts, ends) {
                let scaled = ((end - start) * power).rounded()
                guard abs(scaled) < 9e15, (start + scaled / power).bitPattern == end.bitPattern
                else { break }
                result.append(Int64(scaled))
            }
            if result.count == starts.count { return (places, result) }
        }
        return nil
    }

    // MARK: Reading

    /// The samples that the bytes encode.
    ///
    /// The sources' numbers are mapped through `sources`, those of a category's labels through
    /// `labels`, and those of names through `names`.
    static func columns(
        _ bytes: [UInt8], sources: [UInt16], labels: [Int]? = nil, names: [Int]? = nil
    ) throws(PackedReader.Malformed) -> SampleColumns {
        var reader = PackedReader(bytes)
        guard try reader.byte() == version else { throw PackedReader.Malformed() }
        // A start takes at least one byte.
        let count = try reader.count(most: min(most, bytes.count))
        guard count > 0 else { throw PackedReader.Malformed() }
        guard let starts = try read(count, &reader) else { throw PackedReader.Malformed() }
        let ends = try read(count, from: starts, &reader)
        guard var values = try read(count, &reader) else { throw PackedReader.Malformed() }
        var secondaryValues = try read(count, &reader)
        if let labels { values = try translated(values, labels) }
        if let names, let numbers = secondaryValues {
            secondaryValues = try translated(numbers, names)
        }
        var ownSources: [(UInt16, Int)] = []
        for run in try readRuns(count, &reader) {
            guard run.value < UInt64(sources.count) else { throw PackedReader.Malformed() }
            ownSources.append((sources[Int(run.value)], run.times))
        }
        let marks = try readRuns(count, &reader)
        guard reader.isAtEnd else { throw PackedReader.Malformed() }
        return SampleColumns(
            starts: starts, ends: ends, values: values, secondaryValues: secondaryValues,
            sources: ownSources,
            marks: marks.map {
                (SampleMarks(rawValue: UInt16(truncatingIfNeeded: $0.value)), $0.times)
            })
    }

    private static func read(
        _ count: Int, from starts: [Double]? = nil, _ reader: inout PackedReader
    ) throws(PackedReader.Malformed) -> [Double]? {
        guard let kind = Kind(rawValue: try reader.byte()) else { throw PackedReader.Malformed() }
        var result: [Double] = []
        result.reserveCapacity(count)
        switch kind {
        case .absent: return nil
        case .whole: for _ in 0..<count { result.append(try reader.whole()) }
        case .decimals, .lengths:
            let places = Int(try reader.byte())
            guard places < powers.count else { throw PackedReader.Malformed() }
            let power = powers[places]
            if kind == .lengths, starts == nil { throw PackedReader.Malformed() }
            var integer: Int64 = 0
            for index in 0..<count {
                integer &+= try reader.signed()
                let number = Double(integer) / power
                result.append(kind == .lengths ? (starts?[index] ?? 0) + number : number)
            }
        }
        return result
    }

    private static func readRuns(
        _ count: Int, _ reader: inout PackedReader
    ) throws(PackedReader.Malformed) -> [(value: UInt64, times: Int)] {
        var runs: [(value: UInt64, times: Int)] = []
        var left = count
        while left > 0 {
            let value = try reader.number()
            let times = try reader.count(most: left)
            guard times > 0 else { throw PackedReader.Malformed() }
            runs.append((value, times))
            left -= times
        }
        return runs
    }

    private static func translated(
        _ numbers: [Double], _ labels: [Int]
    ) throws(PackedReader.Malformed) -> [Double] {
        var result: [Double] = []
        result.reserveCapacity(numbers.count)
        for number in numbers {
            guard number >= 0, number < Double(labels.count) else { throw PackedReader.Malformed() }
            result.append(Double(labels[Int(number)]))
        }
        return result
    }
}
