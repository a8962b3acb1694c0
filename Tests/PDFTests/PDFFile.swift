import Foundation
import PDF
import Testing

/// A PDF as other programs read it.
struct PDFFile {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let bytes: [UInt8]

    /// A program's output about the file, whose path replaces `FILE` in its arguments.
    func told(by program: String, _ arguments: String...) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "pdf-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "file.pdf")
        try Data(bytes).write(to: file)
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(
            separator: ":")
        guard
            let path = folders.map({ "\($0)/\(program)" })
                .first(where: FileManager.default.isExecutableFile)
        else {
            throw Failure(
                description: "\(program) is not installed; these tests need qpdf and poppler-utils")
        }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments.map {
            $0.replacing("FILE", with: file.path(percentEncoded: false))
        }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(program) ended with \(process.terminationStatus)")
        }
        // One character for each byte, so that nothing is lost.
        return String(String.UnicodeScalarView(printed.map { Unicode.Scalar($0) }))
    }

    /// The file with all of its streams uncompressed.
    func unpacked() throws -> String {
        try told(by: "qpdf", "--qdf", "--object-streams=disable", "FILE", "-")
    }
}

/// A font file of the machine, or a modified copy.
enum FontFile {
    /// The file that fontconfig returns for a family.
    static func path(_ family: String = "Inter") throws -> String {
        try said("fc-match", "--format=%{file}", family)
    }

    /// A font with a weight axis; nil if none is installed.
    static let variable: String? = {
        let list = try? said("fc-list", "--format=%{file}\n", ":variable=true:slant=0")
        return list?.split(separator: "\n").first.map(String.init)
    }()

    private static func said(_ program: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: printed, as: UTF8.self)
    }

    /// A copy of a font with another licence: fsType of the table OS/2.
    static func withLicence(_ flags: UInt16, _ body: (String) throws -> Void) throws {
        var bytes = try Data(contentsOf: URL(filePath: try path()))
        func word(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
        let tables = word(4)
        let entry = try #require(
            (0..<tables).map { 12 + 16 * $0 }.first {
                String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) == "OS/2"
            })
        let offset = word(entry + 8) << 16 | word(entry + 10)
        bytes[offset + 8] = UInt8(flags >> 8)
        bytes[offset + 9] = UInt8(flags & 255)
        let file = FileManager.default.temporaryDirectory
            .appending(path: "licence-\(UUID().uuidString).otf")
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path(percentEncoded: false))
    }
}
