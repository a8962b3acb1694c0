// The part of a source whose curve is ready for drawing, as the corners of a line.
//
// Data layout: the corners of a window of samples, made for one level of detail. Method: a short
// source is kept whole; a long one keeps what is visible and as much again on each side, so that a
// pan inside it makes nothing. Levels of detail are powers of two. They are made twice as fine as
// needed, and kept while they are up to eight times as fine: a zoom makes new corners once in two
// doublings, and none if it goes out and in again. Samples added to a source rebuild the window's
// corners. Limits: only for curves drawn sample by sample; denser ones are drawn as columns.

import ChartCore
import ChartScene
import Geometry

/// Keeps the corners of a curve through a window of a source.
@MainActor
final class CurveWindow {
    /// The corners.
    private(set) var line = LineVertices()
    /// The samples of the window.
    private(set) var window = 0..<0
    private var key: Key?
    private var detail = CurveDetail(departure: .infinity)

    private struct Key: Equatable {
        var revision: Revision
        var count: Int
        var longestGap: Double
        var interpolation: LineInterpolation
    }

    /// Sources with up to this number of samples are kept whole.
    static let whole = 4_096
    /// The least number of samples on each side of what is visible.
    static let margin = 1_024
    /// The greatest distance of a chord from the curve, in device pixels.
    static let departure = 0.1
    /// No chord need be shorter than this, in device pixels.
    static let shortest = 0.25

    /// Updates the corners from a source, some of whose samples are drawn.
    ///
    /// - Returns: whether they changed.
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

    /// Whether corners made for one length are good enough for another.
    private static func serves(_ made: Double, _ wanted: Double) -> Bool {
        made == wanted || made <= wanted && made >= wanted / 8
    }

    /// The detail needed at a zoom, in powers of two.
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

    /// Updates the buffer from a source, some of whose samples are drawn.
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
    /// Sends samples again, with another origin, if they begin too far from it along x or y for
    /// single precision.
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
