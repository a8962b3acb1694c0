// Columns of a line in several styles.
//
// Method: the segments of each attribute are a picture of columns of their own, over one another in
// the order in which segments cover one another (`LineStyle.layers`): a column is covered in each
// style as high as the segments of that style go in it, so the picture is that of the segments
// themselves, no spike of any style is lost, and a column in which several meet shows them all. The
// price is a search for each style in use and column, O(styles · columns · log n), whether attributes
// change with every sample or never.
// Limits: dashes are not drawn in columns, as for other lines. A gap that begins and ends within a
// column is none. Styles that are hidden cost nothing; dozens of styles in use cost dozens of lines.
// Rejected: one style for each column, that of the highest attribute in it (one point of alarm colours
// all that the column has); the runs of attributes one by one (as many as there are samples).

import ChartCore
import ChartScene

/// What a line in several styles covers of columns, style by style.
@MainActor
final class AttributedColumns {
    private var pictures: [Int: ColumnPicture] = [:]

    /// Brings the columns up to date with a source; what to draw, from what is covered to what covers.
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
