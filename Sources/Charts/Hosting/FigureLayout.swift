// Where the charts of a figure are.
//
// One below the other: each has its share of the height, and all have the widest room at their sides,
// so that their plots are aligned. In a grid: the *plots* have the same size, and a chart's frame is
// its plot and the room that it needs around it. That room is known after a layout, so places are
// found in a few passes; in most frames the first pass confirms them.

import Geometry
import Text

/// Lays out the charts of a figure.
@MainActor
final class FigureLayout {
    private unowned let figure: ChartFigure
    /// How many charts are next to one another.
    var columns = 1
    /// The distance from one chart to the next, in points.
    var spacing = 0.0
    /// Whether axes that show the same are labelled once.
    var labelsSharedAxesOnce = false
    /// Whether the last layout began a motion, so that another frame is needed.
    private(set) var begunMotion = false
    /// The room outside the axes that annotations of each chart took in the last layout.
    private var margins: [Insets]?
    private var typesetter: Typesetter?
    private var deviceScale = 1.0

    /// Places depend on the room around plots, which depends on their height: passes are limited if
    /// they do not agree.
    private static let mostPasses = 4

    init(_ figure: ChartFigure) { self.figure = figure }

    private var panels: [ChartFigure.Panel] { figure.panels }

    /// Lays the charts out in a frame, in points; costs next to nothing if nothing changed.
    func prepare(in frame: Rect, deviceScale: Double, typesetter: Typesetter) {
        begunMotion = false
        self.deviceScale = deviceScale
        self.typesetter = typesetter
        labelAxes()
        if columns > 1 || labelsSharedAxesOnce {
            prepareGrid(in: frame)
        } else {
            prepareList(in: frame)
        }
    }

    private func layOut(_ panel: ChartFigure.Panel, in place: Rect) {
        guard let typesetter else { return }
        panel.content.prepare(in: place, deviceScale: deviceScale, typesetter: typesetter)
    }

    /// Lays a chart out and fits its values to its plot: round ends and the width of bars depend on
    /// the plot's size, which is known only then.
    private func layOutAndFit(_ panel: ChartFigure.Panel, in place: Rect) {
        layOut(panel, in: place)
        guard panel.fitting.fitLayout() else { return }
        if panel.content.advance(to: panel.chart.lastTime) { begunMotion = true }
        layOut(panel, in: place)
    }

    // MARK: List

    private func prepareList(in frame: Rect) {
        let shares = panels.reduce(0) { $0 + $1.share }
        let room = max(0, frame.height - spacing * Double(max(0, panels.count - 1)))
        var top = frame.y
        var places: [Rect] = []
        for panel in panels {
            let height = shares > 0 ? room * panel.share / shares : 0
            places.append(Rect(x: frame.x, y: top, width: frame.width, height: height))
            top += height + spacing
        }
        for (panel, place) in zip(panels, places) { layOutAndFit(panel, in: place) }
        // Plots are aligned: all have the widest room at their sides. The room that annotations
        // take outside the axes of one changes at once, and so it does in the others.
        let widest = panels.reduce(SideGutters()) { $0.union($1.chart.neededGutters) }
        let margins = panels.map(\.chart.margins.room)
        let areOther = margins != self.margins ?? margins
        self.margins = margins
        for (panel, place) in zip(panels, places)
        where areOther || panel.chart.leastGutters != widest {
            panel.chart.leastGutters = widest
            if areOther { panel.chart.resetTransitions() }
            layOut(panel, in: place)
        }
    }

    // MARK: Grid

    private func prepareGrid(in frame: Rect) {
        margins = nil
        for panel in panels { panel.chart.leastGutters = SideGutters() }
        var places: [Rect] = []
        for _ in 0..<Self.mostPasses {
            let next = gridPlaces(in: frame, panels.map { Self.roomAroundPlot(of: $0.chart) })
            if next == places { break }
            places = next
            for (panel, place) in zip(panels, places) { layOutAndFit(panel, in: place) }
        }
    }

    /// The frames of charts whose plots have one width, and heights by the largest share of a row.
    ///
    /// - Parameter rooms: what each chart needs around its plot.
    private func gridPlaces(in frame: Rect, _ rooms: [Insets]) -> [Rect] {
        var across = Tracks(count: columns, spacing: spacing)
        var down = Tracks(count: (panels.count + columns - 1) / columns, spacing: spacing)
        for (index, room) in rooms.enumerated() {
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            // A cell without a chart has room for what its neighbours need.
            let hasNext = index + 1 < panels.count || column == columns - 1
            let hasBelow = index + columns < panels.count || row == down.count - 1
            across.add(column, before: room.left, after: hasNext ? room.right : 0)
            down.add(row, before: room.top, after: hasBelow ? room.bottom : 0)
            down.shares[row] = max(down.shares[row], panels[index].share)
        }
        let x = across.places(from: frame.minX, length: frame.width)
        let y = down.places(from: frame.minY, length: frame.height)
        return rooms.enumerated().map { index, room in
            let (row, column) = index.quotientAndRemainder(dividingBy: columns)
            let plot = Rect(
                x: x[column].start, y: y[row].start, width: x[column].length,
                height: y[row].length
            ).snapped(scale: deviceScale)
            return Rect(
                x: plot.minX - room.left, y: plot.minY - room.top,
                width: plot.width + room.left + room.right,
                height: plot.height + room.top + room.bottom)
        }
    }

    /// The distances from a chart's frame to its plot, as of the last layout.
    private static func roomAroundPlot(of chart: Chart) -> Insets {
        let (frame, plot) = (chart.frame, chart.plot)
        return Insets(
            left: plot.minX - frame.minX, top: plot.minY - frame.minY,
            right: frame.maxX - plot.maxX, bottom: frame.maxY - plot.maxY)
    }

    /// The columns or the rows of a grid: each has a plot, and room before and after it.
    private struct Tracks {
        private(set) var before: [Double]
        private(set) var after: [Double]
        var shares: [Double]
        let spacing: Double
        var count: Int { before.count }

        init(count: Int, spacing: Double) {
            before = Array(repeating: 0, count: count)
            after = before
            shares = before
            self.spacing = spacing
        }

        mutating func add(_ index: Int, before: Double, after: Double) {
            self.before[index] = max(self.before[index], before)
            self.after[index] = max(self.after[index], after)
        }

        /// The starts and lengths of the plots over a length; tracks without shares are equal.
        func places(from start: Double, length: Double) -> [(start: Double, length: Double)] {
            let taken = (before + after).reduce(0, +) + spacing * Double(max(0, count - 1))
            let sum = shares.reduce(0, +)
            var place = start
            return (0..<count).map { index in
                let share = sum > 0 ? shares[index] / sum : 1 / Double(count)
                let plot = max(0, length - taken) * share
                defer { place += before[index] + plot + after[index] + spacing }
                return (place + before[index], plot)
            }
        }
    }

    // MARK: Labels

    /// Decides which axes have labels: without `labelsSharedAxesOnce` all, else those that no chart
    /// further out on their side shows as well.
    private func labelAxes() {
        for (index, panel) in panels.enumerated() {
            for axis in panel.chart.axes where axis.placement == nil {
                let hasLabels =
                    !labelsSharedAxesOnce
                    || !outerPanels(of: index, on: axis.side).contains {
                        Self.shows($0.chart, axis)
                    }
                guard axis.hasLabels != hasLabels else { continue }
                axis.hasLabels = hasLabels
                panel.chart.resetTransitions()
            }
        }
    }

    /// The panels between a panel and the edge of the figure at a side.
    private func outerPanels(
        of index: Int, on side: ChartAxis.Side
    ) -> [ChartFigure.Panel] {
        let column = index % columns
        let indices: any Sequence<Int> =
            switch side {
            case .top: stride(from: column, to: index, by: columns)
            case .bottom: stride(from: index + columns, to: panels.count, by: columns)
            case .leading: index - column..<index
            case .trailing: index + 1..<max(index + 1, min(index - column + columns, panels.count))
            }
        return indices.map { panels[$0] }
    }

    /// Whether a chart has an axis with the scale and the side of another chart's.
    private static func shows(_ chart: Chart, _ axis: ChartAxis) -> Bool {
        chart.axes.contains {
            $0.scale === axis.scale && $0.side == axis.side && $0.placement == nil
        }
    }
}
