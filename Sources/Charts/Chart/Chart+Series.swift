import ChartCore
import ChartInteraction

extension Chart {
    /// The duration of a change, in seconds: 0 if motion is reduced.
    func duration(_ given: Double? = nil) -> Double { isStill ? 0 : given ?? rangeDuration }

    /// Shows a mark or hides it; it fades in or out.
    ///
    /// `isHidden` has its new value at once, so a fit ignores a mark as soon as it begins to fade
    /// out.
    ///
    /// - Parameters:
    ///   - time: when it begins, in seconds of the frame clock.
    ///   - duration: in seconds; `rangeDuration` if nil, and 0 if motion is reduced.
    public func setShown(
        _ shown: Bool, of mark: any Mark, at time: Double, duration: Double? = nil
    ) {
        fades.show(shown, mark, at: time, duration: self.duration(duration))
    }

    /// The opacity of a mark: 1 if it is shown, 0 if it is hidden, in between while it fades.
    public func opacity(of mark: any Mark) -> Double { fades.opacity(of: mark) }

    /// Animates an attribute of a mark, such as `\.style.color` or `\.style.width`, to another
    /// value.
    ///
    /// An animation of the same attribute that is under way is replaced from its present value and
    /// velocity.
    ///
    /// - Parameters:
    ///   - time: when it begins, in seconds of the frame clock.
    ///   - duration: in seconds; `rangeDuration` if nil, and 0 if motion is reduced.
    ///   - onStart: called once, in the frame of the first step and before it.
    ///   - onEnd: called once, with whether it arrived (false if it was replaced).
    public func animate<Drawn: Mark, Value: Animatable>(
        _ attribute: ReferenceWritableKeyPath<Drawn, Value>, of mark: Drawn, to value: Value,
        at time: Double, duration: Double? = nil, onStart: (() -> Void)? = nil,
        onEnd: ((Bool) -> Void)? = nil
    ) {
        MarkMotions(animator: animator).animate(
            attribute, of: mark, to: value, at: time, duration: self.duration(duration),
            onStart: onStart, onEnd: onEnd)
    }

    /// Lets the bars of a mark grow from their base: once, when the mark is first shown.
    public func grow(_ mark: some GrowingMark, at time: Double, duration: Double? = nil) {
        MarkMotions(animator: animator).grow(mark, at: time, duration: self.duration(duration))
    }

    /// Shows other samples on a mark; if their number is the same as before, each moves from its
    /// old position to its new one.
    ///
    /// Queries about the samples (`nearest`, `values`) return the new ones at once. More than
    /// 20,000 samples, or a different number of samples, are exchanged without a transition.
    public func blend<Drawn: BlendingMark>(
        _ mark: Drawn, to series: SampleSeries, at time: Double, duration: Double? = nil
    ) {
        MarkMotions(animator: animator).blend(
            mark, to: series, at: time, duration: self.duration(duration))
    }
}
