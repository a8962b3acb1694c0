import Streams

/// The first bytes of a document and its name, by which formats are recognized.
final class DocumentHead {
    /// The most bytes of a head.
    static let size = 1 << 16

    /// The path as it was given, or the path inside the archive or folder.
    let path: String
    let bytes: [UInt8]
    /// Whether the bytes are the whole document.
    let isWhole: Bool
    /// Its own name, without a folder.
    let name: String

    /// - Parameter inner: the path inside the innermost archive; nil if it is in none.
    init(path: String, bytes: [UInt8], isWhole: Bool, inner: String? = nil) {
        self.path = path
        self.bytes = bytes
        self.isWhole = isWhole
        let place = inner ?? path
        name = place.split(separator: "/").last.map(String.init) ?? place
    }

    /// The encoding of the text; nil if it is not text.
    private(set) lazy var encoding = TextEncoding(bytes, isWhole: isWhole)

    /// The first byte that is not blank, after a byte-order mark.
    private(set) lazy var first: UInt8? = {
        guard case .utf8(let skip) = encoding else { return nil }
        return bytes.dropFirst(skip).first { $0 > 0x20 }
    }()

    /// Whether it is XML, by its first character.
    var isXML: Bool { first == UInt8(ascii: "<") }

    /// Whether it is JSON, by its first two tokens.
    private(set) lazy var isJSON: Bool = {
        guard case .utf8(let skip) = encoding else { return false }
        return JSONHead.begins(bytes.dropFirst(skip))
    }()

    /// The first record of a JSON document.
    private(set) lazy var json: JSONHead? = isJSON ? JSONHead(self) : nil

    /// Whether the bytes at an offset begin with a pattern.
    func begins(_ pattern: [UInt8], at offset: Int = 0) -> Bool {
        bytes.count >= offset + pattern.count
            && bytes[offset..<offset + pattern.count].elementsEqual(pattern)
    }

    /// The index of the first occurrence of an ASCII text; nil if there is none.
    func position(of text: StaticString) -> Int? {
        padded.span.bytes.first(text, from: 0, to: bytes.count)
    }

    /// The text in UTF-8; empty if it is not text.
    private(set) lazy var text = HeadText(self)

    /// The first rows by every delimiter that occurs, for a document that may be a table.
    private(set) lazy var tables: [HeadTable] = isXML || isJSON ? [] : HeadTable.all(of: text)

    /// The bytes, followed by the padding that searches may read.
    private(set) lazy var padded = bytes + [UInt8](repeating: 0, count: ByteWindow.padding)
}
