// The source of each sample of a metric.
//
// Layout: one number while all samples have the same source, as in a table; a column of two bytes a
// sample from the second source on. Rejected: runs (devices alternate every few samples, so a run
// would cost more than the samples it represents).

import ChartCore

/// The numbers of the sources of samples, in the order of the samples.
package struct SourceColumn: Sendable, RandomAccessCollection, Equatable {
    private var common: UInt16 = 0
    /// Empty while all numbers are `common`.
    private var numbers = Column<UInt16>()
    /// How many samples there are.
    package private(set) var count = 0

    init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    /// The number that all samples have; nil if there are several, or no samples.
    package var single: UInt16? { count > 0 && numbers.isEmpty ? common : nil }

    /// The number of one sample's source.
    package subscript(index: Int) -> UInt16 {
        precondition(index >= 0 && index < count, "there is no sample \(index) of \(count)")
        return numbers.isEmpty ? common : numbers[index]
    }

    /// Adds one number for `times` samples.
    @inline(__always)
    mutating func append(_ number: UInt16, times: Int = 1) {
        if numbers.isEmpty, count == 0 || number == common {
            common = number
            count &+= times
            return
        }
        appendSlowly(number, times)
    }

    @inline(never)
    private mutating func appendSlowly(_ number: UInt16, _ times: Int) {
        spread()
        if times == 1 {
            numbers.append(number)
        } else {
            numbers.append(contentsOf: Column(repeating: number, count: times))
        }
        count += times
    }

    mutating func append(contentsOf other: SourceColumn) {
        if other.count == 0 { return }
        if let number = other.single {
            append(number, times: other.count)
        } else {
            spread()
            numbers.append(contentsOf: other.numbers)
            count += other.count
        }
    }

    /// The numbers at these indices, in this order.
    func gathered(at indices: [some BinaryInteger]) -> SourceColumn {
        var result = SourceColumn()
        result.count = indices.count
        let gathered = numbers.isEmpty ? numbers : numbers.gathered(at: indices)
        result.common = gathered.first ?? common
        // The other numbers may have been left out.
        if gathered.contains(where: { $0 != result.common }) { result.numbers = gathered }
        return result
    }

    /// Removes the last numbers.
    mutating func removeLast(_ number: Int) {
        if !numbers.isEmpty { numbers.removeLast(number) }
        count -= number
        settleRest()
    }

    /// Removes the first numbers; the others are not moved.
    mutating func removeFirst(_ number: Int) {
        if !numbers.isEmpty { numbers.removeFirst(number) }
        count -= number
        settleRest()
    }

    /// Keeps one number for all if the others were removed.
    private mutating func settleRest() {
        if let first = numbers.first, numbers.allSatisfy({ $0 == first }) {
            common = first
            numbers = Column()
        }
    }

    /// Removes all numbers, and keeps their storage for reuse if nobody shares it.
    mutating func removeAll() {
        numbers.removeAll(keepingCapacity: true)
        count = 0
    }

    /// Writes out the common number for every sample.
    private mutating func spread() {
        if numbers.isEmpty { numbers = Column(repeating: common, count: count) }
    }

    /// Gives every sample another number: `table[old]`.
    mutating func renumber(_ table: [UInt16]) {
        if numbers.isEmpty {
            if count > 0 { common = table[Int(common)] }
        } else {
            for index in numbers.indices { numbers[index] = table[Int(numbers[index])] }
        }
    }

    package static func == (a: SourceColumn, b: SourceColumn) -> Bool {
        if let left = a.single, let right = b.single { return a.count == b.count && left == right }
        return a.elementsEqual(b)
    }
}
