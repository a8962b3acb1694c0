import ChartCore
import Geometry

/// The readings of a chart's visible marks at one position.
public struct CrosshairReading: Hashable, Sendable {
    /// The reading of one mark.
    public struct Part: Hashable, Sendable {
        /// The mark's `id`.
        public var mark: String
        /// The mark's colour.
        public var color: Color
        /// Its sample nearest to the position.
        public var reading: MarkReading
        /// The id of its value dimension; nil for the chart's first one.
        public var dimension: String?

        /// Creates a part.
        public init(
            mark: String, color: Color, reading: MarkReading, dimension: String? = nil
        ) {
            self.mark = mark
            self.color = color
            self.reading = reading
            self.dimension = dimension
        }
    }

    /// The position of the line: that of the sample nearest to the requested position.
    public var x: Double
    /// One for each mark that has a sample, in drawing order.
    public var parts: [Part]

    /// Creates a reading.
    public init(x: Double, parts: [Part]) {
        self.x = x
        self.parts = parts
    }

    /// Reads the visible marks of a chart at a position, from their samples in a range; nil if none
    /// has one.
    @MainActor
    fileprivate init?(of chart: Chart, at x: Double, within range: Extent) {
        var parts: [Part] = []
        var lead: MarkReading?
        for mark in chart.marks where !mark.isHidden {
            guard let reading = (mark as? any ReadableMark)?.nearest(to: x, within: range)
            else { continue }
            let dimension = chart.dimension(of: mark)
            parts.append(
                Part(
                    mark: mark.id, color: mark.color, reading: reading,
                    dimension: dimension === chart.y ? nil : dimension.id))
            if abs(reading.x - x) < lead.map({ abs($0.x - x) }) ?? .infinity { lead = reading }
        }
        guard let lead else { return nil }
        self.init(x: lead.x, parts: parts)
    }

    /// The reading of a mark.
    public subscript(mark: String) -> MarkReading? { parts.first { $0.mark == mark }?.reading }
}

extension Chart {
    /// Reads the visible marks at the samples nearest to a position of x; nil if none has one.
    ///
    /// - Parameter range: the range to search for samples; nil for the visible range.
    public func reading(at x: Double, within range: Extent? = nil) -> CrosshairReading? {
        CrosshairReading(
            of: self, at: x, within: range ?? self.x.scale.kind.transform.values(of: self.x.range))
    }

    /// The position `count` samples after a position of x (before it if negative), counted over all
    /// visible marks; nil if there is none.
    public func step(from x: Double, by count: Int) -> Double? {
        Chart.step(from: x, by: count, over: marks.filter { !$0.isHidden })
    }

    /// The position `count` samples after a position of x, counted over some marks.
    public static func step(from x: Double, by count: Int, over marks: [any Mark]) -> Double? {
        MarkSteps(marks).place(from: x, by: count)
    }
}
