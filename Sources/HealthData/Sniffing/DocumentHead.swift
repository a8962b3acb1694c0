import Streams

/// What formats are told by: the first bytes of a document, and what it is called.
final class DocumentHead {
    /// At most so many bytes.
    static let size = 1 << 16

    /// The path as it was given, or that inside the archive or folder.
    let path: String
    let bytes: [UInt8]
    /// Whether that is all of the document.
    let isWhole: Bool
    /// Its own name, without where it lies.
    let name: String

    /// - Parameter inner: the path inside the innermost archive; nil where it lies in none.
    init(path: String, bytes: [UInt8], isWhole: Bool, inner: String? = nil) {
        self.path = path
        self.bytes = bytes
        self.isWhole = isWhole
        let place = inner ?? path
        name = place.split(separator: "/").last.map(String.init) ?? place
    }

    /// How the text is encoded; nil where it is none.
    private(set) lazy var encoding = TextEncoding(bytes, isWhole: isWhole)

    /// The bytes that come first and are no blanks, behind the mark of an encoding.
    private(set) lazy var first: UInt8? = {
        guard case .utf8(let skip) = encoding else { return nil }
        return bytes.dropFirst(skip).first { $0 > 0x20 }
    }()

    /// Whether it is XML, by its first character.
    var isXML: Bool { first == UInt8(ascii: "<") }

    /// Whether it is JSON, by its first character.
    var isJSON: Bool { first == UInt8(ascii: "{") || first == UInt8(ascii: "[") }

    /// The first record, for a document in JSON.
    private(set) lazy var json: JSONHead? = isJSON ? JSONHead(self) : nil

    /// Whether the bytes begin so, from a place on.
    func begins(_ pattern: [UInt8], at offset: Int = 0) -> Bool {
        bytes.count >= offset + pattern.count
            && bytes[offset..<offset + pattern.count].elementsEqual(pattern)
    }

    /// Where a text in ASCII first stands; nil where it does not.
    func position(of text: StaticString) -> Int? {
        padded.span.bytes.first(text, from: 0, to: bytes.count)
    }

    /// The text in UTF-8; empty where it is none.
    private(set) lazy var text = HeadText(self)

    /// The first rows by every delimiter that occurs, for a document that may be a table.
    private(set) lazy var tables: [HeadTable] = isXML || isJSON ? [] : HeadTable.all(of: text)

    /// The bytes with those behind them that searches may read.
    private(set) lazy var padded = bytes + [UInt8](repeating: 0, count: ByteWindow.padding)
}
