import ChartCore
import Localization
import Streams

/// The tables of Google Fit in a Takeout archive: one of days, and one for each day of its quarters
/// of an hour.
///
/// Columns vary from person to person, and so does their order; an empty cell means not measured.
/// Days are recognized by a column that only Google uses, quarters of an hour by their times of
/// day. Only the file's name gives the date of the quarters of an hour; their times have an offset.
/// Both sum up the lists in JSON (`GoogleFitDataFormat`): quarters count only where those are
/// missing, days where the quarters are missing as well; the amounts of days also count for the
/// excess. Source: the archives' own help.
enum GoogleFitDailyFormat: TableFormat {
    static let name = "google-fit"
    static let program: String? = "google-fit"

    static let tables = [
        TableProfile(
            title: tr("days of Google Fit"),
            columns: [.init("date", as: .start, isRequired: true)] + GoogleFitColumns.all,
            dates: .iso, hasTotals: true, coarseness: [.coarse, .coarsest], passesOverQuietly: true)
    ]

    /// The names of the table in archives, in lower case.
    private static let fileNames = ["daily activity metrics.csv", "daily summaries.csv"]

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        // Any other table may have dates next to distances or heart rates.
        guard let match = TableProfile.match(tables, head),
            GoogleFitColumns.areRecognized(match.row) || fileNames.contains(head.name.lowercased())
        else { return nil }
        return .certain(match.reason)
    }
}

/// The table of a day's quarters of an hour: see `GoogleFitDailyFormat`.
enum GoogleFitQuarterFormat: TableFormat {
    static let name = "google-fit"
    static let program: String? = "google-fit"

    static let tables = [
        TableProfile(
            title: tr("a day of Google Fit"),
            columns: [
                .init("start time", as: .start, isRequired: true),
                .init("end time", as: .end, isRequired: true),
            ] + GoogleFitColumns.all, isSummary: true, coarseness: .coarse, passesOverQuietly: true)
    ]

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard let match = TableProfile.match(tables, head) else { return nil }
        // Without the day no other format could read them; with dates in the cells any format can.
        let start = firstStart(match, head)
        let clock = start.flatMap { text in
            ColumnReading.padded(text) { DateReader.timeOfDay($0, 0, $1) }
        }
        let isOwn =
            GoogleFitColumns.areRecognized(match.row)
            || clock.map { $0.offset != ClockReading.noOffset } ?? false
        guard isOwn, start == nil || clock != nil else { return nil }
        if day(head.name) != nil { return .certain(match.reason) }
        return start == nil ? nil : .likely(tr("{1}, but no day in its name", match.reason))
    }

    /// The first cell with a start.
    private static func firstStart(_ match: TableProfile.Match, _ head: DocumentHead) -> String? {
        let rows = head.tables.first { $0.dialect == match.dialect }?.rows ?? []
        guard let row = rows.first(where: { $0.number > match.row.number }),
            let column = match.columns.firstIndex(of: 0), row.fields.indices.contains(column)
        else { return nil }
        return row.fields[column]
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        guard let match = TableProfile.match(tables, document.head) else { return }
        guard let day = day(document.head.name) else {
            throw ImportError(
                place: document.place,
                problem: tr(
                    "the day of its times is not given; such files are called 2026-10-31.csv"),
                remedy: tr("give the file the name that it had in the archive"))
        }
        try read(document, output, match, day: day)
    }

    /// The midnight of the date that begins a name such as `2026-10-31.csv`, as if in UTC.
    private static func day(_ name: String) -> Double? {
        let text = String(name.prefix(10))
        return ColumnReading.padded(text) { bytes, end in
            var reader = DateReader()
            let reading = reader.read(bytes, 0, end, .iso)
            return reading.next == end && end == 10 ? reading.local : nil
        }
    }
}

/// The columns of both kinds of tables.
enum GoogleFitColumns {
    static let all: [TableProfile.Column] = [
        .init("calories", as: .nothing, requiredUnit: "kcal"),
        .init("move minutes count", as: .value(.exerciseTime), unit: "min"),
        .init("step count", as: .value(.steps)),
        .init("distance", as: .value(.distance), unit: "m"),
        .init("average heart rate", as: .value(.heartRate), unit: "bpm"),
        .init("average weight", as: .value(.weight), unit: "kg"),
        .init("average systolic blood pressure", as: .systolic, unit: "mmHg"),
        .init("average diastolic blood pressure", as: .diastolic, unit: "mmHg"),
        .init("average blood glucose", as: .value(.glucose), unit: "mmol/L"),
        .init("average body fat percentage", as: .value(.bodyFat), unit: "%"),
        .init("average oxygen saturation", as: .value(.oxygen), unit: "%"),
    ]

    /// Whether a header has a column that no other program writes.
    ///
    /// Which of these exist varies; any program may write the columns above.
    static func areRecognized(_ header: HeadTable.Row) -> Bool {
        let own: Set = ["move minutes count", "heart points", "heart minutes"]
        return header.names.contains { name, unit in
            own.contains(name) || unit == "ms" && name.hasSuffix(" duration")
                || unit == "deg" && name == "low latitude"
        }
    }
}
