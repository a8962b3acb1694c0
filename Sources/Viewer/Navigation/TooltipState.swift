/// Which control's tooltip is shown.
///
/// A tooltip appears when the pointer has rested on a control, and disappears with any action of
/// the person. The state is pure: it receives events with their times, in seconds of the frame
/// clock, and returns when `advance` has to be called. While nothing is pending there is no
/// deadline, so an idle window costs nothing.
struct TooltipState: Equatable, Sendable {
    /// How long the pointer rests on a control before its tooltip appears, in seconds.
    static let delay = 0.5
    /// How long after one tooltip disappears the next appears at once, in seconds.
    ///
    /// There are gaps between controls.
    static let grace = 0.3

    private enum Phase: Equatable, Sendable {
        /// The pointer is on no control; the next tooltip appears at once until the given time.
        case away(warmUntil: Double)
        /// The pointer rests on a control.
        case waiting(ControlID, due: Double)
        case shown(ControlID)
        /// The person acts on a control, or elsewhere: no tooltip until the pointer leaves it.
        case quiet(ControlID?)
    }

    private var phase = Phase.away(warmUntil: -.infinity)
    /// Whether a mouse button is down: no tooltips appear during a drag.
    private var isPressed = false

    /// The control whose tooltip is shown; nil for none.
    var shown: ControlID? { if case .shown(let control) = phase { control } else { nil } }

    /// When `advance` has to be called, in seconds; nil for never.
    var deadline: Double? { if case .waiting(_, let due) = phase { due } else { nil } }

    /// Notes that the pointer moved to a control with a tooltip; nil if it is on none.
    mutating func point(at control: ControlID?, time: Double) {
        guard !isPressed else { return }
        guard let control else {
            switch phase {
            case .shown: phase = .away(warmUntil: time + Self.grace)
            case .waiting, .quiet: phase = .away(warmUntil: -.infinity)
            case .away: break
            }
            return
        }
        switch phase {
        case .shown: phase = .shown(control)
        case .quiet(control): break
        case .away(let warmUntil) where time < warmUntil: phase = .shown(control)
        case .away, .waiting, .quiet: phase = .waiting(control, due: time + Self.delay)
        }
    }

    /// Notes that a mouse button went down.
    mutating func press() {
        hide()
        isPressed = true
    }

    /// Notes that the mouse buttons came up.
    mutating func release() { isPressed = false }

    /// Hides the tooltip after a key was pressed, something scrolled, or a finger came down.
    mutating func hide() {
        switch phase {
        case .waiting(let control, _), .shown(let control): phase = .quiet(control)
        case .away: phase = .away(warmUntil: -.infinity)
        case .quiet: break
        }
    }

    /// Notes that the pointer left the window; it may come back with its buttons up.
    mutating func leave() {
        isPressed = false
        phase = .away(warmUntil: -.infinity)
    }

    /// Advances the time, and shows a tooltip that is due.
    mutating func advance(to time: Double) {
        guard case .waiting(let control, let due) = phase, due <= time else { return }
        phase = .shown(control)
    }
}

extension ViewerContext {
    /// Changes the tooltip state, and requests a frame only if the tooltip differs.
    func changeTooltip(_ change: (inout TooltipState) -> Void) {
        let before = tooltip.shown
        change(&tooltip)
        if tooltip.shown != before { changed() }
    }
}
