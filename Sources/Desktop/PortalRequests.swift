// The calls of portals that a user answers in a dialog.
//
// Source: `org.freedesktop.portal.Request`. A call makes a request, an object on the bus that
// reports its result once, in a signal. Its path follows from this connection's name and a token
// before the call, so the signal is subscribed to first and cannot be missed. Portals before version
// 0.9 use another path and return it: that path is then subscribed to as well.

import EventLoop

/// The requests of one portal.
///
/// Nothing here blocks. One request is open at a time. A portal that does not answer can be given
/// up with `cancel`; it is not used again until another process takes its name.
@MainActor
final class PortalRequests {
    /// The result of a request.
    enum Answer {
        /// The user has answered.
        case results([BusValue: BusValue])
        /// The user wanted nothing, or the dialog was closed.
        case dismissed
        /// No portal answers such requests.
        case absent
    }

    let bus: SessionBus
    private let interface: String
    private var request: Request?
    private var ownerSubscription: BusConnection.Subscription?
    /// Whether the portal was given up without any answer.
    private var isSilent = false

    private static let requestInterface = "org.freedesktop.portal.Request"

    /// An open request.
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

    /// The requests of the portal with an interface; it sends nothing yet.
    init(_ interface: String, _ bus: SessionBus) {
        (self.interface, self.bus) = (interface, bus)
    }

    /// Whether a request is waiting for its answer.
    var isAsking: Bool { request != nil }

    /// Whether a request could be answered: not without a bus, and not by a portal that was given
    /// up.
    var canAnswer: Bool { !isSilent && bus.connection?.isOpen == true }

    /// Calls a method whose last argument is a list of options.
    ///
    /// `answer` is called once, from the loop, unless the request is cancelled first. An open request
    /// is cancelled first.
    func call(
        _ member: String, _ arguments: [BusValue], options: [String: BusValue],
        answer: @escaping (Answer) -> Void
    ) {
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
            send(member, arguments, options, request, from: name, connection)
        }
    }

    /// Cancels the open request; its answer is no longer delivered.
    func cancel() {
        guard let request else { return }
        if request.isSent, !request.isTaken { becomeSilent() }
        if request.isTaken, let path = request.paths.last { close(path) }
        forget(request)
    }

    // MARK: The steps of a request

    private func send(
        _ member: String, _ arguments: [BusValue], _ options: [String: BusValue],
        _ request: Request, from name: String, _ connection: BusConnection
    ) {
        let token = "oresen_" + String(UInt32.random(in: 0...UInt32.max), radix: 16)
        let sender = String(name.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
        follow("\(Portal.path)/request/\(sender)/\(token)", request, connection)
        request.isSent = true
        var options = options
        options["handle_token"] = .text(token)
        connection.call(
            destination: Portal.name, path: Portal.path, interface: interface, member: member,
            arguments: arguments + [.options(options)]
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

    private func follow(_ path: String, _ request: Request, _ connection: BusConnection) {
        request.paths.append(path)
        request.subscriptions.append(
            connection.follow(
                SignalMatch(
                    sender: Portal.name, path: path,
                    interface: PortalRequests.requestInterface, member: "Response")
            ) { [weak self] in self?.takeIn($0, request) })
    }

    private func takeIn(_ signal: BusSignal, _ request: Request) {
        guard self.request === request, let response = signal.arguments.first?.integer else {
            return
        }
        // 1 means that the user wanted nothing, 2 that the dialog ended in another way.
        guard response == 0 else { return end(request, .dismissed) }
        end(request, .results(signal.arguments.dropFirst().first?.dictionary ?? [:]))
    }

    /// Asks the portal to close its dialog.
    private func close(_ path: String) {
        isSilent = false
        bus.connection?.call(
            destination: Portal.name, path: path, interface: PortalRequests.requestInterface,
            member: "Close"
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
