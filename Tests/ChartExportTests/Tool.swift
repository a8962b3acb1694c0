import Foundation
import Imaging
import Testing

/// Programs of others that read what was exported.
enum Tool {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// What a program prints, run on files in a folder of its own; `FILE` stands for the path of `file`.
    static func run(
        _ program: String, _ arguments: [String], on bytes: some Sequence<UInt8>, named name: String
    ) throws -> String {
        String(decoding: try output(program, arguments, on: bytes, named: name), as: UTF8.self)
    }

    /// The picture that a program makes of a file; `OUTPUT` stands for where it is to be.
    static func picture(
        _ program: String, _ arguments: [String], on bytes: some Sequence<UInt8>, named name: String
    ) throws -> Bitmap {
        let data = try output(program, arguments, on: bytes, named: name, result: "picture.png")
        return try Bitmap(png: Array(data), name: program)
    }

    static func output(
        _ program: String, _ arguments: [String], on bytes: some Sequence<UInt8>,
        named name: String, result: String? = nil
    ) throws -> Data {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "export-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name).path(percentEncoded: false)
        try Data(bytes).write(to: URL(filePath: file))
        let base = folder.appending(path: "picture").path(percentEncoded: false)
        let process = Process()
        process.executableURL = URL(filePath: try path(of: program))
        process.arguments = arguments.map {
            $0.replacing("FILE", with: file).replacing("OUTPUT", with: base)
        }
        let (output, errors) = (Pipe(), folder.appending(path: "errors"))
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
        guard let result else { return printed }
        return try Data(contentsOf: folder.appending(path: result))
    }

    private static func path(of program: String) throws -> String {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        for folder in folders.split(separator: ":") {
            let path = "\(folder)/\(program)"
            if FileManager.default.isExecutableFile(atPath: path) { return path }
        }
        throw Failure(
            description:
                "\(program) is not installed; these tests need qpdf, poppler-utils and librsvg2-bin"
        )
    }
}

extension Bitmap {
    /// An SVG as librsvg shows it, `scale` pixels a point.
    static func shown(svg: String, scale: Double = 1) throws -> Bitmap {
        try Tool.picture(
            "rsvg-convert", ["--zoom", "\(scale)", "--output", "OUTPUT.png", "FILE"],
            on: svg.utf8, named: "drawing.svg")
    }

    /// The first page of a PDF as poppler shows it, `scale` pixels a point.
    static func shown(pdf: [UInt8], scale: Double = 1) throws -> Bitmap {
        try Tool.picture(
            "pdftoppm", ["-r", "\(72 * scale)", "-png", "-singlefile", "FILE", "OUTPUT"], on: pdf,
            named: "document.pdf")
    }
}
