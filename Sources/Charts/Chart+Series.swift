// Marks that come, go and change in time.
//
// All of it runs in the chart's animator, so it is a function of the frame clock's time, and what
// replaces a motion goes on from its value and velocity.

import ChartCore
import ChartInteraction

/// How much of a mark that comes or goes can be seen.
struct MarkFade {
    /// Kept, so that nothing else gets its identity meanwhile.
    let mark: any Mark
    /// Whether it comes.
    var isComing: Bool
    /// From 0 to 1.
    var opacity: Double
    var revision = Revision.next()
}

/// What is animated of a mark: animations of one attribute replace each other.
private struct MarkAttribute: Hashable {
    var mark: ObjectIdentifier
    var attribute: AnyKeyPath?
    var word = ""
}

extension Chart {
    /// Shows a mark or hides it; it fades in or out.
    ///
    /// `isHidden` says at once what is to be, so a fit leaves a mark out from the moment at which it
    /// begins to go.
    /// - Parameters:
    ///   - time: when it begins, in seconds of the frame clock.
    ///   - duration: in seconds; `rangeDuration` where nil, and 0 where motion is reduced.
    public func setShown(
        _ shown: Bool, of mark: any Mark, at time: Double, duration: Double? = nil
    ) {
        guard mark.isHidden == shown else { return }
        let before = opacity(of: mark)
        mark.isHidden = !shown
        let id = ObjectIdentifier(mark)
        let key = MarkAttribute(mark: id, word: "opacity")
        guard !isStill, duration ?? rangeDuration > 0 else {
            animator.cancel(key: key)
            fades[id] = nil
            return
        }
        fades[id] = MarkFade(mark: mark, isComing: shown, opacity: before)
        animator.animate(
            key, from: before, to: shown ? 1 : 0,
            timing: .eased(duration ?? rangeDuration, .easeOut), at: time,
            onEnd: { [weak self] hasArrived in if hasArrived { self?.fades[id] = nil } },
            step: { [weak self] (opacity: Double) in
                self?.fades[id]?.opacity = min(max(opacity, 0), 1)
                self?.fades[id]?.revision = .next()
            })
    }

    /// How much of a mark can be seen: 1 where it is shown, 0 where it is hidden, between them while
    /// it fades.
    public func opacity(of mark: any Mark) -> Double {
        let shown = mark.isHidden ? 0.0 : 1
        // Whoever shows or hides a mark without a fade ends the fade.
        guard !fades.isEmpty, let fade = fades[ObjectIdentifier(mark)],
            fade.isComing != mark.isHidden
        else { return shown }
        return fade.opacity
    }

    /// Whether anything of a mark is drawn.
    func isDrawn(_ mark: any Mark) -> Bool {
        fades.isEmpty ? !mark.isHidden : opacity(of: mark) > 0
    }

    /// What the look of a mark depends on.
    func looks(of mark: any Mark) -> (Revision, Revision?) {
        (mark.revision, fades.isEmpty ? nil : fades[ObjectIdentifier(mark)]?.revision)
    }

    // MARK: Attributes

    /// Moves an attribute of a mark, such as `\.style.color` or `\.style.width`, to another value.
    ///
    /// What already moves it is replaced from its present value and velocity.
    /// - Parameters:
    ///   - time: when it begins, in seconds of the frame clock.
    ///   - duration: in seconds; `rangeDuration` where nil, and 0 where motion is reduced.
    ///   - onStart: called once, in the frame of the first step and before it.
    ///   - onEnd: called once, with whether it arrived (false if it was replaced).
    public func animate<Drawn: Mark, Value: Animatable>(
        _ attribute: ReferenceWritableKeyPath<Drawn, Value>, of mark: Drawn, to value: Value,
        at time: Double, duration: Double? = nil, onStart: (() -> Void)? = nil,
        onEnd: ((Bool) -> Void)? = nil
    ) {
        animator.animate(
            MarkAttribute(mark: ObjectIdentifier(mark), attribute: attribute),
            from: mark[keyPath: attribute], to: value,
            timing: .eased(isStill ? 0 : duration ?? rangeDuration, .easeOut), at: time,
            onStart: onStart, onEnd: onEnd, step: { mark[keyPath: attribute] = $0 })
    }

    /// Lets the bars of a mark grow from what they stand on: once, when it is first shown.
    public func grow(_ mark: some GrowingMark, at time: Double, duration: Double? = nil) {
        guard !isStill, duration ?? rangeDuration > 0 else {
            mark.growth = 1
            return
        }
        mark.growth = 0
        animate(\.growth, of: mark, to: 1, at: time, duration: duration)
    }

    /// Shows other samples on a mark; where there are as many as before, each moves from the old place
    /// to the new one.
    ///
    /// What is told of the samples (`nearest`, `values`) is at once that of the new ones. More than
    /// 20,000 samples, and others than before in number, are exchanged at once.
    public func blend<Drawn: BlendingMark>(
        _ mark: Drawn, to series: SampleSeries, at time: Double, duration: Double? = nil
    ) {
        let key = MarkAttribute(mark: ObjectIdentifier(mark), word: "samples")
        let old = mark.blended ?? mark.source
        animator.cancel(key: key)
        mark.exchange(series)
        guard !isStill, duration ?? rangeDuration > 0, old.count == series.count,
            (1...20_000).contains(old.count)
        else {
            mark.blended = nil
            return
        }
        mark.blended = old
        animator.animate(
            key, from: 0, to: 1, timing: .eased(duration ?? rangeDuration, .easeOut), at: time,
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
