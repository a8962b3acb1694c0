// Finds the documents in the input: a file, a folder, an archive, archives in those.
//
// Method: an archive is read once, from its first member to its last, and every member is
// recognized by its own first bytes; a member that is an archive itself is copied out and walked in
// its place. So the order of members does not matter, nothing is unpacked that is not read, and of
// a broken archive everything before the break is read. Limits: archives are nested at most
// `deepest` deep, and together give no more than their `ExpansionLimit` allows. The walk ends when
// that is spent, so that nothing is unpacked that would not be read. Names inside archives are only
// displayed, never used as paths.

import Localization
import Platform
import Streams

struct DocumentWalk {
    static let deepest = 4

    /// The receiver of the documents.
    protocol Visitor: AnyObject {
        /// Reads a document; false to end the walk.
        func visit(_ document: Document) throws(ImportError) -> Bool
        /// Called for an entry that is not a document and could not be opened.
        func passOver(_ path: String, _ failure: ImportError)
        /// Called when more came out of archives than is allowed, which ends the walk.
        func exceed(_ failure: ImportError)
        /// Called with the kind of file that contains the documents, `zip` or `folder`, and its
        /// size.
        func enter(_ container: String, bytes: Int)
    }

    /// The position of an entry: its name, and its share of the whole.
    private struct Position {
        /// The path inside the input; empty for the input itself.
        var path: String
        var share: ClosedRange<Double>
        var depth: Int
    }

    private let given: String
    private let visitor: any Visitor
    private let cancellation: Cancellation
    private let limit: ExpansionLimit

    /// A walk through the file or folder at a path; `-` is standard input.
    ///
    /// The limit grows with each archive that is found, and the contents use it up.
    init(
        _ path: String, _ visitor: any Visitor, limit: ExpansionLimit, _ cancellation: Cancellation
    ) {
        given = path
        self.limit = limit
        self.visitor = visitor
        self.cancellation = cancellation
    }

    /// Visits every document.
    ///
    /// - Throws: the reason why the input cannot be opened or breaks off.
    func run() throws(ImportError) {
        if given != "-", InputFile.isFolder(given) { return try walkFolder() }
        let file = try ImportError.catching { () throws(StreamError) in
            try InputFile(path: given, cancellation: cancellation)
        }
        try run(file)
    }

    /// Visits every document in a file that is already open.
    func run(_ file: InputFile) throws(ImportError) {
        _ = try walk(file, Position(path: "", share: 0...1, depth: 0))
    }

    private func walkFolder() throws(ImportError) {
        let folder = try ImportError.catching { () throws(StreamError) in
            try Folder(path: given)
        }
        for failure in folder.failures { visitor.passOver(failure.place, ImportError(failure)) }
        visitor.enter("folder", bytes: 0)
        let count = Double(folder.files.count)
        for (index, path) in folder.files.enumerated() {
            if DocumentWalk.isLitter(path) { continue }
            let share = Double(index) / count...Double(index + 1) / count
            // An error in one file does not affect the others.
            do throws(ImportError) {
                let file = try ImportError.catching { () throws(StreamError) in
                    try InputFile(path: given + "/" + path, cancellation: cancellation)
                }
                let position = Position(path: path, share: share, depth: 1)
                guard try walk(file, position) else { return }
            } catch {
                visitor.passOver(path, error)
            }
        }
    }

    /// Visits a file, or its contents; false to end the walk.
    private func walk(
        _ file: InputFile, _ position: Position, isInner: Bool = false
    ) throws(ImportError) -> Bool {
        let head = try ImportError.catching { () throws(StreamError) in
            try file.head(DocumentHead.size)
        }
        if let kind = ArchiveKind(head) {
            if let office = OfficeArchive.kind(head) {
                throw ImportError(
                    place: file.path, problem: tr("is {1}", office.what), remedy: office.remedy)
            }
            if OfficeArchive.content(head) != nil {
                // A workbook is one document, whose parts its format reads.
                try ImportError.catching { () throws(StreamError) in try file.waitForEnd() }
                return try visit(file, head, position)
            }
            if !isInner {
                try ImportError.catching { () throws(StreamError) in try file.waitForEnd() }
                limit.allow(archiveSize: file.size)
            }
            return try walkArchive(file, kind, position)
        }
        return try visit(file, head, position)
    }

    /// Visits a file as a document.
    private func visit(
        _ file: InputFile, _ head: [UInt8], _ position: Position
    ) throws(ImportError) -> Bool {
        let path = position.path.isEmpty ? given : position.path
        return try visitor.visit(
            Document(
                .file(file),
                head: DocumentHead(
                    path: path, bytes: head, isWhole: head.count < DocumentHead.size),
                place: file.path, isMember: !position.path.isEmpty, share: position.share,
                cancellation: cancellation))
    }

    private func walkArchive(
        _ file: InputFile, _ kind: ArchiveKind, _ position: Position
    ) throws(ImportError) -> Bool {
        let archive = try ImportError.catching { () throws(StreamError) in
            try ArchiveReader(file, kind, limit: limit)
        }
        if position.depth == 0 { visitor.enter(kind == .zip ? "zip" : "archive", bytes: file.size) }
        let share = position.share
        func reached() -> Double {
            share.lowerBound + archive.fraction * (share.upperBound - share.lowerBound)
        }
        while true {
            let isThere = try ImportError.catching { () throws(StreamError) in
                try next(archive)
            }
            if limit.isSpent { return endSpent(file.path) }
            guard isThere, !cancellation.isCancelled else { break }
            let name = archive.name
            if DocumentWalk.isLitter(name) { continue }
            let path = position.path.isEmpty ? name : position.path + ":" + name
            do throws(ImportError) {
                let bytes = try ImportError.catching { () throws(StreamError) in
                    try DocumentWalk.head(of: archive)
                }
                let place = "\(file.path):\(name)"
                if ArchiveKind(bytes) != nil {
                    guard position.depth < DocumentWalk.deepest else {
                        throw ImportError(
                            place: place, problem: tr("archives are nested too deeply"),
                            remedy: tr("unpack the outer ones first"))
                    }
                    let before = reached()
                    let inner = try ImportError.catching { () throws(StreamError) in
                        var stream = ArchiveStream(archive, head: bytes)
                        return try InputFile(
                            copying: &stream, path: place, cancellation: cancellation)
                    }
                    let own = Position(
                        path: path, share: before...max(before, reached()),
                        depth: position.depth + 1)
                    guard try walk(inner, own, isInner: true) else { return false }
                    continue
                }
                let document = Document(
                    .member(archive),
                    head: DocumentHead(
                        path: path, bytes: bytes, isWhole: bytes.count < DocumentHead.size,
                        inner: name),
                    place: place, isMember: true, share: share, cancellation: cancellation)
                guard try visitor.visit(document) else { return false }
            } catch {
                visitor.passOver(path, error)
            }
            if limit.isSpent { return endSpent(file.path) }
        }
        if archive.members == 0 {
            throw ImportError(
                place: file.path, problem: tr("the archive is empty"),
                remedy: tr("copy or export it again"))
        }
        return !cancellation.isCancelled
    }

    /// Moves to an archive's next member; false if there is none, or no more are allowed.
    private func next(_ archive: ArchiveReader) throws(StreamError) -> Bool {
        do throws(StreamError) {
            return try archive.next()
        } catch {
            if limit.isSpent { return false }
            throw error
        }
    }

    /// Ends the walk if more came out of archives than is allowed.
    private func endSpent(_ place: String) -> Bool {
        visitor.exceed(ImportError(limit.failure(place)))
        return false
    }

    private static func head(of archive: ArchiveReader) throws(StreamError) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: DocumentHead.size)
        var have = 0
        do throws(StreamError) {
            while have < head.count {
                let got = try archive.read(into: &head, have..<head.count)
                if got == 0 { break }
                have += got
            }
        } catch {
            // The bytes so far may be enough to recognize the member; the same error occurs again
            // when it is read on.
            if have == 0 { throw error }
        }
        head.removeLast(head.count - have)
        return head
    }

    /// Whether a name is that of a file which systems leave in folders and archives.
    private static func isLitter(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard let name = parts.last else { return true }
        return parts.contains("__MACOSX") || name.hasPrefix("._") || name == ".DS_Store"
            || name == "Thumbs.db" || name == "desktop.ini"
    }
}
