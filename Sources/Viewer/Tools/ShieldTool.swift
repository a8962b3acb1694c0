import ChartInteraction

/// The tool that keeps input from anything under a dialog, an open list of metrics, or a page.
///
/// A press that began before one of these opened continues to its end, so that no later tool is
/// left with a button or a finger that never comes up.
@MainActor
final class ShieldTool: InputTool {
    private let isShielding: () -> Bool
    /// The buttons and fingers that went down before anything was shielded.
    private var passing: Set<Contact> = []

    private enum Contact: Hashable {
        case button(PointerButton)
        case touch(Int)
    }

    /// Creates a shield.
    ///
    /// - Parameter isShielding: whether anything covers the rest now.
    init(isShielding: @escaping () -> Bool) { self.isShielding = isShielding }

    func handle(_ event: InputEvent) -> Bool {
        switch event.kind {
        case .pointerPressed(let button): begin(.button(button))
        case .touchBegan(let id): begin(.touch(id))
        case .pointerReleased(let button): !end(.button(button)) && isShielding()
        case .touchEnded(let id): !end(.touch(id)) && isShielding()
        case .touchMoved(let id): !passing.contains(.touch(id)) && isShielding()
        case .pointerMoved:
            !passing.contains { if case .button = $0 { true } else { false } } && isShielding()
        case .pointerLeft, .touchCancelled, .scrollStopped, .pinchEnded, .swipeEnded, .holdEnded:
            // These events end whatever they belong to.
            false
        default: isShielding()
        }
    }

    /// Takes the beginning of a press, unless nothing is shielded.
    private func begin(_ contact: Contact) -> Bool {
        if isShielding() { return true }
        passing.insert(contact)
        return false
    }

    /// Ends a press, and returns whether it had begun before anything was shielded.
    private func end(_ contact: Contact) -> Bool { passing.remove(contact) != nil }

    func reset(at time: Double) { passing = [] }
}
