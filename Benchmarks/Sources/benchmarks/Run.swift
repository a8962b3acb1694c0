import Foundation
import Measuring

/// One run: its options, its paths, and its results.
struct Run {
    /// The workloads in the order in which they are measured.
    static let known = [
        "W1", "W2", "W3", "W4", "growth", "many", "scatter", "ink", "map", "fling", "stream",
        "append",
        "pyramid",
        "W5", "W5b", "W6", "memory", "library", "W7", "W8",
    ]

    let workloads: [String]
    /// The workloads that need no display.
    static let drawnOffScreen = ["W1", "W2", "W3", "W4", "fling"]

    /// How often subjects of frame workloads take turns.
    let rounds: Int
    /// Whether nothing is shown in a window.
    let isOffScreen: Bool
    /// The X server for peers; nil without peers.
    let display: XServer?
    /// The build of `oresen`.
    let program: URL
    /// An earlier build that takes turns with it; nil if none is named.
    private let before: URL?
    /// Records and pipes of this run.
    let folder: URL
    private let json: String?
    private let results: String?
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(environment: [String: String]) throws {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty || $0 == "0" ? nil : $0 }
        }
        isOffScreen = value("OFFSCREEN") != nil
        let all = isOffScreen ? Self.drawnOffScreen : Self.known
        workloads = try Self.workloads(named: value("WORKLOADS") ?? "", of: all)
        display = try value("PEERS") == nil ? nil : XServer()
        rounds = value("ROUNDS").flatMap { Int($0) } ?? 3
        program = URL(filePath: value("PROGRAM") ?? ".build/release/oresen")
        before = value("BEFORE").map { URL(filePath: $0) }
        folder = URL(filePath: "Benchmarks/.build/records")
        json = value("JSON")
        results = value("RESULTS").map { $0 == "1" ? "Benchmarks/RESULTS.md" : $0 }
        guard rounds > 0 else { throw BenchmarkError("ROUNDS is a number above zero") }
    }

    /// The workloads of a list like `W5 W7`; all if it is empty.
    static func workloads(named list: String, of known: [String]) throws -> [String] {
        let names = list.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
        if names.isEmpty { return known }
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw BenchmarkError(
                "no workload \(unknown) here; there are \(known.joined(separator: ", "))")
        }
        return known.filter { names.contains($0) }
    }

    /// Measures everything, group after group, and reports.
    @MainActor
    func measure() throws {
        if !isOffScreen {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        let lines = try json.map { try LineFile(path: $0) }
        let start = Date.now
        var outcomes: [Outcome] = []
        for group in try groups() {
            for outcome in interleaved(group, progress: say) {
                outcomes.append(outcome)
                lines?.add(outcome.jsonLine)
            }
        }
        display?.end()
        if isTerminal { say("") }
        let report = Report(outcomes: outcomes, start: start, end: .now)
        print(report.text)
        if let results {
            let document =
                isOffScreen
                ? report.section(for: self)
                : report.document(for: self, keepingSectionsOf: results)
            try Data(document.utf8).write(to: URL(filePath: results))
        }
    }

    /// The jobs that take turns with one another, by group.
    private func groups() throws -> [[Job]] {
        [
            frameJobs(), growthJobs(), manyJobs(), scatterJobs(), inkJobs(), mapJobs(),
            flingJobs(),
            seriesJobs(),
            try idleJobs(), try restJobs(), try startJobs(), try memoryJobs(), try libraryJobs(),
            try tableJobs(), try exportJobs(),
        ]
    }

    /// The builds of the program that are measured, with the name of a subject for each:
    /// `oresen.zip` is `before.zip` of the earlier build.
    func builds(_ subject: String = "oresen") -> [(subject: String, program: URL)] {
        [(subject, program)]
            + (before.map { [(subject.replacing("oresen", with: "before"), $0)] } ?? [])
    }

    /// A program of this package, by its name.
    static func sibling(_ name: String) -> URL {
        URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: name)
    }

    /// Prints the progress of the run, on a line that the next one replaces.
    private func say(_ text: String) {
        let isWhole = text.hasSuffix("\n")
        guard isTerminal || isWhole else { return }
        let line = isTerminal ? "\r\u{1B}[K\(text)" : text
        FileHandle.standardError.write(Data(line.utf8))
    }
}

/// A file of JSON lines that grows during the run.
struct LineFile {
    private let file: FileHandle

    init(path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw BenchmarkError("\(path): cannot be written") }
        self.file = file
    }

    func add(_ line: String) { file.write(Data((line + "\n").utf8)) }
}
