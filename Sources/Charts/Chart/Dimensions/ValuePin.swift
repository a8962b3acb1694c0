import ChartCore

/// The range of a value axis that a person has moved or zoomed by itself: it no longer follows what
/// is visible, until it is released.
///
/// To gestures it is an axis that shows what the chart shows now, also in the middle of a glide, and
/// has no base to go back to: what it goes back to follows from the data.
@MainActor
final class ValuePin: InteractiveAxis {
    /// What the person has made of it; nil while it follows.
    private(set) var pinned: Extent?
    /// How far it may be zoomed; set with every fit.
    var limits = AxisLimits.none
    /// Told of the time at which the gesture that pinned it was taken away.
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
