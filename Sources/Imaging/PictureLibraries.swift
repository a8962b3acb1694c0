// TurboJPEG, libjpeg and libwebp, each loaded for the first picture that needs it.
//
// The types of the functions are those of their headers, so a call is checked like any other. TurboJPEG
// decodes and encodes whole pictures and returns its errors; only libjpeg has rows (`CPictureRows`).

import CPictureRows
import CTurboJPEG
import CWebP
import Platform

/// The functions of TurboJPEG in use.
struct TurboJPEGLibrary: Sendable {
    let beginDecompressing: TJInitDecompress
    let beginCompressing: TJInitCompress
    let readHeader: TJDecompressHeader3
    let decompress: TJDecompress2
    let compress: TJCompress2
    let mostBytes: TJBufSize
    let destroy: TJDestroy
    let message: TJGetErrorStr2
    let errorCode: TJGetErrorCode

    private static let fileName = "libturbojpeg.so.0"
    private static let shared = DynamicLibrary(fileName).flatMap { try? TurboJPEGLibrary($0) }

    /// The library; throws if the machine has no suitable one.
    static func loaded() throws(ImagingError) -> TurboJPEGLibrary {
        guard let shared else {
            throw .noLibrary(file: fileName, format: .jpeg, package: "libturbojpeg0")
        }
        return shared
    }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        beginDecompressing = try library.function("tjInitDecompress")
        beginCompressing = try library.function("tjInitCompress")
        readHeader = try library.function("tjDecompressHeader3")
        decompress = try library.function("tjDecompress2")
        compress = try library.function("tjCompress2")
        mostBytes = try library.function("tjBufSize")
        destroy = try library.function("tjDestroy")
        message = try library.function("tjGetErrorStr2")
        errorCode = try library.function("tjGetErrorCode")
    }
}

/// The functions of libwebp in use.
struct WebPLibrary: Sendable {
    let readHeader: WebPGetInfoFunction
    let decode: WebPDecodeRGBAIntoFunction

    private static let fileName = "libwebp.so.7"
    private static let shared = DynamicLibrary(fileName).flatMap { try? WebPLibrary($0) }

    /// The library; throws if the machine has no suitable one.
    static func loaded() throws(ImagingError) -> WebPLibrary {
        guard let shared else {
            throw .noLibrary(file: fileName, format: .webp, package: "libwebp7")
        }
        return shared
    }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        readHeader = try library.function("WebPGetInfo")
        decode = try library.function("WebPDecodeRGBAInto")
    }
}

/// The functions of libjpeg that rows are read with.
final class JPEGRowLibrary: @unchecked Sendable {
    /// It never changes.
    let functions: UnsafePointer<oresen_jpeg_library>

    private static let shared = DynamicLibrary(String(cString: oresen_jpeg_file()))
        .flatMap { try? JPEGRowLibrary($0) }

    /// The library; throws if the machine has no suitable one.
    static func loaded() throws(ImagingError) -> JPEGRowLibrary {
        guard let shared else {
            throw .noLibrary(
                file: String(cString: oresen_jpeg_file()), format: .jpeg,
                package: "libjpeg62-turbo")
        }
        return shared
    }

    private init(_ library: DynamicLibrary) throws(DynamicLibrary.Missing) {
        var found = oresen_jpeg_library()
        var index: Int32 = 0
        while let name = oresen_jpeg_name(index) {
            let function: UnsafeMutableRawPointer = try library.function(String(cString: name))
            withUnsafeMutableBytes(of: &found) { bytes in
                bytes.storeBytes(
                    of: function,
                    toByteOffset: Int(index) * MemoryLayout<UnsafeMutableRawPointer>.size,
                    as: UnsafeMutableRawPointer.self)
            }
            index += 1
        }
        // It is kept as long as the program runs.
        let place = UnsafeMutablePointer<oresen_jpeg_library>.allocate(capacity: 1)
        place.initialize(to: found)
        functions = UnsafePointer(place)
    }
}
