import ChartCore
import Charts

/// The axis of the displayed chart: the dates, or one of its own.
extension ViewerModel {
    /// The dimension of the displayed chart.
    ///
    /// It is the dates, which all charts with times share, or the chart's own dimension.
    var axis: Dimension { workouts.page?.x ?? metricChart?.chart.x ?? x }

    /// The range with which the next run starts; for a workout's page, that of the view it was
    /// opened from.
    var keptRange: Extent { workouts.page == nil ? axis.range : x.range }

    /// Whether the axis is the dates, so that there are days and calendar periods.
    var isTimed: Bool { axis === x }

    /// Whether the view can be made longer and shorter.
    var canZoom: Bool { chart != nil && (isTimed || workouts.page != nil) }

    /// The part of the dimension that the overview shows.
    var overviewDomain: Extent { isTimed ? dates.allTime : metricChart?.domain ?? dates.allTime }

    /// The shortest window that the overview's handles allow.
    var shortestWindow: Double {
        isTimed ? leastView : min(axis.panZoom.limits.minimumLength, overviewDomain.length)
    }

    /// The shortest view of the dates, in seconds: one bar of the selected metric.
    ///
    /// It is shorter only if a shorter range was requested.
    var leastView: Double {
        let least = selected.flatMap { metricCharts[$0] }?.leastView ?? 3600
        return min(least, wantedRange?.length ?? least)
    }

    /// The range to which the view moves, or the one in which a hand holds it.
    var headlineRange: Extent {
        axis.panZoom.isHeld || isScrubbing ? axis.range : axis.target
    }

    /// The title of a range of that dimension.
    func rangeTitle(of range: Extent) -> String {
        if let title = metricChart?.title(of: range) { return title }
        return isTimed
            ? dates.title(of: range, locale) : locale.title(of: range, in: calendar)
    }

    /// From the first to the last instant of the displayed data; of all data with times if it has
    /// none.
    var timedExtent: Extent { isTimed ? metricChart?.data.extent ?? dates.domain : dates.domain }

    /// Brings a chart with pages to rest on one, after it was dragged in the overview.
    func settlePages(at time: Double) {
        if !isTimed {
            metricChart?.settle(at: time)
        } else if let rest = x.panZoom.restingWindow?(x.range), rest != x.range {
            glide(to: rest, at: time, cause: .page)
        }
        onChange(.input)
    }
}
