/// Makes the plan of a table out of how it begins.
protocol TablePlanner {
    /// The plan of a table that begins with these bytes (`count` valid ones, padded); nil where it
    /// is none.
    func plan(_ bytes: RawSpan, count: Int, whole: Bool) -> TablePlan?

    /// What is said of a table without a plan.
    var refusal: (problem: String, remedy: String) { get }
}

/// What the columns of a table are, decided before its rows are read.
struct TablePlan: Sendable {
    /// A column of values, or two that make a pair.
    struct Value: Sendable {
        enum Kind: Sendable {
            case number
            /// Systolic in this column, diastolic in `second`.
            case pair
            /// `120/80` in one cell.
            case pairText
            case category
            /// A number that belongs to the name in its row.
            case named
            /// This column's number in hundredths of that in `second`.
            case percent
            /// One of fixed texts, each with the index of its label.
            case labels([String: Int])
            /// The lengths of stages of sleep in seconds, a column for each.
            ///
            /// They are laid one after the other from the start on, because where in the night each
            /// was is not known.
            case lengths([(column: Int, stage: SleepStage)])
            /// A character for every stretch of so many seconds, each with its stage of sleep.
            case phases(seconds: Double, [Character: SleepStage])
            /// A number, or the member of an object in JSON that is called so.
            case member(String)
            /// Readings at equal distances as an object in JSON.
            case series
        }

        var kind: Kind
        var column: Int
        var second = 0
        var metric: Metric
        var style = NumberStyle.point
        var conversion = UnitConversion.same
        /// Numbers that stand for a value that is not there, as they are read with the conversion.
        var missing: [Double] = []
        /// What the labels of fixed texts are called.
        var labels: [String] = []
        /// Whether a unit may stand behind the numbers, for which the canonical unit is known.
        var acceptsUnits: Bool {
            if case .named = kind { return false }
            return !metric.unit.isEmpty
        }
    }

    /// A column with a figure of the workout that a row is.
    struct Figure: Sendable {
        var column: Int
        var figure: TableProfile.Figure
        var style: NumberStyle
        var conversion: UnitConversion
    }

    /// Rows that are told by the text of one cell.
    struct Filter: Sendable {
        var column: Int
        /// The texts of the rows that are read.
        var accepted: Set<String>
        /// Why the others are not.
        var reason: String
        /// The texts of the others, where there may be further ones that are not known.
        var refused: Set<String>?
        /// Whether the others repeat what those that are read say.
        var isRepeat: Bool
        /// Whether the others are read as the parts of single devices: see `TableProfile.Filter`.
        var areParts: Bool
    }

    /// Why no row of a table is read.
    struct Unread: Sendable {
        var reason: String
        /// What the file calls the kind of its records.
        var type: String
    }

    var dialect: Dialect
    var start: Int
    var startShape: DateShape
    /// The column of a time of day beside the date.
    var time: Int?
    var end: Int?
    var endShape = DateShape.iso
    var source: Int?
    /// The column of the names, in a table that has no times; the columns of times mean nothing then.
    var name: Int?
    var values: [Value]
    var figures: [Figure] = []
    /// The seconds from UTC of times that are written without an offset; nil for the zone of the import.
    var offset: Int?
    /// The day, as seconds since 1970 of its midnight, where rows have times of day alone.
    var day: Double?
    /// Whether rows stand for local days: see `TableProfile.hasCivilDays`.
    var hasCivilDays = false
    /// The seconds for which an amount lasts that has one time.
    var length = 0.0
    /// The source of rows that name none; nil for the file itself.
    var program: TableProfile.Source?
    /// What kind of device a source is, by its name.
    var kindOfSource: @Sendable (String) -> SourceKind = {
        SourceKind(named: $0)
    }
    /// What all samples are marked with.
    var marks: SampleMarks = []
    /// What those of single devices are marked with, which fall away beside those of all of them.
    var partMarks: SampleMarks {
        marks.subtracting(.total).union(marks.contains(.coarse) ? .coarsest : [.summary, .coarse])
    }
    /// See `RowSplitter.longestQuoted`.
    var longestQuoted = RowSplitter.longestQuoted
    /// Which rows are not read.
    var filter: Filter?
    /// Why none is; nil where rows are read.
    var unread: Unread?
    /// How many columns there are; a row with more that are not empty is refused.
    var columns: Int
    /// How many rows (comments and empty lines counted) stand before the first record.
    var skippedRows: Int
    /// Whether day and month of the dates in the sample could be either way round.
    var isDateOrderOpen = false
    var notes: [ImportNote] = []
    var questions: [OpenQuestion] = []

    /// The highest column that is needed.
    var lastColumn: Int {
        var last = max(
            start, time ?? 0, end ?? 0, source ?? 0, name ?? 0, filter?.column ?? 0)
        for figure in figures { last = max(last, figure.column) }
        for value in values {
            last = max(last, value.column, value.second)
            if case .lengths(let parts) = value.kind {
                last = parts.reduce(last) { max($0, $1.column) }
            }
        }
        return last
    }
}
