import CISAL
import Localization

/// A deflated member of a zip archive, unpacked by libisal.
///
/// It ends with an error if the data are damaged, or the unpacked bytes do not match the archive's
/// directory. The bytes before the error were already delivered.
final class DeflatedMember {
    /// For smaller members it is not worthwhile.
    static let leastSize = 1 << 18

    private let library: InflateLibrary
    private let state = UnsafeMutablePointer<inflate_state>.allocate(capacity: 1)
    private let file: InputFile
    private let member: ZipDirectory.Member
    private let start: Int
    private let end: Int
    private var input = [UInt8](repeating: 0, count: 1 << 18)
    /// The part of the input that has not been unpacked yet.
    private var waiting = 0..<0
    private var position: Int
    private var made = 0
    private var hasEnded = false

    init(
        _ library: InflateLibrary, _ file: InputFile,
        _ found: (member: ZipDirectory.Member, start: Int)
    ) {
        self.library = library
        self.file = file
        member = found.member
        start = found.start
        position = found.start
        end = found.start + found.member.compressedSize
        library.initialize(state)
        state.pointee.crc_flag = UInt32(ISAL_GZIP_NO_HDR)
    }

    deinit { state.deallocate() }

    /// The number of bytes of the archive read so far.
    var taken: Int { position - waiting.count }

    /// Unpacks into `buffer[range]` and returns the number of bytes; zero at the end, nil if it is
    /// damaged.
    func read(into buffer: inout [UInt8], _ range: Range<Int>) -> Int? {
        while !hasEnded {
            if waiting.isEmpty, position < end {
                let wanted = 0..<min(input.count, end - position)
                guard let got = try? file.read(at: position, into: &input, wanted), got > 0 else {
                    return fail()
                }
                position += got
                waiting = 0..<got
            }
            let before = waiting.count
            let room = min(range.count, Int(UInt32.max))
            let (code, got) = inflate(into: &buffer, range.lowerBound..<range.lowerBound + room)
            made += got
            if code != ISAL_DECOMP_OK || made > member.size { return fail() }
            if state.pointee.block_state == ISAL_BLOCK_FINISH {
                hasEnded = true
                guard made == member.size, state.pointee.crc == member.checksum else {
                    return got > 0 ? damaged(behind: got) : nil
                }
                return got
            }
            if got > 0 { return got }
            // The last bytes produced no output: the data end too early.
            if waiting.isEmpty, position >= end, before == 0 { return fail() }
        }
        return isDamaged ? nil : 0
    }

    /// Whether the unpacked bytes are wrong, which is reported after the last of them.
    private var isDamaged = false

    private func damaged(behind got: Int) -> Int {
        isDamaged = true
        return got
    }

    private func fail() -> Int? {
        hasEnded = true
        isDamaged = true
        return nil
    }

    private func inflate(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) -> (code: Int32, got: Int) {
        buffer.withUnsafeMutableBufferPointer { output in
            input.withUnsafeMutableBufferPointer { input in
                guard let from = input.baseAddress, let to = output.baseAddress else {
                    return (ISAL_INVALID_STATE, 0)
                }
                state.pointee.next_in = from + waiting.lowerBound
                state.pointee.avail_in = UInt32(waiting.count)
                state.pointee.next_out = to + range.lowerBound
                state.pointee.avail_out = UInt32(range.count)
                let code = library.inflate(state)
                waiting = waiting.upperBound - Int(state.pointee.avail_in)..<waiting.upperBound
                return (code, range.count - Int(state.pointee.avail_out))
            }
        }
    }
}
