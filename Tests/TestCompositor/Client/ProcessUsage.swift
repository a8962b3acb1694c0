import Foundation

/// The kernel's figures for a process.
public struct ProcessUsage: Sendable {
    /// The voluntary context switches of each thread, by its number: how often it began to wait.
    public private(set) var switches: [String: Int] = [:]
    /// Those of the first thread.
    public let firstThreadSwitches: Int
    /// Processor time in ticks, of a hundredth of a second each.
    public let ticks: Int
    /// Whether every thread sleeps.
    public private(set) var isAsleep = true

    /// Reads them now.
    public init(_ id: pid_t) throws {
        let folder = "/proc/\(id)/task"
        for thread in try FileManager.default.contentsOfDirectory(atPath: folder) {
            // A thread may end while it is examined.
            guard
                let status = try? String(
                    contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
            else { continue }
            for line in status.split(separator: "\n") {
                let words = line.split(whereSeparator: \.isWhitespace)
                if words.first == "voluntary_ctxt_switches:" {
                    switches[thread] = Int(words[1])
                }
                if words.first == "State:", words[1] != "S" { isAsleep = false }
            }
        }
        firstThreadSwitches = switches["\(id)"] ?? 0
        let stat = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        ticks = (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }
}
