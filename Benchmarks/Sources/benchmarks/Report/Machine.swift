import Foundation
import GPU

/// The machine and the versions of a run.
@MainActor
enum Machine {
    /// Names and values, in reading order.
    static func description(withPeers: Bool) -> [(name: String, value: String)] {
        let release = fields(of: "/etc/os-release", separator: "=")
        let memory = fields(of: "/proc/meminfo", separator: ":")["MemTotal"] ?? ""
        let gigabytes = (Double(memory.split(separator: " ").first ?? "") ?? 0) / 1024 / 1024
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let processor = fields(of: "/proc/cpuinfo", separator: ":")["model name"] ?? "unknown"
        let device = try? BenchDevice.make()
        var list = [
            ("processor", "\(processor), \(cores) cores"),
            ("memory", String(format: "%.0f GiB", gigabytes)),
            ("system", "\(release["PRETTY_NAME"] ?? "unknown"), Linux \(said("uname", "-r"))"),
            ("OpenGL", "\(device?.rendererName ?? "none"); \(device?.versionName ?? "none")"),
            ("compositor", "\(said("weston", "--version")), headless"),
            ("Swift", said("setup/swift", "--version")),
            ("Oresen", "\(said("git", "describe", "--always", "--dirty"))"),
        ]
        if withPeers {
            let text =
                (try? String(
                    contentsOfFile: "Benchmarks/Peers/requirements.txt", encoding: .utf8)) ?? ""
            let versions = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            list.append(
                ("peers", versions.joined(separator: ", ").replacing("==", with: " ")))
        }
        return list
    }

    private static func fields(of path: String, separator: Character) -> [String: String] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var result: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: separator, maxSplits: 1)
            guard parts.count == 2 else { continue }
            result[parts[0].trimmingCharacters(in: .whitespaces)] = parts[1]
                .trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
        }
        return result
    }

    /// The first line that a command prints.
    private static func said(_ command: String...) -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "unknown" }
        let bytes = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first
        return line.map(String.init) ?? "unknown"
    }
}
