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
            Open.self, Info.self, Table.self, Render.self, ReportCommand.self,
            LibraryCommand.self, Replay.self, Generate.self,
        ],
        defaultSubcommand: Open.self)

    /// The command that the arguments select.
    ///
    /// If none of them can name a subcommand, only `open` parses them, which takes half the time.
    /// If it fails, the root command parses them and reports the error.
    static func command(_ arguments: [String]) throws -> any ParsableCommand {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if !arguments.contains(where: names.contains), let open = try? Open.parse(arguments) {
            return open
        }
        return try parseAsRoot(arguments)
    }

    static func main() {
        SpareMemory.prepare()
        Translation.start(catalogues: Translation.folder())
        CommandLineRun.main(Array(CommandLine.arguments.dropFirst()))
    }
}

/// The version that `--version` prints.
enum ProgramVersion {
    static let text = "0.1.0"

    /// The output of `--version --verbose`: the version, and the active kernel protections.
    static var verbose: String {
        "\(text)\nsandbox: \(SandboxSupport.detected().description)"
    }
}

/// Runs a command and converts its result to an exit code.
enum CommandLineRun {
    /// 0 success, 1 the input was refused as a whole, 2 usage error, 70 internal error.
    enum Code {
        static let refused: Int32 = 1
        static let usage: Int32 = 2
        static let fault: Int32 = 70
    }

    static func main(_ arguments: [String]) -> Never {
        StandardStreams.prepare()
        // A closed output pipe ends the program quietly, as with other filters.
        signal(SIGPIPE, SIG_DFL)
        // A file that reached its size limit gives an error like a full disk, with a sentence.
        signal(SIGXFSZ, SIG_IGN)
        let code = run(arguments)
        do throws(FileError) {
            try StandardOutput.finish()
        } catch {
            StandardError.report(error.description)
            exit(code == 0 ? Code.refused : code)
        }
        exit(code)
    }

    /// Runs the command of the arguments, and reports errors.
    private static func run(_ arguments: [String]) -> Int32 {
        if arguments.sorted() == ["--verbose", "--version"] {
            StandardOutput.write(TerminalText(ownLines: ProgramVersion.verbose + "\n"))
            return 0
        }
        do {
            var command = try Oresen.command(arguments)
            do {
                try command.run()
            } catch let error as ValidationError {
                throw CommandFailure.usage(error.message, of: type(of: command))
            }
            return 0
        } catch let failure as CommandFailure {
            for message in failure.messages { StandardError.report(message) }
            if let usage = failure.usage {
                StandardError.write(TerminalText(ownLines: usage + "\n"))
            }
            return failure.code
        } catch let failure as FileError {
            if failure.isClosedPipe { return 0 }
            StandardError.report(failure.description)
            return Code.refused
        } catch {
            return report(error, of: arguments)
        }
    }

    /// Prints the output of the argument parser: the requested help, or an error.
    private static func report(_ error: any Error, of arguments: [String]) -> Int32 {
        let code = Oresen.exitCode(for: error)
        if code.isSuccess {
            StandardOutput.write(
                TerminalText(ownLines: Oresen.fullMessage(for: error) + "\n"))
            return 0
        }
        guard code == .validationFailure else {
            StandardError.report(Oresen.fullMessage(for: error))
            return Code.fault
        }
        StandardError.write(sentence(for: error, of: arguments) + "\n")
        return Code.usage
    }

    /// The parser's sentence and the usage below it.
    ///
    /// The sentence repeats arguments verbatim, and has its own lines. If an argument could add
    /// further lines, parsing is repeated with harmless arguments.
    private static func sentence(for error: any Error, of arguments: [String]) -> TerminalText {
        func text(of error: any Error) -> String {
            let text = Oresen.fullMessage(for: error)
            return text.hasPrefix("Error: ") ? String(text.dropFirst(7)) : text
        }
        let shown = arguments.map { ControlCharacters.visible($0) as String }
        if shown == arguments { return "oresen: " + TerminalText(ownLines: text(of: error)) }
        do {
            _ = try Oresen.command(shown)
        } catch let again where !Oresen.exitCode(for: again).isSuccess {
            return "oresen: " + TerminalText(ownLines: text(of: again))
        } catch {}
        return "oresen: " + TerminalText(value: text(of: error))
    }
}

/// A command that failed.
struct CommandFailure: Error {
    var code: Int32
    /// The errors, one sentence each.
    var messages: [String]
    /// The usage of the command, if it was called incorrectly.
    var usage: String?

    /// The input was refused as a whole.
    static func refused(_ messages: [String]) -> CommandFailure {
        CommandFailure(code: CommandLineRun.Code.refused, messages: messages)
    }

    /// A command was called incorrectly, which only running it revealed.
    ///
    /// The usage is that command's, as for errors that parsing finds.
    static func usage(_ sentence: String, of command: any ParsableCommand.Type) -> CommandFailure {
        let usage = Oresen.usageString(for: command)
        let name = usage.split(separator: " ").prefix { $0.first?.isLetter ?? false }
            .joined(separator: " ")
        return CommandFailure(
            code: CommandLineRun.Code.usage, messages: [sentence],
            usage: "Usage: \(usage)\n  See '\(name) --help' for more information.")
    }

    static func refused(_ failure: ImportError) -> CommandFailure {
        refused([failure.description])
    }
}

extension StandardOutput {
    /// Writes the buffer as text and empties it when it holds `least` bytes; false if nothing more
    /// can be written.
    @discardableResult
    static func write(_ buffer: inout TextBuffer, least: Int = 0) -> Bool {
        guard buffer.count > least else { return true }
        defer { buffer.removeAll() }
        return write(text: buffer.bytes)
    }
}
