import Foundation
import Glibc

/// One figure of a run, by the name that the JSON line gives it.
typealias Figures = [String: Double]

/// A piece of work that is measured, the same for everyone who is measured.
enum Workload: String, CaseIterable {
    case idle = "W5"
    case firstFrame = "W6"
    case largeTable = "W7"
    case largeExport = "W8"

    var title: String {
        switch self {
        case .idle: "a chart is shown and nothing happens for 10 s"
        case .firstFrame: "process start to first frame, CSV of 10,000 rows"
        case .largeTable: "CSV of 10,000,000 rows, to the complete picture"
        case .largeExport: "Apple Health export.xml of 2,388,958 records, to the complete picture"
        }
    }

    /// How often it is measured; the median counts.
    var repetitions: Int {
        switch self {
        case .idle: 1
        case .firstFrame: 7
        case .largeTable, .largeExport: 3
        }
    }

    /// The arguments that make `oresen` write the records, without the file's name.
    var generator: [String] {
        switch self {
        case .idle, .firstFrame:
            ["series", "--records", "10000", "--interval", "60", "--seed", "1"]
        case .largeTable:
            ["series", "--records", "10000000", "--interval", "1", "--seed", "1"]
        case .largeExport:
            ["apple-health", "--records", "2388958", "--seed", "1"]
        }
    }

    var fileName: String {
        switch self {
        case .idle, .firstFrame: "series-10000.csv"
        case .largeTable: "series-10000000.csv"
        case .largeExport: "export-2388958.xml"
        }
    }

    /// Does the work once.
    func measure(program: URL, records: URL, folder: URL) throws -> Figures {
        let viewer = try ViewerProcess(
            program: program, arguments: [records.path(percentEncoded: false)], folder: folder)
        defer { viewer.end() }
        switch self {
        case .firstFrame:
            let wall = try viewer.seconds(to: "first-frame", within: 60)
            let usage = try viewer.usage()
            return ["wall_s": wall, "cpu_s": usage.cpu, "peak_mb": usage.peakMegabytes]
        case .largeTable, .largeExport:
            let wall = try viewer.seconds(to: "loaded", within: 600)
            let usage = try viewer.usage()
            return ["wall_s": wall, "cpu_s": usage.cpu, "peak_mb": usage.peakMegabytes]
        case .idle:
            _ = try viewer.seconds(to: "loaded", within: 60)
            // What loading set in motion comes to rest first.
            sleep(3)
            let before = try viewer.usage()
            let framesBefore = try viewer.events("frame").count
            sleep(10)
            let after = try viewer.usage()
            return [
                "cpu_s": after.cpu - before.cpu,
                "switches": Double(after.switches - before.switches),
                "frames": Double(try viewer.events("frame").count - framesBefore),
            ]
        }
    }
}
