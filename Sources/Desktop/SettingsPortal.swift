/// The desktop's settings, read from the Settings portal and followed while the program runs.
///
/// Starting it costs a local connection and no waiting: until the desktop has answered, and where
/// it never does (no bus, no portal, a key it does not know), the settings are the defaults. A
/// portal that comes late, or comes back, is asked when it comes; while one is gone the settings
/// stay as they were.
///
/// Source: `org.freedesktop.portal.Settings`. All keys are read with one `ReadAll`, which every
/// version has and which leaves out keys that are missing. A portal that appears says nothing of its
/// settings by itself, but the bus tells of the new owner of its name.
@MainActor
public final class SettingsPortal {
    /// What is known of the desktop.
    public enum State: Hashable, Sendable {
        /// The question is on its way.
        case asking
        /// The desktop has answered.
        case answered
        /// There is no bus, or nobody on it who answers; on a bus somebody still may.
        case absent
    }

    /// The settings as they are now.
    public private(set) var settings = DesktopSettings()
    /// Whether the desktop has answered.
    public private(set) var state = State.asking
    /// Called from the loop when the settings have changed.
    ///
    /// The first answer is a change where it differs from the defaults.
    public var onChange: ((DesktopSettings) -> Void)?
    /// Called once from the loop, after `onChange` if that is called, when the desktop has answered
    /// or it is certain that nobody will.
    ///
    /// Never where the state is not `asking` to begin with.
    public var onAnswer: (() -> Void)?

    private let connection: BusConnection?
    private var subscriptions: [BusConnection.Subscription] = []
    private var values: [String: [String: BusValue]] = [:]
    private static let interface = "org.freedesktop.portal.Settings"
    private static let namespaces = [
        DesktopSettings.appearance, DesktopSettings.interface, DesktopSettings.accessibility,
    ]

    /// Asks the desktop that is behind `bus`.
    public init(_ bus: SessionBus) {
        connection = bus.connection
        guard let connection else {
            state = .absent
            return
        }
        // Asked for before the values are, so that no change falls between.
        subscriptions = [
            connection.follow(
                SignalMatch(
                    sender: Portal.name, path: Portal.path, interface: SettingsPortal.interface,
                    member: "SettingChanged")
            ) { [weak self] in self?.receive($0) },
            // Name, old owner, new owner: of a portal that goes nothing is heard any more.
            connection.follow(.owner(of: Portal.name)) { [weak self] signal in
                guard signal.arguments.count >= 3, signal.arguments[2].text?.isEmpty == false
                else { return }
                self?.ask()
            },
        ]
        ask()
    }

    isolated deinit { close() }

    private func ask() {
        connection?.call(
            destination: Portal.name, path: Portal.path, interface: SettingsPortal.interface,
            member: "ReadAll", arguments: [.texts(SettingsPortal.namespaces)]
        ) { [weak self] in self?.takeIn($0) }
    }

    /// Listens no longer, as where it is dropped; the settings stay as they are.
    public func close() {
        for subscription in subscriptions { connection?.unfollow(subscription) }
        subscriptions = []
        if state == .asking { state = .absent }
    }

    private func takeIn(_ reply: [BusValue]?) {
        // An answer may be on its way when nobody listens any more.
        guard !subscriptions.isEmpty else { return }
        defer {
            onAnswer?()
            onAnswer = nil
        }
        guard let namespaces = reply?.first?.dictionary else {
            if state == .asking { state = .absent }
            return
        }
        state = .answered
        values = [:]
        for (namespace, keys) in namespaces {
            guard let name = namespace.text, let keys = keys.dictionary else { continue }
            for (key, value) in keys {
                if let key = key.text { values[name, default: [:]][key] = value }
            }
        }
        update()
    }

    private func receive(_ signal: BusSignal) {
        guard signal.arguments.count >= 3, let namespace = signal.arguments[0].text,
            let key = signal.arguments[1].text, SettingsPortal.namespaces.contains(namespace)
        else { return }
        values[namespace, default: [:]][key] = signal.arguments[2]
        update()
    }

    private func update() {
        let new = DesktopSettings(values)
        guard new != settings else { return }
        settings = new
        onChange?(new)
    }
}
