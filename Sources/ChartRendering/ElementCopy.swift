import ChartScene
import GPU

/// The copy of elements in a vertex buffer, on one device.
///
/// The memory is authoritative: after a lost context the copy is made again, on the device that
/// draws next. Only changes are sent.
@MainActor
final class ElementCopy<Element: BitwiseCopyable> {
    let device: Device
    let buffer: Buffer
    private let capacity: Int
    /// The revision of the copy.
    private var revision = 0
    private var arrays: [ObjectIdentifier: VertexArrayBox] = [:]

    private init(_ device: Device, capacity: Int, isStreamed: Bool) throws(GPUError) {
        self.device = device
        self.capacity = capacity
        buffer = try Buffer(
            device, byteCount: capacity * ElementStore<Element>.stride,
            usage: isStreamed ? .streamed : .retained)
    }

    /// An up-to-date copy on a device: the known one if it has room; nil while it is empty.
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
            // Growth in steps of a half keeps repeated appending cheap.
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

    /// The vertex array for a layout that reads this buffer; draws with it begin with element
    /// `first`.
    ///
    /// Either each instance reads an element, or each vertex.
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

/// The format in which elements are read: attributes in one arrangement, with its own vertex
/// arrays.
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
