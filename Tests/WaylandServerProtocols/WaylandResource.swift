import CWaylandServer
import Glibc

/// A client of the compositor.
///
/// Two values are equal if they refer to the same connection. Used on the compositor's thread only.
public struct WaylandClient: Hashable, @unchecked Sendable {
    /// libwayland's `wl_client`.
    public let pointer: OpaquePointer

    public init(pointer: OpaquePointer) { self.pointer = pointer }
}

/// A client's object on the compositor's side: the base of all generated classes.
///
/// - Thread: everything here, and every object of a subclass, is used only on the thread that runs
///   the compositor's loop. `@unchecked Sendable` means only that closures may carry them there.
/// - Life: libwayland keeps a wrapper until the object is destroyed: by the client's destructor
///   request, by `destroy()`, or because the client is gone. Then `onDestroy` is called, handlers
///   are released, `isAlive` is false, and sending an event traps.
/// - Identity: a request with an object delivers the wrapper that was made for it. For objects that
///   libwayland itself made (buffers of `wl_shm`) one is made at the first use and kept.
/// - Descriptors: one that arrives in a request belongs to the handler, which must close it; one
///   passed to an event stays the sender's.
public class WaylandResource: @unchecked Sendable {
    /// The interface's name in the protocol; empty for the base class.
    public class var interfaceName: String { "" }
    /// The highest version that the generated code supports.
    public class var knownVersion: UInt32 { 0 }

    class var interface: UnsafePointer<wl_interface> {
        preconditionFailure("\(self) is not a protocol object")
    }

    private var resource: OpaquePointer?
    /// The client that the object belongs to.
    public let client: WaylandClient
    /// The version that the object was bound with.
    public let version: UInt32
    /// The object's number in the protocol.
    public let objectID: UInt32

    /// Called once when the object ends, whoever ended it.
    ///
    /// The wrapper is already invalid.
    public var onDestroy: (() -> Void)?

    /// Marks resources whose user data is one of these wrappers.
    nonisolated(unsafe) private static let mark = UnsafeMutableRawPointer.allocate(
        byteCount: 1, alignment: 1)

    /// Creates an object of `client`; with `id` 0 the compositor chooses the number.
    public required init(client: WaylandClient, version: UInt32, id: UInt32) {
        guard
            let resource = wl_resource_create(
                client.pointer, Self.interface, Int32(version), id)
        else { preconditionFailure("no memory for a \(Self.interfaceName)") }
        self.resource = resource
        self.client = client
        self.version = version
        objectID = wl_resource_get_id(resource)
        wl_resource_set_dispatcher(
            resource, dispatchRequest, Self.mark, Unmanaged.passRetained(self).toOpaque(),
            resourceDestroyed)
    }

    /// Wraps an object that libwayland made.
    required init(foreign resource: OpaquePointer) {
        self.resource = resource
        client = WaylandClient(pointer: wl_resource_get_client(resource))
        version = UInt32(wl_resource_get_version(resource))
        objectID = wl_resource_get_id(resource)
        let memory = UnsafeMutablePointer<oresen_listener>.allocate(capacity: 1)
        memory.initialize(to: oresen_listener())
        memory.pointee.listener.notify = foreignNotify
        memory.pointee.object = Unmanaged.passRetained(self).toOpaque()
        memory.withMemoryRebound(to: wl_listener.self, capacity: 1) {
            wl_resource_add_destroy_listener(resource, $0)
        }
    }

    /// Whether the object still exists.
    public var isAlive: Bool { resource != nil }

    /// libwayland's `wl_resource`.
    ///
    /// Traps if the object is destroyed.
    public var pointer: OpaquePointer { livePointer }

    var livePointer: OpaquePointer {
        guard let resource else { preconditionFailure("use of a destroyed \(Self.interfaceName)") }
        return resource
    }

    /// Ends the object.
    ///
    /// Does nothing the second time.
    public func destroy() {
        if let resource { wl_resource_destroy(resource) }
    }

    /// Sends a protocol error to the client, which ends its connection.
    public func postError(code: UInt32, message: String) {
        oresen_resource_post_error(livePointer, code, message)
    }

    func deliver(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {}

    func forgetHandler() {}

    func post(_ opcode: UInt32, _ arguments: [wl_argument]) {
        var arguments = arguments
        wl_resource_post_event_array(livePointer, opcode, &arguments)
    }

    func require(_ since: UInt32, _ message: StaticString) {
        precondition(
            version >= since, "\(message) needs version \(since), and the object has \(version)")
    }

    fileprivate func ended() {
        resource = nil
        forgetHandler()
        let last = onDestroy
        onDestroy = nil
        last?()
    }

    /// The wrapper of a resource, if it has this class.
    static func known(at pointer: OpaquePointer?) -> Self? {
        guard let pointer else { return nil }
        if wl_resource_instance_of(pointer, interface, mark) != 0 {
            guard let data = wl_resource_get_user_data(pointer) else { return nil }
            return Unmanaged<WaylandResource>.fromOpaque(data).takeUnretainedValue() as? Self
        }
        if let listener = wl_resource_get_destroy_listener(pointer, foreignNotify),
            let data = oresen_listener_object(listener)
        {
            return Unmanaged<WaylandResource>.fromOpaque(data).takeUnretainedValue() as? Self
        }
        return Self(foreign: pointer)
    }
}

extension WaylandResource: Hashable {
    public static func == (left: WaylandResource, right: WaylandResource) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// libwayland calls this for every request to one of these objects.
private func dispatchRequest(
    _ mark: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
    _ message: UnsafePointer<wl_message>?, _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
    guard let target, let data = wl_resource_get_user_data(OpaquePointer(target)) else { return 0 }
    let object = Unmanaged<WaylandResource>.fromOpaque(data).takeUnretainedValue()
    var none = wl_argument()
    withUnsafeMutablePointer(to: &none) { object.deliver(opcode, arguments ?? $0) }
    return 0
}

private func resourceDestroyed(_ resource: OpaquePointer?) {
    guard let resource, let data = wl_resource_get_user_data(resource) else { return }
    Unmanaged<WaylandResource>.fromOpaque(data).takeRetainedValue().ended()
}

/// A single address, by which the listener is found again.
private let foreignNotify: wl_notify_func_t = foreignDestroyed

private func foreignDestroyed(
    _ listener: UnsafeMutablePointer<wl_listener>?, _ data: UnsafeMutableRawPointer?
) {
    guard let listener, let object = oresen_listener_object(listener) else { return }
    Unmanaged<WaylandResource>.fromOpaque(object).takeRetainedValue().ended()
    UnsafeMutableRawPointer(listener).deallocate()
}
