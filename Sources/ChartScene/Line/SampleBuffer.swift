// The samples of a series in the format of the shaders, shared by lines and points.
//
// Layout: 16 bytes a sample (x high, x low, y, style of the segment that starts there), x and y
// relative to the buffer's origin; one copy of the first sample before and two of the last after
// the samples, so that one buffer can be bound at four neighbouring places. Segments over gaps are
// in a second array, four samples each, as they are drawn in another style. Attributes, if there
// are any, are in separate arrays, one for each sample and three for each gap: lines without them
// send and read nothing for them, and a line whose attributes change sends only those.
// Method: x as the sum of two floats keeps 48 bits: a microsecond over decades, at any zoom,
// without ever sending the buffer again (the alternative, an origin that moves in blocks, sends it
// again).
// Limits: y has 24 bits relative to the first value.

import ChartCore
import Geometry
import Glibc

/// Samples (time, value) for lines and points, prepared for drawing.
///
/// Nothing is drawn at a value that is not finite; over a stretch of time longer than a limit the
/// line is interrupted and drawn in the style of gaps. Times should ascend; if they do, only the
/// visible part is drawn, otherwise everything. For a long series a window is enough: the visible
/// part, one more sample on each side, and a margin, so that a pan sends nothing.
///
/// On scales that are not linear, times and values are places (see `ScaleTransform`).
@MainActor
public final class SampleBuffer: SceneContent {
    /// The number of samples, without gaps.
    public private(set) var count = 0
    /// Increases with every change.
    public private(set) var revision = 0

    package let samples = ElementStore<SampleVertex>()
    package let gaps = ElementStore<GapVertices>()
    /// The attribute of each element of `samples`; empty if there are none.
    package let attributes = ElementStore<Float>()
    /// The attributes of each gap, for its segment before, within and after.
    package let gapAttributes = ElementStore<SegmentAttributes>()
    /// Whether samples have attributes.
    package private(set) var hasAttributes = false
    private var occurs = [Bool](repeating: false, count: 256)
    package let distances = ElementStore<Float>()
    package private(set) var originX = 0.0
    package private(set) var originY = 0.0
    private var end = SampleRun()
    private var distanceKey: DistanceKey?
    package private(set) var totalDistance: Float = 0

    private struct DistanceKey: Equatable {
        var scaleX: Double
        var scaleY: Double
        var revision: Int
    }

    /// An empty buffer.
    public init() {}

    // MARK: Content

    /// The attributes that occur, ascending.
    package var usedAttributes: [Int] { occurs.indices.filter { occurs[$0] } }

    /// Replaces all samples with those of a series at `range`, with their attributes if they have
    /// any.
    ///
    /// - Parameter longestGap: The line is interrupted if the next sample is further away, and
    ///   drawn there in the style of gaps.
    public func replace(
        _ source: some SampleSource, in range: Range<Int>, longestGap: Double = .infinity
    ) {
        begin(longestGap, source.timeTransform)
        append(source, in: range)
    }

    /// Replaces all samples.
    ///
    /// - Parameters:
    ///   - times: x of each sample; a sample is omitted, without a gap, if it is not finite.
    ///   - values: y of each sample, the same number; NaN or infinite for a gap.
    ///   - longestGap: The line is interrupted if the next sample is further away.
    ///   - attributes: Selects the style of each sample's point and of the segment that starts
    ///     there, the same number; nil for one style.
    ///   - transform: The transform already applied to the times: gaps are measured before it.
    ///   - origin: What the samples are stored relative to: a place near the visible range; nil for
    ///     the first sample.
    public func replace(
        times: [Double], values: [Double], attributes: [UInt8]? = nil,
        longestGap: Double = .infinity, transform: ScaleTransform = .identity,
        origin: Point? = nil
    ) {
        begin(longestGap, transform)
        if let origin, origin.x.isFinite, origin.y.isFinite {
            (originX, originY) = (origin.x, origin.y)
            end.hasOrigin = true
        }
        append(times: times, values: values, attributes: attributes)
    }

    /// Adds the samples of a series at `range` after the present ones; only they are sent.
    public func append(_ source: some SampleSource, in range: Range<Int>) {
        let first = range.lowerBound
        let attributed = source as? any AttributedSampleSource
        add(
            range.count, { (source.time(at: first + $0), source.value(at: first + $0)) },
            attributed.map { attributed in { attributed.attribute(at: first + $0) } })
    }

    /// Adds samples after the present ones; only they are sent.
    public func append(times: [Double], values: [Double], attributes: [UInt8]? = nil) {
        precondition(
            times.count == values.count, "\(times.count) times for \(values.count) values")
        precondition(
            attributes.map { $0.count == times.count } ?? true, "every sample has an attribute")
        add(
            times.count, { (times[$0], values[$0]) },
            attributes.map { attributes in { Int(attributes[$0]) } })
    }

    private func begin(_ longestGap: Double, _ transform: ScaleTransform) {
        count = 0
        revision += 1
        end = SampleRun()
        end.longestGap = longestGap
        end.transform = transform
        samples.replace([])
        gaps.replace([])
        attributes.replace([])
        gapAttributes.replace([])
        hasAttributes = false
        occurs = [Bool](repeating: false, count: 256)
    }

    private func add(
        _ count: Int, _ sample: (Int) -> (time: Double, value: Double),
        _ attribute: ((Int) -> Int)?
    ) {
        if attribute != nil { makeAttributes() }
        // The last sample may begin a segment now.
        end.vertices = self.count > 0 ? [samples.elements[self.count]] : []
        end.attributes = self.count > 0 && hasAttributes ? [attributes.elements[self.count]] : []
        end.gaps = []
        end.gapAttributes = []
        end.vertices.reserveCapacity(count + 3)
        for index in 0..<count {
            let (time, value) = sample(index)
            guard time.isFinite else { continue }
            if !end.hasOrigin, value.isFinite {
                (originX, originY) = (time, value)
                end.hasOrigin = true
            }
            let isKept = end.add(time, value, originX, originY)
            guard hasAttributes, isKept else { continue }
            let number = attribute?(index) ?? 0
            occurs[number] = true
            end.add(attribute: Float(number))
        }
        let known = min(self.count, 1)
        guard end.vertices.count > known, let first = end.vertices.first,
            var last = end.vertices.last
        else { return }
        self.count += end.vertices.count - known
        revision += 1
        last.style = SampleVertex.gap
        end.vertices.append(contentsOf: [last, last])
        if known == 0 {
            var pad = first
            pad.style = SampleVertex.gap
            samples.replace([pad] + end.vertices)
        } else {
            samples.replace(from: self.count - (end.vertices.count - 3), with: end.vertices)
        }
        gaps.replace(from: gaps.count, with: end.gaps)
        if hasAttributes, let first = end.attributes.first, let last = end.attributes.last {
            let all = end.attributes + [last, last]
            if known == 0 {
                attributes.replace([first] + all)
            } else {
                attributes.replace(from: samples.count - all.count, with: all)
            }
            gapAttributes.replace(from: gapAttributes.count, with: end.gapAttributes)
        }
        end.vertices = []
        end.gaps = []
    }

    /// Gives the present samples attribute 0, if they have none yet.
    private func makeAttributes() {
        guard !hasAttributes else { return }
        hasAttributes = true
        occurs[0] = count > 0
        attributes.replace([Float](repeating: 0, count: samples.count))
        gapAttributes.replace(
            [SegmentAttributes](repeating: SegmentAttributes(0), count: gaps.count))
    }

    // MARK: Visible parts

    /// Whether visible samples are drawn to within a quarter of a device pixel of their place; if
    /// not, the origin is too far away.
    public func isExact(in projection: PlotProjection) -> Bool {
        if count == 0 { return true }
        func distance(_ range: ClosedRange<Double>, _ origin: Double) -> Double {
            max(abs(range.lowerBound - origin), abs(range.upperBound - origin))
        }
        return distance(projection.x, originX) * projection.scaleX <= 0x1p46
            && distance(projection.y, originY) * abs(projection.scaleY) <= 0x1p22
    }

    /// The x of a sample as stored on the GPU.
    private func x(_ sample: SampleVertex) -> Double {
        originX + (Double(sample.xHigh) + Double(sample.xLow))
    }

    /// The samples whose segments or markers can be seen in `clip`, if they extend `reach` device
    /// pixels beyond themselves.
    package func visible(
        _ projection: PlotProjection, _ clip: PixelRect, reach: Double
    ) -> Range<Int> {
        guard let range = projection.visibleX(in: clip, reach: reach) else { return 0..<0 }
        guard end.ascends, projection.scaleX > 0 else { return 0..<count }
        let first = (0..<count).partitioningIndex {
            x(samples.elements[$0 + 1]) >= range.lowerBound
        }
        let last = (first..<count).partitioningIndex {
            x(samples.elements[$0 + 1]) > range.upperBound
        }
        return max(0, first - 1)..<min(count, last + 1)
    }

    /// The gaps that can be seen in `clip`.
    package func visibleGaps(
        _ projection: PlotProjection, _ clip: PixelRect, reach: Double
    ) -> Range<Int> {
        guard let range = projection.visibleX(in: clip, reach: reach) else { return 0..<0 }
        guard end.ascends, projection.scaleX > 0 else { return 0..<gaps.count }
        let first = (0..<gaps.count).partitioningIndex {
            x(gaps.elements[$0].end) >= range.lowerBound
        }
        return
            first..<(first..<gaps.count).partitioningIndex {
                x(gaps.elements[$0].start) > range.upperBound
            }
    }

    /// The rectangle of device pixels around some samples.
    package func bounds(_ range: Range<Int>, _ projection: PlotProjection) -> Rect {
        var low = Float.infinity
        var high = -Float.infinity
        for index in range {
            let y = samples.elements[index + 1].y
            low = min(low, y)
            high = max(high, y)
        }
        guard low <= high else { return .zero }
        let top = projection.pixelY(ofPlace: originY + Double(high))
        let bottom = projection.pixelY(ofPlace: originY + Double(low))
        return Rect(
            x: projection.plot.x, y: min(top, bottom), width: projection.plot.width,
            height: abs(bottom - top))
    }

    /// Updates the lengths up to each sample for a scale: they change only with zoom.
    package func updateDistances(_ projection: PlotProjection) {
        let key = DistanceKey(
            scaleX: projection.scaleX, scaleY: projection.scaleY, revision: revision)
        guard key != distanceKey else { return }
        distanceKey = key
        var lengths: [Float] = []
        lengths.reserveCapacity(count)
        var sum = 0.0
        for index in 0..<count {
            lengths.append(Float(sum))
            let a = samples.elements[index + 1]
            let b = samples.elements[index + 2]
            let dx =
                (Double(b.xHigh) - Double(a.xHigh) + Double(b.xLow) - Double(a.xLow)) * key.scaleX
            let dy = (Double(b.y) - Double(a.y)) * key.scaleY
            if a.style == SampleVertex.drawn { sum += (dx * dx + dy * dy).squareRoot() }
        }
        totalDistance = Float(sum)
        distances.replace(lengths)
    }
}

/// The end of a line to which samples are added.
private struct SampleRun {
    /// The samples since the last one on the GPU, including that one.
    var vertices: [SampleVertex] = []
    /// The gaps between them.
    var gaps: [GapVertices] = []
    /// The attributes of the vertices and of the gaps; empty if there are none.
    var attributes: [Float] = []
    var gapAttributes: [SegmentAttributes] = []
    var longestGap = Double.infinity
    /// The transform already applied to the times.
    var transform = ScaleTransform.identity
    /// Whether the times have ascended so far.
    var ascends = true
    var hasOrigin = false
    private var lastTime = -Double.infinity
    private var isBroken = false

    /// Adds a sample, joined to the last one or not; returns false if its value is missing.
    mutating func add(
        _ time: Double, _ value: Double, _ originX: Double, _ originY: Double
    ) -> Bool {
        guard value.isFinite else {
            isBroken = true
            return false
        }
        let (high, low) = split(time - originX)
        var vertex = SampleVertex(
            xHigh: high, xLow: low, y: Float(value - originY), style: SampleVertex.dot)
        if let last = vertices.last {
            if !isBroken && transform.isWithin(longestGap, from: lastTime, to: time) {
                vertices[vertices.count - 1].style = SampleVertex.drawn
                vertex.style = SampleVertex.gap
            } else if !isBroken {
                gaps.append(GapVertices(last, vertex))
            }
        }
        vertices.append(vertex)
        if time < lastTime { ascends = false }
        lastTime = time
        isBroken = false
        return true
    }

    /// Sets the attribute of the sample added last.
    mutating func add(attribute: Float) {
        if gapAttributes.count < gaps.count, let last = attributes.last {
            gapAttributes.append(SegmentAttributes(last))
        }
        attributes.append(attribute)
    }
}

/// The attributes of the segments before, at and after one.
package struct SegmentAttributes: BitwiseCopyable {
    package var before: Float
    package var own: Float
    package var after: Float

    package init(_ attribute: Float) { (before, own, after) = (attribute, attribute, attribute) }
}

/// A sample: see `Line/line.vert`.
package struct SampleVertex: BitwiseCopyable {
    package var xHigh: Float
    package var xLow: Float
    package var y: Float
    package var style: Float

    /// The segment from here to the next sample is drawn.
    package static let drawn: Float = 0
    /// It is not.
    package static let gap: Float = 1
    /// It is not, and neither is the one before: the sample is a dot.
    package static let dot: Float = 2
}

/// The segment over a gap, as four samples.
package struct GapVertices: BitwiseCopyable {
    package var before: SampleVertex
    package var start: SampleVertex
    package var end: SampleVertex
    package var after: SampleVertex

    package init(_ a: SampleVertex, _ b: SampleVertex) {
        before = a
        before.style = SampleVertex.gap
        start = a
        start.style = SampleVertex.drawn
        end = b
        end.style = SampleVertex.gap
        after = end
    }
}
