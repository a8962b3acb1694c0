// The desktop's own dialog for choosing files.
//
// Source: `org.freedesktop.portal.FileChooser` and `org.freedesktop.portal.Request`. A call makes a
// request, an object on the bus that says in a signal, once, how it came out. Where that object will
// be is known before the call, from our name on the bus and a token, so the signal is followed
// first and cannot be missed. Portals before version 0.9 put the object elsewhere and say where:
// that place is followed as well, from then on.

import EventLoop

/// Lets the person choose files in the desktop's dialog.
///
/// Nothing here waits. One question is open at a time; a portal that does not say a word may be
/// given up with `cancel`, and is not asked again until another one takes its place.
@MainActor
public final class FileChooserPortal {
    /// What the dialog is to be like.
    public struct Question: Hashable, Sendable {
        /// A kind of files that can be chosen from.
        public struct Kind: Hashable, Sendable {
            /// What the person reads.
            public var name: String
            /// Patterns of file names, of which one has to fit: `*.zip`.
            public var patterns: [String]

            /// A kind by its name and patterns.
            public init(name: String, patterns: [String]) {
                self.name = name
                self.patterns = patterns
            }
        }

        /// What stands over the dialog.
        public var title: String
        /// What stands on the button that takes what was chosen.
        public var acceptLabel: String
        /// The kinds, the first of which is chosen to begin with.
        public var kinds: [Kind]
        /// The window that the dialog belongs to, `wayland:` and its handle; empty for none.
        public var parent = ""
        /// The folder to begin in; nil for the desktop's choice.
        public var folder: String?

        /// A question without a window and a folder.
        public init(title: String, acceptLabel: String, kinds: [Kind]) {
            self.title = title
            self.acceptLabel = acceptLabel
            self.kinds = kinds
        }
    }

    /// How a question came out.
    public enum Answer: Hashable, Sendable {
        /// These files were chosen; others among the chosen are none of this machine.
        case chosen([String], refused: [DesktopError])
        /// The person chose nothing, or the dialog was closed.
        case dismissed
        /// Nobody answers such questions.
        case absent
    }

    /// Whether a question waits for its answer.
    public var isAsking: Bool { request != nil }

    /// Whether an answer to a question could come: not without a bus, and not from a portal that was
    /// given up.
    public var canAnswer: Bool { !isSilent && bus.connection?.isOpen == true }

    private let bus: SessionBus
    private var request: Request?
    private var ownerSubscription: BusConnection.Subscription?
    /// Whether the portal was given up without having said a word.
    private var isSilent = false

    private static let interface = "org.freedesktop.portal.FileChooser"
    private static let requestInterface = "org.freedesktop.portal.Request"

    /// A question that is open.
    private final class Request {
        let answer: (Answer) -> Void
        /// Where its object is, or may be.
        var paths: [String] = []
        var subscriptions: [BusConnection.Subscription] = []
        var isSent = false
        /// Whether the portal has taken it.
        var isTaken = false

        init(_ answer: @escaping (Answer) -> Void) { self.answer = answer }
    }

    /// A chooser on `bus`, which asks nothing by itself.
    public init(_ bus: SessionBus) { self.bus = bus }

    /// Asks for files.
    ///
    /// `answer` is called once, from the loop, unless the question is cancelled before. A question
    /// that is open is cancelled first.
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

    /// Gives the open question up; its answer does not come any more.
    public func cancel() {
        guard let request else { return }
        if request.isSent, !request.isTaken { becomeSilent() }
        if request.isTaken, let path = request.paths.last { close(path) }
        forget(request)
    }

    // MARK: The way of a question

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
                // Given up meanwhile: what it has opened is not wanted any more.
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
        // 1 is that the person chose nothing, 2 that the dialog went some other way.
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

    /// Has the portal take its dialog away.
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

    /// Who has not said a word is not asked again; another one that takes its name is.
    private func becomeSilent() {
        isSilent = true
        guard ownerSubscription == nil else { return }
        ownerSubscription = bus.connection?.follow(.owner(of: Portal.name)) { [weak self] _ in
            self?.isSilent = false
        }
    }
}
