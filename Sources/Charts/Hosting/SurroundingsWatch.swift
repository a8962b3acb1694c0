// Whether the person wants dark surroundings, as the desktop's settings portal says.
//
// Costs a local connection once something asks for it; libdbus is loaded then and not before. Where
// there is no bus or no portal the answer is light, at once.

import Desktop
import EventLoop

/// Asks the desktop whether surroundings are to be dark, and listens for changes.
@MainActor
final class SurroundingsWatch {
    private let bus: SessionBus
    private let portal: SettingsPortal

    /// Whether the answer is on its way.
    var isAsking: Bool { portal.state == .asking }
    /// What is known so far.
    private(set) var prefersDark = false

    /// Asks.
    ///
    /// - Parameters:
    ///   - address: of the message bus; nil for the session's.
    ///   - onChange: is called from the loop with what the person prefers now, and with no other
    ///     setting of the desktop.
    ///   - onAnswer: is called from the loop once the answer is there, or it is certain that none comes;
    ///     never where it is not on its way to begin with.
    init(
        loop: EventLoop, address: String?, onChange: @escaping (_ prefersDark: Bool) -> Void,
        onAnswer: @escaping () -> Void
    ) {
        bus = SessionBus(loop: loop, address: address)
        portal = SettingsPortal(bus)
        prefersDark = portal.settings.colorScheme == .dark
        portal.onChange = { [weak self] settings in
            let prefersDark = settings.colorScheme == .dark
            guard let self, prefersDark != self.prefersDark else { return }
            self.prefersDark = prefersDark
            onChange(prefersDark)
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
