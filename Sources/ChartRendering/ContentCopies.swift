/// What contents became on the GPU, each made when its content is first drawn.
///
/// A copy is kept for as long as its content exists, and let go at the end of the frame after that.
@MainActor
struct ContentCopies {
    private struct Entry {
        weak var content: AnyObject?
        var copy: AnyObject
    }

    private var entries: [ObjectIdentifier: Entry] = [:]

    /// The copy of a content, as a kind of copy; nil where there is none.
    func copy<Copy: AnyObject>(of content: AnyObject, as type: Copy.Type = Copy.self) -> Copy? {
        // Another content may have been there before.
        guard let entry = entries[ObjectIdentifier(content)], entry.content === content else {
            return nil
        }
        return entry.copy as? Copy
    }

    /// Keeps a copy of a content in place of the one before.
    mutating func keep(_ copy: AnyObject, of content: AnyObject) {
        entries[ObjectIdentifier(content)] = Entry(content: content, copy: copy)
    }

    /// Lets go of the copies whose contents are gone.
    mutating func sweep() {
        guard entries.contains(where: { $0.value.content == nil }) else { return }
        entries = entries.filter { $0.value.content != nil }
    }

    /// Lets go of everything.
    mutating func forget() { entries = [:] }

    /// How many copies there are.
    var count: Int { entries.count }
}
