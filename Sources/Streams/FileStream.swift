/// A part of a file as a stream.
package struct FileStream: ByteStream {
    private let file: InputFile
    private var position: Int
    private let end: Int
    private let start: Int

    /// The bytes `start..<end` of a file, or those that it has.
    package init(_ file: InputFile, from start: Int = 0, to end: Int = .max) {
        self.file = file
        self.start = start
        position = start
        self.end = end
    }

    package var taken: Int { position - start }

    package mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int {
        let count = min(range.count, end - position)
        guard count > 0 else { return 0 }
        let got = try file.read(
            at: position, into: &buffer, range.lowerBound..<(range.lowerBound + count))
        position += got
        return got
    }
}
