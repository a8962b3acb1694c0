import Localization
import Platform

/// A file that is written sequentially, and appears at its place when it is complete.
///
/// See `FileDraft` for links, pipes and failures.
package final class OutputFile {
    private let draft: FileDraft

    /// Begins a file; `-` is standard output.
    ///
    /// - Parameter readers: who may read it; only the user for personal data.
    package init(path: String, readers: FileDraft.Readers = .everybody) throws(StreamError) {
        do throws(FileError) {
            draft = try FileDraft(at: path == "-" ? "/dev/stdout" : path, readers: readers)
        } catch {
            throw StreamError(error)
        }
    }

    /// The descriptor, for code that writes to it directly.
    var descriptor: Int32 { draft.descriptor }

    /// Appends all the bytes.
    package func write(_ bytes: [UInt8]) throws(StreamError) {
        do throws(FileError) { try draft.write(bytes) } catch { throw StreamError(error) }
    }

    /// Puts the file in its place; without this nothing appears there.
    ///
    /// - Parameter isLasting: Whether it is on the disk when this returns.
    package func finish(isLasting: Bool = false) throws(StreamError) {
        do throws(FileError) {
            try draft.finish(isLasting: isLasting)
        } catch {
            throw StreamError(error)
        }
    }
}

extension StreamError {
    /// An output that could not be written.
    init(_ failure: FileError) {
        self.init(
            place: failure.place, problem: tr("cannot be written ({1})", failure.reason),
            remedy: failure.isFull ? tr("make room and try again") : tr("choose another place"))
    }
}
