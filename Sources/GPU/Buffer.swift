import CGLES

/// A vertex buffer that frees itself.
@MainActor
public struct Buffer: ~Copyable {
    /// How the content will be treated, which the driver may use to place it.
    public enum Usage: Sendable {
        /// Written once, drawn often.
        case retained
        /// Written every few frames.
        case streamed
    }

    private let owned: Name
    var device: Device { owned.device }
    var name: UInt32 { owned.value }
    /// Tells it from all others of the device, those that are gone among them, whose names come back.
    let serial: Int
    /// The size in bytes.
    public let byteCount: Int

    /// Makes a buffer of `byteCount` bytes with undefined content.
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

    /// Copies the elements `range` of `values` to the place that they have in the buffer, which
    /// holds elements of the same type from byte 0 on.
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
