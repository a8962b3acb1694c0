// The samples of a series that another dataset has too.
//
// Layout: separate runs of rising numbers; in bytes the numbers of skipped and taken samples
// alternate, each of variable length. All operations walk along runs, never along single numbers: a
// dataset that claims five million samples in one run costs one run. Rejected: a bit for each
// sample (a later export claims nearly everything before it, in few runs), the numbers themselves
// (forty megabytes for each of a year's exports).

/// The samples of a series that another dataset has too: rising numbers, kept as runs.
struct ClaimRuns: Equatable {
    /// The runs, rising and separate.
    private(set) var runs: [Range<Int>] = []

    init() {}

    /// The runs of numbers, which must rise.
    init(_ numbers: [Int]) {
        for number in numbers { append(number..<number + 1) }
    }

    /// The numbers that the bytes encode, in a series of `count` samples.
    init(_ bytes: [UInt8], count: Int) throws(PackedReader.Malformed) {
        var reader = PackedReader(bytes)
        var next = 0
        while !reader.isAtEnd {
            next += try reader.count(most: count - next)
            let length = try reader.count(most: count - next)
            guard length > 0 else { throw PackedReader.Malformed() }
            append(next..<next + length)
            next += length
        }
    }

    /// Appends numbers that follow all others.
    mutating func append(_ run: Range<Int>) {
        guard !run.isEmpty else { return }
        if let last = runs.last {
            precondition(run.lowerBound >= last.upperBound, "\(run) does not follow \(last)")
            if run.lowerBound == last.upperBound {
                runs[runs.count - 1] = last.lowerBound..<run.upperBound
                return
            }
        }
        runs.append(run)
    }

    var isEmpty: Bool { runs.isEmpty }

    /// How many numbers there are.
    var count: Int { runs.reduce(0) { $0 + $1.count } }

    /// The numbers one by one.
    var numbers: [Int] { runs.flatMap { Array($0) } }

    /// The numbers of skipped and taken samples, alternating.
    var bytes: [UInt8] {
        var writer = PackedWriter()
        var next = 0
        for run in runs {
            writer.append(run.lowerBound - next)
            writer.append(run.count)
            next = run.upperBound
        }
        return writer.bytes
    }

    // MARK: Operations on runs

    /// The numbers that `other` has too.
    func intersection(_ other: ClaimRuns) -> ClaimRuns {
        var result = ClaimRuns()
        var (left, right) = (0, 0)
        while left < runs.count, right < other.runs.count {
            let (a, b) = (runs[left], other.runs[right])
            result.append(a.clamped(to: b))
            if a.upperBound <= b.upperBound { left += 1 } else { right += 1 }
        }
        return result
    }

    /// The numbers that either has.
    func union(_ other: ClaimRuns) -> ClaimRuns {
        var result = ClaimRuns()
        var (left, right) = (0, 0)
        while left < runs.count || right < other.runs.count {
            let isLeft =
                right == other.runs.count
                || left < runs.count && runs[left].lowerBound <= other.runs[right].lowerBound
            let next = isLeft ? runs[left] : other.runs[right]
            if isLeft { left += 1 } else { right += 1 }
            let known = result.runs.last?.upperBound ?? next.lowerBound
            result.append(max(next.lowerBound, min(known, next.upperBound))..<next.upperBound)
        }
        return result
    }

    /// The numbers that `other` does not have.
    func subtracting(_ other: ClaimRuns) -> ClaimRuns {
        var result = ClaimRuns()
        var right = 0
        for run in runs {
            var from = run.lowerBound
            while right < other.runs.count, other.runs[right].upperBound <= from { right += 1 }
            var next = right
            while next < other.runs.count, other.runs[next].lowerBound < run.upperBound {
                let taken = other.runs[next]
                if taken.lowerBound > from { result.append(from..<taken.lowerBound) }
                from = max(from, taken.upperBound)
                next += 1
            }
            if from < run.upperBound { result.append(from..<run.upperBound) }
        }
        return result
    }

    /// The positions in `other` of those numbers that it has too.
    func places(in other: ClaimRuns) -> ClaimRuns {
        var result = ClaimRuns()
        var (left, right) = (0, 0)
        var before = 0
        while left < runs.count, right < other.runs.count {
            let (a, b) = (runs[left], other.runs[right])
            let shared = a.clamped(to: b)
            if !shared.isEmpty {
                let first = before + shared.lowerBound - b.lowerBound
                result.append(first..<first + shared.count)
            }
            if a.upperBound <= b.upperBound {
                left += 1
            } else {
                right += 1
                before += b.count
            }
        }
        return result
    }

    /// The numbers at the given positions.
    func numbers(at places: ClaimRuns) -> ClaimRuns {
        var result = ClaimRuns()
        var index = 0
        var before = 0
        for place in places.runs {
            var from = place.lowerBound
            while from < place.upperBound, index < runs.count {
                let run = runs[index]
                guard from < before + run.count else {
                    before += run.count
                    index += 1
                    continue
                }
                let first = run.lowerBound + from - before
                let length = min(place.upperBound - from, run.upperBound - first)
                result.append(first..<first + length)
                from += length
            }
        }
        return result
    }

    /// The parts of the runs inside a range.
    func pieces(in range: Range<Int>) -> [Range<Int>] {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[middle].upperBound <= range.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var result: [Range<Int>] = []
        while low < runs.count, runs[low].lowerBound < range.upperBound {
            let piece = runs[low].clamped(to: range)
            if !piece.isEmpty { result.append(piece) }
            low += 1
        }
        return result
    }
}
