import Geometry

/// The frames of the parts around a chart, in points: headline, card, overview, legend, and the
/// chart's list.
///
/// One pure function of the room and of what is shown, so that it can be tested exactly. A low
/// window omits the legend first, then the overview, and the chart last. If there is no room for
/// three rows of the list, a button opens it as a separate page.
package struct ChartLayout: Equatable, Sendable {
    package let headline: Rect
    /// Whether the figures are under the title instead of next to it.
    package let isHeadlineStacked: Bool
    package let card: Rect
    package let overview: Rect?
    package let legend: Rect?
    /// The list under the chart.
    package let list: Rect?
    /// The button that opens the list if there is no room for it.
    package let listButton: Rect?

    /// In less width than this, in points, the figures are under the title.
    static let stackedBelow = 520.0
    /// From this height of the room on, in points, chips have a row of their own.
    static let chipsFrom = 440.0

    /// - Parameters:
    ///   - content: the room of the screen.
    ///   - hasOverview: whether the chart has an overview.
    ///   - hasList: whether the chart has a list.
    ///   - hasChips: whether a figure can have a chip.
    ///   - legendHeight: the height of its legend in a width; 0 for none.
    package init(
        in content: Rect, hasOverview: Bool, hasList: Bool = false,
        hasChips: Bool = false, legendHeight: (_ width: Double) -> Double = { _ in 0 }
    ) {
        isHeadlineStacked = content.width < Self.stackedBelow
        headline = Rect(
            x: content.x, y: content.y, width: content.width,
            height: Self.headlineHeight(
                in: content.width, hasChips: hasChips && content.height >= Self.chipsFrom))

        var bottom = content.maxY
        let chartTop = headline.maxY + Measure.gap
        var listFrame: Rect?
        var buttonFrame: Rect?
        if hasList {
            let room = bottom - chartTop
            let leastList = Measure.listCaptionHeight + 3 * Measure.listRowHeight + 8
            let leastChart = 200.0
            let strip = Measure.overviewHeight + Measure.gap
            let hasRoom = room >= leastChart + Measure.gap + leastList
            let hasStrip = hasOverview && room >= leastChart + Measure.gap + leastList + strip
            let height =
                hasRoom
                ? max(leastList, ((room - (hasStrip ? strip : 0)) * 0.42).rounded())
                : Measure.listButtonHeight
            let frame = Rect(
                x: content.x, y: bottom - height, width: content.width, height: height)
            if hasRoom { listFrame = frame } else { buttonFrame = frame }
            bottom = frame.y - Measure.gap
        }
        list = listFrame
        listButton = buttonFrame
        var legendFrame: Rect?
        var overviewFrame: Rect?
        let legendTall = legendHeight(content.width)
        if legendTall > 0, bottom - chartTop > 274 + legendTall {
            let y = bottom - legendTall
            legendFrame = Rect(x: content.x, y: y, width: content.width, height: legendTall)
            bottom = y - Measure.gap
        }
        if hasOverview, bottom - chartTop > 260 {
            let y = bottom - Measure.overviewHeight
            overviewFrame = Rect(
                x: content.x, y: y, width: content.width, height: Measure.overviewHeight)
            bottom = y - Measure.gap
        }
        legend = legendFrame
        overview = overviewFrame
        card = Rect(
            x: content.x, y: chartTop, width: content.width, height: max(0, bottom - chartTop))
    }

    /// The height of the headline in a width: under a title its figures need more, and so do chips.
    static func headlineHeight(in width: Double, hasChips: Bool = false) -> Double {
        Measure.headlineHeight + (width < stackedBelow ? 48 : 0)
            + (hasChips ? Measure.chipRowHeight : 0)
    }

    /// The chart's card alone, filling a picture except for a margin.
    package init(alone frame: Rect) {
        headline = Rect(x: frame.x, y: frame.y, width: frame.width, height: 0)
        isHeadlineStacked = false
        card = frame.inset(by: min(12, frame.width / 20))
        overview = nil
        legend = nil
        list = nil
        listButton = nil
    }
}

extension ChartFrames {
    /// The frames of a layout.
    init(_ layout: ChartLayout) {
        self.init(card: layout.card)
        headline = layout.headline
        isHeadlineStacked = layout.isHeadlineStacked
        overview = layout.overview
        legend = layout.legend
    }
}
