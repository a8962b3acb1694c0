import ChartCore
import SeededRandom
import Testing

@Suite struct ColumnTests {
    /// Changes a column and an array in the same way, at random, with copies that continue
    /// independently.
    @Test(arguments: [1, 2, 3, 4]) func aColumnIsAnArray(seed: UInt64) {
        var numbers = SplitMix(seed: seed)
        var column = Column<Double>()
        var array: [Double] = []
        var copies: [(column: Column<Double>, array: [Double])] = []
        var next = 0.0
        for _ in 0..<120 {
            switch Int.random(in: 0..<9, using: &numbers) {
            case 0, 1:
                for _ in 0..<Int.random(in: 1..<200, using: &numbers) {
                    next += 1
                    column.append(next)
                    array.append(next)
                }
            case 2, 3:
                let batch = (0..<Int.random(in: 1..<40_000, using: &numbers)).map {
                    next + Double($0)
                }
                next += 40_000
                column.append(contentsOf: batch)
                array.append(contentsOf: batch)
            case 4:
                let number = Int.random(in: 0...array.count, using: &numbers) / 4
                column.removeLast(number)
                array.removeLast(number)
            case 5:
                let number = Int.random(in: 0...array.count, using: &numbers) / 3
                column.removeFirst(number)
                array.removeFirst(number)
            case 6 where !array.isEmpty:
                let place = Int.random(in: 0..<array.count, using: &numbers)
                next += 1
                column[place] = next
                array[place] = next
            case 7 where !copies.isEmpty:
                // One of the copies continues from its state.
                let which = Int.random(in: 0..<copies.count, using: &numbers)
                swap(&copies[which].column, &column)
                swap(&copies[which].array, &array)
            case 8:
                copies.append((column, array))
                if copies.count > 4 { copies.removeFirst() }
            default: break
            }
        }
        copies.append((column, array))
        for copy in copies {
            #expect(copy.column.count == copy.array.count)
            #expect(copy.column.elementsEqual(copy.array))
            var pieces: [Double] = []
            let range = copy.array.count / 3..<copy.array.count
            copy.column.withSpans(in: range) { span in
                for i in span.indices { pieces.append(span[i]) }
            }
            #expect(pieces == Array(copy.array[range]))
            #expect(
                copy.array.isEmpty || copy.column[range.lowerBound] == copy.array[range.lowerBound])
        }
    }

    @Test func whatIsAppendedToACopyStaysThere() {
        let original = Column((0..<100_000).map(Double.init))
        var a = original
        var b = original
        a.append(1)
        b.append(2)
        a[0] = -1
        a[99_999] = -2
        #expect(original.count == 100_000 && original[0] == 0 && original[99_999] == 99_999)
        #expect(a.last == 1 && b.last == 2 && b[0] == 0)
        #expect(original == Column((0..<100_000).map(Double.init)))
        #expect(a != b)
    }

    @Test func gatheredElementsAreThoseAtTheIndices() {
        var column = Column((0..<150_000).map { Double($0) * 0.5 })
        column.removeFirst(700)
        let array = Array(column)
        var random = SplitMix(seed: 7)
        for count in [0, 1, 15, 17, 65_535, 65_536, 65_537, 140_000] {
            let indices = (0..<count).map { _ in Int(random.next() % UInt64(array.count)) }
            #expect(Array(column.gathered(at: indices)) == indices.map { array[$0] })
            #expect(
                column.gathered(at: indices.map { UInt32($0) }) == column.gathered(at: indices))
        }
        #expect(column.count == 149_300 && column[0] == 350)
    }

    @Test func copiesShareWhatTheyHaveInCommon() {
        // 300,000 numbers; a thousand copies, each of which grows by one.
        var column = Column<Double>(repeating: 1, count: 300_000)
        var copies: [Column<Double>] = []
        for i in 0..<1000 {
            copies.append(column)
            column.append(Double(i))
        }
        #expect(copies.enumerated().allSatisfy { $1.count == 300_000 + $0 })
        #expect(copies[999].last == 998)
        #expect(column[300_500] == 500)
        let chunks = 5 * Column<Double>.chunkSize * 8
        #expect(column.byteCount == chunks)
    }

    @Test func wholeChunksOfAnotherColumnAreShared() {
        let size = Column<Double>.chunkSize
        var column = Column<Double>(repeating: 1, count: size)
        let other = Column((0..<size + 5).map(Double.init))
        column.append(contentsOf: other)
        #expect(column.count == 2 * size + 5)
        #expect(column[size] == 0 && column.last == Double(size + 4))
        column.append(7)
        column[size] = 9
        #expect(other.count == size + 5 && other[0] == 0)
        column.append(contentsOf: other)
        #expect(column.count == 3 * size + 11 && column.last == Double(size + 4))
    }

    @Test func shortColumnsStaySmall() {
        var column = Column<Double>()
        #expect(column.byteCount == 0)
        for i in 0..<100 { column.append(Double(i)) }
        #expect(column.byteCount <= 2 * 100 * 8)
        #expect(Column<Double>((0..<100).map(Double.init)).byteCount <= 800)
        // A window that moves over many numbers stores the visible ones and little more.
        for i in 0..<150_000 {
            column.append(Double(i))
            column.removeFirst()
        }
        #expect(column.count == 100 && column.last == 149_999)
        #expect(column.byteCount <= 65_536)
    }

    @Test func emptyOnes() {
        let empty: Column<Double> = []
        #expect(empty.isEmpty && empty.first == nil && empty.last == nil)
        #expect(empty == Column())
        var column: Column<UInt16> = [1, 2, 3]
        column.removeAll()
        #expect(column.isEmpty)
        column.append(4)
        #expect(column == [4])
        #expect("\(column)" == "[4]")
        var pieces = 0
        empty.withSpans(in: 0..<0) { _ in pieces += 1 }
        #expect(pieces == 0)
    }

    @Test func roomIsUsedAgainWhereNobodySharesIt() {
        var column = Column((0..<1000).map(Double.init))
        let room = column.byteCount
        column.removeAll(keepingCapacity: true)
        #expect(column.isEmpty && column.byteCount == room && column == Column())
        for i in 0..<1000 { column.append(Double(-i)) }
        #expect(column.byteCount == room && column.elementsEqual((0..<1000).map { Double(-$0) }))

        // Memory shared with a copy is left to the copy, and elements dropped at the front do not
        // reduce the room.
        let copy = column
        column.removeAll(keepingCapacity: true)
        #expect(column.isEmpty && column.byteCount == 0 && copy.count == 1000 && copy[999] == -999)
        column.append(contentsOf: copy)
        column.append(1)
        column.removeFirst(70)
        column.removeAll(keepingCapacity: true)
        column.append(7)
        #expect(column == [7] && copy[0] == 0)

        // With several chunks no memory is kept.
        var long = Column(repeating: 1.0, count: 3 * Column<Double>.chunkSize)
        long.removeAll(keepingCapacity: true)
        #expect(long.isEmpty && long.byteCount == 0)
    }

    @Test func copiesGrowOnSeveralThreads() async {
        // All of them end inside the same chunk, and only one can continue in it.
        let common = Column((0..<70_000).map(Double.init))
        await withTaskGroup(of: (Int, Column<Double>).self) { group in
            for task in 0..<8 {
                group.addTask {
                    var mine = common
                    for i in 0..<3000 { mine.append(Double(task * 10_000 + i)) }
                    return (task, mine)
                }
            }
            for await (task, column) in group {
                #expect(column.count == 73_000 && column[69_999] == 69_999)
                let added = Array(column[70_000...])
                #expect(added == (0..<3000).map { Double(task * 10_000 + $0) })
            }
        }
        #expect(common.count == 70_000)
    }
}
