// Writes drawings to the library in the background, in the order in which they were made.
//
// One worker at a time writes all that has come meanwhile, in one transaction: a slow disk delays no
// stroke. What cannot be written stays first in the queue, and is tried again with the next change.
// What others have drawn is read when nothing waits to be written, so that nothing is lost between.

import Dispatch
import EventLoop
import HealthData
import Platform

/// Writes edits of drawings to a library, and reads its drawings.
@MainActor
final class DrawingWriter {
    private enum Work { case writing, reading }

    private let loop: EventLoop
    private let directory: () -> String?
    private let didWrite: (LibraryMarkList.Version) -> Void
    private let didRead: (StoredDrawings) -> Void
    private let didFail: (LibraryError) -> Void
    private var waiting: [LibraryMarkEdit] = []
    /// What a worker is doing; nil for nothing.
    private var work: Work?
    /// Whether others have drawn something that was not read yet.
    private var isStale = false
    /// The worker that is writing.
    private let worker = DispatchGroup()

    init(
        loop: EventLoop, directory: @escaping () -> String?,
        didWrite: @escaping (LibraryMarkList.Version) -> Void,
        didRead: @escaping (StoredDrawings) -> Void, didFail: @escaping (LibraryError) -> Void
    ) {
        self.loop = loop
        self.directory = directory
        (self.didWrite, self.didRead, self.didFail) = (didWrite, didRead, didFail)
    }

    /// Whether edits wait to be written, or are being written.
    var hasUnwritten: Bool { !waiting.isEmpty || work == .writing }

    /// Writes edits, after those that came before.
    func write(_ edits: [LibraryMarkEdit]) {
        waiting += edits
        writeNext()
    }

    /// Reads the drawings once nothing waits to be written.
    func readAgain() {
        isStale = true
        writeNext()
    }

    private func writeNext() {
        guard work == nil, let directory = directory() else { return }
        let edits = waiting
        if edits.isEmpty {
            if isStale { read(directory) }
            return
        }
        waiting = []
        work = .writing
        let mailbox = loop.mailbox
        let deliver: @MainActor @Sendable (Result<LibraryMarkList.Version, LibraryError>) -> Void =
            {
                [weak self] in self?.finish(edits, $0)
            }
        worker.enter()
        WorkerThread.detach { [worker] in
            let result = Self.write(edits, to: directory)
            worker.leave()
            mailbox.post { deliver(result) }
        }
    }

    private nonisolated static func write(
        _ edits: [LibraryMarkEdit], to directory: String
    ) -> Result<LibraryMarkList.Version, LibraryError> {
        Result { () throws(LibraryError) in
            let library = try Library(directory: directory)
            defer { library.close() }
            return try library.drawings.edit(edits)
        }
    }

    private func finish(
        _ edits: [LibraryMarkEdit], _ result: Result<LibraryMarkList.Version, LibraryError>
    ) {
        work = nil
        switch result {
        case .success(let version):
            didWrite(version)
            writeNext()
        case .failure(let failure):
            waiting = edits + waiting
            didFail(failure)
        }
    }

    /// Writes what still waits, before the program ends; blocks until that is done.
    func finishNow() {
        worker.wait()
        guard let directory = directory(), !waiting.isEmpty else { return }
        if case .failure(let failure) = Self.write(waiting, to: directory) { didFail(failure) }
        waiting = []
    }

    private func read(_ directory: String) {
        isStale = false
        work = .reading
        let mailbox = loop.mailbox
        let deliver: @MainActor @Sendable (StoredDrawings?) -> Void = { [weak self] stored in
            guard let self else { return }
            work = nil
            // Something was drawn meanwhile: it is written first, and then read again.
            if waiting.isEmpty, let stored { didRead(stored) } else { isStale = stored != nil }
            writeNext()
        }
        WorkerThread.detach(priority: .background) {
            let library = try? Library(reading: directory)
            defer { library?.close() }
            let list = library.flatMap { try? $0.drawings.all() }
            let stored = list.map { StoredDrawings($0) }
            mailbox.post { deliver(stored) }
        }
    }
}
