import Glibc

/// A test's actions on the clipboard.
public struct Clipboard: Sendable {
    let compositor: TestCompositor

    /// Puts data into the clipboard, or empties it.
    ///
    /// The client with the keyboard is notified.
    public func offer(_ data: [OfferedData]) throws {
        try compositor.thread.perform { $0.dataDevices.offer(data) }
    }

    /// The owner of the clipboard, and its types.
    public var owner: ClipboardOwner {
        get throws { try compositor.thread.perform { $0.dataDevices.owner } }
    }

    /// The number of readers that still wait for data that are never sent, of the clipboard and of
    /// drags.
    public var waitingReaders: Int {
        get throws { try compositor.thread.perform { $0.dataDevices.waitingReaders } }
    }

    /// Waits until a client has copied something, and returns its types.
    public func waitForClient(deadline: Double = defaultDeadline) throws -> [String] {
        try compositor.wait("a client to own the clipboard", deadline: deadline) { core in
            if case .client(let types) = core.dataDevices.owner { return types }
            return nil
        }
    }

    /// All data of one type from the client that owns the clipboard.
    public func read(_ type: String, deadline: Double = defaultDeadline) throws -> [UInt8] {
        try read(type, until: nil, deadline: deadline)
    }

    /// The beginning of the data of one type: a reader that closes the pipe after the given number
    /// of bytes.
    ///
    /// With a count of 0 it closes the pipe right after the request.
    public func readBeginning(
        of type: String, count: Int, deadline: Double = defaultDeadline
    ) throws -> [UInt8] {
        try read(type, until: count, deadline: deadline)
    }

    private func read(_ type: String, until limit: Int?, deadline: Double) throws -> [UInt8] {
        let descriptor = try compositor.thread.perform { try $0.dataDevices.readSelection(type) }
        return try read(descriptor, until: limit, deadline: deadline)
    }

    /// Reads a pipe to its end, or the given number of bytes, and closes it.
    fileprivate func read(
        _ descriptor: Int32, until limit: Int?, deadline: Double
    ) throws -> [UInt8] {
        defer { Glibc.close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var result: [UInt8] = []
        var chunk: [UInt8] = Array(repeating: 0, count: 65_536)
        try compositor.wait(
            until: {
                while true {
                    let room = limit.map { min($0 - result.count, chunk.count) } ?? chunk.count
                    if room == 0 { return true }
                    let count = Glibc.read(descriptor, &chunk, room)
                    if count == 0 { return true }
                    if count < 0 { return false }
                    result += chunk[..<count]
                }
            }, "the clipboard's data to end", deadline: deadline)
        return result
    }

    /// The number of drags that clients wanted to start.
    public var dragsStarted: Int {
        get throws { try compositor.thread.perform { $0.dataDevices.dragsStarted } }
    }
}

/// Data that a test drags over windows and drops.
public struct DragInput: Sendable {
    let compositor: TestCompositor

    /// Drags data onto a window; the types are offered in this order.
    public func enter(
        _ window: TestWindow, x: Double, y: Double, data: [OfferedData],
        actions: DropActions = [.copy, .move]
    ) throws {
        let key = window.key
        try compositor.thread.perform { core in
            try core.dataDevices.dragEnter(
                core.surface(key), x: x, y: y, data: data, actions: actions)
        }
    }

    /// Drags files onto a window, by their paths, as a file manager does.
    public func enter(_ window: TestWindow, x: Double, y: Double, files: [String]) throws {
        let allowed = Set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        let list = files.map { path in
            path.utf8.reduce(into: "file://") { text, byte in
                if allowed.contains(byte) {
                    text.unicodeScalars.append(Unicode.Scalar(byte))
                } else {
                    let digits = String(byte, radix: 16, uppercase: true)
                    text += "%" + (digits.count == 1 ? "0" : "") + digits
                }
            } + "\r\n"
        }
        let data = OfferedData(type: "text/uri-list", text: list.joined())
        try enter(window, x: x, y: y, data: [data])
    }

    /// Moves the drag.
    public func move(x: Double, y: Double, time: UInt32? = nil) throws {
        try compositor.thread.perform {
            try $0.dataDevices.dragMotion(x: x, y: y, time: time ?? eventTime())
        }
    }

    /// Drops it.
    public func drop() throws { try compositor.thread.perform { try $0.dataDevices.drop() } }

    /// Moves the drag off the window again.
    public func leave() throws { try compositor.thread.perform { $0.dataDevices.dragLeave() } }

    /// The client's actions in the last drag.
    public var record: DragRecord {
        get throws { try compositor.thread.perform { $0.dataDevices.drag } }
    }

    // MARK: Drags of clients

    /// Whether drags that clients start are held, with the pointer out of all windows; else they are
    /// cancelled at once.
    public func holdsClients(_ holds: Bool) throws {
        try compositor.thread.perform { $0.dataDevices.holdsDrags = holds }
    }

    /// Waits until a client drags something, and returns its types and its actions.
    public func waitForClient(
        deadline: Double = defaultDeadline
    ) throws -> (types: [String], actions: DropActions) {
        try compositor.wait("a client to drag something", deadline: deadline) { core in
            core.dataDevices.held.map { ($0.types, DropActions(rawValue: $0.actions)) }
        }
    }

    /// All data of one type of what a client drags.
    public func read(_ type: String, deadline: Double = defaultDeadline) throws -> [UInt8] {
        let descriptor = try compositor.thread.perform { try $0.dataDevices.readDrag(type) }
        return try compositor.clipboard.read(descriptor, until: nil, deadline: deadline)
    }

    /// Drops what a client drags, and takes it or not.
    public func end(isTaken: Bool) throws {
        try compositor.thread.perform { try $0.dataDevices.endDrag(isTaken: isTaken) }
    }

    /// Waits until the client's actions in the drag fulfil a condition.
    @discardableResult
    public func wait(
        _ what: String, deadline: Double = defaultDeadline,
        until isSo: @escaping @Sendable (DragRecord) -> Bool
    ) throws -> DragRecord {
        try compositor.wait(what, deadline: deadline) { core in
            isSo(core.dataDevices.drag) ? core.dataDevices.drag : nil
        }
    }
}
