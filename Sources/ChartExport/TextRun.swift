// The parts of a shaped line that a document can distinguish: stretches of one face and one
// direction.
//
// Layout: a line has its glyphs from left to right, each with the number of the first scalar of its
// cluster. A cluster's text extends from there to where the next cluster in reading order begins.
// Adjacent clusters on the line belong to one run while they are adjacent in the text too, always
// forwards or always backwards. A run of one cluster has the direction of its neighbours.
// Limits: a single letter between runs of the other direction may be assigned to them, which
// changes neither its place nor its text.

import Text

/// A stretch of a line with one face and direction.
struct TextRun {
    /// The text and the glyphs that are shown together.
    struct Cluster {
        /// The scalars of the line.
        var scalars: Range<Int>
        /// The glyphs of the line.
        var glyphs: Range<Int>
        /// The pen position before its first glyph, in points from the line's origin.
        var pen: Double
        /// How far the pen moves.
        var advance: Double
    }

    var face: FaceID
    /// From left to right.
    var clusters: [Cluster]
    var isRightToLeft: Bool

    /// The scalars of the line, in reading order.
    var scalars: Range<Int> {
        let (first, last) = (clusters[0].scalars, clusters[clusters.count - 1].scalars)
        return min(first.lowerBound, last.lowerBound)..<max(first.upperBound, last.upperBound)
    }

    /// The glyphs of the line, from left to right.
    var glyphs: Range<Int> {
        clusters[0].glyphs.lowerBound..<clusters[clusters.count - 1].glyphs.upperBound
    }

    /// The clusters in reading order.
    var readingOrder: [Cluster] { isRightToLeft ? clusters.reversed() : clusters }

    /// Its left end.
    var left: Double { clusters[0].pen }
    var width: Double { clusters.reduce(0) { $0 + $1.advance } }

    /// The run split into words, in reading order, with the blanks after them; unchanged if it
    /// reads from right to left.
    ///
    /// - Parameter hasOwnFigures: whether each figure is a separate run, because other viewers
    ///   would set it with another width.
    func words(_ scalars: [Unicode.Scalar], hasOwnFigures: Bool) -> [TextRun] {
        guard !isRightToLeft else { return [self] }
        var words: [TextRun] = []
        var isBlank = true
        var wasFigure = false
        for cluster in clusters {
            let wasBlank = isBlank
            isBlank = cluster.scalars.allSatisfy { scalars[$0].properties.isWhitespace }
            let isFigure =
                hasOwnFigures && cluster.scalars.contains { ("0"..."9").contains(scalars[$0]) }
            let begins = (wasBlank && !isBlank) || isFigure || (wasFigure && !isBlank)
            wasFigure = isFigure
            if !words.isEmpty, !begins {
                words[words.count - 1].clusters.append(cluster)
            } else {
                words.append(TextRun(face: face, clusters: [cluster], isRightToLeft: false))
            }
        }
        return words
    }

    /// The runs of a line in reading order.
    static func runs(of line: ShapedLine, scalarCount: Int) -> [TextRun] {
        let clusters = Self.clusters(of: line, scalarCount: scalarCount)
        var runs: [TextRun] = []
        // The direction of the current run: 1 forwards, -1 backwards, 0 if it has only one cluster.
        var way = 0
        for (index, cluster) in clusters.enumerated() {
            let face = line.glyphs[cluster.glyphs.lowerBound].face
            let step = index > 0 ? Self.way(clusters[index - 1], cluster) : 0
            if let last = runs.indices.last, runs[last].face == face, step != 0,
                way == 0 || way == step
            {
                way = step
                runs[last].clusters.append(cluster)
                runs[last].isRightToLeft = step < 0
            } else {
                let next = index + 1 < clusters.count ? Self.way(cluster, clusters[index + 1]) : 0
                runs.append(
                    TextRun(
                        face: face, clusters: [cluster], isRightToLeft: step < 0 || next < 0))
                way = 0
            }
        }
        return runs.sorted { $0.scalars.lowerBound < $1.scalars.lowerBound }
    }

    /// The direction of the text from one cluster to the next one on the line; 0 if they are not
    /// adjacent.
    private static func way(_ first: Cluster, _ second: Cluster) -> Int {
        if first.scalars.upperBound == second.scalars.lowerBound { return 1 }
        if second.scalars.upperBound == first.scalars.lowerBound { return -1 }
        return 0
    }

    private static func clusters(of line: ShapedLine, scalarCount: Int) -> [Cluster] {
        let starts = Set(line.glyphs.map(\.cluster)).filter { $0 < scalarCount }.sorted()
        var ends: [Int: Int] = [:]
        for (start, end) in zip(starts, starts.dropFirst() + [scalarCount]) { ends[start] = end }
        var clusters: [Cluster] = []
        var pen = 0.0
        for (index, glyph) in line.glyphs.enumerated() {
            defer { pen += glyph.advance }
            guard let end = ends[glyph.cluster] else { continue }
            // The text before the first cluster is read with it.
            let start = glyph.cluster == starts.first ? 0 : glyph.cluster
            if let last = clusters.last, last.scalars == start..<end,
                line.glyphs[index - 1].face == glyph.face
            {
                clusters[clusters.count - 1].glyphs = last.glyphs.lowerBound..<index + 1
                clusters[clusters.count - 1].advance += glyph.advance
            } else {
                clusters.append(
                    Cluster(
                        scalars: start..<end, glyphs: index..<index + 1, pen: pen,
                        advance: glyph.advance))
            }
        }
        return clusters
    }
}

/// Texts in the form used in documents.
enum DocumentText {
    /// The scalars of a text, one for one: control characters become a space, and characters that
    /// reverse all following text become the sign for a character that cannot be shown, as on the
    /// screen.
    static func scalars(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.map { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: " "
            case 0x202A...0x202E, 0x2066...0x206F: "\u{FFFD}"
            case 0xFFFE, 0xFFFF: "\u{FFFD}"
            default: scalar
            }
        }
    }

    static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var string = String.UnicodeScalarView()
        string.append(contentsOf: scalars)
        return String(string)
    }
}
