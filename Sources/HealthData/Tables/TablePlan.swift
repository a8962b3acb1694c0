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
        enum Kind: Sendable, Hashable {
            case number
            /// Systolic in this column, diastolic in `second`.
            case pair
            /// `120/80` in one cell.
            case pairText
            case category
            /// A number that belongs to the name in its row.
            case named
        }

        var kind: Kind
        var column: Int
        var second = 0
        var metric: Metric
        var style = NumberStyle.point
        var conversion = UnitConversion.same
        /// Whether a unit may stand behind the numbers, for which the canonical unit is known.
        var acceptsUnits: Bool { kind != .named && !metric.unit.isEmpty }
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
    /// How many columns there are; a row with more that are not empty is refused.
    var columns: Int
    /// How many rows (comments and empty lines counted) stand before the first record.
    var skippedRows: Int
    /// Whether day and month of the dates in the sample could be either way round.
    var isDateOrderOpen = false
    var notes: [ImportNote] = []

    /// The highest column that is needed.
    var lastColumn: Int {
        var last = max(start, time ?? 0, end ?? 0, source ?? 0, name ?? 0)
        for value in values { last = max(last, value.column, value.second) }
        return last
    }
}
