import ChartCore
import Charts
import HealthData
import Ink

/// Drawings on the chart.
extension MetricChart {
    /// Whether it has a time axis, so that drawings can stay at their dates.
    var hasDates: Bool { context.lane != nil }

    /// The layer of drawings; nil until it is first needed.
    var ink: InkLayer? { context.ink }

    /// The layer of drawings, made now if there is none; nil for a chart without dates.
    func makeInk() -> InkLayer? {
        let layer = context.makeInk()
        layer?.basis = inkBasis
        return layer
    }

    /// What the values of the chart are sums over now; nil if they are none.
    ///
    /// The averages of a day that longer bars show have the height of days.
    var inkBasis: InkBasis? {
        guard let bars else { return nil }
        switch parts.nights?.picture {
        case .clock: return InkBasis(rawValue: "clock")
        case .lanes: return InkBasis(rawValue: "lanes")
        case .hours, nil: break
        }
        let isPerDay = bars.unit > .day && context.barAmount == .perDay
        return InkBasis(isPerDay ? .day : bars.unit)
    }

    /// The reading, or the total, nearest to a time; nil if there is none.
    func sample(nearest time: Double) -> (time: Double, value: Double)? {
        let samples = data.samples(onBasis: inkBasis)
        let next = samples.lowerBound(time)
        let near = [next - 1, next].filter { samples.times.indices.contains($0) }
            .min { abs(samples.times[$0] - time) < abs(samples.times[$1] - time) }
        return near.map { (samples.times[$0], samples.values[$0]) }
    }
}
