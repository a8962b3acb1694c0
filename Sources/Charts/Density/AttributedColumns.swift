// Columns of a line in several styles.
//
// Method: the segments of each attribute have their own picture of columns, and the pictures are
// drawn over one another in the order in which segments cover one another (`LineStyle.layers`). In
// each style a column is covered as high as the segments of that style reach in it. So the picture
// is that of the segments themselves, no spike of any style is lost, and a column in which several
// styles meet shows them all. The price is a search for each style in use and column, O(styles ·
// columns · log n), whether attributes change with every sample or never. Limits: dashes are not
// drawn in columns, as for other lines. A gap that begins and ends within a column is ignored.
// Styles that are hidden cost nothing; dozens of styles in use cost dozens of lines. Rejected: one
// style for each column, that of the highest attribute in it (one alarm would colour the whole
// column); the runs of attributes one by one (there may be as many as samples).

import ChartCore
import ChartScene

/// The coverage of columns by a line in several styles, style by style.
@MainActor
final class AttributedColumns {
    private var pictures: [Int: ColumnPicture] = [:]

    /// Updates the columns from a source; returns what to draw, from the bottom up.
    func update(
        _ source: any AttributedSampleSource, _ style: LineStyle, longestGap: Double,
        _ grid: ColumnGrid, _ columns: [Range<Int>], origin: Double
    ) -> [ColumnLayer] {
        let styles = source.attributes.compactMap { attribute in
            style.style(of: attribute).map { (attribute: attribute, style: $0) }
        }
        .sorted { ($0.style.width, $0.attribute) < ($1.style.width, $1.attribute) }
        let used = Set(styles.map(\.attribute))
        pictures = pictures.filter { used.contains($0.key) }
        return styles.map { attribute, style in
            let picture = pictures[attribute] ?? ColumnPicture(attribute: attribute)
            pictures[attribute] = picture
            picture.update(
                source, longestGap: longestGap, grid, columns, bridges: false, origin: origin)
            return ColumnLayer(picture.buffer, color: style.color, width: style.width)
        }
    }
}
