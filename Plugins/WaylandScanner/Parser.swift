/// Reads a protocol description.
///
/// `limits` caps the version of an interface: later additions are left out, so that the generated
/// API does not depend on the version of the installed description.
struct Parser {
    private let file: String
    private let limits: [String: Int]
    private var reader: TagReader
    private var result: ProtocolDescription?
    private var interface: Interface?
    private var message: Message?
    private var messageIsRequest = false
    private var enumeration: Enumeration?

    /// Events that end their object.
    ///
    /// These descriptions say so only in prose, not in an attribute.
    private static let lastEvents: Set<String> = [
        "wl_callback.done", "wp_presentation_feedback.presented",
        "wp_presentation_feedback.discarded",
    ]

    init(_ bytes: [UInt8], file: String, limits: [String: Int]) {
        self.file = file
        self.limits = limits
        reader = TagReader(bytes, file: file)
    }

    mutating func parse() throws(ScanError) -> ProtocolDescription {
        while let tag = try reader.next() {
            if tag.kind != .end { try open(tag) }
            if tag.kind != .start { close(tag) }
        }
        guard let result else {
            throw ScanError(file: file, line: 1, problem: "this is not a protocol description")
        }
        return result
    }

    private mutating func open(_ tag: Tag) throws(ScanError) {
        switch tag.name {
        case "protocol":
            result = ProtocolDescription(name: try text("name", of: tag))
        case "interface":
            let name = try text("name", of: tag)
            let version = try number("version", of: tag, orElse: nil)
            interface = Interface(name: name, version: min(version, limits[name] ?? version))
        case "request", "event":
            let name = try text("name", of: tag)
            messageIsRequest = tag.name == "request"
            let ends =
                tag.attributes["type"] == "destructor"
                || !messageIsRequest && Self.lastEvents.contains("\(interface?.name ?? "").\(name)")
            message = Message(
                name: name, since: try number("since", of: tag, orElse: 1), isDestructor: ends,
                summary: tag.attributes["summary"] ?? "")
        case "arg":
            let parsed = try argument(tag)
            message?.arguments.append(parsed)
        case "enum":
            enumeration = Enumeration(
                name: try text("name", of: tag), isBitfield: tag.attributes["bitfield"] == "true")
        case "entry":
            let value = try text("value", of: tag)
            let digits =
                value.hasPrefix("0x") ? UInt32(value.dropFirst(2), radix: 16) : UInt32(value)
            guard let digits else { throw failure("'\(value)' is not a number", at: tag) }
            let entry = Enumeration.Entry(
                name: try text("name", of: tag), value: digits,
                summary: tag.attributes["summary"] ?? "")
            enumeration?.entries.append(entry)
        case "description":
            try describe(tag)
        default:
            break
        }
    }

    private mutating func close(_ tag: Tag) {
        switch tag.name {
        case "interface":
            if let interface { result?.interfaces.append(interface) }
            interface = nil
        case "request", "event":
            if let message, let version = interface?.version, message.since <= version {
                if messageIsRequest {
                    interface?.requests.append(message)
                } else {
                    interface?.events.append(message)
                }
            }
            message = nil
        case "enum":
            if let enumeration { interface?.enumerations.append(enumeration) }
            enumeration = nil
        default:
            break
        }
    }

    private mutating func describe(_ tag: Tag) throws(ScanError) {
        let summary = tag.attributes["summary"] ?? ""
        if let open = message {
            message = Message(
                name: open.name, since: open.since, isDestructor: open.isDestructor,
                summary: summary,
                arguments: open.arguments)
        } else if enumeration == nil, interface != nil {
            interface?.summary = summary
        }
    }

    private func argument(_ tag: Tag) throws(ScanError) -> Argument {
        let word = try text("type", of: tag)
        guard let kind = Argument.Kind(rawValue: word) else {
            throw failure("'\(word)' is no argument type", at: tag)
        }
        return Argument(
            name: try text("name", of: tag), kind: kind, interface: tag.attributes["interface"],
            enumeration: tag.attributes["enum"], allowsNull: tag.attributes["allow-null"] == "true")
    }

    private func text(_ key: String, of tag: Tag) throws(ScanError) -> String {
        guard let value = tag.attributes[key] else {
            throw failure("<\(tag.name)> has no \(key)", at: tag)
        }
        return value
    }

    private func number(_ key: String, of tag: Tag, orElse missing: Int?) throws(ScanError) -> Int {
        if tag.attributes[key] == nil, let missing { return missing }
        let value = try text(key, of: tag)
        guard let number = Int(value), number > 0 else {
            throw failure("\(key) of <\(tag.name)> is '\(value)'", at: tag)
        }
        return number
    }

    private func failure(_ problem: String, at tag: Tag) -> ScanError {
        ScanError(file: file, line: tag.line, problem: problem)
    }
}
