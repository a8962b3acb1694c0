// Whole numbers that follow one another closely, by their differences.
//
// Layout: a byte with the order, then the numbers, each of variable length and of either sign. By
// the first order a number is the difference from the one before it, by the second the difference
// from the difference before it: times at equal intervals and distances at an even speed then take
// one byte each. The first number of either order is the number itself. The order that takes fewer
// bytes is used, the first if both take equally many, so equal numbers have equal bytes. Sums and
// differences wrap around, so any numbers can be written.

extension PackedWriter {
    /// Appends numbers by their differences.
    ///
    /// Cost: two passes.
    mutating func append(differencesOf numbers: [Int64]) {
        var sizes = (0, 0)
        PackedDifferences.forEach(of: numbers) { first, second in
            sizes.0 += PackedDifferences.size(first)
            sizes.1 += PackedDifferences.size(second)
        }
        let isSecond = sizes.1 < sizes.0
        append(byte: isSecond ? PackedDifferences.second : PackedDifferences.first)
        PackedDifferences.forEach(of: numbers) { append(signed: isSecond ? $1 : $0) }
    }
}

extension PackedReader {
    /// Reads numbers that were written by their differences.
    mutating func differences(count: Int) throws(Malformed) -> [Int64] {
        let order = try byte()
        guard [PackedDifferences.first, PackedDifferences.second].contains(order) else {
            throw Malformed()
        }
        let isSecond = order == PackedDifferences.second
        var numbers: [Int64] = []
        var (before, step) = (Int64(0), Int64(0))
        for index in 0..<count {
            let read = try signed()
            let difference = isSecond ? step &+ read : read
            before = before &+ difference
            step = index == 0 ? 0 : difference
            numbers.append(before)
        }
        return numbers
    }
}

private enum PackedDifferences {
    static let first: UInt8 = 1
    static let second: UInt8 = 2

    /// Calls `body` with the difference of each order for each of some numbers.
    @inline(__always)
    static func forEach(of numbers: [Int64], _ body: (_ first: Int64, _ second: Int64) -> Void) {
        var (before, step) = (Int64(0), Int64(0))
        for (index, number) in numbers.enumerated() {
            let difference = number &- before
            body(difference, difference &- step)
            before = number
            step = index == 0 ? 0 : difference
        }
    }

    /// The bytes that a number of either sign takes.
    static func size(_ number: Int64) -> Int {
        let folded = UInt64(bitPattern: number << 1 ^ number >> 63)
        return max(1, (70 - folded.leadingZeroBitCount) / 7)
    }
}
