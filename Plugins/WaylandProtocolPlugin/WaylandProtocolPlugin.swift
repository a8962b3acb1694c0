import Foundation
import PackagePlugin

/// Generates the Swift bindings of the Wayland protocols that a target lists in its
/// `protocols.txt`.
///
/// A target whose name contains `Server` gets the server side, any other the client side.
@main
struct WaylandProtocolPlugin: BuildToolPlugin {
    struct ProtocolsMissing: Error, CustomStringConvertible {
        let description: String
    }

    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let list = target.directoryURL.appending(path: "protocols.txt")
        guard let text = try? String(contentsOf: list, encoding: .utf8) else {
            throw ProtocolsMissing(
                description: "\(list.path): cannot read this list of protocols")
        }
        let side = target.name.contains("Server") ? "server" : "client"
        var inputs = [list]
        var arguments = [side, context.pluginWorkDirectoryURL.path]
        var outputs = [context.pluginWorkDirectoryURL.appending(path: "InterfaceTables.swift")]
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ")
            guard let path = words.first, !path.hasPrefix("#") else { continue }
            let document: URL
            do {
                document = try locate(String(path))
            } catch {
                return [try missing(error, outputs[0], context)]
            }
            inputs.append(document)
            arguments.append(document.path)
            arguments += words.dropFirst().map(String.init)
            let name = document.deletingPathExtension().lastPathComponent
            outputs.append(context.pluginWorkDirectoryURL.appending(path: "protocol-\(name).swift"))
        }
        return [
            .buildCommand(
                displayName: "Generating the Wayland \(side) protocols of \(target.name)",
                executable: try context.tool(named: "WaylandScanner").url,
                arguments: arguments, inputFiles: inputs, outputFiles: outputs)
        ]
    }

    /// A command that fails with the reason when the target is built.
    ///
    /// Planning must not fail: a program that draws pictures plans this target as well, and never
    /// builds it.
    private func missing(
        _ reason: any Error, _ output: URL, _ context: PluginContext
    ) throws -> Command {
        .buildCommand(
            displayName: "Looking for the Wayland protocols",
            executable: try context.tool(named: "WaylandScanner").url,
            arguments: ["missing", "\(reason)"], inputFiles: [], outputFiles: [output])
    }

    /// The installed protocol description at this path below one of the data directories.
    private func locate(_ path: String) throws -> URL {
        let named = ProcessInfo.processInfo.environment["XDG_DATA_DIRS"] ?? ""
        let folders =
            named.split(separator: ":").map(String.init) + ["/usr/local/share", "/usr/share"]
        for folder in folders {
            let file = URL(filePath: folder).appending(path: path)
            if FileManager.default.isReadableFile(atPath: file.path) { return file }
        }
        throw ProtocolsMissing(
            description: "\(path): found this Wayland protocol description in none of "
                + "\(folders.joined(separator: ", ")); install libwayland-dev and wayland-protocols"
        )
    }
}
