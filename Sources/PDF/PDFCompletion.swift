// Adds what cairo leaves out of a document, with qpdf.
//
// Method: the structure tree is walked from its root in the order of its kids, which is the order
// in which tags were begun. An element of the next tag's type is that tag, and receives the tag's
// attributes. Then the catalog receives the language, the metadata and the option to display the
// title; pages receive the order of their tabs and the size of their units.
// Limits: a tag that cairo left out is skipped.

import CQPDF
import Geometry

struct PDFCompletion {
    let qpdf: QPDFLibrary
    let information: PDFInformation
    let units: [Double]
    let tags: [PDFTag]

    init(_ qpdf: QPDFLibrary, information: PDFInformation, units: [Double], tags: [PDFTag]) {
        (self.qpdf, self.information, self.units, self.tags) = (qpdf, information, units, tags)
    }

    /// The document with the missing parts.
    func completed(_ bytes: [UInt8]) throws(PDFError) -> [UInt8] {
        var started = qpdf.start()
        defer { qpdf.cleanup(&started) }
        guard let data = started else { preconditionFailure("qpdf is out of memory") }
        qpdf.silenceErrors(data)
        qpdf.setSuppressWarnings(data, 1)
        // qpdf reads from these bytes until it has finished writing.
        let result: Result<[UInt8], PDFError> = bytes.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                guard
                    failed(
                        qpdf.readMemory(
                            data, "PDF", text.baseAddress, UInt64(text.count), nil)) == false
                else { return .failure(failure(data)) }
                let editor = Editor(qpdf: qpdf, data: data)
                complete(editor)
                guard qpdf.hasError(data) == 0 else { return .failure(failure(data)) }
                guard !failed(qpdf.initWriteMemory(data)) else { return .failure(failure(data)) }
                qpdf.setDeterministicID(data, 1)
                qpdf.setObjectStreamMode(data, qpdf_o_generate)
                if units.contains(where: { $0 > 1 }) {
                    qpdf.setMinimumPDFVersion(data, "1.6")
                }
                guard !failed(qpdf.write(data)), let written = qpdf.getBuffer(data) else {
                    return .failure(failure(data))
                }
                let count = Int(qpdf.getBufferLength(data))
                return .success(Array(UnsafeBufferPointer(start: written, count: count)))
            }
        }
        return try result.get()
    }

    /// Whether a call failed; a warning is not a failure.
    private func failed(_ code: Int32) -> Bool { code & 2 != 0 }

    private func failure(_ data: qpdf_data) -> PDFError {
        guard qpdf.hasError(data) != 0,
            let text = qpdf.getErrorFullText(data, qpdf.getError(data))
        else { return .completing(detail: "qpdf gives no reason") }
        return .completing(detail: String(cString: text))
    }

    private func complete(_ editor: Editor) {
        // The form that PDF requires; cairo 1.16 leaves out its first letters.
        editor.setInformation("/CreationDate", PDFText.date(information.created))
        let root = editor.root
        if !information.language.isEmpty {
            editor.set(root, "/Lang", editor.text(PDFText.plain(information.language)))
        }
        let preferences = editor.dictionary()
        editor.set(preferences, "/DisplayDocTitle", editor.yes())
        editor.set(root, "/ViewerPreferences", preferences)
        editor.set(root, "/Metadata", editor.metadata(metadata))
        for (index, unit) in units.enumerated() where index < editor.pageCount {
            let page = editor.page(index)
            editor.set(page, "/Tabs", editor.name("/S"))
            if unit > 1 { editor.set(page, "/UserUnit", editor.number(unit)) }
        }
        var rest = tags[...]
        if let tree = editor.value(root, "/StructTreeRoot") {
            let elements = editor.kids(of: tree)
            walk(elements, &rest, editor)
            // cairo's tags end with their page; the element for all pages is added above them.
            let document = editor.structureElement("/Document", below: tree)
            let kids = editor.array(elements)
            for element in elements { editor.set(element, "/P", document) }
            editor.set(document, "/K", kids)
            editor.set(tree, "/K", document)
            let marks = editor.dictionary()
            editor.set(marks, "/Marked", editor.yes())
            editor.set(root, "/MarkInfo", marks)
        }
    }

    private func walk(_ elements: [qpdf_oh], _ rest: inout ArraySlice<PDFTag>, _ editor: Editor) {
        for element in elements {
            guard editor.isDictionary(element), let type = editor.nameValue(element, "/S") else {
                continue
            }
            guard let match = rest.firstIndex(where: { "/" + $0.type == type }) else { continue }
            let tag = rest[match]
            rest = rest[(match + 1)...]
            switch tag {
            case .figure(let alternative) where !alternative.isEmpty:
                let plain = PDFText.plain(alternative)
                editor.set(element, "/Alt", editor.text(plain))
                // The title too, which viewers of the structure display: the bytes unchanged.
                editor.set(element, "/T", editor.textInUTF8(plain))
            case .headerCell(let isOfColumn):
                let attributes = editor.dictionary()
                editor.set(attributes, "/O", editor.name("/Table"))
                editor.set(attributes, "/Scope", editor.name(isOfColumn ? "/Column" : "/Row"))
                editor.set(element, "/A", attributes)
            default: break
            }
            walk(editor.kids(of: element), &rest, editor)
        }
    }

    /// The document's metadata, as XMP (ISO 16684-1).
    private var metadata: String {
        func escaped(_ text: String) -> String { PDFText.escaped(text) }
        let moment = PDFText.instant(information.created)
        var lines = [
            "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>",
            "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">",
            "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">",
            "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
                + " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">",
            "<dc:format>application/pdf</dc:format>",
            alternatives("title", information.title),
        ]
        if !information.subject.isEmpty {
            lines.append(alternatives("description", information.subject))
        }
        if !information.author.isEmpty {
            lines.append(
                "<dc:creator><rdf:Seq><rdf:li>\(escaped(information.author))</rdf:li></rdf:Seq></dc:creator>"
            )
        }
        if !information.language.isEmpty {
            lines.append(
                "<dc:language><rdf:Bag><rdf:li>\(escaped(information.language))</rdf:li></rdf:Bag></dc:language>"
            )
        }
        if !information.creator.isEmpty {
            lines.append("<xmp:CreatorTool>\(escaped(information.creator))</xmp:CreatorTool>")
        }
        lines += [
            "<xmp:CreateDate>\(moment)</xmp:CreateDate>", "</rdf:Description>", "</rdf:RDF>",
            "</x:xmpmeta>", "<?xpacket end=\"r\"?>",
        ]
        return lines.joined(separator: "\n")
    }

    private func alternatives(_ name: String, _ text: String) -> String {
        "<dc:\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(PDFText.escaped(text))</rdf:li></rdf:Alt></dc:\(name)>"
    }
}

/// Reads and changes the objects of a document.
private struct Editor {
    let qpdf: QPDFLibrary
    let data: qpdf_data

    var root: qpdf_oh { qpdf.getRoot(data) }
    var pageCount: Int { Int(qpdf.getNumPages(data)) }

    func page(_ index: Int) -> qpdf_oh { qpdf.getPageN(data, index) }
    func dictionary() -> qpdf_oh { qpdf.newDictionary(data) }
    func name(_ name: String) -> qpdf_oh { qpdf.newName(data, name) }
    func text(_ text: String) -> qpdf_oh { qpdf.newUnicodeString(data, text) }
    /// In UTF-8 (ISO 32000-2, 7.9.2.2), for programs that read a string as plain bytes.
    func textInUTF8(_ text: String) -> qpdf_oh {
        qpdf.newString(data, text.allSatisfy(\.isASCII) ? text : "\u{FEFF}" + text)
    }
    func yes() -> qpdf_oh { qpdf.newBool(data, 1) }

    func array(_ items: [qpdf_oh]) -> qpdf_oh {
        let array = qpdf.newArray(data)
        for item in items { qpdf.appendItem(data, array, item) }
        return array
    }

    func structureElement(_ type: String, below parent: qpdf_oh) -> qpdf_oh {
        let element = qpdf.makeIndirectObject(data, dictionary())
        set(element, "/Type", name("/StructElem"))
        set(element, "/S", name(type))
        set(element, "/P", parent)
        return element
    }

    /// A number above zero with four decimals.
    func number(_ value: Double) -> qpdf_oh {
        let parts = Int((value * 10_000).rounded())
        let decimals = String(10_000 + parts % 10_000).dropFirst()
        return qpdf.newRealFromString(data, "\(parts / 10_000).\(decimals)")
    }

    func setInformation(_ key: String, _ value: String) { qpdf.setInfoKey(data, key, value) }

    func set(_ object: qpdf_oh, _ key: String, _ value: qpdf_oh) {
        qpdf.replaceKey(data, object, key, value)
    }

    func isDictionary(_ object: qpdf_oh) -> Bool { qpdf.isDictionary(data, object) != 0 }

    func value(_ object: qpdf_oh, _ key: String) -> qpdf_oh? {
        let value = qpdf.getKey(data, object, key)
        return isDictionary(value) ? value : nil
    }

    func nameValue(_ object: qpdf_oh, _ key: String) -> String? {
        let value = qpdf.getKey(data, object, key)
        guard qpdf.isName(data, value) != 0, let name = qpdf.getName(data, value) else {
            return nil
        }
        return String(cString: name)
    }

    /// The children of a structure element, in order.
    func kids(of element: qpdf_oh) -> [qpdf_oh] {
        let kids = qpdf.getKey(data, element, "/K")
        guard qpdf.isArray(data, kids) != 0 else { return isDictionary(kids) ? [kids] : [] }
        return (0..<qpdf.getArrayNItems(data, kids)).map { qpdf.getArrayItem(data, kids, $0) }
    }

    /// A stream of metadata.
    func metadata(_ text: String) -> qpdf_oh {
        let stream = qpdf.newStream(data)
        let bytes = Array(text.utf8)
        qpdf.replaceStreamData(
            data, stream, bytes, bytes.count, qpdf.newNull(data), qpdf.newNull(data))
        let head = qpdf.getDict(data, stream)
        set(head, "/Type", name("/Metadata"))
        set(head, "/Subtype", name("/XML"))
        return stream
    }
}
