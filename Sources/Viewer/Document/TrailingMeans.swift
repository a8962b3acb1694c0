// The bold lines of blood pressure: means over a number of days.
//
// Method: at each day with a pair, the mean of all pairs of the week, or of the 30 days, that end with it; none if
// fewer than three of those days have pairs, as guidelines ask for three days, and a mean of one would be drawn as
// boldly as one of seven. The window trails: it never looks ahead, so no line falls before a change that explains
// it, the last value is that of the last week, and a new reading changes no earlier value. Its days are those of the
// calendar, whatever the clock does. Every pair counts alike, as in the average of a page: the value at the last day
// of a week is the average of that week. Rejected: a window that is centred (it would show the effect of a tablet
// three days before the first one was taken), a number of readings in place of days (a month without any would be
// in it), and the mean of the means of days (guidelines average readings).
//
// Cost: O(days · log pairs), once for the data; a mean is a query of the pyramids of both series.

import ChartCore

/// The means of pairs over a number of days, at each day that has a pair, if enough of those days have one.
struct TrailingMeans: Sendable {
    /// How far a mean looks back.
    enum Window: Int, Sendable, CaseIterable {
        case week = 7
        case month = 30

        /// Its days, the one that a mean is of included.
        var days: Int { rawValue }

        /// The longest way from one mean to the next that a line bridges, in seconds: a gap as long as the window.
        ///
        /// With the hours that a clock change adds; the middle of the day that the data end in is early.
        var longestGap: Double { (Double(rawValue) + 0.3) * 86_400 }
    }

    /// The fewest days with pairs that a mean is made of.
    static let fewestDays = 3

    private(set) var highs = SampleSeries()
    private(set) var lows = SampleSeries()

    init() {}

    /// The means of pairs, given as two series with the same times.
    ///
    /// - Parameter days: the starts of the days that have a pair, in order.
    init(
        over window: Window, ofHighs highs: SampleSeries, lows: SampleSeries, days: [Double],
        _ calendar: CivilCalendar
    ) {
        var times: [Double] = []
        var means: (highs: [Double], lows: [Double]) = ([], [])
        for (index, start) in days.enumerated() {
            let date = calendar.date(of: start)
            let first = calendar.start(of: date.adding(days: 1 - window.days))
            let fewest = index + 1 - Self.fewestDays
            guard fewest >= 0, days[fewest] >= first else { continue }
            let end = calendar.next(.day, after: start)
            let indices = highs.lowerBound(first)..<highs.lowerBound(end)
            times.append(Extent(min: start, max: end).intersection(highs.timeExtent).mid)
            means.highs.append(highs.summary(of: indices).mean)
            means.lows.append(lows.summary(of: indices).mean)
        }
        self.highs = SampleSeries(times: times, values: means.highs)
        self.lows = SampleSeries(times: times, values: means.lows)
    }

    var count: Int { highs.count }

    /// The means of the day in a half-open span; nil if it has none.
    func means(in day: Extent) -> (high: Double, low: Double)? {
        let index = highs.lowerBound(day.min)
        guard index < highs.count, highs.time(at: index) < day.max else { return nil }
        return (highs.value(at: index), lows.value(at: index))
    }
}
