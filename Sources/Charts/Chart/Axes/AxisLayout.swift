import ChartCore
import ChartScene
import Geometry
import Painting
import Text

extension ChartAxis {
    /// The side of the plot, or of the axis' own line in the plot, that the labels are on.
    public enum Side: Hashable, Sendable {
        /// Above: an axis of x.
        case top
        /// Below: an axis of x.
        case bottom
        /// At the left: an axis of values.
        case leading
        /// At the right: an axis of values.
        case trailing

        /// Whether an axis there runs along x.
        public var isHorizontal: Bool { self == .top || self == .bottom }
    }
}

/// The positions of the line of an axis and of its labels, outside the plot or in it; all in
/// points.
struct AxisLayout {
    var side: ChartAxis.Side
    /// Its position in the plot; nil if it is outside the plot.
    var placement: AxisPlacement?
    /// The distance from the plot's edge to its beginning: the room of the axes nearer to the plot.
    var offset = 0.0
    /// How far tick marks reach towards the labels.
    var marks = 0.0

    /// The position of the axis' line across its direction.
    func place(across projection: Projection) -> Double {
        let plot = projection.plot
        if let placement {
            return side.isHorizontal
                ? plot.maxY - placement.place(across: projection.y) * plot.height
                : plot.minX + placement.place(across: projection.x) * plot.width
        }
        switch side {
        case .top: return plot.minY - offset
        case .bottom: return plot.maxY + offset
        case .leading: return plot.minX - offset
        case .trailing: return plot.maxX + offset
        }
    }

    /// The baseline of the labels of a horizontal axis with its line at a position, or the edge of
    /// those of a vertical one.
    func labelEdge(_ place: Double, _ style: ChartStyle) -> Double {
        switch side {
        case .bottom where placement == nil && offset == 0:
            return place + max(style.timeLabelBaseline, marks + 4 + style.type.size)
        case .bottom: return place + marks + 4 + style.type.size
        case .top: return place - marks - 6
        case .leading: return place - marks - style.valueLabelGap
        case .trailing: return place + marks + style.valueLabelGap
        }
    }

    /// The room that it takes outside the plot: for a horizontal axis all of it, except that the
    /// first one below the plot counts only what exceeds the style's inset.
    func thickness(_ style: ChartStyle, _ measures: LabelMeasures) -> Double {
        if placement != nil { return 0 }
        return side.isHorizontal
            ? marks + max(style.type.size, measures.tallest) + 12
            : marks + measures.neededWidth + style.valueLabelGap + 10
    }

    // MARK: Labels

    /// How the lines of a label are aligned with one another.
    var alignment: TextAlignment {
        switch side {
        case .top, .bottom: .center
        case .leading: .trailing
        case .trailing: .leading
        }
    }

    /// The position of a label along the axis.
    private func along(_ label: TickLabel, _ p: Projection) -> Double {
        side.isHorizontal ? p.px(label.anchor) : p.py(label.tick.value)
    }

    /// The position of a label along the axis, from the plot's upper left corner.
    func place(of label: TickLabel, _ projection: Projection) -> Double {
        let plot = projection.plot
        return along(label, projection) - (side.isHorizontal ? plot.minX : plot.minY)
    }

    /// The drawn position at an offset from another: both are whole device pixels.
    private func drawn(_ place: Double, _ offset: Double, _ scale: Double?) -> Double {
        guard let scale else { return place + offset }
        return ((place * scale + 0.5).rounded(.down) + (offset * scale).rounded()) / scale
    }

    /// The rectangle of a line of text.
    ///
    /// - Parameters:
    ///   - edge: see `labelEdge`.
    ///   - metrics: of the style's type.
    ///   - scale: device pixels per point, for the drawn position; nil for the exact one.
    func rect(
        of label: TickLabel, edge: Double, _ projection: Projection, _ metrics: FontMetrics,
        drawnAt scale: Double? = nil
    ) -> Rect {
        let (place, width) = (along(label, projection), label.line.width)
        let (x, baseline) =
            switch side {
            case .top, .bottom:
                (drawn(place, label.reach.min, scale), drawn(edge, 0, scale))
            case .leading:
                (drawn(edge, -width, scale), drawn(place, metrics.capHeight / 2, scale))
            case .trailing: (drawn(edge, 0, scale), drawn(place, metrics.capHeight / 2, scale))
            }
        return Rect(x: x, y: baseline - metrics.ascent, width: width, height: metrics.height)
    }

    /// The rectangle of a block.
    ///
    /// - Parameters:
    ///   - edge: see `labelEdge`.
    ///   - scale: device pixels per point, for the drawn position; nil for the exact one.
    func rect(
        of label: TickLabel, _ block: TickLabel.Block, edge: Double, _ projection: Projection,
        drawnAt scale: Double? = nil
    ) -> Rect {
        let (place, size) = (along(label, projection), block.size)
        let origin =
            switch side {
            case .bottom:
                Point(
                    x: place + label.reach.min, y: edge - block.block.firstBaseline(block.lines))
            case .top: Point(x: place + label.reach.min, y: edge - size.height)
            case .leading: Point(x: edge - size.width, y: place - size.height / 2)
            case .trailing: Point(x: edge, y: place - size.height / 2)
            }
        guard let scale else { return Rect(origin: origin, size: size) }
        return Rect(
            x: (origin.x * scale).rounded() / scale, y: (origin.y * scale).rounded() / scale,
            width: size.width, height: size.height)
    }

    /// A line of text at its position in the data.
    func anchored(_ label: TickLabel, _ color: Color, capHeight: Double) -> AnchoredLabel {
        guard side.isHorizontal else {
            return AnchoredLabel(
                label.line, y: label.tick.value, offset: Vector(dx: 0, dy: capHeight / 2),
                alignment: alignment, color: color)
        }
        let isLeading = label.label.placement == .leading
        return AnchoredLabel(
            label.line, x: label.anchor,
            offset: Vector(dx: isLeading ? LabelPlacement.gap : 0, dy: 0),
            alignment: isLeading ? .leading : .center, color: color)
    }
}
