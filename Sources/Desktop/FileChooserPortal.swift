// The desktop's dialog for choosing files.
//
// Source: `org.freedesktop.portal.FileChooser` and `org.freedesktop.portal.Request`. A call makes a
// request, an object on the bus that reports its result once, in a signal. Its path follows from
// this connection's name and a token before the call, so the signal is subscribed to first and
// cannot be missed. Portals before version 0.9 use another path and return it: that path is then
// subscribed to as well.

import EventLoop

/// Lets the user choose files in the desktop's dialog.
///
/// Nothing here blocks. One question is open at a time. A portal that does not answer can be given
/// up with `cancel`; it is not used again until another process takes its name.
@MainActor
public final class FileChooserPortal {
    /// The contents of the dialog.
    public struct Question: Hashable, Sendable {
        /// A kind of file that can be chosen.
        public struct Kind: Hashable, Sendable {
            /// The name that the user sees.
            public var name: String
            /// Patterns of file names, one of which must match: `*.zip`.
            public var patterns: [String]

            /// A kind with a name and patterns.
            public init(name: String, patterns: [String]) {
                self.name = name
                self.patterns = patterns
            }
        }

        /// The title of the dialog.
        public var title: String
        /// The label of the button that accepts the choice.
        public var acceptLabel: String
        /// The kinds; the first is selected initially.
        public var kinds: [Kind]
        /// The parent window of the dialog, `wayland:` and its handle; empty for none.
        public var parent = ""
        /// The initial folder; nil for the desktop's choice.
        public var folder: String?

        /// A question without a parent window and a folder.
        public init(title: String, acceptLabel: String, kinds: [Kind]) {
            self.title = title
            self.acceptLabel = acceptLabel
            self.kinds = kinds
        }
    }

    /// The result of a question.
    public enum Answer: Hashable, Sendable {
        /// These files were chosen; `refused` are the chosen ones that are not on this machine.
        case chosen([String], refused: [DesktopError])
        /// The user chose nothing, or the dialog was closed.
        case dismissed
        /// No portal answers such questions.
        case absent
    }

    /// Whether a question is waiting for its answer.
    public var isAsking: Bool { request != nil }

    /// Whether a question could be answered: not without a bus, and not by a portal that was given
    /// up.
    public var canAnswer: Bool { !isSilent && bus.connection?.isOpen == true }

    private let bus: SessionBus
    private var request: Request?
    private var ownerSubscription: BusConnection.Subscription?
    /// Whether the portal was given up without any answer.
    private var isSilent = false

    private static let interface = "org.freedesktop.portal.FileChooser"
    private static let requestInterface = "org.freedesktop.portal.Request"

    /// An open question.
    private final class Request {
        let answer: (Answer) -> Void
        /// The possible paths of its object.
        var paths: [String] = []
        var subscriptions: [BusConnection.Subscription] = []
        var isSent = false
        /// Whether the portal has accepted it.
        var isTaken = false

        init(_ answer: @escaping (Answer) -> Void) { self.answer = answer }
    }

    /// A chooser on `bus`, which sends nothing yet.
    public init(_ bus: SessionBus) { self.bus = bus }

    /// Opens the dialog for files.
    ///
    /// `answer` is called once, from the loop, unless the question is cancelled first. An open
    /// question is cancelled first.
    public func ask(_ question: Question, answer: @escaping (Answer) -> Void) {
        cancel()
        let request = Request(answer)
        self.request = request
        guard let connection = bus.connection, canAnswer else {
            bus.loop.whenTurnEnds { [weak self] in self?.end(request, .absent) }
            return
        }
        connection.whenNamed { [weak self] name in
            guard let self, self.request === request else { return }
            guard let name else { return end(request, .absent) }
            send(question, request, from: name, connection)
        }
    }

    /// Cancels the open question; its answer is no longer delivered.
    public func cancel() {
        guard let request else { return }
        if request.isSent, !request.isTaken { becomeSilent() }
        if request.isTaken, let path = request.paths.last { close(path) }
        forget(request)
    }

    // MARK: The steps of a question

    private func send(
        _ question: Question, _ request: Request, from name: String, _ connection: BusConnection
    ) {
        let token = "oresen_" + String(UInt32.random(in: 0...UInt32.max), radix: 16)
        let sender = String(name.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
        follow("\(Portal.path)/request/\(sender)/\(token)", request, connection)
        request.isSent = true
        connection.call(
            destination: Portal.name, path: Portal.path, interface: FileChooserPortal.interface,
            member: "OpenFile",
            arguments: [
                .text(question.parent), .text(question.title),
                .options(FileChooserPortal.options(question, token: token)),
            ]
        ) { [weak self] reply in
            guard let self else { return }
            let path = reply?.first?.text
            guard self.request === request else {
                // Cancelled meanwhile: the dialog that it opened is closed.
                if let path { close(path) }
                return
            }
            guard let path else { return end(request, .absent) }
            request.isTaken = true
            if !request.paths.contains(path) { follow(path, request, connection) }
        }
    }

    private static func options(_ question: Question, token: String) -> [String: BusValue] {
        func value(_ kind: Question.Kind) -> BusValue {
            let patterns = kind.patterns.map { BusValue.structure([.uint32(0), .text($0)]) }
            return .structure([.text(kind.name), .array(patterns, of: "(us)")])
        }
        var options: [String: BusValue] = [
            "handle_token": .text(token), "multiple": .boolean(true), "modal": .boolean(true),
            "accept_label": .text(question.acceptLabel),
            "filters": .array(question.kinds.map(value), of: "(sa(us))"),
        ]
        if let folder = question.folder { options["current_folder"] = .path(folder) }
        return options
    }

    private func follow(_ path: String, _ request: Request, _ connection: BusConnection) {
        request.paths.append(path)
        request.subscriptions.append(
            connection.follow(
                SignalMatch(
                    sender: Portal.name, path: path,
                    interface: FileChooserPortal.requestInterface, member: "Response")
            ) { [weak self] in self?.takeIn($0, request) })
    }

    private func takeIn(_ signal: BusSignal, _ request: Request) {
        guard self.request === request, let response = signal.arguments.first?.integer else {
            return
        }
        // 1 means that the user chose nothing, 2 that the dialog ended in another way.
        guard response == 0 else { return end(request, .dismissed) }
        let results = signal.arguments.dropFirst().first?.dictionary
        let uris = results?[.text("uris")]?.unwrapped.array?.compactMap(\.text) ?? []
        var paths: [String] = []
        var refused: [DesktopError] = []
        for uri in uris {
            do {
                paths.append(try FileURI.path(uri))
            } catch {
                refused.append(error)
            }
        }
        end(request, uris.isEmpty ? .dismissed : .chosen(paths, refused: refused))
    }

    /// Asks the portal to close its dialog.
    private func close(_ path: String) {
        isSilent = false
        bus.connection?.call(
            destination: Portal.name, path: path,
            interface: FileChooserPortal.requestInterface, member: "Close"
        ) { _ in }
    }

    private func end(_ request: Request, _ answer: Answer) {
        guard self.request === request else { return }
        forget(request)
        request.answer(answer)
    }

    private func forget(_ request: Request) {
        for subscription in request.subscriptions { bus.connection?.unfollow(subscription) }
        request.subscriptions = []
        self.request = nil
    }

    /// A portal that has not answered is not used again, until another process takes its name.
    private func becomeSilent() {
        isSilent = true
        guard ownerSubscription == nil else { return }
        ownerSubscription = bus.connection?.follow(.owner(of: Portal.name)) { [weak self] _ in
            self?.isSilent = false
        }
    }
}
