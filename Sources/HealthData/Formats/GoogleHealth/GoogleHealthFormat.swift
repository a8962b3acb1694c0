import Localization

/// A table that Google exports for a Fitbit account: the folders `Google Health` and, before 2026,
/// `Fitbit` of a Takeout archive.
///
/// Each kind of reading has tables of its own, some of which can be recognized only by name; the
/// newer ones name the device or program in the column `data source`. Times are in UTC, but local
/// in the older tables of heart rate variability and temperatures. Many tables repeat the lists in
/// JSON of the same archive (`FitbitFormat`), and daily ones repeat the minutes: repeated data
/// count once (`Summaries`). Rows of days have the day's midnight or noon in UTC for the local day.
enum GoogleHealthFormat: TableFormat {
    static let name = "google-health"
    /// These tables and the lists in JSON (`FitbitFormat`) are one account and one archive.
    static let program: String? = "fitbit"

    /// One kind of table.
    private struct Kind {
        /// The names of its files in lower case, without a date; empty if the columns alone
        /// identify it.
        var names: [String] = []
        /// Whether the name must be followed by a date, because any file might have that name.
        var isDated = false
        /// Whether the columns are common words, so that the name or the source is required as
        /// well.
        var isEveryday = false
        var profile: TableProfile

        /// Whether a file name in lower case is one of the names, perhaps followed by a date.
        func isCalled(_ file: String) -> Bool {
            names.contains { name in
                guard file.hasPrefix(name) else { return false }
                let rest = file.dropFirst(name.count).drop { " _-".contains($0) }
                let digits = rest.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
                let isDate =
                    digits.map(\.count) == [4, 2, 2]
                    && digits.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
                return isDate || !isDated && (rest.isEmpty || rest.first == ".")
            }
        }
    }

    static let tables = kinds.map(\.profile)

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        match(head).map { .certain($0.reason) }
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        guard var match = match(document.head) else { return }
        // A single table repeats no other, and only leaves out what other tables would have.
        if !document.isMember { match.profile.filter?.isRepeat = false }
        try read(document, output, match)
    }

    /// The kind that fits the name, else one that fits the columns.
    ///
    /// If those are common words, the source is required, too.
    private static func match(_ head: DocumentHead) -> TableProfile.Match? {
        let name = head.name.lowercased()
        let named = kinds.filter { $0.isCalled(name) }
        if let match = TableProfile.match(named.map(\.profile), head) { return match }
        let others = kinds.map { kind in
            var profile = kind.profile
            guard kind.isEveryday || !kind.names.isEmpty else { return profile }
            for index in profile.columns.indices where profile.columns[index].names == sourceNames {
                profile.columns[index].isRequired = true
            }
            return profile
        }
        return TableProfile.match(others, head)
    }

    // MARK: Kinds

    private static let kinds: [Kind] = [
        // Before the steps, because it has a column of steps as well.
        pace,
        // Also in the lists.
        minutes("steps", tr("steps of Google Health"), "steps", .steps, "count"),
        minutes("distance", tr("distances of Google Health"), "distance", .distance, "m"),
        readings(
            ["heart_rate"], isDated: true, tr("heart rates of Google Health"),
            ["beats per minute"], .heartRate, "bpm", isRepeat: true),
        readings(
            ["daily_resting_heart_rate", "resting_heart_rate"],
            tr("resting heart rates of Google Health"), ["beats per minute"], .restingHeartRate,
            "bpm", isDaily: true),
        readings(
            [], isEveryday: true, tr("weights of Google Health"), ["weight grams"], .weight, "g",
            isRepeat: true),
        exercises,
        // For these, the newer tables repeat the older ones.
        readings(
            [], tr("heart rate variability of Fitbit"), ["rmssd"], .successiveDifferences, "ms",
            beside: ["coverage"]),
        readings(
            [], tr("daily heart rate variability of Fitbit"), ["rmssd"], .successiveDifferences,
            "ms", beside: ["nremhr"], isDaily: true),
        readings(
            [], tr("heart rate variability of Google Health"),
            [
                "root mean square of successive differences milliseconds",
                "root mean square of successive differences ms",
            ], .successiveDifferences, "ms", isRepeat: true),
        readings(
            [], tr("daily heart rate variability of Google Health"),
            ["average heart rate variability milliseconds"], .successiveDifferences, "ms",
            isDaily: true),
        readings(
            [], tr("respiration of Fitbit"), ["full sleep breathing rate"], .respiration, "bpm"),
        readings(
            ["daily respiratory rate summary"], tr("daily respiration of Fitbit"),
            ["daily respiratory rate"], .respiration, "bpm", isDaily: true),
        // The header says thousandths, but the numbers are breaths.
        readings(
            [], tr("respiration of Google Health"),
            ["full sleep stats milli breaths per minute"], .respiration, "bpm", isRepeat: true),
        readings(
            ["daily_respiratory_rate"], tr("daily respiration of Google Health"),
            ["breaths per minute"], .respiration, "bpm", isDaily: true),
        readings(["minute spo2"], tr("blood oxygen of Fitbit"), ["value"], .oxygen, "%"),
        readings(
            ["daily spo2"], tr("daily blood oxygen of Fitbit"), ["average value"], .oxygen, "%",
            beside: ["lower bound", "upper bound"], isDaily: true),
        readings(
            [], isEveryday: true, tr("blood oxygen of Google Health"),
            ["oxygen saturation percentage"], .oxygen, "%", isRepeat: true),
        readings(
            [], isEveryday: true, tr("daily blood oxygen of Google Health"),
            ["average percentage"], .oxygen, "%", beside: ["lower bound percentage"],
            isDaily: true),
        nightlyTemperatures,
        sensorTemperatures,
        readings(
            [], isEveryday: true, tr("temperatures of Google Health"), ["temperature celsius"],
            .temperature, "°C"),
        readings(
            [], isEveryday: true, tr("nightly temperatures of Google Health"),
            ["nightly temperature celsius"], .skinTemperature, "°C", isDaily: true),
        // Also in the lists of weights.
        readings(
            [], isEveryday: true, tr("body fat of Google Health"), ["body fat percentage"],
            .bodyFat, "%", isRepeat: true),
        readings(
            [], isEveryday: true, tr("heights of Google Health"), ["height millimeters"], .height,
            "mm"),
        stages,
        nights,
    ]

    /// A table of amounts by the minute, recognized by its name and the date in it.
    private static func minutes(
        _ name: String, _ title: String, _ column: String, _ metric: MetricID, _ unit: String
    ) -> Kind {
        var profile = table(
            title,
            [
                timestamp, .init(column, as: .value(metric), unit: unit, isRequired: true),
                source,
            ])
        profile.length = 60
        profile.isSummary = true
        return Kind(names: [name], isDated: true, profile: profile)
    }

    /// A table of readings, or of days with one; `isRepeat` means that other files have the same.
    private static func readings(
        _ files: [String], isDated: Bool = false, isEveryday: Bool = false, _ title: String,
        _ names: [String], _ metric: MetricID, _ unit: String, beside: [String] = [],
        isDaily: Bool = false, isRepeat: Bool = false
    ) -> Kind {
        // A sensor without a reading reports 50 % oxygen.
        let missing: [Double] = metric == .oxygen ? [-1, 0, 50] : [-1, 0]
        var value = TableProfile.Column(
            as: .value(metric), unit: unit, missing: missing, isRequired: true)
        value.names = names
        let others = beside.map { TableProfile.Column($0, as: .nothing, isRequired: true) }
        var profile = table(title, [timestamp, value, source] + others)
        profile.isSummary = isDaily || isRepeat
        profile.hasCivilDays = isDaily
        return Kind(
            names: files, isDated: isDated, isEveryday: isEveryday, profile: profile)
    }

    /// Nights in the older tables, with the local times of the sleep.
    private static let nightlyTemperatures = Kind(
        profile: table(
            tr("nightly temperatures of Fitbit"),
            [
                .init("sleep start", as: .start, isRequired: true),
                .init("sleep end", as: .end, isRequired: true),
                .init(
                    "nightly temperature", as: .value(.skinTemperature), unit: "°C", missing: [0],
                    isRequired: true),
                .init("temperature samples", as: .nothing, isRequired: true),
            ]))

    /// The readings of the sensor on the wrist: differences from the usual temperature, not
    /// temperatures of the body.
    private static let sensorTemperatures = Kind(
        profile: table(
            tr("the temperature sensor of Fitbit"),
            [
                .init("recorded time", as: .start, isRequired: true),
                .init("temperature", as: .value(.column("sensor temperature")), isRequired: true),
                .init("sensor type", as: .nothing, isRequired: true),
            ]))

    private static let stages = Kind(
        profile: table(
            tr("sleep stages of Google Health"),
            [
                .init("sleep stage start", as: .start, isRequired: true),
                .init("sleep stage end", as: .end, isRequired: true),
                .init(
                    "sleep stage type",
                    as: .stages([
                        "AWAKE": .awake, "WAKE": .awake, "RESTLESS": .awake, "LIGHT": .core,
                        "DEEP": .deep, "REM": .rem, "ASLEEP": .asleep,
                    ]), isRequired: true),
                source,
            ], offset: 0))

    /// Whole nights; a table of their own has the stages.
    private static let nights = Kind(
        isEveryday: true,
        profile: table(
            tr("nights of Google Health"),
            [
                .init("sleep start", as: .start, isRequired: true),
                .init("sleep end", as: .end, isRequired: true),
                .init(
                    "sleep type", as: .stages(["STAGES": .asleep, "CLASSIC": .asleep]),
                    isRequired: true),
                source,
            ], offset: 0, isSummary: true))

    private static let exercises = Kind(
        profile: table(
            tr("exercises of Google Health"),
            [
                .init("exercise start", as: .start, isRequired: true),
                .init("exercise end", as: .end, isRequired: true),
                .init("activity name", as: .category(.workouts), isRequired: true),
                .init("tracker total calories", as: .figure(.energy), unit: "kcal"),
                .init("tracker total distance mm", as: .figure(.distance), unit: "mm"),
                .init("tracker avg heart rate", as: .figure(.meanHeartRate), unit: "bpm"),
                .init("tracker peak heart rate", as: .figure(.highestHeartRate), unit: "bpm"),
                .init("manually logged total calories", as: .figure(.energy), unit: "kcal"),
                .init("manually logged total distance mm", as: .figure(.distance), unit: "mm"),
            ], offset: 0, isSummary: true))

    /// The steps of exercises by the second; the tables of steps contain them.
    private static let pace: Kind = {
        var profile = table(
            tr("paces of Google Health"),
            [
                timestamp, .init("steps", as: .value(.steps), isRequired: true),
                .init("distance millimeters", as: .nothing, isRequired: true), source,
            ])
        profile.filter = TableProfile.Filter(
            column: timestamp.names, accepted: [],
            reason: tr("the tables of steps and distances have it"), isRepeat: true)
        return Kind(names: ["live_pace"], profile: profile)
    }()

    // MARK: Columns

    private static let timestamp = TableProfile.Column("timestamp", as: .start, isRequired: true)

    private static let sourceNames = ["data source"]

    private static let source = TableProfile.Column("data source", as: .source)

    private static func table(
        _ title: String, _ columns: [TableProfile.Column], offset: Int? = nil,
        isSummary: Bool = false
    ) -> TableProfile {
        TableProfile(
            title: title, columns: columns, dates: .iso, offset: offset, isSummary: isSummary,
            program: TableProfile.Source(name: "Fitbit", kind: .watch),
            kindOfSource: kind(ofSource:), passesOverQuietly: true)
    }

    /// The kind of device of a source: programs and typed-in data have names that show it, all
    /// others are trackers.
    @Sendable private static func kind(ofSource name: String) -> SourceKind {
        let lower = name.lowercased()
        let known = SourceKind(named: name)
        if known != .other { return known }
        // The name of the phone's own counter.
        if lower == "mobiletrack" { return .phone }
        let programs = ["app", "health kit", "health connect", "web api", "derived", "manual"]
        return programs.contains { lower.hasSuffix($0) } ? .other : .watch
    }
}
