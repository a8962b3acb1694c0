// A tooltip for marks in two dimensions.
//
// Method: a figure hands over the places of a hovering pointer, a held finger and a tap; the tooltip
// asks the marks from the front to the back for the element there, and shows it on an `InfoBoard`,
// which finds a place where it covers no ring. The element is looked up again in each frame by its
// anchor, so it stays with the data while ranges move.

import ChartCore
import ChartInteraction
import ChartScene
import Geometry
import Painting
import Text

/// The values of the element under the pointer, for points, pies, lying bars and polar marks: a
/// board near it, and a ring around a point.
///
///     Chart {
///         PointMark(petals, id: "Petals")
///         Tooltip()
///     }
///
/// A chart with a tooltip has no crosshair. A hovering pointer, a held finger and a tap show it; a
/// tap elsewhere, and whatever moves the chart, removes it. Elements are found in marks that are
/// `PlacedMark`s. Cost: that of finding the element, when the pointer moves.
@MainActor
public final class Tooltip: Annotation {
    /// The texts of an element.
    public struct Texts: Hashable, Sendable {
        /// The line above the values; may be empty.
        public var title: String
        /// The values from the top down.
        public var rows: [InfoBoard.Row]

        /// Texts of a title and rows.
        public init(title: String, rows: [InfoBoard.Row]) {
            self.title = title
            self.rows = rows
        }
    }

    /// How far from a point the pointer may be, in points.
    public var reach: Double
    /// Writes the texts of an element; nil for its name and its values as the axes write them.
    public var texts: ((MarkElement, Chart) -> Texts)?
    /// Colours, type and distances; nil for those of the theme.
    public var style: InfoBoard.Style?
    /// The element that is described; nil for none.
    public private(set) var element: MarkElement?

    private let board = InfoBoard()
    private let ring = SampleBuffer()
    /// The theme of the figure, or of the chart.
    var theme = ChartTheme.light
    /// The texts of the figure, which knows the locale.
    var usualTexts: ((MarkElement, Chart) -> Texts)?
    /// Whether a tap holds it.
    private var isPinned = false
    /// Where the anchor was when the chart was laid out last.
    private var projection: Projection?

    /// A tooltip that shows nothing yet.
    public init(reach: Double = 14, texts: ((MarkElement, Chart) -> Texts)? = nil) {
        self.reach = reach
        self.texts = texts
    }

    // MARK: Pointing

    /// Shows the element at a place in points of the figure, or none; returns whether it is another
    /// one than before.
    @discardableResult
    public func point(at place: Point?, in chart: Chart) -> Bool {
        let before = element
        element = place.flatMap { find($0, in: chart) }
        if element == nil { isPinned = false }
        if element != before, let element {
            let written =
                (texts ?? usualTexts)?(element, chart)
                ?? Texts(title: element.name.isEmpty ? element.mark : element.name, rows: [])
            board.show(written.title, written.rows)
        }
        if element == nil { board.leave() }
        return element != before
    }

    private func find(_ place: Point, in chart: Chart) -> MarkElement? {
        for mark in chart.marks.reversed() where !mark.isHidden {
            if let found = (mark as? any PlacedMark)?.element(
                near: place, in: chart, reach: reach)
            {
                return found
            }
        }
        return nil
    }

    /// Follows a gesture over its chart; returns whether it shows something else now.
    func follow(_ gesture: Gesture, in chart: Chart) -> Bool {
        switch (gesture.kind, gesture.phase) {
        case (.hover, .ended), (.hover, .cancelled):
            return isPinned ? false : point(at: nil, in: chart)
        case (.hover, _):
            return isPinned ? false : point(at: gesture.location, in: chart)
        case (.longPress, .began), (.longPress, .changed):
            return point(at: gesture.location, in: chart)
        case (.longPress, _):
            isPinned = element != nil
            return false
        case (.tap(count: 1), .ended):
            let changes = point(at: gesture.location, in: chart)
            isPinned = element != nil
            return changes
        case (.pan, _), (.pinch, _), (.wheel, _), (.select, _):
            return point(at: nil, in: chart)
        default: return false
        }
    }

    // MARK: Drawing

    public func prepare(for chart: Chart, deviceScale: Double, typesetter: Typesetter) {
        // What moves the data away from under it removes it.
        if let known = projection, known != chart.projection, element != nil {
            point(at: nil, in: chart)
        }
        projection = chart.projection
        guard let element else { return }
        board.style = style ?? InfoBoard.Style(theme)
        let radius = max(element.ring, 2)
        let marker = Rect(
            x: element.anchor.x - radius, y: element.anchor.y - radius, width: 2 * radius,
            height: 2 * radius)
        let view = InfoBoardPlacement.View(x: element.anchor.x, markers: [marker])
        board.duration = 0
        board.place(
            in: InfoBoard.Surroundings(
                now: view, target: view, plot: chart.plot, container: chart.frame),
            isOther: true, since: 0, at: 0, deviceScale: deviceScale, typesetter: typesetter)
    }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard let element else { return }
        if element.ring > 0 {
            let plot = projection.plot
            let place = Point(x: element.anchor.x * scene.scale, y: element.anchor.y * scene.scale)
            ring.replace(times: [place.x], values: [-place.y], origin: .zero)
            let pixels = PlotProjection(
                plot: plot, x: plot.minX...plot.maxX, y: -plot.maxY ... -plot.minY)
            scene.points(
                ring,
                PointStyle(
                    radius: element.ring, fill: .clear,
                    stroke: Border(width: 2, color: theme.strongLabel)), in: pixels)
        }
        board.encode(into: scene, alpha: 1)
    }

    public func placedLabels(in chart: Chart) -> [AnnotationLabel] { [] }

    /// Where the board is, in points; nil if nothing is shown.
    public var rect: Rect? { element == nil ? nil : board.rect }
    /// The texts of the board.
    public var shown: Texts? {
        element == nil ? nil : Texts(title: board.title, rows: board.rows)
    }
}

extension Chart {
    /// The first tooltip among the annotations; nil if there is none.
    var tooltip: Tooltip? { annotations.lazy.compactMap { $0 as? Tooltip }.first }
}

extension FigureWords {
    /// The texts of an element: its name, and its values as the axes write them.
    func texts(of element: MarkElement, _ panel: ChartFigure.Panel) -> Tooltip.Texts {
        let chart = panel.chart
        let mark = chart.marks.first { $0.id == element.mark }
        let values = mark.map { chart.dimension(of: $0) } ?? chart.y
        let rows = element.values.map { value in
            let (text, unit) = text(of: value, values, panel)
            return InfoBoard.Row(
                name: value.name.isEmpty ? title(of: value.form, values, chart) : value.name,
                value: text, unit: unit, color: element.color.opaque)
        }
        return Tooltip.Texts(title: element.name.isEmpty ? element.mark : element.name, rows: rows)
    }

    private func text(
        of value: MarkElement.Value, _ values: ValueDimension, _ panel: ChartFigure.Panel
    ) -> (text: String, unit: String) {
        func unit(_ axis: ChartAxis?) -> String { (axis?.labeling as? NumberLabels)?.unit ?? "" }
        switch value.form {
        case .x:
            if case .time = panel.chart.x.scale.kind { return (place(value.value, panel), "") }
            return (number(value.value, on: panel.chart.x.scale), unit(panel.chart.xAxis))
        case .y: return (number(value.value, on: values.scale), unit(values.axes.first))
        case .number: return (locale.number(value.value, fractionDigits: digits(value.value)), "")
        case .share:
            let percent = value.value * 100
            let digits = LocaleFormat.fractionDigits(of: percent, upTo: 1)
            return (locale.number(percent, fractionDigits: digits), "%")
        }
    }

    private func digits(_ value: Double) -> Int { LocaleFormat.fractionDigits(of: value, upTo: 3) }

    /// The title of an axis of a value; empty if it has none.
    private func title(
        of form: MarkElement.Value.Form, _ values: ValueDimension, _ chart: Chart
    ) -> String {
        let side: ChartAxis.Side?
        switch form {
        case .x: side = chart.xAxis.side
        case .y: side = values.axes.first?.side
        case .number, .share: side = nil
        }
        guard let side else { return "" }
        let titles = chart.annotations.lazy.compactMap { ($0 as? AxisTitleRow)?.titles }.first
        return titles?.first { $0.side == side }?.text ?? ""
    }
}
