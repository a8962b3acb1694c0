// The positions of a caret in a line.
//
// Method: glyphs of one cluster are adjacent; the positions in a cluster of several scalars (a
// ligature) divide its width evenly. A cluster is right-to-left if its visual neighbour is its
// neighbour in the text on the opposite side. Limit: a single right-to-left letter between others
// is treated like them.

extension ShapedLine {
    /// The caret's position before each Unicode scalar of the text and after the last, in points to
    /// the right of the line's origin.
    public var caretPlaces: [Double] {
        let count = text.unicodeScalars.count
        var places = [Double](repeating: 0, count: count + 1)
        let clusters = clusters
        // The positions of the clusters, in the order of the text.
        let order = clusters.indices.sorted { clusters[$0].start < clusters[$1].start }
        for (place, index) in order.enumerated() {
            let cluster = clusters[index]
            let before = place > 0 ? clusters[order[place - 1]].start : nil
            let after = place + 1 < order.count ? clusters[order[place + 1]].start : nil
            let left = index > 0 ? clusters[index - 1].start : nil
            let right = index + 1 < clusters.count ? clusters[index + 1].start : nil
            let isRightToLeft =
                right != nil && right == before || left != nil && left == after
            let (first, last) =
                isRightToLeft ? (cluster.right, cluster.left) : (cluster.left, cluster.right)
            let end = after ?? count
            for scalar in cluster.start..<end {
                let part = Double(scalar - cluster.start) / Double(end - cluster.start)
                places[scalar] = first + (last - first) * part
            }
            if after == nil { places[count] = last }
        }
        return places
    }

    /// The clusters in visual order, from left to right.
    private var clusters: [(start: Int, left: Double, right: Double)] {
        var clusters: [(start: Int, left: Double, right: Double)] = []
        var pen = 0.0
        for glyph in glyphs {
            if clusters.last?.start == glyph.cluster {
                clusters[clusters.count - 1].right += glyph.advance
            } else {
                clusters.append((glyph.cluster, pen, pen + glyph.advance))
            }
            pen += glyph.advance
        }
        return clusters
    }
}
