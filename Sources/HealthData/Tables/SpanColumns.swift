// The columns of times in a table besides the one that dates its rows: which one is the end, which
// hold the zone, and which are times of something else.
//
// Method: a column whose cells have the shape of a date is a time, whatever its name is, and never
// a reading. The words of its name show whether something begins or ends there, or whether the row
// was only written then. The end of a start is the one that shares most words with it (`Cycle
// start`, `Cycle end`), of several the nearest.

import Localization

/// The times of the rows of a table, in addition to their start.
struct SpanColumns {
    struct Time {
        enum Kind { case start, end, recorded, other }

        var column: Int
        var shape: DateShape
        var kind: Kind
        /// The words of its name.
        var words: Set<String>
    }

    /// All columns of times, also the start of the rows.
    private(set) var all: [Time] = []
    private(set) var zone: Int?
    /// Columns that hold no readings.
    private(set) var taken: Set<Int> = []

    /// Examines the columns, and completes the times that were found with their end.
    init(_ reader: inout ColumnReading, _ times: inout ColumnReading.Times) {
        for column in 0..<reader.columns
        where column != times.time && column != times.source {
            let cells = reader.cells(column).filter {
                !NumberText.missing.contains($0.lowercased())
            }
            guard !cells.isEmpty else { continue }
            if column != times.start, SpanColumns.isZone(cells, reader.role(column)) {
                if zone == nil { zone = column }
                taken.insert(column)
                continue
            }
            guard let shape = SpanColumns.shape(column, cells, reader, times) else { continue }
            let words = SpanColumns.words(reader, column)
            all.append(
                Time(
                    column: column, shape: shape,
                    kind: SpanColumns.kind(words, reader.role(column)), words: words))
        }
        taken.formUnion(all.map(\.column))
        preferSpan(&reader, &times)
        guard let start = all.first(where: { $0.column == times.start }) else { return }
        if let end = end(of: start) {
            times.end = end.column
            times.endShape = end.shape
            times.endIsClock = false
        } else if times.end == nil, let clock = SpanColumns.clockEnd(reader, times, except: taken) {
            times.end = clock
            times.endIsClock = true
            taken.insert(clock)
        }
    }

    /// Dates the rows by the start of a span, if they have one next to the date of its day.
    private func preferSpan(_ reader: inout ColumnReading, _ times: inout ColumnReading.Times) {
        guard let date = all.first(where: { $0.column == times.start }),
            date.words.isDisjoint(with: SpanColumns.startWords)
        else { return }
        let start = all.first { time in
            time.kind == .start && time.column != date.column
                && !time.words.isDisjoint(with: SpanColumns.startWords) && end(of: time) != nil
        }
        // A start of something that is named is that of its own column: see `span(named:)`.
        guard let start, start.words.isSubset(of: SpanColumns.plainWords),
            let found = reader.shape(reader.cells(start.column), named: true, first: false)
        else { return }
        times.start = start.column
        times.startShape = start.shape
        times.isOrderOpen = found.open
        times.time = nil
    }

    /// Notes the columns of times that mean nothing for the rows.
    ///
    /// - Parameter used: the columns that other values take.
    func noteOthers(
        _ reader: inout ColumnReading, _ times: ColumnReading.Times, except used: Set<Int>
    ) {
        for time in all
        where time.column != times.start && time.column != times.end
            && !used.contains(time.column)
        {
            guard let names = reader.names, time.column < names.count,
                !names[time.column].name.isEmpty
            else { continue }
            reader.note(tr("the times in the column {1} date no readings", names[time.column].name))
        }
    }

    /// The end that belongs to a start; nil if there is none.
    ///
    /// The end of a cycle is not that of a workout: one that names something names the same.
    func end(of start: Time) -> Time? {
        let common = SpanColumns.plainWords
        let isOfAnything = start.words.isSubset(of: common)
        func rank(_ time: Time) -> (Int, Int) {
            let shared = time.words.subtracting(common).intersection(start.words).count
            let distance = time.column - start.column
            return (shared, distance > 0 ? -distance : -1000 + distance)
        }
        let ends = all.filter { time in
            time.kind == .end && time.column != start.column
                && (isOfAnything || time.words.isSubset(of: common) || rank(time).0 > 0)
        }
        return ends.max { rank($0) < rank($1) }
    }

    /// The start whose name has one of the words, and its end.
    func span(named words: Set<String>) -> (start: Time, end: Time?)? {
        let start = all.first { $0.kind == .start && !$0.words.isDisjoint(with: words) }
        return start.map { ($0, end(of: $0)) }
    }

    // MARK: Columns

    /// A column of times of day that are the ends of rows with a time; nil if there is none.
    private static func clockEnd(
        _ reader: ColumnReading, _ times: ColumnReading.Times, except taken: Set<Int>
    ) -> Int? {
        let starts = reader.cells(times.start)
        guard times.time != nil || starts.contains(where: { reader.hasTime($0, times.startShape) })
        else { return nil }
        return (0..<reader.columns).first { column in
            guard column != times.start, column != times.time, !taken.contains(column),
                kind(words(reader, column), reader.role(column)) == .end
            else { return false }
            let cells = reader.cells(column).filter {
                !NumberText.missing.contains($0.lowercased())
            }
            return reader.areClocks(cells, strict: true)
        }
    }

    private static func isZone(_ cells: [String], _ role: HeaderNames.Role) -> Bool {
        guard role == .zone || role == .unknown else { return false }
        guard role == .zone || cells.first.map({ ZoneText.isZone($0) }) == true else {
            return false
        }
        let known = Set(cells).filter { ZoneText.isZone($0) }
        let zones = cells.count { known.contains($0) }
        return role == .zone ? zones * 10 >= cells.count * 8 : zones == cells.count
    }

    /// The shape of a column of times; nil for another column.
    private static func shape(
        _ column: Int, _ cells: [String], _ reader: ColumnReading, _ times: ColumnReading.Times
    ) -> DateShape? {
        if column == times.start { return times.startShape }
        let role = reader.role(column)
        let isNamed = [.start, .end, .recorded].contains(role)
        switch role {
        case .start, .end, .recorded, .unknown, .time: break
        default: return nil
        }
        // Most columns are numbers, and the first cells show it.
        guard cells.prefix(8).contains(where: ColumnReading.looksLikeDate) else { return nil }
        // Numbers are times only if those of the start are written in the same way.
        let isNumeric = cells.allSatisfy { $0.utf8.allSatisfy { $0 &- 0x30 <= 9 } }
        guard
            let found = reader.shape(
                cells, named: isNamed || times.startShape == .unixTime, first: false),
            found.ratio >= 0.8
        else { return nil }
        if isNumeric, found.shape != times.startShape {
            return isNamed && found.shape == .unixTime ? .unixTime : nil
        }
        if found.shape == .serialDay, times.startShape != .serialDay || !isNamed { return nil }
        return found.shape
    }

    private static func words(_ reader: ColumnReading, _ column: Int) -> Set<String> {
        guard let names = reader.names, column < names.count else { return [] }
        return Set(
            HeaderNames.normalized(names[column].name).split(separator: " ").map(String.init))
    }

    private static func kind(_ words: Set<String>, _ role: HeaderNames.Role) -> Time.Kind {
        switch role {
        case .end: .end
        case .recorded: .recorded
        case .start, .time: .start
        default:
            !words.isDisjoint(with: recordedWords)
                ? .recorded
                : !words.isDisjoint(with: endWords)
                    ? .end : !words.isDisjoint(with: startWords) ? .start : .other
        }
    }

    private static let startWords: Set<String> = [
        "start", "started", "starts", "begin", "began", "begins", "onset", "from", "beginn",
        "beginning", "bedtime", "schlafenszeit", "eingeschlafen", "inicio", "início", "début",
        "debut", "inizio", "начало", "開始",
        "开始",
    ]

    /// The words of starts and ends of nothing that is named.
    private static let plainWords: Set<String> = startWords.union(endWords).union([
        "time", "date", "at", "of", "the", "timestamp", "zeit", "datum", "utc", "local", "gmt",
    ])

    private static let endWords: Set<String> = [
        "end", "ended", "ends", "ending", "stop", "stopped", "finish", "finished", "until", "wake",
        "wakeup", "woke", "waking", "aufwachzeit", "aufgewacht", "aufstehzeit", "ende", "bis",
        "fin", "slut", "slutt", "koniec", "einde",
        "bitiş", "конец", "終了", "结束",
    ]

    private static let recordedWords: Set<String> = [
        "creation", "created", "import", "imported", "export", "exported", "modified",
        "modification", "updated", "update", "upload", "uploaded", "sync", "synced", "erstellt",
        "geändert",
    ]
}
