import ArgumentParser
import Glibc
import HealthData
import Localization
import Platform
import Sandbox

/// The program: arguments in, exit code out.
@main
struct Oresen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "oresen",
        abstract: "See your health records, and move through years of them.",
        version: ProgramVersion.text,
        subcommands: [
            Open.self, Info.self, Table.self, Render.self, LibraryCommand.self, Replay.self,
            Generate.self,
        ],
        defaultSubcommand: Open.self)

    /// The command that arguments mean.
    ///
    /// Where none of them can name a subcommand, that of opening is asked alone, which takes half
    /// the time; what it does not understand is for the whole to tell.
    static func command(_ arguments: [String]) throws -> any ParsableCommand {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if !arguments.contains(where: names.contains), let open = try? Open.parse(arguments) {
            return open
        }
        return try parseAsRoot(arguments)
    }

    static func main() {
        SpareMemory.prepare()
        MemoryGauge.prepare()
        Translation.start(catalogues: "/usr/share/locale")
        CommandLineRun.main(Array(CommandLine.arguments.dropFirst()))
    }
}

/// The version that `--version` prints.
enum ProgramVersion {
    static let text = "0.1.0"

    /// What `--version --verbose` prints: the version, and what the kernel guards the program with.
    static var verbose: String {
        "\(text)\nsandbox: \(SandboxSupport.detected().description)"
    }
}

/// Runs a command and turns what comes of it into an exit code.
enum CommandLineRun {
    /// 0 good, 1 the input was refused as a whole, 2 wrong usage, 70 our own fault.
    enum Code {
        static let refused: Int32 = 1
        static let usage: Int32 = 2
        static let fault: Int32 = 70
    }

    static func main(_ arguments: [String]) -> Never {
        // A reader that goes away ends the program quietly, as it does with other filters.
        signal(SIGPIPE, SIG_DFL)
        // A file that may not grow any further is an error like a full disk, with a sentence.
        signal(SIGXFSZ, SIG_IGN)
        if arguments.sorted() == ["--verbose", "--version"] {
            print(ProgramVersion.verbose)
            flush()
            exit(0)
        }
        do {
            var command = try Oresen.command(arguments)
            do {
                try command.run()
            } catch let error as ValidationError {
                throw CommandFailure.usage(error.message, of: type(of: command))
            }
            flush()
            exit(0)
        } catch let failure as CommandFailure {
            flush()
            for message in failure.messages { StandardError.write("oresen: \(message)\n") }
            exit(failure.code)
        } catch {
            flush()
            let code = Oresen.exitCode(for: error)
            let text = Oresen.fullMessage(for: error)
            if code.isSuccess {
                print(text)
                flush()
                exit(0)
            }
            if code == .validationFailure {
                let sentence = text.hasPrefix("Error: ") ? String(text.dropFirst(7)) : text
                StandardError.write("oresen: \(sentence)\n")
                exit(Code.usage)
            }
            StandardError.write("oresen: \(text)\n")
            exit(Code.fault)
        }
    }

    private static func flush() { fflush(nil) }
}

/// A command that could not do what it was asked.
struct CommandFailure: Error {
    var code: Int32
    var messages: [String]

    /// The input was refused as a whole.
    static func refused(_ messages: [String]) -> CommandFailure {
        CommandFailure(code: CommandLineRun.Code.refused, messages: messages)
    }

    /// A command was called wrongly, as it found out on running; the usage is that command's, as it
    /// is where the arguments alone show it.
    static func usage(_ sentence: String, of command: any ParsableCommand.Type) -> CommandFailure {
        let usage = Oresen.usageString(for: command)
        let name = usage.split(separator: " ").prefix { $0.first?.isLetter ?? false }
            .joined(separator: " ")
        return CommandFailure(
            code: CommandLineRun.Code.usage,
            messages: [
                "\(sentence)\nUsage: \(usage)\n  See '\(name) --help' for more information."
            ])
    }

    static func refused(_ trouble: ImportTrouble) -> CommandFailure {
        refused([trouble.description])
    }
}

/// Standard error, unbuffered.
enum StandardError {
    static var isTerminal: Bool { isatty(2) == 1 }

    static func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let put = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
            if put <= 0 { return }
            bytes = bytes.dropFirst(put)
        }
    }
}

/// Standard output for large texts.
enum StandardOutput {
    /// Writes the buffer and empties it, once it holds `least` bytes.
    ///
    /// False when nobody reads any more.
    @discardableResult
    static func write(_ buffer: inout TextBuffer, least: Int = 0) -> Bool {
        guard buffer.count > least else { return true }
        guard write(buffer.bytes) else { return false }
        buffer.removeAll()
        return true
    }

    /// Writes all of the bytes.
    ///
    /// False when nobody reads any more.
    static func write(_ content: [UInt8]) -> Bool {
        var bytes = content[...]
        while !bytes.isEmpty {
            let put = bytes.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
            if put < 0, errno == EINTR { continue }
            if put <= 0 { return false }
            bytes = bytes.dropFirst(put)
        }
        return true
    }
}
