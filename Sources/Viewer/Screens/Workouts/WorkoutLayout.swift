import Geometry

/// The frames of the parts of a workout's page, in points: heading, choice of the chart, chart, and
/// figures.
package struct WorkoutLayout: Equatable, Sendable {
    package let heading: Rect
    /// The choice of the chart, if there are several.
    package let choice: Rect?
    /// The chart's card; empty if there is no chart.
    package let card: Rect
    package let details: Rect

    /// - Parameters:
    ///   - content: the room of the screen.
    ///   - choices: the number of things to choose from.
    ///   - hasChart: whether a chart is shown.
    ///   - detailsHeight: the height of all figures in a width.
    package init(
        in content: Rect, choices: Int, hasChart: Bool,
        detailsHeight: (_ width: Double) -> Double = { _ in 0 }
    ) {
        let frame = Self.choiceFrame(in: content)
        heading = Rect(
            x: content.x, y: content.y, width: content.width,
            height: frame.y - Measure.gap - content.y)
        choice = choices > 1 ? frame : nil
        let top = choice.map { $0.maxY + Measure.gap } ?? frame.y
        let room = max(0, content.maxY - top)
        let wanted = detailsHeight(content.width)
        // The chart gets the room that the figures leave, and at least this much.
        let least = hasChart ? min(200, max(0, room * 0.45)) + Measure.gap : 0
        let height = min(hasChart ? wanted : room, max(0, room - least))
        details = Rect(
            x: content.x, y: content.maxY - height, width: content.width, height: height)
        card =
            hasChart
            ? Rect(
                x: content.x, y: top, width: content.width,
                height: max(0, room - height - (height > 0 ? Measure.gap : 0))) : .zero
    }

    /// Where the choice is in the room of the screen, if there is one.
    package static func choiceFrame(in content: Rect) -> Rect {
        // The heading has no figures, but one more line in a narrow window.
        let isNarrow = content.width < ChartLayout.stackedBelow
        let height = Measure.headingHeight + (isNarrow ? 20 : 0)
        return Rect(
            x: content.x, y: content.y + height + Measure.gap, width: content.width,
            height: SegmentedControl.height)
    }
}
