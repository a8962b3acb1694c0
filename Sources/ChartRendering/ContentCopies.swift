/// The copies of contents on the GPU, each made when its content is first drawn.
///
/// A copy is kept as long as its content exists, and released at the end of the next frame.
@MainActor
struct ContentCopies {
    private struct Entry {
        weak var content: AnyObject?
        var copy: AnyObject
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// The copy of a content, as a type of copy; nil if there is none.
    func copy<Copy: AnyObject>(of content: AnyObject, as type: Copy.Type = Copy.self) -> Copy? {
        // Another content may have been at this address before.
        guard let entry = entries[ObjectIdentifier(content)], entry.content === content else {
            return nil
        }
        return entry.copy as? Copy
    }

    /// Whether there is a copy of a content.
    func has(_ content: AnyObject) -> Bool {
        entries[ObjectIdentifier(content)].map { $0.content === content } ?? false
    }

    /// Stores a copy of a content in place of the one before.
    mutating func keep(_ copy: AnyObject, of content: AnyObject) {
        entries[ObjectIdentifier(content)] = Entry(content: content, copy: copy)
    }

    /// Releases the copies whose contents no longer exist.
    mutating func sweep() {
        guard entries.contains(where: { $0.value.content == nil }) else { return }
        entries = entries.filter { $0.value.content != nil }
    }

    /// Releases all copies.
    mutating func forget() { entries = [:] }

    /// The number of copies.
    var count: Int { entries.count }
}
