// Files that other programs open.
//
// Source: `org.freedesktop.portal.OpenURI`. A program in a sandbox cannot start another one; the
// desktop starts the one that the user prefers for the kind of the file.

import EventLoop

/// Lets the desktop open a file in the program that the user prefers for it.
@MainActor
public final class OpenPortal {
    private let requests: PortalRequests

    /// A portal on `bus`, which sends nothing yet.
    public init(_ bus: SessionBus) {
        requests = PortalRequests("org.freedesktop.portal.OpenURI", bus)
    }

    /// Opens the file of a descriptor, of which the desktop gets a copy.
    ///
    /// `answer` is called once, from the loop, with whether the desktop has opened it.
    ///
    /// - Parameter parent: the parent window of a dialog, `wayland:` and its handle; empty for none.
    public func open(_ descriptor: Int32, parent: String, answer: @escaping (Bool) -> Void) {
        requests.call("OpenFile", [.text(parent), .descriptor(descriptor)], options: [:]) {
            result in
            if case .results = result { answer(true) } else { answer(false) }
        }
    }

    /// Cancels the request; its answer is no longer delivered.
    public func cancel() { requests.cancel() }
}
