// Tables of programs that write UTC without saying so.
//
// Without an offset a time is that of the clock on the wall, which is what nearly all programs write.
// The few that do not are recognised by their columns, because no value shows it: a run at 6:15 is
// as likely as one at 7:15. Strava's list of activities, for one, writes `Sep 12, 2018, 3:02:23 PM`
// for an activity that began at 15:02 UTC (hugovk/strava-tools, pull request 1; endurain, issue 242).

import Localization

/// A program whose tables have times in UTC without an offset.
struct UnmarkedUTC {
    let program: String
    /// The names of the columns that together only its tables have.
    private let columns: Set<String>

    private static let known = [
        UnmarkedUTC(
            program: "Strava",
            columns: [
                "activity id", "activity date", "activity name", "activity type", "elapsed time",
            ])
    ]

    /// The program with such columns; nil if the times are what they seem.
    static func writer(of names: [ColumnReading.Name]) -> UnmarkedUTC? {
        let found = Set(names.map { HeaderNames.normalized($0.name) })
        return known.first { $0.columns.isSubset(of: found) }
    }

    /// What the report says about it.
    var note: String { tr("the times are in UTC, as {1} writes them", program) }
}
