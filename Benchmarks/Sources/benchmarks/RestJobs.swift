import FaultTesting
import Foundation
import Measuring

extension Run {
    // MARK: W5b

    /// A window on a library, untouched for 10 s: alone, and with a second window open.
    ///
    /// The library that the fault tests preload counts syncs. It sees each call on files below the
    /// library's folder.
    func restJobs() throws -> [Job] {
        guard workloads.contains("W5b") else { return [] }
        let table = try records(
            "series-100000.csv",
            ["series", "--records", "100000", "--interval", "60", "--seed", "1"])
        let injector = try Injector(in: folder.path(percentEncoded: false))
        return try builds().flatMap { subject, program in
            let library = try kept(table, by: program, in: "rest-\(subject)")
            return [
                Job(
                    workload: "W5b", subject: subject, rounds: 2,
                    note: "a library of 100,000 samples; sums of all windows"
                ) { try rest(program, windows: 1, library, injector) },
                Job(
                    workload: "W5b", subject: subject + ".two", rounds: 2,
                    note: "two windows on it"
                ) { try rest(program, windows: 2, library, injector) },
            ]
        }
    }

    private func rest(
        _ program: URL, windows: Int, _ library: String, _ injector: Injector
    ) throws -> Figures {
        let states = (0..<windows).map { folder.appending(path: "syncs-\($0)") }
        let processes = try states.map { state in
            let state = state.path(percentEncoded: false)
            unlink(state)
            return try MeasuredProcess(
                program, ["--library", library] + Self.size,
                environment: injector.environment(library, state: state), trace: .option,
                folder: folder)
        }
        defer { for process in processes { process.end() } }
        for process in processes { _ = try process.event("loaded", within: 60) }
        // Waits until the work that loading started is done.
        sleep(3)
        for process in processes { _ = process.pendingEvents() }
        func counted() throws -> Figures {
            var sum: Figures = [:]
            for (process, state) in zip(processes, states) {
                let usage = try process.usage()
                sum["cpu_s", default: 0] += usage.cpu
                sum["switches", default: 0] += Double(usage.switches)
                // This process reads the counts, not the measured one.
                sum.merge(try process.written()) { $0 + $1 }
                let calls = Injector.counts(state.path(percentEncoded: false)).calls
                sum["syncs", default: 0] += Double(calls[.sync] ?? 0)
            }
            return sum
        }
        let before = try counted()
        sleep(10)
        var figures = try counted().merging(before) { $0 - $1 }
        figures["frames"] = Double(
            processes.reduce(0) { $0 + $1.pendingEvents().count { $0.name == "frame" } })
        return figures
    }
}
