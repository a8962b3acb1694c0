import ChartScene
import GPU

/// The copy of elements in a vertex buffer, on one device.
///
/// The memory is the truth: after a lost context the copy is made again, on whatever device draws next.
/// Only what changed is sent.
@MainActor
final class ElementCopy<Element: BitwiseCopyable> {
    let device: Device
    let buffer: Buffer
    private let capacity: Int
    /// The change that the copy is of.
    private var revision = 0
    private var arrays: [ObjectIdentifier: VertexArrayBox] = [:]

    private init(_ device: Device, capacity: Int, isStreamed: Bool) throws(GPUError) {
        self.device = device
        self.capacity = capacity
        buffer = try Buffer(
            device, byteCount: capacity * ElementStore<Element>.stride,
            usage: isStreamed ? .streamed : .retained)
    }

    /// A copy on a device, up to date: the known one where it has room; nil while there is nothing in it.
    static func updated(
        _ known: ElementCopy?, from store: ElementStore<Element>, on device: Device
    ) throws(GPUError) -> ElementCopy? {
        guard store.count > 0 else { return nil }
        let copy: ElementCopy
        var changes: [Range<Int>]? = nil
        if let known, known.device === device, known.capacity >= store.count {
            copy = known
            if copy.revision == store.revision { return copy }
            changes = store.changes(since: copy.revision)
        } else {
            // Growth in steps of a half keeps appending cheap.
            let room = known == nil ? store.count : store.count + store.count / 2
            copy = try ElementCopy(device, capacity: room, isStreamed: store.isStreamed)
            _ = store.changes(since: 0)
        }
        for range in changes ?? [0..<store.count] {
            let present = range.clamped(to: 0..<store.count)
            if !present.isEmpty { try copy.buffer.write(store.elements, present) }
        }
        copy.revision = store.revision
        return copy
    }

    /// The vertex array for a layout, fed from here; draws with it begin with element `first`.
    ///
    /// Each instance reads an element, or else each vertex.
    func vertexArray(
        _ layout: VertexLayout, first: Int = 0, perInstance: Bool = true
    ) throws(GPUError) -> VertexArrayBox {
        let box = try box(layout)
        box.array.feed(
            layout.attributes, from: buffer, stride: ElementStore<Element>.stride, first: first,
            perInstance: perInstance)
        return box
    }

    private func box(_ layout: VertexLayout) throws(GPUError) -> VertexArrayBox {
        if let known = arrays[ObjectIdentifier(layout)] { return known }
        let made = try VertexArrayBox(device)
        arrays[ObjectIdentifier(layout)] = made
        return made
    }
}

/// What elements are read as: attributes in one arrangement, which has vertex arrays of its own.
final class VertexLayout: Sendable {
    let attributes: [VertexAttribute]

    init(_ attributes: [VertexAttribute]) { self.attributes = attributes }
}

/// A vertex array that several draws share.
@MainActor
final class VertexArrayBox {
    let array: VertexArray

    init(_ device: Device) throws(GPUError) { array = try VertexArray(device) }
}
