// PNG through libpng's simplified interface.
//
// The full interface reports errors by longjmp, which must not cross Swift frames; the simplified
// one returns them. It writes no time stamp and no text, so the same picture gives the same bytes
// with the same libpng and zlib. An opaque picture is written without alpha, which makes it a
// quarter smaller.

import CPNG

extension Bitmap {
    /// The largest number of pixels for which a file's picture is allocated.
    private static let mostPixels = 1 << 28

    /// The picture as a PNG file; its alpha is converted to straight first.
    ///
    /// Costs about 40 ns per pixel. The same picture gives the same bytes.
    public func encodedPNG() throws(ImagingError) -> [UInt8] {
        let source = straightened()
        let opaque = source.isOpaque
        var image = png_image()
        image.version = ORESEN_PNG_IMAGE_VERSION
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.format = opaque ? ORESEN_PNG_RGB : ORESEN_PNG_RGBA
        let pixels = opaque ? source.withoutAlpha : source.bytes
        // zlib's stored blocks cost five bytes per 16 kB; the rest is signature, chunks and
        // reserve.
        let raw = height * (1 + pixels.count / height)
        var capacity = raw + raw / 1000 + 4096
        for _ in 0..<2 {
            var size = png_alloc_size_t(capacity)
            var wrote: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
                wrote = png_image_write_to_memory(
                    &image, target.baseAddress, &size, 0, pixels, 0, nil)
                count = wrote != 0 ? Int(size) : 0
            }
            if wrote != 0 { return bytes }
            guard Int(size) > capacity, oresen_png_failed(&image) == 0 else { break }
            capacity = Int(size)
        }
        throw .encoding(detail: message(of: image))
    }

    /// The picture from a PNG file's bytes, for any kind of PNG, with straight alpha.
    ///
    /// - Parameter name: the name of the picture in an error, such as its file's path.
    public init(png bytes: [UInt8], name: String) throws(ImagingError) {
        var image = png_image()
        image.version = ORESEN_PNG_IMAGE_VERSION
        defer { png_image_free(&image) }
        guard !bytes.isEmpty else { throw .notPNG(name: name, detail: "the file is empty") }
        let result: Result<(Int, Int, [UInt8]), ImagingError> = bytes.withUnsafeBytes { source in
            guard
                png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0
            else { return .failure(.notPNG(name: name, detail: message(of: image))) }
            let (width, height) = (Int(image.width), Int(image.height))
            guard width > 0, height > 0, width <= Bitmap.mostPixels / height else {
                return .failure(.tooLarge(name: name, width: width, height: height))
            }
            image.format = ORESEN_PNG_RGBA
            var pixels = [UInt8](repeating: 0, count: width * height * 4)
            guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else {
                return .failure(.notPNG(name: name, detail: message(of: image)))
            }
            return .success((width, height, pixels))
        }
        let (width, height, pixels) = try result.get()
        self.init(width: width, height: height, alpha: .straight, bytes: pixels)
    }

    private var withoutAlpha: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: width * height * 3) { target, count in
            bytes.withUnsafeBufferPointer { source in
                for i in 0..<(width * height) {
                    target[i * 3] = source[i * 4]
                    target[i * 3 + 1] = source[i * 4 + 1]
                    target[i * 3 + 2] = source[i * 4 + 2]
                }
            }
            count = width * height * 3
        }
    }
}

/// libpng's error message.
private func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
