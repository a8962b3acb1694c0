// Heights along a way, without the noise of what measured them.
//
// Method: the recorded heights are laid out along the way and read every 10 m, by straight lines between
// points. A median of five takes single errors away, and a Gaussian of 30 m of way (10 m for a
// barometer) the noise. A rise counts when it is larger than a threshold from a low point to the high
// point after it: 10 m, and 2 m for a barometer. What is smaller is within what such heights are wrong
// by. The thresholds are our own: with them the ascent of hills of 40 to 200 m with a noise of 3 m is
// within 3 % on average, and a level way with it has none.
// Slope is that of the straight line of least squares through 100 m of the smooth heights.
// Where more than 200 m of way have no height, the profile is interrupted, and nothing is counted across.

import ChartCore
import Foundation

/// What measured heights.
public enum HeightSource: String, Hashable, Sendable {
    /// Satellites: each height is wrong by some metres.
    case satellites
    /// The pressure of the air: heights drift within hours, and differences are right to a decimetre.
    case barometer

    /// The source of heights of points that follow one another, by their noise; those that are not
    /// numbers do not count.
    public init(guessing heights: [Double]) {
        let known = heights.filter(\.isFinite)
        // Twice how much a height differs from the middle of its neighbours.
        var bends = zip(zip(known, known.dropFirst()), known.dropFirst(2)).map { pair, next in
            abs(pair.0 - 2 * pair.1 + next)
        }
        guard bends.count >= 10 else {
            self = .satellites
            return
        }
        bends.sort()
        // A device's smallest step is 0.2 m.
        self = bends[bends.count / 2] <= 0.2 + 1e-9 ? .barometer : .satellites
    }

    var smoothing: Double { self == .barometer ? 10 : 30 }
    var threshold: Double { self == .barometer ? 2 : 10 }
}

/// The heights along a way.
public struct HeightProfile: Hashable, Sendable {
    /// What measured the heights.
    public let source: HeightSource
    /// The sum of all rises, in metres.
    public let ascent: Double
    /// The sum of all falls, in metres.
    public let descent: Double
    /// Smooth heights without an interruption.
    private let pieces: [Piece]

    private struct Piece: Hashable {
        /// Metres from the start of the way.
        var start: Double
        var end: Double
        /// Every 10 m, and at the end.
        var heights: [Double]
    }

    static let step = 10.0
    /// Metres without a height.
    static let longestGap = 200.0
    /// Metres: slopes are those over so much of the way, and there is none over less than the latter.
    static let slopeWindow = 100.0
    static let leastSlopeWindow = 25.0

    /// The profile of points along a way.
    ///
    /// Cost: linear in the points and in the length of the way.
    ///
    /// - Parameters:
    ///   - ways: metres from the start of the way, which do not fall.
    ///   - heights: metres above the sea, as many; what is not known is not a number.
    ///   - source: what measured them; nil to guess it by their noise.
    public init(ways: [Double], heights: [Double], source: HeightSource? = nil) {
        precondition(ways.count == heights.count, "there is a height for each point")
        let source = source ?? HeightSource(guessing: heights)
        self.source = source
        pieces = Self.pieces(ways, heights).map { Self.smooth($0, source.smoothing) }
        var (up, down) = (0.0, 0.0)
        for piece in pieces {
            let swings = Self.swings(piece.heights, source.threshold)
            up += swings.up
            down += swings.down
        }
        (ascent, descent) = (up, down)
    }

    /// Whether there is no height.
    public var isEmpty: Bool { pieces.isEmpty }

    /// The metres of the way that have heights.
    public var length: Double { pieces.reduce(0) { $0 + $1.end - $1.start } }

    /// The lowest and the highest height; nil if there is none.
    public var range: ClosedRange<Double>? {
        let all = pieces.flatMap(\.heights)
        guard let low = all.min(), let high = all.max() else { return nil }
        return low...high
    }

    /// The smooth height at a way; nil where there is none.
    public func height(at way: Double) -> Double? {
        guard let piece = piece(at: way) else { return nil }
        let place = min(max((way - piece.start) / Self.step, 0), Double(piece.heights.count - 1))
        let index = Int(place)
        guard index + 1 < piece.heights.count else { return piece.heights[index] }
        // The last step is shorter.
        let left = piece.start + Double(index) * Self.step
        let right = min(left + Self.step, piece.end)
        let part = right > left ? min((way - left) / (right - left), 1) : 0
        return piece.heights[index] + part * (piece.heights[index + 1] - piece.heights[index])
    }

    /// The slope at a way as a part of it, upwards; nil where less than 25 m of the way have heights.
    public func slope(at way: Double) -> Double? {
        guard let piece = piece(at: way) else { return nil }
        let low = max(way - Self.slopeWindow / 2, piece.start)
        let high = min(way + Self.slopeWindow / 2, piece.end)
        guard high - low >= Self.leastSlopeWindow else { return nil }
        let first = Int(((low - piece.start) / Self.step).rounded(.up))
        let last = Int(((high - piece.start) / Self.step).rounded(.down))
        guard last > first, last < piece.heights.count else { return nil }
        let middle = Double(first + last) / 2
        var (products, squares) = (0.0, 0.0)
        for index in first...last {
            let distance = (Double(index) - middle) * Self.step
            products += distance * piece.heights[index]
            squares += distance * distance
        }
        return products / squares
    }

    /// The ascent and the descent of a part of the way, in metres.
    public func swings(_ part: ClosedRange<Double>) -> (up: Double, down: Double) {
        pieces.reduce((0, 0)) { sum, piece in
            let low = max(part.lowerBound, piece.start)
            let high = min(part.upperBound, piece.end)
            guard low < high else { return sum }
            var places = [low]
            var index = ((low - piece.start) / Self.step).rounded(.down) + 1
            while piece.start + index * Self.step < high {
                places.append(piece.start + index * Self.step)
                index += 1
            }
            places.append(high)
            let swings = Self.swings(places.compactMap { height(at: $0) }, source.threshold)
            return (sum.0 + swings.up, sum.1 + swings.down)
        }
    }

    private func piece(at way: Double) -> Piece? {
        let index = pieces.indices.partitioningIndex { pieces[$0].end >= way }
        return index < pieces.count && pieces[index].start <= way ? pieces[index] : nil
    }

    // MARK: Smoothing

    /// The heights every ten metres.
    private static func pieces(_ ways: [Double], _ heights: [Double]) -> [Piece] {
        var pieces: [Piece] = []
        // The points with a height since the last interruption.
        var points: [(way: Double, height: Double)] = []
        func finish() {
            defer { points = [] }
            guard let first = points.first, let last = points.last else { return }
            var resampled: [Double] = []
            var index = 0
            var way = first.way
            while true {
                while index + 1 < points.count, points[index + 1].way <= way { index += 1 }
                let (a, b) = (points[index], points[min(index + 1, points.count - 1)])
                let part = b.way > a.way ? (way - a.way) / (b.way - a.way) : 0
                resampled.append(a.height + part * (b.height - a.height))
                guard way < last.way else { break }
                way = min(first.way + Double(resampled.count) * step, last.way)
            }
            pieces.append(Piece(start: first.way, end: last.way, heights: resampled))
        }
        for (way, height) in zip(ways, heights) where way.isFinite && height.isFinite {
            guard let last = points.last else {
                points.append((way, height))
                continue
            }
            if way < last.way { continue }
            if way - last.way > longestGap { finish() }
            points.append((way, height))
        }
        finish()
        return pieces
    }

    private static func smooth(_ piece: Piece, _ sigma: Double) -> Piece {
        var piece = piece
        piece.heights = gaussian(medians(piece.heights), sigma / step)
        return piece
    }

    /// The medians of five that follow one another; of fewer at the ends.
    private static func medians(_ heights: [Double]) -> [Double] {
        heights.indices.map { index in
            // As many on both sides, so that the ends of a slope stay where they are.
            let reach = min(2, index, heights.count - 1 - index)
            return heights[index - reach...index + reach].sorted()[reach]
        }
    }

    private static func gaussian(_ heights: [Double], _ sigma: Double) -> [Double] {
        let reach = Int((3 * sigma).rounded(.up))
        let weights = (0...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        return heights.indices.map { index in
            // As many on both sides.
            let reach = min(reach, index, heights.count - 1 - index)
            var (sum, weight) = (heights[index], 1.0)
            for distance in 0..<reach {
                let next = distance + 1
                sum += weights[next] * (heights[index - next] + heights[index + next])
                weight += 2 * weights[next]
            }
            return sum / weight
        }
    }

    /// The sums of the rises and of the falls that are larger than a threshold.
    private static func swings(
        _ heights: [Double], _ threshold: Double
    ) -> (up: Double, down: Double) {
        guard let first = heights.first else { return (0, 0) }
        var (up, down) = (0.0, 0.0)
        // The ends of the present rise or fall; before the first one, the lowest and the highest.
        var (low, high) = (first, first)
        var isRising: Bool?
        for height in heights.dropFirst() {
            switch isRising {
            case nil:
                (low, high) = (min(low, height), max(high, height))
                if height - low > threshold {
                    isRising = true
                } else if high - height > threshold {
                    isRising = false
                }
            case true?:
                high = max(high, height)
                if high - height > threshold {
                    up += high - low
                    (isRising, low) = (false, height)
                }
            case false?:
                low = min(low, height)
                if height - low > threshold {
                    down += high - low
                    (isRising, high) = (true, height)
                }
            }
        }
        switch isRising {
        case true?: up += high - low
        case false?: down += high - low
        case nil: break
        }
        return (up, down)
    }
}
