import EventLoop
import Platform
import Streams

/// Reads folders on a thread of its own, one at a time and always the one that was asked for last.
///
/// A folder that takes long, because it is large or far away, holds up nobody; one that is not
/// wanted any more is not read to its end.
@MainActor
final class FolderReader {
    typealias Answer = @MainActor (FolderContents) -> Void

    private let mailbox: Mailbox
    private var current: Cancellation?
    private var next: (path: String, answer: Answer)?

    init(mailbox: Mailbox) { self.mailbox = mailbox }

    /// Reads the folder at `path` and calls `answer` in the loop, unless another one is asked for
    /// before it comes to that.
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

    /// What a folder holds, read on the calling thread.
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
    /// What is wrong and what to do, as a sentence about what is named beside it.
    var sentence: String {
        let text = remedy.isEmpty ? problem : problem + "; " + remedy
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }
}
