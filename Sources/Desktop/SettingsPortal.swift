import EventLoop
import Glibc

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

    private var connection: BusConnection?
    private var values: [String: [String: BusValue]] = [:]
    private static let bus = "org.freedesktop.DBus"
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let namespaces = [
        DesktopSettings.appearance, DesktopSettings.interface, DesktopSettings.accessibility,
    ]

    /// Asks the desktop, in `loop`.
    ///
    /// - Parameter address: the bus; nil takes it from `DBUS_SESSION_BUS_ADDRESS`, else from the
    ///   person's runtime directory. No bus is started.
    public init(loop: EventLoop, address: String? = nil) {
        guard let address = address ?? SettingsPortal.sessionBus,
            let connection = BusConnection(address: address, loop: loop)
        else {
            state = .absent
            return
        }
        self.connection = connection
        connection.onSignal = { [weak self] in self?.receive($0) }
        // Asked for before the values are, so that no change falls between.
        follow(
            "type='signal',sender='\(SettingsPortal.portal)',path='\(SettingsPortal.path)',"
                + "interface='\(SettingsPortal.interface)',member='SettingChanged'")
        follow(
            "type='signal',sender='\(SettingsPortal.bus)',interface='\(SettingsPortal.bus)',"
                + "member='NameOwnerChanged',arg0='\(SettingsPortal.portal)'")
        ask()
    }

    private func follow(_ rule: String) {
        connection?.call(
            destination: SettingsPortal.bus, path: "/org/freedesktop/DBus",
            interface: SettingsPortal.bus, member: "AddMatch", arguments: [.text(rule)]
        ) { _ in }
    }

    private func ask() {
        connection?.call(
            destination: SettingsPortal.portal, path: SettingsPortal.path,
            interface: SettingsPortal.interface, member: "ReadAll",
            arguments: [.array(SettingsPortal.namespaces.map(BusValue.text))]
        ) { [weak self] in self?.takeIn($0) }
    }

    /// Ends the connection; the settings stay as they are.
    public func close() {
        connection?.close()
        connection = nil
        if state == .asking { state = .absent }
    }

    private func takeIn(_ reply: [BusValue]?) {
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

    private func receive(_ signal: BusConnection.Signal) {
        if signal.interface == SettingsPortal.bus, signal.member == "NameOwnerChanged" {
            // Name, old owner, new owner: of a portal that goes nothing is heard any more.
            guard signal.arguments.count >= 3, signal.arguments[0].text == SettingsPortal.portal,
                let owner = signal.arguments[2].text, !owner.isEmpty
            else { return }
            return ask()
        }
        guard signal.interface == SettingsPortal.interface, signal.member == "SettingChanged",
            signal.arguments.count >= 3, let namespace = signal.arguments[0].text,
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

    private static var sessionBus: String? {
        if let address = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }),
            !address.isEmpty
        {
            return address
        }
        guard let runtime = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }),
            runtime.hasPrefix("/"), access(runtime + "/bus", F_OK) == 0
        else { return nil }
        return "unix:path=" + runtime + "/bus"
    }
}
