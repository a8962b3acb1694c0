// Changes of marks over time.
//
// All of them run in the chart's animator. So they are functions of the frame clock's time, and a
// motion that replaces another starts from its value and velocity.

import ChartCore
import ChartInteraction

/// The animated attribute of a mark: animations of the same attribute replace each other.
struct MarkAttribute: Hashable {
    var mark: ObjectIdentifier
    var attribute: AnyKeyPath?
    var word = ""
}

/// Animates attributes, bars and samples of marks.
@MainActor
struct MarkMotions {
    let animator: Animator

    /// Animates an attribute to another value, at once if the duration is 0.
    func animate<Drawn: Mark, Value: Animatable>(
        _ attribute: ReferenceWritableKeyPath<Drawn, Value>, of mark: Drawn, to value: Value,
        at time: Double, duration: Double, onStart: (() -> Void)? = nil,
        onEnd: ((Bool) -> Void)? = nil
    ) {
        animator.animate(
            MarkAttribute(mark: ObjectIdentifier(mark), attribute: attribute),
            from: mark[keyPath: attribute], to: value, timing: .eased(duration, .easeOut),
            at: time, onStart: onStart, onEnd: onEnd, step: { mark[keyPath: attribute] = $0 })
    }

    /// Lets the bars of a mark grow from their base.
    func grow(_ mark: some GrowingMark, at time: Double, duration: Double) {
        guard duration > 0 else {
            mark.growth = 1
            return
        }
        mark.growth = 0
        animate(\.growth, of: mark, to: 1, at: time, duration: duration)
    }

    /// Shows other samples on a mark; each moves from the position of the old one.
    func blend<Drawn: BlendingMark>(
        _ mark: Drawn, to series: SampleSeries, at time: Double, duration: Double
    ) {
        let key = MarkAttribute(mark: ObjectIdentifier(mark), word: "samples")
        let old = mark.blended ?? mark.source
        animator.cancel(key: key)
        mark.exchange(series)
        guard duration > 0, old.count == series.count, (1...20_000).contains(old.count) else {
            mark.blended = nil
            return
        }
        mark.blended = old
        animator.animate(
            key, from: 0, to: 1, timing: .eased(duration, .easeOut), at: time,
            onEnd: { if $0 { mark.blended = nil } },
            step: { (part: Double) in
                mark.blended = part < 1 ? SampleSeries(from: old, to: series, part) : nil
            })
    }
}

/// A mark whose bars can be drawn at a fraction of their length.
@MainActor
public protocol GrowingMark: Mark {
    /// The fraction of their length that bars are drawn at, from 0 to 1.
    var growth: Double { get set }
}

/// A mark that draws intermediate samples during a transition to other samples.
@MainActor
public protocol BlendingMark: Mark {
    /// Its samples.
    var source: any SampleSource { get }
    /// The samples that are drawn instead; nil for its own.
    var blended: (any SampleSource)? { get set }
    /// Takes other samples; other settings of the source stay.
    func exchange(_ source: SampleSeries)
}

extension SampleSeries {
    /// The samples at a fraction of the way between two sources of the same number.
    ///
    /// A sample that is missing on either side takes its new position.
    init(from old: any SampleSource, to new: SampleSeries, _ part: Double) {
        func mixed(_ a: Double, _ b: Double) -> Double {
            a.isFinite && b.isFinite ? a + (b - a) * part : b
        }
        self.init(
            times: (0..<new.count).map { mixed(old.time(at: $0), new.time(at: $0)) },
            values: (0..<new.count).map { mixed(old.value(at: $0), new.value(at: $0)) })
    }
}
