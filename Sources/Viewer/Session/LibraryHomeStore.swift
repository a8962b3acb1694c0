import EventLoop
import Maps
import Platform

/// The homes of a library, read and written on another thread: the disk may be slow.
final class LibraryHomeStore: HomeStore {
    private let mailbox: Mailbox
    /// The directory of the library; nil for the person's.
    private let library: String?

    init(_ mailbox: Mailbox, library: String?) {
        (self.mailbox, self.library) = (mailbox, library)
    }

    func load(_ done: @escaping @MainActor (Result<HomePrivacy, KeptHomes.Failure>) -> Void) {
        perform(
            { library throws(KeptHomes.Failure) in
                try KeptHomes.load(library: library)
            }, done)
    }

    func keep(
        _ homes: HomePrivacy,
        _ done: @escaping @MainActor (Result<HomePrivacy, KeptHomes.Failure>) -> Void
    ) {
        perform(
            { library throws(KeptHomes.Failure) in
                try KeptHomes.save(homes, library: library)
                return homes
            }, done)
    }

    private func perform(
        _ body: @escaping @Sendable (String?) throws(KeptHomes.Failure) -> HomePrivacy,
        _ done: @escaping @MainActor (Result<HomePrivacy, KeptHomes.Failure>) -> Void
    ) {
        let (mailbox, library) = (mailbox, library)
        let deliver: @MainActor @Sendable (Result<HomePrivacy, KeptHomes.Failure>) -> Void = {
            done($0)
        }
        WorkerThread.detach {
            let result = Result { () throws(KeptHomes.Failure) in try body(library) }
            mailbox.post { deliver(result) }
        }
    }
}
