import ChartCore
import Geometry
import Painting

/// A small picture of a whole record: one value, or a low and a high one, for each column.
public struct OverviewShape: Hashable, Sendable {
    /// How the columns are drawn.
    public enum Kind: Hashable, Sendable {
        /// As bars from the base.
        case bars
        /// As points joined by a line.
        case line
        /// As bars from the low to the high value.
        case ranges
    }

    /// How the columns are drawn.
    public var kind: Kind
    /// The value of each column, from 0 at the bottom to 1 at the top, or its high value; NaN if it
    /// has none.
    public var high: [Double]
    /// The low value of each column, for ranges only.
    public var low: [Double]
    /// The number of columns without a value that a line bridges.
    public var bridged: Int
    /// Other lines over the same range of values, each in its own colour, in front of `high`.
    public var lines: [Line] = []

    /// A line with a colour of its own.
    public struct Line: Hashable, Sendable {
        /// The value of each column, as `high`.
        public var values: [Double]
        /// The colour of the line.
        public var color: Color

        /// Makes a line from its values.
        public init(values: [Double], color: Color) {
            self.values = values
            self.color = color
        }
    }

    /// Makes a shape from its columns.
    public init(kind: Kind, high: [Double], low: [Double] = [], bridged: Int = 0) {
        self.kind = kind
        self.high = high
        self.low = low
        self.bridged = bridged
    }

    /// Makes the shape of a record.
    ///
    /// It cuts the domain into columns and asks for the value of each. The smallest and the largest
    /// of all values are at 0 and 1; bars begin at the value 0.
    ///
    /// - Parameters:
    ///   - longestGap: the longest distance that a line bridges.
    ///   - value: what a half-open column shows: from its low to its high value, or `nothing`.
    ///     Lines and bars go to the high one.
    public static func columns(
        _ kind: Kind, over domain: Extent, count: Int, longestGap: Double = 0,
        value: (Extent) -> Extent
    ) -> OverviewShape {
        guard domain.isProper, count > 0 else { return OverviewShape(kind: kind, high: []) }
        let width = domain.length / Double(count)
        let values = (0..<count).map { column in
            let start = domain.min + Double(column) * width
            return value(
                Extent(min: start, max: column == count - 1 ? domain.max : start + width))
        }
        var extent = kind == .bars ? Extent(min: 0, max: 0) : .nothing
        for value in values where !value.isEmpty { extent = extent.union(value) }
        guard !extent.isEmpty else { return OverviewShape(kind: kind, high: []) }
        func place(_ value: Extent, _ end: Double) -> Double {
            if value.isEmpty { return .nan }
            return extent.length > 0 ? (end - extent.min) / extent.length : 0.5
        }
        return OverviewShape(
            kind: kind, high: values.map { place($0, $0.max) },
            low: kind == .ranges ? values.map { place($0, $0.min) } : [],
            // Two readings have no more empty columns between them than fit into their distance.
            bridged: Int(min((longestGap / width).rounded(.down), Double(count))))
    }

    /// Makes the shape of samples: a line through the means of the columns, or bars or ranges from
    /// the smallest to the largest value of each.
    ///
    /// Cost: O(count · log samples).
    ///
    /// - Parameters:
    ///   - domain: in places of the scale.
    ///   - transform: that of the scale, from the values of x to places.
    ///   - longestGap: the longest distance that a line bridges, in places.
    public static func samples(
        _ source: any SampleSource, as kind: Kind = .line, over domain: Extent, count: Int,
        transform: ScaleTransform = .identity, longestGap: Double = .infinity
    ) -> OverviewShape {
        columns(kind, over: domain, count: count, longestGap: longestGap) { span in
            let summary = summary(of: source, in: span, of: domain, transform)
            guard !summary.isEmpty else { return .nothing }
            return kind == .line ? Extent(min: summary.mean, max: summary.mean) : summary.extent
        }
    }

    /// The summary of the samples in a half-open column of a domain; its last column is closed.
    private static func summary(
        of source: any SampleSource, in span: Extent, of domain: Extent,
        _ transform: ScaleTransform
    ) -> Summary {
        let times = transform.values(of: span)
        let end =
            span.max == domain.max ? source.upperBound(times.max) : source.lowerBound(times.max)
        let first = source.lowerBound(times.min)
        return source.summary(of: first..<max(first, end))
    }

    /// Makes the shape of several records: a line through the means of the columns of each, in its
    /// colour, over one range of values; the last one is in front.
    ///
    /// Cost: O(lines · count · log samples).
    ///
    /// - Parameters:
    ///   - domain: in places of the scale.
    ///   - transform: that of the scale, from the values of x to places.
    ///   - longestGap: the longest distance that a line bridges, in places.
    public static func lines(
        _ lines: [(source: any SampleSource, color: Color)], over domain: Extent, count: Int,
        transform: ScaleTransform = .identity, longestGap: Double = .infinity
    ) -> OverviewShape {
        guard domain.isProper, count > 0 else { return OverviewShape(kind: .line, high: []) }
        let width = domain.length / Double(count)
        let means = lines.map { line in
            (0..<count).map { column in
                let start = domain.min + Double(column) * width
                let isLast = column == count - 1
                let summary = summary(
                    of: line.source,
                    in: Extent(min: start, max: isLast ? domain.max : start + width), of: domain,
                    transform)
                return summary.isEmpty ? Double.nan : summary.mean
            }
        }
        var extent = Extent.nothing
        for value in means.joined() where value.isFinite { extent.include(value) }
        func place(_ value: Double) -> Double {
            extent.length > 0 ? (value - extent.min) / extent.length : value.isFinite ? 0.5 : .nan
        }
        var shape = OverviewShape(
            kind: .line, high: [],
            bridged: Int(min((longestGap / width).rounded(.down), Double(count))))
        shape.lines = zip(means, lines).map { values, line in
            Line(values: values.map(place), color: line.color)
        }
        return shape
    }

    /// Draws the shape on its ground in a frame, in points.
    @MainActor
    public func draw(in frame: Rect, on canvas: Canvas, _ style: Overview.Style) {
        canvas.fill(
            frame, style.ground, corners: Corners(style.corner), border: .hairline(style.hairline))
        let inner = frame.inset(by: style.insets)
        guard !high.isEmpty || !lines.isEmpty else { return }
        canvas.clipped(to: frame) {
            switch kind {
            case .bars: drawBars(in: inner, on: canvas, style.shape)
            case .ranges: drawRanges(in: inner, on: canvas, style.shape)
            case .line: draw(high, in: inner, on: canvas, style.shape)
            }
            for line in lines { draw(line.values, in: inner, on: canvas, line.color) }
        }
    }

    @MainActor
    private func drawBars(in inner: Rect, on canvas: Canvas, _ color: Color) {
        let slot = inner.width / Double(high.count)
        for (index, value) in high.enumerated() where value.isFinite {
            let height = max(1, value * inner.height)
            canvas.fill(
                Rect(
                    x: inner.x + Double(index) * slot + slot * 0.12, y: inner.maxY - height,
                    width: slot * 0.76, height: height), color, corners: 1)
        }
    }

    @MainActor
    private func drawRanges(in inner: Rect, on canvas: Canvas, _ color: Color) {
        let slot = inner.width / Double(high.count)
        for (index, value) in high.enumerated() where value.isFinite {
            let top = inner.maxY - value * inner.height
            let bottom = inner.maxY - low[index] * inner.height
            canvas.fill(
                Rect(
                    x: inner.x + Double(index) * slot + slot * 0.18, y: top,
                    width: slot * 0.64, height: max(1.5, bottom - top)), color, corners: 1)
        }
    }

    @MainActor
    private func draw(
        _ values: [Double], in inner: Rect, on canvas: Canvas, _ color: Color
    ) {
        let slot = inner.width / Double(max(values.count, 1))
        var run: [Point] = []
        @MainActor func flush() {
            if run.count > 1 { canvas.polyline(run, width: 1.6, color: color) }
            if run.count == 1 { canvas.circle(at: run[0], radius: 2, fill: color) }
            run = []
        }
        var missing = 0
        for (index, value) in values.enumerated() {
            guard value.isFinite else {
                missing += 1
                if missing > bridged { flush() }
                continue
            }
            missing = 0
            run.append(
                Point(
                    x: inner.x + (Double(index) + 0.5) * slot,
                    y: inner.maxY - 2 - value * (inner.height - 4)))
        }
        flush()
    }
}
