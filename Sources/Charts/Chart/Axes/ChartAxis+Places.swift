// The position of an axis, and what is visible of its labels there, as of the last update.

import ChartCore
import ChartScene
import Geometry
import Text

extension ChartAxis {
    /// Its position, outside the plot or in it, and its labels.
    var layout: AxisLayout {
        AxisLayout(side: side, placement: placement, offset: offset, marks: lines.outside)
    }

    /// The room that it takes outside the plot, in points, as of the last update.
    func thickness(_ style: ChartStyle) -> Double {
        hasLabels ? layout.thickness(style, measures) : placement == nil ? lines.outside : 0
    }

    /// How much taller labels are than a line of the style's type, in points.
    func extraHeight(_ style: ChartStyle) -> Double {
        hasLabels ? max(0, measures.tallest - style.type.size - 4) : 0
    }

    /// How its labels are drawn.
    func drawing(
        _ style: ChartStyle, _ scale: Double
    ) -> ShownLabels.Look {
        ShownLabels.Look(style: style, color: labelColor, scale: scale)
    }

    /// The visible blocks, recorded and with their positions; none if all labels are lines.
    ///
    /// - Parameter edge: see `AxisLayout.labelEdge`.
    func placedBlocks(
        _ projection: Projection, edge: Double, style: ChartStyle, scale: Double
    ) -> [ShownLabels.Placed] {
        guard measures.tallest > 0 else { return [] }
        return labels.placedBlocks(
            drawing(style, scale), layout, edge: edge, ends, projection)
    }

    /// The ground under labels in the plot, recorded and with its positions; none for an axis
    /// outside the plot.
    ///
    /// - Parameters:
    ///   - color: of the ground.
    ///   - edge: see `AxisLayout.labelEdge`.
    func placedGrounds(
        _ color: Color, _ projection: Projection, edge: Double, style: ChartStyle, scale: Double
    ) -> [ShownLabels.Placed] {
        guard placement != nil else { return [] }
        return labels.placedGrounds(
            color, drawing(style, scale), layout, edge: edge, ends, projection)
    }

    /// The visible labels, with their positions in points.
    ///
    /// - Parameter scale: see `AxisLayout.rect`.
    func placedLabels(
        _ projection: Projection, style: ChartStyle, typesetter: Typesetter, drawnAt scale: Double?
    ) -> [ReportedLabel] {
        let layout = layout
        return labels.reported(
            layout, edge: layout.labelEdge(layout.place(across: projection), style), ends,
            projection, typesetter.metrics(style.type), drawnAt: scale)
    }
}
