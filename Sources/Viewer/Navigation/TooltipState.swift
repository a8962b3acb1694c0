/// Which control's tooltip is shown: a tooltip comes when the pointer has rested on a control, and goes with
/// everything that a person does.
///
/// Pure: it takes what happens with its time, in seconds of the frame clock, and says when it wants to be asked
/// again. While nothing is waited for there is no deadline, so a window at rest costs nothing.
struct TooltipState: Equatable, Sendable {
    /// How long the pointer rests on a control before its tooltip comes, in seconds.
    static let delay = 0.5
    /// How long after a tooltip has gone the next control's comes at once, in seconds: there are gaps between
    /// controls.
    static let grace = 0.3

    private enum Phase: Equatable, Sendable {
        /// The pointer is on no control; until a time the next tooltip comes at once.
        case away(warmUntil: Double)
        /// The pointer rests on a control.
        case waiting(ControlID, due: Double)
        case shown(ControlID)
        /// The person does something with a control, or looks elsewhere: it is quiet until the pointer leaves it.
        case quiet(ControlID?)
    }

    private var phase = Phase.away(warmUntil: -.infinity)
    /// Whether a button of the mouse is down: what is dragged over says nothing.
    private var isPressed = false

    /// The control whose tooltip is shown; nil for none.
    var shown: ControlID? { if case .shown(let control) = phase { control } else { nil } }

    /// When `advance` wants to be called, in seconds; nil for never.
    var deadline: Double? { if case .waiting(_, let due) = phase { due } else { nil } }

    /// The pointer moved, and is on a control that has a tooltip; on none where nil.
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

    /// A button of the mouse went down.
    mutating func press() {
        hide()
        isPressed = true
    }

    /// The buttons of the mouse came up.
    mutating func release() { isPressed = false }

    /// A key was pressed, something scrolled, or a finger came down.
    mutating func hide() {
        switch phase {
        case .waiting(let control, _), .shown(let control): phase = .quiet(control)
        case .away: phase = .away(warmUntil: -.infinity)
        case .quiet: break
        }
    }

    /// The pointer left the window, and may come back with its buttons up.
    mutating func leave() {
        isPressed = false
        phase = .away(warmUntil: -.infinity)
    }

    /// Lets time pass: a tooltip that was waited for comes.
    mutating func advance(to time: Double) {
        guard case .waiting(let control, let due) = phase, due <= time else { return }
        phase = .shown(control)
    }
}

extension ViewerContext {
    /// Changes which tooltip is shown; asks for a frame only where it is another one.
    func changeTooltip(_ change: (inout TooltipState) -> Void) {
        let before = tooltip.shown
        change(&tooltip)
        if tooltip.shown != before { changed() }
    }
}
