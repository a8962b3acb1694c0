// Every 1,024th time of a column, to find positions in it without reading the column.
//
// In a column of 100 million times each step of a binary search is a cache line from far memory,
// some 27 of them one after the other. The marks are a thousandth of it and stay in the cache.
// Between two marks the position is guessed from the times at both (W. Peterson, "Addressing for
// random-access storage", IBM Journal 1957), and searched around the guess in steps of growing
// length (J. Bentley, A. Yao, "An almost optimal algorithm for unbounded searching", Information
// Processing Letters 5, 1976). If the samples are evenly spaced, the first probe is the last one.
// If not, at most 20 steps follow, within 8 kB.

/// The times of every 1,024th sample, counted from the first sample ever added.
struct TimeMarks: Sendable {
    private static let span = 1024

    private var marks = Column<Double>()
    /// The number of the first stored mark.
    private var first = 0
    /// How many samples were dropped at the front.
    private var dropped = 0

    var count: Int { marks.count }

    /// Updates the marks after the times from an index on have changed or some were added.
    mutating func update(_ times: Column<Double>, from index: Int) {
        let span = TimeMarks.span
        let good = (dropped + index + span - 1) / span
        marks.removeLast(max(0, first + marks.count - max(first, good)))
        var next = (first + marks.count) * span - dropped
        while next < times.count {
            marks.append(times[next])
            next += span
        }
    }

    mutating func removeFirst(_ number: Int) {
        dropped += number
        let kept = (dropped + TimeMarks.span - 1) / TimeMarks.span
        marks.removeFirst(min(kept - first, marks.count))
        first = kept
    }

    /// The best mark at which to begin a search for a time: its position if samples were evenly
    /// spaced.
    func likely(_ time: Double, in times: Column<Double>) -> Int {
        guard let from = times.first, let to = times.last else { return 0 }
        let part = (time - from) / (to - from)
        // False for NaN too.
        guard part > 0 else { return 0 }
        return part < 1 ? Int(part * Double(marks.count)) : marks.count
    }

    /// The number of the first mark that is not before a sample.
    func mark(of sample: Int) -> Int {
        (dropped + sample + TimeMarks.span - 1) / TimeMarks.span - first
    }

    /// Prefetches the marks at which searches for times at equal distances will look if samples are
    /// evenly spaced.
    ///
    /// - Parameters:
    ///   - number: The number of times, between those of two samples.
    func prefetch(_ number: Int, between low: Int, and high: Int) {
        let from = Double(mark(of: low))
        let step = Double(high - low) / Double(TimeMarks.span * (number + 1))
        for index in 0..<number {
            let mark = Int(from + Double(index + 1) * step)
            if mark < marks.count { marks.prefetch(endingAt: mark) }
        }
    }

    /// Where a search ends, and where it begins.
    struct Guess {
        var low: Int
        var high: Int
        var likely: Int
    }

    /// The positions between which the first time that is at least `time` is, and the most likely
    /// one.
    ///
    /// - Parameter hint: The mark to begin at; is set to the mark that was found. Any number is
    ///   valid.
    @inline(__always)
    func guess(_ time: Double, in times: Column<Double>, hint: inout Int) -> Guess {
        let mark = TimeMarks.search(time, in: marks, 0, marks.count, near: hint)
        hint = mark
        let span = TimeMarks.span
        // The position of the mark before, and of the one at or after it.
        let after = mark < marks.count ? (first + mark) * span - dropped : times.count
        guard mark > 0 else { return Guess(low: 0, high: after, likely: after) }
        let before = (first + mark - 1) * span - dropped
        var guess = Guess(low: before + 1, high: after, likely: before + 1)
        if after > before + 1 {
            let from = marks[mark - 1]
            let last = min(after, times.count - 1)
            let to = mark < marks.count ? marks[mark] : times[last]
            let part = (time - from) / (to - from)
            // Beyond the last time there is nothing to guess; false for NaN too.
            if part >= 0, part <= 1 {
                guess.likely += Int(part * Double(last - before))
            } else if part > 1 {
                guess.likely = after
            }
        }
        return guess
    }

    /// The first index in `low`…`high` whose time is at least `time`, `high` if there is none.
    @inline(__always)
    static func search(
        _ time: Double, in times: Column<Double>, _ low: Int, _ high: Int, near hint: Int
    ) -> Int {
        var low = low
        var high = high
        guard low < high else { return low }
        var step = 1
        var probe = Swift.min(Swift.max(hint, low), high)
        if probe < high, times[probe] < time {
            low = probe + 1
            while low < high {
                probe = Swift.min(low - 1 + step, high - 1)
                if !(times[probe] < time) {
                    high = probe
                    break
                }
                low = probe + 1
                step *= 2
            }
        } else {
            high = probe
            while low < high {
                probe = Swift.max(high - step, low)
                if times[probe] < time {
                    low = probe + 1
                    break
                }
                high = probe
                step *= 2
            }
        }
        return low < high ? (low..<high).partitioningIndex { !(times[$0] < time) } : low
    }
}
