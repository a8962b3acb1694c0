import ChartCore
import Geometry

/// What the visible marks of a chart tell at one place.
public struct CrosshairReading: Hashable, Sendable {
    /// What one of them tells.
    public struct Part: Hashable, Sendable {
        /// The mark's `id`.
        public var mark: String
        /// The mark's colour.
        public var color: Color
        /// Its sample nearest to the place.
        public var reading: MarkReading
        /// The id of the value dimension it stands on; nil for the chart's first one.
        public var dimension: String?

        /// A part put together.
        public init(
            mark: String, color: Color, reading: MarkReading, dimension: String? = nil
        ) {
            self.mark = mark
            self.color = color
            self.reading = reading
            self.dimension = dimension
        }
    }

    /// Where the line stands: at the sample nearest to the place asked for.
    public var x: Double
    /// One for each mark that has a sample, in the order in which they are drawn.
    public var parts: [Part]

    /// A reading put together.
    public init(x: Double, parts: [Part]) {
        self.x = x
        self.parts = parts
    }

    /// What the visible marks of a chart tell at a place, of their samples in a range; nil where none
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

    /// The part of a mark.
    public subscript(mark: String) -> MarkReading? { parts.first { $0.mark == mark }?.reading }
}

extension Chart {
    /// What the visible marks tell at the samples nearest to a place of x; nil where none has one.
    ///
    /// - Parameter range: where samples are looked for; nil for the visible range.
    public func reading(at x: Double, within range: Extent? = nil) -> CrosshairReading? {
        CrosshairReading(
            of: self, at: x, within: range ?? self.x.scale.kind.transform.values(of: self.x.range))
    }

    /// The place of the sample that lies so many samples after a place of x (before it where
    /// negative), whichever visible mark it belongs to; nil where there is none.
    public func step(from x: Double, by count: Int) -> Double? {
        Chart.step(from: x, by: count, over: marks.filter { !$0.isHidden })
    }

    /// The place so many samples after another, over some marks.
    public static func step(from x: Double, by count: Int, over marks: [any Mark]) -> Double? {
        MarkSteps(marks).place(from: x, by: count)
    }
}
