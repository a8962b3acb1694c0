// What changes of marks in time.
//
// All of it runs in the chart's animator, so it is a function of the frame clock's time, and what
// replaces a motion goes on from its value and velocity.

import ChartCore
import ChartInteraction

/// What is animated of a mark: animations of one attribute replace each other.
struct MarkAttribute: Hashable {
    var mark: ObjectIdentifier
    var attribute: AnyKeyPath?
    var word = ""
}

/// Moves attributes, bars and samples of marks in time.
@MainActor
struct MarkMotions {
    let animator: Animator

    /// Moves an attribute to another value, at once where the duration is 0.
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

    /// Lets the bars of a mark grow from what they stand on.
    func grow(_ mark: some GrowingMark, at time: Double, duration: Double) {
        guard duration > 0 else {
            mark.growth = 1
            return
        }
        mark.growth = 0
        animate(\.growth, of: mark, to: 1, at: time, duration: duration)
    }

    /// Shows other samples on a mark, each of which moves from the place of the old one.
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

/// A mark whose bars can be drawn a part of their length.
@MainActor
public protocol GrowingMark: Mark {
    /// The part of their length that bars are drawn with, from 0 to 1.
    var growth: Double { get set }
}

/// A mark that draws other samples than it has while it goes over to them.
@MainActor
public protocol BlendingMark: Mark {
    /// The samples that it has.
    var source: any SampleSource { get }
    /// The samples that are drawn in their place; nil for its own.
    var blended: (any SampleSource)? { get set }
    /// Takes over other samples; what else it was told of them stays.
    func exchange(_ source: SampleSeries)
}

extension SampleSeries {
    /// As many samples as two sources have, at a part of the way from the one to the other.
    ///
    /// A sample that is missing on either side is where it is going to be.
    init(from old: any SampleSource, to new: SampleSeries, _ part: Double) {
        func mixed(_ a: Double, _ b: Double) -> Double {
            a.isFinite && b.isFinite ? a + (b - a) * part : b
        }
        self.init(
            times: (0..<new.count).map { mixed(old.time(at: $0), new.time(at: $0)) },
            values: (0..<new.count).map { mixed(old.value(at: $0), new.value(at: $0)) })
    }
}
