/// The desktop's settings, read from the Settings portal and kept up to date while the program
/// runs.
///
/// Starting it costs a local connection and no waiting. The settings are the defaults until the
/// desktop answers, and also if it never does (no bus, no portal, an unknown key). A portal that
/// starts late, or restarts, is queried when it appears; while it is gone the settings do not
/// change.
///
/// Source: `org.freedesktop.portal.Settings`. One `ReadAll` reads all keys; every version has it,
/// and it leaves out missing keys. A portal that appears does not announce its settings, but the
/// bus announces the new owner of its name.
@MainActor
public final class SettingsPortal {
    /// The state of the query.
    public enum State: Hashable, Sendable {
        /// The query was sent.
        case asking
        /// The desktop has answered.
        case answered
        /// There is no bus, or no portal on it; on a bus a portal may still appear.
        case absent
    }

    /// The settings as they are now.
    public private(set) var settings = DesktopSettings()
    /// Whether the desktop has answered.
    public private(set) var state = State.asking
    /// Called from the loop when the settings have changed.
    ///
    /// The first answer counts as a change if it differs from the defaults.
    public var onChange: ((DesktopSettings) -> Void)?
    /// Called once from the loop, after `onChange` if that is called, when the desktop has answered
    /// or certainly will not.
    ///
    /// Never called if the initial state is not `asking`.
    public var onAnswer: (() -> Void)?

    private let connection: BusConnection?
    private var subscriptions: [BusConnection.Subscription] = []
    private var values: [String: [String: BusValue]] = [:]
    private static let interface = "org.freedesktop.portal.Settings"
    private static let namespaces = [
        DesktopSettings.appearance, DesktopSettings.interface, DesktopSettings.accessibility,
    ]

    /// Queries the desktop on `bus`.
    public init(_ bus: SessionBus) {
        connection = bus.connection
        guard let connection else {
            state = .absent
            return
        }
        // Subscribed to before the values are read, so that no change is missed.
        subscriptions = [
            connection.follow(
                SignalMatch(
                    sender: Portal.name, path: Portal.path, interface: SettingsPortal.interface,
                    member: "SettingChanged")
            ) { [weak self] in self?.receive($0) },
            // Name, old owner, new owner: a portal without a new owner sends no more signals.
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

    /// Stops listening, like dropping the object; the settings do not change.
    public func close() {
        for subscription in subscriptions { connection?.unfollow(subscription) }
        subscriptions = []
        if state == .asking { state = .absent }
    }

    private func takeIn(_ reply: [BusValue]?) {
        // An answer may arrive after `close`.
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
