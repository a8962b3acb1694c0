// What a small program around charts needs beside them: its arguments, and an end that is told.
//
// One convention for all of them: without arguments a window opens, with `--picture FILE` the same
// charts are drawn off screen. So whatever can be looked at can be tested, too.

import Geometry
import Glibc
import Imaging
import Localization
import Platform

/// A program that shows charts in a window, or writes a picture of them where its arguments say so.
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
/// | `--picture FILE` | writes a PNG, SVG or PDF, as the file's ending says, and opens no window: neither compositor nor display are needed |
/// | `--scale NUMBER` | device pixels for each point of the picture, 1 unless told |
/// | `--light`, `--dark` | takes the light theme, or the dark one; else a window is as the desktop says |
/// | `--help` | says what there is |
@MainActor
public struct ChartProgram {
    /// The title of the window.
    public let title: String
    /// The size of the picture, and the first size of the window's content, in points.
    public let size: Size
    /// The theme that was asked for, the light one where none was: for charts that are coloured by
    /// hand, in a figure of that theme.
    public var theme: ChartTheme { themes?.light ?? .light }
    /// What was asked for, for a figure; nil where nothing was, and the desktop decides.
    public private(set) var themes: ThemePair?
    /// The file of the picture that was asked for; nil where a window was.
    public private(set) var picture: String?
    /// Device pixels for each point of the picture.
    public private(set) var scale = 1.0
    /// Whether nothing is to be shown but what arguments there are.
    private(set) var asksForHelp = false

    /// The largest scale of a picture.
    static let largestScale = 8.0

    /// A program with arguments, without the name that it was called by.
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

    /// Runs a program with the arguments it was started with.
    ///
    /// What goes wrong is told on the standard error, and the process ends: with status 2 where
    /// its arguments are not understood, else with 1.
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

    /// What arguments there are.
    nonisolated static var usage: String {
        tr("the arguments are: [--picture FILE [--scale NUMBER]] [--light | --dark]")
    }

    /// Shows charts until the window is closed, or writes their picture.
    ///
    /// A figure without themes of its own takes what was asked for.
    ///
    /// - Parameter time: what moves is pictured as it is then, in seconds after the first frame.
    /// - Throws: what `ChartWindow` and its `run` throw, or `ChartImage.write`.
    public func show(_ figure: ChartFigure, picturedAt time: Double = 0) throws {
        if figure.themes == nil { figure.themes = themes }
        guard let picture else {
            return try ChartWindow(title, figure, size: size).run()
        }
        // What begins with the first frame has begun then.
        if time > 0 { figure.advance(to: 0) }
        try ChartImage().write(
            figure, toFile: picture, size: size, title: title, scale: scale, at: time)
    }

    /// Shows a chart in the theme that was asked for.
    public func show(_ chart: some PanelContent, picturedAt time: Double = 0) throws {
        try show(ChartFigure([chart]), picturedAt: time)
    }
}

/// Arguments that a program around charts does not understand.
public enum ChartProgramError: ReportableError, Equatable {
    /// An argument that there is not.
    case unknown(String)
    /// An argument that ends where its value should be.
    case missingValue(String)
    /// A scale that is no number above 0 and up to 8.
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

    /// What is wrong with it.
    public var problem: String {
        switch self {
        case .unknown: tr("there is no such argument")
        case .missingValue: tr("its value is missing")
        case .notAScale(let text): tr("“{1}” is no number above 0 and up to 8", text)
        case .scaleOfNoPicture: tr("only a picture has a scale of one's own choice")
        }
    }

    /// The arguments that there are.
    public var remedy: String { ChartProgram.usage }
}
