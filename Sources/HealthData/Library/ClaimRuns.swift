/// Which samples of a series a dataset has too: rising numbers, kept as runs.
struct ClaimRuns {
    /// The numbers, rising.
    private(set) var numbers: [Int] = []

    init(_ numbers: [Int]) { self.numbers = numbers }

    /// The numbers of a series of `count` samples that the bytes name.
    init(_ bytes: [UInt8], count: Int) throws(PackedReader.Malformed) {
        var reader = PackedReader(bytes)
        var next = 0
        while !reader.isAtEnd {
            next += try reader.count(most: count - next)
            let length = try reader.count(most: count - next)
            guard length > 0 else { throw PackedReader.Malformed() }
            numbers.append(contentsOf: next..<next + length)
            next += length
        }
    }

    /// How many are left out and how many are taken, in turns.
    var bytes: [UInt8] {
        var writer = PackedWriter()
        var next = 0
        var position = 0
        while position < numbers.count {
            let from = numbers[position]
            var to = from + 1
            position += 1
            while position < numbers.count, numbers[position] == to {
                to += 1
                position += 1
            }
            writer.append(from - next)
            writer.append(to - from)
            next = to
        }
        return writer.bytes
    }
}
