// Small pieces of compressed data in memory: the tiles and directories of maps.
//
// Files and members of archives go through libarchive and libisal, which read streams of any size.

import CZlib
import Localization

/// Unpacks data in memory.
package enum Gzip {
    /// The bytes of data in the format of gzip or zlib, which may be several pieces one after another;
    /// nil if they are more than a limit.
    ///
    /// Hardly more than the limit are made.
    ///
    /// - Parameter place: what to call the data in an error.
    package static func unpacked(
        _ packed: [UInt8], limit: Int, place: String
    ) throws(StreamError) -> [UInt8]? {
        var stream = z_stream()
        // The largest window, and whichever header there is.
        guard oresen_inflate_init(&stream, 15 + 32) == Z_OK else {
            throw StreamError(place: place, problem: tr("there is no memory to unpack it"))
        }
        defer { inflateEnd(&stream) }
        var unpacked: [UInt8] = []
        var room = [UInt8](repeating: 0, count: min(max(4 * packed.count, 1 << 12), 1 << 18))
        var input = packed
        let code = input.withUnsafeMutableBufferPointer { bytes -> Int32 in
            stream.next_in = bytes.baseAddress
            stream.avail_in = uInt(bytes.count)
            var code = Z_OK
            while code == Z_OK, unpacked.count <= limit {
                code = room.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = uInt(output.count)
                    let code = inflate(&stream, Z_NO_FLUSH)
                    unpacked.append(contentsOf: output[..<(output.count - Int(stream.avail_out))])
                    return code
                }
                // Another piece follows.
                if code == Z_STREAM_END, stream.avail_in > 0, inflateReset(&stream) == Z_OK {
                    code = Z_OK
                }
            }
            return code
        }
        guard unpacked.count <= limit else { return nil }
        guard code == Z_STREAM_END else {
            throw StreamError(place: place, problem: tr("its compressed data are damaged"))
        }
        return unpacked
    }
}
