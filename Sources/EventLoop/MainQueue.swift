// The main queue, which the loop serves: `Task`s and `await`s of the main actor run in it.
//
// Method: libdispatch gives the owner of a loop a descriptor that can be read as soon as something
// is in the queue, and a function that runs all of it; Foundation's run loop uses the same two. The
// descriptor is polled with the others, so that a program without tasks does not wake for them.

import CLinux
import Dispatch
import Glibc

/// The main queue of the process.
@MainActor
struct MainQueue {
    /// Can be read if something is in the queue.
    let descriptor: Int32

    /// The queue; nil if the calling thread cannot run it.
    ///
    /// That is so in a program whose asynchronous `main` has awaited something: from then on the queue
    /// belongs to threads of libdispatch, of which one is running the caller, as a part of the queue.
    init?() {
        guard Self.isOnFirstThread else { return nil }
        descriptor = _dispatch_get_main_queue_handle_4CF()
        guard descriptor >= 0 else { return nil }
    }

    private static var isOnFirstThread: Bool { thread_id() == getpid() }

    /// Runs all that is in the queue now.
    func run() {
        // An asynchronous `main` may have moved to another thread since.
        guard Self.isOnFirstThread else { return }
        var count: UInt64 = 0
        while read(descriptor, &count, MemoryLayout<UInt64>.size) < 0 && errno == EINTR {}
        _dispatch_main_queue_callback_4CF(nil)
    }
}
