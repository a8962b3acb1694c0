import ChartCore
import Geometry

/// Days in a grid: a column for each week, a row for each weekday.
struct DayGrid: Equatable {
    /// The days, as `CivilDate.days` counts them.
    let days: Range<Int>
    /// The rows of the first column that are empty, because its week begins before the first day.
    let lead: Int

    init(_ days: Range<Int>, firstWeekday: Weekday) {
        self.days = days
        let weekday = CivilDate(days: days.lowerBound).weekday.rawValue
        lead = (weekday - firstWeekday.rawValue + 7) % 7
    }

    /// The number of columns.
    var columns: Int { (lead + days.count + 6) / 7 }

    /// The column and the row of a day.
    func place(of day: Int) -> (column: Int, row: Int) {
        let index = lead + day - days.lowerBound
        return (index / 7, index % 7)
    }
}

/// A year as one grid, or as grids of half years or quarters under each other where one has no room.
struct YearGrid: Equatable {
    /// Where the days of the week are named, to the left of each grid.
    static let gutter = 36.0
    /// Where the months are named, above each grid.
    static let monthsHeight = 20.0
    /// Between a grid and the next.
    private static let gap = 10.0
    /// The least and the largest edge of a day: one that can be hit, and one that is still a small square.
    private static let edges = 12.0...20.0

    let year: Int
    /// The days of the year.
    let days: Range<Int>
    /// The parts of the year, from the first months on.
    let parts: [DayGrid]
    /// The edge of a day with the space to the next, in points.
    let cell: Double

    /// The days of a year, as `CivilDate.days` counts them.
    static func days(of year: Int) -> Range<Int> {
        CivilDate(year: year, month: 1, day: 1)
            .days..<CivilDate(year: year + 1, month: 1, day: 1)
            .days
    }

    /// - Parameter width: the room, in points.
    init(_ year: Int, firstWeekday: Weekday, width: Double) {
        self.year = year
        days = Self.days(of: year)
        func grids(_ count: Int) -> [DayGrid] {
            (0..<count).map { part in
                func start(_ part: Int) -> Int {
                    CivilDate(year: year, month: 1 + part * 12 / count, day: 1).days
                }
                return DayGrid(start(part)..<start(part + 1), firstWeekday: firstWeekday)
            }
        }
        var (parts, cell) = ([DayGrid](), 0.0)
        for count in [1, 2, 4] {
            parts = grids(count)
            let columns = parts.map(\.columns).max() ?? 1
            cell = ((width - Self.gutter) / Double(columns)).rounded(.down)
            if cell >= Self.edges.lowerBound { break }
        }
        self.parts = parts
        self.cell = min(max(cell, 4), Self.edges.upperBound)
    }

    /// The height of a part, with its names of months and the gap under it.
    private var partHeight: Double { Self.monthsHeight + 7 * cell + Self.gap }

    /// The height of all parts.
    var height: Double { Double(parts.count) * partHeight - Self.gap }

    /// The place of the first column and row of a part.
    func origin(of part: Int) -> Point {
        Point(x: Self.gutter, y: Double(part) * partHeight + Self.monthsHeight)
    }

    /// The place of a day with the space to the next; nil if it is not in the year.
    func rect(of day: Int) -> Rect? {
        guard let part = parts.firstIndex(where: { $0.days.contains(day) }) else { return nil }
        let (column, row) = parts[part].place(of: day)
        let origin = origin(of: part)
        return Rect(
            x: origin.x + Double(column) * cell, y: origin.y + Double(row) * cell, width: cell,
            height: cell)
    }

    /// The first days of the months of a part.
    func months(of part: Int) -> [Int] {
        (1...12).map { CivilDate(year: year, month: $0, day: 1).days }
            .filter { parts[part].days.contains($0) }
    }
}
