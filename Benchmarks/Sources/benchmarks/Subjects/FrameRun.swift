import Charts
import EventLoop
import GPU
import Glibc
import Measuring
import Platform
import Wayland

/// Milliseconds of wall and of processor time, all threads together.
struct Stopwatch {
    private let wall: Double
    private let cpu: Double

    /// Starts now.
    init() {
        wall = seconds(of: CLOCK_MONOTONIC)
        cpu = seconds(of: CLOCK_PROCESS_CPUTIME_ID)
    }

    var wallMilliseconds: Double { (seconds(of: CLOCK_MONOTONIC) - wall) * 1e3 }
    var cpuMilliseconds: Double { (seconds(of: CLOCK_PROCESS_CPUTIME_ID) - cpu) * 1e3 }
}

/// The figures of frames as they arrive.
struct FrameLog {
    private var cpu: [Double] = []
    private var wall: [Double] = []
    private var worst = BenchChart.Cost()
    private var draws: [Double] = []
    private var gpu: [Double] = []

    /// How many frames were noted.
    var count: Int { cpu.count }

    /// Notes a frame.
    ///
    /// - Parameter gpu: The time of the GPU itself, in milliseconds; nil if it is unknown.
    mutating func add(cpu: Double, wall: Double, gpu: Double? = nil, _ cost: BenchChart.Cost) {
        if let gpu { self.gpu.append(gpu) }
        self.cpu.append(cpu)
        self.wall.append(wall)
        draws.append(Double(cost.draws))
        worst.vertexBytes = max(worst.vertexBytes, cost.vertexBytes)
        worst.textsShaped += cost.textsShaped
    }

    /// Medians of the times, the most bytes of any frame, and the texts of all frames.
    var figures: Figures {
        var figures = [
            "cpu_ms": median(cpu) ?? 0, "wall_ms": median(wall) ?? 0,
            "frames": Double(cpu.count), "vertex_bytes": Double(worst.vertexBytes),
            "texts_shaped": Double(worst.textsShaped), "draws": median(draws) ?? 0,
        ]
        if let gpu = median(gpu) { figures["gpu_ms"] = gpu }
        return figures
    }
}

/// The frames of a workload, drawn into a picture in memory; each ends when the driver is done.
@MainActor
enum OffscreenFrames {
    static func run(
        _ workload: FrameWorkload, keepsPicture: Bool = true, dump folder: String?
    ) throws -> Figures {
        let device = try BenchDevice.make()
        let timer = BenchDevice.timer(of: device)
        let surface = try Surface(
            device: device, width: FrameWorkload.width, height: FrameWorkload.height)
        let bench = try BenchChart(workload, keepsPicture: keepsPicture, on: surface)
        var log = FrameLog()
        let whole = Stopwatch()
        for frame in 0..<(FrameWorkload.warmUp + FrameWorkload.frames) {
            let watch = Stopwatch()
            timer?.begin()
            let cost = try bench.draw(frame: frame)
            timer?.end()
            try device.finish()
            let (cpu, wall) = (watch.cpuMilliseconds, watch.wallMilliseconds)
            let gpu = timer.flatMap { $0.wait() }
            if frame >= FrameWorkload.warmUp { log.add(cpu: cpu, wall: wall, gpu: gpu, cost) }
            if log.count >= 3, whole.wallMilliseconds > FrameWorkload.budget * 1e3 { break }
        }
        if let folder { try bench.writePicture(to: folder, name: workload.name) }
        return log.figures
    }
}

/// The frames of a workload in a window on a real compositor, one with each frame callback.
///
/// CPU is that of this process from the beginning of one frame to that of the next. Wall is from
/// the beginning of a frame until its buffers are swapped; the rest depends on the compositor's
/// pace.
@MainActor
final class WindowFrames {
    private let workload: FrameWorkload
    private let dump: String?
    private let loop: EventLoop
    private let window: Window
    private var bench: BenchChart?
    private var log = FrameLog()
    private var frame = 0
    /// The clock since the window has its chart.
    private var whole = Stopwatch()
    private var running: (watch: Stopwatch, wall: Double, cost: BenchChart.Cost)?
    private var failure: (any Error)?

    static func run(_ workload: FrameWorkload, dump folder: String?) throws -> Figures {
        let loop = try EventLoop()
        let connection = try Connection(loop: loop)
        let frames = WindowFrames(workload, dump: folder, loop: loop, connection: connection)
        connection.onClosed = { frames.end($0) }
        try loop.run()
        frames.close()
        connection.close()
        if let failure = frames.failure { throw failure }
        return frames.log.figures
    }

    private init(
        _ workload: FrameWorkload, dump: String?, loop: EventLoop, connection: Connection
    ) {
        self.workload = workload
        self.dump = dump
        self.loop = loop
        window = Window(
            connection,
            .init(
                title: "benchmarks", appID: "io.github.oresen.Benchmarks",
                size: Size(
                    width: Double(FrameWorkload.width), height: Double(FrameWorkload.height)),
                shadow: 0))
        window.onConfigure = { [weak self] _ in self?.window.frameClock.setNeedsFrame() }
        window.frameClock.onFrame = { [weak self] _ in self?.turn() }
    }

    private func turn() {
        do {
            try draw()
        } catch {
            end(error)
        }
    }

    private func end(_ error: any Error) {
        failure = error
        loop.stop()
    }

    private func close() {
        bench?.surface.close()
        bench = nil
        window.close()
    }

    private func draw() throws {
        if let running, frame > FrameWorkload.warmUp {
            log.add(cpu: running.watch.cpuMilliseconds, wall: running.wall, running.cost)
        }
        let bench = try prepared()
        let isLate = log.count >= 3 && whole.wallMilliseconds > FrameWorkload.budget * 1e3
        guard frame < FrameWorkload.warmUp + FrameWorkload.frames, !isLate else {
            loop.stop()
            return
        }
        let watch = Stopwatch()
        let cost = try bench.draw(frame: frame)
        if let dump, frame == FrameWorkload.warmUp {
            try bench.writePicture(to: dump, name: "\(workload.name)-window")
        }
        try window.commitFrame { try bench.surface.present() }
        running = (watch, watch.wallMilliseconds, cost)
        frame += 1
        window.frameClock.setNeedsFrame()
    }

    private func prepared() throws -> BenchChart {
        if let bench { return bench }
        let native = try window.nativeSurface
        let size = window.bufferSize
        guard size.width == FrameWorkload.width, size.height == FrameWorkload.height else {
            throw BenchmarkError("the compositor gave \(size.width) by \(size.height) pixels")
        }
        let surface = try Surface(
            device: try Device(for: native.display), native: native, width: size.width,
            height: size.height)
        let made = try BenchChart(workload, on: surface)
        bench = made
        whole = Stopwatch()
        return made
    }
}
