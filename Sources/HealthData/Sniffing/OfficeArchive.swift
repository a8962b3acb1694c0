// Office documents, which are zip archives.
//
// The name of the first member is at the beginning of the archive, and shows that it is one: other
// archives that contain an office document begin with another name. What kind it is shows in the
// names of the other members, which are in the bytes as they are, or in the type that a document of
// OpenDocument begins with.

import Localization

/// Recognizes office documents by the first bytes of their archives.
enum OfficeArchive {
    /// What an office document holds.
    enum Content: Equatable {
        /// A workbook in Office Open XML, or a document whose first bytes leave that open.
        case openXML
        /// A spreadsheet in OpenDocument, or a document whose first bytes leave that open.
        case openDocument
        /// Something without sheets.
        case foreign
    }

    /// The content of a document; nil for other archives.
    static func content(_ head: [UInt8]) -> Content? {
        guard let first = firstName(head) else { return nil }
        func has(_ name: String) -> Bool { contains(name, head) }
        switch first {
        case "mimetype":
            if has("application/vnd.oasis.opendocument.spreadsheet") { return .openDocument }
            if has("application/vnd.oasis.opendocument.") || has("application/epub+zip") {
                return .foreign
            }
            // Some programs compress the type, which the standard does not allow.
            return has("content.xml") ? .openDocument : nil
        case _ where isOfMicrosoft(first):
            if has("xl/workbook") || has("xl/worksheets") { return .openXML }
            if has("word/document") || has("ppt/presentation") { return .foreign }
            return first == "[Content_Types].xml" ? .openXML : nil
        case _ where first.hasPrefix("Index/") && first.hasSuffix(".iwa"): return .foreign
        default: return nil
        }
    }

    /// The kind of a document without sheets; nil for other archives.
    static func kind(_ head: [UInt8]) -> ForeignFiles.Kind? {
        guard content(head) == .foreign, let first = firstName(head) else { return nil }
        let text = tr("save the records in it as a table (CSV)")
        func has(_ name: String) -> Bool { contains(name, head) }
        if first == "mimetype" {
            return has("application/epub+zip")
                ? ForeignFiles.Kind(what: tr("an electronic book"), remedy: text)
                : ForeignFiles.Kind(what: tr("an OpenDocument document"), remedy: text)
        }
        if has("word/document") {
            return ForeignFiles.Kind(what: tr("a Word document"), remedy: text)
        }
        if has("ppt/presentation") {
            return ForeignFiles.Kind(what: tr("a PowerPoint presentation"), remedy: text)
        }
        return ForeignFiles.Kind(
            what: tr("a document of Numbers, Pages or Keynote"),
            remedy: tr("export the sheet with the records as CSV"))
    }

    private static func isOfMicrosoft(_ name: String) -> Bool {
        name == "[Content_Types].xml"
            || ["_rels/", "docProps/", "xl/", "word/", "ppt/"].contains(where: name.hasPrefix)
    }

    /// The name of the first member.
    private static func firstName(_ head: [UInt8]) -> String? {
        guard head.count >= 30, head.starts(with: [0x50, 0x4b, 3, 4]) else { return nil }
        let length = Int(head[26]) | Int(head[27]) << 8
        guard length > 0, 30 + length <= head.count else { return nil }
        return String(decoding: head[30..<30 + length], as: UTF8.self)
    }

    private static func contains(_ text: String, _ bytes: [UInt8]) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, bytes.count >= wanted.count else { return false }
        return (0...bytes.count - wanted.count).contains { place in
            bytes[place] == first && bytes[place..<place + wanted.count].elementsEqual(wanted)
        }
    }
}
