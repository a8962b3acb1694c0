// A stroke under the pen.

import ChartCore
import ChartScene
import Geometry
import Ink

/// A stroke that is being drawn, in points.
///
/// It is one object for the tool and the picture, so that a sample costs nothing but itself.
@MainActor
final class LiveStroke {
    private(set) var model: StrokeModel
    /// When its first sample was, in seconds.
    private(set) var firstTime: Double?
    /// Predicts the pen; nil for what is not a pen.
    private var prediction: TipPrediction?
    let color: Color
    /// The view when it began, in which its points are.
    let view: InkView

    init(_ model: StrokeModel, predicts: Bool, color: Color, view: InkView) {
        (self.model, self.color, self.view) = (model, color, view)
        if predicts { prediction = TipPrediction() }
    }

    func add(_ sample: PenSample) {
        if firstTime == nil { firstTime = sample.time }
        let before = model.lastSample
        model.add(sample)
        if let last = model.lastSample, last != before { prediction?.add(last) }
    }

    /// The stroke so far; nil if it has no sample.
    var stroke: InkStroke? {
        var whole = model
        whole.finish()
        return InkStroke(whole)
    }

    /// Ends it; nil if it has no sample.
    func finish() -> InkStroke? {
        model.finish()
        return InkStroke(model)
    }

    /// The end of the curve from the last node that does not change any more, to the pen and a few
    /// milliseconds ahead of it; and the index of that node in the model.
    var tail: (nodes: [InkNode], first: Int) {
        let first = max(model.settledCount - 1, 0)
        var nodes = model.catchUp()
        let width = nodes.last?.width ?? model.brush.size
        let ahead = prediction?.predicted(for: TipPrediction.longest) ?? []
        for (index, place) in ahead.enumerated() {
            // What may be wrong is thin.
            let part = Double(index + 1) / Double(ahead.count)
            nodes.append(InkNode(place, width: width * (1 - 0.6 * part)))
        }
        return (nodes, first)
    }
}

/// The stroke under the pen.
@MainActor
final class LiveInk: Attachment {
    var isHidden = false
    var stroke: LiveStroke? { didSet { if stroke == nil { forget() } } }
    private let ink = InkBuffer()
    /// The scale of the pieces in the buffer, and the number of nodes that they reach.
    private var scale = 0.0
    private var reached = 0

    private func forget() {
        ink.removeAll()
        reached = 0
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard let stroke, !stroke.model.isEmpty else { return }
        if scene.scale != scale { forget() }
        scale = scene.scale
        let nodes = stroke.model.nodes
        let (end, first) = stroke.tail
        // The curve between two nodes depends on the one before and the one after them.
        var settled: [InkNode] = []
        if first + 1 > reached {
            let start = max(reached - 2, 0)
            let part = pieces(nodes[start..<min(first + 2, nodes.count)])
            let from = max(reached - 1, 0)
            settled = part.flattened(
                within: InkMark.departure, in: (from - start)..<(first + 1 - start))
            if reached > 0 { settled.removeFirst() }
            reached = first + 1
        }
        let before = nodes[max(first - 1, 0)..<first]
        let tail = pieces(before + end).flattened(
            within: InkMark.departure, in: before.count..<(before.count + end.count)
        ).dropFirst()
        if ink.strokes.isEmpty {
            ink.add(settled, tail: Array(tail), color: stroke.color)
        } else {
            ink.extend(settled, tail: Array(tail))
        }
        // While the chart pans under the pen, what is drawn moves with it.
        let now = InkView(projection, scale: scale)
        let (from, here) = (stroke.view, stroke.view.pixelOfOrigin(in: now))
        // The length of a range that pans varies in its last digits.
        let isPan =
            abs(now.x.pixelsPerPlace / from.x.pixelsPerPlace - 1) < 1e-9
            && abs(now.y.pixelsPerPlace / from.y.pixelsPerPlace - 1) < 1e-9
        scene.add(InkItem(ink, offset: isPan ? here : .zero, isGrowing: true))
    }

    /// The curve through nodes, in device pixels.
    private func pieces(_ nodes: some Sequence<InkNode>) -> InkCurve {
        InkCurve(
            nodes.map { node in
                InkNode(
                    Point(x: node.position.x * scale, y: node.position.y * scale),
                    width: node.width * scale)
            })
    }
}

extension InkView {
    /// How far the origin of this view has moved in another, in device pixels; right for pans.
    fileprivate func pixelOfOrigin(in now: InkView) -> Vector {
        Vector(
            dx: now.x.pixel(ofPlace: x.place(atPixel: 0)),
            dy: now.y.pixel(ofPlace: y.place(atPixel: 0)))
    }

    /// Where a point of another view is in this one, in points, by its values.
    func point(_ point: Point, from other: InkView) -> Point {
        func moved(_ value: Double, _ from: InkAxisView, _ to: InkAxisView) -> Double {
            let place = to.transform.place(of: from.value(atPixel: value * from.pixelsPerPoint))
            let pixel = to.pixel(ofPlace: place) / to.pixelsPerPoint
            return pixel.isFinite ? pixel : value
        }
        return Point(x: moved(point.x, other.x, x), y: moved(point.y, other.y, y))
    }
}
