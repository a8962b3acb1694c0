// The area between a line and a base, cut where the line crosses the base.
//
// Method: each piece of the line contributes its part on one side, up to the point at which it
// crosses. Both sides get that same point, with the base as its value, so that they meet there
// exactly. Pieces on the base contribute nothing: antialiasing would make an area without height
// visible as a hairline.

/// One side of the area between a line and a base: corners with a low and a high value.
public struct AreaSide: Hashable, Sendable {
    /// The times, ascending; both ends of a vertical piece have the same time.
    public private(set) var times: [Double] = []
    /// The lower edge; NaN if a stretch ends.
    public private(set) var lows: [Double] = []
    /// The upper edge; NaN if a stretch ends.
    public private(set) var highs: [Double] = []
    private var isOpen = false

    /// An area without corners.
    init() {}

    /// Whether there is nothing on this side.
    public var isEmpty: Bool { times.isEmpty }

    fileprivate mutating func append(_ time: Double, _ value: Double, _ base: Double) {
        times.append(time)
        lows.append(min(value, base))
        highs.append(max(value, base))
        isOpen = true
    }

    fileprivate mutating func end() {
        guard isOpen, let last = times.last else { return }
        times.append(last)
        lows.append(.nan)
        highs.append(.nan)
        isOpen = false
    }

    /// Adds the part of a piece of the line on the side where values minus the base have a given
    /// sign.
    fileprivate mutating func add(
        _ start: (time: Double, value: Double), _ end: (time: Double, value: Double),
        _ crossing: Double, _ sign: Double, _ base: Double
    ) {
        let (a, b) = ((start.value - base) * sign, (end.value - base) * sign)
        guard max(a, b) > 0 else { return self.end() }
        if a < 0 {
            self.end()
            append(crossing, base, base)
        } else if !isOpen {
            append(start.time, start.value, base)
        }
        if b < 0 {
            append(crossing, base, base)
            self.end()
        } else {
            append(end.time, end.value, base)
        }
    }
}

/// The area between a line and a base, on both sides of the base.
public struct AreaSides: Hashable, Sendable {
    /// The part above the base.
    public private(set) var above = AreaSide()
    /// The part below the base.
    public private(set) var below = AreaSide()

    /// The area under and over a line.
    ///
    /// A stretch ends if a value is missing or the next corner is further away than `longestGap`.
    ///
    /// O(corners).
    /// - Parameter transform: the transform already applied to the times: gaps are measured before
    ///   it.
    public init(
        line: LineVertices, base: Double, longestGap: Double = .infinity,
        transform: ScaleTransform = .identity
    ) {
        precondition(base.isFinite, "the base of an area is a number")
        for index in line.times.indices.dropFirst() {
            let start = (time: line.times[index - 1], value: line.values[index - 1])
            let end = (time: line.times[index], value: line.values[index])
            guard start.value.isFinite, end.value.isFinite,
                transform.isWithin(longestGap, from: start.time, to: end.time)
            else {
                above.end()
                below.end()
                continue
            }
            let part = (base - start.value) / (end.value - start.value)
            let crossing = start.time + (end.time - start.time) * part
            above.add(start, end, crossing, 1, base)
            below.add(start, end, crossing, -1, base)
        }
        above.end()
        below.end()
    }

    /// The area of adjacent columns, each as far as a line extends in it.
    ///
    /// - Parameter first: the number of the first column.
    public init(spans: [ColumnSpan], grid: ColumnGrid, first: Int, base: Double) {
        precondition(base.isFinite, "the base of an area is a number")
        for (index, span) in spans.enumerated() {
            let left = grid.left(of: first + index)
            let right = grid.left(of: first + index + 1)
            if span.high > base {
                above.append(left, span.high, base)
                above.append(right, span.high, base)
            } else {
                above.end()
            }
            if span.low < base {
                below.append(left, span.low, base)
                below.append(right, span.low, base)
            } else {
                below.end()
            }
        }
        above.end()
        below.end()
    }
}
