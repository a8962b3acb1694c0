import ChartCore
import ChartScene
import Geometry
import Localization
import Painting
import Text

/// The titles of axes: that of an x axis in the middle below or above it, that of a value axis above
/// the axis, where it is read without turning the head.
///
/// In a list of parts, `titled(_:)` gives an axis its title:
///
///     ValueAxis(unit: "kg").titled("Weight")
///
/// The titles of value axes on both sides share one row. A title that is too long ends with an
/// ellipsis; in a low chart titles are left out. Cost: they are recorded when they or the size of the
/// chart change.
@MainActor
public final class AxisTitles {
    /// The title of an axis.
    public struct Title: Hashable, Sendable {
        /// The side of the plot that the axis is on.
        public var side: ChartAxis.Side
        /// The text.
        public var text: String
        /// The colour; nil for that of labels.
        public var color: Color?

        /// A title of an axis at a side.
        public init(_ side: ChartAxis.Side, _ text: String, color: Color? = nil) {
            self.side = side
            self.text = text
            self.color = color
        }
    }

    /// The titles, in the order of the axes.
    public var titles: [Title] {
        didSet { for row in rows { row.titles = titles } }
    }
    private let rows: [AxisTitleRow]

    /// Titles of axes.
    public init(_ titles: [Title]) {
        self.titles = titles
        rows = AxisTitleRow.Place.allCases.map { AxisTitleRow($0, titles) }
    }

    /// The annotations that lay the titles out and draw them, for the annotations of a chart: the
    /// nearest to the plot first.
    public var annotations: [any Annotation] { rows }
}

/// The titles of axes in one place.
@MainActor
final class AxisTitleRow: Annotation {
    /// Where titles are.
    enum Place: CaseIterable {
        /// Above the plot, over the value axes at its sides.
        case values
        /// Below and above the x axes.
        case below, above

        func holds(_ side: ChartAxis.Side) -> Bool {
            switch self {
            case .values: !side.isHorizontal
            case .below: side == .bottom
            case .above: side == .top
            }
        }
    }

    private struct Key: Equatable {
        var titles: [AxisTitles.Title]
        var room: Rect
        var plot: Rect
        var style: ChartStyle
        var scale: Double
        var fonts: ObjectIdentifier
    }

    var titles: [AxisTitles.Title]
    private let place: Place
    private var recorded: (key: Key, picture: Picture, labels: [AnnotationLabel])?
    /// Around a row of titles, in points.
    private static let padding = 4.0
    /// The distance to the edges of the chart, in points.
    private static let edge = 6.0
    /// The largest part of the chart's height that a row takes.
    private static let share = 0.12

    init(_ place: Place, _ titles: [AxisTitles.Title]) {
        self.place = place
        self.titles = titles
    }

    /// Its titles in a chart; an axis without labels has none.
    private func titles(in chart: Chart) -> [AxisTitles.Title] {
        titles.filter { title in
            place.holds(title.side) && !title.text.isEmpty
                && chart.axes.contains { $0.side == title.side && $0.hasLabels }
        }
    }

    func margin(in chart: Chart, typesetter: Typesetter) -> AnnotationMargin? {
        guard !titles(in: chart).isEmpty else { return nil }
        let height = typesetter.line("0", chart.style.type).height + 2 * Self.padding
        guard height <= chart.frame.height * Self.share else { return nil }
        return AnnotationMargin(place == .below ? .bottom : .top, thickness: height.rounded(.up))
    }

    func prepare(for chart: Chart, deviceScale: Double, typesetter: Typesetter) {
        guard let room = chart.margin(of: self) else {
            recorded = nil
            return
        }
        let frame = chart.frame
        let key = Key(
            titles: titles(in: chart),
            room: Rect(x: frame.x, y: room.y, width: frame.width, height: room.height),
            plot: chart.plot, style: chart.style, scale: deviceScale,
            fonts: ObjectIdentifier(typesetter.fonts))
        guard key != recorded?.key else { return }
        let canvas = Canvas(scale: deviceScale)
        let labels = record(key, typesetter, canvas)
        recorded = (key, canvas.finish(), labels)
    }

    private func record(
        _ key: Key, _ typesetter: Typesetter, _ canvas: Canvas
    ) -> [AnnotationLabel] {
        let room = key.room
        let sides = Set(key.titles.map(\.side))
        var labels: [AnnotationLabel] = []
        for side in [ChartAxis.Side.leading, .trailing, .top, .bottom] where sides.contains(side) {
            let titles = key.titles.filter { $0.side == side }
            let text = titles.map(\.text).joined(separator: ", ")
            // Titles on both sides have half of the width each.
            let width =
                (side.isHorizontal ? key.plot.width : room.width - 2 * Self.edge)
                / (side.isHorizontal || sides.count < 2 ? 1 : 2)
            guard width > 0 else { continue }
            let line = typesetter.line(text, key.style.type, fitting: width)
            let x: Double
            switch side {
            // In line with the labels, if there is room.
            case .leading:
                let left = room.minX + Self.edge
                x = max(left, key.plot.minX - key.style.valueLabelGap - line.width)
            case .trailing:
                let right = room.maxX - Self.edge - line.width
                x = min(right, key.plot.maxX + key.style.valueLabelGap)
            case .bottom, .top: x = key.plot.midX - line.width / 2
            }
            let rect = Rect(
                x: x, y: room.midY - line.height / 2, width: line.width, height: line.height)
            canvas.text(line, in: rect, color: titles[0].color ?? key.style.strongLabel)
            labels.append(
                AnnotationLabel(axis: "title", value: 0, text: line.text, rect: rect))
        }
        return labels
    }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        if let recorded { scene.picture(recorded.picture) }
    }

    func placedLabels(in chart: Chart) -> [AnnotationLabel] { recorded?.labels ?? [] }
}
