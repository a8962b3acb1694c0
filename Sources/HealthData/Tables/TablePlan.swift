/// Makes the plan of a table from its beginning.
protocol TablePlanner {
    /// The plan of a table that begins with these bytes (`count` valid ones, padded); nil if there
    /// is none.
    func plan(_ bytes: RawSpan, count: Int, whole: Bool) -> TablePlan?

    /// The error for a table that begins with these bytes and has no plan.
    func refusal(_ bytes: RawSpan, count: Int, whole: Bool) -> TableRefusal
}

/// Why a document is not read as a table.
struct TableRefusal {
    /// The line that shows it.
    var line: Int
    /// What was seen, in one clause.
    var problem: String
    var remedy: String
}

/// The meaning of a table's columns, decided before its rows are read.
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
            /// This column's number, in hundredths of the number in `second`.
            case percent
            /// One of fixed texts, each with the index of its label.
            case labels([String: Int])
            /// The lengths of sleep stages in seconds, one column for each.
            ///
            /// The file does not give the position of each stage in the night, so they are placed
            /// one after the other from the start on.
            case lengths([(column: Int, stage: SleepStage)])
            /// A number in this column and a smaller one in `second`, with this conversion, that make
            /// one quantity: stones and pounds.
            case sum(UnitConversion)
            /// The night of the row.
            case night(NightColumns)
            /// A word for a stage of sleep.
            case stage
            /// A workout of a sport that the table as a whole has.
            case workout(String)
            /// One character for every `seconds` seconds, each with its stage of sleep.
            case phases(seconds: Double, [Character: SleepStage])
            /// A number, or the member with this name of a JSON object.
            case member(String)
            /// Readings at equal intervals, as a JSON object.
            case series
        }

        var kind: Kind
        var column: Int
        var second = 0
        var metric: Metric
        var style = NumberStyle.point
        var conversion = UnitConversion.same
        /// The column of the numbers' units; nil if all have the same one.
        var unit: Int?
        /// Numbers that mean "no value", after conversion.
        var missing: [Double] = []
        /// The names of the labels of fixed texts.
        var labels: [String] = []
        /// The names of sports that the cells give as numbers; nil if the cells are names.
        var sports: [String: String]?
        /// Whether the numbers belong to times, not to names.
        var isReading: Bool {
            if case .named = kind { false } else { true }
        }
        /// Whether the numbers may have a unit behind them; this requires a known canonical unit.
        var acceptsUnits: Bool { isReading && !metric.unit.isEmpty }
    }

    /// A column with a figure of the row's workout.
    struct Figure: Sendable {
        var column: Int
        var figure: TableProfile.Figure
        var style: NumberStyle
        var conversion: UnitConversion
        /// How it is written if it is a length of time.
        var length: DurationText?
    }

    /// A column with the lengths of the rows' intervals.
    struct Length: Sendable {
        var column: Int
        var text: DurationText
    }

    /// Selects rows by the text of one cell.
    struct Filter: Sendable {
        var column: Int
        /// The texts of the rows that are read.
        var accepted: Set<String>
        /// The reason for not reading the other rows.
        var reason: String
        /// The texts of the other rows, if further, unknown texts are possible.
        var refused: Set<String>?
        /// Whether the other rows only repeat what the accepted rows contain.
        var isRepeat: Bool
        /// Whether the other rows are read as parts of single devices: see `TableProfile.Filter`.
        var areParts: Bool

        /// What becomes of a row.
        enum Decision {
            case accepted
            /// It is read as a part of a single device.
            case part
            case refused(RowRefusal)
            /// It only repeats what other rows contain.
            case repeated
            /// It is left out for the filter's reason.
            case excluded
        }

        func decision(_ text: String) -> Decision {
            if accepted.contains(text) { return .accepted }
            if areParts, !text.isEmpty { return .part }
            if refused?.contains(text) == false { return .refused(.label) }
            if !isRepeat { return .excluded }
            // A row that is cut off repeats nothing.
            return text.isEmpty ? .refused(.noValue) : .repeated
        }
    }

    /// Why no row of a table is read.
    struct Unread: Sendable {
        var reason: String
        /// The name that the file gives to the type of its records.
        var type: String
    }

    var dialect: Dialect
    var start: Int
    var startShape: DateShape
    /// The column of a time of day next to the date.
    var time: Int?
    var end: Int?
    var endShape = DateShape.iso
    /// Whether a row without an end is no record.
    var needsEnd = false
    /// Whether the end is only a time of day, the next one from the start on.
    var endIsClock = false
    /// The column of the lengths of intervals that have no end.
    var duration: Length?
    /// The column of the time zones of local times.
    var zone: Int?
    /// Whether a date also belongs to the rows behind it that have only a time of day.
    var carriesDates = false
    var source: Int?
    /// The columns of a table with one reading in each row, whose kind is in a column; its other
    /// values have no meaning.
    var kinds: KindColumns?
    /// The cells of the header, if others may come behind it; empty if none is expected.
    var header: [String] = []
    /// The column of names in a table without times; the columns of times then have no meaning.
    var name: Int?
    var values: [Value]
    var figures: [Figure] = []
    /// The offset from UTC in seconds of times without an offset; nil for the zone of the import.
    var offset: Int?
    /// The day, as seconds since 1970 of its midnight, if rows have only times of day.
    var day: Double?
    /// Whether rows mean local days: see `TableProfile.hasCivilDays`.
    var hasCivilDays = false
    /// Which years its dates mean.
    var years = YearCount.common
    /// The order of its rows; nil if they have none.
    var order: RowOrder?
    /// The duration in seconds of an amount that has only one time.
    var length = 0.0
    /// The source of rows that name none; nil for the file itself.
    var program: TableProfile.Source?
    /// The kind of device of a source, by its name.
    var kindOfSource: @Sendable (String) -> SourceKind = {
        SourceKind(named: $0)
    }
    /// The marks of all samples.
    var marks: SampleMarks = []
    /// The marks of samples of single devices, which samples of all devices together replace.
    var partMarks: SampleMarks {
        marks.subtracting(.total).union(marks.contains(.coarse) ? .coarsest : [.summary, .coarse])
    }
    /// See `RowSplitter.longestQuoted`.
    var longestQuoted = RowSplitter.longestQuoted
    /// Selects the rows that are read; nil for all.
    var filter: Filter?
    /// Why no row is read; nil if rows are read.
    var unread: Unread?
    /// The names of the columns; empty if the table has no header.
    var names: [String] = []
    /// The number of columns; a row with further non-empty ones is refused.
    var columns: Int
    /// Whether each row of the sample has a field for every column: a last row with fewer, and
    /// without a line end, is then a part of one.
    var areRowsWhole = false
    /// The number of rows before the first record, including comments and empty lines.
    var skippedRows: Int
    /// Whether the dates in the sample can be read with either the day or the month first.
    var isDateOrderOpen = false
    /// The columns of numbers like `1,234` whose sign the sample does not show.
    var openDecimals: Set<Int> = []
    var notes: [ImportNote] = []
    var questions: [OpenQuestion] = []

    /// Whether the meaning of a row depends on rows before it.
    var isSequential: Bool { carriesDates || kinds != nil }
}
