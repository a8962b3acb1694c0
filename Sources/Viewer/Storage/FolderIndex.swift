// The names in a folder, for completion while one of them is typed.
//
// Layout: four lists, the visible and the hidden folders and files, each sorted by its names in
// lower case. Names with the same beginning are adjacent there, so binary search finds them, and
// also what all of them have in common (in a sorted list that is what the first and the last have
// in common): no key press looks through the folder, however large it is. Names are compared by the
// bytes of their composed forms, because only in that order is a common beginning one run.
// Rejected: comparing strings, whose characters join with what follows.

import Foundation
import Streams

/// The contents of a folder, in the order of a list: folders first.
struct FolderIndex: Sendable {
    /// A name in the folder.
    struct Entry: Hashable, Sendable {
        let name: String
        let isFolder: Bool
        fileprivate let key: [UInt8]
    }

    /// The entries with a given beginning.
    struct Matches: Sendable {
        fileprivate var runs: [ArraySlice<Entry>] = []

        var count: Int { runs.reduce(0) { $0 + $1.count } }

        /// An entry by its position in the list.
        subscript(place: Int) -> Entry {
            var place = place
            for run in runs {
                if place < run.count { return run[run.startIndex + place] }
                place -= run.count
            }
            preconditionFailure("the index is beyond the end of the list")
        }

        /// The beginning that all of them share, spelled as in the first; nil if there are none.
        var commonPart: String? {
            let ends = runs.flatMap { [$0.first, $0.last].compactMap(\.self) }
            guard let first = ends.first else { return nil }
            var common = first.key[...]
            for end in ends { common = common.commonPrefix(with: end.key) }
            guard common.count < first.key.count else { return first.name }
            // A lower-case form may be longer or shorter than the original.
            var part = ""
            for character in first.name {
                let next = part + String(character)
                guard common.starts(with: FolderIndex.key(next)) else { break }
                part = next
            }
            return part
        }
    }

    private var shown: [[Entry]] = [[], []]
    private var hidden: [[Entry]] = [[], []]

    /// Creates the index of a folder; sorting takes a while for very many names.
    init(_ listing: FolderListing) {
        for entry in listing.entries {
            let made = Entry(
                name: entry.name, isFolder: entry.isFolder, key: FolderIndex.key(entry.name))
            let group = entry.isFolder ? 0 : 1
            if entry.name.hasPrefix(".") {
                hidden[group].append(made)
            } else {
                shown[group].append(made)
            }
        }
        for group in 0...1 {
            shown[group].sort(by: FolderIndex.precedes)
            hidden[group].sort(by: FolderIndex.precedes)
        }
    }

    /// The entries whose names have this beginning, ignoring case.
    ///
    /// Hidden ones are included only if the beginning is a dot.
    func matches(_ beginning: String) -> Matches {
        let key = FolderIndex.key(beginning)
        let groups = beginning.hasPrefix(".") ? hidden : shown
        return Matches(
            runs: groups.map { group in
                let first = group.firstPlace { !$0.key.lexicographicallyPrecedes(key) }
                let rest = group[first...]
                return rest.prefix(rest.firstPlace { !$0.key.starts(with: key) } - first)
            })
    }

    private static func precedes(_ a: Entry, _ b: Entry) -> Bool {
        a.key == b.key ? a.name < b.name : a.key.lexicographicallyPrecedes(b.key)
    }

    fileprivate static func key(_ name: String) -> [UInt8] {
        Array(name.lowercased().precomposedStringWithCanonicalMapping.utf8)
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first position from which the predicate holds for all elements, by binary search.
    ///
    /// It is the end if the predicate holds for none.
    fileprivate func firstPlace(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension ArraySlice where Element == UInt8 {
    fileprivate func commonPrefix(with other: [UInt8]) -> ArraySlice<UInt8> {
        prefix(zip(self, other).prefix { $0 == $1 }.count)
    }
}
