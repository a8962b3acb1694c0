import CWaylandClient
import Glibc

/// The protocol's fixed-point form of a number: 24 bits before the point and 8 after it.
func fixed(_ value: Double) -> Int32 {
    precondition(
        value.magnitude <= 8_388_607, "\(value) is outside the protocol's fixed-point range")
    return Int32((value * 256).rounded())
}

/// The text of a string argument that is never null.
func text(_ pointer: UnsafePointer<CChar>?) -> String { optionalText(pointer) ?? "" }

/// The text of a string argument that may be null.
func optionalText(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
}

/// An array argument as 32-bit words, the element type of every array in the listed protocols.
///
/// Bytes after the last whole word are ignored.
func words(_ array: UnsafeMutablePointer<wl_array>?) -> [UInt32] {
    guard let array, let data = array.pointee.data else { return [] }
    let bytes = UnsafeRawBufferPointer(start: data, count: array.pointee.size)
    return (0..<bytes.count / 4).map {
        bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)
    }
}

/// Passes a string argument to `body`; nil becomes a null pointer.
func withText<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
}

/// Passes an array argument of 32-bit words to `body`.
func withWords<Result>(
    _ words: [UInt32], _ body: (UnsafeMutablePointer<wl_array>?) -> Result
) -> Result {
    var words = words
    return words.withUnsafeMutableBytes { bytes in
        var array = wl_array(size: bytes.count, alloc: bytes.count, data: bytes.baseAddress)
        return withUnsafeMutablePointer(to: &array) { body($0) }
    }
}

/// Closes a descriptor in a message without a listener.
func closeUnclaimed(_ descriptor: Int32) {
    _ = close(descriptor)
}
