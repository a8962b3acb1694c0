import Foundation
import Measuring

/// A workload for one subject, and the number of its rounds.
struct Job {
    var workload: String
    var subject: String
    var rounds: Int
    var note = ""
    var measure: () throws -> Figures
}

/// Runs jobs in turn, round after round, so that other load on the machine affects all alike.
///
/// A job that fails is left out; its note has the error.
func interleaved(_ jobs: [Job], progress: (String) -> Void) -> [Outcome] {
    var runs = [[Figures]](repeating: [], count: jobs.count)
    var failures = [String?](repeating: nil, count: jobs.count)
    for round in 0..<(jobs.map(\.rounds).max() ?? 0) {
        for (index, job) in jobs.enumerated() where round < job.rounds && failures[index] == nil {
            progress("\(job.workload) \(job.subject), \(round + 1) of \(job.rounds)")
            do {
                runs[index].append(try job.measure())
            } catch {
                failures[index] = "\(error)"
                progress("\(job.workload) \(job.subject): \(error)\n")
            }
        }
    }
    return jobs.indices.map { index in
        let job = jobs[index]
        var notes = job.note.isEmpty ? [] : [job.note]
        if runs[index].count > 1 { notes.append("median of \(runs[index].count) runs") }
        if let failure = failures[index] { notes.append("failed: \(failure)") }
        return Outcome(
            workload: job.workload, subject: job.subject, figures: combined(runs[index]),
            note: notes.joined(separator: "; "),
            rounds: runs[index].count > 1 ? runs[index] : [])
    }
}
