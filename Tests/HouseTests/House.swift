import Foundation
import Testing

/// The files and tools of this repository, for the tests that check it.
enum House {
    /// The folder that holds `Package.swift`.
    static let root: URL = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of the build products, which contains the test runner itself.
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

    /// The exit status and the output of a command.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs a command in the root and waits for its end without blocking a thread.
    ///
    /// - Parameter command: The program, searched on `PATH` unless it contains a slash, and its
    ///   arguments.
    /// - Parameter environment: Variables to set in addition to the tests' own environment; `nil`
    ///   removes one.
    static func run(
        _ command: [String], environment changes: [String: String?] = [:]
    ) async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "house-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        // Files and not pipes: a full pipe would block the command.
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
