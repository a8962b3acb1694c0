import Localization

/// A table of the export of an Oura ring.
///
/// Tables have semicolons between their cells, and JSON objects in some of them. Times have an
/// offset, days are local. Nights have a digit for every five minutes, or the lengths of their
/// stages if those are missing; periods that the person or the ring deleted are left out. The mean
/// heart rate and variability of a night count only if its readings are missing.
enum OuraFormat: TableFormat {
    static let name = "oura"
    static let program: String? = "oura"

    /// Those with common columns, or with the columns of another one of these tables, have file
    /// names.
    static let tables = [
        days, nights, oxygen, fitness, workouts, heartRates, temperatures, readiness, sleepScores,
        stress, vascularAges,
    ]

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        match(head).map { .certain($0.reason) }
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        guard let match = match(document.head) else { return }
        try read(document, output, match)
    }

    private static func match(_ head: DocumentHead) -> TableProfile.Match? {
        let name = head.name.lowercased()
        let known = tables.filter { $0.fileNames.isEmpty || $0.fileNames.contains(name) }
        guard let match = TableProfile.match(known, head),
            match.dialect.delimiter == UInt8(ascii: ";")
        else { return nil }
        return match
    }

    private static let days = table(
        tr("days of Oura"),
        [
            day, id,
            .init("steps", as: .value(.steps), missing: [0], isRequired: true),
            .init(
                "active calories", as: .value(.activeEnergy), unit: "kcal", missing: [0],
                isRequired: true),
            .init("score", as: .value(.column("activity score")), missing: [0]),
        ], hasTotals: true)

    private static let nights = table(
        tr("nights of Oura"),
        [
            .init("bedtime start", as: .start, isRequired: true),
            .init("bedtime end", as: .end, isRequired: true),
            .init(
                "sleep phase 5 min",
                as: .phases(seconds: 300, ["1": .deep, "2": .core, "3": .rem, "4": .awake])),
            stage(.core, "light sleep duration"), stage(.deep, "deep sleep duration"),
            stage(.rem, "rem sleep duration"), stage(.awake, "awake time"),
            .init("hrv", as: .series(.successiveDifferences)),
            .init("heart rate", as: .series(.heartRate)),
            .init("average hrv", as: .value(.successiveDifferences), unit: "ms", missing: [0]),
            .init("average heart rate", as: .value(.heartRate), unit: "bpm", missing: [0]),
            .init("average breath", as: .value(.respiration), unit: "bpm", missing: [0]),
            .init("type", as: .nothing),
        ], isSummary: true,
        filter: TableProfile.Filter(
            column: ["type"], accepted: ["long_sleep", "sleep", "late_nap"],
            reason: tr("it was deleted, or was rest and not sleep"),
            refused: ["deleted", "rest"]))

    private static let oxygen = table(
        tr("blood oxygen of Oura"),
        [
            day, id,
            .init(
                "spo2 percentage", as: .member(.oxygen, of: "average"), missing: [0],
                isRequired: true),
        ], isSummary: true)

    private static let fitness = table(
        tr("cardio fitness of Oura"),
        [
            day, id,
            .init(
                "vo2 max", as: .value(.vo2Max), unit: "mL/(kg·min)", missing: [0],
                isRequired: true),
        ])

    private static let workouts = table(
        tr("workouts of Oura"),
        [
            .init("start datetime", as: .start, isRequired: true),
            .init("end datetime", as: .end, isRequired: true),
            .init("activity", as: .category(.workouts), isRequired: true), id,
            .init("distance", as: .figure(.distance), unit: "m"),
            .init("calories", as: .figure(.energy), unit: "kcal"),
        ])

    private static let heartRates = table(
        tr("heart rates of Oura"),
        [
            .init("timestamp", as: .start, isRequired: true),
            .init("bpm", as: .value(.heartRate), unit: "bpm", missing: [0], isRequired: true),
        ], fileNames: ["heartrate.csv"])

    private static let temperatures = table(
        tr("temperatures of Oura"),
        [
            .init("timestamp", as: .start, isRequired: true),
            .init("skin temp", as: .value(.skinTemperature), unit: "°C", isRequired: true),
        ], fileNames: ["temperature.csv"])

    // Only the file's name gives the meaning of a score.

    private static let readiness = table(
        tr("readiness of Oura"),
        [
            day, .init("score", as: .value(.column("readiness score")), isRequired: true),
            .init(
                "temperature deviation", as: .value(.column("skin temperature deviation"))),
        ], fileNames: ["dailyreadiness.csv"])

    private static let sleepScores = table(
        tr("sleep scores of Oura"),
        [day, .init("score", as: .value(.column("sleep score")), isRequired: true)],
        fileNames: ["dailysleep.csv"])

    private static let stress = table(
        tr("stress of Oura"),
        [
            day, .init("stress high", as: .value(.column("seconds of high stress"))),
            .init("recovery high", as: .value(.column("seconds of high recovery"))),
        ], fileNames: ["dailystress.csv"])

    private static let vascularAges = table(
        tr("vascular ages of Oura"),
        [day, .init("vascular age", as: .value(.column("vascular age")), isRequired: true)],
        fileNames: ["dailycardiovascularage.csv"])

    // MARK: Columns

    private static let day = TableProfile.Column("day", as: .start, isRequired: true)

    private static let id = TableProfile.Column("id", as: .nothing, isRequired: true)

    private static func stage(_ stage: SleepStage, _ name: String) -> TableProfile.Column {
        .init(name, as: .stageLength(stage), unit: "s", isRequired: true)
    }

    private static func table(
        _ title: String, _ columns: [TableProfile.Column], fileNames: [String] = [],
        isSummary: Bool = false, hasTotals: Bool = false, filter: TableProfile.Filter? = nil
    ) -> TableProfile {
        TableProfile(
            title: title, fileNames: fileNames, columns: columns, dates: .iso,
            isSummary: isSummary, hasTotals: hasTotals,
            program: TableProfile.Source(name: "Oura", kind: .watch), filter: filter,
            passesOverQuietly: true)
    }
}
