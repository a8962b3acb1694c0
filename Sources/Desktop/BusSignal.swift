/// A signal that came from a bus.
struct BusSignal {
    /// The object that sent it.
    let path: String
    let interface: String
    let member: String
    let arguments: [BusValue]
}

/// Which signals are meant.
///
/// Source: D-Bus Specification, "Match Rules".
struct SignalMatch: Hashable {
    /// Who sends them, which the bus alone looks at: a signal itself names a connection.
    let sender: String
    let path: String
    let interface: String
    let member: String
    /// Their first argument; nil for any.
    var argument: String?

    /// Tells of the coming and going of whoever has a name on the bus.
    static func owner(of name: String) -> SignalMatch {
        SignalMatch(
            sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "NameOwnerChanged", argument: name)
    }

    /// The rule in the bus's words.
    var rule: String {
        "type='signal',sender='\(sender)',path='\(path)',interface='\(interface)',"
            + "member='\(member)'" + (argument.map { ",arg0='\($0)'" } ?? "")
    }

    /// Whether a signal is one of them.
    func fits(_ signal: BusSignal) -> Bool {
        signal.path == path && signal.interface == interface && signal.member == member
            && (argument == nil || signal.arguments.first?.text == argument)
    }
}
