// Pictures of any format from their bytes, with a limit that holds before pixels are decoded.
//
// A small file can promise billions of pixels, so the size in its header is compared first.

import CPNG
import CTurboJPEG
import CWebP

extension Bitmap {
    /// The picture of PNG, JPEG or WebP bytes, with premultiplied alpha.
    ///
    /// Cost: linear in the pixels. The library of the format is loaded for its first picture.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the name of the picture in an error.
    ///   - mostPixels: a picture with more of them is refused before it is decoded.
    public init(encoded bytes: [UInt8], name: String, mostPixels: Int) throws(ImagingError) {
        switch PictureFormat(bytes) {
        case .png:
            let size = try Self.sizeOfPNG(bytes, name)
            try Self.check(size, mostPixels, name)
            self = try Bitmap(png: bytes, name: name).premultiplied()
        case .jpeg: try self.init(jpeg: bytes, name, mostPixels)
        case .webp: try self.init(webp: bytes, name, mostPixels)
        case nil: throw .isNoPicture(name: name)
        }
    }

    /// The width and height of a picture from its header; nil if it has none that is read.
    public static func size(ofEncoded bytes: [UInt8]) -> (width: Int, height: Int)? {
        switch PictureFormat(bytes) {
        case .png: return try? sizeOfPNG(bytes, "")
        case .jpeg:
            guard let library = try? TurboJPEGLibrary.loaded(),
                let handle = library.beginDecompressing()
            else { return nil }
            defer { _ = library.destroy(handle) }
            return try? sizeOfJPEG(bytes, library, handle, "")
        case .webp:
            guard let library = try? WebPLibrary.loaded() else { return nil }
            return try? sizeOfWebP(bytes, library, "")
        case nil: return nil
        }
    }

    private static func check(
        _ size: (width: Int, height: Int), _ mostPixels: Int, _ name: String
    ) throws(ImagingError) {
        guard size.width > 0, size.height > 0, size.width <= mostPixels / size.height else {
            throw .tooLarge(name: name, width: size.width, height: size.height)
        }
    }

    /// Big-endian numbers behind the signature and the beginning of the first chunk.
    private static func sizeOfPNG(
        _ bytes: [UInt8], _ name: String
    ) throws(ImagingError) -> (width: Int, height: Int) {
        guard bytes.count >= 24 else { throw .notPNG(name: name, detail: "the file is too short") }
        func number(_ place: Int) -> Int {
            bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        return (number(16), number(20))
    }

    // MARK: JPEG

    private static func sizeOfJPEG(
        _ bytes: [UInt8], _ library: TurboJPEGLibrary, _ handle: tjhandle, _ name: String
    ) throws(ImagingError) -> (width: Int, height: Int) {
        var (width, height, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard
            library.readHeader(
                handle, bytes, UInt(bytes.count), &width, &height, &sampling, &space) == 0
        else { throw .isBroken(name: name, format: .jpeg, detail: text(library.message(handle))) }
        return (Int(width), Int(height))
    }

    private init(
        jpeg bytes: [UInt8], _ name: String, _ mostPixels: Int
    ) throws(ImagingError) {
        let library = try TurboJPEGLibrary.loaded()
        guard let handle = library.beginDecompressing() else {
            throw .isBroken(name: name, format: .jpeg, detail: "there is no memory")
        }
        defer { _ = library.destroy(handle) }
        let size = try Self.sizeOfJPEG(bytes, library, handle, name)
        try Self.check(size, mostPixels, name)
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
        let code = library.decompress(
            handle, bytes, UInt(bytes.count), &pixels, Int32(size.width), 0, Int32(size.height),
            Int32(TJPF_RGBA.rawValue), TJFLAG_LIMITSCANS)
        // A warning is about some pixels.
        guard code == 0 || library.errorCode(handle) == Int32(TJERR_WARNING.rawValue) else {
            throw .isBroken(name: name, format: .jpeg, detail: Self.text(library.message(handle)))
        }
        self.init(width: size.width, height: size.height, alpha: .premultiplied, bytes: pixels)
    }

    /// The picture as a JPEG file, without alpha.
    ///
    /// Cost: linear in the pixels.
    ///
    /// - Parameter quality: from 1 to 100.
    public func encodedJPEG(quality: Int) throws(ImagingError) -> [UInt8] {
        let library = try TurboJPEGLibrary.loaded()
        guard let handle = library.beginCompressing() else {
            throw .encoding(detail: "there is no memory")
        }
        defer { _ = library.destroy(handle) }
        let sampling = Int32(TJSAMP_420.rawValue)
        let most = Int(library.mostBytes(Int32(width), Int32(height), sampling))
        var code: Int32 = -1
        let (width, height, pixels) = (Int32(width), Int32(height), bytes)
        let encoded = [UInt8](unsafeUninitializedCapacity: max(most, 1)) { target, count in
            var place: UnsafeMutablePointer<UInt8>? = target.baseAddress
            var size = UInt(target.count)
            code = library.compress(
                handle, pixels, width, 0, height, Int32(TJPF_RGBA.rawValue), &place, &size,
                sampling, Int32(quality), TJFLAG_NOREALLOC)
            count = code == 0 ? Int(size) : 0
        }
        guard code == 0 else { throw .encoding(detail: Self.text(library.message(handle))) }
        return encoded
    }

    // MARK: WebP

    private static func sizeOfWebP(
        _ bytes: [UInt8], _ library: WebPLibrary, _ name: String
    ) throws(ImagingError) -> (width: Int, height: Int) {
        var (width, height): (Int32, Int32) = (0, 0)
        guard library.readHeader(bytes, bytes.count, &width, &height) != 0 else {
            throw .isBroken(name: name, format: .webp, detail: "its header is damaged")
        }
        return (Int(width), Int(height))
    }

    private init(
        webp bytes: [UInt8], _ name: String, _ mostPixels: Int
    ) throws(ImagingError) {
        let library = try WebPLibrary.loaded()
        let size = try Self.sizeOfWebP(bytes, library, name)
        try Self.check(size, mostPixels, name)
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
        let isDecoded =
            library.decode(bytes, bytes.count, &pixels, pixels.count, Int32(size.width * 4)) != nil
        guard isDecoded else {
            throw .isBroken(name: name, format: .webp, detail: "its pixels are damaged")
        }
        self = Bitmap(width: size.width, height: size.height, alpha: .straight, bytes: pixels)
            .premultiplied()
    }

    private static func text(_ message: UnsafeMutablePointer<CChar>?) -> String {
        message.map { String(cString: $0) } ?? "unknown"
    }
}
