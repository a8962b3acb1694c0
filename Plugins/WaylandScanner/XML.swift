/// A start tag, an end tag or an empty-element tag of an XML document.
struct Tag {
    enum Kind {
        case start
        case end
        case empty
    }

    let kind: Kind
    let name: String
    let attributes: [String: String]
    let line: Int
}

/// An error in a protocol description.
struct ScanError: Error, CustomStringConvertible {
    let file: String
    let line: Int
    let problem: String

    var description: String {
        file.isEmpty ? "error: \(problem)" : "\(file):\(line): error: \(problem)"
    }
}

/// Splits an XML document into its tags.
///
/// Protocol descriptions keep all relevant data in tags and attributes, so character data is
/// skipped. Comments, processing instructions and CDATA sections are recognised and skipped.
/// Protocol descriptions have no DTD, and none is read.
struct TagReader {
    private let bytes: [UInt8]
    private let file: String
    private var position = 0
    private var line = 1

    init(_ bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// The next tag, or nil at the end of the document.
    mutating func next() throws(ScanError) -> Tag? {
        while true {
            skip { $0 != UInt8(ascii: "<") }
            guard position < bytes.count else { return nil }
            if starts(with: "<!--") {
                try skip(past: "-->")
            } else if starts(with: "<![CDATA[") {
                try skip(past: "]]>")
            } else if starts(with: "<?") || starts(with: "<!") {
                try skip(past: ">")
            } else {
                return try tag()
            }
        }
    }

    private mutating func tag() throws(ScanError) -> Tag {
        let start = line
        position += 1
        let isEnd = take(UInt8(ascii: "/"))
        let name = word()
        guard !name.isEmpty else { throw failure("a tag without a name") }
        var attributes: [String: String] = [:]
        while true {
            skip(Self.isSpace)
            if take(UInt8(ascii: ">")) {
                return Tag(
                    kind: isEnd ? .end : .start, name: name, attributes: attributes, line: start)
            }
            if take(UInt8(ascii: "/")) {
                guard take(UInt8(ascii: ">")) else { throw failure("'/' inside the tag \(name)") }
                return Tag(kind: .empty, name: name, attributes: attributes, line: start)
            }
            let key = word()
            skip(Self.isSpace)
            guard !key.isEmpty, take(UInt8(ascii: "=")) else {
                throw failure("the tag \(name) has a malformed attribute")
            }
            skip(Self.isSpace)
            guard position < bytes.count, bytes[position] == 0x22 || bytes[position] == 0x27 else {
                throw failure("the value of \(name).\(key) is not quoted")
            }
            let quote = bytes[position]
            position += 1
            let first = position
            skip { $0 != quote }
            guard position < bytes.count else { throw failure("\(name).\(key) is not closed") }
            attributes[key] = try decoded(bytes[first..<position])
            position += 1
        }
    }

    private func decoded(_ raw: ArraySlice<UInt8>) throws(ScanError) -> String {
        let text = String(decoding: raw, as: UTF8.self)
        guard text.contains("&") else { return text }
        var result = ""
        var rest = Substring(text)
        let entities: [Substring: Character] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
        ]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            guard let end = rest[ampersand...].firstIndex(of: ";"),
                let character = entities[rest[rest.index(after: ampersand)..<end]]
            else { throw failure("an unknown entity in '\(text)'") }
            result.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private mutating func word() -> String {
        let first = position
        skip {
            !Self.isSpace($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">")
                && $0 != UInt8(ascii: "/")
        }
        return String(decoding: bytes[first..<position], as: UTF8.self)
    }

    private mutating func skip(_ belongs: (UInt8) -> Bool) {
        while position < bytes.count, belongs(bytes[position]) {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    private mutating func skip(past end: StaticString) throws(ScanError) {
        while position < bytes.count {
            if starts(with: end) {
                position += end.utf8CodeUnitCount
                return
            }
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
        throw failure("'\(end)' is missing")
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    private func failure(_ problem: String) -> ScanError {
        ScanError(file: file, line: line, problem: problem)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }
}
