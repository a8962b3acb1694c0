import Localization
import Streams

/// Recognizes files without readable records, by their first bytes, and advises what to do.
enum ForeignFiles {
    /// A kind of file that is not read.
    struct Kind {
        /// What it is: `a PDF document`.
        var what: String
        /// What to give instead, in one clause.
        var remedy: String
    }

    private enum Advice {
        case records, picture, table, activity, text

        var text: String {
            switch self {
            case .records: tr("give an export of health records or a table (CSV)")
            case .picture:
                tr(
                    "give an export of health records or a table (CSV); a picture of a map needs a world file next to it"
                )
            case .table: tr("open it and save the sheet with the records as CSV")
            case .activity: tr("export the activity as GPX, TCX or FIT")
            case .text: tr("save the records in it as a table (CSV)")
            }
        }
    }

    private static let magics: [(bytes: [UInt8], offset: Int, what: String, advice: Advice)] = [
        ([0xff, 0xd8, 0xff], 0, "a JPEG picture", .picture),
        ([0x89, 0x50, 0x4e, 0x47], 0, "a PNG picture", .picture),
        (Array("GIF8".utf8), 0, "a GIF picture", .records),
        (Array("%PDF".utf8), 0, "a PDF document", .records),
        ([0x37, 0x7a, 0xbc, 0xaf], 0, "a 7-Zip archive", .records),
        (Array("Rar!".utf8), 0, "a RAR archive", .records),
        (Array("SQLite format 3".utf8), 0, "an SQLite database", .records),
        ([0x7f, 0x45, 0x4c, 0x46], 0, "a program", .records),
        ([0xd0, 0xcf, 0x11, 0xe0], 0, "an old Office document, such as an Excel workbook", .table),
        (Array("ftyp".utf8), 4, "a film or a HEIC picture", .records),
        (Array("RIFF".utf8), 0, "a sound, film or WebP file", .records),
        ([0xff, 0xfb], 0, "an MP3 file", .records),
        (Array("ID3".utf8), 0, "an MP3 file", .records),
        (Array("{\\rtf".utf8), 0, "a text with formats (RTF)", .text),
        (Array("[Params]".utf8), 0, "a training session of a Polar device (HRM)", .activity),
    ]

    /// The root elements of documents in XML, in lower case.
    private static let roots: [String: (what: String, advice: Advice)] = [
        "clinicaldocument": ("a clinical document, not the export's main file", .records),
        "html": ("a web page, not a file of records", .records),
        "pwx": ("an activity in the form of TrainingPeaks (PWX)", .activity),
        "polar-exercise-data": ("a training session of a Polar device in XML", .activity),
        "workbook": ("an Excel workbook in XML", .table),
        "document": ("a spreadsheet or a text in XML", .table),
        "svg": ("an SVG picture", .records),
        "plist": ("a property list", .records),
        "osm": ("a map of OpenStreetMap", .activity),
        "rss": ("a news feed", .records),
        "feed": ("a news feed", .records),
    ]

    /// The kind of a document by its first bytes; nil if they do not show it.
    static func kind(of head: DocumentHead) -> Kind? {
        if head.begins([0xd0, 0xcf, 0x11, 0xe0]), isLocked(head.bytes) {
            return Kind(
                what: tr("an Office document that is locked with a password"),
                remedy: tr("open it and save it without a password"))
        }
        return magics.first { head.begins($0.bytes, at: $0.offset) }.map {
            Kind(what: tr($0.what), remedy: $0.advice.text)
        }
    }

    /// Whether the names in an old container say that its content is encrypted.
    ///
    /// Source: [MS-OFFCRYPTO], 2.1.1; the names are in UTF-16.
    private static func isLocked(_ bytes: [UInt8]) -> Bool {
        let name = "EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        return bytes.indices.dropLast(name.count).contains { place in
            bytes[place] == name[0] && bytes[place..<place + name.count].elementsEqual(name)
        }
    }

    /// Why a document of no known format cannot be read, and what to do.
    static func refusal(of head: DocumentHead) -> (problem: String, remedy: String) {
        if head.bytes.isEmpty {
            return (tr("the file is empty"), tr("copy or export it again"))
        }
        if let kind = kind(of: head) {
            return (tr("is {1}, not a file of records", kind.what), kind.remedy)
        }
        if head.isXML {
            let kind = xml(head)
            return (tr("is {1}", kind.what), kind.remedy)
        }
        if head.isJSON { return (tr("is JSON without known records"), Advice.records.text) }
        return (
            tr("is not text, but binary data of an unknown kind"), Advice.records.text
        )
    }

    private static func xml(_ head: DocumentHead) -> Kind {
        guard let root = XMLRoot.name(head) else {
            return Kind(what: tr("XML without a root element"), remedy: Advice.records.text)
        }
        let local = root.split(separator: ":").last.map { $0.lowercased() } ?? ""
        if let known = roots[local] {
            return Kind(what: tr(known.what), remedy: known.advice.text)
        }
        return Kind(
            what: tr("XML with the root element {1}, which is not known", root),
            remedy: tr(
                "give the Apple Health export (export.xml or export.zip), a track (GPX, TCX) or a table (CSV)"
            ))
    }

    // MARK: Programs whose documents are not read yet

    private struct Program {
        /// Texts that are all in the beginning of such a document.
        var marks: [StaticString]
        var what: String
        var remedy: String
    }

    /// Documents in JSON that look like lists of records but would be misread as such.
    private static let programs: [Program] = [
        Program(
            marks: ["\"RIDE\"", "\"STARTTIME\""], what: "a ride of GoldenCheetah",
            remedy: "export the activity as GPX, TCX or FIT")
    ]

    /// The kind of a document in JSON whose program is known but which is not read yet; nil for
    /// others.
    static func unreadJSON(_ head: DocumentHead) -> Kind? {
        programs.first { program in program.marks.allSatisfy { head.position(of: $0) != nil } }
            .map { Kind(what: tr($0.what), remedy: tr($0.remedy)) }
    }

    /// The error for a document of a kind that is not read yet.
    static func unread(_ kind: Kind, at place: String) -> ImportError {
        ImportError(
            place: place, problem: tr("is {1}, which is not read yet", kind.what),
            remedy: kind.remedy)
    }
}
