// The samples of a line in the order of their importance for its picture.
//
// Method: the top-down method of D. Douglas and T. Peucker (Cartographica 10, 1973), best first.
// Among all pieces between two kept samples, the piece whose farthest sample has the largest
// distance from the piece's chord is split there. A heap contains the pieces, so the order is that
// of importance and its first N samples are the picture with N points, for every N from one run;
// there is no recursion.
//
// The distance is measured on the screen, in pixels, and to the chord, not to the line through it:
// between two samples in nearly the same column of pixels that line is vertical, and a spike far
// above both would be "on" it. If the foot of the perpendicular is on the chord, both distances are
// the same.
//
// Layout: the samples with values as pairs of pixel coordinates in one array, each run (a stretch
// without gaps) a range of it; a piece is two positions in it, the farthest one between, its
// squared distance and the number of splits that led to it.
//
// Cost: O(n log n) if splits are balanced. They need not be: in a zigzag with decreasing amplitude
// each split removes a single sample, and plain best-first costs O(n²). So a piece that is more
// than 2 log2(n) + 8 splits deep is also split at its middle sample, right after the farthest one:
// from there on the pieces halve, and all scans together read at most n · (3 log2(n) + 10) samples,
// for any data.
//
// Ties: the earliest of equally distant samples, and the earliest of equally important pieces.
// Coordinates are limited to ±10^75 pixels so that no product overflows.
//
// Rejected: largest-triangle-three-buckets (S. Steinarsson 2013), which takes one sample from each
// of N equal buckets, so that one of two spikes in a bucket is lost however high it is; the
// distance in the units of the data, which compares a second with a millimetre of mercury.

/// Picks the samples that matter most for the picture of a line.
///
/// For pictures only: the other samples are lost, so no read-out, statistic or total may be
/// computed from thinned samples. For drawing at the size of a screen `columnSpans` loses nothing
/// and costs less; thinning is for a given number of points, as in an exported drawing.
public struct Thinning: Hashable, Sendable {
    /// Pixels for one unit of x.
    public let pixelsPerX: Double
    /// Pixels for one unit of y.
    public let pixelsPerY: Double
    /// The longest distance in x that the line bridges.
    public let longestGap: Double

    /// Creates a thinning for a picture at a scale.
    ///
    /// - Parameters:
    ///   - pixelsPerX: Pixels for one unit of x, finite and not below zero.
    ///   - pixelsPerY: Pixels for one unit of y, finite and not below zero.
    ///   - longestGap: Samples further apart in x are not connected.
    public init(pixelsPerX: Double, pixelsPerY: Double, longestGap: Double = .infinity) {
        precondition(
            pixelsPerX >= 0 && pixelsPerX.isFinite && pixelsPerY >= 0 && pixelsPerY.isFinite,
            "thinning needs scales that are finite and not below zero")
        self.pixelsPerX = pixelsPerX
        self.pixelsPerY = pixelsPerY
        self.longestGap = longestGap
    }

    /// Creates a thinning for the picture of a projection.
    ///
    /// A range without length is ignored.
    public init(_ projection: Projection, longestGap: Double = .infinity) {
        func scale(_ value: Double) -> Double { value.isFinite ? abs(value) : 0 }
        self.init(
            pixelsPerX: scale(projection.pointsPerX), pixelsPerY: scale(projection.pointsPerY),
            longestGap: longestGap)
    }

    /// The samples that are kept for a picture with a given number of points.
    public struct Kept: Hashable, Sendable {
        /// The indices of the samples, ascending.
        public let indices: [Int]
        /// The stretches of `indices` that are connected by a line, in order.
        public let runs: [Range<Int>]
    }

    /// Samples in the order of their importance, most important first.
    public struct Order: Sendable {
        /// The indices of the samples.
        ///
        /// First both ends of every run, run by run; gaps are omitted.
        public let indices: [Int]
        /// How many of them are ends of runs, which are always kept.
        public let endCount: Int
        /// The first index of every run, ascending.
        let runStarts: [Int]
        /// The number of samples read in all scans together.
        let work: Int

        /// The `budget` most important samples.
        ///
        /// The ends of runs are always included, so the result is larger than the budget if there
        /// are more of them; up to three samples are all kept. O(budget log budget).
        public func kept(_ budget: Int) -> Kept {
            let count = indices.count <= 3 ? indices.count : max(budget, endCount)
            let kept = indices.prefix(count).sorted()
            var runs: [Range<Int>] = []
            var from = 0
            for start in runStarts.dropFirst() {
                let to = (from..<kept.count).partitioningIndex { kept[$0] >= start }
                runs.append(from..<to)
                from = to
            }
            if !kept.isEmpty { runs.append(from..<kept.count) }
            return Kept(indices: kept, runs: runs)
        }
    }

    /// The `budget` most important samples; see `Order.kept(_:)`.
    public func callAsFunction(
        times: some RandomAccessCollection<Double>, values: some RandomAccessCollection<Double>,
        budget: Int
    ) -> Kept {
        order(times: times, values: values, limit: budget).kept(budget)
    }

    /// Samples in the order of their importance.
    ///
    /// Indices count from 0 at the first of the given samples. O(n log n) time and 16 bytes a
    /// sample during the call.
    /// - Parameters:
    ///   - times: x of each sample, ascending; equal ones may repeat.
    ///   - values: y of each sample, the same number; one that is not finite is a gap.
    ///   - limit: How many of the most important samples are needed, at least the ends of runs.
    public func order(
        times: some RandomAccessCollection<Double>, values: some RandomAccessCollection<Double>,
        limit: Int = .max
    ) -> Order {
        precondition(
            times.count == values.count, "\(times.count) times for \(values.count) values")
        return ThinningRun(self, times, values).order(limit: max(limit, 3))
    }

    /// The `budget` most important samples of a series at `range`, by their indices in the series.
    ///
    /// O(range · log range).
    public func callAsFunction(
        _ source: some SampleSource, in range: Range<Int>, budget: Int
    ) -> Kept {
        let kept = self(
            times: range.map { source.time(at: $0) }, values: range.map { source.value(at: $0) },
            budget: budget)
        return Kept(indices: kept.indices.map { $0 + range.lowerBound }, runs: kept.runs)
    }
}

/// One run of the method over some samples; see the note above.
private struct ThinningRun {
    struct Place {
        var x: Double
        var y: Double
    }

    struct Piece: Comparable {
        var low: Int
        var farthest: Int
        var high: Int
        var depth: Int
        /// Squared pixels.
        var distance: Double

        static func < (a: Piece, b: Piece) -> Bool {
            a.distance != b.distance ? a.distance < b.distance : a.low > b.low
        }

        static func == (a: Piece, b: Piece) -> Bool {
            a.distance == b.distance && a.low == b.low
        }
    }

    private var places: [Place] = []
    /// The index of each place among the samples given.
    private var indices: [Int] = []
    /// The indices in `places` at which the runs begin.
    private var starts: [Int] = []
    private var heap = ThinningHeap<Piece>()
    private var work = 0

    init(
        _ thinning: Thinning, _ times: some RandomAccessCollection<Double>,
        _ values: some RandomAccessCollection<Double>
    ) {
        places.reserveCapacity(times.count)
        indices.reserveCapacity(times.count)
        let originX = times.first { $0.isFinite } ?? 0
        let originY = values.first { $0.isFinite } ?? 0
        var isJoined = false
        var lastTime = 0.0
        for (index, (time, value)) in zip(times, values).enumerated() {
            guard time.isFinite, value.isFinite else {
                isJoined = false
                continue
            }
            if !isJoined || time - lastTime > thinning.longestGap { starts.append(places.count) }
            isJoined = true
            lastTime = time
            places.append(
                Place(
                    x: Self.pixels(time - originX, thinning.pixelsPerX),
                    y: Self.pixels(value - originY, thinning.pixelsPerY)))
            indices.append(index)
        }
    }

    private static func pixels(_ distance: Double, _ scale: Double) -> Double {
        scale == 0 ? 0 : min(max(distance * scale, -1e75), 1e75)
    }

    consuming func order(limit: Int) -> Thinning.Order {
        var order: [Int] = []
        order.reserveCapacity(min(limit, places.count))
        for (number, start) in starts.enumerated() {
            let end = number + 1 < starts.count ? starts[number + 1] : places.count
            order.append(start)
            if end - start > 1 { order.append(end - 1) }
            add(start, end - 1, depth: 0)
        }
        let endCount = order.count
        let deepest = 2 * (Int.bitWidth - max(places.count, 1).leadingZeroBitCount) + 8
        while order.count < limit, let piece = heap.pop() {
            order.append(piece.farthest)
            let middle = piece.low + (piece.high - piece.low) / 2
            guard piece.depth >= deepest, middle != piece.farthest else {
                add(piece.low, piece.farthest, depth: piece.depth + 1)
                add(piece.farthest, piece.high, depth: piece.depth + 1)
                continue
            }
            if order.count < limit { order.append(middle) }
            let (first, second) = (min(piece.farthest, middle), max(piece.farthest, middle))
            add(piece.low, first, depth: piece.depth + 1)
            add(first, second, depth: piece.depth + 1)
            add(second, piece.high, depth: piece.depth + 1)
        }
        let indices = indices
        return Thinning.Order(
            indices: order.map { indices[$0] }, endCount: endCount,
            runStarts: starts.map { indices[$0] }, work: work)
    }

    /// Adds the piece between two kept samples to the heap, unless there is no sample between them.
    private mutating func add(_ low: Int, _ high: Int, depth: Int) {
        guard high - low > 1 else { return }
        work += high - low - 1
        let start = places[low]
        let chord = Place(x: places[high].x - start.x, y: places[high].y - start.y)
        let length = chord.x * chord.x + chord.y * chord.y
        var piece = Piece(low: low, farthest: low + 1, high: high, depth: depth, distance: -1)
        for i in (low + 1)..<high {
            let x = places[i].x - start.x
            let y = places[i].y - start.y
            let along = x * chord.x + y * chord.y
            let distance: Double
            if along <= 0 {
                distance = x * x + y * y
            } else if along >= length {
                distance = (x - chord.x) * (x - chord.x) + (y - chord.y) * (y - chord.y)
            } else {
                let across = x * chord.y - y * chord.x
                distance = across * across / length
            }
            if distance > piece.distance {
                piece.distance = distance
                piece.farthest = i
            }
        }
        heap.push(piece)
    }
}
