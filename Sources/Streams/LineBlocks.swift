// A part of a file in blocks of whole lines, so that several threads can scan it.
//
// Method: the part is cut every `size` bytes; a line belongs to the block in which it begins. The
// reader of a block starts one byte early, to see whether a line begins at the border, and reads
// beyond the end until the last line ends. So blocks join without a gap, whoever reads them in
// whatever order, and no byte is read twice except in the lines at the borders. Limits: a last line
// without an end belongs to no block, and a line of more than `longest` bytes is returned without
// its end: the caller continues from there in another way. Rejected: one thread that reads and
// looks for line ends (copying from the system's cache is a third of the work).

/// A part of a file as blocks of whole lines.
package struct LineBlocks: Sendable {
    private let file: InputFile
    private let part: Range<Int>
    private let size: Int
    private let newline: UInt8
    private let longest: Int

    /// The lines of `part`, which starts at the beginning of a line.
    package init(
        _ file: InputFile, _ part: Range<Int>, size: Int, newline: UInt8 = 0x0a, longest: Int
    ) {
        precondition(size > 0 && longest >= size, "a block of \(size) bytes holds no lines")
        self.file = file
        self.part = part
        self.size = size
        self.newline = newline
        self.longest = longest
    }

    /// The number of blocks.
    package var count: Int { (part.count + size - 1) / size }

    /// Reads a block into `buffer`, which grows as needed.
    ///
    /// Returns the range of its lines in the buffer and the position of the first of them in the
    /// file.
    ///
    /// `ByteWindow.padding` bytes after the lines can be read. Empty if no line begins in the
    /// block, or the file has become shorter.
    package func read(
        _ index: Int, into buffer: inout [UInt8]
    ) throws(StreamError) -> (lines: Range<Int>, offset: Int) {
        let lower = part.lowerBound + index * size
        let upper = min(part.upperBound, lower + size)
        let from = index == 0 ? lower : lower - 1
        var room = min(part.upperBound, upper + 1024) - from
        var have = 0
        // The first possible index of the end of the last line.
        let last = upper - 1 - from
        while true {
            if buffer.count < room + ByteWindow.padding {
                buffer += [UInt8](
                    repeating: 0, count: room + ByteWindow.padding - buffer.count)
            }
            while have < room {
                let got = try file.read(at: from + have, into: &buffer, have..<room)
                if got == 0 { break }
                have += got
            }
            for index in have..<have + ByteWindow.padding { buffer[index] = 0 }
            let bytes = buffer.span.bytes
            let first = index == 0 ? 0 : bytes.first(newline, from: 0, to: have) + 1
            if first > last { return (0..<0, upper) }
            let end = bytes.first(newline, from: last, to: have)
            if end < have { return (first..<end + 1, from + first) }
            if have < room || room >= part.upperBound - from {
                // The last line has no end.
                var end = have
                while end > first, bytes.byte(end - 1) != newline { end -= 1 }
                return (first..<end, from + first)
            }
            if room >= longest { return (first..<have, from + first) }
            room = min(room * 2, longest, part.upperBound - from)
        }
    }
}
