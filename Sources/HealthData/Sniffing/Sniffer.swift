import Localization
import Streams

/// How the text of a table is encoded.
enum TextEncoding: Sendable, Hashable {
    /// UTF-8, behind so many bytes of a byte-order mark.
    case utf8(skip: Int)
    case utf16(littleEndian: Bool, skip: Int)
    /// Windows-1252, of which Latin-1 is the part in use.
    case latin1
}

/// What kind of file it is, by its content.
enum FileFormat: Sendable, Hashable {
    case appleHealth
    case zip
    case table(TextEncoding)

    var name: String {
        switch self {
        case .appleHealth: "apple-health"
        case .zip: "apple-health.zip"
        case .table: "csv"
        }
    }
}

/// Tells formats apart by the first bytes, never by the name.
enum Sniffer {
    static let headSize = 1 << 16

    private static let magics: [(bytes: [UInt8], offset: Int, what: String)] = [
        ([0xff, 0xd8, 0xff], 0, "a JPEG picture"),
        ([0x89, 0x50, 0x4e, 0x47], 0, "a PNG picture"),
        (Array("GIF8".utf8), 0, "a GIF picture"),
        (Array("%PDF".utf8), 0, "a PDF document"),
        ([0x1f, 0x8b], 0, "a gzip archive"),
        ([0x42, 0x5a, 0x68], 0, "a bzip2 archive"),
        ([0xfd, 0x37, 0x7a, 0x58, 0x5a], 0, "an xz archive"),
        ([0x37, 0x7a, 0xbc, 0xaf], 0, "a 7-Zip archive"),
        (Array("Rar!".utf8), 0, "a RAR archive"),
        (Array("SQLite format 3".utf8), 0, "an SQLite database"),
        ([0x7f, 0x45, 0x4c, 0x46], 0, "a program"),
        ([0xd0, 0xcf, 0x11, 0xe0], 0, "an old Office document"),
        (Array("ftyp".utf8), 4, "a film or a HEIC picture"),
        (Array("RIFF".utf8), 0, "a sound, film or WebP file"),
        (Array(".FIT".utf8), 8, "a FIT activity"),
        (Array("ustar".utf8), 257, "a tar archive"),
        ([0xff, 0xfb], 0, "an MP3 file"),
        (Array("ID3".utf8), 0, "an MP3 file"),
    ]

    /// The format of a file; throws a sentence with the reason where none fits.
    static func format(of file: InputFile) throws(ImportTrouble) -> FileFormat {
        let head = try ImportTrouble.catching { () throws(StreamTrouble) in
            try file.head(headSize)
        }
        if head.isEmpty {
            throw ImportTrouble(
                place: file.path, problem: tr("the file is empty"),
                remedy: tr("copy or export it anew"))
        }
        do throws(Unfit) {
            return try format(head)
        } catch {
            throw ImportTrouble(place: file.path, problem: error.problem, remedy: error.remedy)
        }
    }

    /// Why a head fits no format.
    struct Unfit: Error {
        var problem: String
        var remedy: String
    }

    /// The format of a file that begins with these bytes.
    static func format(_ head: [UInt8]) throws(Unfit) -> FileFormat {
        if head.starts(with: [0x50, 0x4b, 0x03, 0x04])
            || head.starts(with: [0x50, 0x4b, 0x05, 0x06])
        {
            return .zip
        }
        for magic in magics where head.dropFirst(magic.offset).starts(with: magic.bytes) {
            throw Unfit(
                problem: tr("is {1}, not a file of records", tr(magic.what)),
                remedy: tr("give an Apple Health export or a table (CSV)"))
        }
        let encoding = try encoding(head)
        if case .utf8(let skip) = encoding {
            if isAppleHealth(head) { return .appleHealth }
            let first = head.dropFirst(skip).first { $0 > 0x20 }
            if first == UInt8(ascii: "<") { throw unreadableXML(head) }
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                throw Unfit(
                    problem: tr("is JSON, which cannot be read yet"),
                    remedy: tr("give an Apple Health export or a table (CSV)"))
            }
        }
        return .table(encoding)
    }

    /// Whether bytes begin an Apple Health export: XML with the root, or at least records, of one.
    static func isAppleHealth(_ head: [UInt8]) -> Bool {
        let start = head.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        guard let first = head[start...].first(where: { $0 > 0x20 }), first == UInt8(ascii: "<")
        else {
            return false
        }
        let padded = head + [UInt8](repeating: 0, count: ByteWindow.padding)
        let bytes = padded.span.bytes
        return bytes.first("<HealthData", from: start, to: head.count) != nil
            || bytes.first("<!DOCTYPE HealthData", from: start, to: head.count) != nil
            || bytes.first("<Record type=\"HK", from: start, to: head.count) != nil
    }

    private static func unreadableXML(_ head: [UInt8]) -> Unfit {
        let text = String(decoding: head.prefix(8192), as: UTF8.self).lowercased()
        let what =
            text.contains("<gpx")
            ? tr("a GPX route, which cannot be read yet")
            : text.contains("<trainingcenterdatabase")
                ? tr("a TCX activity, which cannot be read yet")
                : text.contains("<clinicaldocument")
                    ? tr("a clinical document, not the export's main file")
                    : text.contains("<html")
                        ? tr("a web page, not a file of records")
                        : tr("XML without the root element HealthData")
        return Unfit(
            problem: tr("is {1}", what),
            remedy: tr("give the Apple Health export (export.xml or export.zip)")
        )
    }

    private static func encoding(_ head: [UInt8]) throws(Unfit) -> TextEncoding {
        if head.starts(with: [0xef, 0xbb, 0xbf]) { return .utf8(skip: 3) }
        if head.starts(with: [0xff, 0xfe]) { return .utf16(littleEndian: true, skip: 2) }
        if head.starts(with: [0xfe, 0xff]) { return .utf16(littleEndian: false, skip: 2) }
        var zeros = [0, 0]
        var controls = 0
        for (index, byte) in head.enumerated() {
            if byte == 0 { zeros[index & 1] += 1 }
            if byte < 32 && byte != 9 && byte != 10 && byte != 13 { controls += 1 }
        }
        // ASCII in UTF-16 has a zero in nearly every second place and none in the others.
        if head.count >= 4, zeros[1] * 5 > head.count * 2, zeros[0] * 20 < head.count {
            return .utf16(littleEndian: true, skip: 0)
        }
        if head.count >= 4, zeros[0] * 5 > head.count * 2, zeros[1] * 20 < head.count {
            return .utf16(littleEndian: false, skip: 0)
        }
        // A few stray ones are the business of the rows they stand in.
        if controls * 20 > head.count, controls >= 16 || controls * 3 > head.count {
            throw Unfit(
                problem: tr("is not text, but binary data of an unknown kind"),
                remedy: tr("give an Apple Health export or a table (CSV)"))
        }
        return isUTF8(head) ? .utf8(skip: 0) : .latin1
    }

    /// Whether bytes are UTF-8; the last character may be cut.
    private static func isUTF8(_ head: [UInt8]) -> Bool {
        var checked = head[...]
        if checked.count == headSize {
            checked = checked.dropLast(
                checked.suffix(4).reversed().prefix { $0 & 0xc0 == 0x80 }.count + 1)
        }
        return String(validating: checked, as: UTF8.self) != nil
    }
}
