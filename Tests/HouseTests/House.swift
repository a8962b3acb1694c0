import Foundation
import Testing

/// The package's own files and tools, as the tests of the house look at them.
enum House {
    /// The folder that holds `Package.swift`.
    static let root: URL = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of what was built, where the test runner itself lies.
    static let products: URL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// The text of the file at `path` below the root.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The paths of the files below `folder` whose names end in one of `endings`, sorted.
    static func files(in folder: String, endings: [String]) throws -> [String] {
        let top = root.appending(path: folder)
        guard
            let walk = FileManager.default.enumerator(
                at: top, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        else { return [] }
        var found: [String] = []
        for case let file as URL in walk where endings.contains(file.pathExtension) {
            found.append(String(file.path(percentEncoded: false).dropFirst(prefixLength)))
        }
        return found.sorted()
    }

    private static var prefixLength: Int {
        let path = root.path(percentEncoded: false)
        return path.hasSuffix("/") ? path.count : path.count + 1
    }

    /// What a command ended with and said.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs a command in the root and waits for its end without blocking a thread.
    ///
    /// - Parameter command: The program, looked for on `PATH` unless it holds a slash, and its arguments.
    /// - Parameter environment: What is set beside the tests' own environment; `nil` takes a variable away.
    static func run(
        _ command: [String], environment changes: [String: String?] = [:]
    ) async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "house-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        // Files and not pipes: nobody has to empty them while the command runs.
        let outputFile = folder.appending(path: "output")
        let errorFile = folder.appending(path: "errors")
        for file in [outputFile, errorFile] { try Data().write(to: file) }

        var environment = ProcessInfo.processInfo.environment
        for (name, value) in changes { environment[name] = value }

        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = root
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: outputFile)
        process.standardError = try FileHandle(forWritingTo: errorFile)
        let status = try await withCheckedThrowingContinuation {
            (ended: CheckedContinuation<Int32, any Error>) in
            process.terminationHandler = { ended.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                ended.resume(throwing: error)
            }
        }
        return Outcome(
            status: status, output: try String(contentsOf: outputFile, encoding: .utf8),
            errors: try String(contentsOf: errorFile, encoding: .utf8))
    }
}
