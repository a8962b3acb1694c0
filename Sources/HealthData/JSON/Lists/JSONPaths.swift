// The paths that occur in a JSON document, each once.
//
// Layout: a tree of names. The elements of an array have the path of the array, so that the same
// member of all of them is one path. Members are looked up by the path above them and a hash of
// their name, and the name is compared. Limit: `most` paths; what is below further ones is not
// read, so that a document with a new name for every value takes no more memory.

import Streams

/// The paths of the values of a JSON document.
struct JSONPaths: Sendable {
    static let most = 20_000
    /// The path of the document itself.
    static let root = 0
    /// Any path beyond the limit.
    static let none = -1

    private struct Node {
        var name: String
        var bytes: [UInt8]
        var parent: Int
    }

    private struct Key: Hashable {
        var parent: Int
        var hash: UInt64
    }

    private var nodes = [Node(name: "", bytes: [], parent: JSONPaths.none)]
    private var places: [Key: Int] = [:]
    /// Whether there were more paths than are distinguished.
    private(set) var isOverfull = false

    var count: Int { nodes.count }

    /// The last component of a path.
    func name(_ path: Int) -> String { nodes[path].name }

    func parent(_ path: Int) -> Int { nodes[path].parent }

    /// The paths above one.
    func above(_ path: Int) -> [Int] {
        var result: [Int] = []
        var path = parent(path)
        while path >= JSONPaths.root {
            result.append(path)
            path = parent(path)
        }
        return result
    }

    /// The components between two paths, of which the first is above the second.
    func components(from above: Int, to path: Int) -> [String] {
        var result: [String] = []
        var path = path
        while path != above, path > JSONPaths.root {
            result.append(nodes[path].name)
            path = nodes[path].parent
        }
        return result.reversed()
    }

    /// A path as a text: its components with points between them.
    func text(_ path: Int) -> String {
        components(from: JSONPaths.root, to: path).joined(separator: ".")
    }

    /// The path of a member whose name is in `start..<end`, with escapes as they are written.
    mutating func member(of path: Int, _ bytes: RawSpan, _ start: Int, _ end: Int) -> Int {
        guard path != JSONPaths.none else { return path }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in start..<end { hash = (hash ^ UInt64(bytes.byte(index))) &* 0x100_0000_01b3 }
        return member(of: path, hash) { known in
            guard known.count == end - start else { return false }
            for index in known.indices where known[index] != bytes.byte(start + index) {
                return false
            }
            return true
        } make: {
            (start..<end).map { bytes.byte($0) }
        }
    }

    /// The path of a member with a name that the reader gives.
    mutating func member(of path: Int, named name: String) -> Int {
        guard path != JSONPaths.none else { return path }
        let bytes = Array(name.utf8)
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return member(of: path, hash) {
            $0 == bytes
        } make: {
            bytes
        }
    }

    private mutating func member(
        of path: Int, _ hash: UInt64, _ isSame: ([UInt8]) -> Bool, make: () -> [UInt8]
    ) -> Int {
        var key = Key(parent: path, hash: hash)
        while let known = places[key] {
            if isSame(nodes[known].bytes) { return known }
            key.hash &+= 1
        }
        guard nodes.count < JSONPaths.most else {
            isOverfull = true
            return JSONPaths.none
        }
        let bytes = make()
        places[key] = nodes.count
        nodes.append(
            Node(
                name: JSONTape.unescaped(String(decoding: bytes, as: UTF8.self)), bytes: bytes,
                parent: path))
        return nodes.count - 1
    }
}
