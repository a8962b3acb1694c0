// A picture row by row, for pictures that are larger than memory.
//
// Rows of most PNG and JPEG pictures come one after the other. Interlaced PNG and progressive JPEG have all
// of the picture in each of their parts, so it has to be in memory: such a picture is refused if it is large.

import CPictureRows
import Glibc

/// The rows of a PNG or JPEG picture in a file, from the top; one thread reads them.
package final class PictureRows {
    /// Pixels.
    package let width: Int
    /// Pixels.
    package let height: Int
    /// The format of the file.
    package let format: PictureFormat
    private let path: String
    private let descriptor: Int32
    private let rows: OpaquePointer

    /// Bytes that a picture may have in memory while it is read.
    package static let mostMemory = 128 << 20
    /// Pixels of a side.
    package static let mostSide = 1 << 20

    /// Opens a file and reads the header of its picture.
    package init(path: String, mostMemory: Int = mostMemory) throws(ImagingError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .reading(path: path, code: errno) }
        var opened: OpaquePointer?
        do throws(ImagingError) {
            var head = [UInt8](repeating: 0, count: 12)
            let count = pread(descriptor, &head, head.count, 0)
            guard let format = PictureFormat(head.prefix(max(count, 0))), format != .webp else {
                throw .isNoPicture(name: path)
            }
            self.format = format
            if format == .png {
                opened = oresen_rows_png(descriptor)
            } else {
                opened = oresen_rows_jpeg(descriptor, try JPEGRowLibrary.loaded().functions)
            }
            guard let opened else {
                throw .isBroken(name: path, format: format, detail: "there is no memory")
            }
            (width, height) = (oresen_rows_width(opened), oresen_rows_height(opened))
            guard width > 0, height > 0 else {
                let detail = String(cString: oresen_rows_message(opened))
                throw .isBroken(name: path, format: format, detail: detail)
            }
            guard width <= Self.mostSide, height <= Self.mostSide else {
                throw .tooLarge(name: path, width: width, height: height)
            }
            guard oresen_rows_memory(opened) <= mostMemory else {
                throw .needsMemory(name: path, format: format)
            }
            rows = opened
        } catch {
            oresen_rows_close(opened)
            close(descriptor)
            throw error
        }
    }

    deinit {
        oresen_rows_close(rows)
        close(descriptor)
    }

    /// Reads the next row: four bytes for each pixel, with straight alpha.
    ///
    /// - Parameter place: where its bytes begin.
    /// - Throws: that the file is damaged from this row on.
    package func next(into bytes: inout [UInt8], at place: Int) throws(ImagingError) {
        precondition(place + width * 4 <= bytes.count, "a row of \(width) pixels has no room")
        let isThere = bytes.withUnsafeMutableBufferPointer { bytes in
            oresen_rows_next(rows, bytes.baseAddress.map { $0 + place }) != 0
        }
        guard isThere else {
            let detail = String(cString: oresen_rows_message(rows))
            throw .isBroken(name: path, format: format, detail: detail)
        }
    }
}
