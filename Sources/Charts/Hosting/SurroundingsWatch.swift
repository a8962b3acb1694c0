// What the person has chosen for the whole desktop, as its settings portal says.
//
// Costs a local connection once something asks for it; libdbus is loaded then and not before. Where
// there is no bus or no portal the answer is that nothing was chosen, at once.

import Desktop
import EventLoop

/// What of a person's choices for the whole desktop charts follow.
struct Surroundings: Equatable {
    /// Whether surroundings are to be dark.
    let prefersDark: Bool
    /// Whether grounds and texts are to stand far apart.
    let prefersHighContrast: Bool
    /// Whether things are to appear in their place rather than move there.
    let prefersReducedMotion: Bool

    init(_ settings: DesktopSettings) {
        prefersDark = settings.colorScheme == .dark
        prefersHighContrast = settings.highContrast
        prefersReducedMotion = settings.reducedMotion
    }
}

/// Asks the desktop what the person has chosen, and listens for changes.
@MainActor
final class SurroundingsWatch {
    private let bus: SessionBus
    private let portal: SettingsPortal

    /// Whether the answer is on its way.
    var isAsking: Bool { portal.state == .asking }
    /// What is known so far.
    private(set) var surroundings: Surroundings

    /// Asks.
    ///
    /// - Parameters:
    ///   - address: of the message bus; nil for the session's.
    ///   - onChange: is called from the loop with what the person prefers now, and with no other
    ///     setting of the desktop.
    ///   - onAnswer: is called from the loop once the answer is there, or it is certain that none comes;
    ///     never where it is not on its way to begin with.
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

    /// Asks and listens no more; nothing where it does not.
    func close() {
        portal.close()
        bus.close()
    }
}
