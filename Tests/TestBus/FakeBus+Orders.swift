extension FakeBus {
    /// What a bus in another process can be told to do.
    public enum Order: Codable, Sendable {
        /// The portal answers with these settings from now on: namespace, key, value; nil for no
        /// portal.
        case portal([String: [String: Value]]?)
        /// Questions for files are answered so from now on.
        case chooser(Chooser)
        /// These files are chosen in the dialog that is open.
        case choose([String])
        /// A setting has changed: namespace, key, value.
        case change(String, String, Value)
        /// The portal's name has another owner.
        case changeOwner(from: String?, to: String?)
        /// The connection ends.
        case hangUp
    }

    /// Does what it is told.
    public func obey(_ order: Order) {
        switch order {
        case .portal(nil): portal = .missing
        case .portal(let settings?):
            portal = .answers(
                settings.flatMap { namespace, keys in keys.map { (namespace, $0.key, $0.value) } })
        case .chooser(let behaviour): chooser = behaviour
        case .choose(let uris): respond(with: uris)
        case .change(let namespace, let key, let value): change(namespace, key, value)
        case .changeOwner(let old, let new): changeOwner(from: old, to: new)
        case .hangUp: hangUp()
        }
    }
}
