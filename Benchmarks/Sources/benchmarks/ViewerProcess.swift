import Foundation
import Glibc

/// What goes wrong while measuring, as a sentence.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Seconds of `CLOCK_MONOTONIC`, the clock of the trace.
func monotonicNow() -> Double { seconds(of: CLOCK_MONOTONIC) }

private func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The viewer as a process of its own, measured from outside and watched through its trace.
final class ViewerProcess {
    /// What the kernel has counted for the process up to a moment, all threads, those that ended too.
    struct Usage {
        var cpu: Double
        var switches: Int
        var peakMegabytes: Double
    }

    /// When the process was asked for.
    let started: Double
    private let process = Process()
    private let traceFile: URL
    private var trace = ""
    private var read: UInt64 = 0

    init(program: URL, arguments: [String], folder: URL) throws {
        traceFile = folder.appending(path: "trace-\(UUID().uuidString).jsonl")
        try Data().write(to: traceFile)
        process.executableURL = program
        process.arguments =
            ["--library", ":memory:", "--trace", traceFile.path(percentEncoded: false)] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        started = monotonicNow()
        try process.run()
    }

    /// The trace's events of one kind, so far.
    func events(_ name: String) throws -> [[String: Any]] {
        let file = try FileHandle(forReadingFrom: traceFile)
        defer { try? file.close() }
        try file.seek(toOffset: read)
        if let bytes = try file.readToEnd() {
            read += UInt64(bytes.count)
            trace += String(decoding: bytes, as: UTF8.self)
        }
        return try trace.split(separator: "\n").compactMap { line in
            // Only the writer's last line can be half there.
            guard line.hasSuffix("}"), line.contains("\"\(name)\"") else { return nil }
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8))
            guard let event = event as? [String: Any], event["event"] as? String == name else {
                return nil
            }
            return event
        }
    }

    /// Waits for an event and returns its time, in seconds since the process was asked for.
    func seconds(to name: String, within limit: Double) throws -> Double {
        while true {
            if let event = try events(name).first, let time = event["t"] as? Double {
                return time - started
            }
            guard process.isRunning else {
                throw BenchmarkError("the viewer ended before its event \(name)")
            }
            guard monotonicNow() - started < limit else {
                throw BenchmarkError("no event \(name) within \(Int(limit)) s")
            }
            usleep(2_000)
        }
    }

    /// What the kernel has counted until now.
    func usage() throws -> Usage {
        var clock = clockid_t()
        guard clock_getcpuclockid(process.processIdentifier, &clock) == 0 else {
            throw BenchmarkError("the viewer's processor clock cannot be read")
        }
        let folder = "/proc/\(process.processIdentifier)"
        var switches = 0
        for thread in try FileManager.default.contentsOfDirectory(atPath: folder + "/task") {
            switches += try Self.numbers(
                in: "\(folder)/task/\(thread)/status",
                named: ["voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"]
            ).reduce(0, +)
        }
        let peak = try Self.numbers(in: folder + "/status", named: ["VmHWM"]).first ?? 0
        return Usage(
            cpu: benchmarks.seconds(of: clock), switches: switches,
            peakMegabytes: Double(peak) / 1024)
    }

    /// Asks the process to end and waits until it has.
    func end() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: traceFile)
    }

    private static func numbers(in path: String, named names: [String]) throws -> [Int] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let parts = line.split(whereSeparator: { $0 == ":" || $0.isWhitespace })
            guard parts.count > 1, names.contains(String(parts[0])) else { return nil }
            return Int(parts[1])
        }
    }
}
