// XML element by element, by libexpat.
//
// Tolerated: blanks before the declaration, and control characters, which become blanks. Refused: a
// document that declares entities of its own, since no file of records does and a few lines of them
// can grow into gigabytes. Whatever else is not well-formed ends the reading where it stands; what
// was read before it counts.

import CExpat
import Localization

/// Whoever is told of the elements of a document.
public protocol XMLVisitor: AnyObject {
    /// An element begins; names are without their prefixes.
    func begin(_ element: String, _ attributes: [(name: String, value: String)])
    /// An element ends.
    func end(_ element: String)
    /// Text inside the current element; it may come in several pieces.
    func text(_ text: String)
}

/// Takes bytes of a document and tells a visitor of its elements.
public final class XMLScanner {
    private let library: ExpatLibrary
    private let parser: XML_Parser
    private let path: String
    private let visitor: any XMLVisitor
    private var hasBegun = false
    private var declaresEntities = false

    /// A scanner of the document at `path`.
    public init(path: String, visitor: any XMLVisitor) throws(StreamTrouble) {
        let library = try ExpatLibrary.loaded(for: path)
        guard let parser = library.parserCreate(nil) else {
            throw StreamTrouble(place: path, problem: tr("there is no memory to read XML"))
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
                scanner.visitor.end(XMLScanner.localName(String(cString: name)))
            })
        library.setCharacterDataHandler(parser) { context, text, count in
            guard let text, let scanner = XMLScanner.of(context) else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            scanner.visitor.text(String(decoding: bytes, as: UTF8.self))
        }
        library.setEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
            XMLScanner.of(context)?.refuseEntities()
        }
    }

    deinit { library.parserFree(parser) }

    /// The line that was come to.
    public var line: Int { Int(library.getCurrentLineNumber(parser)) }

    /// Takes the next bytes of the document, which are changed; `isFinal` says that none follow.
    ///
    /// - Throws: where and why the document is not well-formed.
    public func take(_ bytes: inout [UInt8], count: Int, isFinal: Bool) throws(StreamTrouble) {
        var start = 0
        if !hasBegun {
            while start < count, bytes[start] <= 0x20 { start += 1 }
            hasBegun = start < count
        }
        for index in start..<count
        where bytes[index] < 0x20 && ![0x09, 0x0a, 0x0d].contains(bytes[index]) {
            // Of a text in UTF-16 every second byte is nought.
            if bytes[index] != 0 { bytes[index] = 0x20 }
        }
        let status = bytes.withUnsafeBytes { raw in
            library.parse(
                parser, raw.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self),
                Int32(count - start), isFinal ? 1 : 0)
        }
        guard status == XML_STATUS_OK else { throw trouble() }
    }

    private func trouble() -> StreamTrouble {
        let place = "\(path):" + tr("line {1}", "\(line)")
        if declaresEntities {
            return StreamTrouble(
                place: place, problem: tr("the document declares entities of its own"),
                remedy: tr("no file of records does; do not trust it"))
        }
        let reason = library.errorString(library.getErrorCode(parser)).map { String(cString: $0) }
        return StreamTrouble(
            place: place, problem: tr("the XML is broken ({1})", reason ?? "?"),
            remedy: tr("export it anew"))
    }

    private func refuseEntities() {
        declaresEntities = true
        _ = library.stopParser(parser, XML_Bool(XML_FALSE))
    }

    private func begin(
        _ name: UnsafePointer<XML_Char>?,
        _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
    ) {
        guard let name else { return }
        var found: [(name: String, value: String)] = []
        if var next = attributes {
            while let key = next.pointee, let value = next.successor().pointee {
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
