// The program that feeds readers with bytes made up by libFuzzer.
//
//     fuzzing list                    every reader, and how many bytes its inputs have at most
//     fuzzing seeds FOLDER            writes the inputs to begin with, a folder for each reader
//     fuzzing READER ARGUMENT...      libFuzzer with these arguments
//
// libFuzzer starts the program anew for some tasks, with its own arguments alone, so the reader's name
// is kept in the environment.

import CFuzzer
import Foundation

@main
enum Fuzzing {
    private static let variable = "FUZZ_READER"
    private static let reader = getenv(variable).flatMap {
        FuzzReader.named(String(cString: $0))
    }

    static func main() throws {
        var arguments = CommandLine.arguments
        switch arguments.dropFirst().first {
        case "list":
            for reader in FuzzReader.all { print(reader.name, reader.longest) }
            return
        case "seeds" where arguments.count == 3:
            return try writeSeeds(to: URL(filePath: arguments[2]))
        case let name? where FuzzReader.named(name) != nil:
            setenv(variable, name, 1)
            arguments.remove(at: 1)
        default: break
        }
        guard reader != nil else {
            say("usage: fuzzing list | seeds FOLDER | READER ARGUMENT...")
            exit(2)
        }
        var count = CInt(arguments.count)
        // They are used until the program ends.
        let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
            capacity: arguments.count + 1)
        for (index, argument) in arguments.enumerated() { list[index] = strdup(argument) }
        list[arguments.count] = nil
        var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = list
        exit(
            LLVMFuzzerRunDriver(&count, &values) { start, size in
                Fuzzing.read(Array(UnsafeBufferPointer(start: start, count: size)))
                return 0
            })
    }

    private static func read(_ input: [UInt8]) {
        do throws(FuzzReader.Violation) {
            try reader?.read(input)
        } catch {
            say("violation: \(error)")
            abort()
        }
    }

    private static func say(_ sentence: String) {
        FileHandle.standardError.write(Data((sentence + "\n").utf8))
    }

    private static func writeSeeds(to folder: URL) throws {
        for (reader, seeds) in try FuzzSeed.all() {
            let own = folder.appending(path: reader)
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            for seed in seeds {
                try Data(seed.bytes).write(to: own.appending(path: seed.name))
            }
        }
    }
}
