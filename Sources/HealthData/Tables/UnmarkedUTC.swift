// Tables of programs that write UTC without saying so.
//
// Without an offset a time is that of the clock on the wall, which is what nearly all programs write.
// The few that do not are recognised by their columns or by a cell that only they write, because no
// time shows it: a run at 6:15 is as likely as one at 7:15. Strava's list of activities, for one,
// writes `Sep 12, 2018, 3:02:23 PM` for an activity that began at 15:02 UTC (hugovk/strava-tools,
// pull request 1; endurain, issue 242).

import Localization

/// A program whose tables have times in UTC without an offset.
struct UnmarkedUTC {
    let program: String
    /// The names of the columns that together only its tables have, in each language.
    private let columns: [Set<String>]
    /// The cells that only its tables have.
    private let cell: @Sendable (String) -> Bool

    private static let known = [
        UnmarkedUTC(
            program: "Strava",
            columns: [
                ["activity id", "activity date", "activity name", "activity type", "elapsed time"],
                [
                    "aktivitäts id", "aktivitätsdatum", "name der aktivität", "aktivitätsart",
                    "verstrichene zeit",
                ],
                [
                    "id de l'activité", "date de l'activité", "nom de l'activité",
                    "type d'activité", "temps écoulé",
                ],
            ],
            cell: isTrackOfStrava)
    ]

    /// The program with such columns or cells; nil if the times are what they seem.
    static func writer(of reader: ColumnReading) -> UnmarkedUTC? {
        guard let names = reader.names else { return nil }
        let found = Set(names.map { HeaderNames.normalized($0.name) })
        let byName = known.first { $0.columns.contains { $0.isSubset(of: found) } }
        if let byName { return byName }
        return known.first { writer in
            reader.body.contains { $0.fields.contains(where: writer.cell) }
        }
    }

    /// Whether a cell is the place of an activity's track in Strava's archive, which all languages
    /// have: `activities/8228026758.gpx`, or `.fit.gz`.
    @Sendable private static func isTrackOfStrava(_ cell: String) -> Bool {
        let start = "activities/"
        guard cell.hasPrefix(start) else { return false }
        let parts = cell.dropFirst(start.count).split(separator: ".")
        return parts.count >= 2 && parts[0].utf8.allSatisfy { (48...57).contains($0) }
            && ["gpx", "tcx", "fit"].contains(parts[1]) && (parts.count == 2 || parts[2] == "gz")
    }

    /// What the report says about it.
    var note: String { tr("the times are in UTC, as {1} writes them", program) }
}
