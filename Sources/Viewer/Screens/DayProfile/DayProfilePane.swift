import ChartCore
import ChartScene
import Geometry
import Localization
import Painting
import Reports
import Text

/// The usual day of a metric: percentiles by the clock, and some of them in words.
struct DayProfileModel: Equatable {
    /// A stretch of the day in words.
    struct Row: Equatable {
        var hours: String
        var value: String
        /// The numbers alone, for where there is no room for words.
        var shortValue: String
    }

    /// A value with its label.
    struct Tick: Equatable {
        /// From 0 at the bottom to 1 at the top.
        var height: Double
        var label: String
    }

    var window: Rect
    var title: String
    /// The days that it is about; or why there is no profile.
    var message: String
    /// The percentiles of each quarter of an hour as heights, from 0 to 1; nil where there are none.
    var bins: [[Double]?] = []
    var ticks: [Tick] = []
    var hours: [String] = []
    /// The heights between which values are in the target; nil for none.
    var target: ClosedRange<Double>?
    var color: Color
    var rows: [Row] = []
    var scroll = 0.0
    var hovered: ControlID?
    var focused: ControlID?
}

@MainActor
enum DayProfilePane {
    static let rowHeight = 30.0
    private static let messageHeight = 24.0
    private static let keyHeight = 30.0
    /// Right of the plot for labels of values, and under it for hours.
    private static let gutter = (right: 44.0, bottom: 22.0)
    /// The opacity of the bands, the outer one first.
    private static let opacities: [Float] = [0.16, 0.34]

    static func frame(_ model: DayProfileModel) -> DialogFrame {
        let picture = model.bins.isEmpty ? 0 : min(280, max(130, model.window.height - 330))
        return DialogFrame(
            window: model.window, top: Measure.headerHeight, title: model.title, width: 760,
            contentHeight: Double(model.rows.count) * rowHeight,
            headHeight: messageHeight + (picture > 0 ? picture + keyHeight : 0),
            scroll: model.scroll)
    }

    static func record(_ model: DayProfileModel, _ pane: PaneCanvas) -> [SemanticNode] {
        frame(model).record(
            hovered: model.hovered, focused: model.focused, pane,
            head: { head in
                let message = Rect(x: head.x, y: head.y, width: head.width, height: messageHeight)
                pane.text(model.message, TypeStyle.text, in: message, pane.theme.text2)
                var nodes = [
                    SemanticNode(
                        id: ControlID("profile.message"), role: .text, name: model.message,
                        frame: message)
                ]
                guard !model.bins.isEmpty else { return nodes }
                let picture = Rect(
                    x: head.x, y: message.maxY + 6, width: head.width,
                    height: head.height - messageHeight - keyHeight - 6)
                draw(model, in: picture, pane)
                nodes += key(
                    model, Rect(x: head.x, y: picture.maxY, width: head.width, height: keyHeight),
                    pane)
                return nodes
            },
            rows: { list in
                model.rows.enumerated().map { index, row in
                    let rect = Rect(
                        x: list.x, y: list.y + Double(index) * rowHeight, width: list.width,
                        height: rowHeight)
                    pane.text(row.hours, TypeStyle.name, in: rect, pane.theme.text1)
                    var value = rect
                    value.x += 76
                    value.width -= 76
                    let fits = pane.width(row.value, TypeStyle.text) <= value.width
                    pane.text(
                        fits ? row.value : row.shortValue, TypeStyle.text, in: value,
                        pane.theme.text1, .trailing)
                    return SemanticNode(
                        id: ControlID("profile.\(index)"), role: .listItem, name: row.hours,
                        value: row.value, frame: rect)
                }
            })
    }

    private static func draw(_ model: DayProfileModel, in rect: Rect, _ pane: PaneCanvas) {
        let theme = pane.theme
        let plot = Rect(
            x: rect.x, y: rect.y + 6, width: rect.width - gutter.right,
            height: rect.height - gutter.bottom - 6)
        func y(_ height: Double) -> Double { plot.maxY - plot.height * min(max(height, 0), 1) }
        if let target = model.target {
            pane.canvas.fill(
                Rect(
                    x: plot.x, y: y(target.upperBound), width: plot.width,
                    height: y(target.lowerBound) - y(target.upperBound)), theme.zoneGood)
        }
        for tick in model.ticks {
            pane.canvas.horizontalLine(
                from: plot.x, to: plot.maxX, y: y(tick.height), color: theme.grid)
            pane.text(
                tick.label, TypeStyle.label,
                in: Rect(
                    x: plot.maxX + 8, y: y(tick.height) - 8, width: gutter.right - 8, height: 16),
                theme.text3)
        }
        for (index, hour) in model.hours.enumerated() {
            let x = plot.x + plot.width * Double(index) / Double(max(1, model.hours.count - 1))
            let isFirst = index == 0
            let isLast = index == model.hours.count - 1
            pane.text(
                hour, TypeStyle.label,
                in: Rect(
                    x: isFirst ? x : isLast ? x - 60 : x - 30, y: plot.maxY + 5, width: 60,
                    height: 16), theme.text3, isFirst ? .leading : isLast ? .trailing : .center)
        }
        for run in runs(model.bins) {
            func points(_ percentile: Int) -> [Point] {
                run.flatMap { bin -> [Point] in
                    guard let heights = model.bins[bin] else { return [] }
                    let step = plot.width / Double(model.bins.count)
                    let middle = Point(
                        x: plot.x + (Double(bin) + 0.5) * step, y: y(heights[percentile]))
                    // A line begins and ends with its bins.
                    var points = [middle]
                    if bin == run.lowerBound {
                        points.insert(Point(x: middle.x - step / 2, y: middle.y), at: 0)
                    }
                    if bin == run.upperBound - 1 {
                        points.append(Point(x: middle.x + step / 2, y: middle.y))
                    }
                    return points
                }
            }
            pane.canvas.band(points(0), points(4), color: model.color.opacity(opacities[0]))
            pane.canvas.band(points(1), points(3), color: model.color.opacity(opacities[1]))
            pane.canvas.polyline(points(2), width: 2.5, color: model.color)
            for percentile in [0, 4] {
                pane.canvas.polyline(
                    points(percentile), width: 1,
                    color: theme.paleMark(model.color, by: 0.5, on: theme.board))
            }
        }
    }

    /// The stretches of bins that have percentiles.
    private static func runs(_ bins: [[Double]?]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for index in bins.indices where bins[index] != nil {
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<(index + 1)
            } else {
                runs.append(index..<(index + 1))
            }
        }
        return runs
    }

    /// What the line and the bands are.
    private static func key(
        _ model: DayProfileModel, _ rect: Rect, _ pane: PaneCanvas
    ) -> [SemanticNode] {
        let names = [tr("Median"), tr("Half of the readings"), tr("9 of 10 readings")]
        var x = rect.x
        return names.enumerated().compactMap { index, name in
            let width = pane.width(name, TypeStyle.label)
            guard x + 22 + width <= rect.maxX else { return nil }
            let sign = Rect(
                x: x, y: rect.midY - (index == 0 ? 1.25 : 5), width: 16,
                height: index == 0 ? 2.5 : 10)
            pane.canvas.fill(
                sign, index == 0 ? model.color : model.color.opacity(opacities[2 - index]),
                corners: Corners(index == 0 ? 1.25 : 3),
                border: index == 0
                    ? nil
                    : Border(
                        width: 1,
                        color: pane.theme.paleMark(model.color, by: 0.5, on: pane.theme.board)))
            let words = Rect(x: x + 22, y: rect.y, width: width + 1, height: rect.height)
            pane.text(name, TypeStyle.label, in: words, pane.theme.text2)
            x = words.maxX + 18
            return SemanticNode(
                id: ControlID("profile.key.\(index)"), role: .text, name: name, frame: words)
        }
    }
}
