extension FakeBus {
    /// The commands for a bus in another process.
    public enum Order: Codable, Sendable {
        /// From now on the portal answers with these settings: namespace, key, value; nil for no
        /// portal.
        case portal([String: [String: Value]]?)
        /// From now on questions for files are answered in this way.
        case chooser(Chooser)
        /// From now on the desktop prints in this way.
        case printer(Printer)
        /// These files are chosen in the open dialog.
        case choose([String])
        /// A setting has changed: namespace, key, value.
        case change(String, String, Value)
        /// The portal's name has another owner.
        case changeOwner(from: String?, to: String?)
        /// The connection ends.
        case hangUp
    }

    /// Executes a command.
    public func obey(_ order: Order) {
        switch order {
        case .portal(nil): portal = .missing
        case .portal(let settings?):
            portal = .answers(
                settings.flatMap { namespace, keys in keys.map { (namespace, $0.key, $0.value) } })
        case .chooser(let behaviour): chooser = behaviour
        case .printer(let behaviour): printer = behaviour
        case .choose(let uris): respond(with: uris)
        case .change(let namespace, let key, let value): change(namespace, key, value)
        case .changeOwner(let old, let new): changeOwner(from: old, to: new)
        case .hangUp: hangUp()
        }
    }
}
