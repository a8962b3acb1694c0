/// Bytes that are read in one direction.
package protocol ByteStream {
    /// Reads into `buffer[range]` and returns the number of bytes; zero at the end.
    mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int
    /// The number of bytes read from the underlying file, for progress.
    var taken: Int { get }
}
