import Geometry
import Text

/// The room beside axes and plot that annotations take.
struct ChartMargins {
    /// All of it.
    var room = Insets()
    /// Who has which part: how far it is from the chart's edge, and how thick, in points.
    var parts: [ObjectIdentifier: Part] = [:]

    struct Part: Equatable {
        var margin: AnnotationMargin
        var offset: Double
    }
}

extension Chart {
    /// Gives annotations the room that they take: the first of a side is the nearest to the plot.
    func arrangeMargins(_ typesetter: Typesetter) {
        var margins = ChartMargins()
        for annotation in annotations.reversed() {
            guard let margin = annotation.margin(in: self, typesetter: typesetter) else { continue }
            let side = margin.side.inset
            margins.parts[ObjectIdentifier(annotation)] = .init(
                margin: margin, offset: margins.room[keyPath: side])
            margins.room[keyPath: side] += margin.thickness
        }
        if margins.room != self.margins.room { regionFrame = nil }
        self.margins = margins
    }

    /// The room that an annotation was given beside the plot in the last layout, in points, as long
    /// as the plot; nil where it took none.
    public func margin(of annotation: any Annotation) -> Rect? {
        guard let part = margins.parts[ObjectIdentifier(annotation)] else { return nil }
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
