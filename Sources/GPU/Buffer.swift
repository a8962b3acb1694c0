import CGLES

/// A vertex buffer that deletes itself.
@MainActor
public struct Buffer: ~Copyable {
    /// How the contents are used, as a hint for the driver's choice of memory.
    public enum Usage: Sendable {
        /// Written once, drawn often.
        case retained
        /// Written every few frames.
        case streamed
    }

    private let owned: Name
    var device: Device { owned.device }
    var name: UInt32 { owned.value }
    /// A number unique among all buffers of the device, including deleted ones (names are reused).
    let serial: Int
    /// The size in bytes.
    public let byteCount: Int

    /// Makes a buffer of `byteCount` bytes with undefined contents.
    public init(
        _ device: Device, byteCount: Int, usage: Usage = .retained
    ) throws(GPUError) {
        precondition(byteCount > 0, "a buffer needs at least one byte, not \(byteCount)")
        try device.activate()
        var name: GLuint = 0
        glGenBuffers(1, &name)
        let owned = Name(device, .buffer, name)
        device.bindVertexBuffer(name)
        let hint = usage == .retained ? GL_STATIC_DRAW : GL_DYNAMIC_DRAW
        glBufferData(GLenum(GL_ARRAY_BUFFER), byteCount, nil, GLenum(hint))
        try device.check("glBufferData")
        self.owned = owned
        serial = device.nextSerial()
        self.byteCount = byteCount
    }

    /// Copies the elements `range` of `values` to their place in the buffer, which holds elements
    /// of the same type from byte 0 on.
    ///
    /// Counts as uploaded vertex bytes.
    public func write<Element: BitwiseCopyable>(
        _ values: [Element], _ range: Range<Int>
    ) throws(GPUError) {
        let stride = MemoryLayout<Element>.stride
        precondition(
            range.lowerBound >= 0 && range.upperBound <= values.count
                && range.upperBound * stride <= byteCount,
            "elements \(range) of \(stride) bytes do not fit a buffer of \(byteCount) bytes")
        guard !range.isEmpty else { return }
        try device.activate()
        device.bindVertexBuffer(name)
        values.withUnsafeBytes { bytes in
            let part = UnsafeRawBufferPointer(
                rebasing: bytes[range.lowerBound * stride..<range.upperBound * stride])
            glBufferSubData(
                GLenum(GL_ARRAY_BUFFER), range.lowerBound * stride, part.count, part.baseAddress)
        }
        device.statistics.uploadedBytes += range.count * stride
        device.statistics.vertexBytes += range.count * stride
        try device.check("glBufferSubData")
    }
}
