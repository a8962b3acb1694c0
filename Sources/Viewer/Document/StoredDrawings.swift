// Drawings between the library, which keeps bytes, and the charts, which draw ink.

import Foundation
import HealthData
import Ink
import Localization

/// The drawings of a library, as the charts draw them.
struct StoredDrawings: Sendable {
    /// The drawings of each metric, with the changes that can be taken back.
    private(set) var documents: [MetricID: InkDocument] = [:]
    /// What cannot be shown, a sentence each.
    private(set) var problems: [String] = []
    /// What the library holds.
    let version: LibraryMarkList.Version

    /// Decodes the drawings of a library.
    init(_ list: LibraryMarkList) {
        version = list.version
        problems = list.damages
        var newer = 0
        var marks: [MetricID: [InkMark]] = [:]
        var decoder = Decoder()
        for kept in list.marks {
            do throws(InkMarkError) {
                marks[kept.metric, default: []].append(try decoder.mark(kept))
            } catch {
                switch error {
                case .newer: newer += 1
                case .damaged: problems.append(tr("drawing {1} is damaged", "\(kept.id)"))
                }
            }
        }
        if newer > 0 {
            problems.append(
                trn(
                    "{n} drawing was made by a later version of Oresen",
                    "{n} drawings were made by a later version of Oresen", count: newer))
        }
        for metric in Set(marks.keys).union(list.done.keys).union(list.undone.keys) {
            documents[metric] = InkDocument(
                marks[metric] ?? [], done: decoder.readable(list.done[metric] ?? []),
                undone: decoder.readable(list.undone[metric] ?? []))
        }
    }
}

/// Decodes marks; what most changes of the journal have made is still there, and decoded once.
private struct Decoder {
    private var known: [Int64: (bytes: [UInt8], mark: InkMark)] = [:]

    mutating func mark(_ kept: LibraryMark) throws(InkMarkError) -> InkMark {
        if let known = known[kept.id], known.bytes == kept.bytes { return known.mark }
        let mark = try InkMarkCoding.mark(kept.bytes, id: InkMark.ID(Int(kept.id)))
        known[kept.id] = (kept.bytes, mark)
        return mark
    }

    /// The changes after the last one that cannot be read.
    mutating func readable(_ changes: [LibraryMarkChange]) -> [InkDocument.Change] {
        var readable: [InkDocument.Change] = []
        for change in changes {
            if let before = try? change.before.map({ try mark($0) }),
                let after = try? change.after.map({ try mark($0) })
            {
                readable.append(InkDocument.Change(before: before, after: after))
            } else {
                readable = []
            }
        }
        return readable
    }
}

extension LibraryMark {
    /// A mark as the library keeps it.
    init(_ mark: InkMark, of metric: MetricID) {
        let kind: String
        switch mark.content {
        case .stroke(let stroke): kind = stroke.brush.kind.rawValue
        case .figure(let figure): kind = figure.kind.rawValue
        }
        // Numbers are microseconds since 1970.
        let created = Double(mark.id.number) / 1e6
        self.init(
            id: Int64(mark.id.number), metric: metric, kind: kind, basis: mark.basis?.rawValue,
            times: mark.spanX, values: mark.spanY, created: created, changed: created,
            bytes: InkMarkCoding.bytes(mark))
    }
}

extension LibraryMarkEdit {
    /// What is written about a change of ink.
    init(_ way: Way, _ change: InkDocument.Change, of metric: MetricID) {
        self.init(
            way,
            LibraryMarkChange(
                metric: metric, before: change.before.map { LibraryMark($0, of: metric) },
                after: change.after.map { LibraryMark($0, of: metric) }))
    }
}
