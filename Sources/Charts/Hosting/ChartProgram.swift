// What a small program for charts needs in addition to them: its arguments, and an exit with an
// error message.
//
// All such programs share one convention: without arguments a window opens; with `--picture FILE`
// the same charts are drawn off screen. So every window can also be tested.

import Geometry
import Glibc
import Imaging
import Localization
import Platform

/// A program that shows charts in a window (with `import ChartWindows`), or writes a picture of them
/// if its arguments request it.
///
///     @main
///     struct Weight {
///         @MainActor
///         static func main() {
///             ChartProgram.run("Weight") { program in
///                 let chart = Chart {
///                     LineMark(weights)
///                     TimeAxis()
///                 }
///                 try program.show(chart)
///             }
///         }
///     }
///
/// Its arguments:
///
/// | argument | what it does |
/// | --- | --- |
/// | `--picture FILE` | writes a PNG, SVG or PDF, by the file's extension, and opens no window: neither compositor nor display are needed |
/// | `--scale NUMBER` | device pixels for each point of the picture, 1 by default |
/// | `--light`, `--dark` | takes the light theme, or the dark one; by default a window follows the desktop |
/// | `--help` | lists the arguments |
@MainActor
public struct ChartProgram {
    /// The title of the window.
    public let title: String
    /// The size of the picture, and the first size of the window's content, in points.
    public let size: Size
    /// The requested theme, by default the light one: for charts that are coloured by hand, in a
    /// figure of that theme.
    public var theme: ChartTheme { themes?.light ?? .light }
    /// The requested themes, for a figure; nil if none was requested, and the desktop decides.
    public private(set) var themes: ThemePair?
    /// The file of the requested picture; nil for a window.
    public private(set) var picture: String?
    /// Device pixels for each point of the picture.
    public private(set) var scale = 1.0
    /// Whether only a list of the arguments was requested.
    private(set) var asksForHelp = false

    /// The largest scale of a picture.
    static let largestScale = 8.0

    /// Creates a program from its arguments, without the program name.
    public init(
        _ title: String, size: Size = Size(width: 900, height: 560), arguments: [String]
    ) throws(ChartProgramError) {
        precondition(!size.isEmpty, "a program shows charts in a size above zero, not \(size)")
        self.title = title
        self.size = size
        var rest = arguments[...]
        var givenScale: Double?
        while let word = rest.popFirst() {
            switch word {
            case "--light": themes = ThemePair(.light)
            case "--dark": themes = ThemePair(.dark)
            case "--help", "-h": asksForHelp = true
            case "--picture":
                guard let file = rest.popFirst() else { throw .missingValue(word) }
                picture = file
            case "--scale":
                guard let text = rest.popFirst() else { throw .missingValue(word) }
                guard let number = Double(text), number > 0, number <= Self.largestScale else {
                    throw .notAScale(text)
                }
                givenScale = number
            default: throw .unknown(word)
            }
        }
        guard picture != nil || givenScale == nil || asksForHelp else { throw .scaleOfNoPicture }
        scale = givenScale ?? 1
    }

    /// Runs a program with the arguments of the process.
    ///
    /// Errors are printed to the standard error, and the process exits: with status 2 if its
    /// arguments are not understood, else with 1.
    public static func run(
        _ title: String, size: Size = Size(width: 900, height: 560),
        _ body: (ChartProgram) throws -> Void
    ) {
        do {
            let program = try ChartProgram(
                title, size: size, arguments: Array(CommandLine.arguments.dropFirst()))
            guard !program.asksForHelp else {
                StandardOutput.write("\(usage)\n")
                return try StandardOutput.finish()
            }
            try body(program)
        } catch {
            StandardError.write("\(title): \(String(describing: error))\n")
            exit(error is ChartProgramError ? 2 : 1)
        }
    }

    /// The list of arguments.
    nonisolated static var usage: String {
        tr("the arguments are: [--picture FILE [--scale NUMBER]] [--light | --dark]")
    }
}

/// Arguments that a program for charts does not understand.
public enum ChartProgramError: ReportableError, Equatable {
    /// An argument that does not exist.
    case unknown(String)
    /// An argument without its value.
    case missingValue(String)
    /// A scale that is not a number above 0 and up to 8.
    case notAScale(String)
    /// A scale without a picture: a window has its compositor's.
    case scaleOfNoPicture

    /// The argument.
    public var place: String {
        switch self {
        case .unknown(let word), .missingValue(let word): word
        case .notAScale, .scaleOfNoPicture: "--scale"
        }
    }

    /// The problem.
    public var problem: String {
        switch self {
        case .unknown: tr("there is no such argument")
        case .missingValue: tr("its value is missing")
        case .notAScale(let text): tr("“{1}” is not a number above 0 and up to 8", text)
        case .scaleOfNoPicture: tr("a scale can be chosen only for a picture")
        }
    }

    /// The existing arguments.
    public var remedy: String { ChartProgram.usage }
}
