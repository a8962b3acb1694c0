/// A value with a place on an axis: a number, or a date.
///
/// A missing value (`nil` of an optional) is NaN, which is not drawn.
public protocol Plottable {
    /// The place, as charts store it: a number itself, of a date the seconds since 1970 in UTC.
    var plotted: Double { get }
}

extension Plottable where Self: BinaryInteger {
    /// The number; beyond 2^53 the nearest one that `Double` has.
    public var plotted: Double { Double(self) }
}

extension Plottable where Self: BinaryFloatingPoint {
    /// The number itself.
    public var plotted: Double { Double(self) }
}

extension Double: Plottable {}
extension Float: Plottable {}
extension Int: Plottable {}
extension Int8: Plottable {}
extension Int16: Plottable {}
extension Int32: Plottable {}
extension Int64: Plottable {}
extension UInt: Plottable {}
extension UInt8: Plottable {}
extension UInt16: Plottable {}
extension UInt32: Plottable {}
extension UInt64: Plottable {}

extension Optional: Plottable where Wrapped: Plottable {
    /// The place of the value; NaN if there is none.
    public var plotted: Double { self?.plotted ?? .nan }
}

extension SampleSeries {
    /// A series of numbers of any type, or of dates, in any order; samples whose time is missing or
    /// not finite are refused.
    ///
    /// As many times as values. O(n log n) if they are not in order, else O(n).
    public init(
        times: some Sequence<some Plottable>, values: some Sequence<some Plottable>
    ) {
        self.init(times: times.map(\.plotted), values: values.map(\.plotted))
    }

    /// A series from rows: what each of them has for x and for y.
    ///
    ///     SampleSeries(weights, x: \.date, y: \.kilograms)
    ///
    /// Rows may come in any order; those whose x is missing or not finite are refused.
    public init<Row>(
        _ rows: some Sequence<Row>, x: (Row) -> some Plottable, y: (Row) -> some Plottable
    ) {
        let rows = Array(rows)
        self.init(times: rows.map { x($0).plotted }, values: rows.map { y($0).plotted })
    }
}

extension RangeSeries {
    /// A series of numbers of any type, or of dates, in any order; samples whose time is missing or
    /// not finite are refused.
    ///
    /// As many times as lows and highs.
    public init(
        times: some Sequence<some Plottable>, lows: some Sequence<some Plottable>,
        highs: some Sequence<some Plottable>
    ) {
        self.init(
            times: times.map(\.plotted), lows: lows.map(\.plotted), highs: highs.map(\.plotted))
    }

    /// A series from rows: what each of them has for x, and for the ends of its range.
    public init<Row>(
        _ rows: some Sequence<Row>, x: (Row) -> some Plottable, low: (Row) -> some Plottable,
        high: (Row) -> some Plottable
    ) {
        let rows = Array(rows)
        self.init(
            times: rows.map { x($0).plotted }, lows: rows.map { low($0).plotted },
            highs: rows.map { high($0).plotted })
    }
}

extension AttributedSeries {
    /// A series of numbers of any type, or of dates, in any order; samples whose time is missing or
    /// not finite are refused.
    ///
    /// - Parameter attributes: from 0 to 255; a precondition checks it. A mark draws a sample with
    ///   the attribute 0 in its own style, and one with 1, 2 and so on in the first, the second of
    ///   its further styles.
    public init(
        times: some Sequence<some Plottable>, values: some Sequence<some Plottable>,
        attributes: some Sequence<some BinaryInteger>
    ) {
        self.init(
            times: times.map(\.plotted), values: values.map(\.plotted),
            attributes: attributes.map { attribute in
                guard let small = UInt8(exactly: attribute) else {
                    preconditionFailure("an attribute is from 0 to 255, not \(attribute)")
                }
                return small
            })
    }
}
