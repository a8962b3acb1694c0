// What totals of amounts have more than is told of their time.
//
// A total (of a day, of an hour) says nothing of when in it the amounts were. So it waits until the
// sweep has settled what else counts, and gives what it has more than all that lies in its time
// together; nothing where that is as much. So 8,000 steps of a day beside the same 8,000 in three
// hours of another device stay 8,000, and so do 8,000 beside a walk of 3,000 that the same file tells.
// Where the totals that count are of the same day, the sum of a day is the greatest of them and of
// what the finer ones come to.
//
// A total that its own owner divides (`Summaries.turns`) is the sum of just those parts, and both it
// and they are rounded. A rest of a hundredth of it or less is that, and nothing that was lost: whole
// numbers, each off by 0.29 on the average (the root of a twelfth), come to eleven in a day's 1,440
// minutes, and one of a day's steps to eighty. Beside other devices every rest counts: these have not
// told the same.
//
// What is taken from what: the finer levels of one rank go before the coarser ones, and what was kept
// of them counts as told; so do the totals of one rank for those of the ranks behind it. Totals of one
// rank and level say nothing of one another, but of one day's totals in two exports of one source the
// later counts.
//
// Method: the borders of all totals divide time into cells. An amount that reaches over borders gives
// each cell its share by time (a minute over midnight belongs to both days); one over more than
// `mostCells` of them, and what was kept of a total, belongs where its middle is. A binary indexed tree
// over the cells (Fenwick 1994, `PrefixSums`) tells what lies in a total. Cost: O(n log n). Rejected: an
// amount belongs where its middle is, whatever its length (half of it is then counted twice where a
// total ends in it).

import ChartCore

struct SweptTotals {
    /// A total that waits.
    struct Total {
        var index: Int
        /// The stretches of its rank that share time with it; none where others have all of it.
        var stretches: Range<Int>
        /// Whether its owner tells something finer of its time.
        var isDivided: Bool
    }

    /// Whose turn it is.
    private struct Turn: Comparable {
        var rank: Int
        var level: Int

        static func < (a: Turn, b: Turn) -> Bool { (a.rank, a.level) < (b.rank, b.level) }
    }

    /// Over how many cells an amount is shared out.
    private static let mostCells = 64
    /// The part of a divided total that is rounding.
    private static let rounding = 0.01
    /// The same for all others: what numbers of 53 bits leave over.
    private static let noise = 1e-12

    private let columns: SampleColumns
    private let ranks: [Int]
    private let turns: [Int: Int]
    private let files: [Int]
    private var waiting: [Total] = []

    /// `ranks` are those of the samples' sources, `files` the files of these; `turns` are those of
    /// `Summaries`.
    init(_ columns: SampleColumns, _ ranks: [Int], _ turns: [Int: Int], _ files: [Int]) {
        self.columns = columns
        self.ranks = ranks
        self.turns = turns
        self.files = files
    }

    /// Whether a sample is a total.
    func mayWait(_ index: Int) -> Bool { columns.marks(at: index).contains(.summary) }

    /// Whether a total waits: it has some time left to it, or is divided.
    mutating func wait(_ index: Int, _ stretches: Range<Int>) -> Bool {
        let isDivided = turns[index] != nil
        guard isDivided || !stretches.isEmpty else { return false }
        waiting.append(Total(index: index, stretches: stretches, isDivided: isDivided))
        return true
    }

    /// Calls `keep` for every total with what it has more than is told of its time, or nil where that
    /// is nothing.
    ///
    /// `told` are the amounts that count, but for those at the indices `apart`, which rise.
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
            // A total of nought is one all the same where nobody says otherwise.
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

    /// The totals that the same source states twice, in another file, or in its own for as long a time
    /// (within a tenth): of those of a level that begin together the one that goes on longest counts,
    /// else the largest, for what counts only grows.
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

/// Time between the borders of totals, and what lies there.
private struct Cells {
    /// In order, each once: cell 0 lies before the first of them.
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

    /// The cell that begins at a moment, or has it inside.
    private func cell(_ moment: Double) -> Int {
        borders.indices.partitioningIndex { borders[$0] > moment }
    }

    mutating func add(_ value: Double, at moment: Double) { sums.add(value, at: cell(moment)) }

    /// Gives every cell that an amount lies in its share of it; where these are too many, that of its
    /// middle has all.
    ///
    /// Cost: nothing but the sum for one that lies in the same cell as the one before it.
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

    /// What lies between two borders.
    func sum(from start: Double, to end: Double) -> Double {
        sums.sum(before: cell(end)) - sums.sum(before: cell(start))
    }
}
