import Localization

/// A table of the archive that Withings exports.
///
/// Headers are translated, sometimes only in part, so columns are recognized by their names if
/// those are listed, else by the file's name and the columns' order. Weights have their unit in the
/// header; fat, muscle and water are masses and become shares of the weight. Times of weights and
/// pressures are local, those of sleep and of the trackers have an offset. Daily sums repeat the
/// minutes of the trackers and count for the excess. `WithingsListReader` reads the lists in the
/// tables of the trackers.
enum WithingsFormat: TableFormat {
    static let name = "withings"
    static let program: String? = "withings"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        if let list = WithingsListReader.kind(of: head) {
            return .certain(tr("{1} with lists of durations and values", list.title))
        }
        if let match = TableProfile.match(tables, head) { return .certain(match.reason) }
        if let match = TableProfile.matchByName(namedTables, head) {
            return .likely(tr("a table with the name that {1} has", match.profile.title))
        }
        return nil
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        if let list = WithingsListReader.kind(of: document.head) {
            WithingsListReader(output: output, list: list).read(document)
            return
        }
        guard
            let match = TableProfile.match(tables, document.head)
                ?? TableProfile.matchByName(namedTables, document.head)
        else { return }
        try read(document, output, match)
    }

    /// Tables that are recognized by their columns.
    static let tables = [weight, pressure, sleep, activities]

    /// Tables that are recognized by their names, for headers in other languages.
    private static let namedTables: [TableProfile] =
        [weight, pressure, height, sleep, activities]
        + [
            ("aggregates_steps", .steps, ""), ("aggregates_distance", .distance, "m"),
            ("aggregates_elevation", .flights, ""),
            ("aggregates_calories_earned", .activeEnergy, "kcal"),
            ("aggregates_calories_passive", .basalEnergy, "kcal"),
        ].map { (file: String, metric: MetricID, unit: String) in
            TableProfile(
                title: tr("daily sums of Withings"), fileNames: [file + ".csv"],
                columns: [
                    .init("date", as: .start, isRequired: true),
                    .init("value", as: .value(metric), unit: unit, isRequired: true),
                ], hasTotals: true)
        }

    private static let date = TableProfile.Column(
        "date", "datum", "fecha", "data", as: .start, isRequired: true)

    private static let comments = TableProfile.Column(
        "comments", "kommentare", "commentaires", "comentarios", "commenti", as: .nothing,
        isRequired: true)

    private static let weight = TableProfile(
        title: tr("weights of Withings"), fileNames: ["weight.csv"],
        columns: [
            date,
            .init(
                "weight", "gewicht", "poids", "peso", as: .value(.weight), unit: "kg",
                isRequired: true),
            .init(
                "fat mass", "fettmasse", "masse grasse", "masa grasa", "massa grassa",
                as: .share(.bodyFat, of: "weight"), isRequired: true),
            .init(
                "bone mass", "knochenmasse", "masse osseuse", "masa ósea", "massa ossea",
                as: .value(.boneMass), unit: "kg", isRequired: true),
            .init(
                "muscle mass", "muskelmasse", "masse musculaire", "masa muscular",
                "massa muscolare", as: .share(.muscle, of: "weight")),
            .init(
                "hydration", "wasseranteil", "hydratation", "hidratación", "idratazione",
                as: .share(.bodyWater, of: "weight")),
            comments,
        ])

    private static let pressure = TableProfile(
        title: tr("blood pressures of Withings"), fileNames: ["bp.csv"],
        columns: [
            date,
            .init(
                "heart rate", "herzfrequenz", "fréquence cardiaque", "frecuencia cardíaca",
                "frequenza cardiaca", as: .value(.heartRate), unit: "bpm", isRequired: true),
            .init(
                "systolic", "systole", "systolisch", "systolique", "sistólica", "sistolica",
                as: .systolic, unit: "mmHg", isRequired: true),
            .init(
                "diastolic", "diastole", "diastolisch", "diastolique", "diastólica", "diastolica",
                as: .diastolic, unit: "mmHg", isRequired: true),
            comments,
        ])

    private static let height = TableProfile(
        title: tr("heights of Withings"), fileNames: ["height.csv"],
        columns: [
            date, .init("height", "grösse", "größe", as: .value(.height), unit: "m"), comments,
        ])

    private static let sleep = TableProfile(
        title: tr("nights of Withings"), fileNames: ["sleep.csv"],
        columns: [
            .init("from", "von", "de", "da", as: .start, isRequired: true),
            .init("to", "bis", "à", "a", as: .end, isRequired: true),
            stage(.core, "light", "leicht", "léger", "ligero", "leggero"),
            stage(.deep, "deep", "tief", "profond", "profundo", "profondo"),
            stage(.rem, "rem", "mor"),
            stage(.awake, "awake", "wach", "éveillé", "despierto", "sveglio"),
        ], isSummary: true, passesOverQuietly: true)

    private static func stage(_ stage: SleepStage, _ names: String...) -> TableProfile.Column {
        var column = TableProfile.Column(as: .stageLength(stage), unit: "s", isRequired: true)
        column.names = names
        return column
    }

    private static let activities = TableProfile(
        title: tr("activities of Withings"), fileNames: ["activities.csv"],
        columns: [
            .init("from", "von", "de", "da", as: .start, isRequired: true),
            .init("to", "bis", "à", "a", as: .end, isRequired: true),
            .init("from (manual)", as: .nothing), .init("to (manual)", as: .nothing),
            .init("timezone", "zeitzone", as: .nothing, isRequired: true),
            .init(
                "activity type", "aktivitätstyp", "type d'activité", as: .category(.workouts),
                isRequired: true),
        ], hasLists: true, passesOverQuietly: true)
}
