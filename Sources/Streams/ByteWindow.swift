// A window that moves over a stream of bytes.
//
// Layout: one buffer with `padding` readable bytes after the last valid one, so that searches may
// read whole words. Bytes that a reader has not consumed are moved to the front before the next
// piece is read. Limits: the window grows up to `limit` while one item does not fit; the reader
// must refuse a longer item. Rejected: mapping the file (its pages count as resident memory: a
// gigabyte of XML would show as a gigabyte; and a file that shrinks while it is read would kill the
// program with SIGBUS). Copying through a one-megabyte buffer that stays in the cache costs 0.05 s
// per gigabyte.

/// The current bytes of a stream, moved on piece by piece.
package struct ByteWindow: ~Copyable {
    /// The number of readable bytes after the last valid one.
    @inlinable package static var padding: Int { 64 }

    @usableFromInline internal private(set) var storage: [UInt8]
    /// The number of valid bytes; they begin at index 0.
    package private(set) var count = 0
    /// The offset of index 0 in the stream.
    package private(set) var offset = 0
    /// Line feeds before index 0.
    package private(set) var linesBefore = 0
    /// Whether the stream has ended after the valid bytes.
    package private(set) var atEnd = false
    private let limit: Int

    /// A window of `size` bytes initially and at most `limit`.
    package init(size: Int = 1 << 20, limit: Int = 1 << 22) {
        storage = [UInt8](repeating: 0, count: size + ByteWindow.padding)
        self.limit = limit
    }

    /// Whether the window is full and cannot grow.
    package var isFull: Bool {
        count + ByteWindow.padding >= storage.count
            && storage.count >= limit + ByteWindow.padding
    }

    /// Calls `body` with the bytes; the valid ones are `0..<count`.
    @inlinable
    @inline(__always)
    package func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(storage.span.bytes)
    }

    /// Drops the first `consumed` bytes and reads more.
    ///
    /// Grows if it is full and nothing was dropped.
    package mutating func advance<Stream: ByteStream>(
        by consumed: Int, from stream: inout Stream
    ) throws(StreamError) {
        if consumed > 0 {
            linesBefore += storage.span.bytes.lineFeeds(from: 0, to: consumed)
            offset += consumed
            let rest = count - consumed
            let valid = consumed..<count
            storage.withUnsafeMutableBytes { bytes in
                bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[valid]))
            }
            count = rest
        }
        if count + ByteWindow.padding >= storage.count, storage.count < limit + ByteWindow.padding {
            let more = min(storage.count, limit + ByteWindow.padding - storage.count)
            storage.append(contentsOf: repeatElement(0, count: more))
        }
        while !atEnd, count + ByteWindow.padding < storage.count {
            let room = count..<(storage.count - ByteWindow.padding)
            let got = try stream.read(into: &storage, room)
            if got == 0 { atEnd = true }
            count += got
            if got > 0 { break }
        }
        for index in count..<(count + ByteWindow.padding) { storage[index] = 0 }
    }

    /// The number of the line with index `position`; the first line is 1.
    ///
    /// Cost: linear.
    package func line(at position: Int) -> Int {
        linesBefore + 1 + storage.span.bytes.lineFeeds(from: 0, to: min(position, count))
    }
}
