// The samples of a series as the shaders read them, shared by lines and points.
//
// Layout: 16 bytes a sample (x high, x low, y, style of the segment that starts there), x and y
// relative to the buffer's origin; one copy of the first sample before and two of the last after
// the samples, so that one buffer can be bound at four neighbouring places. Segments over gaps lie
// in a second array, four samples each, as they are drawn in another style.
// Method: x as the sum of two floats keeps 48 bits: a microsecond over decades, at any zoom, without
// ever sending the buffer again (the alternative, an origin that moves in blocks, sends it again).
// Limits: y has 24 bits relative to the first value.

import GPU
import Geometry
import Glibc

/// Samples (time, value) for lines and points: in memory, with a copy on the GPU.
///
/// A value that is not finite is a gap: what is left and right of it is not connected. Times should
/// ascend; where they do, only the visible part is drawn, otherwise everything.
@MainActor
public final class SampleBuffer {
    /// How many samples are in it, gaps not counted.
    public private(set) var count = 0
    /// Grows with every change.
    public private(set) var revision = 0

    let samples = VertexStore<SampleVertex>()
    let gaps = VertexStore<GapVertices>()
    let distances = VertexStore<Float>()
    private(set) var originX = 0.0
    private(set) var originY = 0.0
    private var ascending = true
    private var distanceKey: DistanceKey?
    private(set) var totalDistance: Float = 0

    private struct DistanceKey: Equatable {
        var scaleX: Double
        var scaleY: Double
        var revision: Int
    }

    /// An empty buffer.
    public init() {}

    /// Replaces all samples.
    ///
    /// - Parameters:
    ///   - times: x of each sample; one that is not finite leaves its sample out, without a gap.
    ///   - values: y of each sample, as many; NaN or infinite for a gap.
    ///   - breaks: Indices after which the line is interrupted although both samples are there.
    public func replace(times: [Double], values: [Double], breaks: some Sequence<Int> = []) {
        precondition(
            times.count == values.count, "\(times.count) times for \(values.count) values")
        originX = times.first { $0.isFinite } ?? 0
        originY = values.first { $0.isFinite } ?? 0
        var list: [SampleVertex] = []
        list.reserveCapacity(times.count + 3)
        let breakSet = Set(breaks)
        var broken = true
        var last = -Double.infinity
        ascending = true
        for index in times.indices {
            let time = times[index]
            guard time.isFinite else { continue }
            guard values[index].isFinite else {
                broken = true
                continue
            }
            if broken, !list.isEmpty { list[list.count - 1].style = SampleVertex.gap }
            let (high, low) = split(time - originX)
            list.append(
                SampleVertex(
                    xHigh: high, xLow: low, y: Float(values[index] - originY),
                    style: SampleVertex.drawn))
            broken = breakSet.contains(index)
            if time < last { ascending = false }
            last = time
        }
        count = list.count
        revision += 1
        gaps.replace(Self.finish(&list))
        samples.replace(list)
    }

    /// Replaces all samples.
    public func replace(_ pairs: some Sequence<(time: Double, value: Double)>) {
        var times: [Double] = []
        var values: [Double] = []
        for pair in pairs {
            times.append(pair.time)
            values.append(pair.value)
        }
        replace(times: times, values: values)
    }

    /// Replaces all samples by upright spans from a low to a high value: what a line looks like where
    /// many samples share a column of pixels.
    ///
    /// A quarter of the cost of the first, lowest, highest and last sample as a polyline, and the
    /// same picture where columns are at most a pixel apart. Each span reaches as far as its
    /// neighbour, so that the line is unbroken; a value that is not finite is a gap.
    public func replaceColumns(times: [Double], low: [Double], high: [Double]) {
        precondition(
            times.count == low.count && times.count == high.count,
            "\(times.count) times for \(low.count) low and \(high.count) high values")
        originX = times.first { $0.isFinite } ?? 0
        originY = low.first { $0.isFinite } ?? 0
        var list: [SampleVertex] = []
        list.reserveCapacity(times.count * 2 + 3)
        var before: (low: Double, high: Double)?
        var last = -Double.infinity
        ascending = true
        for index in times.indices where times[index].isFinite {
            guard low[index].isFinite && high[index].isFinite else {
                before = nil
                continue
            }
            var bottom = low[index]
            var top = high[index]
            if let before {
                bottom = min(bottom, before.high)
                top = max(top, before.low)
            }
            before = (low[index], high[index])
            let (xHigh, xLow) = split(times[index] - originX)
            list.append(
                SampleVertex(
                    xHigh: xHigh, xLow: xLow, y: Float(bottom - originY), style: SampleVertex.drawn)
            )
            list.append(
                SampleVertex(
                    xHigh: xHigh, xLow: xLow, y: Float(top - originY), style: SampleVertex.gap))
            if times[index] < last { ascending = false }
            last = times[index]
        }
        count = list.count
        revision += 1
        gaps.replace([])
        if let first = list.first, let end = list.last {
            var pad = first
            pad.style = SampleVertex.gap
            list.insert(pad, at: 0)
            list.append(contentsOf: [end, end])
        }
        samples.replace(list)
    }

    /// Adds samples at the end, connected with the last one unless `connected` is false; only they
    /// are sent.
    public func append(times: [Double], values: [Double], connected: Bool = true) {
        guard count > 0 else { return replace(times: times, values: values) }
        precondition(
            times.count == values.count, "\(times.count) times for \(values.count) values")
        var list = Array(samples.elements[1...count])
        var last = x(count - 1)
        var broken = !connected
        // The last sample may begin a segment now, which the one before has to know as well.
        let firstChanged = max(0, count - 2)
        list[count - 1].style = SampleVertex.drawn
        for index in times.indices {
            guard times[index].isFinite else { continue }
            guard values[index].isFinite else {
                broken = true
                continue
            }
            if broken { list[list.count - 1].style = SampleVertex.gap }
            broken = false
            let (high, low) = split(times[index] - originX)
            list.append(
                SampleVertex(
                    xHigh: high, xLow: low, y: Float(values[index] - originY),
                    style: SampleVertex.drawn))
            if times[index] < last { ascending = false }
            last = times[index]
        }
        guard list.count > count else { return }
        count = list.count
        revision += 1
        gaps.replace(Self.finish(&list))
        samples.replace(from: firstChanged + 1, with: list[(firstChanged + 1)...])
    }

    /// Marks the ends of runs and lone samples, and adds the copies at both ends.
    ///
    /// Gives the segments over gaps.
    private static func finish(_ list: inout [SampleVertex]) -> [GapVertices] {
        guard var last = list.last else { return [] }
        list[list.count - 1].style = SampleVertex.gap
        var over: [GapVertices] = []
        for index in list.indices where list[index].style != SampleVertex.drawn {
            if index == 0 || list[index - 1].style != SampleVertex.drawn {
                list[index].style = SampleVertex.dot
            } else {
                list[index].style = SampleVertex.gap
            }
            if index + 1 < list.count {
                over.append(GapVertices(list[index], list[index + 1]))
            }
        }
        var first = list[0]
        first.style = SampleVertex.gap
        last.style = SampleVertex.gap
        list.insert(first, at: 0)
        list.append(contentsOf: [last, last])
        return over
    }

    /// The x of a sample as the GPU has it.
    private func x(_ index: Int) -> Double {
        let sample = samples.elements[index + 1]
        return originX + (Double(sample.xHigh) + Double(sample.xLow))
    }

    /// The samples whose segments or markers can be seen, with `margin` device pixels around.
    func visible(_ projection: PlotProjection, margin: Double) -> Range<Int> {
        guard ascending, projection.scaleX > 0 else { return 0..<count }
        let left = projection.x.lowerBound - margin / projection.scaleX
        let right = projection.x.upperBound + margin / projection.scaleX
        let first = partition { $0 < left }
        let end = partition { $0 <= right }
        return max(0, first - 1)..<min(count, end + 1)
    }

    /// The first index whose x does not satisfy the test, which holds for a beginning of them.
    private func partition(_ test: (Double) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if test(x(middle)) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The rectangle of device pixels around some samples.
    func bounds(_ range: Range<Int>, _ projection: PlotProjection) -> Rect {
        var low = Float.infinity
        var high = -Float.infinity
        for index in range {
            let y = samples.elements[index + 1].y
            low = min(low, y)
            high = max(high, y)
        }
        guard low <= high else { return .zero }
        let top = projection.pixelY(originY + Double(high))
        let bottom = projection.pixelY(originY + Double(low))
        return Rect(
            x: projection.plot.x, y: min(top, bottom), width: projection.plot.width,
            height: abs(bottom - top))
    }

    /// Brings the lengths up to each sample up to date for a scale: they change with zoom only.
    func updateDistances(_ projection: PlotProjection) {
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

/// A sample: see `Line/line.vert`.
struct SampleVertex: BitwiseCopyable {
    var xHigh: Float
    var xLow: Float
    var y: Float
    var style: Float

    /// The segment from here to the next sample is drawn.
    static let drawn: Float = 0
    /// It is not.
    static let gap: Float = 1
    /// It is not, and neither is the one before: the sample is a dot.
    static let dot: Float = 2
}

/// The segment over a gap, as four samples.
struct GapVertices: BitwiseCopyable {
    var before: SampleVertex
    var start: SampleVertex
    var end: SampleVertex
    var after: SampleVertex

    init(_ a: SampleVertex, _ b: SampleVertex) {
        before = a
        before.style = SampleVertex.gap
        start = a
        start.style = SampleVertex.drawn
        end = b
        end.style = SampleVertex.gap
        after = end
    }
}
