import GPU

/// Elements in memory and their copy in a vertex buffer, which follows when it is drawn.
///
/// The memory is the truth: after a lost context the copy is simply made again, on whatever device
/// draws next. Only what changed is sent.
@MainActor
final class VertexStore<Element: BitwiseCopyable> {
    private(set) var elements: [Element]
    private var dirty: [Range<Int>]
    private var copy: Copy?
    private let usage: Buffer.Usage

    /// The copy on one device.
    @MainActor
    final class Copy {
        let device: Device
        let buffer: Buffer
        let capacity: Int
        private var arrays: [VertexUse: VertexArrayBox] = [:]

        init(_ device: Device, capacity: Int, stride: Int, usage: Buffer.Usage) throws(GPUError) {
            self.device = device
            self.capacity = capacity
            buffer = try Buffer(device, byteCount: capacity * stride, usage: usage)
        }

        /// The vertex array for a use, fed from here; draws with it begin with element `first`.
        ///
        /// Each instance reads an element, or else each vertex.
        func vertexArray(
            _ use: VertexUse, _ attributes: [VertexAttribute], first: Int = 0,
            perInstance: Bool = true
        ) throws(GPUError) -> VertexArrayBox {
            let box = try box(use)
            box.array.feed(
                attributes, from: buffer, stride: VertexStore.stride, first: first,
                perInstance: perInstance)
            return box
        }

        private func box(_ use: VertexUse) throws(GPUError) -> VertexArrayBox {
            if let known = arrays[use] { return known }
            let made = try VertexArrayBox(device)
            arrays[use] = made
            return made
        }
    }

    init(_ elements: [Element] = [], usage: Buffer.Usage = .retained) {
        self.elements = elements
        self.usage = usage
        dirty = [0..<elements.count]
    }

    var count: Int { elements.count }
    static var stride: Int { MemoryLayout<Element>.stride }

    /// Replaces everything.
    func replace(_ new: [Element]) {
        elements = new
        dirty = [0..<new.count]
    }

    /// Replaces everything from `index` on.
    func replace(from index: Int, with new: some Sequence<Element>) {
        elements.removeSubrange(index...)
        elements.append(contentsOf: new)
        mark(index..<elements.count)
    }

    /// Replaces the elements from `index` on, as many as there are in `new`; grows where needed.
    func set(_ new: [Element], at index: Int) {
        let overlap = min(new.count, elements.count - index)
        elements.replaceSubrange(index..<index + overlap, with: new)
        mark(index..<index + new.count)
    }

    /// Changes the elements of a range one by one.
    func change(_ range: Range<Int>, _ body: (inout Element) -> Void) {
        for index in range { body(&elements[index]) }
        mark(range)
    }

    private func mark(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if let last = dirty.last, last.upperBound >= range.lowerBound,
            last.lowerBound <= range.upperBound
        {
            dirty[dirty.count - 1] =
                min(last.lowerBound, range.lowerBound)..<max(last.upperBound, range.upperBound)
        } else {
            dirty.append(range)
        }
        // While nobody draws, changes must not pile up: one range around them all will do.
        if dirty.count > 64 {
            let low = dirty.map(\.lowerBound).min() ?? 0
            let high = dirty.map(\.upperBound).max() ?? 0
            dirty = [low..<high]
        }
    }

    /// The copy on `device`, up to date; nil while there is nothing in it.
    func resident(on device: Device) throws(GPUError) -> Copy? {
        guard !elements.isEmpty else { return nil }
        var current: Copy
        if let copy, copy.device === device, copy.capacity >= elements.count {
            current = copy
        } else {
            // Growth in steps of a half keeps appending cheap.
            let grown = copy == nil ? elements.count : elements.count + elements.count / 2
            current = try Copy(device, capacity: grown, stride: Self.stride, usage: usage)
            copy = current
            dirty = [0..<elements.count]
        }
        for range in dirty {
            let present = range.clamped(to: 0..<elements.count)
            if !present.isEmpty { try current.buffer.write(elements, present) }
        }
        dirty.removeAll(keepingCapacity: true)
        return current
    }
}

/// What the elements of a store are read as: attributes in one arrangement.
enum VertexUse: Hashable {
    case shape
    case shadow
    case marker
    case dataMarker
    case glyph
    case stroke
    case mesh
    case rule
    case bar
    case errorBar
    case errorPoint
    case area
    case line
    case dashedLine
    case attributedLine
    case attributedDashedLine
    case gaps
    case attributedGaps
    case attributedMarker
    case column
    case wideColumn
    case heat
}

/// A vertex array that several draws share.
@MainActor
final class VertexArrayBox {
    let array: VertexArray

    init(_ device: Device) throws(GPUError) { array = try VertexArray(device) }
}
