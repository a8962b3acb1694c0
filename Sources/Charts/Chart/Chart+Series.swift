import ChartCore
import ChartInteraction

extension Chart {
    /// How long what is told to last a while lasts, in seconds: 0 where motion is reduced.
    func duration(_ told: Double? = nil) -> Double { isStill ? 0 : told ?? rangeDuration }

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
        fades.show(shown, mark, at: time, duration: self.duration(duration))
    }

    /// How much of a mark can be seen: 1 where it is shown, 0 where it is hidden, between them while
    /// it fades.
    public func opacity(of mark: any Mark) -> Double { fades.opacity(of: mark) }

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
        MarkMotions(animator: animator).animate(
            attribute, of: mark, to: value, at: time, duration: self.duration(duration),
            onStart: onStart, onEnd: onEnd)
    }

    /// Lets the bars of a mark grow from what they stand on: once, when it is first shown.
    public func grow(_ mark: some GrowingMark, at time: Double, duration: Double? = nil) {
        MarkMotions(animator: animator).grow(mark, at: time, duration: self.duration(duration))
    }

    /// Shows other samples on a mark; where there are as many as before, each moves from the old place
    /// to the new one.
    ///
    /// What is told of the samples (`nearest`, `values`) is at once that of the new ones. More than
    /// 20,000 samples, and others than before in number, are exchanged at once.
    public func blend<Drawn: BlendingMark>(
        _ mark: Drawn, to series: SampleSeries, at time: Double, duration: Double? = nil
    ) {
        MarkMotions(animator: animator).blend(
            mark, to: series, at: time, duration: self.duration(duration))
    }
}
