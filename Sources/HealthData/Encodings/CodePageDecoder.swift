/// Converts text in a code page to Unicode, piece by piece.
///
/// Bytes without a character become U+FFFD; nothing is refused here.
struct CodePageDecoder: Sendable {
    private let table: CodeTable
    /// The first byte of a character whose second byte has not come yet.
    private var lead: UInt8?

    init(_ page: CodePage) { table = page.table }

    /// Whether a character has begun and not ended.
    var isInCharacter: Bool { lead != nil }

    /// Converts further bytes and adds their characters in UTF-8.
    mutating func convert(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) {
        for byte in bytes { take(byte, into: &text) }
    }

    @inline(__always)
    private mutating func take(_ byte: UInt8, into text: inout [UInt8]) {
        if let first = lead {
            lead = nil
            let code = table.pair(first, byte)
            if code != 0 {
                CodePageDecoder.append(code, to: &text)
                return
            }
            CodePageDecoder.append(0xfffd, to: &text)
            // The second byte of no character may be one of its own: a line end stays one.
        }
        if byte < 0x80 {
            text.append(byte)
            return
        }
        let code = table.single(byte)
        if code != 0 {
            CodePageDecoder.append(code, to: &text)
        } else if table.hasPairs {
            lead = byte
        } else {
            CodePageDecoder.append(0xfffd, to: &text)
        }
    }

    /// Adds a character of the basic plane in UTF-8.
    @inline(__always)
    private static func append(_ code: UInt16, to text: inout [UInt8]) {
        if code < 0x80 {
            text.append(UInt8(truncatingIfNeeded: code))
        } else if code < 0x800 {
            text.append(0xc0 | UInt8(truncatingIfNeeded: code >> 6))
            text.append(0x80 | UInt8(truncatingIfNeeded: code & 0x3f))
        } else {
            text.append(0xe0 | UInt8(truncatingIfNeeded: code >> 12))
            text.append(0x80 | UInt8(truncatingIfNeeded: code >> 6 & 0x3f))
            text.append(0x80 | UInt8(truncatingIfNeeded: code & 0x3f))
        }
    }
}
