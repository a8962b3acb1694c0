import ChartCore
import Geometry

extension SampleSource {
    /// The samples that are not gaps.
    var stops: CrosshairStops {
        CrosshairStops(
            count: count,
            span: {
                let time = time(at: $0)
                return Extent(min: time, max: time)
            }, isPresent: { value(at: $0).isFinite })
    }

    /// The height of the line through the samples at a position: between two of them on the
    /// straight line that joins them; nil beyond the ends and next to a gap.
    func height(at x: Double) -> Double? {
        let next = lowerBound(x)
        guard next < count else { return nil }
        let (time, value) = (time(at: next), value(at: next))
        if time == x { return value.isFinite ? value : nil }
        guard next > 0 else { return nil }
        let (earlier, before) = (self.time(at: next - 1), self.value(at: next - 1))
        guard value.isFinite, before.isFinite else { return nil }
        return before + (value - before) * ((x - earlier) / (time - earlier))
    }
}

extension RangeSeries {
    /// The samples with at least one of the two values.
    var stops: CrosshairStops {
        let (times, lows, highs) = (times, lows, highs)
        return CrosshairStops(
            count: count, span: { Extent(min: times[$0], max: times[$0]) },
            isPresent: { lows[$0].isFinite || highs[$0].isFinite })
    }

    /// The reading of a sample.
    func reading(_ index: Int) -> MarkReading {
        MarkReading(
            x: times[index], values: [lows[index], highs[index]],
            drawn: [lows[index], highs[index]].filter(\.isFinite), index: index)
    }
}
