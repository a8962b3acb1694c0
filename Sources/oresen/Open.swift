import ArgumentParser
import ChartCore
import Geometry
import HealthData
import Platform
import Sandbox
import Viewer

/// Opens the viewer's window.
struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the viewer (what happens without a subcommand).")

    @OptionGroup var input: InputOptions
    @OptionGroup var view: ViewOptions

    @Option(
        help: "The theme: light, dark, or auto for the desktop's. (default: the one last chosen)")
    var theme: ViewerOptions.ThemeChoice?

    @Option(
        help:
            "What the library begins with: its summary, or last for what the last run showed."
    )
    var begin: ViewerOptions.Beginning = .summary

    @Flag(help: "Keep showing rows as they are added to the file (one file).")
    var follow = false

    @Flag(help: "Fill the screen.")
    var fullscreen = false

    @Option(
        help: ArgumentHelp(
            "Where the view is kept, instead of the base directory; :memory: for nowhere.",
            valueName: "dir"))
    var library: String?

    @Option(help: ArgumentHelp("Write what happens to a file, as JSON lines.", valueName: "file"))
    var trace: String?

    @Flag(help: "Print the compositor's protocols and what was bound, and end.")
    var printGlobals = false

    func validate() throws {
        guard follow else { return }
        guard input.files.count == 1 else {
            throw ValidationError("--follow is for one file; name one")
        }
        // The data of a pipe are shown as they arrive, and then it is at its end.
        guard !FollowedImport.isPipe(input.files[0]) else {
            throw ValidationError(
                "--follow is for one file, and \(input.files[0]) is a pipe, which is read to its "
                    + "end as it is; leave --follow out")
        }
    }

    func run() throws {
        let zone = try input.zoneRules()
        var options = try view.options(files: input.files, zone: zone)
        options.theme = theme
        options.beginning = begin
        options.version = ProgramVersion.text
        options.assumptions = try input.assumptions()
        options.isFullscreen = fullscreen
        options.follows = follow
        options.library = library
        options.trace = trace
        options.printsGlobals = printGlobals
        // Called before files are read and other threads are started.
        WindowSandbox.enter()
        options.divideFiles()
        do {
            // The program has been on the main thread from the start.
            let isUsable = try MainActor.assumeIsolated { [options] in
                try ViewerApplication.run(options)
            }
            // The errors were reported when they occurred.
            if !isUsable { throw CommandFailure.refused([]) }
        } catch let failure as any ReportableError {
            throw CommandFailure.refused([failure.description])
        }
    }
}

/// The part of the data to show, for a window and for a picture.
struct ViewOptions: ParsableArguments {
    @Option(help: "The metric to show, such as steps or weight. (default: the first there is)")
    var metric: String?

    @Option(help: "How much of the calendar: d, w, m, 6m, y or all.")
    var period: Period?

    @Option(help: ArgumentHelp("A day that the page holds: 2026-10-14.", valueName: "date"))
    var at: String?

    @Option(help: ArgumentHelp("The page of values by name, from 1.", valueName: "n"))
    var page: Int?

    @Option(
        help: ArgumentHelp(
            "Begin with the page of a workout: when it began, 2026-10-14T17:30, or its day.",
            valueName: "date"))
    var workout: String?

    @Option(
        help: ArgumentHelp(
            "The size in points, 50 to 16384 each way: 1100x720.", valueName: "WxH"))
    var size: WindowSize?

    @Option(
        help: ArgumentHelp(
            "A unit to show values in, such as mass=lb or glucose=mmol/L; may be repeated.",
            valueName: "quantity=unit"))
    var unit: [String] = []

    func validate() throws {
        if let page, page < 1 { throw ValidationError("--page is \(page); pages count from 1") }
        if workout != nil, metric != nil, metric != MetricID.workouts.rawValue {
            throw ValidationError(
                "--workout shows the metric workouts; leave --metric out, or --workout")
        }
    }

    func options(files: [String], zone: ZoneRules) throws -> ViewerOptions {
        let calendar = CivilCalendar(zone: zone)
        var options = ViewerOptions(
            files: files, zone: zone,
            metric: try metric.map { try CommandLineMetric.named($0).id.rawValue }, period: period,
            date: try at.map {
                try CommandLineDate.instant($0, in: calendar, option: "--at")
            },
            size: size?.size ?? Size(width: 1100, height: 720))
        options.now = { WallClock.now }
        options.page = page
        if let workout {
            let instant = try CommandLineDate.instant(workout, in: calendar, option: "--workout")
            options.workout = instant
            options.metric = MetricID.workouts.rawValue
            options.date = options.date ?? instant
        }
        for text in unit {
            do throws(UnitPreferences.Misfit) {
                try options.units.add(text)
            } catch {
                throw ValidationError(error.description)
            }
        }
        return options
    }
}

/// A size such as `1100x720`, within the limits in the help of `--size`.
struct WindowSize: ExpressibleByArgument {
    let size: Size

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]),
            (50...16_384).contains(width), (50...16_384).contains(height)
        else { return nil }
        size = Size(width: width, height: height)
    }
}

/// Parses dates on the command line.
enum CommandLineDate {
    /// The instant of a day (its start in the zone) or of an ISO 8601 time.
    static func instant(
        _ text: String, isEnd: Bool = false, in calendar: CivilCalendar, option: String
    ) throws -> Double {
        do throws(ISOInstant.Unreadable) {
            return try ISOInstant.read(text, isEnd: isEnd, in: calendar)
        } catch {
            switch error {
            case .noDate:
                throw ValidationError(
                    "'\(text)' is not a date for \(option); write it as 2026-10-14, or with a time "
                        + "as 2026-10-14T08:00")
            case .outOfRange:
                throw ValidationError(
                    "'\(text)' for \(option) is out of the range that is possible; give a date from "
                        + "\(ISOInstant.dates.first) to \(ISOInstant.dates.last)")
            }
        }
    }
}

/// Parses metrics on the command line.
enum CommandLineMetric {
    /// The metric with an id; an impossible one is a usage error.
    static func named(_ id: String) throws -> Metric {
        guard let metric = Metric(MetricID(id)) else {
            throw ValidationError(
                "there is no metric '\(id)'; oresen info lists the ids of a file, such as steps or "
                    + "weight")
        }
        return metric
    }
}

extension Period: ExpressibleByArgument {}
extension ViewerOptions.ThemeChoice: ExpressibleByArgument {}
extension ViewerOptions.Beginning: ExpressibleByArgument {}
