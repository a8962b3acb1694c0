import EventLoop
import Platform
import Streams

/// Reads folders on a separate thread, one at a time and always the one requested last.
///
/// A folder that takes long, because it is large or remote, blocks nothing; one that is no longer
/// wanted is not read to its end.
@MainActor
final class FolderReader {
    typealias Answer = @MainActor (FolderContents) -> Void

    private let mailbox: Mailbox
    private var current: Cancellation?
    private var next: (path: String, answer: Answer)?

    init(mailbox: Mailbox) { self.mailbox = mailbox }

    /// Reads the folder at `path` and calls `answer` in the loop.
    ///
    /// It does not call it if another folder is requested first.
    func read(_ path: String, _ answer: @escaping Answer) {
        next = (path, answer)
        if let current { current.cancel() } else { startNext() }
    }

    private func startNext() {
        guard let (path, answer) = next else { return }
        next = nil
        let cancellation = Cancellation()
        current = cancellation
        let mailbox = mailbox
        WorkerThread.detach { [weak self] in
            let contents = FolderReader.contents(path, cancellation)
            mailbox.post {
                if !cancellation.isCancelled { answer(contents) }
                self?.current = nil
                self?.startNext()
            }
        }
    }

    /// The contents of a folder, read on the calling thread.
    nonisolated static func contents(
        _ path: String, _ cancellation: Cancellation = Cancellation()
    ) -> FolderContents {
        do throws(StreamError) {
            return .known(FolderIndex(try FolderListing(path: path, cancellation: cancellation)))
        } catch {
            return .closed(error.sentence)
        }
    }
}

extension ReportableError {
    /// The problem and its remedy, as a sentence about the thing named next to it.
    var sentence: String {
        let text = remedy.isEmpty ? problem : problem + "; " + remedy
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}
