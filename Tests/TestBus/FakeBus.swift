import EventLoop
import Glibc

/// A message bus with a desktop's settings behind it, spoken byte by byte, without libdbus.
///
/// Source: D-Bus Specification, "Authentication Protocol" and "Message Protocol". It answers in a loop
/// that it is given: that of a client in the same process, so nothing in a test depends on another
/// thread, or that of a process of its own.
@MainActor
public final class FakeBus {
    /// How the portal behind the bus behaves.
    public enum Portal: Sendable {
        /// It answers with these settings: namespace, key, value.
        case answers([(String, String, Value)])
        /// There is none: an error comes back.
        case missing
        /// It never answers.
        case silent
        /// It answers with something that is no list of settings.
        case nonsense
    }

    /// A value of a setting.
    public enum Value: Codable, Sendable {
        case unsigned(UInt32)
        case signed(Int32)
        case boolean(Bool)
        case text(String)
        case color(Double, Double, Double)
        indirect case nested(Value)
    }

    /// Where a client connects to.
    public let address: String
    /// The methods that were called, in order.
    public private(set) var calls: [String] = []
    /// How many signals were asked for.
    public private(set) var rules = 0
    private let path: String
    private let loop: EventLoop
    /// What is behind the bus now.
    public var portal: Portal
    private let listener: Int32
    private var peer: Int32 = -1
    private var tokens: [EventLoop.Token] = []
    private var isBinary = false
    private var input: [UInt8] = []
    private var serial: UInt32 = 0

    /// Opens a bus in a folder of its own, in `loop`.
    public init(loop: EventLoop, portal: Portal) throws {
        var template = Array("/tmp/oresen-bus-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw POSIXError(code: errno) }
        let folder = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = folder + "/bus"
        address = "unix:path=" + path
        self.loop = loop
        self.portal = portal
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, listen(listener, 1) == 0 else { throw POSIXError(code: errno) }
        tokens.append(loop.watch(listener, for: .read) { [weak self] _ in self?.accept() })
    }

    /// A call of the system that failed.
    public struct POSIXError: Error {
        /// Its `errno`.
        public let code: Int32
    }

    /// Ends everything and takes the folder away.
    public func close() {
        hangUp()
        for token in tokens { loop.cancel(token) }
        Glibc.close(listener)
        unlink(path)
        rmdir(String(path.dropLast(4)))
    }

    /// Closes the connection under the client.
    public func hangUp() {
        guard peer >= 0 else { return }
        if let token = tokens.popLast() { loop.cancel(token) }
        Glibc.close(peer)
        peer = -1
    }

    /// Says that a setting has changed.
    public func change(_ namespace: String, _ key: String, _ value: Value) {
        var body = Marshal()
        body.text(namespace)
        body.text(key)
        body.variant(value)
        send(
            type: 4, body: body.bytes, signature: "ssv", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Settings", member: "SettingChanged")
    }

    /// Says that a setting has changed, with other arguments than a portal gives.
    public func changeStrangely(_ texts: [String]) {
        var body = Marshal()
        for text in texts { body.text(text) }
        send(
            type: 4, body: body.bytes, signature: String(repeating: "s", count: texts.count),
            path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Settings", member: "SettingChanged")
    }

    /// Says that the portal's name has another owner; nil for none.
    public func changeOwner(from old: String?, to new: String?) {
        var body = Marshal()
        body.text("org.freedesktop.portal.Desktop")
        body.text(old ?? "")
        body.text(new ?? "")
        send(
            type: 4, body: body.bytes, signature: "sss", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "NameOwnerChanged")
    }

    private func accept() {
        peer = Glibc.accept(listener, nil, nil)
        tokens.append(loop.watch(peer, for: .read) { [weak self] _ in self?.read() })
    }

    private func read() {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = recv(peer, &chunk, chunk.count, 0)
        guard count > 0 else { return hangUp() }
        input += chunk[..<count]
        while !isBinary, let end = input.firstIndex(of: 10) {
            let line = String(decoding: input[..<end].filter { $0 != 0 && $0 != 13 }, as: UTF8.self)
            input.removeSubrange(...end)
            if line.hasPrefix("AUTH EXTERNAL") {
                write(Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8))
            } else if line == "BEGIN" {
                isBinary = true
            } else {
                write(Array("ERROR\r\n".utf8))
            }
        }
        while isBinary, let message = Message(&input) { answer(message) }
    }

    private func answer(_ message: Message) {
        calls.append(message.member)
        switch message.member {
        case "Hello":
            var body = Marshal()
            body.text(":1.7")
            send(type: 2, body: body.bytes, signature: "s", answering: message.serial)
        case "AddMatch":
            rules += 1
            send(type: 2, body: [], signature: "", answering: message.serial)
        case "ReadAll":
            switch portal {
            case .silent: break
            case .nonsense:
                var body = Marshal()
                body.text("settings?")
                send(type: 2, body: body.bytes, signature: "s", answering: message.serial)
            case .missing:
                send(
                    type: 3, body: [], signature: "", answering: message.serial,
                    error: "org.freedesktop.DBus.Error.ServiceUnknown")
            case .answers(let settings):
                var body = Marshal()
                body.array(alignment: 8) { outer in
                    for namespace in Set(settings.map(\.0)).sorted() {
                        outer.align(8)
                        outer.text(namespace)
                        outer.array(alignment: 8) { inner in
                            for setting in settings where setting.0 == namespace {
                                inner.align(8)
                                inner.text(setting.1)
                                inner.variant(setting.2)
                            }
                        }
                    }
                }
                send(
                    type: 2, body: body.bytes, signature: "a{sa{sv}}", answering: message.serial)
            }
        default: break
        }
    }

    private func send(
        type: UInt8, body: [UInt8], signature: String, answering: UInt32? = nil,
        path: String? = nil, interface: String? = nil, member: String? = nil, error: String? = nil
    ) {
        guard peer >= 0 else { return }
        serial += 1
        var message = Marshal()
        message.bytes = [UInt8(ascii: "l"), type, 1, 1]
        message.unsigned(UInt32(body.count))
        message.unsigned(serial)
        message.array(alignment: 8) { fields in
            func field(_ code: UInt8, _ kind: String, _ put: (inout Marshal) -> Void) {
                fields.align(8)
                fields.bytes.append(code)
                fields.signature(kind)
                put(&fields)
            }
            if let path { field(1, "o") { $0.text(path) } }
            if let interface { field(2, "s") { $0.text(interface) } }
            if let member { field(3, "s") { $0.text(member) } }
            if let error { field(4, "s") { $0.text(error) } }
            if let answering { field(5, "u") { $0.unsigned(answering) } }
            field(7, "s") { $0.text(":1.3") }
            if !signature.isEmpty { field(8, "g") { $0.signature(signature) } }
        }
        message.align(8)
        write(message.bytes + body)
    }

    private func write(_ bytes: [UInt8]) {
        _ = Glibc.send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}

/// A message as far as the fake bus looks at it.
private struct Message {
    let serial: UInt32
    var member = ""

    /// Takes the first whole message off `input`.
    init?(_ input: inout [UInt8]) {
        guard input.count >= 16 else { return nil }
        func word(_ i: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(input[i + $1]) << (8 * UInt32($1)) }
        }
        let fields = Int(word(12))
        let head = (16 + fields + 7) & ~7
        guard input.count >= head + Int(word(4)) else { return nil }
        serial = word(8)
        var i = 16
        while i < 16 + fields {
            i = (i + 7) & ~7
            let code = input[i]
            let kind = input[i + 2]
            i += 4
            switch kind {
            case UInt8(ascii: "g"): i += Int(input[i]) + 2
            case UInt8(ascii: "u"): i += 4
            default:
                let length = Int(word(i))
                if code == 3 {
                    member = String(decoding: input[(i + 4)..<(i + 4 + length)], as: UTF8.self)
                }
                i += 4 + length + 1
            }
        }
        input.removeSubrange(..<(head + Int(word(4))))
    }
}

/// Bytes of a message in the making, little-endian, aligned from its start.
private struct Marshal {
    var bytes: [UInt8] = []

    mutating func align(_ n: Int) { while bytes.count % n != 0 { bytes.append(0) } }

    mutating func unsigned(_ value: UInt32) {
        align(4)
        for i in 0..<4 { bytes.append(UInt8(value >> (8 * UInt32(i)) & 255)) }
    }

    mutating func text(_ text: String) {
        unsigned(UInt32(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    mutating func signature(_ text: String) {
        bytes.append(UInt8(text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    mutating func array(alignment: Int, _ fill: (inout Marshal) -> Void) {
        unsigned(0)
        let length = bytes.count - 4
        align(alignment)
        let start = bytes.count
        fill(&self)
        let count = UInt32(bytes.count - start)
        for i in 0..<4 { bytes[length + i] = UInt8(count >> (8 * UInt32(i)) & 255) }
    }

    mutating func variant(_ value: FakeBus.Value) {
        switch value {
        case .unsigned(let number):
            signature("u")
            unsigned(number)
        case .signed(let number):
            signature("i")
            unsigned(UInt32(bitPattern: number))
        case .boolean(let flag):
            signature("b")
            unsigned(flag ? 1 : 0)
        case .text(let string):
            signature("s")
            text(string)
        case .color(let red, let green, let blue):
            signature("(ddd)")
            align(8)
            for part in [red, green, blue] {
                for i in 0..<8 { bytes.append(UInt8(part.bitPattern >> (8 * UInt64(i)) & 255)) }
            }
        case .nested(let inner):
            signature("v")
            variant(inner)
        }
    }
}
