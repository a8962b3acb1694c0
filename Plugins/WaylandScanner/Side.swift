/// The end of the socket that code is generated for.
enum Side: String {
    case client
    case server

    var module: String { self == .client ? "CWaylandClient" : "CWaylandServer" }

    var prefix: String { self == .client ? "" : "Server" }

    /// The class that all objects of this side share.
    var base: String { self == .client ? "WaylandProxy" : "WaylandResource" }

    /// libwayland-server implements the display and the registry itself.
    func hasClass(_ interface: String) -> Bool {
        self == .client || interface != "wl_display" && interface != "wl_registry"
    }

    func className(_ interface: String?) -> String {
        guard let interface, hasClass(interface) else { return base }
        return prefix + Names.type(interface)
    }

    /// The messages that this side sends.
    func outgoing(_ interface: Interface) -> [Message] {
        self == .client ? interface.requests : interface.events
    }

    /// The messages that this side receives.
    func incoming(_ interface: Interface) -> [Message] {
        self == .client ? interface.events : interface.requests
    }
}

/// How arguments are named, typed, and converted to and from libwayland's `wl_argument`.
struct Coding {
    let side: Side
    let interface: Interface

    /// The Swift type of an argument that this side sends.
    func outgoingType(_ argument: Argument) -> String {
        plainType(argument) ?? side.className(argument.interface) + (argument.allowsNull ? "?" : "")
    }

    /// The Swift type of an argument that this side receives.
    ///
    /// A client may receive an object that it has already destroyed: there it is always optional.
    func incomingType(_ argument: Argument) -> String {
        if let plain = plainType(argument) { return plain }
        let isOptional = argument.kind == .object && (side == .client || argument.allowsNull)
        return side.className(argument.interface) + (isOptional ? "?" : "")
    }

    private func plainType(_ argument: Argument) -> String? {
        switch argument.kind {
        case .int: enumeration(argument) ?? "Int32"
        case .uint: enumeration(argument) ?? "UInt32"
        case .fixed: "Double"
        case .string: argument.allowsNull ? "String?" : "String"
        case .array: "[UInt32]"
        case .fd: "Int32"
        case .object, .newID: nil
        }
    }

    private func enumeration(_ argument: Argument) -> String? {
        guard let name = argument.enumeration else { return nil }
        let parts = name.split(separator: ".").map(String.init)
        if parts.count == 2 {
            return "\(side.className(parts[0])).\(Names.enumeration(parts[1]))"
        }
        let isKnown = interface.enumerations.contains { $0.name == name }
        return isKnown ? Names.enumeration(name) : nil
    }

    /// The `wl_argument` for the parameter `name`; text and arrays are passed as `name`'s pointer.
    func encoded(_ argument: Argument, _ name: String) -> String {
        switch argument.kind {
        case .int:
            enumeration(argument) == nil
                ? "wl_argument(i: \(name))" : "wl_argument(i: Int32(bitPattern: \(name).rawValue))"
        case .uint:
            enumeration(argument) == nil
                ? "wl_argument(u: \(name))" : "wl_argument(u: \(name).rawValue)"
        case .fixed: "wl_argument(f: fixed(\(name)))"
        case .string: "wl_argument(s: \(pointer(name)))"
        case .array: "wl_argument(a: \(pointer(name)))"
        case .fd: "wl_argument(h: \(name))"
        case .object: "wl_argument(o: \(name)\(argument.allowsNull ? "?" : "").livePointer)"
        case .newID: "wl_argument(o: nil)"
        }
    }

    /// The closure parameter that holds the C form of a text or array parameter.
    func pointer(_ name: String) -> String {
        name.filter { $0 != "`" } + "Pointer"
    }

    /// The Swift value of `arguments[index]`, for all except non-null objects on the server.
    func decoded(_ argument: Argument, at index: Int) -> String {
        let slot = "arguments[\(index)]"
        switch argument.kind {
        case .int:
            if let name = enumeration(argument) {
                return "\(name)(rawValue: UInt32(bitPattern: \(slot).i))"
            }
            return "\(slot).i"
        case .uint:
            if let name = enumeration(argument) { return "\(name)(rawValue: \(slot).u)" }
            return "\(slot).u"
        case .fixed: return "Double(\(slot).f) / 256"
        case .string: return argument.allowsNull ? "optionalText(\(slot).s)" : "text(\(slot).s)"
        case .array: return "words(\(slot).a)"
        case .fd: return "\(slot).h"
        case .object: return "\(side.className(argument.interface)).known(at: \(slot).o)"
        case .newID:
            return side == .client
                ? "\(side.className(argument.interface))(announced: \(slot).o)"
                : side.className(argument.interface)
                    + "(client: client, version: version, id: \(slot).n)"
        }
    }

    /// Opens the closures that keep the C forms of text and array arguments alive.
    func open(_ message: Message, returns: Bool, _ out: inout Source) -> Int {
        var depth = 0
        for argument in message.arguments where argument.kind == .string || argument.kind == .array
        {
            let name = Names.member(argument.name)
            let call = argument.kind == .string ? "withText" : "withWords"
            let word = returns && depth == 0 ? "return " : ""
            out.line("\(word)\(call)(\(name)) { \(pointer(name)) in")
            depth += 1
        }
        return depth
    }

    /// The parameter list of a function that sends `message`.
    func parameters(_ message: Message) -> String {
        message.arguments.filter { $0.kind != .newID }
            .map { "\(Names.member($0.name)): \(outgoingType($0))" }.joined(separator: ", ")
    }

    /// The `wl_argument`s of `message`, as an array literal.
    func argumentList(_ message: Message, newObject: String? = nil) -> String {
        let parts = message.arguments.map { argument in
            if argument.kind == .newID, let newObject { return "wl_argument(o: \(newObject))" }
            return encoded(argument, Names.member(argument.name))
        }
        return "[\(parts.joined(separator: ", "))]"
    }

    /// Writes the nested enum of the received messages.
    func writeIncoming(_ name: String, _ messages: [Message], _ out: inout Source) {
        out.line("public enum \(name): Sendable {")
        for message in messages {
            out.line(
                "/// \(Names.sentence(message.summary, orElse: message.name)) "
                    + "Since version \(message.since)."
            )
            let payload = message.arguments
                .map { "\(Names.member($0.name)): \(incomingType($0))" }.joined(separator: ", ")
            out.line("case \(Names.member(message.name))\(payload.isEmpty ? "" : "(\(payload))")")
        }
        out.line("}")
        out.line()
    }

    /// Writes the nested types of the interface's enumerations.
    func writeEnumerations(_ out: inout Source) {
        for enumeration in interface.enumerations {
            let name = Names.enumeration(enumeration.name)
            out.line("/// The protocol's enumeration `\(interface.name).\(enumeration.name)`.")
            let kind = enumeration.isBitfield ? "OptionSet" : "RawRepresentable"
            out.line("public struct \(name): \(kind), Hashable, Sendable {")
            out.line("public let rawValue: UInt32")
            out.line()
            out.line("public init(rawValue: UInt32) { self.rawValue = rawValue }")
            for entry in enumeration.entries {
                out.line()
                out.line("/// \(Names.sentence(entry.summary, orElse: entry.name))")
                let value =
                    enumeration.isBitfield && entry.value == 0
                    ? "[]" : "\(name)(rawValue: \(entry.value))"
                out.line("public static var \(Names.member(entry.name)): \(name) { \(value) }")
            }
            out.line("}")
            out.line()
        }
    }
}
