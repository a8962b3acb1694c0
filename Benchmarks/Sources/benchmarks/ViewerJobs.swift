import Foundation
import Measuring

extension Run {
    /// A window as large as the floors', so that buffers cost the same.
    static let size = ["--size", "\(FrameWorkload.width)x\(FrameWorkload.height)"]

    private func viewer(
        _ program: URL, _ files: [URL], library: String = ":memory:"
    ) throws -> MeasuredProcess {
        try MeasuredProcess(
            program,
            ["--library", library] + Self.size + files.map { $0.path(percentEncoded: false) },
            trace: .option, folder: folder)
    }

    private func client() throws -> MeasuredProcess {
        try MeasuredProcess(
            Self.sibling("floor-client"), [], trace: .standardOutput, folder: folder)
    }

    // MARK: W5

    /// The chart is shown and nothing happens for 10 s.
    func idleJobs() throws -> [Job] {
        guard workloads.contains("W5") else { return [] }
        let records = try records(
            "series-10000.csv",
            ["series", "--records", "10000", "--interval", "60", "--seed", "1"])
        return [
            Job(workload: "W5", subject: "floor.client", rounds: 1) {
                try idle(try client(), ready: "first-frame")
            }
        ]
            + builds().map { subject, program in
                Job(workload: "W5", subject: subject, rounds: 2) {
                    try idle(try viewer(program, [records]), ready: "loaded")
                }
            }
    }

    private func idle(_ process: MeasuredProcess, ready: String) throws -> Figures {
        defer { process.end() }
        _ = try process.event(ready, within: 60)
        // Waits until the work that loading started is done.
        sleep(3)
        _ = process.pendingEvents()
        let before = try process.usage()
        sleep(10)
        let after = try process.usage()
        return [
            "cpu_s": after.cpu - before.cpu, "switches": Double(after.switches - before.switches),
            "frames": Double(process.pendingEvents().count { $0.name == "frame" }),
        ]
    }

    // MARK: W6

    /// A start is short and touches everything: single starts differ by a third, and the median of
    /// a few by a tenth.
    private var startRounds: Int { 31 }

    /// From the start of the process to its first frame, with a table of 10,000 rows.
    func startJobs() throws -> [Job] {
        guard workloads.contains("W6") else { return [] }
        let records = try records(
            "series-10000.csv",
            ["series", "--records", "10000", "--interval", "60", "--seed", "1"])
        // The first start of each brings files into the page cache.
        _ = try start(try client(), "first-frame")
        for build in builds() { _ = try start(try viewer(build.program, [records]), "first-frame") }
        let floor = Job(
            workload: "W6", subject: "floor.client", rounds: startRounds,
            note: "until the compositor answers the first frame; swapped_s until the swap"
        ) {
            try start(try client(), "first-frame", earlier: "swapped")
        }
        let jobs = builds().map { subject, program in
            Job(
                workload: "W6", subject: subject, rounds: startRounds,
                note: "until the trace's first-frame; loaded_s until its loaded"
            ) {
                try start(try viewer(program, [records]), "first-frame", later: "loaded")
            }
        }
        return [floor] + jobs + peerOpenings("W6", records, rounds: min(rounds, 3))
    }

    private func start(
        _ process: MeasuredProcess, _ name: String, earlier: String? = nil, later: String? = nil
    ) throws -> Figures {
        defer { process.end() }
        var figures: Figures = [:]
        if let earlier {
            figures["\(earlier)_s"] = try process.event(earlier, within: 60).time - process.started
        }
        let event = try process.event(name, within: 60)
        figures["wall_s"] = event.time - process.started
        guard let cpu = process.cpuAtArrival else {
            throw BenchmarkError("the process' clock could not be read at its \(name)")
        }
        figures["cpu_s"] = cpu
        figures["peak_mb"] = try process.peakMegabytes()
        if let later {
            figures["\(later)_s"] = try process.event(later, within: 60).time - process.started
        }
        return figures
    }

    // MARK: Memory

    /// The memory of an idle window: the viewer with the sample records.
    func memoryJobs() throws -> [Job] {
        guard workloads.contains("memory") else { return [] }
        let samples = try FileManager.default.contentsOfDirectory(atPath: "assets/samples")
            .filter { $0.hasSuffix(".csv") }.sorted()
            .map { URL(filePath: "assets/samples/\($0)") }
        return [
            Job(workload: "memory", subject: "floor.client", rounds: 2) {
                try memory(try client(), ready: "first-frame")
            }
        ]
            + builds().map { subject, program in
                Job(workload: "memory", subject: subject, rounds: 2, note: "the sample records") {
                    try memory(try viewer(program, samples), ready: "loaded")
                }
            }
    }

    private func memory(_ process: MeasuredProcess, ready: String) throws -> Figures {
        defer { process.end() }
        _ = try process.event(ready, within: 60)
        sleep(3)
        let memory = try process.memory()
        return [
            "rss_mb": memory.resident, "private_mb": memory.unshared,
            "pss_mb": memory.proportional, "peak_mb": try process.peakMegabytes(),
        ]
    }

    // MARK: Library

    /// The window on a library of four million samples, from the start of the process to the
    /// complete picture.
    ///
    /// Each build has its own library: an earlier build cannot read a later schema.
    func libraryJobs() throws -> [Job] {
        guard workloads.contains("library") else { return [] }
        let table = try records(
            "series-4000000.csv",
            ["series", "--records", "4000000", "--interval", "60", "--seed", "1"])
        return try builds().map { subject, program in
            let library = try kept(table, by: program, in: "library-\(subject)")
            return Job(
                workload: "library", subject: subject, rounds: 7,
                note: "until the trace's loaded; first_s until the first frame with data"
            ) {
                try warm(URL(filePath: library + "/library.sqlite"))
                return try load(try viewer(program, [], library: library))
            }
        }
    }

    /// Makes a library for this run, to which a build of the program adds a file; returns its
    /// folder.
    func kept(_ file: URL, by program: URL, in name: String) throws -> String {
        let library = folder.appending(path: name).path(percentEncoded: false)
        try? FileManager.default.removeItem(atPath: library)
        let process = Process()
        process.executableURL = program
        process.arguments = [
            "library", "add", file.path(percentEncoded: false), "--library", library,
        ]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError("oresen library add ended with \(process.terminationStatus)")
        }
        return library
    }

    // MARK: W7, W8

    /// A table of ten million rows, from the start of the process to the complete picture.
    func tableJobs() throws -> [Job] {
        guard workloads.contains("W7") else { return [] }
        let records = try records(
            "series-10000000.csv",
            ["series", "--records", "10000000", "--interval", "1", "--seed", "1"])
        let jobs =
            [
                Job(
                    workload: "W7", subject: "floor.csv", rounds: rounds,
                    note: "one thread; reads and builds 16 to 1, draws nothing"
                ) {
                    try warm(records)
                    return try figures(
                        of: Self.sibling("floor-csv"), [records.path(percentEncoded: false)])
                }
            ]
            + loading("W7", records, rounds: rounds) + [watchedLoading("W7", records)]
        return jobs + peerOpenings("W7", records, rounds: 1)
    }

    /// A health export of 2.4 million records, and one of 9 million, 4 GB, for its memory.
    func exportJobs() throws -> [Job] {
        guard workloads.contains("W8") else { return [] }
        let records = try records(
            "export-2388958.xml",
            ["apple-health", "--records", "2388958", "--seed", "1"])
        let packed = try self.records(
            "export-2388958.zip",
            ["apple-health", "--records", "2388958", "--seed", "1"])
        func floor(_ name: String, subject: String? = nil, _ file: URL, _ note: String) -> Job {
            Job(
                workload: "W8", subject: subject ?? name.replacing("floor-", with: "floor."),
                rounds: 3, note: note
            ) {
                try warm(file)
                return try figures(of: Self.sibling(name), [file.path(percentEncoded: false)])
            }
        }
        let jobs =
            [
                Job(
                    workload: "W8", subject: "floor.handover", rounds: 3,
                    note: "a cache line there and back between two processors"
                ) { try figures(of: Self.sibling("floor-handover"), []) },
                floor("floor-xml-scan", records, "one thread; no XML parser, draws nothing"),
                floor("floor-inflate", packed, "one thread; zlib, keeps nothing"),
                floor("peer-expat", subject: "expat", records, "bare tokenising, no handlers"),
            ]
            + loading("W8", records, rounds: 3)
            + loading("W8", subject: "oresen.zip", packed, rounds: 3)
            + [watchedLoading("W8", records)]
        let large = try self.records(
            "export-9000000.xml", ["apple-health", "--records", "9000000", "--seed", "1"])
        return jobs + peerExports(records)
            + [watchedLoading("W8", subject: "oresen.large", large)]
    }

    /// Reads a file just before it is measured, so that every subject finds it in the page cache: a
    /// machine may take back what was read minutes ago.
    func warm(_ file: URL) throws {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        while let piece = try handle.read(upToCount: 1 << 22), !piece.isEmpty { continue }
    }

    private func loading(
        _ workload: String, subject: String = "oresen", _ records: URL, rounds: Int
    ) -> [Job] {
        builds(subject).map { subject, program in
            Job(
                workload: workload, subject: subject, rounds: rounds,
                note: "until the trace's loaded; first_s until the first frame with data"
            ) {
                try warm(records)
                return try load(try viewer(program, [records]))
            }
        }
    }

    /// From the start of a process to its complete picture.
    private func load(_ process: MeasuredProcess) throws -> Figures {
        defer { process.end() }
        var first = FirstPicture()
        let loaded = try process.event(within: 600) { event in
            first.see(event)
            return event.name == "loaded"
        }
        return [
            "wall_s": loaded.time - process.started, "cpu_s": try process.usage().cpu,
            "first_s": (first.time ?? loaded.time) - process.started,
            "peak_mb": try process.peakMegabytes(),
        ]
    }

    /// The same once more, with the memory sampled every 20 ms.
    ///
    /// Sampling costs time, so the time of this run does not count.
    private func watchedLoading(
        _ workload: String, subject: String = "oresen.watched", _ records: URL
    ) -> Job {
        Job(
            workload: workload, subject: subject, rounds: 1,
            note: "memory sampled every 20 ms"
        ) {
            try warm(records)
            let process = try viewer(program, [records])
            defer { process.end() }
            var peak = 0.0
            let sample = { peak = max(peak, try process.memory().unshared) }
            let loaded = try process.event(within: 600, sample: sample) { $0.name == "loaded" }
            try sample()
            return [
                "wall_s": loaded.time - process.started, "private_peak_mb": peak,
                "peak_mb": try process.peakMegabytes(),
            ]
        }
    }

    // MARK: Records

    /// Makes records once; the same version of the program makes the same ones.
    func records(_ name: String, _ arguments: [String]) throws -> URL {
        let file = folder.appending(path: name)
        if FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) { return file }
        // Has another name until it is complete, so that a failed run leaves no partial file.
        let part = folder.appending(path: "part-" + name)
        let process = Process()
        process.executableURL = program
        process.arguments =
            ["generate"] + arguments + ["--output", part.path(percentEncoded: false)]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError("oresen generate ended with \(process.terminationStatus)")
        }
        try FileManager.default.moveItem(at: part, to: file)
        return file
    }
}
