import FaultTesting
import Foundation

/// `torture PROGRAM`: kills, faults, power cuts and damaged pages, on libraries made for it.
///
/// The environment selects: `CASES` (a list of those below; all by default), `RUNS` (the number of
/// faults; half as many kills), `SEED`, `KEEP` (the folder is not removed). The program ends with 1
/// if there are findings.
@main
struct Torturing {
    static func main() {
        do {
            exit(try run() ? 0 : 1)
        } catch {
            FileHandle.standardError.write(Data("torture: \(error)\n".utf8))
            exit(2)
        }
    }

    static let cases = ["faults", "writers", "power", "wiped", "unreadable"]

    private static func run() throws -> Bool {
        let settings = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        let words = Array(CommandLine.arguments.dropFirst())
        guard let program = words.first, words.count == 1 else {
            throw Misuse("usage: torture PROGRAM")
        }
        let chosen = settings["CASES"]?.split(separator: " ").map(String.init) ?? cases
        if let unknown = chosen.first(where: { !cases.contains($0) }) {
            throw Misuse(
                "there is no case '\(unknown)'; there are: \(cases.joined(separator: ", "))")
        }
        guard let runs = Int(settings["RUNS"] ?? "2000"), runs > 0,
            let seed = UInt64(settings["SEED"] ?? "1")
        else { throw Misuse("RUNS and SEED are whole numbers") }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "oresen-torture-\(UUID().uuidString)").path(percentEncoded: false)
        defer { if settings["KEEP"] == nil { try? FileManager.default.removeItem(atPath: folder) } }
        let stage = try Stage(
            program: URL(filePath: program).path(percentEncoded: false), in: folder)
        var torture = try Torture(stage, seed: seed) { line in
            FileHandle.standardError.write(Data((line + "\n").utf8))
        }
        for name in chosen {
            switch name {
            case "faults": try torture.faults(kills: max(1, runs / 2), faults: runs)
            case "writers": try torture.writers(rounds: max(4, runs / 20))
            case "power": try torture.powerCuts(moments: max(4, runs / 100), variants: 4)
            case "wiped": try torture.pages([.zeros, .ones, .random])
            case "unreadable": try torture.pages([.unreadable])
            default: break
            }
        }
        print(torture.tally.text)
        return torture.tally.findings.isEmpty
    }

    struct Misuse: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }
}
