import Foundation
import Measuring

/// Other chart libraries, in programs that do the same work.
enum Peer: String, CaseIterable {
    case pyqtgraph
    case matplotlib
    case implot

    var note: String {
        switch self {
        case .pyqtgraph: "raster, thinned to peaks"
        case .matplotlib: "Agg, off screen"
        case .implot: "off screen except its window, no swap"
        }
    }

    /// Whether the workload fits into memory: ImPlot sends every sample to OpenGL.
    func canDo(_ workload: String) -> Bool { !(self == .implot && workload == "W4") }
}

extension Run {
    private static let peers = URL(filePath: "Benchmarks/Peers")
    private static let python = URL(filePath: "Benchmarks/.build/peers/bin/python")

    /// The frames of each peer, as many as fit into 8 seconds.
    func peerFrames(_ workload: String) -> [Job] {
        guard let display else { return [] }
        return Peer.allCases.filter { $0.canDo(workload) }.map { peer in
            Job(
                workload: workload, subject: peer.rawValue,
                rounds: workload < "W3" ? min(rounds, 2) : 1,
                note: peer.note
            ) {
                try figures(
                    of: Self.python, Self.arguments(peer, ["frames", workload]),
                    environment: display.environment)
            }
        }
    }

    /// From the start of the process until a table is shown.
    func peerOpenings(_ workload: String, _ records: URL, rounds: Int) -> [Job] {
        guard let display else { return [] }
        // ImPlot would need several gigabytes for ten million samples.
        return Peer.allCases.filter { workload == "W6" || $0 != .implot }.map { peer in
            Job(
                workload: workload, subject: peer.rawValue, rounds: rounds,
                note: peer.note + (workload == "W6" ? ", read with numpy" : ", read with pandas")
            ) {
                try warm(records)
                let process = try MeasuredProcess(
                    Self.python,
                    Self.arguments(peer, ["open", records.path(percentEncoded: false)]),
                    environment: display.environment, trace: .standardOutput, folder: folder)
                defer { process.end() }
                let event = try process.event("first-frame", within: 300)
                return [
                    "wall_s": event.time - process.started, "cpu_s": try process.usage().cpu,
                    "peak_mb": try process.peakMegabytes(),
                ]
            }
        }
    }

    /// A health export, read by other programs for such files.
    func peerExports(_ records: URL) -> [Job] {
        guard display != nil else { return [] }
        return [
            ("lxml", "lxml_peer", "iterparse, same result as the floor"),
            ("healthkit-to-sqlite", "healthkit_to_sqlite_peer", "into an SQLite file"),
        ].map { subject, script, note in
            Job(workload: "W8", subject: subject, rounds: 1, note: note) {
                try warm(records)
                return try figures(
                    of: Self.python,
                    [
                        Self.peers.appending(path: script + ".py").path(percentEncoded: false),
                        records.path(percentEncoded: false),
                    ])
            }
        }
    }

    private static func arguments(_ peer: Peer, _ arguments: [String]) -> [String] {
        [peers.appending(path: "\(peer.rawValue)_peer.py").path(percentEncoded: false)] + arguments
    }
}

/// An X server without a screen, for the peers.
final class XServer {
    private let process = Process()
    private let number: String

    /// Starts Xvfb on a display that is free.
    init() throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // It ends with this process, even if this process is killed.
        process.arguments = [
            "setpriv", "--pdeathsig", "TERM", "Xvfb", "-displayfd", "1", "-screen", "0",
            "1400x900x24", "-nolisten", "tcp",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.availableData
        number = String(decoding: bytes, as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)
        guard Int(number) != nil else { throw BenchmarkError("Xvfb did not start") }
    }

    /// The variables with which a program finds this server, and no Wayland display.
    var environment: [String: String] {
        [
            "DISPLAY": ":\(number)", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": "xcb",
            "PYTHONDONTWRITEBYTECODE": "1",
        ]
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }
}
