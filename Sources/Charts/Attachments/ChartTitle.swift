import ChartScene
import Geometry
import Localization
import Painting
import Text

/// The title of a chart, and a line under it that says more: above everything else, from the left
/// edge of the plot on.
///
///     Chart {
///         ChartTitle("Weight", subtitle: "every morning")
///         LineMark(weights)
///     }
///
/// A text that is too long for the chart ends with an ellipsis. In a low chart the second line is left
/// out, and then the first. Cost: it is recorded when it or the size of the chart changes.
@MainActor
public final class ChartTitle: Annotation {
    /// The title.
    public var text: String
    /// The line under it; empty for none.
    public var subtitle: String
    /// The type of the title; nil for a size above that of labels.
    public var type: TextStyle?
    /// The colour of the title; nil for the style's colour of strong labels.
    public var color: Color?

    private var recorded: (key: Key, picture: Picture, labels: [AnnotationLabel])?
    private let rows: TitleRows

    private struct Key: Equatable {
        var lines: [TitleLine]
        var room: Rect
        var scale: Double
        var fonts: ObjectIdentifier
    }

    /// A title with a line under it.
    public init(_ text: String, subtitle: String = "") {
        self.text = text
        self.subtitle = subtitle
        rows = TitleRows()
    }

    private func lines(in chart: Chart) -> [TitleLine] {
        let style = chart.style
        let title = TitleLine(
            text: text, type: type ?? TextStyle(size: 15, weight: .semibold),
            color: color ?? style.strongLabel)
        let second = TitleLine(text: subtitle, type: TextStyle(size: 12), color: style.label)
        return [title, second].filter { !$0.text.isEmpty }
    }

    public func margin(in chart: Chart, typesetter: Typesetter) -> AnnotationMargin? {
        let lines = rows.fitting(lines(in: chart), in: chart.frame.height, typesetter)
        guard !lines.isEmpty else { return nil }
        return AnnotationMargin(.top, thickness: rows.height(of: lines, typesetter))
    }

    public func prepare(for chart: Chart, deviceScale: Double, typesetter: Typesetter) {
        guard let room = chart.margin(of: self) else {
            recorded = nil
            return
        }
        let lines = rows.fitting(lines(in: chart), in: chart.frame.height, typesetter)
        // Up to the right edge of the chart: it may be longer than the plot.
        let key = Key(
            lines: lines,
            room: Rect(
                x: room.x, y: room.y, width: chart.frame.maxX - room.x - TitleRows.edge,
                height: room.height), scale: deviceScale,
            fonts: ObjectIdentifier(typesetter.fonts))
        guard key != recorded?.key else { return }
        let canvas = Canvas(scale: deviceScale)
        let labels = rows.write(lines, in: key.room, typesetter, canvas)
        recorded = (key, canvas.finish(), labels)
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        if let recorded { scene.picture(recorded.picture) }
    }

    public func placedLabels(in chart: Chart) -> [AnnotationLabel] { recorded?.labels ?? [] }
}

/// One line of a title.
struct TitleLine: Equatable {
    var text: String
    var type: TextStyle
    var color: Color
}

/// Lines of a title, one below the other.
@MainActor
struct TitleRows {
    /// Above the first line, and below the last.
    private static let above = 12.0
    private static let below = 2.0
    /// The distance to the right edge of the chart.
    static let edge = 8.0
    /// The largest part of a chart that titles take.
    private static let share = 0.25

    /// The height of lines with the room around them, in points.
    func height(of lines: [TitleLine], _ typesetter: Typesetter) -> Double {
        let heights = lines.map { typesetter.line($0.text, $0.type).height }
        return (Self.above + heights.reduce(0, +) + Self.below).rounded(.up)
    }

    /// The first lines for which a chart of a height has room.
    func fitting(
        _ lines: [TitleLine], in height: Double, _ typesetter: Typesetter
    ) -> [TitleLine] {
        var lines = lines
        while !lines.isEmpty, self.height(of: lines, typesetter) > height * Self.share {
            lines.removeLast()
        }
        return lines
    }

    /// Writes lines into a room from its left edge on.
    ///
    /// - Returns: the texts and their places.
    func write(
        _ lines: [TitleLine], in room: Rect, _ typesetter: Typesetter, _ canvas: Canvas
    ) -> [AnnotationLabel] {
        var top = room.y + Self.above
        var labels: [AnnotationLabel] = []
        for line in lines where room.width > 0 {
            let shaped = typesetter.line(line.text, line.type, fitting: room.width)
            let place = Rect(x: room.x, y: top, width: shaped.width, height: shaped.height)
            canvas.text(shaped, in: place, color: line.color)
            labels.append(
                AnnotationLabel(axis: "title", value: 0, text: shaped.text, rect: place))
            top += shaped.height
        }
        return labels
    }
}
