// Marks that a view makes too small to be seen, gathered where they are.
//
// Method: what is too small is visited from left to right. Each joins the first cluster that it is
// near, or begins one; then clusters whose signs would overlap are joined. It begins with the first
// mark of the document and not with that of the view, so a pan changes nothing, and the clusters of
// one scale are kept. Those of the next one cost a few comparisons for every mark, and sorting the
// small ones.

import ChartCore
import Geometry

/// Marks that are too small in a view, at one place.
public struct InkCluster: Hashable, Sendable, Identifiable {
    /// The mark at which it is.
    public var id: InkMark.ID
    /// All of its marks, in drawing order.
    public var marks: [InkMark.ID]
    /// Where it is, as places of both axes.
    public var place: Point
    /// Its opacity: what is missing from the marks' own (`InkMark.presence(in:)`).
    public var presence: Double

    /// The size of its sign, in points: a circle, and the number of its marks if there are several.
    public var size: Size { Self.size(of: marks.count) }

    static let height = 20.0

    static func size(of count: Int) -> Size {
        guard count > 1 else { return Size(width: height, height: height) }
        var digits = 0.0
        var rest = count
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        return Size(width: height + 6 + 7 * digits, height: height)
    }
}

/// Finds the clusters of a document.
public struct InkClusters: Sendable {
    private struct Entry {
        var mark: InkMark.ID
        var basis: InkBasis?
        var extent: InkExtent
    }

    /// What the kept clusters are for.
    private struct Key {
        var revision: Revision
        var basis: InkBasis?
        var others: Set<InkMark.ID>
        var y: InkAxisView
        /// Pixels per place along x.
        var scale: Double
        var pixelsPerPoint: Double

        /// Whether another key has the same clusters: a pan changes the last digits of a scale.
        func holds(for other: Key) -> Bool {
            revision == other.revision && basis == other.basis && others == other.others
                && y == other.y && pixelsPerPoint == other.pixelsPerPoint
                && abs(scale - other.scale) <= 1e-6 * abs(scale)
        }
    }

    private var entries: [Entry] = []
    private var transforms = ScaleTransforms()
    /// The clusters of the entries; nil before there are any.
    private var known: (key: Key, clusters: [InkCluster])?

    /// Marks are together within this distance along each axis, in points.
    private static let reach = 20.0

    /// Finds the clusters of no document yet.
    public init() {}

    /// The clusters of a document in a view, from left to right; those outside the plot too.
    ///
    /// - Parameters:
    ///   - basis: what the values of the chart are sums over.
    ///   - others: marks that are shown in another way, however small they are.
    ///
    /// Cost: none where only the x range has moved, linear in what has changed where that is not
    /// small, and else linear in the marks.
    public mutating func clusters(
        of document: InkDocument, in view: InkView, basis: InkBasis?,
        without others: Set<InkMark.ID>
    ) -> [InkCluster] {
        let key = Key(
            revision: document.revision, basis: basis, others: others, y: view.y,
            scale: view.x.pixelsPerPlace, pixelsPerPoint: view.x.pixelsPerPoint)
        let transforms = ScaleTransforms(x: view.x.transform, y: view.y.transform)
        if let known, known.key.holds(for: key), transforms == self.transforms {
            return known.clusters
        }
        if let changes = follow(document, transforms), var known {
            known.key.revision = key.revision
            // What is drawn is mostly large.
            let isSame = changes.allSatisfy { change in
                (change.before + change.after).allSatisfy { $0.presence(in: view) == 1 }
            }
            if isSame, known.key.holds(for: key) {
                self.known = known
                return known.clusters
            }
        }
        var small: [InkCluster] = []
        for entry in entries {
            let presence = entry.extent.presence(in: view)
            guard presence < 1, entry.basis == basis, !others.contains(entry.mark) else { continue }
            let (x, y) = (entry.extent.x, entry.extent.y)
            let place = Point(
                x: x.lowerBound + (x.upperBound - x.lowerBound) / 2,
                y: y.lowerBound + (y.upperBound - y.lowerBound) / 2)
            small.append(
                InkCluster(
                    id: entry.mark, marks: [entry.mark], place: place, presence: 1 - presence))
        }
        let clusters = Self.joined(small, view)
        known = (key, clusters)
        return clusters
    }

    // MARK: Entries

    /// Takes what has changed in a document, and returns it; nil if everything has.
    private mutating func follow(
        _ document: InkDocument, _ transforms: ScaleTransforms
    ) -> [InkDocument.Change]? {
        guard transforms == self.transforms, let known,
            let changes = document.changes(since: known.key.revision)
        else {
            self.transforms = transforms
            entries = document.marks.compactMap(entry)
            return nil
        }
        for change in changes {
            let gone = Set(change.before.map(\.id))
            if !gone.isEmpty { entries.removeAll { gone.contains($0.mark) } }
            entries += change.after.compactMap(entry)
        }
        return changes
    }

    private func entry(_ mark: InkMark) -> Entry? {
        InkExtent(mark, transforms).map {
            Entry(mark: mark.id, basis: mark.basis, extent: $0)
        }
    }

    // MARK: Joining

    /// Clusters of one mark each, joined where they are near one another.
    private static func joined(_ small: [InkCluster], _ view: InkView) -> [InkCluster] {
        guard !small.isEmpty else { return [] }
        let scale = view.x.pixelsPerPoint
        let (perX, perY) = (view.x.pixelsPerPlace / scale, view.y.pixelsPerPlace / scale)
        // From left to right: along an axis that is reversed places fall.
        var clusters = small.sorted {
            ($0.place.x * perX, $0.id) < ($1.place.x * perX, $1.id)
        }
        clusters = pass(clusters, perX, perY, widest: reach) { _, _ in
            Size(width: reach, height: reach)
        }
        // A sign grows with its number, and may reach the next one then.
        while true {
            let count = clusters.count
            let widest = clusters.reduce(0) { max($0, $1.size.width) }
            clusters = pass(clusters, perX, perY, widest: widest + 2) { a, b in
                Size(
                    width: (a.size.width + b.size.width) / 2 + 2, height: InkCluster.height + 2)
            }
            if clusters.count == count { break }
        }
        for index in clusters.indices { clusters[index].marks.sort() }
        return clusters
    }

    /// Joins each cluster to the first one before it that is nearer than two of them may be.
    ///
    /// - Parameter widest: no two join from farther away along x.
    private static func pass(
        _ all: [InkCluster], _ perX: Double, _ perY: Double, widest: Double,
        _ least: (InkCluster, InkCluster) -> Size
    ) -> [InkCluster] {
        var joined: [InkCluster] = []
        var first = 0
        for cluster in all {
            func distance(_ other: InkCluster) -> Vector {
                Vector(
                    dx: (cluster.place.x - other.place.x) * perX,
                    dy: abs((cluster.place.y - other.place.y) * perY))
            }
            while first < joined.count, distance(joined[first]).dx > widest { first += 1 }
            let near = joined[first...].firstIndex { other in
                let (distance, least) = (distance(other), least(cluster, other))
                return distance.dx <= least.width && distance.dy <= least.height
            }
            if let near {
                joined[near].marks += cluster.marks
                joined[near].presence = max(joined[near].presence, cluster.presence)
            } else {
                joined.append(cluster)
            }
        }
        return joined
    }
}
