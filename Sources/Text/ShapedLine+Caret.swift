// Where a caret stands in a line.
//
// Method: glyphs of one cluster stand together; the places in a cluster of several scalars (a
// ligature) divide its width evenly. A cluster reads from right to left where the one beside it, as
// they are seen, is its neighbour in the text on the wrong side. Limit: a single right-to-left
// letter between others is taken to read like them.

extension ShapedLine {
    /// Where a caret stands before each Unicode scalar of the text and behind the last, in points
    /// right of the line's origin.
    public var caretPlaces: [Double] {
        let count = text.unicodeScalars.count
        var places = [Double](repeating: 0, count: count + 1)
        let clusters = clusters
        // Where the clusters are, in the order of the text.
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

    /// The clusters as they are seen, from left to right.
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
