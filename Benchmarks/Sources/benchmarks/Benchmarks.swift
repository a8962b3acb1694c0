import Foundation

/// Measures the program and prints medians, and writes them as JSON lines where asked to.
///
/// `WORKLOADS` names some of the workloads, `JSON` a file, `PROGRAM` another build of `oresen`. A display must be
/// there: `make bench` runs this on a headless compositor. Only ratios from one run on one machine mean anything.
@main struct Benchmarks {
    static func main() {
        do {
            try run(environment: ProcessInfo.processInfo.environment)
        } catch {
            FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
            exit(1)
        }
    }

    static func run(environment: [String: String]) throws {
        let chosen = try workloads(named: environment["WORKLOADS"] ?? "")
        if environment["PEERS"].map({ !$0.isEmpty && $0 != "0" }) ?? false {
            throw BenchmarkError("no peer is measured by this program yet; run without PEERS")
        }
        let program = URL(filePath: environment["PROGRAM"] ?? ".build/release/oresen")
        let data = URL(filePath: "Benchmarks/.build/records")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)

        var lines = ""
        for workload in chosen {
            let records = data.appending(path: workload.fileName)
            try generate(workload, to: records, program: program)
            print("\(workload.rawValue)  \(workload.title)")
            var runs: [Figures] = []
            for _ in 0..<workload.repetitions {
                runs.append(try workload.measure(program: program, records: records, folder: data))
            }
            let figures = medians(of: runs)
            for (name, value) in figures.sorted(by: { $0.key < $1.key }) {
                print(
                    "    oresen  \(name)  \(value.formatted(.number.precision(.fractionLength(0...4))))"
                )
            }
            lines += try line(workload, figures, repetitions: runs.count)
        }
        if let path = environment["JSON"], !path.isEmpty {
            try Data(lines.utf8).write(to: URL(filePath: path))
        }
    }

    /// The workloads of a list like `W5 W7`; all for an empty one.
    static func workloads(named list: String) throws -> [Workload] {
        let names = list.split(whereSeparator: { $0 == " " || $0 == "," })
        if names.isEmpty { return Workload.allCases }
        return try names.map { name in
            guard let workload = Workload(rawValue: String(name)) else {
                let known = Workload.allCases.map(\.rawValue).joined(separator: ", ")
                throw BenchmarkError("no workload \(name) here; there are \(known)")
            }
            return workload
        }
    }

    /// Makes the records once; they are the same for the same program version.
    static func generate(_ workload: Workload, to file: URL, program: URL) throws {
        if FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) { return }
        // Under another name until it is whole, so that a broken run leaves nothing half done.
        let part = file.deletingLastPathComponent()
            .appending(path: "part-" + file.lastPathComponent)
        let process = Process()
        process.executableURL = program
        process.arguments =
            ["generate"] + workload.generator + ["--output", part.path(percentEncoded: false)]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkError("oresen generate ended with \(process.terminationStatus)")
        }
        try FileManager.default.moveItem(at: part, to: file)
    }

    /// The median of each figure over the runs.
    static func medians(of runs: [Figures]) -> Figures {
        var medians: Figures = [:]
        for name in runs.first?.keys.sorted() ?? [] {
            let values = runs.compactMap { $0[name] }.sorted()
            let middle = values.count / 2
            medians[name] =
                values.count.isMultiple(of: 2)
                ? (values[middle - 1] + values[middle]) / 2 : values[middle]
        }
        return medians
    }

    private static func line(
        _ workload: Workload, _ figures: Figures, repetitions: Int
    ) throws -> String {
        var object: [String: Any] = figures
        object["workload"] = workload.rawValue
        object["subject"] = "oresen"
        object["note"] = "median of \(repetitions)"
        let bytes = try JSONSerialization.data(
            withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: bytes, as: UTF8.self) + "\n"
    }
}
