/// The pace of an import and its remaining time, computed from its progress reports.
///
/// Both cover the last seconds, so that they follow a disk that gets slower, and are given only
/// once they are steady. Cost: a few numbers kept, whatever the import's length.
package struct ReadingPace: Sendable, Hashable {
    private struct Moment: Sendable, Hashable {
        var time: Double
        var read: Int
        var fraction: Double?
    }

    /// The seconds over which the pace is measured.
    private static let span = 5.0
    /// The least time between two moments that are kept, in seconds.
    private static let step = 0.1
    /// When the pace is first given: after this many seconds, and this fraction of the whole.
    private static let leastTime = 1.0
    private static let leastFraction = 0.05

    private var start: Double?
    private var moments: [Moment] = []

    /// The pace of an import that has not reported yet.
    package init() {}

    /// Adds a progress report of the import, at a time in seconds.
    package mutating func note(_ progress: ImportProgress, at time: Double) {
        let moment = Moment(time: time, read: progress.read, fraction: progress.fraction)
        if start == nil { start = time }
        if moments.count > 1, time - moments[moments.count - 2].time < Self.step {
            moments[moments.count - 1] = moment
        } else {
            moments.append(moment)
        }
        moments.removeFirst(
            moments.dropLast(2).prefix { time - $0.time > Self.span }.count)
    }

    private var isSteady: Bool {
        guard let start, let last = moments.last else { return false }
        return last.time - start >= Self.leastTime
    }

    /// Records a second, rounded to two digits; nil while unknown.
    package var recordsPerSecond: Double? {
        guard isSteady, let first = moments.first, let last = moments.last, last.time > first.time,
            last.read > first.read
        else { return nil }
        let rate = Double(last.read - first.read) / (last.time - first.time)
        var unit = 1.0
        while rate / unit >= 100 { unit *= 10 }
        return (rate / unit).rounded() * unit
    }

    /// The seconds that are left, rounded as a person would; nil while unknown.
    package var timeLeft: Double? {
        guard isSteady, let first = moments.first, let last = moments.last, last.time > first.time,
            let from = first.fraction, let to = last.fraction, to >= Self.leastFraction, to > from,
            to < 1
        else { return nil }
        let left = (1 - to) * (last.time - first.time) / (to - from)
        if left < 20 { return max(1, left.rounded(.up)) }
        return left < 90 ? (left / 5).rounded(.up) * 5 : (left / 60).rounded(.up) * 60
    }
}
