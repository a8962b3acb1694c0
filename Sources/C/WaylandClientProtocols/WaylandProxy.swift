import CWaylandClient
import Glibc

/// An object of the compositor on the client side: the base of all generated classes.
///
/// - Life: the connection keeps a wrapper until `destroy()` (or the event that ends the object,
///   such as `wl_callback.done`). Its owner may drop it earlier without losing events. After that
///   no event arrives, the handler is released, and sending a request or passing the object to one
///   traps.
/// - Identity: an event with an object delivers the wrapper that was made for it, or nil if the
///   object is already destroyed or was made by other code (libwayland-cursor, the GL driver).
/// - Versions: an object has the version of the object that made it; a newer request traps.
/// - Descriptors: a descriptor passed to a request stays the caller's. One that arrives in an event
///   belongs to the handler, which must close it. Without a handler it is closed, and a new object
///   is destroyed.
@MainActor
public class WaylandProxy {
    /// The interface's name in the protocol; empty for the base class.
    public class var interfaceName: String { "" }
    /// The highest version that the generated code supports: never bind a higher one.
    public class var knownVersion: UInt32 { 0 }

    class var interface: UnsafePointer<wl_interface> {
        preconditionFailure("\(self) is not a protocol object")
    }

    private var proxy: OpaquePointer?
    private let isOwned: Bool

    /// Marks proxies whose user data is one of these wrappers.
    nonisolated(unsafe) private static let mark = UnsafeMutableRawPointer.allocate(
        byteCount: 1, alignment: 1)

    /// Takes ownership of a new proxy and listens to it.
    required init(owning proxy: OpaquePointer) {
        self.proxy = proxy
        isOwned = true
        let result = wl_proxy_add_dispatcher(
            proxy, dispatchEvent, Self.mark, Unmanaged.passRetained(self).toOpaque())
        precondition(result == 0, "\(Self.interfaceName) already has a listener")
    }

    /// Wraps an object that other code makes and destroys (a `wl_display`, or a `wl_buffer` of a
    /// cursor image).
    ///
    /// Such a wrapper receives no events, and `destroy()` only releases it.
    public init(borrowing proxy: OpaquePointer) {
        self.proxy = proxy
        isOwned = false
    }

    convenience init(announced proxy: OpaquePointer?) {
        guard let proxy else { preconditionFailure("libwayland announced no object") }
        self.init(owning: proxy)
    }

    /// Whether the object still exists.
    public var isAlive: Bool { proxy != nil }

    /// libwayland's `wl_proxy`, for libraries that require one.
    ///
    /// Traps if the object is destroyed.
    public var pointer: OpaquePointer { livePointer }

    var livePointer: OpaquePointer {
        guard let proxy else { preconditionFailure("use of a destroyed \(Self.interfaceName)") }
        return proxy
    }

    /// The version that the object was bound with.
    public var version: UInt32 { wl_proxy_get_version(livePointer) }

    /// The object's number in the protocol, for logs.
    public var objectID: UInt32 { wl_proxy_get_id(livePointer) }

    /// Ends the object, with the protocol's destructor if it has one.
    ///
    /// Does nothing the second time.
    public func destroy() { discard() }

    /// Ends the object on this side only, without a request to the compositor.
    public func discard() {
        guard let proxy else { return }
        self.proxy = nil
        if isOwned {
            wl_proxy_destroy(proxy)
            letGo()
        }
    }

    func deliver(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {}

    func forgetHandler() {}

    // MARK: - Sending

    func send(_ opcode: UInt32, _ arguments: [wl_argument], destroying: Bool = false) {
        var arguments = arguments
        let target = livePointer
        let owned = destroying && isOwned
        wl_proxy_marshal_array_flags(
            target, opcode, nil, wl_proxy_get_version(target),
            owned ? UInt32(WL_MARSHAL_FLAG_DESTROY) : 0, &arguments)
        if destroying {
            proxy = nil
            if owned { letGo() }
        }
    }

    func create<Object: WaylandProxy>(
        _ type: Object.Type, opcode: UInt32, _ arguments: [wl_argument], version: UInt32? = nil
    ) -> Object {
        var arguments = arguments
        let target = livePointer
        guard
            let proxy = wl_proxy_marshal_array_flags(
                target, opcode, type.interface, version ?? wl_proxy_get_version(target), 0,
                &arguments)
        else { preconditionFailure("no memory for a \(type.interfaceName)") }
        return type.init(owning: proxy)
    }

    func bind<Object: WaylandProxy>(
        _ type: Object.Type, version: UInt32, opcode: UInt32, _ arguments: [wl_argument]
    ) -> Object {
        precondition(
            version >= 1 && version <= type.knownVersion,
            "\(type.interfaceName) is known up to version \(type.knownVersion), not \(version)")
        let name = wl_argument(s: type.interface.pointee.name)
        return create(
            type, opcode: opcode, arguments + [name, wl_argument(u: version), wl_argument(o: nil)],
            version: version)
    }

    func require(_ since: UInt32, _ message: StaticString) {
        precondition(
            version >= since, "\(message) needs version \(since), and the object has \(version)")
    }

    private func letGo() {
        forgetHandler()
        Unmanaged.passUnretained(self).release()
    }

    // MARK: - Receiving

    /// The wrapper made for a proxy, if it has this class and is still alive.
    static func known(at pointer: OpaquePointer?) -> Self? {
        guard let pointer, wl_proxy_get_listener(pointer) == UnsafeRawPointer(mark),
            let data = wl_proxy_get_user_data(pointer)
        else { return nil }
        return Unmanaged<WaylandProxy>.fromOpaque(data).takeUnretainedValue() as? Self
    }
}

extension WaylandProxy: Hashable {
    public nonisolated static func == (left: WaylandProxy, right: WaylandProxy) -> Bool {
        left === right
    }

    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// libwayland calls this for every event of one of these proxies, on the thread that dispatches the
/// queue.
private func dispatchEvent(
    _ mark: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
    _ message: UnsafePointer<wl_message>?, _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
    // An event without arguments may have no array.
    var none = wl_argument()
    withUnsafeMutablePointer(to: &none) { none in
        nonisolated(unsafe) let arguments = arguments ?? none
        nonisolated(unsafe) let target = target
        MainActor.assumeIsolated {
            guard let target, let data = wl_proxy_get_user_data(OpaquePointer(target)) else {
                return
            }
            let object = Unmanaged<WaylandProxy>.fromOpaque(data).takeUnretainedValue()
            object.deliver(opcode, arguments)
        }
    }
    return 0
}
