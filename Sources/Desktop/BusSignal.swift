/// A signal from a bus.
struct BusSignal {
    /// The object that sent it.
    let path: String
    let interface: String
    let member: String
    let arguments: [BusValue]
}

/// A rule that selects signals.
///
/// Source: D-Bus Specification, "Match Rules".
struct SignalMatch: Hashable {
    /// The name of the sender.
    ///
    /// Only the bus checks it: a signal itself carries the connection's name.
    let sender: String
    let path: String
    let interface: String
    let member: String
    /// Their first argument; nil for any.
    var argument: String?

    /// Signals when the owner of a name on the bus changes.
    static func owner(of name: String) -> SignalMatch {
        SignalMatch(
            sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "NameOwnerChanged", argument: name)
    }

    /// The rule in the bus's syntax.
    var rule: String {
        "type='signal',sender='\(sender)',path='\(path)',interface='\(interface)',"
            + "member='\(member)'" + (argument.map { ",arg0='\($0)'" } ?? "")
    }

    /// Whether a signal matches the rule.
    func fits(_ signal: BusSignal) -> Bool {
        signal.path == path && signal.interface == interface && signal.member == member
            && (argument == nil || signal.arguments.first?.text == argument)
    }
}
