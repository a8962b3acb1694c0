import ArgumentParser
import ChartCore
import ChartExport
import Geometry
import HealthData
import Platform
import Sandbox
import Viewer

/// Draws a chart into a picture, without a window.
struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draw a chart to an image file (no display needed).")

    @OptionGroup var input: InputOptions
    @OptionGroup var kept: KeptOptions
    @OptionGroup var sources: OrderOptions
    @OptionGroup var view: ViewOptions
    @OptionGroup var homes: HomeOptions

    @Option(help: ArgumentHelp("The first day shown.", valueName: "date"))
    var from: String?

    @Option(help: ArgumentHelp("The first day no longer shown.", valueName: "date"))
    var to: String?

    @Option(
        help: ArgumentHelp(
            "Show the crosshair on the reading nearest to this time.", valueName: "date"))
    var cursor: String?

    @Option(help: "Device pixels per point, 0.5 to 4.")
    var scale: Double = 1

    @Option(help: "The theme: light or dark.")
    var theme: ViewerOptions.ThemeChoice = .light

    @Flag(help: "Pure grounds and strong borders.")
    var highContrast = false

    @Option(
        help: ArgumentHelp(
            "The colour of what is chosen and of the focus, as RRGGBB.", valueName: "colour"))
    var accent: AccentColor?

    @Option(help: "The dialog that is open.")
    var dialog: ScreenID?

    @Flag(help: "The summary of all metrics instead of a chart.")
    var summary = false

    @Flag(help: "The chart alone, without sidebar and header.")
    var chartOnly = false

    @Flag(help: "The map of the workout's way alone; with --workout.")
    var map = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The picture, its kind from the ending: .png, .svg or .pdf; - is PNG to stdout.",
            valueName: "file"))
    var output: String

    @Option(help: "What texts become in an SVG: text, or outlines, which need no font.")
    var svgText: SVGExport.TextForm?

    @Option(
        help: ArgumentHelp(
            "Also write where things are, in device pixels, as JSON.", valueName: "file"))
    var layout: String?

    func validate() throws {
        guard (0.5...4).contains(scale) else {
            throw ValidationError("--scale is \(scale); give one from 0.5 to 4")
        }
        if theme == .auto { throw ValidationError("--theme is light or dark for a picture") }
        guard output == "-" || PictureForm(endingOf: output) != nil else {
            throw ValidationError(
                "'\(output)' is no picture; name a \(PictureForm.endings) file, or -")
        }
        if svgText != nil, PictureForm(endingOf: output) != .svg {
            throw ValidationError("--svg-text is for a picture that ends in .svg; leave it out")
        }
        if map, view.workout == nil {
            throw ValidationError("--map is for the way of a workout; name it with --workout")
        }
        if summary, view.metric != nil || view.workout != nil {
            throw ValidationError(
                "--summary is about all metrics; leave out --metric and --workout")
        }
        if homes.hideHomes != nil, view.workout == nil {
            throw ValidationError(
                "--hide-homes is for the page of a workout; name it with --workout")
        }
        if (from == nil) != (to == nil) {
            throw ValidationError("--from and --to go together; give both")
        }
    }

    func run() throws {
        try input.requireFiles(or: kept)
        let zone = try input.zoneRules()
        var options = try view.options(files: input.files, zone: zone)
        options.library = kept.library
        options.theme = theme
        options.isHighContrast = highContrast
        options.accent = accent?.color
        options.dialog = dialog
        options.showsSummary = summary
        options.assumptions = try input.assumptions()
        options.order = try sources.sourceOrder()
        let calendar = CivilCalendar(zone: zone)
        if let from, let to {
            let first = try CommandLineDate.instant(from, in: calendar, option: "--from")
            let last = try CommandLineDate.instant(to, in: calendar, option: "--to")
            guard last > first else {
                throw ValidationError("--to is not after --from; give a later day")
            }
            options.range = Extent(min: first, max: last)
        }
        options.cursor = try cursor.map {
            try CommandLineDate.instant($0, in: calendar, option: "--cursor")
        }
        if view.workout != nil, kept.library == nil {
            options.hiddenHomes = try homes.zones(byDefault: true, library: nil)
        }
        // The time is the records' own, so that the same records give the same bytes. The page of a
        // workout, which shows where somebody was, has none.
        let created = view.workout == nil ? FileTime.newest(of: input.files) ?? 0 : 0
        CommandSandbox.enter(
            reading: input.files, writing: [output, layout], library: kept.library, draws: true)
        options.divideFiles()
        // Those of a library that is named are read in the sandbox, with the rest of it.
        if view.workout != nil, let library = kept.library {
            options.hiddenHomes = try homes.zones(byDefault: true, library: library)
        }
        do {
            let (scale, text) = (scale, svgText ?? .text)
            let part = chartOnly || map ? PicturePart.chart : .window
            let mapOnly = map
            let form = PictureForm(endingOf: output) ?? .png
            let file = try MainActor.assumeIsolated { [options] in
                try ViewerPicture.file(
                    options, scale: scale, part: part, isMapOnly: mapOnly, form: form,
                    text: text, created: created)
            }
            for failure in file.failures { StandardError.report(failure) }
            if output == "-" {
                StandardOutput.write(data: file.bytes)
            } else {
                try write(file.bytes, to: output)
            }
            if let layout { try write(Array(file.layout.utf8), to: layout) }
            if file.hasUnreadFiles { throw CommandFailure.refused([]) }
        } catch let failure as ViewerPicture.Failure {
            throw CommandFailure.refused(failure)
        } catch let failure as any ReportableError {
            throw CommandFailure.refused([failure.description])
        }
    }

    /// Writes a file that only the user can read, and replaces an existing one.
    private func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        try FileDraft.write(bytes, to: path, readers: .owner, isLasting: true)
    }
}

/// A colour such as `3584E4`.
struct AccentColor: ExpressibleByArgument {
    let color: Color

    init?(argument: String) {
        let digits = argument.hasPrefix("#") ? argument.dropFirst() : argument[...]
        guard digits.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
        color = Color(hex: value)
    }
}

extension ScreenID: ExpressibleByArgument {
    public init?(argument: String) {
        let id = ScreenID(argument)
        guard ScreenCatalogue.standard.dialogs.contains(id) else { return nil }
        self = id
    }

    public static var allValueStrings: [String] {
        ScreenCatalogue.standard.dialogs.map(\.rawValue)
    }
}
extension SVGExport.TextForm: ExpressibleByArgument {}

extension CommandFailure {
    /// Nothing could be shown.
    static func refused(_ failure: ViewerPicture.Failure) -> CommandFailure {
        switch failure {
        case .refused(let sentences): refused(sentences)
        case .noMetric(let id, let known):
            refused(["the files hold no \(id); they hold \(known.joined(separator: ", "))"])
        }
    }
}
