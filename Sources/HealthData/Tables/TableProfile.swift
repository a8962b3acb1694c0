// Tables that a program writes, known by the names of their columns.
//
// A profile lists the columns by the names that they have in headers, in every language that the
// program writes; what is found of it in a header makes the plan that the scanner reads by. Where the
// names cannot be told (a language that is not listed), the file's own name and the order of the
// columns do, for programs that keep both. Columns of a table that are not listed are passed over and
// noted, once, so that nothing is left out in silence.

import Localization
import Streams

struct TableProfile: Sendable {
    /// What a column holds.
    enum Content: Sendable {
        /// An instant, or the beginning of an interval.
        case start
        case end
        /// A time of day beside a date.
        case time
        case source
        case value(MetricID)
        case systolic
        case diastolic
        /// An amount that is a share of another column's, which is called so.
        case share(MetricID, of: String)
        /// One of fixed texts, with the stage of sleep that each means.
        case stages([String: SleepStage])
        /// How long a stage of sleep was altogether between a start and an end.
        case stageLength(SleepStage)
        /// A character for every stretch of so many seconds from the start on, each the stage of
        /// sleep that it means.
        case phases(seconds: Double, [Character: SleepStage])
        /// A number in the metric's own unit, or an object in JSON that has it under this name.
        case member(MetricID, of: String)
        /// Readings at equal distances, as an object in JSON (`JSONSeries`).
        case series(MetricID)
        /// A text that names what was done.
        case category(MetricID)
        /// A figure of the workout that a text in the row names; nought is none, and of several
        /// columns the first with a number counts.
        case figure(Figure)
        /// Something that is not read.
        case nothing

        /// Whether a row with it has a record, whatever else it has.
        var isValue: Bool {
            switch self {
            case .start, .end, .time, .source, .diastolic, .figure, .nothing: false
            default: true
            }
        }
    }

    /// What a workout as a whole has beside its time and sport.
    enum Figure: Sendable {
        case activeDuration, distance, energy, meanHeartRate, highestHeartRate

        /// The metric that measures the same, in the unit that `Workout.Figures` has it in.
        var metric: MetricID {
            switch self {
            case .activeDuration: .exerciseTime
            case .distance: .distance
            case .energy: .activeEnergy
            case .meanHeartRate, .highestHeartRate: .heartRate
            }
        }

        /// Sets the figure where it is not known yet.
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
        /// Its names in headers, in small letters and without a unit in brackets.
        var names: [String]
        var content: Content
        /// The unit where the header names none.
        var unit: String?
        /// Numbers that stand for none.
        var missing: [Double] = []
        var isRequired = false
        /// The unit that the header has to name, for names that other programs write as well.
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

        /// Whether a cell of a header is this column's.
        func fits(_ cell: (name: String, unit: String?)) -> Bool {
            names.contains(cell.name) && (requiredUnit == nil || requiredUnit == cell.unit)
        }
    }

    /// What the table is called in the reasons given for it.
    var title: String
    /// The names that its files have, in small letters; a file with one of them may have columns of
    /// any names, in the order of the list.
    var fileNames: [String] = []
    var columns: [Column]
    /// The shape of its dates; nil where the cells tell.
    var dates: DateShape?
    /// The seconds from UTC of times without an offset; nil for the zone of the import.
    var offset: Int?
    /// Whether its rows stand for local days: midnights or noons of those, written as if they were
    /// UTC, or some other instant of the day.
    var hasCivilDays = false
    /// The seconds for which an amount of a row with one time lasts.
    var length: Double?
    /// Whether its rows sum up what other tables of the program have, or say it again.
    var isSummary = false
    /// Whether its rows are summaries whose amounts are all that there was of a day.
    var hasTotals = false
    /// What the program is called and what kind of device it speaks for, where its rows name no
    /// source; nil lets the file's name stand for it.
    var program: Source?
    /// What kind of device a source that rows name is, by its name.
    var kindOfSource: @Sendable (String) -> SourceKind = {
        SourceKind(named: $0)
    }
    /// The further marks of its rows where those others sum up something, too.
    var coarseness: SampleMarks = []
    /// Rows that are not read: the column by its name, the texts, and why.
    var filter: Filter?
    /// Whether cells may hold whole lists in quotes: see `RowSplitter.longestList`.
    var hasLists = false
    /// Whether units that are not named are asked for.
    var asksUnits = false
    /// Whether columns that are not listed are passed over without a note: for programs that write
    /// dozens for their own use.
    var passesOverQuietly = false

    /// A name and the kind of device that it stands for.
    struct Source: Sendable {
        var name: String
        var kind: SourceKind
    }

    struct Filter: Sendable {
        /// The column's names.
        var column: [String]
        /// The texts of the rows that are read.
        var accepted: Set<String>
        var reason: String
        /// The texts of the rows that are kept out for the reason, where further ones are refused as
        /// unknown; nil for all others.
        var refused: Set<String>?
        /// Whether the rows kept out repeat what those that are read say.
        var isRepeat = false
        /// Whether those rows are what single devices have of it, told apart by the column's text:
        /// they count, each device as a source, where a row that is read is missing.
        var areParts = false
    }

    /// The marks of its rows.
    var marks: SampleMarks {
        guard isSummary || hasTotals else { return [] }
        return coarseness.union(hasTotals ? [.summary, .total] : .summary)
    }

    // MARK: Matching

    /// A header that has the columns of a profile.
    struct Match: Sendable {
        var profile: TableProfile
        var dialect: Dialect
        /// The header.
        var row: HeadTable.Row
        /// For every column of the table its place in the profile's list.
        var columns: [Int?]
    }

    /// The first profile whose columns a row at the beginning of a document names.
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

    /// The profile whose file name a document has, its columns taken in their order.
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

    /// Whether no cell of a header says that its column is another than the one in its place.
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

    /// For every cell of a header its place in the list; nil where a required column is missing, or
    /// nothing could be read of the rows.
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
    /// What was seen, for the reasons given.
    var reason: String {
        let known = zip(row.fields, columns).filter { $0.1 != nil }.map(\.0)
        return tr(
            "{1} with the columns {2}", profile.title, known.prefix(4).joined(separator: ", "))
    }
}
