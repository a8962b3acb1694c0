import Foundation

/// The built program, run as a person runs it.
struct Program {
    struct Outcome {
        var code: Int32
        var output: Data
        var errors: String

        var text: String { String(decoding: output, as: UTF8.self) }

        /// The rows of a CSV, with the names of its header as keys.
        var rows: [[String: String]] {
            let lines = text.split(separator: "\n")
            guard let header = lines.first?.split(separator: ",") else { return [] }
            return lines.dropFirst().map { line in
                let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                return Dictionary(
                    uniqueKeysWithValues: zip(header.map(String.init), cells.map(String.init)))
            }
        }
    }

    enum Failure: Error {
        case notJSON
    }

    /// The program next to the tests, where the build puts it.
    static var path: String {
        let own =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return (own as NSString).deletingLastPathComponent + "/oresen"
    }

    /// Runs the program, or `command`, to its end; `running` is called while it runs.
    ///
    /// - Parameter output: the program's standard output; nil for a file, whose content is put into
    ///   the outcome.
    static func run(
        _ arguments: [String], input: Data? = nil, output: FileHandle? = nil,
        command: String = path,
        running: (Process) throws -> Void = { _ in }
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command)
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment["LC_ALL"] = "C.UTF-8"
        // Files, not pipes: they cannot fill up and block.
        let folder = NSTemporaryDirectory() + "oresen-run-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Temporary files are not in the folder of a test's own files, because the sandbox opens
        // their folder.
        environment["TMPDIR"] = folder
        process.environment = environment
        for name in ["in", "out", "err"] {
            try (name == "in" ? input ?? Data() : Data()).write(
                to: URL(fileURLWithPath: folder + "/" + name))
        }
        process.standardInput = FileHandle(forReadingAtPath: folder + "/in")
        process.standardOutput = output ?? FileHandle(forWritingAtPath: folder + "/out")
        process.standardError = FileHandle(forWritingAtPath: folder + "/err")
        try process.run()
        try running(process)
        process.waitUntilExit()
        return Outcome(
            code: process.terminationReason == .exit ? process.terminationStatus : -1,
            output: try Data(contentsOf: URL(fileURLWithPath: folder + "/out")),
            errors: String(
                decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/err")), as: UTF8.self
            ))
    }

    static func json(_ arguments: [String]) throws -> [String: Any] {
        let outcome = try run(arguments)
        guard let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        else {
            throw Failure.notJSON
        }
        return object
    }
}

/// A folder that is removed after the test.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "oresen-cli-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, _ name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
        return path + "/" + name
    }
}
