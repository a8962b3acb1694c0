import Charts
import GPU
import Measuring

/// What series cost besides drawing: building a pyramid, appending, streaming.
enum SeriesRun {
    static let samples = 10_000_000
    static let batch = 1000
    private static let turns = 9

    private static func times(_ range: Range<Int>) -> [Double] {
        range.map { FrameWorkload.origin + Double($0) }
    }

    /// Building the pyramid of ten million values, on all cores.
    static func pyramid() -> Figures {
        let values = Column(RandomWalk.values(samples, seed: 3))
        var cpu: [Double] = []
        var wall: [Double] = []
        var bytes = 0
        for turn in -1..<turns {
            let watch = Stopwatch()
            let pyramid = Pyramid(values)
            if turn >= 0 {
                cpu.append(watch.cpuMilliseconds)
                wall.append(watch.wallMilliseconds)
            }
            bytes = pyramid.byteCount
        }
        let milliseconds = median(wall) ?? .nan
        return [
            "cpu_ms": median(cpu) ?? .nan, "wall_ms": milliseconds,
            "gigabytes_per_s": Double(samples * 8) / milliseconds / 1e6,
            "percent_of_samples": Double(bytes) / Double(samples * 16) * 100,
        ]
    }

    /// Appending batches of a thousand to a series of ten million.
    static func append() -> Figures {
        var series = BenchChart.samples(count: samples, seed: 3)
        let walk = RandomWalk.values(batch, seed: 4)
        var cpu: [Double] = []
        var wall: [Double] = []
        for turn in 0..<(turns * 20) {
            let first = samples + turn * batch
            let new = times(first..<(first + batch))
            let watch = Stopwatch()
            series.append(times: new, values: walk)
            cpu.append(watch.cpuMilliseconds)
            wall.append(watch.wallMilliseconds)
        }
        return ["cpu_ms": median(cpu) ?? .nan, "wall_ms": median(wall) ?? .nan]
    }

    /// Frames of a chart of a million samples; each frame appends a thousand.
    ///
    /// The view follows them. The stream needs 60 such frames a second.
    @MainActor
    static func stream(dump folder: String?) throws -> Figures {
        let kept = 1_000_000
        let walk = RandomWalk.values(
            kept + (FrameWorkload.warmUp + FrameWorkload.frames) * batch, seed: 3)
        var ring = RingSeries(capacity: kept)
        ring.append(times: times(0..<kept), values: Array(walk[..<kept]))
        let device = try Device()
        let surface = try Surface(
            device: device, width: FrameWorkload.width, height: FrameWorkload.height)
        let mark = LineMark(id: "stream", style: LineStyle(width: 1, color: Color(hex: 0x7048E8)))
        mark.show(ring)
        let bench = try BenchChart(
            .dense("stream", samples: kept), marks: [mark],
            values: Extent(min: walk.min() ?? 0, max: walk.max() ?? 1), on: surface)
        var log = FrameLog()
        var appending: [Double] = []
        for frame in 0..<(FrameWorkload.warmUp + FrameWorkload.frames) {
            let first = kept + frame * batch
            let new = times(first..<(first + batch))
            let values = Array(walk[first..<(first + batch)])
            let watch = Stopwatch()
            ring.append(times: new, values: values)
            let appended = watch.cpuMilliseconds
            mark.show(ring)
            bench.chart.x.panZoom.set(ring.timeExtent)
            let cost = try bench.draw()
            try device.finish()
            if frame >= FrameWorkload.warmUp {
                log.add(cpu: watch.cpuMilliseconds, wall: watch.wallMilliseconds, cost)
                appending.append(appended)
            }
        }
        if let folder { try bench.writePicture(to: folder, name: "stream") }
        var figures = log.figures
        figures["append_ms"] = median(appending)
        return figures
    }
}
