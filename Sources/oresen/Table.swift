import ArgumentParser
import ChartCore
import HealthData
import Localization
import Maps
import Platform
import Viewer

/// `oresen table FILE… --metric ID`: the numbers behind a chart.
struct Table: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table",
        abstract: "Print the numbers behind a chart.",
        discussion: """
            Amounts over intervals are cut at the borders of buckets in proportion to the time. Coverage is the \
            share of the bucket's time that intervals cover; for readings it is the share of its hours (of a \
            day), minutes (of an hour) or days (of longer buckets) that hold one.

            Sleep is in the day on which its night ends, as in the chart: a day of sleep lasts from six in the \
            evening before to six in the evening. Weeks, months and years consist of such days.

            A value that looks wrong, because no body has it or because it is dated after tomorrow, is left out of \
            buckets. In the list of samples it has a mark (impossible, future) in a last column that is there only \
            if some sample has one; see --assume for how to decide.

            In CSV a text that a spreadsheet would run as a formula (it begins with =, +, -, @, a tab or a \
            carriage return, and is no number) has a ' before it, and control characters are shown by their \
            number, such as \\x1b. JSON has every text as it is.

            In place of a metric, --metric track prints the positions of workouts: time, latitude and longitude \
            (degrees on WGS 84), height (metres), distance (metres from the start of the workout), the number of \
            the segment between pauses, and when the workout began. --format gpx writes them for other programs, \
            with heart rate, cadence and power, and leaves out what is near your homes.
            """)

    enum Bucket: String, ExpressibleByArgument, CaseIterable {
        case none, hour, day, week, month, year

        var unit: CalendarUnit? {
            switch self {
            case .none: nil
            case .hour: .hour
            case .day: .day
            case .week: .week
            case .month: .month
            case .year: .year
            }
        }
    }

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, json
        /// Positions alone.
        case gpx
    }

    enum Week: String, ExpressibleByArgument, CaseIterable {
        case monday, sunday, saturday

        var weekday: Weekday {
            switch self {
            case .monday: .monday
            case .sunday: .sunday
            case .saturday: .saturday
            }
        }
    }

    @OptionGroup var input: InputOptions
    @OptionGroup var kept: KeptOptions
    @OptionGroup var sources: OrderOptions
    @OptionGroup var homes: HomeOptions

    @Option(help: "The metric's id, such as steps, or track; see oresen info.")
    var metric: String

    @Option(help: "The calendar's buckets.")
    var bucket: Bucket = .none

    @Option(help: "The first date, or an instant in ISO 8601.")
    var from: String?

    @Option(help: "The date, or instant, before which the table ends.")
    var to: String?

    @Option(help: "The form of the table; gpx is for --metric track.")
    var format: Format = .csv

    @Flag(help: "The same as --format json.")
    var json = false

    @Option(help: "How overlapping devices are treated: overlap, none, or the name of a source.")
    var merge = "overlap"

    @Option(help: "The first day of the week. (default: the locale's)")
    var week: Week?

    func validate() throws {
        if !sources.order.isEmpty, merge != "overlap" {
            throw ValidationError(
                "--order is for sources that are merged, which --merge \(merge) does not do; leave "
                    + "one of them out")
        }
        if metric != TrackTable.id {
            if format == .gpx {
                throw ValidationError(
                    "--format gpx is for positions; give --metric track, or another format")
            }
            if homes.hideHomes != nil {
                throw ValidationError(
                    "--hide-homes is for positions; give --metric track, or leave it out")
            }
        }
        if json, format == .gpx {
            throw ValidationError("--json and --format gpx are two formats; leave one of them out")
        }
        if metric == TrackTable.id, bucket != .none {
            throw ValidationError(
                "--metric track prints positions, which have no --bucket; leave it out")
        }
    }

    func run() throws {
        let zone = try input.zoneRules()
        let calendar = CivilCalendar(zone: zone, firstWeekday: try firstWeekday())
        let wanted = metric == TrackTable.id ? nil : try CommandLineMetric.named(metric)
        func instant(_ text: String?, _ option: String) throws -> Double? {
            try text.map { try CommandLineDate.instant($0, in: calendar, option: option) }
        }
        let lower = try instant(from, "--from") ?? -.infinity
        let upper = try instant(to, "--to") ?? .infinity
        let mode: MergeMode =
            switch merge {
            case "overlap": .overlap
            case "none": .none
            default: .source(merge)
            }
        // Those of a library that is named are read in the sandbox, with the rest of it.
        let isTrack = metric == TrackTable.id
        let own =
            isTrack && kept.library == nil
            ? try homes.zones(byDefault: format == .gpx, library: nil) : nil
        let result = try input.read(
            zone: zone, merge: mode == .overlap ? .overlap : .none, order: sources, or: kept)
        guard let wanted else {
            let zones = try own ?? homes.zones(byDefault: format == .gpx, library: kept.library)
            try writeTracks(result, zone, lower..<max(lower, upper), hiding: zones)
            return try input.requireAllRead(result.report)
        }
        try check(result, wanted)
        reportLeftOut(result.records.leftOut(wanted.id, mode), wanted, zone, lower..<upper)
        let writer = TableWriter(
            metric: result.records[wanted.id]?.metric ?? wanted, zone: zone,
            isJSON: json || format == .json)
        if let named = result.records[wanted.id], named.metric.aggregation == .named {
            try checkNamed(named.metric)
            writer.write(named.namedValues)
        } else if let unit = bucket.unit {
            let rows = BucketTable.rows(
                result.records, metric: wanted.id, unit: unit, calendar: calendar, mode: mode,
                from: lower, to: upper)
            writer.write(rows)
        } else {
            // A list of samples has what looks wrong as well, in its place and with its mark.
            let columns = result.records.merged(wanted.id, mode)
                .joined(with: result.records.leftOut(wanted.id, mode))
            let kept = (0..<columns.count).filter {
                columns.starts[$0] >= lower && columns.starts[$0] < upper
            }
            writer.write(
                columns, kept, labels: result.records[wanted.id]?.labels ?? [],
                workouts: wanted.id == .workouts ? result.records.workouts : nil)
        }
        try input.requireAllRead(result.report)
    }

    private func writeTracks(
        _ result: ImportResult, _ zone: ZoneRules, _ times: Range<Double>,
        hiding zones: [PrivacyZone]
    ) throws {
        guard result.records.workouts.contains(where: { $0.track != nil }) else {
            throw CommandFailure.refused([
                "\(input.files.joined(separator: ", ")): has no positions of workouts; give a GPX, TCX or "
                    + "FIT file, or an export with routes"
            ])
        }
        if format == .gpx {
            homes.report(result.records.workouts, hiding: zones)
            return TrackFile.write(result.records, in: times, hiding: zones)
        }
        TrackTable(zone: zone, isJSON: json || format == .json).write(
            result.records.workouts.map { $0.hiding(zones)?.workout ?? $0 }, in: times)
    }

    /// Says which samples of the table's time look wrong, and that they do not count.
    private func reportLeftOut(
        _ leftOut: SampleColumns, _ metric: Metric, _ zone: ZoneRules, _ times: Range<Double>
    ) {
        let within = leftOut.gathered(
            (0..<leftOut.count).filter { times.contains(leftOut.starts[$0]) })
        guard !within.isEmpty else { return }
        let words = within.wordsOfLeftOut(metric, zone, most: 5)
        StandardError.report(
            bucket == .none
                ? "\(metric.id): looks wrong, and is marked: \(words)"
                : "\(metric.id): looks wrong, and is left out: \(words)")
    }

    private func check(_ result: ImportResult, _ wanted: Metric) throws {
        guard result.records[wanted.id] != nil else {
            let known = result.records.metrics.map(\.id.rawValue).joined(separator: ", ")
            throw CommandFailure.refused([
                "\(input.files.joined(separator: ", ")): holds no records of \(wanted.id); it has \(known)"
            ])
        }
        guard merge != "overlap", merge != "none" else { return }
        guard result.records.sources.contains(where: { $0.name == merge }) else {
            let known = Set(result.records.sources.map(\.name)).sorted().joined(separator: ", ")
            throw CommandFailure.refused([
                "\(input.files.joined(separator: ", ")): has no source '\(merge)'; it has \(known)"
            ])
        }
    }

    /// Values by name have no times to select or to group by.
    private func checkNamed(_ metric: Metric) throws {
        if bucket != .none {
            throw CommandFailure.refused([
                "\(metric.id): holds values by name and has no times, so there are no buckets by "
                    + "\(bucket.rawValue); leave --bucket out"
            ])
        }
        if from != nil || to != nil {
            throw CommandFailure.refused([
                "\(metric.id): holds values by name and has no times; leave --from and --to out"
            ])
        }
    }

    private func firstWeekday() throws -> Weekday {
        if let week { return week.weekday }
        return Weekday(rawValue: LocaleFormat.current.firstWeekday) ?? .monday
    }
}
