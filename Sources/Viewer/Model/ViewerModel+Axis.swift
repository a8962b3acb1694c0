import ChartCore
import Charts

/// The dimension of the chart that is shown: the dates, or one of its own.
extension ViewerModel {
    /// The dimension that the chart shown lies along: the dates, which the charts of all that has
    /// times share, or the chart's own.
    var axis: Dimension { workouts.page?.x ?? metricChart?.chart.x ?? x }

    /// What of it the next run begins with: of a workout's page what it was opened from.
    var keptRange: Extent { workouts.page == nil ? axis.range : x.range }

    /// Whether that is the dates, so that there are days and periods of the calendar.
    var isTimed: Bool { axis === x }

    /// Whether the view can be made longer and shorter.
    var canZoom: Bool { chart != nil && (isTimed || workouts.page != nil) }

    /// What of that dimension the overview shows.
    var overviewDomain: Extent { isTimed ? dates.domain : metricChart?.domain ?? dates.domain }

    /// The shortest window that the overview's handles leave.
    var shortestWindow: Double {
        isTimed ? 3600 : min(axis.panZoom.limits.minimumLength, overviewDomain.length)
    }

    /// Where the view is going, or where a hand has it.
    var headlineRange: Extent {
        axis.panZoom.isHeld || isScrubbing ? axis.range : axis.target
    }

    /// A range of that dimension in words.
    func rangeTitle(of range: Extent) -> String {
        metricChart?.title(of: range) ?? locale.title(of: range, in: calendar)
    }

    /// From the first to the last instant of what is shown; of all that has times where it has none.
    var timedExtent: Extent { isTimed ? metricChart?.data.extent ?? dates.domain : dates.domain }

    /// Lets what has pages come to rest on one, after it was dragged in the overview.
    func settlePages(at time: Double) {
        if !isTimed {
            metricChart?.settle(at: time)
        } else if let rest = x.panZoom.restingWindow?(x.range), rest != x.range {
            glide(to: rest, at: time, cause: .page)
        }
        onChange(.input)
    }
}
