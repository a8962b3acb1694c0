import Foundation
import Glibc
import Measuring

/// An error of a measurement, as a sentence.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Seconds of a clock of the kernel.
func seconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// A process that is measured from outside and watched through the lines of its trace.
final class MeasuredProcess {
    /// Where the process writes its trace.
    enum Trace {
        /// To a named pipe that follows `--trace` on its command line.
        case option
        case standardOutput
    }

    /// The kernel's counts up to a moment: all threads, including those that ended.
    struct Usage {
        var cpu: Double
        var switches: Int
    }

    /// Megabytes of memory, as the kernel maps them now.
    struct Memory {
        var resident: Double
        /// Memory that no other process has.
        var unshared: Double
        /// Shared memory is divided by the number of processes that share it.
        var proportional: Double
    }

    /// When the process was started, in seconds of `CLOCK_MONOTONIC`.
    let started: Double
    private let process = Process()
    private let descriptor: Int32
    private let pipe: Pipe?
    private let path: String?
    private var unread: [UInt8] = []
    /// The CPU seconds that the process had used when the last lines arrived; nil if none arrived,
    /// or its clock could not be read.
    private(set) var cpuAtArrival: Double?

    /// Starts a program.
    ///
    /// - Parameter environment: Variables to add to this process' environment; an empty text unsets
    ///   one.
    init(
        _ program: URL, _ arguments: [String], environment: [String: String] = [:], trace: Trace,
        folder: URL
    ) throws {
        process.executableURL = program
        process.environment = benchmarks.environment(environment)
        process.standardInput = FileHandle.nullDevice
        switch trace {
        case .standardOutput:
            let pipe = Pipe()
            self.pipe = pipe
            path = nil
            descriptor = pipe.fileHandleForReading.fileDescriptor
            process.standardOutput = pipe
            process.arguments = arguments
        case .option:
            let path = folder.appending(path: "trace-\(UUID().uuidString)")
                .path(percentEncoded: false)
            self.path = path
            pipe = nil
            process.standardOutput = FileHandle.nullDevice
            process.arguments = ["--trace", path] + arguments
            guard mkfifo(path, 0o600) == 0 else {
                throw BenchmarkError("\(path): no pipe could be made there")
            }
            // Open for reading and writing, so that the pipe never ends.
            descriptor = open(path, O_RDWR)
            guard descriptor >= 0 else { throw BenchmarkError("\(path): cannot be opened") }
        }
        started = seconds(of: CLOCK_MONOTONIC)
        try process.run()
    }

    /// Waits for the first event that `isWanted`, and returns it.
    ///
    /// - Parameter sample: If given, it is called about every 20 ms during the wait.
    func event(
        within limit: Double, sample: (() throws -> Void)? = nil,
        where isWanted: (TraceEvent) -> Bool
    ) throws -> TraceEvent {
        let end = seconds(of: CLOCK_MONOTONIC) + limit
        while true {
            while let line = takeLine() {
                if let event = TraceEvent(line: line), isWanted(event) { return event }
            }
            guard seconds(of: CLOCK_MONOTONIC) < end else {
                throw BenchmarkError("the process did not get ready within \(Int(limit)) s")
            }
            if !fill(waitingAtMost: sample == nil ? 200 : 20) {
                guard process.isRunning else {
                    throw BenchmarkError("the process ended with \(process.terminationStatus)")
                }
            }
            try sample?()
        }
    }

    /// Waits for an event with a name.
    func event(_ name: String, within limit: Double) throws -> TraceEvent {
        try event(within: limit) { $0.name == name }
    }

    /// The events that have arrived.
    func pendingEvents() -> [TraceEvent] {
        var events: [TraceEvent] = []
        repeat {
            while let line = takeLine() {
                if let event = TraceEvent(line: line) { events.append(event) }
            }
        } while fill(waitingAtMost: 0)
        return events
    }

    private func takeLine() -> String? {
        guard let end = unread.firstIndex(of: 10) else { return nil }
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
    }

    /// Reads what has arrived; false if there is nothing.
    private func fill(waitingAtMost milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, milliseconds) > 0, polled.revents & Int16(POLLIN) != 0 else {
            // A pipe whose writer is gone is always ready.
            if polled.revents != 0 { usleep(useconds_t(milliseconds) * 1000) }
            return false
        }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &piece, piece.count)
        guard count > 0 else { return false }
        // Read the clock at once: the process continues while its lines are read.
        cpuAtArrival = (try? clock()).map(seconds(of:))
        unread += piece[..<count]
        return true
    }

    // MARK: Figures

    /// The clock of the CPU time that the process has used.
    private func clock() throws -> clockid_t {
        var clock = clockid_t()
        guard clock_getcpuclockid(process.processIdentifier, &clock) == 0 else {
            throw BenchmarkError("the process' clock cannot be read")
        }
        return clock
    }

    /// The kernel's counts so far.
    func usage() throws -> Usage {
        let cpu = seconds(of: try clock())
        let threads = try FileManager.default.contentsOfDirectory(atPath: folder + "/task")
        var switches = 0
        for thread in threads {
            let status = try String(
                contentsOfFile: "\(folder)/task/\(thread)/status", encoding: .utf8)
            for line in status.split(separator: "\n") where line.contains("ctxt_switches") {
                switches += line.split(separator: "\t").last.flatMap { Int($0) } ?? 0
            }
        }
        return Usage(cpu: cpu, switches: switches)
    }

    /// What the process has written so far: all bytes and calls, and the bytes that were meant for
    /// a disk.
    func written() throws -> Figures {
        let text = try String(contentsOfFile: folder + "/io", encoding: .utf8)
        let names = [
            "wchar": "written_bytes", "syscw": "writes", "write_bytes": "disk_bytes",
        ]
        var figures: Figures = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":")
            if parts.count == 2, let name = names[String(parts[0])] {
                figures[name] = Double(parts[1].dropFirst())
            }
        }
        return figures
    }

    /// The memory that the kernel maps now.
    func memory() throws -> Memory {
        let sizes = kilobytes(
            in: try String(contentsOfFile: folder + "/smaps_rollup", encoding: .utf8))
        func megabytes(_ names: String...) -> Double {
            Double(names.reduce(0) { $0 + (sizes[$1] ?? 0) }) / 1024
        }
        return Memory(
            resident: megabytes("Rss"),
            unshared: megabytes("Private_Clean", "Private_Dirty", "Private_Hugetlb"),
            proportional: megabytes("Pss"))
    }

    /// The maximum of resident memory so far, in megabytes.
    func peakMegabytes() throws -> Double {
        let sizes = kilobytes(
            in: try String(contentsOfFile: folder + "/status", encoding: .utf8))
        return Double(sizes["VmHWM"] ?? 0) / 1024
    }

    private var folder: String { "/proc/\(process.processIdentifier)" }

    /// Terminates the process and waits until it has ended.
    func end() {
        process.terminate()
        process.waitUntilExit()
        if let path {
            close(descriptor)
            unlink(path)
        }
    }
}

/// The environment of this process with some variables set, or unset if the text is empty.
private func environment(_ changes: [String: String]) -> [String: String] {
    ProcessInfo.processInfo.environment.merging(changes) { $1 }.filter { !$0.value.isEmpty }
}

/// Runs a program to its end and returns the figures of the JSON object that it prints last.
func figures(
    of program: URL, _ arguments: [String], environment: [String: String] = [:]
) throws -> Figures {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.environment = benchmarks.environment(environment)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let name = program.lastPathComponent
    guard process.terminationStatus == 0 else {
        throw BenchmarkError("\(name) ended with \(process.terminationStatus)")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let last = lines.last(where: { $0.hasPrefix("{") }),
        let object = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
    else { throw BenchmarkError("\(name) printed no figures") }
    return object.compactMapValues { $0 as? Double }
}
