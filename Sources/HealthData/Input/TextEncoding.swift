/// The encoding of the text of a file.
enum TextEncoding: Sendable, Hashable {
    /// UTF-8, after `skip` bytes of a byte-order mark.
    case utf8(skip: Int)
    case utf16(littleEndian: Bool, skip: Int)
    case codePage(CodePage)

    /// The encoding of a text that begins with these bytes; nil if they are not text.
    ///
    /// - Parameter isWhole: whether nothing follows them.
    init?(_ head: [UInt8], isWhole: Bool) {
        if head.starts(with: [0xef, 0xbb, 0xbf]) {
            self = .utf8(skip: 3)
            return
        }
        if head.starts(with: [0xff, 0xfe]) {
            self = .utf16(littleEndian: true, skip: 2)
            return
        }
        if head.starts(with: [0xfe, 0xff]) {
            self = .utf16(littleEndian: false, skip: 2)
            return
        }
        var zeros = [0, 0]
        var controls = 0
        for (index, byte) in head.enumerated() where byte < 32 {
            if byte == 0 { zeros[index & 1] += 1 }
            if byte != 9 && byte != 10 && byte != 13 { controls += 1 }
        }
        // ASCII in UTF-16 has a zero in nearly every second place and none in the others.
        if head.count >= 4, zeros[1] * 5 > head.count * 2, zeros[0] * 20 < head.count {
            self = .utf16(littleEndian: true, skip: 0)
            return
        }
        if head.count >= 4, zeros[0] * 5 > head.count * 2, zeros[1] * 20 < head.count {
            self = .utf16(littleEndian: false, skip: 0)
            return
        }
        // A few stray ones are left to the rows that contain them.
        if controls * 20 > head.count, controls >= 16 || controls * 3 > head.count { return nil }
        self =
            TextEncoding.isUTF8(head, isWhole: isWhole) || TextEncoding.isDamagedUTF8(head)
            ? .utf8(skip: 0) : .codePage(CodePageChoice.page(of: head))
    }

    /// Whether bytes are UTF-8; the last character may be cut.
    private static func isUTF8(_ head: [UInt8], isWhole: Bool) -> Bool {
        var checked = head[...]
        if !isWhole {
            checked = checked.dropLast(
                checked.suffix(4).reversed().prefix { $0 & 0xc0 == 0x80 }.count + 1)
        }
        return String(validating: checked, as: UTF8.self) != nil
    }

    /// Whether bytes are UTF-8 with a few bad places: text in another encoding rarely has the form
    /// of UTF-8, and mostly something else.
    private static func isDamagedUTF8(_ head: [UInt8]) -> Bool {
        var characters = 0
        var bad = 0
        var index = 0
        while index < head.count {
            let byte = head[index]
            index += 1
            if byte < 0x80 { continue }
            let length =
                switch byte {
                case 0xc2...0xdf: 1
                case 0xe0...0xef: 2
                case 0xf0...0xf4: 3
                default: 0
                }
            let behind = head[index...].prefix(length)
            if length > 0, behind.count == length, behind.allSatisfy({ $0 & 0xc0 == 0x80 }) {
                characters += 1
                index += length
            } else {
                bad += 1
            }
        }
        return characters >= 4 && characters > 8 * bad
    }

    /// Whether the text is UTF-8 already.
    var isUTF8: Bool {
        if case .utf8 = self { true } else { false }
    }

    /// The common name.
    var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16: "UTF-16"
        case .codePage(let page): page.name
        }
    }
}
