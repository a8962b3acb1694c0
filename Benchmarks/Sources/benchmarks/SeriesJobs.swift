import Foundation
import Measuring

extension Run {
    /// Series without a window: streaming, appending, and building a pyramid against memory.
    func seriesJobs() -> [Job] {
        var jobs: [Job] = []
        if workloads.contains("stream") {
            jobs.append(
                series("stream", note: "each frame appends 1,000 samples to 1,000,000"))
        }
        if workloads.contains("append") {
            jobs.append(series("append", note: "1,000 samples to 10,000,000"))
        }
        if workloads.contains("pyramid") || workloads.contains("append") {
            let threads = ProcessInfo.processInfo.activeProcessorCount
            jobs.append(
                Job(
                    workload: "pyramid", subject: "floor.bandwidth", rounds: rounds,
                    note: "minimum and maximum of 10,000,000 doubles on \(threads) threads"
                ) {
                    try figures(
                        of: Self.sibling("floor-bandwidth"),
                        ["\(SeriesRun.samples)", "\(threads)"])
                })
            jobs.append(series("pyramid", note: "built over 10,000,000 doubles on all cores"))
        }
        return jobs
    }

    private func series(_ workload: String, note: String) -> Job {
        Job(workload: workload, subject: "oresen", rounds: rounds, note: note) {
            try figures(of: Self.sibling("benchmarks"), ["oresen", workload])
        }
    }
}
