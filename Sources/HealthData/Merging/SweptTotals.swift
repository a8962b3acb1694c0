// The amount by which totals exceed the other samples of their time.
//
// A total (of a day, of an hour) does not show when its amounts occurred. So it waits until the
// sweep has settled what else counts, and contributes the amount by which it exceeds everything
// else in its time, or nothing if that is as much. So 8,000 steps of a day next to the same 8,000
// in three hours of another device stay 8,000, and so do 8,000 next to a walk of 3,000 in the same
// file. If the totals that count are of the same day, the sum of the day is the greatest of them
// and of the sum of the finer ones.
//
// A total that its own owner divides (`Summaries.turns`) is the sum of exactly those parts, and
// both it and they are rounded. A rest of at most a hundredth of it is rounding, not lost data:
// whole numbers, each off by 0.29 on average (the root of a twelfth), come to eleven in a day's
// 1,440 minutes, and a hundredth of a day's steps is eighty. Next to other devices every rest
// counts: they did not record the same.
//
// The order of subtraction: the finer levels of one rank come before the coarser ones, and what was
// kept of them counts as recorded; so do the totals of one rank for the later ranks. Totals of one
// rank and level do not affect each other, except that of one day's totals in two exports of one
// source the later counts.
//
// Method: the borders of all totals divide time into cells. An amount across borders gives each
// cell its share by time (a minute over midnight belongs to both days); an amount across more than
// `mostCells` cells, and the kept part of a total, belong where their middles are. A binary indexed
// tree over the cells (Fenwick 1994, `PrefixSums`) gives the amount inside a total. Cost: O(n log
// n). Rejected: an amount belongs where its middle is, whatever its length (half of it is then
// counted twice if a total ends in it).

import ChartCore

struct SweptTotals {
    /// A total that waits.
    struct Total {
        var index: Int
        /// The stretches of its rank that overlap it; empty if others cover it completely.
        var stretches: Range<Int>
        /// Whether its owner has something finer in its time.
        var isDivided: Bool
    }

    /// The turn of a total.
    private struct Turn: Comparable {
        var rank: Int
        var level: Int

        static func < (a: Turn, b: Turn) -> Bool { (a.rank, a.level) < (b.rank, b.level) }
    }

    /// The most cells over which an amount is shared out.
    private static let mostCells = 64
    /// The fraction of a divided total that counts as rounding.
    private static let rounding = 0.01
    /// The same for all others: the rounding error of numbers with 53 bits.
    private static let noise = 1e-12

    private let columns: SampleColumns
    private let ranks: [Int]
    private let turns: [Int: Int]
    private let files: [Int]
    private var waiting: [Total] = []

    /// `ranks` are the ranks of the samples' sources, `files` the files of the sources, and `turns`
    /// the result of `Summaries.turns`.
    init(_ columns: SampleColumns, _ ranks: [Int], _ turns: [Int: Int], _ files: [Int]) {
        self.columns = columns
        self.ranks = ranks
        self.turns = turns
        self.files = files
    }

    /// Whether a sample is a total.
    func mayWait(_ index: Int) -> Bool { columns.marks(at: index).contains(.summary) }

    /// Whether a total waits: some of its time is left to it, or it is divided.
    mutating func wait(_ index: Int, _ stretches: Range<Int>) -> Bool {
        let isDivided = turns[index] != nil
        guard isDivided || !stretches.isEmpty else { return false }
        waiting.append(Total(index: index, stretches: stretches, isDivided: isDivided))
        return true
    }

    /// Calls `keep` for every total with the amount by which it exceeds its time's other samples.
    ///
    /// The amount is nil if there is no excess. `counted` are the amounts that count, except those
    /// at the rising indices `apart`.
    func settle(
        counted: SampleColumns, apart: [Int], _ keep: (_ total: Total, _ amount: Double?) -> Void
    ) {
        guard !waiting.isEmpty else { return }
        var cells = Cells(
            waiting.flatMap { [columns.starts[$0.index], columns.end(at: $0.index)] })
        var passedOver = apart[...]
        for index in 0..<counted.count {
            if passedOver.first == index {
                passedOver.removeFirst()
                continue
            }
            cells.share(
                counted.values[index], from: counted.starts[index], to: counted.end(at: index),
                most: SweptTotals.mostCells)
        }
        let restated = restated
        // Among equals the order of time stays.
        let order = waiting.indices.sorted {
            let (a, b) = (turn(of: $0), turn(of: $1))
            return a != b ? a < b : $0 < $1
        }
        var kept: [(moment: Double, amount: Double)] = []
        var current: Turn?
        for number in order {
            let total = waiting[number]
            if let current, turn(of: number) != current {
                for one in kept { cells.add(one.amount, at: one.moment) }
                kept = []
            }
            current = turn(of: number)
            let (start, end) = (columns.starts[total.index], columns.end(at: total.index))
            let value = columns.values[total.index]
            let counted = cells.sum(from: start, to: end)
            let least = total.isDivided ? SweptTotals.rounding : SweptTotals.noise
            // A total of zero is kept if nothing contradicts it.
            let isCovered =
                restated.contains(number)
                || (counted > 0 || total.isDivided) && value - counted <= value * least
            if !isCovered { kept.append((start + (end - start) / 2, value - counted)) }
            keep(total, isCovered ? nil : value - counted)
        }
    }

    private func turn(of number: Int) -> Turn {
        let index = waiting[number].index
        return Turn(rank: turns[index] ?? ranks[index], level: columns.marks(at: index).level)
    }

    /// The totals that the same source states twice.
    ///
    /// Either in another file, or in its own for as long a time (within a tenth). If totals of a
    /// level begin together, the longest counts, and of equally long ones the largest, because
    /// counts only grow.
    private var restated: Set<Int> {
        struct Key: Hashable {
            var rank: Int
            var level: Int
            var start: Double
        }
        func file(_ number: Int) -> Int {
            let source = Int(columns.sources[waiting[number].index])
            return files.indices.contains(source) ? files[source] : 0
        }
        func length(_ number: Int) -> Double {
            let index = waiting[number].index
            return columns.end(at: index) - columns.starts[index]
        }
        var groups: [Key: [Int]] = [:]
        for number in waiting.indices {
            let index = waiting[number].index
            let key = Key(
                rank: ranks[index], level: columns.marks(at: index).level,
                start: columns.starts[index])
            groups[key, default: []].append(number)
        }
        var restated: Set<Int> = []
        for group in groups.values where group.count > 1 {
            let best = group.max { a, b in
                let (a, b) = (waiting[a].index, waiting[b].index)
                let (left, right) = (columns.end(at: a), columns.end(at: b))
                return left != right ? left < right : columns.values[a] < columns.values[b]
            }
            guard let best else { continue }
            let longest = length(best)
            restated.formUnion(
                group.filter {
                    $0 != best && (file($0) != file(best) || length($0) * 1.1 >= longest)
                })
        }
        return restated
    }
}

/// The time between the borders of totals, and the amounts in it.
private struct Cells {
    /// Sorted, without repeats: cell 0 is before the first of them.
    private let borders: [Double]
    private var sums: PrefixSums<Double>
    /// The cell in which the last amount began, and its borders.
    private var latestCell = 0
    private var latest = -Double.infinity ... -Double.infinity

    init(_ moments: [Double]) {
        var borders: [Double] = []
        for moment in moments.sorted() where moment != borders.last { borders.append(moment) }
        self.borders = borders
        sums = PrefixSums(count: borders.count + 1)
    }

    /// The cell that contains a moment, its start included.
    private func cell(_ moment: Double) -> Int {
        borders.indices.partitioningIndex { borders[$0] > moment }
    }

    mutating func add(_ value: Double, at moment: Double) { sums.add(value, at: cell(moment)) }

    /// Gives every cell that an amount overlaps its share; with too many cells the middle one gets
    /// all.
    ///
    /// Cost: only the addition, if the amount is in the same cell as the one before it.
    mutating func share(_ value: Double, from start: Double, to end: Double, most: Int) {
        if latest.lowerBound <= start, end <= latest.upperBound, start < latest.upperBound {
            return sums.add(value, at: latestCell)
        }
        let first = cell(start)
        latestCell = first
        let begin = first > 0 ? borders[first - 1] : -.infinity
        latest = begin...(first < borders.count ? borders[first] : .infinity)
        let last = borders.indices.partitioningIndex { borders[$0] >= end }
        guard last > first else { return sums.add(value, at: first) }
        guard last - first < most else { return add(value, at: start + (end - start) / 2) }
        for cell in first...last {
            let from = cell == first ? start : borders[cell - 1]
            let to = cell == last ? end : borders[cell]
            sums.add(value * ((to - from) / (end - start)), at: cell)
        }
    }

    /// The amount between two borders.
    func sum(from start: Double, to end: Double) -> Double {
        sums.sum(before: cell(end)) - sums.sum(before: cell(start))
    }
}
