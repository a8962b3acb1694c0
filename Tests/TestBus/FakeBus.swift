import EventLoop
import Glibc

/// A message bus with a desktop's settings behind it, implemented byte by byte, without libdbus.
///
/// Source: D-Bus Specification, "Authentication Protocol" and "Message Protocol". It answers in a
/// given loop: that of a client in the same process, so that no test depends on another thread, or
/// that of a separate process.
@MainActor
public final class FakeBus {
    /// How the portal behind the bus behaves.
    public enum Portal: Sendable {
        /// It answers with these settings: namespace, key, value.
        case answers([(String, String, Value)])
        /// There is no portal: the answer is an error.
        case missing
        /// It never answers.
        case silent
        /// It answers with something other than a list of settings.
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

    /// How the desktop's dialog for choosing files behaves.
    public enum Chooser: Codable, Sendable {
        /// There is no dialog: the answer is an error.
        case missing
        /// It never answers.
        case silent
        /// It opens, and stays open until `respond` or `dismiss`.
        case opens
        /// It opens, and these files are chosen.
        case gives([String])
        /// It opens, and is closed without a choice; 1 if the user cancelled it, 2 otherwise.
        case ends(UInt32)
    }

    /// How the desktop prints.
    public enum Printer: Codable, Sendable {
        /// It cannot print: the answer is an error.
        case missing
        /// Its dialog opens, and a paper is chosen: width and height in millimetres when it is upright,
        /// and its orientation.
        case prints(Double, Double, String)
        /// Its dialog is closed; 1 if the user cancelled it, 2 otherwise.
        case ends(UInt32)
        /// Its dialog ends with a paper, and then it cannot print.
        case fails
    }

    /// A document that was printed or opened, as received.
    public struct Document: Sendable {
        /// The title; empty if there is none.
        public let title: String
        /// Everything in its file.
        public let bytes: [UInt8]
        /// Its options.
        public let options: [String: Unmarshal.Value]
    }

    /// A question for files, as received.
    public struct FileQuestion: Sendable {
        /// The method that asks it.
        public let member: String
        /// Its parent window.
        public let parent: String
        public let title: String
        /// Its other options.
        public let options: [String: Unmarshal.Value]
        /// Whether its answer was subscribed to before the question.
        public let isFollowed: Bool
    }

    /// The address for clients.
    public let address: String
    /// Whether a client is connected.
    public var hasClient: Bool { peer >= 0 }
    /// The methods that were called, in order.
    public private(set) var calls: [String] = []
    /// The signals that were subscribed to, in order.
    public private(set) var rules: [String] = []
    /// The questions for files, in order.
    public private(set) var questions: [FileQuestion] = []
    /// Called with each of them.
    public var onQuestion: ((FileQuestion) -> Void)?
    /// Called with each document that is printed.
    public var onPrint: ((Document) -> Void)?
    /// The dialogs that the client closed.
    public private(set) var closedDialogs: [String] = []
    /// The objects of unanswered questions.
    private var requests: [String] = []
    private let path: String
    private let loop: EventLoop
    /// The portal behind the bus.
    public var portal: Portal
    /// The dialog for choosing files.
    public var chooser = Chooser.missing
    /// How the desktop prints.
    public var printer = Printer.missing
    /// Whether the desktop opens files with other programs.
    public var opensFiles = false
    /// Whether files can be passed with a message.
    public var passesFiles = true
    /// The documents that were printed, in order.
    public private(set) var printed: [Document] = []
    /// The files that were opened, in order.
    public private(set) var opened: [Document] = []
    /// The open files that were passed and belong to no message yet.
    private var passed: [Int32] = []
    /// Whether the objects of questions have another path than the client expects.
    public var putsRequestsElsewhere = false
    private let listener: Int32
    private var peer: Int32 = -1
    private var tokens: [EventLoop.Token] = []
    private var isBinary = false
    private var input: [UInt8] = []
    private var serial: UInt32 = 0

    /// Opens a bus in a separate folder, in `loop`.
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

    /// A system call that failed.
    public struct POSIXError: Error {
        /// Its `errno`.
        public let code: Int32
    }

    /// Ends everything and removes the folder.
    public func close() {
        hangUp()
        for token in tokens { loop.cancel(token) }
        Glibc.close(listener)
        unlink(path)
        rmdir(String(path.dropLast(4)))
    }

    /// Closes the connection to the client.
    public func hangUp() {
        guard peer >= 0 else { return }
        if let token = tokens.popLast() { loop.cancel(token) }
        Glibc.close(peer)
        peer = -1
        for descriptor in passed { Glibc.close(descriptor) }
        passed = []
    }

    /// Announces that a setting has changed.
    public func change(_ namespace: String, _ key: String, _ value: Value) {
        var body = Marshal()
        body.text(namespace)
        body.text(key)
        body.variant(value)
        send(
            type: 4, body: body.bytes, signature: "ssv", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Settings", member: "SettingChanged")
    }

    /// Announces that a setting has changed, with arguments unlike a portal's.
    public func changeStrangely(_ texts: [String]) {
        var body = Marshal()
        for text in texts { body.text(text) }
        send(
            type: 4, body: body.bytes, signature: String(repeating: "s", count: texts.count),
            path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.Settings", member: "SettingChanged")
    }

    /// Announces that the portal's name has another owner; nil for none.
    public func changeOwner(from old: String?, to new: String?) {
        var body = Marshal()
        body.text("org.freedesktop.portal.Desktop")
        body.text(old ?? "")
        body.text(new ?? "")
        send(
            type: 4, body: body.bytes, signature: "sss", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "NameOwnerChanged")
    }

    /// Accepts the next client, with a fresh state; there is one at a time.
    private func accept() {
        hangUp()
        isBinary = false
        input = []
        peer = Glibc.accept(listener, nil, nil)
        tokens.append(loop.watch(peer, for: .read) { [weak self] _ in self?.read() })
    }

    private func read() {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = receive(&chunk)
        guard count > 0 else { return hangUp() }
        input += chunk[..<count]
        while !isBinary, let end = input.firstIndex(of: 10) {
            let line = String(decoding: input[..<end].filter { $0 != 0 && $0 != 13 }, as: UTF8.self)
            input.removeSubrange(...end)
            if line.hasPrefix("AUTH EXTERNAL") {
                write(Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8))
            } else if line == "NEGOTIATE_UNIX_FD", passesFiles {
                write(Array("AGREE_UNIX_FD\r\n".utf8))
            } else if line == "BEGIN" {
                isBinary = true
            } else {
                write(Array("ERROR\r\n".utf8))
            }
        }
        while isBinary, let message = BusMessage(&input) { answer(message) }
    }

    /// Reads bytes, and the open files that come with them.
    ///
    /// A control message begins with its length (8 bytes), its level and its type (4 bytes each); files
    /// are numbers of 4 bytes after that.
    private func receive(_ chunk: inout [UInt8]) -> Int {
        var control = [UInt8](repeating: 0, count: 256)
        var (count, controlLength) = (0, 0)
        chunk.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { extra in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = extra.baseAddress
                    message.msg_controllen = extra.count
                    count = recvmsg(peer, &message, 0)
                    controlLength = message.msg_controllen
                }
            }
        }
        guard controlLength >= 20 else { return count }
        control.withUnsafeBytes { bytes in
            let length = bytes.loadUnaligned(fromByteOffset: 0, as: Int.self)
            let kind = bytes.loadUnaligned(fromByteOffset: 12, as: Int32.self)
            guard kind == 1 else { return }
            for place in stride(from: 16, to: min(length, controlLength), by: 4) {
                passed.append(bytes.loadUnaligned(fromByteOffset: place, as: Int32.self))
            }
        }
        return count
    }

    /// Everything in the next file that was passed.
    private func takeFile() -> [UInt8] {
        guard !passed.isEmpty else { return [] }
        let descriptor = passed.removeFirst()
        defer { Glibc.close(descriptor) }
        lseek(descriptor, 0, SEEK_SET)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }

    private func answer(_ message: BusMessage) {
        calls.append(message.member)
        if message.interface == "org.freedesktop.portal.OpenURI" { return openFile(message) }
        switch message.member {
        case "Hello":
            var body = Marshal()
            body.text(":1.7")
            send(type: 2, body: body.bytes, signature: "s", answering: message.serial)
        case "AddMatch", "RemoveMatch":
            let rule = message.arguments.first?.text ?? ""
            if message.member == "AddMatch" {
                rules.append(rule)
            } else if let index = rules.lastIndex(of: rule) {
                rules.remove(at: index)
            }
            send(type: 2, body: [], signature: "", answering: message.serial)
        case "OpenFile", "SaveFile": open(message)
        case "PreparePrint": preparePrint(message)
        case "Print": print(message)
        case "Close":
            closedDialogs.append(message.path)
            requests.removeAll { $0 == message.path }
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

    // MARK: Choosing files

    private func open(_ message: BusMessage) {
        let options = message.arguments.dropFirst(2).first?.dictionary ?? [:]
        let token = options["handle_token"]?.text ?? ""
        let question = FileQuestion(
            member: message.member,
            parent: message.arguments.first?.text ?? "",
            title: message.arguments.dropFirst().first?.text ?? "", options: options,
            isFollowed: rules.contains { $0.contains("/request/1_7/\(token)'") })
        questions.append(question)
        onQuestion?(question)
        if case .missing = chooser { return refuse(message) }
        if case .silent = chooser { return }
        accept(message, options)
        switch chooser {
        case .gives(let uris): respond(with: uris)
        case .ends(let code): dismiss(code)
        case .missing, .silent, .opens: break
        }
    }

    private func refuse(_ message: BusMessage) {
        send(
            type: 3, body: [], signature: "", answering: message.serial,
            error: "org.freedesktop.DBus.Error.UnknownMethod")
    }

    /// Answers with the object that will have the result.
    private func accept(_ message: BusMessage, _ options: [String: Unmarshal.Value]) {
        let token = options["handle_token"]?.text ?? ""
        let request =
            putsRequestsElsewhere
            ? "/org/freedesktop/portal/desktop/request/1"
            : "/org/freedesktop/portal/desktop/request/1_7/\(token)"
        requests.append(request)
        var body = Marshal()
        body.text(request)
        send(type: 2, body: body.bytes, signature: "o", answering: message.serial)
    }

    // MARK: Printing and opening

    private func preparePrint(_ message: BusMessage) {
        let options = message.arguments.dropFirst(4).first?.dictionary ?? [:]
        switch printer {
        case .missing: refuse(message)
        case .ends(let code):
            accept(message, options)
            dismiss(code)
        case .prints(let width, let height, let orientation):
            accept(message, options)
            respond(0) { results in
                results.align(8)
                results.text("page-setup")
                results.signature("a{sv}")
                results.array(alignment: 8) { setup in
                    for (name, value) in [("Width", width), ("Height", height)] {
                        setup.align(8)
                        setup.text(name)
                        setup.signature("d")
                        setup.double(value)
                    }
                    setup.align(8)
                    setup.text("Orientation")
                    setup.signature("s")
                    setup.text(orientation)
                }
                results.align(8)
                results.text("token")
                results.signature("u")
                results.unsigned(77)
            }
        case .fails:
            accept(message, options)
            respond(0) { _ in }
        }
    }

    private func print(_ message: BusMessage) {
        let document = Document(
            title: message.arguments.dropFirst().first?.text ?? "", bytes: takeFile(),
            options: message.arguments.dropFirst(3).first?.dictionary ?? [:])
        guard case .prints = printer else { return refuse(message) }
        printed.append(document)
        onPrint?(document)
        accept(message, document.options)
        respond(0) { _ in }
    }

    private func openFile(_ message: BusMessage) {
        let document = Document(
            title: "", bytes: takeFile(),
            options: message.arguments.dropFirst(2).first?.dictionary ?? [:])
        guard opensFiles else { return refuse(message) }
        opened.append(document)
        accept(message, document.options)
        respond(0) { _ in }
    }

    // MARK: Results

    /// The user chooses these files in the open dialog.
    public func respond(with uris: [String]) {
        respond(0) { results in
            results.align(8)
            results.text("uris")
            results.signature("as")
            results.array(alignment: 4) { list in
                for uri in uris { list.text(uri) }
            }
        }
    }

    /// The open dialog is closed without a choice.
    public func dismiss(_ code: UInt32 = 1) { respond(code) { _ in } }

    private func respond(_ code: UInt32, _ fill: (inout Marshal) -> Void) {
        guard !requests.isEmpty else { return }
        let request = requests.removeFirst()
        // A bus forwards only signals that were subscribed to.
        guard rules.contains(where: { $0.contains("'\(request)'") }) else { return }
        var body = Marshal()
        body.unsigned(code)
        body.array(alignment: 8, fill)
        send(
            type: 4, body: body.bytes, signature: "ua{sv}", path: request,
            interface: "org.freedesktop.portal.Request", member: "Response")
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
