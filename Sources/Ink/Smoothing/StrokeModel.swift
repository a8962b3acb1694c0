// From the samples of a pen to the nodes of a stroke.
//
// Method: the samples are joined by a smooth path, which is followed in steps of one millisecond,
// whatever the rate of the device: the wobble of slow movement is averaged away, and the tip follows
// on a spring (`WobbleFilter`, `SpringDrag`). So the curve does not depend on that rate. A node is
// taken every few steps.
//
// Two pens: *Write* keeps what the spring makes. *Draw* is for marks that point at data: its curve
// stays within one point of the lines between the samples, and these within one point of it. For
// that it keeps only the difference between the tip and the pen at the time that the tip is behind,
// limits it, and adds it to the sample. Samples far from the chord of two nodes become nodes, and
// corners get nodes close to them on both sides, because a smooth curve would swing out there.
// The limits add up to less than a point: 0.7 for the difference, 0.15 for the chord, 0.1 for the
// curve.

import Geometry

/// Makes the nodes of a stroke from samples, as they come.
public struct StrokeModel: Sendable {
    /// What a stroke keeps of the movement.
    public enum Fidelity: String, Hashable, Sendable {
        /// The places: the curve stays within a point of the samples. For marks that point at data.
        case draw
        /// The shape: the curve is as smooth as a spring makes it. For handwriting.
        case write
    }

    /// The length of a step, in seconds.
    static let step = 0.001
    /// The longest time between nodes, in steps.
    static let longestPause = 4
    /// The distance that makes a node earlier, in points.
    static let longestChord = 2.0
    /// The distance that a *Draw* curve may be from its samples, in points.
    public static let departure = 1.0

    /// The brush.
    public let brush: InkBrush
    /// What the stroke keeps of the movement.
    public let fidelity: Fidelity

    private var cleaner = SampleCleaner()
    private var path = PenPath()
    private var follower: PenFollower?
    private var chain: NodeChain

    /// A stroke without samples.
    public init(_ brush: InkBrush, _ fidelity: Fidelity) {
        self.brush = brush
        self.fidelity = fidelity
        chain = NodeChain(guardsCorners: fidelity == .draw)
    }

    /// The nodes so far; those before `settledCount` do not change any more.
    public var nodes: [InkNode] { chain.nodes }

    /// How many of the nodes do not change any more, nor the curve up to the last of them.
    public var settledCount: Int { max(chain.nodes.count - 2, 0) }

    /// Whether it has no sample.
    public var isEmpty: Bool { path.samples.isEmpty }

    /// The last sample, as it counts; nil before the first one.
    public var lastSample: PenSample? { path.samples.last }

    /// Takes a sample; one without a place on the screen is ignored.
    ///
    /// Cost: linear in the milliseconds since the sample before.
    public mutating func add(_ sample: PenSample) {
        guard let clean = cleaner.clean(sample) else { return }
        path.samples.append(clean)
        if follower == nil {
            follower = PenFollower(at: clean, brush, fidelity)
            chain.add(InkNode(clean.position, width: follower?.width ?? brush.size))
        }
        // The path up to the sample before is final only now.
        if path.samples.count > 1 {
            let end = path.samples[path.samples.count - 2].time
            follower?.follow(path, upTo: end, &chain)
        }
    }

    /// The nodes from the last settled one to the pen, as if the stroke ended now; they are drawn in
    /// this frame and never kept.
    ///
    /// Cost: that of the time by which the curve is behind the pen.
    public func catchUp() -> [InkNode] {
        var chain = chain.suffix(from: max(settledCount - 1, 0))
        if var follower { follower.finish(path, &chain) }
        return chain.nodes
    }

    /// Ends the stroke where the pen left the surface.
    ///
    /// - Returns: the nodes of the whole stroke, which `nodes` has as well.
    @discardableResult
    public mutating func finish() -> [InkNode] {
        follower?.finish(path, &chain)
        follower = nil
        chain.taper(over: brush.taper)
        return chain.nodes
    }
}

/// The way of a pen between its samples.
struct PenPath: Hashable, Sendable {
    var samples: [PenSample] = []

    /// The place of the smooth path at a time within the interval that ends with a sample.
    func curve(endingAt index: Int) -> CubicCurve {
        func place(_ index: Int) -> Point? {
            samples.indices.contains(index) ? samples[index].position : nil
        }
        return CubicCurve(
            place(index - 2), samples[index - 1].position, samples[index].position,
            place(index + 1))
    }

    /// The part of the interval that ends with a sample, from 0 to 1, at a time.
    func part(of index: Int, at time: Double) -> Double {
        let (start, end) = (samples[index - 1].time, samples[index].time)
        return min(max((time - start) / (end - start), 0), 1)
    }

    /// The first interval that ends after a time, by the index of its end and from an earlier such
    /// index on; nil if the time is after the last sample.
    func interval(at time: Double, from index: Int) -> Int? {
        var index = index
        while index < samples.count, samples[index].time <= time { index += 1 }
        return index < samples.count ? index : nil
    }
}

/// Follows the path of a pen in even steps.
struct PenFollower: Sendable {
    private let brush: InkBrush
    private let fidelity: StrokeModel.Fidelity
    private let start: Double
    private var steps = 0
    private var wobble: WobbleFilter
    private var spring: SpringDrag
    private var pressure: PressureFollower
    private var place: Point
    private var tilt: Double
    /// The interval of the path at the present time, by the index of its end, and its curve.
    private var interval = 1
    private var curve: (interval: Int, curve: CubicCurve)?
    private var lastNode: Output
    private var lastNodeStep = 0

    /// A node, the time at which the pen was there, and its difference from the pen's line.
    private struct Output: Hashable, Sendable {
        var node: InkNode
        var time: Double
        var difference: Vector
        /// The first interval of the path that ends after that time.
        var interval: Int
    }

    init(at sample: PenSample, _ brush: InkBrush, _ fidelity: StrokeModel.Fidelity) {
        self.brush = brush
        self.fidelity = fidelity
        start = sample.time
        let step = StrokeModel.step
        wobble = WobbleFilter(at: sample.position, step: step)
        spring = SpringDrag(at: sample.position, step: step)
        pressure = PressureFollower(size: brush.size, first: sample.pressure, step: step)
        place = sample.position
        tilt = sample.tilt
        let width = brush.width(pressure: pressure.pressure, tilt: tilt)
        lastNode = Output(
            node: InkNode(place, width: width), time: start, difference: .zero, interval: 1)
    }

    /// The present width, in points.
    var width: Double { brush.width(pressure: pressure.pressure, tilt: tilt) }

    private var time: Double { start + Double(steps) * StrokeModel.step }

    /// Follows a path up to a time; it must be final up to there.
    mutating func follow(_ path: PenPath, upTo end: Double, _ chain: inout NodeChain) {
        while time + StrokeModel.step <= end {
            advance(path)
            if isNodeDue { output(path, &chain) }
        }
    }

    /// Follows a path to its end, and comes to rest there.
    mutating func finish(_ path: PenPath, _ chain: inout NodeChain) {
        guard let last = path.samples.last else { return }
        follow(path, upTo: last.time, &chain)
        switch fidelity {
        case .write:
            // At most 20 steps of the ink stroke modeler, which takes 180 of them per second.
            var distance = (spring.position - last.position).length
            for _ in 0..<111 where distance > 0.02 {
                advance(path)
                let next = (spring.position - last.position).length
                if next > distance { break }
                distance = next
                if isNodeDue { output(path, &chain) }
            }
        case .draw:
            while time - SpringDrag.lag < last.time {
                advance(path)
                if isNodeDue { output(path, &chain) }
            }
            let end = Output(
                node: InkNode(last.position, width: width), time: last.time, difference: .zero,
                interval: path.samples.count)
            addSamples(path, upTo: end, &chain)
        }
        chain.end(at: InkNode(last.position, width: width))
    }

    private mutating func advance(_ path: PenPath) {
        steps += 1
        let before = place
        let samples = path.samples
        if let interval = path.interval(at: time, from: interval) {
            self.interval = interval
            let part = path.part(of: interval, at: time)
            if curve?.interval != interval { curve = (interval, path.curve(endingAt: interval)) }
            place = curve?.curve.place(at: part) ?? place
            let (a, b) = (samples[interval - 1], samples[interval])
            tilt = a.tilt + (b.tilt - a.tilt) * part
            let reported = a.pressure.flatMap { first in
                b.pressure.map { first + ($0 - first) * part }
            }
            pressure.follow(reported, speed: (place - before).length / StrokeModel.step)
        } else if let last = samples.last {
            place = last.position
            tilt = last.tilt
            pressure.follow(last.pressure ?? pressure.pressure, speed: 0)
        }
        spring.move(to: wobble.filter(place))
    }

    private var isNodeDue: Bool {
        let distance = (spring.position - lastNode.node.position).length
        return steps - lastNodeStep >= StrokeModel.longestPause
            || distance >= StrokeModel.longestChord
    }

    /// Adds a node for the present step.
    private mutating func output(_ path: PenPath, _ chain: inout NodeChain) {
        lastNodeStep = steps
        switch fidelity {
        case .write:
            lastNode.node = InkNode(spring.position, width: width)
        case .draw:
            let next = drawn(path)
            addSamples(path, upTo: next, &chain)
            lastNode = next
        }
        chain.add(lastNode.node)
    }

    /// The largest difference between a *Draw* node and the pen's line, in points.
    private static let largestDifference = 0.7
    /// The largest distance of a sample from the chord of two nodes, in points.
    private static let largestChordDistance = 0.15

    /// The node of *Draw* for the present step.
    private func drawn(_ path: PenPath) -> Output {
        let samples = path.samples
        let time = max(time - SpringDrag.lag, start)
        let interval = path.interval(at: time, from: lastNode.interval)
        let pen: Point
        if let interval {
            let (a, b) = (samples[interval - 1].position, samples[interval].position)
            pen = Segment(a, b).place(at: path.part(of: interval, at: time))
        } else {
            pen = samples[samples.count - 1].position
        }
        let full = spring.position - pen
        let difference =
            full.length > Self.largestDifference
            ? full * (Self.largestDifference / full.length) : full
        return Output(
            node: InkNode(pen + difference, width: width), time: time, difference: difference,
            interval: interval ?? samples.count)
    }

    /// Adds the samples between the last node and the next that are far from the line between them.
    private func addSamples(_ path: PenPath, upTo next: Output, _ chain: inout NodeChain) {
        let samples = path.samples
        guard lastNode.interval < min(next.interval, samples.count) else { return }
        let duration = next.time - lastNode.time
        guard duration > 0 else { return }
        var chord = Segment(lastNode.node.position, next.node.position)
        for sample in samples[lastNode.interval..<min(next.interval, samples.count)] {
            let part = min(max((sample.time - lastNode.time) / duration, 0), 1)
            let difference =
                lastNode.difference * (1 - part) + next.difference * part
            let place = sample.position + difference
            guard chord.distance(to: place) > Self.largestChordDistance else { continue }
            let width = lastNode.node.width * (1 - part) + next.node.width * part
            chain.add(InkNode(place, width: width))
            chord = Segment(place, next.node.position)
        }
    }
}
