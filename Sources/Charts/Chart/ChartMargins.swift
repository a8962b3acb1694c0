import Geometry
import Text

/// The room outside the axes and the plot that annotations take.
@MainActor
struct ChartMargins {
    /// The total room.
    private(set) var room = Insets()
    /// The part of each annotation: its distance from the chart's edge and its thickness, in
    /// points.
    private var parts: [ObjectIdentifier: Part] = [:]

    private struct Part {
        var margin: AnnotationMargin
        var offset: Double
    }

    /// No room.
    init() {}

    /// The room that the annotations of a chart take; on each side, the first is the nearest to the
    /// plot.
    init(of chart: Chart, _ typesetter: Typesetter) {
        for annotation in chart.annotations.reversed() {
            guard let margin = annotation.margin(in: chart, typesetter: typesetter) else {
                continue
            }
            let side = margin.side.inset
            parts[ObjectIdentifier(annotation)] = Part(
                margin: margin, offset: room[keyPath: side])
            room[keyPath: side] += margin.thickness
        }
    }

    /// The room that an annotation has in a frame, as long as the plot; nil if it takes none.
    func rect(of annotation: any Annotation, in frame: Rect, plot: Rect) -> Rect? {
        guard let part = parts[ObjectIdentifier(annotation)] else { return nil }
        let (offset, thickness) = (part.offset, part.margin.thickness)
        switch part.margin.side {
        case .leading:
            return Rect(
                x: frame.minX + offset, y: plot.y, width: thickness, height: plot.height)
        case .trailing:
            return Rect(
                x: frame.maxX - offset - thickness, y: plot.y, width: thickness,
                height: plot.height)
        case .top:
            return Rect(x: plot.x, y: frame.minY + offset, width: plot.width, height: thickness)
        case .bottom:
            return Rect(
                x: plot.x, y: frame.maxY - offset - thickness, width: plot.width,
                height: thickness)
        }
    }
}

extension ChartAxis.Side {
    /// The inset at this side.
    fileprivate var inset: WritableKeyPath<Insets, Double> {
        switch self {
        case .top: \.top
        case .bottom: \.bottom
        case .leading: \.left
        case .trailing: \.right
        }
    }
}
