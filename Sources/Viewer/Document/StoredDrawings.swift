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
        for kept in list.marks {
            do throws(InkMarkError) {
                marks[kept.metric, default: []].append(try kept.ink())
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
                marks[metric] ?? [], done: Self.readable(list.done[metric] ?? []),
                undone: Self.readable(list.undone[metric] ?? []))
        }
    }

    /// The changes after the last one that cannot be read.
    private static func readable(_ changes: [LibraryMarkChange]) -> [InkDocument.Change] {
        var readable: [InkDocument.Change] = []
        for change in changes {
            if let before = try? change.before.map({ try $0.ink() }),
                let after = try? change.after.map({ try $0.ink() })
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
    /// The mark as it is drawn.
    fileprivate func ink() throws(InkMarkError) -> InkMark {
        try InkMarkCoding.mark(bytes, id: InkMark.ID(Int(id)))
    }

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
