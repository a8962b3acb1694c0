// The part of a source whose curve is ready for drawing, as the corners of a line.
//
// Data layout: the corners of a window of samples, made for one level of detail.
// Method: a short source is there as a whole, of a long one what is visible and as much again on
// each side, so that a pan inside of it makes nothing. Details go in powers of two, are made twice
// as fine as wanted, and kept while they are up to eight times as fine: a zoom makes new corners
// once in two doublings, and none where it goes out and in again. What was added to a source makes the window's corners anew.
// Limits: for curves drawn sample by sample; closer than pixels they are drawn as columns.

import ChartCore
import ChartScene
import Geometry

/// Keeps the corners of a curve through a window of a source.
@MainActor
final class CurveWindow {
    /// The corners.
    private(set) var line = LineVertices()
    /// The samples that are there.
    private(set) var window = 0..<0
    private var key: Key?
    private var detail = CurveDetail(departure: .infinity)

    private struct Key: Equatable {
        var revision: Revision
        var count: Int
        var longestGap: Double
        var interpolation: LineInterpolation
    }

    /// Sources up to so many samples are there as a whole.
    static let whole = 4_096
    /// How many samples are there on each side of what is visible, at least.
    static let margin = 1_024
    /// How far a chord may be from the curve, in device pixels.
    static let departure = 0.1
    /// No chord need be shorter than this, in device pixels.
    static let shortest = 0.25

    /// Brings the corners up to date with a source, of which some samples are drawn.
    ///
    /// - Returns: whether they are others now.
    func update(
        _ source: any SampleSource, _ interpolation: LineInterpolation, longestGap: Double,
        visible: Range<Int>, in projection: PlotProjection
    ) -> Bool {
        let now = Key(
            revision: source.revision, count: source.count, longestGap: longestGap,
            interpolation: interpolation)
        let wanted = interpolation == .monotone ? Self.detail(projection) : detail
        let isFine =
            Self.serves(detail.departure, wanted.departure)
            && Self.serves(detail.shortest, wanted.shortest)
        let isHeld =
            visible.isEmpty
            || (window.lowerBound <= visible.lowerBound && visible.upperBound <= window.upperBound)
        guard now != key || !isFine || !isHeld else { return false }
        if now != key || !isHeld { window = Self.window(visible, source.count) }
        key = now
        if !isFine {
            detail = CurveDetail(
                departure: wanted.departure / 2, shortest: wanted.shortest / 2)
        }
        line = interpolation.vertices(
            of: source, in: window, longestGap: longestGap, detail: detail)
        return true
    }

    private static func window(_ visible: Range<Int>, _ count: Int) -> Range<Int> {
        if count <= whole { return 0..<count }
        let visible = visible.clamped(to: 0..<count)
        let more = max(visible.count, margin)
        return max(0, visible.lowerBound - more)..<min(count, visible.upperBound + more)
    }

    /// Whether something made for one length is good where another is wanted.
    private static func serves(_ made: Double, _ wanted: Double) -> Bool {
        made == wanted || made <= wanted && made >= wanted / 8
    }

    /// What is needed at a zoom, in powers of two.
    static func detail(_ projection: PlotProjection) -> CurveDetail {
        func power(_ length: Double) -> Double {
            guard length.isNormal else { return .infinity }
            return Double(sign: .plus, exponent: length.exponent, significand: 1)
        }
        return CurveDetail(
            departure: power(departure / abs(projection.scaleY)),
            shortest: power(shortest / projection.scaleX))
    }
}

/// Keeps a `SampleBuffer` filled with the curve through a window of a source.
@MainActor
final class CurvePicture {
    let buffer = SampleBuffer()
    private let curve = CurveWindow()
    private var attributes: [UInt8]?

    /// Brings the buffer up to date with a source, of which some samples are drawn.
    func update(
        _ source: any SampleSource, _ interpolation: LineInterpolation, longestGap: Double,
        visible: Range<Int>, in projection: PlotProjection
    ) {
        if curve.update(
            source, interpolation, longestGap: longestGap, visible: visible, in: projection)
        {
            attributes = source.attributes(at: curve.line.samples)
            buffer.replace(
                times: curve.line.times, values: curve.line.values, attributes: attributes,
                longestGap: longestGap, transform: source.timeTransform)
        }
        buffer.recentre(
            times: curve.line.times, values: curve.line.values, attributes: attributes,
            longestGap: longestGap, transform: source.timeTransform, in: projection)
    }
}

extension SampleBuffer {
    /// Sends samples once more where they begin too far away, or too high up, for single precision:
    /// with another origin.
    func recentre(
        times: [Double], values: [Double], attributes: [UInt8]? = nil, longestGap: Double,
        transform: ScaleTransform,
        in projection: PlotProjection
    ) {
        guard !isExact(in: projection) else { return }
        let (x, y) = (projection.x, projection.y)
        replace(
            times: times, values: values, attributes: attributes, longestGap: longestGap,
            transform: transform,
            origin: Point(
                x: x.lowerBound + (x.upperBound - x.lowerBound) / 2,
                y: y.lowerBound + (y.upperBound - y.lowerBound) / 2))
    }
}
