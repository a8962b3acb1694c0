// How a line goes from one sample to the next: straight, in steps, or as a smooth curve that never
// goes beyond the samples.
//
// Method: the curve is a cubic between two samples, with a slope at each (F. N. Fritsch, R. E.
// Carlson, "Monotone piecewise cubic interpolation", SIAM Journal on Numerical Analysis 17, 1980).
// The slope is that of the parabola through the sample and its neighbours, at most three times the
// flatter of the two adjacent straight lines, and 0 if those have opposite directions: the paper's
// region S1, in which no piece leaves the span of its two samples. At the ends of a run the
// curvature is 0.
// Each slope depends on its sample and its two neighbours, at the ends on one more: it is the same
// wherever a window on the samples begins. The curve is drawn as chords, as many as the curvature
// requires.
// Limits: if two samples have the same time, the curve starts again.
// Rejected: the paper's circle (S2), whose slopes depend on all earlier ones in the run; splines
// through all samples (they overshoot).

/// How a line goes from one sample to the next.
public enum LineInterpolation: Hashable, Sendable {
    /// Straight.
    case linear
    /// Level, with a vertical piece at each change of the value.
    case stepped(Step)
    /// A smooth curve that goes up only where the samples do, and down only where they do.
    case monotone

    /// Where a sample is on its level piece.
    public enum Step: Hashable, Sendable {
        /// A value applies from its sample up to the next one.
        case start
        /// A value applies from halfway after the previous sample up to halfway before the next
        /// one.
        case middle
        /// A value applies from the previous sample up to its own.
        case end
    }
}

/// How finely a curve is divided into straight pieces.
public struct CurveDetail: Hashable, Sendable {
    /// The maximum distance of the pieces from the curve, in units of the value.
    public var departure: Double
    /// The minimum length of a piece, in units of the time.
    public var shortest: Double

    /// Creates a detail; both values are above 0.
    public init(departure: Double, shortest: Double = 0) {
        precondition(
            departure > 0 && shortest >= 0, "a curve's pieces need a departure above zero")
        self.departure = departure
        self.shortest = shortest
    }

    /// The number of pieces into which a stretch is cut.
    ///
    /// The chord of a curve over a length h is at most h² / 8 times the second derivative away.
    /// - Parameters:
    ///   - length: of the stretch, in units of the time.
    ///   - bend: the largest second derivative in it, with the stretch as the unit of time.
    func pieces(length: Double, bend: Double) -> Int {
        let needed = (bend / (8 * departure)).squareRoot().rounded(.up)
        let most = shortest > 0 ? (length / shortest).rounded(.up) : .infinity
        let count = Swift.min(needed, most, 4096)
        return count >= 1 ? Int(count) : 1
    }
}

/// The corners of a line, in the order of time; a NaN value interrupts it.
public struct LineVertices: Hashable, Sendable {
    /// The times, ascending; both ends of a vertical piece have the same time.
    public var times: [Double] = []
    /// The values, one for each time.
    public var values: [Double] = []
    /// The samples that the corners belong to: the sample at which the segment after a corner
    /// starts.
    public var samples: [Int] = []

    /// A line without corners.
    public init() {}

    /// How many corners there are, gaps included.
    public var count: Int { times.count }

    /// Adds a corner.
    mutating func append(_ time: Double, _ value: Double, of sample: Int) {
        times.append(time)
        values.append(value)
        samples.append(sample)
    }
}

extension LineInterpolation {
    /// The corners of the line through some samples of a source.
    ///
    /// All samples are among them, including missing values; nothing is added if a value is missing
    /// or the next sample is further away than `longestGap`. O(corners).
    public func vertices(
        of source: some SampleSource, in range: Range<Int>, longestGap: Double = .infinity,
        detail: CurveDetail
    ) -> LineVertices {
        var line = LineVertices()
        line.times.reserveCapacity(range.count * (self == .linear ? 1 : 3))
        line.values.reserveCapacity(range.count * (self == .linear ? 1 : 3))
        line.samples.reserveCapacity(range.count * (self == .linear ? 1 : 3))
        var curve = MonotoneCurve(source: source, longestGap: longestGap)
        for index in range {
            let (time, value) = (source.time(at: index), source.value(at: index))
            line.append(time, value, of: index)
            guard self != .linear, index + 1 < range.upperBound, curve.isJoined(index) else {
                continue
            }
            let (next, later) = (source.time(at: index + 1), source.value(at: index + 1))
            switch self {
            case .linear: break
            case .stepped(let step):
                guard later != value else { continue }
                switch step {
                case .start: line.append(next, value, of: index)
                case .end: line.append(time, later, of: index)
                case .middle:
                    let middle = time + (next - time) / 2
                    line.append(middle, value, of: index)
                    line.append(middle, later, of: index)
                }
            case .monotone: curve.add(index, detail, to: &line)
            }
        }
        return line
    }

    /// The height of the line through a source at a time; nil beyond its ends and in a gap.
    ///
    /// At a sample it is the sample's value, even if a stepped line is vertical there. O(log
    /// count).
    public func value(
        of source: some SampleSource, at time: Double, longestGap: Double = .infinity
    ) -> Double? {
        let next = source.upperBound(time)
        guard next > 0 else { return nil }
        let index = next - 1
        let (from, value) = (source.time(at: index), source.value(at: index))
        if from == time { return value.isFinite ? value : nil }
        let curve = MonotoneCurve(source: source, longestGap: longestGap)
        guard curve.isJoined(index) else { return nil }
        let (to, later) = (source.time(at: next), source.value(at: next))
        let part = (time - from) / (to - from)
        switch self {
        case .linear: return value + (later - value) * part
        case .stepped(.start): return value
        case .stepped(.middle): return part < 0.5 ? value : later
        case .stepped(.end): return later
        case .monotone: return curve.piece(index)?.value(at: part) ?? value
        }
    }
}

/// A cubic between two samples; the unit is the time between them.
struct MonotonePiece {
    /// The values at both ends.
    var from: Double
    var to: Double
    /// The slopes at both ends, times the length.
    var rise: Double
    var fall: Double

    /// The value at a fraction of the length, from 0 to 1.
    func value(at part: Double) -> Double {
        let step = to - from
        let square = 3 * step - 2 * rise - fall
        let cube = rise + fall - 2 * step
        let value = from + part * (rise + part * (square + part * cube))
        // Rounding may move the last digit beyond an end.
        return Swift.min(Swift.max(value, Swift.min(from, to)), Swift.max(from, to))
    }

    /// The largest second derivative; it is linear, so it is largest at an end.
    var bend: Double {
        let step = to - from
        return Swift.max(
            abs(6 * step - 4 * rise - 2 * fall), abs(6 * step - 2 * rise - 4 * fall))
    }
}

/// The monotone curve through the samples of a source.
struct MonotoneCurve<Source: SampleSource> {
    let source: Source
    let longestGap: Double
    /// The slope that was computed last.
    private var known: (index: Int, slope: Double)?

    init(source: Source, longestGap: Double) {
        self.source = source
        self.longestGap = longestGap
    }

    /// Whether the line continues from a sample to the next one.
    func isJoined(_ index: Int) -> Bool {
        guard index >= 0, index + 1 < source.count else { return false }
        return source.value(at: index).isFinite && source.value(at: index + 1).isFinite
            && source.timeTransform.isWithin(
                longestGap, from: source.time(at: index), to: source.time(at: index + 1))
    }

    /// The time to the next sample, and the slope of the straight line to it; nil if the curve is
    /// interrupted there.
    private func secant(_ index: Int) -> (length: Double, slope: Double)? {
        guard isJoined(index) else { return nil }
        let length = source.time(at: index + 1) - source.time(at: index)
        guard length > 0 else { return nil }
        let slope = (source.value(at: index + 1) - source.value(at: index)) / length
        return slope.isFinite ? (length, slope) : nil
    }

    /// The slope of the curve at a sample; 0 if the sample is isolated.
    func slope(_ index: Int) -> Double {
        switch (secant(index - 1), secant(index)) {
        case (nil, nil): 0
        case (let before?, let after?): Self.inner(before, after)
        case (nil, let after?): end(after.slope, secant(index + 1).map { Self.inner(after, $0) })
        case (let before?, nil):
            end(before.slope, secant(index - 2).map { Self.inner($0, before) })
        }
    }

    /// The slope at a sample between two straight lines.
    private static func inner(
        _ before: (length: Double, slope: Double), _ after: (length: Double, slope: Double)
    ) -> Double {
        let (a, b) = (before.slope, after.slope)
        guard a > 0 && b > 0 || a < 0 && b < 0 else { return 0 }
        let part = before.length / (before.length + after.length)
        let parabola = a + (b - a) * part
        let most = 3 * Swift.min(abs(a), abs(b))
        return a > 0 ? Swift.min(parabola, most) : Swift.max(parabola, -most)
    }

    /// The slope at the end of a run for which the curve has no curvature there.
    ///
    /// It is computed from the slope of the straight line and the slope at the other end of the
    /// piece, and is between 0 and one and a half times the straight line's.
    private func end(_ straight: Double, _ other: Double?) -> Double {
        guard let other else { return straight }
        return (3 * straight - other) / 2
    }

    /// The cubic from a sample to the next one; nil if the line is straight there.
    func piece(_ index: Int) -> MonotonePiece? {
        guard let secant = secant(index) else { return nil }
        return MonotonePiece(
            from: source.value(at: index), to: source.value(at: index + 1),
            rise: slope(index) * secant.length, fall: slope(index + 1) * secant.length)
    }

    /// Adds the corners between a sample and the next one.
    mutating func add(_ index: Int, _ detail: CurveDetail, to line: inout LineVertices) {
        guard let secant = secant(index) else { return }
        let rise = known.flatMap { $0.index == index ? $0.slope : nil } ?? slope(index)
        let fall = slope(index + 1)
        known = (index + 1, fall)
        let piece = MonotonePiece(
            from: source.value(at: index), to: source.value(at: index + 1),
            rise: rise * secant.length, fall: fall * secant.length)
        let count = detail.pieces(length: secant.length, bend: piece.bend)
        let time = source.time(at: index)
        for number in 1..<Swift.max(count, 1) {
            let part = Double(number) / Double(count)
            line.append(time + secant.length * part, piece.value(at: part), of: index)
        }
    }
}
