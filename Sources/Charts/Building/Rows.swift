// Marks from rows of a program's own type:
//
//     LineMark(weights, x: \.date, y: \.kilograms, id: "Weight")
//
// What a row has for an axis is a key path or a closure, of a number of any type, of a `Date`, or of
// an optional of these: a missing value is not drawn.

import ChartCore
import ChartScene
import FoundationEssentials
import Geometry

extension Date: Plottable {
    /// The seconds since 1970 in UTC.
    public var plotted: Double { timeIntervalSince1970 }
}

extension LineMark {
    /// A line through rows, two points wide, in a colour of the theme.
    ///
    /// - Parameters:
    ///   - id: the name of the series, as legends and boards show it.
    ///   - longestGap: the line is interrupted where the next row is further away in x.
    public convenience init<Row>(
        _ rows: some Sequence<Row>, x: (Row) -> some Plottable, y: (Row) -> some Plottable,
        id: String = "line", longestGap: Double = .infinity
    ) {
        self.init(SampleSeries(rows, x: x, y: y), id: id, longestGap: longestGap)
    }
}

extension AreaMark {
    /// The area between rows and a base, pale in a colour of the theme on both sides.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init<Row>(
        _ rows: some Sequence<Row>, x: (Row) -> some Plottable, y: (Row) -> some Plottable,
        id: String = "area", base: Double = 0
    ) {
        self.init(SampleSeries(rows, x: x, y: y), id: id, base: base)
    }
}

extension PointMark {
    /// Rows as discs with a radius of four points, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init<Row>(
        _ rows: some Sequence<Row>, x: (Row) -> some Plottable, y: (Row) -> some Plottable,
        id: String = "points"
    ) {
        self.init(SampleSeries(rows, x: x, y: y), id: id)
    }
}

extension BarMark {
    /// Rows as bars from 0, in a colour of the theme.
    ///
    /// - Parameters:
    ///   - slot: the width in x that a bar has for itself, around its x; nil for the least distance
    ///     of two rows, or 1 if there is none.
    ///   - id: the name of the series, as legends and boards show it.
    public convenience init<Row>(
        _ rows: some Sequence<Row>, x: (Row) -> some Plottable, y: (Row) -> some Plottable,
        slot: Double? = nil, id: String = "bars"
    ) {
        let samples = SampleSeries(rows, x: x, y: y)
        let times = samples.times
        let slot =
            slot ?? zip(times.dropFirst(), times).lazy.map { $0 - $1 }.filter { $0 > 0 }.min()
        self.init(
            (0..<samples.count).map {
                Bar(center: samples.time(at: $0), slot: slot ?? 1, value: samples.value(at: $0))
            }, id: id)
    }
}

extension RangeBarMark {
    /// Rows as bars with round ends from a low to a high value, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init<Row>(
        _ rows: some Sequence<Row>, x: (Row) -> some Plottable, low: (Row) -> some Plottable,
        high: (Row) -> some Plottable, id: String = "ranges"
    ) {
        self.init(RangeSeries(rows, x: x, low: low, high: high), id: id)
    }
}

extension BandMark {
    /// The area between two values of each row, pale in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init<Row>(
        _ rows: some Sequence<Row>, x: (Row) -> some Plottable, low: (Row) -> some Plottable,
        high: (Row) -> some Plottable, id: String = "band"
    ) {
        let series = RangeSeries(rows, x: x, low: low, high: high)
        self.init(
            times: Array(series.times), lows: Array(series.lows), highs: Array(series.highs), id: id
        )
    }
}

extension ErrorBarMark {
    /// The values of rows with error bars, in a colour of the theme.
    ///
    /// - Parameter id: the name of the series, as legends and boards show it.
    public convenience init<Row>(
        _ rows: some Sequence<Row>, x: (Row) -> some Plottable, y: (Row) -> some Plottable,
        low: (Row) -> some Plottable, high: (Row) -> some Plottable, id: String = "errors"
    ) {
        let placed = rows.map { (x($0).plotted, y($0).plotted, low($0).plotted, high($0).plotted) }
            .filter(\.0.isFinite).sorted { $0.0 < $1.0 }
        self.init(
            times: placed.map(\.0), values: placed.map(\.1), lows: placed.map(\.2),
            highs: placed.map(\.3), id: id)
    }
}

extension Sequence {
    /// A mark for each group of rows that have the same name, in the order in which the names come.
    ///
    ///     rows.marks(by: \.person) { LineMark($0, x: \.date, y: \.kilograms, id: $1) }
    ///
    /// Marks without a colour of their own have the theme's colours in turn; a legend shows their ids.
    /// Cost: one pass over the rows.
    ///
    /// - Parameter mark: makes the mark of a group from its rows and its name.
    @MainActor
    public func marks(
        by name: (Element) -> some CustomStringConvertible,
        _ mark: @MainActor (_ rows: [Element], _ name: String) -> any Mark
    ) -> [any Mark] {
        var places: [String: Int] = [:]
        var groups: [(name: String, rows: [Element])] = []
        for row in self {
            let name = name(row).description
            if let place = places[name] {
                groups[place].rows.append(row)
            } else {
                places[name] = groups.count
                groups.append((name, [row]))
            }
        }
        return groups.map { mark($0.rows, $0.name) }
    }
}
