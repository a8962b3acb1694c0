/// Bytes that are read in one direction.
package protocol ByteStream {
    /// Reads into `buffer[range]` and says how many bytes; zero at the end.
    mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int
    /// How many bytes of the underlying file have been taken, for progress.
    var taken: Int { get }
}
