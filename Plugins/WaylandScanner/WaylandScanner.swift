import Foundation

/// Turns Wayland protocol descriptions into Swift.
///
/// Usage: `WaylandScanner client|server FOLDER (FILE.xml [interface=version]...)...`. It writes
/// `InterfaceTables.swift` and one `protocol-NAME.swift` per description into the folder. A version
/// after an interface's name leaves out what the protocol added later.
@main
enum WaylandScanner {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        if arguments.count == 2, arguments[0] == "missing" {
            throw ScanError(file: "", line: 0, problem: arguments[1])
        }
        guard arguments.count > 2, let side = Side(rawValue: arguments[0]) else {
            throw ScanError(
                file: "WaylandScanner", line: 1,
                problem: "the arguments are client or server, a folder, and description files")
        }
        let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
        var files: [String] = []
        var limits: [String: Int] = [:]
        for word in arguments.dropFirst(2) {
            let parts = word.split(separator: "=")
            if parts.count == 2, let version = Int(parts[1]) {
                limits[String(parts[0])] = version
            } else {
                files.append(word)
            }
        }
        var protocols: [ProtocolDescription] = []
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
            var parser = Parser(bytes, file: file, limits: limits)
            protocols.append(try parser.parse())
        }
        let tables = Tables(protocols: protocols)
        try write(try tables.source(module: side.module), to: folder, "InterfaceTables.swift")
        for (file, description) in zip(files, protocols) {
            let name = URL(filePath: file).deletingPathExtension().lastPathComponent
            let text =
                side == .client
                ? ClientEmitter(tables: tables).source(description)
                : ServerEmitter(tables: tables).source(description)
            try write(text, to: folder, "protocol-\(name).swift")
        }
    }

    private static func write(_ text: String, to folder: URL, _ name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }
}
