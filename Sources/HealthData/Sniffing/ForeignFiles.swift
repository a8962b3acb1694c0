import Localization

/// Recognizes files without readable records, by their first bytes.
enum ForeignFiles {
    private static let magics: [(bytes: [UInt8], offset: Int, what: String)] = [
        ([0xff, 0xd8, 0xff], 0, "a JPEG picture"),
        ([0x89, 0x50, 0x4e, 0x47], 0, "a PNG picture"),
        (Array("GIF8".utf8), 0, "a GIF picture"),
        (Array("%PDF".utf8), 0, "a PDF document"),
        ([0x37, 0x7a, 0xbc, 0xaf], 0, "a 7-Zip archive"),
        (Array("Rar!".utf8), 0, "a RAR archive"),
        (Array("SQLite format 3".utf8), 0, "an SQLite database"),
        ([0x7f, 0x45, 0x4c, 0x46], 0, "a program"),
        ([0xd0, 0xcf, 0x11, 0xe0], 0, "an old Office document"),
        (Array("ftyp".utf8), 4, "a film or a HEIC picture"),
        (Array("RIFF".utf8), 0, "a sound, film or WebP file"),
        ([0xff, 0xfb], 0, "an MP3 file"),
        (Array("ID3".utf8), 0, "an MP3 file"),
    ]

    /// The kind of a document by its first bytes; nil if they do not show it.
    static func kind(of head: DocumentHead) -> String? {
        magics.first { head.begins($0.bytes, at: $0.offset) }.map { tr($0.what) }
    }

    /// Why a document of no known format cannot be read, and what to do.
    static func refusal(of head: DocumentHead) -> (problem: String, remedy: String) {
        let remedy = tr("give an export of health records or a table (CSV)")
        if head.bytes.isEmpty {
            return (tr("the file is empty"), tr("copy or export it again"))
        }
        if let kind = kind(of: head) {
            return (tr("is {1}, not a file of records", kind), remedy)
        }
        if head.isXML {
            return (
                tr("is {1}", xml(head)),
                tr("give the Apple Health export (export.xml or export.zip)")
            )
        }
        if head.isJSON { return (tr("is JSON without known records"), remedy) }
        return (tr("is not text, but binary data of an unknown kind"), remedy)
    }

    private static func xml(_ head: DocumentHead) -> String {
        let text = String(decoding: head.bytes.prefix(8192), as: UTF8.self).lowercased()
        return text.contains("<clinicaldocument")
            ? tr("a clinical document, not the export's main file")
            : text.contains("<html")
                ? tr("a web page, not a file of records")
                : tr("XML without the root element HealthData")
    }
}
