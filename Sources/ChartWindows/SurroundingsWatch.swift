// The person's preferences for the whole desktop, from its settings portal.
//
// Costs a local connection on first use; libdbus is loaded then and not before. If there is no bus
// or no portal, the answer is at once that nothing was chosen.

import Desktop
import EventLoop

/// The person's preferences for the whole desktop that charts follow.
struct Surroundings: Equatable {
    /// Whether dark surroundings are preferred.
    let prefersDark: Bool
    /// Whether high contrast is preferred.
    let prefersHighContrast: Bool
    /// Whether reduced motion is preferred.
    let prefersReducedMotion: Bool
    /// The name of the pointer's theme, and its size in points.
    let pointerTheme: String?
    let pointerSize: Int?

    init(_ settings: DesktopSettings) {
        prefersDark = settings.colorScheme == .dark
        prefersHighContrast = settings.highContrast
        prefersReducedMotion = settings.reducedMotion
        pointerTheme = settings.cursorTheme
        pointerSize = settings.cursorSize
    }
}

/// Reads the desktop's preferences, and listens for changes.
@MainActor
final class SurroundingsWatch {
    private let bus: SessionBus
    private let portal: SettingsPortal

    /// Whether the answer is pending.
    var isAsking: Bool { portal.state == .asking }
    /// The preferences known so far.
    private(set) var surroundings: Surroundings

    /// Sends the request.
    ///
    /// - Parameters:
    ///   - address: of the message bus; nil for the session's.
    ///   - onChange: is called from the loop with changed preferences, and for no other setting of
    ///     the desktop.
    ///   - onAnswer: is called from the loop once the answer is there, or it is certain that none
    ///     will come; never if no answer was pending at first.
    init(
        loop: EventLoop, address: String?, onChange: @escaping (Surroundings) -> Void,
        onAnswer: @escaping () -> Void
    ) {
        bus = SessionBus(loop: loop, address: address)
        portal = SettingsPortal(bus)
        surroundings = Surroundings(portal.settings)
        portal.onChange = { [weak self] settings in
            let surroundings = Surroundings(settings)
            guard let self, surroundings != self.surroundings else { return }
            self.surroundings = surroundings
            onChange(surroundings)
        }
        portal.onAnswer = onAnswer
    }

    isolated deinit { close() }

    /// Stops reading and listening; does nothing if it does not listen.
    func close() {
        portal.close()
        bus.close()
    }
}
