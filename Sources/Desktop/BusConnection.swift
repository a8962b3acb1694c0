// A connection to a message bus, driven by the event loop.
//
// libdbus calls back for every descriptor and time-out that it needs; they become watches and
// deadlines of the loop. Nothing here blocks. Opening connects a local socket; the handshake and
// the first call (`Hello`, which libdbus's own opening would wait for) run in the loop, and later
// calls are queued behind them. Only local sockets are supported: no bus is launched and no other
// machine is contacted. libdbus holds a box with a weak reference, not the connection, so nothing
// dangles in whatever order the objects end.

import CDBus
import EventLoop
import Glibc

/// One private connection to a bus.
@MainActor
final class BusConnection {
    /// Identifies a subscription, so that it can be cancelled.
    struct Subscription: Hashable {
        fileprivate let number: Int
    }

    /// The name that the bus assigned to this connection; nil until then.
    private(set) var uniqueName: String?
    /// Whether a call can still be answered.
    private(set) var isOpen = true

    private let dbus: BusLibrary
    private let loop: EventLoop
    private var connection: OpaquePointer?
    private var watches: [OpaquePointer: EventLoop.Token] = [:]
    private var timeouts: [OpaquePointer: EventLoop.Token] = [:]
    private var calls: [Handler] = []
    private var subscriptions: [Int: (match: SignalMatch, handler: (BusSignal) -> Void)] = [:]
    private var subscriptionCount = 0
    /// The handlers that wait for the name; nil once the bus has assigned one, or never will.
    private var waiting: [@MainActor (String?) -> Void]? = []

    /// Connects to the bus at `address`; nil if no connection is possible, or the machine has no
    /// libdbus.
    init?(address: String, loop: EventLoop) {
        let local = BusConnection.local(address)
        guard !local.isEmpty, let dbus = BusLibrary.shared else { return nil }
        self.dbus = dbus
        self.loop = loop
        guard let opened = dbus.connectionOpenPrivate(local, nil) else {
            return nil
        }
        connection = opened
        dbus.connectionSetExitOnDisconnect(opened, 0)
        let free: DBusFreeFunction = { $0.map { Unmanaged<Box>.fromOpaque($0).release() } }
        func box() -> UnsafeMutableRawPointer { Unmanaged.passRetained(Box(self)).toOpaque() }
        _ = dbus.connectionSetWatchFunctions(
            opened,
            { watch, data in
                Box.with(data, watch) { $0.add(watch: $1) }
                return 1
            }, { watch, data in Box.with(data, watch) { $0.remove(watch: $1) } },
            { watch, data in
                Box.with(data, watch) {
                    $0.remove(watch: $1)
                    $0.add(watch: $1)
                }
            }, box(), free)
        _ = dbus.connectionSetTimeoutFunctions(
            opened,
            { timeout, data in
                Box.with(data, timeout) { $0.add(timeout: $1) }
                return 1
            }, { timeout, data in Box.with(data, timeout) { $0.remove(timeout: $1) } },
            { timeout, data in
                Box.with(data, timeout) {
                    $0.remove(timeout: $1)
                    $0.add(timeout: $1)
                }
            }, box(), free)
        _ = dbus.connectionAddFilter(
            opened,
            { _, message, data in
                Box.with(data, message) { $0.receive($1) }
                return DBUS_HANDLER_RESULT_NOT_YET_HANDLED
            }, box(), free)
        call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "Hello"
        ) { [weak self] reply in self?.takeName(reply?.first?.text) }
    }

    /// The part of an address that names local sockets; empty if it has none.
    ///
    /// The others would connect to other machines (`tcp:`, `nonce-tcp:`) or start a program
    /// (`unixexec:`, `autolaunch:`).
    nonisolated static func local(_ address: String) -> String {
        address.split(separator: ";").filter { $0.hasPrefix("unix:") }.joined(separator: ";")
    }

    private func takeName(_ name: String?) {
        if let name, let connection {
            _ = dbus.busSetUniqueName(connection, name)
            uniqueName = name
        }
        let waiting = waiting ?? []
        self.waiting = nil
        for body in waiting { body(name) }
    }

    /// Calls `body` from the loop with the name that the bus assigns to this connection, as soon as
    /// it does, or with nil if it never will.
    func whenNamed(_ body: @escaping @MainActor (String?) -> Void) {
        guard waiting == nil else {
            waiting?.append(body)
            return
        }
        let name = uniqueName
        loop.whenTurnEnds { body(name) }
    }

    isolated deinit { close() }

    /// Ends the connection and removes all its parts from the loop.
    ///
    /// Does nothing if it has ended.
    func close() {
        guard let connection else { return }
        self.connection = nil
        isOpen = false
        dbus.connectionClose(connection)
        dbus.connectionUnref(connection)
        for token in watches.values { loop.cancel(token) }
        for token in timeouts.values { loop.cancel(token) }
        watches = [:]
        timeouts = [:]
        calls = []
        subscriptions = [:]
        waiting = []
    }

    /// Calls a method.
    ///
    /// `reply` receives the arguments of the answer, or nil if the answer is an error, does not
    /// come in time (libdbus's 25 s) or can no longer come. It is called from the loop, never from
    /// inside this function.
    func call(
        destination: String, path: String, interface: String, member: String,
        arguments: [BusValue] = [], reply: @escaping @MainActor ([BusValue]?) -> Void
    ) {
        guard let connection,
            let message = dbus.messageNewMethodCall(destination, path, interface, member)
        else {
            loop.whenTurnEnds { reply(nil) }
            return
        }
        defer { dbus.messageUnref(message) }
        dbus.append(arguments, to: message)
        var pending: OpaquePointer?
        guard dbus.connectionSendWithReply(connection, message, &pending, -1) != 0, let pending
        else {
            loop.whenTurnEnds { reply(nil) }
            return
        }
        let handler = Handler(dbus, reply)
        calls.removeAll { !$0.isOpen }
        calls.append(handler)
        _ = dbus.pendingCallSetNotify(
            pending,
            { pending, data in
                guard let pending, let data else { return }
                let handler = Unmanaged<Handler>.fromOpaque(data)
                    .takeUnretainedValue()
                let dbus = handler.dbus
                guard let answer = dbus.pendingCallStealReply(pending) else { return }
                defer { dbus.messageUnref(answer) }
                let good = dbus.messageGetType(answer) == DBUS_MESSAGE_TYPE_METHOD_RETURN
                let values = good ? dbus.arguments(of: answer) : nil
                MainActor.assumeIsolated { handler.answer(values) }
            }, Unmanaged.passRetained(handler).toOpaque(),
            { $0.map { Unmanaged<Handler>.fromOpaque($0).release() } })
        dbus.pendingCallUnref(pending)
    }

    // MARK: Signals

    /// Subscribes to signals, and calls `handler` for each of them until `unfollow`.
    ///
    /// A later call is answered after the bus has begun to forward the signals.
    func follow(
        _ match: SignalMatch, _ handler: @escaping (BusSignal) -> Void
    ) -> Subscription {
        subscriptionCount += 1
        subscriptions[subscriptionCount] = (match, handler)
        callBus("AddMatch", match)
        return Subscription(number: subscriptionCount)
    }

    /// Cancels a subscription.
    func unfollow(_ subscription: Subscription) {
        guard let (match, _) = subscriptions.removeValue(forKey: subscription.number) else {
            return
        }
        callBus("RemoveMatch", match)
    }

    private func callBus(_ member: String, _ match: SignalMatch) {
        call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: member, arguments: [.text(match.rule)]
        ) { _ in }
    }

    // MARK: Callbacks for libdbus

    private func add(watch: OpaquePointer) {
        guard dbus.watchGetEnabled(watch) != 0 else { return }
        let flags = dbus.watchGetFlags(watch)
        var interest: Interest = []
        if flags & DBUS_WATCH_READABLE.rawValue != 0 { interest.insert(.read) }
        if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { interest.insert(.write) }
        watches[watch] = loop.watch(dbus.watchGetUnixFD(watch), for: interest) {
            [weak self] ready in
            self?.handle(watch, ready)
        }
    }

    private func remove(watch: OpaquePointer) {
        if let token = watches.removeValue(forKey: watch) { loop.cancel(token) }
    }

    private func handle(_ watch: OpaquePointer, _ ready: Readiness) {
        var flags: UInt32 = 0
        if ready.contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
        if ready.contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if ready.contains(.hungUp) { flags |= DBUS_WATCH_HANGUP.rawValue }
        if ready.contains(.failed) { flags |= DBUS_WATCH_ERROR.rawValue }
        _ = dbus.watchHandle(watch, flags)
        dispatch()
    }

    private func add(timeout: OpaquePointer) {
        guard dbus.timeoutGetEnabled(timeout) != 0 else { return }
        let interval = Double(dbus.timeoutGetInterval(timeout)) / 1000
        timeouts[timeout] = loop.schedule(after: interval) { [weak self] in
            guard let self, timeouts[timeout] != nil else { return }
            // A time-out repeats until libdbus removes it.
            add(timeout: timeout)
            _ = dbus.timeoutHandle(timeout)
            dispatch()
        }
    }

    private func remove(timeout: OpaquePointer) {
        if let token = timeouts.removeValue(forKey: timeout) { loop.cancel(token) }
    }

    private func dispatch() {
        while let connection,
            dbus.connectionDispatch(connection) == DBUS_DISPATCH_DATA_REMAINS
        {}
    }

    private func receive(_ message: OpaquePointer) {
        guard dbus.messageGetType(message) == DBUS_MESSAGE_TYPE_SIGNAL,
            let interface = dbus.messageGetInterface(message),
            let member = dbus.messageGetMember(message)
        else { return }
        let signal = BusSignal(
            path: dbus.messageGetPath(message).map { String(cString: $0) } ?? "",
            interface: String(cString: interface), member: String(cString: member),
            arguments: dbus.arguments(of: message))
        if signal.interface == "org.freedesktop.DBus.Local" {
            // The bus is gone. libdbus drops the pending calls without a reply.
            if signal.member == "Disconnected" {
                isOpen = false
                let open = calls
                calls = []
                for call in open { call.answer(nil) }
            }
            return
        }
        for subscription in subscriptions.values where subscription.match.fits(signal) {
            subscription.handler(signal)
        }
    }

    /// The context of a pending call: the handler of its reply, which is called once.
    @MainActor
    private final class Handler {
        nonisolated let dbus: BusLibrary
        private var reply: (@MainActor ([BusValue]?) -> Void)?

        init(_ dbus: BusLibrary, _ reply: @escaping @MainActor ([BusValue]?) -> Void) {
            self.dbus = dbus
            self.reply = reply
        }

        var isOpen: Bool { reply != nil }

        func answer(_ values: [BusValue]?) {
            let reply = self.reply
            self.reply = nil
            reply?(values)
        }
    }

    /// The object that libdbus holds.
    private final class Box {
        weak var owner: BusConnection?

        init(_ owner: BusConnection) { self.owner = owner }

        /// Calls `body` with the owner, if it still exists, and `object`.
        ///
        /// libdbus calls back on the thread that drives it, which is the main thread.
        static func with(
            _ data: UnsafeMutableRawPointer?, _ object: OpaquePointer?,
            _ body: @MainActor (BusConnection, OpaquePointer) -> Void
        ) {
            guard let data, let object else { return }
            nonisolated(unsafe) let pointer = object
            nonisolated(unsafe) let box = Unmanaged<Box>.fromOpaque(data).takeUnretainedValue()
            MainActor.assumeIsolated {
                if let owner = box.owner { body(owner, pointer) }
            }
        }
    }
}
