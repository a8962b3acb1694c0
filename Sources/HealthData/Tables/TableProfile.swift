// Tables that a program writes, recognized by the names of their columns.
//
// A profile lists the columns by their names in headers, in every language that the program writes;
// those found in a header make the plan that the scanner reads by. If the names are not known (a
// language that is not listed), the file's name and the order of the columns decide, for programs
// that keep both. Columns of a table that are not listed are passed over and noted once, so that
// nothing is left out silently.

import Localization
import Streams

struct TableProfile: Sendable {
    /// The content of a column.
    enum Content: Sendable {
        /// An instant, or the start of an interval.
        case start
        case end
        /// A time of day next to a date.
        case time
        case source
        case value(MetricID)
        case systolic
        case diastolic
        /// An amount that is a share of the amount in the column with this name.
        case share(MetricID, of: String)
        /// One of fixed texts, each with its stage of sleep.
        case stages([String: SleepStage])
        /// The total length of a stage of sleep between a start and an end.
        case stageLength(SleepStage)
        /// One character for every `seconds` seconds from the start on, each with its stage of
        /// sleep.
        case phases(seconds: Double, [Character: SleepStage])
        /// A number in the metric's own unit, or a JSON object with this number as the named
        /// member.
        case member(MetricID, of: String)
        /// Readings at equal intervals, as a JSON object (`JSONSeries`).
        case series(MetricID)
        /// A text that names an activity.
        case category(MetricID)
        /// The number of a sport, with the names of those that have one.
        case sport([String: String])
        /// The end of a night that is asleep from its start on, as far as the row says.
        case endOfNight
        /// A figure of the row's workout, which another text names.
        ///
        /// 0 means no value; if there are several columns, the first one with a number counts.
        case figure(Figure)
        /// A column that is not read.
        case nothing

        /// Whether this column alone makes a row a record.
        var isValue: Bool {
            switch self {
            case .start, .end, .time, .source, .diastolic, .figure, .nothing: false
            default: true
            }
        }
    }

    /// The figures of a whole workout, in addition to its time and sport.
    enum Figure: Sendable {
        case activeDuration, distance, energy, meanHeartRate, highestHeartRate

        /// The metric of the same quantity, in the unit of `Workout.Figures`.
        var metric: MetricID {
            switch self {
            case .activeDuration: .exerciseTime
            case .distance: .distance
            case .energy: .activeEnergy
            case .meanHeartRate, .highestHeartRate: .heartRate
            }
        }

        /// Sets the figure if it is not known yet.
        func set(_ value: Double, in figures: inout Workout.Figures) {
            var own = Workout.Figures()
            switch self {
            case .activeDuration: own.activeDuration = value
            case .distance: own.distance = value
            case .energy: own.energy = value
            case .meanHeartRate: own.meanHeartRate = value
            case .highestHeartRate: own.highestHeartRate = value
            }
            figures.fill(from: own)
        }
    }

    struct Column: Sendable {
        /// The names in headers, in lower case and without a unit in brackets.
        var names: [String]
        var content: Content
        /// The unit if the header names none.
        var unit: String?
        /// Numbers that mean "no value".
        var missing: [Double] = []
        var isRequired = false
        /// The unit that the header must name, for names that other programs use as well.
        var requiredUnit: String?

        init(
            _ names: String..., as content: Content, unit: String? = nil, missing: [Double] = [],
            isRequired: Bool = false, requiredUnit: String? = nil
        ) {
            self.names = names
            self.content = content
            self.unit = unit
            self.missing = missing
            self.isRequired = isRequired
            self.requiredUnit = requiredUnit
        }

        /// Whether a header cell belongs to this column.
        func fits(_ cell: (name: String, unit: String?)) -> Bool {
            names.contains(cell.name) && (requiredUnit == nil || requiredUnit == cell.unit)
        }
    }

    /// The name of the table in reasons.
    var title: String
    /// The names of its files, in lower case; a file with one of them may have columns of any
    /// names, in the order of the list.
    var fileNames: [String] = []
    var columns: [Column]
    /// The shape of its dates; nil if the cells decide.
    var dates: DateShape?
    /// The offset from UTC in seconds of times without an offset; nil for the zone of the import.
    var offset: Int?
    /// Whether rows mean local days, written as midnight or noon as if in UTC, or as some other
    /// instant of the day.
    var hasCivilDays = false
    /// The duration in seconds of an amount in a row with only one time.
    var length: Double?
    /// Whether its rows sum up or repeat the content of other tables of the program.
    var isSummary = false
    /// Whether its rows are summaries whose amounts are complete totals of a day.
    var hasTotals = false
    /// The name and the kind of device of the program, if rows name no source; nil for the file's
    /// name.
    var program: Source?
    /// The kind of device of a source that rows name, by its name.
    var kindOfSource: @Sendable (String) -> SourceKind = {
        SourceKind(named: $0)
    }
    /// Further marks of its rows, if what they sum up are summaries, too.
    var coarseness: SampleMarks = []
    /// Selects the rows that are read: the column's names, the texts, and the reason.
    var filter: Filter?
    /// Whether cells may hold whole lists in quotes: see `RowSplitter.longestList`.
    var hasLists = false
    /// Whether missing units raise a question.
    var asksUnits = false
    /// Whether columns that are not listed are passed over without a note: for programs that write
    /// dozens for their own use.
    var passesOverQuietly = false

    /// A name and its kind of device.
    struct Source: Sendable {
        var name: String
        var kind: SourceKind
    }

    struct Filter: Sendable {
        /// The names of the column.
        var column: [String]
        /// The texts of the rows that are read.
        var accepted: Set<String>
        var reason: String
        /// The texts of the rows that are excluded for the reason, if any other text is refused as
        /// unknown; nil if all other texts are excluded.
        var refused: Set<String>?
        /// Whether the excluded rows only repeat what the accepted rows contain.
        var isRepeat = false
        /// Whether the excluded rows are the parts of single devices, which the column's text
        /// identifies.
        ///
        /// They count, with each device as a source, if the row for all devices is missing.
        var areParts = false
    }

    /// The marks of its rows.
    var marks: SampleMarks {
        guard isSummary || hasTotals else { return [] }
        return coarseness.union(hasTotals ? [.summary, .total] : .summary)
    }

    // MARK: Matching

    /// A header with the columns of a profile.
    struct Match: Sendable {
        var profile: TableProfile
        var dialect: Dialect
        /// The header.
        var row: HeadTable.Row
        /// For every column of the table, its index in the profile's list.
        var columns: [Int?]
    }

    /// The first profile whose columns are named by a row at the beginning of a document.
    static func match(_ profiles: [TableProfile], _ head: DocumentHead) -> Match? {
        for table in head.tables {
            for row in table.rows where row.fields.count >= 2 {
                for profile in profiles {
                    guard let columns = profile.places(row) else { continue }
                    return Match(
                        profile: profile, dialect: table.dialect, row: row, columns: columns)
                }
            }
        }
        return nil
    }

    /// The profile with the document's file name, its columns taken in their order.
    static func matchByName(_ profiles: [TableProfile], _ head: DocumentHead) -> Match? {
        let name = head.name.lowercased()
        guard let profile = profiles.first(where: { $0.fileNames.contains(name) }) else {
            return nil
        }
        for table in head.tables {
            guard let row = table.rows.first, row.fields.count == profile.columns.count,
                profile.agrees(row)
            else { continue }
            let columns = row.fields.indices.map {
                profile.columns.indices.contains($0) ? $0 : nil
            }
            return Match(profile: profile, dialect: table.dialect, row: row, columns: columns)
        }
        return nil
    }

    /// Whether no header cell contradicts the column in its place.
    private func agrees(_ row: HeadTable.Row) -> Bool {
        zip(row.fields, columns).allSatisfy { field, column in
            switch (HeaderNames.parse(field).role, column.content) {
            case (.unknown, _), (.start, .start), (.end, .end), (.time, .time),
                (.systolic, .systolic), (.diastolic, .diastolic), (.source, .source):
                true
            case (.metric(let id), .value(let own)), (.metric(let id), .share(let own, _)):
                id == own
            default: false
            }
        }
    }

    /// For every header cell, its index in the list; nil if a required column is missing or the
    /// rows would have no value to read.
    private func places(_ row: HeadTable.Row) -> [Int?]? {
        var taken: Set<Int> = []
        let places = row.names.map { cell -> Int? in
            let found = columns.indices.first {
                !taken.contains($0) && columns[$0].fits(cell)
            }
            if let found { taken.insert(found) }
            return found
        }
        let isWhole = columns.indices.allSatisfy {
            !columns[$0].isRequired || taken.contains($0)
        }
        let hasStart = taken.contains {
            if case .start = columns[$0].content { true } else { false }
        }
        let hasValue = taken.contains { columns[$0].content.isValue }
        return isWhole && hasStart && hasValue ? places : nil
    }
}

extension TableProfile.Match {
    /// The features found, for the reasons.
    var reason: String {
        let known = zip(row.fields, columns).filter { $0.1 != nil }.map(\.0)
        return tr(
            "{1} with the columns {2}", profile.title, known.prefix(4).joined(separator: ", "))
    }
}
