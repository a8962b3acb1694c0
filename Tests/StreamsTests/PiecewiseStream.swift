import Streams

/// Bytes in memory that are read in pieces of given lengths, and may fail.
struct PiecewiseStream: ByteStream {
    let bytes: [UInt8]
    /// The lengths, used in turn.
    let pieces: [Int]
    /// The position at which reading fails; nil if it does not.
    var breaksAt: Int?
    private(set) var taken = 0
    private var reads = 0

    init(_ bytes: [UInt8], pieces: [Int], breaksAt: Int? = nil) {
        self.bytes = bytes
        self.pieces = pieces
        self.breaksAt = breaksAt
    }

    mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int {
        if let breaksAt, taken >= breaksAt {
            throw StreamError(place: "stream:byte \(taken)", problem: "it broke off")
        }
        let count = min(range.count, pieces[reads % pieces.count], bytes.count - taken)
        reads += 1
        buffer.replaceSubrange(
            range.lowerBound..<(range.lowerBound + count), with: bytes[taken..<(taken + count)])
        taken += count
        return count
    }
}
