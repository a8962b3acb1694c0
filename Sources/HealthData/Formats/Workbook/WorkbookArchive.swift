import Localization
import Streams

/// The parts of a workbook: the members of its archive, each read from its beginning when it is
/// needed.
struct WorkbookArchive {
    /// The bytes of a small part (relationships, styles) that are read at once.
    static let longestPart = 1 << 26

    let file: InputFile

    /// A stream of a part; nil if there is none of this name.
    ///
    /// Upper and lower case do not matter: some programs write `xl/sharedstrings.xml`.
    func part(_ name: String) throws(StreamError) -> ArchiveStream? {
        // What may come out is limited for each reading: a part is read several times.
        let limit = ExpansionLimit()
        limit.allow(archiveSize: file.size)
        let archive = try ArchiveReader(file, .zip, limit: limit)
        let wanted = name.lowercased()
        while try archive.next() {
            if archive.name.lowercased() == wanted { return ArchiveStream(archive, head: []) }
        }
        return nil
    }

    /// The names of all parts.
    func names() throws(StreamError) -> [String] {
        let archive = try ArchiveReader(file, .zip, limit: ExpansionLimit())
        var names: [String] = []
        while try archive.next() { names.append(archive.name) }
        return names
    }

    /// Passes the elements of a part to a visitor; false if there is no such part.
    @discardableResult
    func visit(_ name: String, _ visitor: some XMLVisitor) throws(StreamError) -> Bool {
        guard var stream = try part(name) else { return false }
        let scanner = try XMLScanner(path: "\(file.path):\(name)", visitor: visitor)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let got = try stream.read(into: &buffer, 0..<buffer.count)
            try scanner.take(&buffer, count: got, isFinal: got == 0)
            if got == 0 { return true }
        }
    }
}
