// A connection to a message bus, driven by the event loop.
//
// libdbus is told to call back for every descriptor and time limit that it wants watched; these
// become watches and deadlines of the loop. Nothing here waits: the connection is opened (a local
// socket), the handshake and the first call (`Hello`, which libdbus's own opening would wait for)
// run in the loop, and calls that follow are queued behind them. Only local sockets are connected
// to: no bus is launched and no other machine is asked. libdbus holds a box with a weak reference,
// not the connection, so nothing dangles in any order of ends.

import CDBus
import EventLoop
import Glibc

/// One private connection to a bus.
@MainActor
final class BusConnection {
    /// A signal that came: interface, member and arguments.
    struct Signal {
        let interface: String
        let member: String
        let arguments: [BusValue]
    }

    /// Called for every signal.
    var onSignal: ((Signal) -> Void)?

    private let loop: EventLoop
    private var connection: OpaquePointer?
    private var watches: [OpaquePointer: EventLoop.Token] = [:]
    private var timeouts: [OpaquePointer: EventLoop.Token] = [:]
    private var calls: [Handler] = []

    /// Connects to the bus at `address`; nil where there is none that can be connected to.
    init?(address: String, loop: EventLoop) {
        let local = address.split(separator: ";").filter { $0.hasPrefix("unix:") }
        guard !local.isEmpty else { return nil }
        self.loop = loop
        guard let opened = dbus_connection_open_private(local.joined(separator: ";"), nil) else {
            return nil
        }
        connection = opened
        dbus_connection_set_exit_on_disconnect(opened, 0)
        let free: DBusFreeFunction = { $0.map { Unmanaged<Box>.fromOpaque($0).release() } }
        func box() -> UnsafeMutableRawPointer { Unmanaged.passRetained(Box(self)).toOpaque() }
        dbus_connection_set_watch_functions(
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
        dbus_connection_set_timeout_functions(
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
        dbus_connection_add_filter(
            opened,
            { _, message, data in
                Box.with(data, message) { $0.receive($1) }
                return DBUS_HANDLER_RESULT_NOT_YET_HANDLED
            }, box(), free)
        call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "Hello"
        ) { [weak self] reply in
            guard let name = reply?.first?.text, let connection = self?.connection else { return }
            dbus_bus_set_unique_name(connection, name)
        }
    }

    /// Ends the connection and takes everything of it out of the loop.
    func close() {
        guard let connection else { return }
        self.connection = nil
        dbus_connection_close(connection)
        dbus_connection_unref(connection)
        for token in watches.values { loop.cancel(token) }
        for token in timeouts.values { loop.cancel(token) }
        watches = [:]
        timeouts = [:]
        calls = []
    }

    /// Calls a method with arguments that are texts or lists of texts.
    ///
    /// `reply` gets the arguments of the answer, or nil where the answer is an error, does not come
    /// in time (libdbus's 25 s) or cannot come any more; it is called from the loop, never from in
    /// here.
    func call(
        destination: String, path: String, interface: String, member: String,
        arguments: [BusValue] = [], reply: @escaping @MainActor ([BusValue]?) -> Void
    ) {
        guard let connection,
            let message = dbus_message_new_method_call(destination, path, interface, member)
        else {
            loop.whenTurnEnds { reply(nil) }
            return
        }
        defer { dbus_message_unref(message) }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        for argument in arguments { append(argument, &iterator) }
        var pending: OpaquePointer?
        guard dbus_connection_send_with_reply(connection, message, &pending, -1) != 0, let pending
        else {
            loop.whenTurnEnds { reply(nil) }
            return
        }
        let handler = Handler(reply)
        calls.removeAll { !$0.isOpen }
        calls.append(handler)
        dbus_pending_call_set_notify(
            pending,
            { pending, data in
                guard let pending, let data else { return }
                let handler = Unmanaged<Handler>.fromOpaque(data)
                    .takeUnretainedValue()
                guard let answer = dbus_pending_call_steal_reply(pending) else { return }
                defer { dbus_message_unref(answer) }
                let good = dbus_message_get_type(answer) == DBUS_MESSAGE_TYPE_METHOD_RETURN
                let values = good ? BusValue.arguments(of: answer) : nil
                MainActor.assumeIsolated { handler.answer(values) }
            }, Unmanaged.passRetained(handler).toOpaque(),
            { $0.map { Unmanaged<Handler>.fromOpaque($0).release() } })
        dbus_pending_call_unref(pending)
    }

    private func append(_ value: BusValue, _ iterator: inout DBusMessageIter) {
        switch value {
        case .text(let text):
            text.withCString { bytes in
                var bytes: UnsafePointer<CChar>? = bytes
                dbus_message_iter_append_basic(&iterator, Int32(UInt8(ascii: "s")), &bytes)
            }
        case .array(let values):
            var inner = DBusMessageIter()
            dbus_message_iter_open_container(&iterator, Int32(UInt8(ascii: "a")), "s", &inner)
            for value in values { append(value, &inner) }
            dbus_message_iter_close_container(&iterator, &inner)
        default: preconditionFailure("only texts and lists of texts are sent, not \(value)")
        }
    }

    // MARK: What libdbus wants of the loop

    private func add(watch: OpaquePointer) {
        guard dbus_watch_get_enabled(watch) != 0 else { return }
        let flags = dbus_watch_get_flags(watch)
        var interest: Interest = []
        if flags & DBUS_WATCH_READABLE.rawValue != 0 { interest.insert(.read) }
        if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { interest.insert(.write) }
        watches[watch] = loop.watch(dbus_watch_get_unix_fd(watch), for: interest) {
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
        dbus_watch_handle(watch, flags)
        dispatch()
    }

    private func add(timeout: OpaquePointer) {
        guard dbus_timeout_get_enabled(timeout) != 0 else { return }
        let interval = Double(dbus_timeout_get_interval(timeout)) / 1000
        timeouts[timeout] = loop.schedule(after: interval) { [weak self] in
            guard let self, timeouts[timeout] != nil else { return }
            // A time limit comes round again until libdbus takes it away.
            add(timeout: timeout)
            dbus_timeout_handle(timeout)
            dispatch()
        }
    }

    private func remove(timeout: OpaquePointer) {
        if let token = timeouts.removeValue(forKey: timeout) { loop.cancel(token) }
    }

    private func dispatch() {
        while let connection,
            dbus_connection_dispatch(connection) == DBUS_DISPATCH_DATA_REMAINS
        {}
    }

    private func receive(_ message: OpaquePointer) {
        guard dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_SIGNAL,
            let interface = dbus_message_get_interface(message),
            let member = dbus_message_get_member(message)
        else { return }
        let signal = Signal(
            interface: String(cString: interface), member: String(cString: member),
            arguments: BusValue.arguments(of: message))
        if signal.interface == "org.freedesktop.DBus.Local" {
            // The bus is gone. libdbus drops the calls it was to answer without a word.
            if signal.member == "Disconnected" {
                for call in calls { call.answer(nil) }
                calls = []
            }
            return
        }
        onSignal?(signal)
    }

    /// What a pending call keeps of us: who wants its answer, which comes once.
    @MainActor
    private final class Handler {
        private var reply: (@MainActor ([BusValue]?) -> Void)?

        init(_ reply: @escaping @MainActor ([BusValue]?) -> Void) { self.reply = reply }

        var isOpen: Bool { reply != nil }

        func answer(_ values: [BusValue]?) {
            let reply = self.reply
            self.reply = nil
            reply?(values)
        }
    }

    /// What libdbus keeps of us.
    private final class Box {
        weak var owner: BusConnection?

        init(_ owner: BusConnection) { self.owner = owner }

        /// Calls `body` with the owner, where it still is, and `object`.
        ///
        /// libdbus calls back on the thread that drives it, which is the main one.
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
