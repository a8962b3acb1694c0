import CGLES

/// The layout of one attribute in a vertex buffer.
public struct VertexAttribute: Hashable, Sendable {
    /// The components and their type in the shader.
    public enum Format: Hashable, Sendable {
        /// 1 to 4 numbers of 32 bits.
        case float(Int)
        /// 1 to 4 numbers of 16 bits, unsigned, as an integer vector.
        case unsigned16(Int)
        /// 1 to 4 numbers of 16 bits, signed, as an integer vector.
        case signed16(Int)
        /// 4 bytes as 0…1: a colour.
        case color

        var byteCount: Int {
            switch self {
            case .float(let n): 4 * n
            case .unsigned16(let n), .signed16(let n): 2 * n
            case .color: 4
            }
        }
    }

    /// The attribute's location in the shader.
    public let location: Int
    /// Its components.
    public let format: Format
    /// Bytes from the start of the element.
    public let offset: Int

    /// An attribute at a location and an offset in bytes.
    public init(_ location: Int, _ format: Format, offset: Int) {
        self.location = location
        self.format = format
        self.offset = offset
    }
}

/// Assigns buffers to attributes; deletes itself.
///
/// With one array per buffer, assigned once, a draw only binds the array. Assigning another buffer
/// for every draw makes drivers check its attributes each time, and some recompile the reading of
/// them when that happens often.
@MainActor
public struct VertexArray: ~Copyable {
    private let owned: Name
    private let state = State()
    var device: Device { owned.device }
    var name: UInt32 { owned.value }
    /// The first element of draws.
    var firstVertex: Int { state.firstVertex }
    var firstInstance: Int { state.firstInstance }

    @MainActor
    private final class State {
        var firstVertex = 0
        var firstInstance = 0
        var feeds: [Int: Feed] = [:]
    }

    /// The source of a location.
    private struct Feed: Equatable {
        var attribute: VertexAttribute
        var buffer: Int
        var stride: Int
        var bytes: Int
        var perInstance: Bool
    }

    /// A vertex array without buffers.
    public init(_ device: Device) throws(GPUError) {
        try device.activate()
        var name: GLuint = 0
        glGenVertexArrays(1, &name)
        let owned = Name(device, .vertexArray, name)
        try device.check("glGenVertexArrays")
        self.owned = owned
    }

    /// Lets `attributes` read elements of `stride` bytes of `buffer`, one per instance or one per
    /// vertex.
    ///
    /// Draws begin with element `first`.
    ///
    /// Several buffers may be assigned to one array, from the same element on. A repeated
    /// assignment costs nothing.
    public func feed(
        _ attributes: [VertexAttribute], from buffer: borrowing Buffer, stride: Int, first: Int = 0,
        perInstance: Bool = true
    ) {
        // The first element is passed to the draw, not added to the offsets: some drivers recompile
        // the reading of the attributes for every set of small offsets.
        let takesFirstInstance = !perInstance || device.functions.drawFromInstance != nil
        state.firstVertex = perInstance ? 0 : first
        state.firstInstance = perInstance && takesFirstInstance ? first : 0
        for attribute in attributes {
            let feed = Feed(
                attribute: attribute, buffer: buffer.serial, stride: stride,
                bytes: (takesFirstInstance ? 0 : first * stride) + attribute.offset,
                perInstance: perInstance)
            guard state.feeds[attribute.location] != feed else { continue }
            state.feeds[attribute.location] = feed
            device.bindVertexArray(name)
            device.bindVertexBuffer(buffer.name)
            set(feed)
        }
    }

    private func set(_ feed: Feed) {
        let location = GLuint(feed.attribute.location)
        let pointer = UnsafeRawPointer(bitPattern: feed.bytes)
        let stride = GLsizei(feed.stride)
        glEnableVertexAttribArray(location)
        switch feed.attribute.format {
        case .float(let count):
            glVertexAttribPointer(
                location, GLint(count), GLenum(GL_FLOAT), GLboolean(GL_FALSE), stride, pointer)
        case .unsigned16(let count):
            glVertexAttribIPointer(
                location, GLint(count), GLenum(GL_UNSIGNED_SHORT), stride, pointer)
        case .signed16(let count):
            glVertexAttribIPointer(location, GLint(count), GLenum(GL_SHORT), stride, pointer)
        case .color:
            glVertexAttribPointer(
                location, 4, GLenum(GL_UNSIGNED_BYTE), GLboolean(GL_TRUE), stride, pointer)
        }
        glVertexAttribDivisor(location, feed.perInstance ? 1 : 0)
    }
}
