import ChartCore

/// The range of a value axis that a person has moved or zoomed alone: it no longer follows what is
/// visible, until it is released.
///
/// To gestures it is an axis that shows what the chart shows now, even in the middle of a glide. It
/// has no base to return to: that follows from the data.
@MainActor
final class ValuePin: InteractiveAxis {
    /// The range that the person chose; nil while it follows.
    private(set) var pinned: Extent?
    /// The limits of zooming; set with every fit.
    var limits = AxisLimits.none
    /// Called with the time at which the gesture that pinned it was cancelled.
    var onUndo: (Double) -> Void = { _ in }
    /// Whether it was pinned before the gesture that holds it.
    private var wasPinned = false
    private let shown: @MainActor () -> Extent

    /// - Parameter shown: the range that is drawn now.
    init(shown: @escaping @MainActor () -> Extent) { self.shown = shown }

    var base: Extent { .nothing }
    var visible: Extent { pinned ?? shown() }
    var state: AxisInteractionState { .identity }

    func apply(_ state: AxisInteractionState, overshoot: Bool) {
        if state == .identity { reset() }
    }

    func show(_ range: Extent, overshoot: Bool) {
        if range.isProper { pinned = range }
    }

    func reset() { pinned = nil }

    func holdBegan() { wasPinned = pinned != nil }

    func holdWasCancelled(at time: Double) {
        if !wasPinned, pinned != nil { onUndo(time) }
    }
}
