// Which columns of a table hold the times of its rows.
//
// Method: every column that may hold times is a candidate. Three things rank them, the first counts
// most: whether nearly all cells are times that a reading can have, whether they are texts of
// calendar dates or bare numbers, and the name in the header. So a number that counts the rows (an
// id of nine digits is a good Unix time) never beats a date. Bare numbers are times only if they are plausible
// together: none after tomorrow, and without a name for times also mostly in order, with few
// repeats, and not simply counting. If the best is a date without a time of day, or has no name for
// times, and a column that is named as a time agrees with it on the day, that one is taken.

import Localization
import Streams

/// Finds the columns with the times of a table's rows.
struct TimeColumnSearch {
    private let reading: ColumnReading
    /// What the person should know about the times.
    private(set) var notes: [String] = []

    init(_ reading: ColumnReading) { self.reading = reading }

    private var columns: Int { reading.columns }

    private func role(_ column: Int) -> HeaderNames.Role { reading.role(column) }

    /// A column that may hold the times of the rows.
    private struct Candidate {
        var column: Int
        var shape: DateShape
        /// The share of the cells that have the shape.
        var ratio: Double
        var isOpen: Bool
        /// How well it fits; less is better.
        var rank: Int

        static func isBetter(_ a: Candidate, _ b: Candidate) -> Bool {
            (a.rank, a.column) < (b.rank, b.column)
        }
    }

    /// The columns with the times of the rows; nil if there are none.
    mutating func times() -> ColumnReading.Times? {
        var found: [Candidate] = []
        for (rank, role) in [HeaderNames.Role.start, .time, .unknown, .recorded].enumerated() {
            found += (0..<columns).filter { self.role($0) == role }
                .compactMap { candidate($0, rank: rank) }
            // A worse name cannot win any more.
            if found.contains(where: { $0.rank <= rank }) { break }
        }
        guard let best = found.min(by: Candidate.isBetter) else {
            // For a table with a header and no rows, the names alone decide.
            let named = (0..<columns).first { role($0) == .start }
            guard reading.body.isEmpty,
                let column = named ?? (0..<columns).first(where: { role($0) == .time })
            else { return nil }
            return ColumnReading.Times(start: column, startShape: .iso, ratio: 0.1)
        }
        let chosen = moreExact(than: best, found) ?? best
        var times = ColumnReading.Times(
            start: chosen.column, startShape: chosen.shape, isOrderOpen: chosen.isOpen,
            ratio: chosen.ratio)
        times.years = yearCount(chosen.column, chosen.shape)
        findRest(&times)
        return times
    }

    private func candidate(_ column: Int, rank: Int) -> Candidate? {
        let named = [.start, .time, .recorded].contains(role(column))
        let cells = reading.cells(column)
        guard let found = reading.shape(cells, named: named, first: column == 0), found.ratio >= 0.5
        else {
            return nil
        }
        var rank = rank
        let isNumber =
            found.shape == .unixTime || found.shape == .serialDay
            || found.shape == .compact && !named
        if isNumber {
            guard named || isInOrder(cells, found.shape) else { return nil }
            rank += 10
        }
        let sound = soundShare(cells, found.shape)
        if sound < 0.95 {
            if isNumber, !named, sound < 0.5 { return nil }
            rank += 100
        }
        // A date that is the same in all rows is not theirs: a birthday.
        if !named, cells.count > 2, Set(cells).count == 1 { rank += 50 }
        return Candidate(
            column: column, shape: found.shape, ratio: found.ratio, isOpen: found.open, rank: rank)
    }

    /// The share of the cells that are times which a reading can have.
    private func soundShare(_ cells: [String], _ shape: DateShape) -> Double {
        guard !cells.isEmpty else { return 0 }
        let isNumber = shape == .unixTime || shape == .serialDay
        let tomorrow = ColumnReading.tomorrow
        let good = cells.count { cell in
            guard let moment = reading.moment(cell, shape, .either) else { return false }
            return isNumber ? moment >= 0 && moment <= tomorrow : SoundTime.contains(moment)
        }
        return Double(good) / Double(cells.count)
    }

    /// Whether bare numbers follow one another as times do: mostly forward or back, with few
    /// repeats, and not simply counting.
    private func isInOrder(_ cells: [String], _ shape: DateShape) -> Bool {
        let moments = cells.compactMap { reading.moment($0, shape, .common) }
        guard moments.count > 2 else { return true }
        let steps = zip(moments.dropFirst(), moments).map { $0 - $1 }
        let forward = steps.count { $0 > 0 }
        let back = steps.count { $0 < 0 }
        guard forward + back > 0, max(forward, back) * 10 >= (forward + back) * 9,
            (forward + back) * 3 >= steps.count
        else { return false }
        guard shape == .unixTime else { return true }
        let numbers = cells.compactMap { Int($0) }
        let isCount = zip(numbers.dropFirst(), numbers).allSatisfy { abs($0 - $1) == 1 }
        // A reading a second is possible, a reading a millisecond is not.
        return !isCount || reading.names == nil && (numbers.first ?? 0) < 100_000_000_000
    }

    /// A column that is named as a time and agrees with the best on the days, if the best has no
    /// times of day or no such name.
    private func moreExact(than best: Candidate, _ all: [Candidate]) -> Candidate? {
        let hasName = role(best.column) == .start
        if hasName, hasTimes(best) || hasClock(next: best.column + 1) { return nil }
        return all.sorted(by: Candidate.isBetter).first { other in
            other.column != best.column && role(other.column) == .start && other.rank < 100
                && hasTimes(other) && agree(best, other)
        }
    }

    /// Whether most cells of a candidate have a time of day.
    private func hasTimes(_ candidate: Candidate) -> Bool {
        let cells = reading.cells(candidate.column)
        return cells.count(where: { reading.hasTime($0, candidate.shape) }) * 2 > cells.count
    }

    /// Whether there is a column of times of day: one with such a name, or the next one.
    private func hasClock(next: Int) -> Bool {
        (0..<columns).contains { column in
            (role(column) == .time || column == next && role(column) == .unknown)
                && reading.areClocks(reading.cells(column), strict: column == next)
        }
    }

    /// Whether two candidates name the same days, or the nights that follow them, in nearly all
    /// rows.
    private func agree(_ best: Candidate, _ other: Candidate) -> Bool {
        var agreeing = 0
        var compared = 0
        for row in reading.body {
            guard max(best.column, other.column) < row.fields.count,
                let day = reading.moment(row.fields[best.column], best.shape, .either),
                let time = reading.moment(row.fields[other.column], other.shape, .either)
            else { continue }
            compared += 1
            if time - day > -86_400, time - day < 2 * 86_400 { agreeing += 1 }
        }
        return compared * 2 > reading.body.count && agreeing * 20 >= compared * 19
    }

    // MARK: The other columns of times

    private mutating func findRest(_ times: inout ColumnReading.Times) {
        let dates = reading.cells(times.start)
        let haveTimes =
            dates.filter { reading.hasTime($0, times.startShape) }.count * 2 > dates.count
        for column in 0..<columns where column != times.start {
            switch role(column) {
            case .time where times.time == nil && !haveTimes:
                findClock(column, &times)
            // The start of a span on the day of the date.
            case .start where times.time == nil && !haveTimes:
                if reading.areClocks(reading.cells(column), strict: true) { times.time = column }
            case .end where times.end == nil:
                if let found = reading.shape(reading.cells(column), named: true, first: false),
                    found.ratio >= 0.5
                {
                    times.end = column
                    times.endShape = found.shape
                }
            case .source where times.source == nil: times.source = column
            default: break
            }
        }
        let next = times.start + 1
        if times.time == nil, !haveTimes, next < columns, role(next) == .unknown,
            reading.areClocks(reading.cells(next), strict: true), !holdsLengths(next)
        {
            times.time = next
        }
    }

    /// Whether `07:30` in a column of this name is how long somebody slept, and not a time of day.
    private func holdsLengths(_ column: Int) -> Bool {
        guard let names = reading.names, column < names.count,
            let stage = SleepStageText.stage(ofName: names[column].name)
        else { return false }
        // A column `Asleep` may hold the time at which somebody fell asleep.
        return stage != .asleep
            || reading.cells(column).allSatisfy { cell in
                (Int(cell.prefix { $0.isNumber }) ?? 24) < 14
            }
    }

    /// Takes a column that is named as one of times of day.
    ///
    /// Rows whose time cannot be read are refused: they are not readings at midnight. If no time
    /// can be read, the dates alone count, and a note says so.
    private mutating func findClock(_ column: Int, _ times: inout ColumnReading.Times) {
        let cells = reading.cells(column).filter { !NumberText.missing.contains($0.lowercased()) }
        if reading.areClocks(cells, strict: false) {
            times.time = column
            return
        }
        let texts = cells.filter { cell in
            cell.contains(where: \.isNumber) && !ColumnReading.looksLikeNumber(cell)
        }
        guard let first = texts.first, texts.count * 2 > cells.count else { return }
        if texts.contains(where: { reading.areClocks([$0], strict: false) }) {
            times.time = column
            return
        }
        times.unreadable = column
        notes.append(
            tr(
                "the times in the column {1} cannot be read ({2}); its readings have only their dates",
                reading.names?[column].name ?? "\(column + 1)", first))
    }

    // MARK: Years

    /// Which years the dates of a column mean, by what most of them can mean.
    ///
    /// Years of four digits from 2400 to 2700 can only be Buddhist ones. Those of two digits are if
    /// the table has Thai text and they would be in the future otherwise.
    mutating func yearCount(_ column: Int, _ shape: DateShape) -> YearCount {
        guard shape != .unixTime, shape != .serialDay else { return .common }
        let tomorrow = ColumnReading.tomorrow
        var (read, buddhist, future) = (0, 0, 0)
        for cell in reading.cells(column) {
            guard let either = reading.moment(cell, shape, .either) else { continue }
            read += 1
            let common = reading.moment(cell, shape, .common)
            if common != either {
                buddhist += 1
            } else if either > tomorrow, let thai = reading.moment(cell, shape, .buddhist),
                thai >= SoundTime.first, thai <= tomorrow
            {
                future += 1
            }
        }
        guard buddhist * 2 > read || future * 2 > read && hasThaiText else { return .common }
        notes.append(
            tr("the years were read as those of the Buddhist calendar: 2567 is 2024"))
        return .buddhist
    }

    /// Whether a header or a cell has a Thai letter.
    private var hasThaiText: Bool {
        let isThai: (String) -> Bool = { text in
            text.unicodeScalars.contains { (0xe01...0xe5b).contains($0.value) }
        }
        return reading.names?.contains { isThai($0.name) } ?? false
            || reading.body.contains { $0.fields.contains(where: isThai) }
    }
}
