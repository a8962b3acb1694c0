import Streams

/// A stream in UTF-16 or a code page, converted to UTF-8.
///
/// Lone surrogates and undefined bytes become U+FFFD; nothing is refused here.
struct TranscodingStream<Base: ByteStream>: ByteStream {
    private var base: Base
    private let encoding: TextEncoding
    private var input: [UInt8]
    private var output: [UInt8] = []
    private var given = 0
    private var leftByte: UInt8?
    private var highSurrogate: UInt16?
    private var codePage: CodePageDecoder?

    /// - Parameter window: the number of bytes that are taken from the stream at a time.
    init(_ base: Base, _ encoding: TextEncoding, window: Int = 1 << 16) {
        self.base = base
        self.encoding = encoding
        if case .codePage(let page) = encoding { codePage = CodePageDecoder(page) }
        input = [UInt8](repeating: 0, count: window)
    }

    var taken: Int { base.taken }

    mutating func read(
        into buffer: inout [UInt8], _ range: Range<Int>
    ) throws(StreamError) -> Int {
        while given == output.count {
            output.removeAll(keepingCapacity: true)
            given = 0
            let got = try base.read(into: &input, 0..<input.count)
            if got == 0 {
                let isCut = codePage?.isInCharacter ?? false
                guard leftByte != nil || highSurrogate != nil || isCut else { return 0 }
                leftByte = nil
                highSurrogate = nil
                if case .codePage(let page) = encoding { codePage = CodePageDecoder(page) }
                append(0xfffd)
                break
            }
            convert(got)
        }
        let count = min(range.count, output.count - given)
        for index in 0..<count { buffer[range.lowerBound + index] = output[given + index] }
        given += count
        return count
    }

    private mutating func convert(_ count: Int) {
        switch encoding {
        case .utf8: output.append(contentsOf: input[..<count])
        case .codePage: codePage?.convert(input[..<count], into: &output)
        case .utf16(let littleEndian, _):
            for byte in input[..<count] {
                guard let first = leftByte else {
                    leftByte = byte
                    continue
                }
                leftByte = nil
                let low = littleEndian ? first : byte
                let high = littleEndian ? byte : first
                take(UInt16(high) << 8 | UInt16(low))
            }
        }
    }

    private mutating func take(_ unit: UInt16) {
        if let high = highSurrogate {
            highSurrogate = nil
            if unit & 0xfc00 == 0xdc00 {
                append(0x10000 + UInt32(high & 0x3ff) << 10 + UInt32(unit & 0x3ff))
                return
            }
            append(0xfffd)
        }
        if unit & 0xfc00 == 0xd800 {
            highSurrogate = unit
        } else {
            append(unit & 0xfc00 == 0xdc00 ? 0xfffd : UInt32(unit))
        }
    }

    private mutating func append(_ code: UInt32) {
        let scalar = Unicode.Scalar(code) ?? "\u{fffd}"
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
