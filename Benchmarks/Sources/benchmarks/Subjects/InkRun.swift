import ChartInteraction
import Charts
import Foundation
import GPU
import Ink
import Measuring

/// Frames of W1's lines with ten thousand strokes of two hundred points over them, and without.
@MainActor
enum InkRun {
    /// How many strokes there are, and how many points each was drawn through.
    static let strokes = 10_000
    private static let points = 200

    /// What is measured.
    enum Kind: String {
        /// A pan.
        case pan
        /// A view that changes its length with every frame.
        case zoom
        /// A stroke that is added, and the frame that shows it.
        case add
    }

    static func run(_ kind: Kind, strokes: Int, dump folder: String?) throws -> Figures {
        let device = try BenchDevice.make()
        let surface = try Surface(
            device: device, width: FrameWorkload.width, height: FrameWorkload.height)
        let workload = kind == .zoom ? FrameWorkload.inkZoomed : .inkPanned
        let bench = try BenchChart(workload, on: surface)
        _ = try bench.draw(frame: 0)
        let layer = InkLayer(InkDocument(marks(strokes, over: workload, bench.chart)))
        layer.attach(to: bench.chart)
        let tool = InkTool(layer, color: .named(.red))
        var log = FrameLog()
        let whole = Stopwatch()
        for frame in 0..<(FrameWorkload.warmUp + FrameWorkload.frames) {
            let watch = Stopwatch()
            if kind == .add { draw(tool, bench.chart, number: frame) }
            let cost = try kind == .add ? bench.draw() : bench.draw(frame: frame)
            try device.finish()
            let (cpu, wall) = (watch.cpuMilliseconds, watch.wallMilliseconds)
            if frame >= FrameWorkload.warmUp { log.add(cpu: cpu, wall: wall, cost) }
            if log.count >= 3, whole.wallMilliseconds > FrameWorkload.budget * 1e3 { break }
        }
        if let folder { try bench.writePicture(to: folder, name: "ink-\(kind.rawValue)") }
        return log.figures
    }

    /// Strokes like words of handwriting, all over the data.
    private static func marks(
        _ count: Int, over workload: FrameWorkload, _ chart: Chart
    ) -> [InkMark] {
        var walk = RandomWalk(seed: 77)
        let length = Double(workload.samples)
        let (low, high) = (chart.y.range.min, chart.y.range.max)
        return (0..<count).map { number in
            // A view in which the stroke is 60 points wide: loops as in a word, each of its own size.
            let sizes = walk.take(2).map { 6 + 4 * $0.magnitude.truncatingRemainder(dividingBy: 1) }
            let start = FrameWorkload.origin + length * Double(number) / Double(max(count, 1))
            let x = InkAxis.values(origin: start, perPoint: length / 2 / 1_200)
            let middle = low + (high - low) * (0.1 + 0.8 * Double(number * 7_919 % 1_000) / 1_000)
            let y = InkAxis.values(origin: middle, perPoint: (low - high) / 700)
            let nodes = (0..<points).map { index in
                let turn = Double(index) / 9
                return InkNode(
                    Point(
                        x: Double(index) * 0.3 + sizes[0] / 2 * cos(turn),
                        y: sizes[1] * sin(turn)), width: 2 + 0.5 * sin(turn / 3))
            }
            let stroke = InkStroke(
                InkBrush(.pen, size: 2),
                StrokeSimplifier.simplified(nodes, within: InkStroke.tolerance))
            return InkMark(
                id: .init(number + 1), .stroke(stroke), color: .named(.blue), x: x, y: y)
        }
    }

    /// Draws a stroke of a few points with a pen.
    private static func draw(_ tool: InkTool, _ chart: Chart, number: Int) {
        let plot = chart.plot
        let left = plot.x + 20 + Double(number * 37 % 900)
        let top = plot.y + 20 + Double(number * 53 % 500)
        var time = Double(number)
        func send(_ kind: InputEvent.Kind, _ step: Int) {
            time += 0.008
            let place = Point(x: left + Double(step) * 4, y: top + Double(step % 5) * 3)
            _ = tool.handle(
                InputEvent(
                    time: time, position: place, kind: kind, pen: PenState(tool: 1, pressure: 0.5)))
        }
        send(.pointerPressed(.left), 0)
        for step in 1...20 { send(.pointerMoved, step) }
        send(.pointerReleased(.left), 20)
    }
}
