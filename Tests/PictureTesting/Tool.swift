import Foundation
import Imaging

/// External programs that read exported files.
package enum Tool {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// The output of a program, run on files in a temporary folder; `FILE` is replaced by the path
    /// of `file`.
    package static func run(
        _ program: String, _ arguments: [String], on bytes: some Sequence<UInt8>, named name: String
    ) throws -> String {
        String(decoding: try output(program, arguments, on: bytes, named: name), as: UTF8.self)
    }

    /// The picture that a program makes from a file; `OUTPUT` is replaced by its path.
    package static func picture(
        _ program: String, _ arguments: [String], on bytes: some Sequence<UInt8>, named name: String
    ) throws -> Bitmap {
        let data = try output(program, arguments, on: bytes, named: name, result: "picture.png")
        return try Bitmap(png: Array(data), name: program)
    }

    /// The bytes that a program prints, or those of the file `result` that it writes.
    package static func output(
        _ program: String, _ arguments: [String], on bytes: some Sequence<UInt8>,
        named name: String, result: String? = nil
    ) throws -> Data {
        try inFolder { folder in
            let file = folder.appending(path: name).path(percentEncoded: false)
            try Data(bytes).write(to: URL(filePath: file))
            let base = folder.appending(path: "picture").path(percentEncoded: false)
            let words = arguments.map {
                $0.replacing("FILE", with: file).replacing("OUTPUT", with: base)
            }
            let printed = try output(program, words, errors: folder.appending(path: "errors"))
            guard let result else { return printed }
            return try Data(contentsOf: folder.appending(path: result))
        }
    }

    /// The output of a program.
    package static func run(_ program: String, _ arguments: [String]) throws -> String {
        try inFolder { folder in
            let errors = folder.appending(path: "errors")
            return String(decoding: try output(program, arguments, errors: errors), as: UTF8.self)
        }
    }

    /// Runs a function with a new folder, which is removed afterwards.
    package static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "pictures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    private static func output(
        _ program: String, _ arguments: [String], errors: URL
    ) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: try path(of: program))
        process.arguments = arguments
        let output = Pipe()
        try Data().write(to: errors)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let said = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
            throw Failure(
                description: "\(program) ended with \(process.terminationStatus): \(said)")
        }
        return printed
    }

    private static func path(of program: String) throws -> String {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        for folder in folders.split(separator: ":") {
            let path = "\(folder)/\(program)"
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw Failure(
            description:
                "\(program) is not installed; the tests need qpdf, poppler-utils and librsvg2-bin"
        )
    }
}

extension Bitmap {
    /// An SVG as shown by librsvg, with `scale` pixels a point.
    package static func shown(svg: some Sequence<UInt8>, scale: Double = 1) throws -> Bitmap {
        try Tool.picture(
            "rsvg-convert", ["--zoom", "\(scale)", "--output", "OUTPUT.png", "FILE"],
            on: svg, named: "drawing.svg")
    }

    /// The first page of a PDF as shown by poppler, with `scale` pixels a point.
    ///
    /// - Parameter isExact: whether stacked layers are blended as in cairo instead of being rounded
    ///   down one by one.
    package static func shown(
        pdf: some Sequence<UInt8>, scale: Double = 1, isExact: Bool = false
    ) throws -> Bitmap {
        try Tool.picture(
            isExact ? "pdftocairo" : "pdftoppm",
            ["-r", "\(72 * scale)", "-png", "-singlefile", "FILE", "OUTPUT"], on: pdf,
            named: "document.pdf")
    }
}
