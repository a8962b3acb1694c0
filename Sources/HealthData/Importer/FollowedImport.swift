// Files that are read on as they grow.
//
// Method: at the end of a table, its scanner is kept with the position behind the last line end.
// Appended rows pass through the same scanner, so a growing file has the same result as one that is
// read in one piece; an incomplete line waits for its end. If a file was rewritten in place, the
// bytes before that position differ; they are compared first. A file that cannot be read on (an
// archive, XML, a table in UTF-16) or that was replaced is read again, and all others with it,
// because their records are merged together.

import ChartCore
import Localization
import Platform
import Streams

/// An import that reads what is appended to its files.
///
/// It belongs to one thread at a time; its calls block. Its results share memory with it.
package final class FollowedImport {
    private enum Change {
        case none
        case appended(InputFile)
        case reread(String)
    }

    /// The last known state of a file that cannot be read on.
    private struct Known: Equatable {
        var identity: FileIdentity?
        var size: Int
    }

    private let files: [String]
    private let options: ImportOptions
    private var session: ImportSession?
    private var known: [Known?]
    private var cancellation = Cancellation()
    /// How often the files were read from their beginnings.
    package private(set) var fullReadCount = 0

    /// Reads standard input once and does not follow it.
    package init(files: [String], options: ImportOptions) {
        self.files = files
        self.options = options
        known = [Known?](repeating: nil, count: files.count)
    }

    /// Reads all files from their beginnings; the closures are those of `Importer.run`.
    ///
    /// The last line of a table counts only once its line end is there.
    package func read(
        progress: @escaping (ImportProgress) -> Void = { _ in },
        grown: ((_ soFar: () -> HealthRecords) -> Void)? = nil,
        cancellation: Cancellation = Cancellation()
    ) -> ImportResult {
        let session = ImportSession(
            files: files, options: options, follows: true, progress: progress, grown: grown,
            cancellation: cancellation)
        self.session = session
        self.cancellation = cancellation
        fullReadCount += 1
        for index in files.indices {
            known[index] = FollowedImport.known(files[index])
            if session.wasCancelled { continue }
            session.read(index)
            if known[index] != nil, session.output.tail(index) == nil, !session.hasFailed(index) {
                session.note(
                    index,
                    tr("a file of this kind is read again whenever it changes"))
            }
        }
        return session.result(reportsEnd: true)
    }

    /// Reads what has been appended since; nil if there is nothing new.
    ///
    /// The records of a deleted file are kept until it exists again.
    ///
    /// - Parameter closed: the paths (as they were given) that a writer has closed, or that name
    ///   another file now; those of them that cannot be read on are read again.
    package func update(closed: Set<String> = []) -> ImportResult? {
        guard let session else { return nil }
        var notes: [(Int, String)] = []
        var appended: [(Int, InputFile)] = []
        for index in files.indices {
            switch change(index, session, isClosed: closed.contains(files[index])) {
            case .none: break
            case .appended(let file): appended.append((index, file))
            case .reread(let text): notes.append((index, text))
            }
        }
        if !notes.isEmpty {
            _ = read(cancellation: cancellation)
            for (index, text) in notes { self.session?.note(index, text) }
            return self.session?.result(reportsEnd: false)
        }
        guard !appended.isEmpty else { return nil }
        var hasRead = false
        for (index, file) in appended {
            if session.readOn(index, file) { hasRead = true }
        }
        return hasRead ? session.result(reportsEnd: false) : nil
    }

    /// Whether a path names a pipe: it is read once, to its end, and not followed.
    package static func isPipe(_ path: String) -> Bool { InputFile.isPipe(path) }

    private static func known(_ path: String) -> Known? {
        // A pipe must not be opened for inspection.
        guard path != "-", FileIdentity(path: path) != nil, let file = try? InputFile(path: path)
        else { return nil }
        return Known(identity: file.identity, size: file.size)
    }

    private func change(_ index: Int, _ session: ImportSession, isClosed: Bool) -> Change {
        guard files[index] != "-", FileIdentity(path: files[index]) != nil,
            let file = try? InputFile(path: files[index])
        else { return .none }
        guard let tail = session.output.tail(index) else {
            let now = Known(identity: file.identity, size: file.size)
            let isOther = known[index]?.identity != now.identity
            guard isClosed || isOther || session.hasFailed(index) && known[index] != now else {
                return .none
            }
            return .reread(
                isOther
                    ? tr("the file was replaced and read again")
                    : tr("the file was rewritten and read again"))
        }
        if file.identity != tail.identity {
            return .reread(tr("the file was replaced and read again"))
        }
        if file.size < tail.position {
            return .reread(tr("the file became shorter and was read again"))
        }
        if TableTail.bytes(of: file, before: tail.position) != tail.before {
            return .reread(tr("the file was rewritten and read again"))
        }
        return file.size > tail.position ? .appended(file) : .none
    }
}
