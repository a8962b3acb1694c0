/// How fast an import goes, and how long it will still take, from what it tells of its progress.
///
/// Both are those of the last seconds, so that they follow a disk that gets slower, and are told only
/// once they are steady. Cost: a few numbers kept, whatever the import's length.
package struct ReadingPace: Sendable, Hashable {
    private struct Moment: Sendable, Hashable {
        var time: Double
        var read: Int
        var fraction: Double?
    }

    /// Over how many seconds the pace is taken.
    private static let span = 5.0
    /// The least between two moments that are kept, in seconds.
    private static let step = 0.1
    /// From when on the pace is told, in seconds and as a part of all.
    private static let leastTime = 1.0
    private static let leastFraction = 0.05

    private var start: Double?
    private var moments: [Moment] = []

    /// The pace of an import that has told nothing yet.
    package init() {}

    /// Takes in what an import tells at a time in seconds.
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

    /// Records a second, in two digits; nil while that cannot be said.
    package var recordsPerSecond: Double? {
        guard isSteady, let first = moments.first, let last = moments.last, last.time > first.time,
            last.read > first.read
        else { return nil }
        let rate = Double(last.read - first.read) / (last.time - first.time)
        var unit = 1.0
        while rate / unit >= 100 { unit *= 10 }
        return (rate / unit).rounded() * unit
    }

    /// The seconds that are left, rounded as a person would say them; nil while that cannot be said.
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
