// XML element by element, by libexpat.
//
// Tolerated: blanks before the declaration, and control characters, which become blanks. Refused: a
// document that declares its own entities, since no file of records does and a few lines of them
// can grow into gigabytes; tags, comments and texts of more than `longest` bytes, which expat reads
// again from the beginning whenever more of them arrives, so that the time grows with the square;
// too many nested elements or attributes, each of which costs ten times its bytes in memory. Any
// other error ends the reading at that point; the data before it count.

import CExpat
import Localization

/// Receives the elements of a document.
package protocol XMLVisitor: AnyObject {
    /// An element begins; names have no prefixes.
    func begin(_ element: String, _ attributes: [(name: String, value: String)])
    /// An element ends.
    func end(_ element: String)
    /// Text inside the current element; it may come in several pieces.
    func text(_ text: String)
}

/// Parses bytes of a document and calls a visitor for its elements.
package final class XMLScanner {
    private let library: ExpatLibrary
    private let parser: XML_Parser
    private let path: String
    private let visitor: any XMLVisitor
    /// The bytes that a tag, a comment, a declaration, or the text between two tags may have.
    static let longest = 1 << 20
    /// The largest depth of nested elements.
    static let deepest = 256
    /// The largest number of attributes of an element.
    static let mostAttributes = 256

    private var hasBegun = false
    /// Why the document is refused although it may be well-formed; nil if it is not refused.
    private var refusal: (problem: String, remedy: String)?
    /// The number of bytes that expat has received since it last called a handler: they belong to
    /// one token.
    private var waiting = 0
    private var hasReported = false
    private var depth = 0
    /// The number of bytes of text since the last tag.
    private var textLength = 0

    /// A scanner of the document at `path`.
    package init(path: String, visitor: any XMLVisitor) throws(StreamError) {
        let library = try ExpatLibrary.loaded(for: path)
        guard let parser = library.parserCreate(nil) else {
            throw StreamError(place: path, problem: tr("there is no memory to read XML"))
        }
        self.library = library
        self.parser = parser
        self.path = path
        self.visitor = visitor
        library.setUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        library.setElementHandler(
            parser,
            { context, name, attributes in
                XMLScanner.of(context)?.begin(name, attributes)
            },
            { context, name in
                guard let name, let scanner = XMLScanner.of(context) else { return }
                scanner.hasReported = true
                scanner.depth -= 1
                scanner.textLength = 0
                scanner.visitor.end(XMLScanner.localName(String(cString: name)))
            })
        library.setCharacterDataHandler(parser) { context, text, count in
            guard let text, let scanner = XMLScanner.of(context), scanner.takes(text: Int(count))
            else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            scanner.visitor.text(String(decoding: bytes, as: UTF8.self))
        }
        // Comments, declarations and everything else without its own handler.
        library.setDefaultHandler(parser) { context, _, count in
            XMLScanner.of(context)?.takesToken(Int(count))
        }
        library.setEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
            XMLScanner.of(context)?.refuseEntities()
        }
    }

    deinit { library.parserFree(parser) }

    /// The current line.
    package var line: Int { Int(library.getCurrentLineNumber(parser)) }

    /// Parses the next bytes of the document, which are changed; `isFinal` means that none follow.
    ///
    /// - Throws: where and why the document is not well-formed.
    package func take(_ bytes: inout [UInt8], count: Int, isFinal: Bool) throws(StreamError) {
        var start = 0
        if !hasBegun {
            while start < count, bytes[start] <= 0x20 { start += 1 }
            hasBegun = start < count
        }
        for index in start..<count
        where bytes[index] < 0x20 && ![0x09, 0x0a, 0x0d].contains(bytes[index]) {
            // In UTF-16 text every second byte is zero.
            if bytes[index] != 0 { bytes[index] = 0x20 }
        }
        hasReported = false
        let status = bytes.withUnsafeBytes { raw in
            library.parse(
                parser, raw.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self),
                Int32(count - start), isFinal ? 1 : 0)
        }
        guard status == XML_STATUS_OK else { throw failure() }
        waiting = hasReported ? 0 : waiting + count - start
        if waiting > XMLScanner.longest {
            refusal = refusal ?? XMLScanner.tooLong
            throw failure()
        }
    }

    private func failure() -> StreamError {
        let place = "\(path):" + tr("line {1}", "\(line)")
        if let refusal {
            return StreamError(
                place: place, problem: refusal.problem, remedy: refusal.remedy)
        }
        let reason = library.errorString(library.getErrorCode(parser)).map { String(cString: $0) }
        return StreamError(
            place: place, problem: tr("the XML is broken ({1})", reason ?? "?"),
            remedy: tr("export it again"))
    }

    private static var tooLong: (problem: String, remedy: String) {
        (
            tr("a tag, a comment or a text is longer than {1} MB", "\(longest >> 20)"),
            distrust
        )
    }

    private static var distrust: String { tr("no file of records is like that; do not trust it") }

    /// Counts a token of `count` bytes; ends the reading if that is too long.
    @discardableResult
    private func takesToken(_ count: Int) -> Bool {
        hasReported = true
        if count > XMLScanner.longest { refuse(XMLScanner.tooLong) }
        return refusal == nil
    }

    /// Counts a piece of text of `count` bytes; false if the whole text is too long.
    private func takes(text count: Int) -> Bool {
        textLength += count
        if textLength > XMLScanner.longest { refuse(XMLScanner.tooLong) }
        hasReported = true
        return refusal == nil
    }

    private func refuseEntities() {
        refuse((tr("the document declares entities of its own"), XMLScanner.distrust))
    }

    private func refuse(_ reason: (problem: String, remedy: String)) {
        guard refusal == nil else { return }
        refusal = reason
        _ = library.stopParser(parser, XML_Bool(XML_FALSE))
    }

    private func begin(
        _ name: UnsafePointer<XML_Char>?,
        _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        guard let name, takesToken(Int(library.getCurrentByteCount(parser))) else { return }
        depth += 1
        textLength = 0
        if depth > XMLScanner.deepest {
            return refuse(
                (
                    tr("elements are nested more than {1} deep", "\(XMLScanner.deepest)"),
                    XMLScanner.distrust
                ))
        }
        var found: [(name: String, value: String)] = []
        if var next = attributes {
            while let key = next.pointee, let value = next.successor().pointee {
                guard found.count < XMLScanner.mostAttributes else {
                    return refuse(
                        (
                            tr(
                                "an element has more than {1} attributes",
                                "\(XMLScanner.mostAttributes)"), XMLScanner.distrust
                        ))
                }
                found.append(
                    (XMLScanner.localName(String(cString: key)), String(cString: value)))
                next = next.advanced(by: 2)
            }
        }
        visitor.begin(XMLScanner.localName(String(cString: name)), found)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLScanner? {
        context.map { Unmanaged<XMLScanner>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func localName(_ name: String) -> String {
        guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
        return String(name[name.index(after: colon)...])
    }
}
