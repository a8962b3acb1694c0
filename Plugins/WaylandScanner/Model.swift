/// An argument of a request or an event.
struct Argument {
    enum Kind: String {
        case int
        case uint
        case fixed
        case string
        case object
        case newID = "new_id"
        case array
        case fd
    }

    let name: String
    let kind: Kind
    /// The interface of an object or new object; nil if any is allowed.
    let interface: String?
    /// The enumeration of an int or uint: `name`, or `interface.name`.
    let enumeration: String?
    let allowsNull: Bool
}

/// A request or an event.
struct Message {
    let name: String
    let since: Int
    /// Whether it ends the object's life.
    let isDestructor: Bool
    let summary: String
    var arguments: [Argument] = []

    /// libwayland's signature string.
    var signature: String {
        var text = since > 1 ? String(since) : ""
        for argument in arguments {
            if argument.allowsNull { text += "?" }
            switch argument.kind {
            case .int: text += "i"
            case .uint: text += "u"
            case .fixed: text += "f"
            case .string: text += "s"
            case .object: text += "o"
            case .newID: text += argument.interface == nil ? "sun" : "n"
            case .array: text += "a"
            case .fd: text += "h"
            }
        }
        return text
    }

    /// The interface of every argument on the wire; nil for an argument without one.
    var types: [String?] {
        arguments.flatMap { argument -> [String?] in
            argument.kind == .newID && argument.interface == nil
                ? [nil, nil, nil] : [argument.interface]
        }
    }
}

/// A set of named numbers.
struct Enumeration {
    struct Entry {
        let name: String
        let value: UInt32
        let summary: String
    }

    let name: String
    let isBitfield: Bool
    var entries: [Entry] = []
}

/// An interface: the requests and events of one kind of object.
struct Interface {
    let name: String
    let version: Int
    var summary = ""
    var requests: [Message] = []
    var events: [Message] = []
    var enumerations: [Enumeration] = []
}

/// One protocol description file.
struct ProtocolDescription {
    let name: String
    var interfaces: [Interface] = []
}
