import Foundation
import Glibc
import Measuring

/// Measures the program and prints medians, ratios and limits.
///
/// Environment variables choose what is measured:
///
/// - `WORKLOADS`: some of the workloads; all by default.
/// - `JSON`: a file for JSON lines.
/// - `PEERS`: measures the peers too.
/// - `RESULTS`: a document to write.
/// - `ROUNDS`: how often subjects take turns.
/// - `PROGRAM`: another build of `oresen`.
/// - `BEFORE`: an earlier build that takes turns with it.
/// - `DUMP`: a folder in which each frame workload leaves a picture.
/// - `OFFSCREEN=1`: measures only the workloads that are drawn off screen, on the device that
///   `EGL_DEVICE` names (`benchmarks devices` lists them); `GPU_TIMES=1` reads the driver's clock
///   too.
///
/// Without `OFFSCREEN=1` a display is required: `make bench` runs this on a headless compositor.
/// Only ratios of one run on one machine are meaningful.
@main struct Benchmarks {
    @MainActor
    static func main() {
        do {
            if CommandLine.arguments.dropFirst() == ["devices"] {
                print(BenchDevice.list, terminator: "")
            } else if CommandLine.arguments.count > 2 {
                try runAsSubject(Array(CommandLine.arguments.dropFirst()))
            } else {
                try Run(environment: ProcessInfo.processInfo.environment).measure()
            }
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    /// One measurement in a separate process: `oresen W1`, `oresen.window W2`, `oresen 1000000`,
    /// `oresen stream`.
    @MainActor
    private static func runAsSubject(_ arguments: [String]) throws {
        let dump = ProcessInfo.processInfo.environment["DUMP"].flatMap { $0.isEmpty ? nil : $0 }
        let (subject, workload) = (arguments[0], arguments[1])
        let figures =
            switch (subject, workload) {
            case ("oresen", "append"): SeriesRun.append()
            case ("oresen", "pyramid"): SeriesRun.pyramid()
            case ("oresen", "stream"): try SeriesRun.stream(dump: dump)
            case (_, "fling"): try fling(subject, dump: dump)
            case (_, "ink"): try ink(subject, dump: dump)
            case (_, "map"): try map(subject, dump: dump)
            case ("oresen", _): try OffscreenFrames.run(try frames(workload), dump: dump)
            case ("oresen.anew", _):
                try OffscreenFrames.run(try frames(workload), keepsPicture: false, dump: dump)
            case ("oresen.window", _): try WindowFrames.run(try frames(workload), dump: dump)
            default: throw BenchmarkError("no subject \(subject)")
            }
        print(Outcome(workload: workload, subject: subject, figures: figures).jsonLine)
    }

    @MainActor
    private static func fling(_ subject: String, dump: String?) throws -> Figures {
        guard let manner = FlingRun.Manner(subject: subject) else {
            throw BenchmarkError("no subject \(subject) of the workload fling")
        }
        return try FlingRun.run(manner, dump: dump)
    }

    /// `oresen.pan` with all strokes, `oresen.pan-bare` without any; see `InkRun.Subject`.
    @MainActor
    private static func ink(_ subject: String, dump: String?) throws -> Figures {
        guard let run = InkRun.Subject(subject.dropFirst("oresen.".count)) else {
            throw BenchmarkError("no subject \(subject) of the workload ink")
        }
        return try InkRun.run(run, dump: dump)
    }

    /// `oresen.pan` with the map of the earth, `oresen.pan-bare` without it; see `MapRun.Subject`.
    @MainActor
    private static func map(_ subject: String, dump: String?) throws -> Figures {
        if subject == "oresen.W2" { return try OffscreenFrames.run(try frames("W2"), dump: dump) }
        guard let run = MapRun.Subject(rawValue: String(subject.dropFirst("oresen.".count))) else {
            throw BenchmarkError("no subject \(subject) of the workload map")
        }
        return try MapRun.run(run, dump: dump)
    }

    /// A frame workload by its name, or by its number of samples.
    private static func frames(_ name: String) throws -> FrameWorkload {
        if let workload = FrameWorkload.all.first(where: { $0.name == name }) { return workload }
        guard let samples = Int(name), samples > 1 else {
            throw BenchmarkError("no workload \(name)")
        }
        return .growth(samples: samples)
    }
}
