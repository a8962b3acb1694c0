import ChartInteraction
import Charts
import Foundation
import GPU
import Ink
import Measuring
import Platform

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
        /// The first frame of another length, from rest.
        case zoom
        /// A stroke that is added, and the frame that shows it.
        case add
        /// A frame while a marker of 64 points is drawn across the plot, with four more samples.
        case live
    }

    /// What is drawn in which way, by the words of a subject: `pan`, `pan-crowded`, `pan-bare`,
    /// `pan-crowded-bare`.
    struct Subject {
        var kind: Kind
        /// Whether half of all strokes are visible, or all; else a hundredth.
        var isCrowded: Bool
        /// Whether there are no strokes.
        var isBare: Bool

        init?(_ words: Substring) {
            let words = words.split(separator: "-")
            guard let kind = words.first.flatMap({ Kind(rawValue: String($0)) }) else {
                return nil
            }
            self.kind = kind
            (isCrowded, isBare) = (words.contains("crowded"), words.contains("bare"))
        }

        var workload: FrameWorkload {
            switch (kind, isCrowded) {
            case (.zoom, false): .inkZoomed
            case (.zoom, true): .crowdZoomed
            case (_, false): .inkPanned
            case (_, true): .crowdPanned
            }
        }
    }

    static func run(_ subject: Subject, dump folder: String?) throws -> Figures {
        let device = try BenchDevice.make()
        let surface = try Surface(
            device: device, width: FrameWorkload.width, height: FrameWorkload.height)
        let (kind, workload) = (subject.kind, subject.workload)
        let bench = try BenchChart(workload, on: surface)
        _ = try bench.draw(frame: 0)
        let strokes = subject.isBare ? 0 : Self.strokes
        let visible = (workload.window(frame: 0).upperBound - workload.window(frame: 0).lowerBound)
        let layer = InkLayer(
            InkDocument(marks(strokes, over: workload, visible: visible, bench.chart)))
        layer.attach(to: bench.chart)
        let tool = InkTool(layer, color: .named(.red))
        let marker = InkTool(layer, color: .named(.orange))
        marker.brush = InkBrush(.marker, size: 64)
        var log = FrameLog()
        // From the end of a frame of another length until the picture is sharp.
        var sharp: [Double] = []
        try settle(bench, device)
        SpareMemory.release()
        let memory = MemoryGauge.system.resident
        let whole = Stopwatch()
        for frame in 0..<(FrameWorkload.warmUp + FrameWorkload.frames) {
            let watch = Stopwatch()
            let cost: BenchChart.Cost
            switch kind {
            case .pan, .zoom: cost = try bench.draw(frame: frame)
            case .add:
                draw(tool, bench.chart, number: frame)
                cost = try bench.draw()
            case .live:
                if !subject.isBare { extend(marker, bench.chart, frame: frame) }
                cost = try bench.draw()
            }
            try device.finish()
            let (cpu, wall) = (watch.cpuMilliseconds, watch.wallMilliseconds)
            if frame >= FrameWorkload.warmUp { log.add(cpu: cpu, wall: wall, cost) }
            if kind == .zoom {
                let rest = Stopwatch()
                try settle(bench, device)
                sharp.append(rest.wallMilliseconds)
            }
            if log.count >= 3, whole.wallMilliseconds > FrameWorkload.budget * 1e3 { break }
        }
        if let folder { try bench.writePicture(to: folder, name: "ink-\(kind.rawValue)") }
        var figures = log.figures
        figures["memory_mb"] = Double(memory) / 1e6
        if let sharp = median(sharp) { figures["sharp_ms"] = sharp }
        return figures
    }

    /// Draws frames, a sixtieth of a second apart, until nothing changes any more.
    private static func settle(_ bench: BenchChart, _ device: Device) throws {
        _ = try bench.draw()
        while bench.advance() {
            let frame = Stopwatch()
            _ = try bench.render()
            try device.finish()
            let rest = 1e3 / 60 - frame.wallMilliseconds
            if rest > 0 { usleep(UInt32(rest * 1e3)) }
        }
        _ = try bench.render()
        try device.finish()
    }

    /// Strokes like words of handwriting, all over the data.
    private static func marks(
        _ count: Int, over workload: FrameWorkload, visible: Double, _ chart: Chart
    ) -> [InkMark] {
        var walk = RandomWalk(seed: 77)
        let length = Double(workload.samples)
        let (low, high) = (chart.y.range.min, chart.y.range.max)
        return (0..<count).map { number in
            // A view in which the stroke is 60 points wide: loops as in a word, each of its own size.
            let sizes = walk.take(2).map { 6 + 4 * $0.magnitude.truncatingRemainder(dividingBy: 1) }
            let start = FrameWorkload.origin + length * Double(number) / Double(max(count, 1))
            let x = InkAxis.values(origin: start, perPoint: visible / 1_200)
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

    /// Draws on with a marker, from side to side of the plot; the first frame of every hundred
    /// begins.
    private static func extend(_ tool: InkTool, _ chart: Chart, frame: Int) {
        let plot = chart.plot
        let step = frame % 100
        for sample in 0..<4 {
            let part = (Double(step) + Double(sample) / 4) / 100
            let time = Double(frame) / 60 + Double(sample) / 240
            let place = Point(
                x: plot.x + plot.width * part, y: plot.y + plot.height * (0.5 + 0.2 * sin(part * 9))
            )
            func send(_ kind: InputEvent.Kind) {
                _ = tool.handle(
                    InputEvent(
                        time: time, position: place, kind: kind,
                        pen: PenState(tool: 1, pressure: 0.5)))
            }
            if step == 0, sample == 0 { send(.pointerPressed(.left)) } else { send(.pointerMoved) }
            // What was drawn does not stay.
            if step == 99, sample == 3 { tool.reset(at: time) }
        }
    }
}
