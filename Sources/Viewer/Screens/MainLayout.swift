import Geometry

/// Where the parts of the main screen are, in points of the window's content.
///
/// One pure function of the size and of what is shown, so that it can be tested to the digit: the
/// header over everything, the sidebar (a drawer in a narrow window) at the left, and beside it the
/// headline, the chart's card, the overview and the legend. A low window gives up the legend first,
/// then the overview, and the chart last. A list that belongs to the chart stands under all of them;
/// where there is no room for three rows of it, a button opens it as a page of its own.
package struct MainLayout: Equatable, Sendable {
    /// What stands beside a chart, or in its place.
    package enum Companion: Equatable, Sendable {
        case none
        /// A list of what the chart shows.
        case list
        /// A page of one thing, with figures and so many charts, one of which is on show.
        case page(charts: Int)
    }

    package let window: Rect
    package let header: Rect
    /// The sidebar, or the drawer when it is out; `nil` while the drawer is in.
    package let sidebar: Rect?
    package let isDrawer: Bool
    package let content: Rect
    package let headline: Rect
    /// Whether the figures stand under the title instead of beside it.
    package let isHeadlineStacked: Bool
    package let card: Rect
    package let overview: Rect?
    package let legend: Rect?
    /// The list under the chart.
    package let list: Rect?
    /// The button that opens the list, where there is no room for it.
    package let listButton: Rect?
    /// Where a page has its figures.
    package let details: Rect?
    /// Where the chart of a page is chosen, if it has several.
    package let choice: Rect?

    /// - Parameters:
    ///   - size: the window's content, in points.
    ///   - origin: where the content begins on the surface, beyond the shadow.
    ///   - hasSidebar: whether there is anything to list.
    ///   - isDrawerOpen: whether the drawer is out; of no account in a wide window.
    ///   - legendHeight: of the chart's legend in a width; 0 for none.
    ///   - hasOverview: whether the chart shown has an overview.
    ///   - companion: what stands beside the chart, or in its place.
    ///   - detailsHeight: of all figures of a page in a width.
    package init(
        size: Size, origin: Point = .zero, hasSidebar: Bool = true, isDrawerOpen: Bool,
        hasOverview: Bool, companion: Companion = .none,
        legendHeight: (_ width: Double) -> Double = { _ in 0 },
        detailsHeight: (_ width: Double) -> Double = { _ in 0 }
    ) {
        window = Rect(origin: origin, size: size)
        header = Rect(
            x: origin.x, y: origin.y, width: size.width, height: Measure.headerHeight)
        isDrawer = size.width < Measure.drawerBelow
        let below = origin.y + Measure.headerHeight
        let sidebarFrame = Rect(
            x: origin.x, y: below, width: min(Measure.sidebarWidth, size.width - 48),
            height: max(0, size.height - Measure.headerHeight))
        sidebar = hasSidebar && (!isDrawer || isDrawerOpen) ? sidebarFrame : nil

        let indent = isDrawer || !hasSidebar ? 0 : Measure.sidebarWidth
        let isTight = size.width < 520
        let paddingX = isTight ? 12 : Measure.windowPaddingX
        let paddingY = size.height < 560 ? 12 : Measure.windowPaddingY
        content = Rect(
            x: origin.x + indent + paddingX, y: below + paddingY,
            width: max(0, size.width - indent - 2 * paddingX),
            height: max(0, size.height - Measure.headerHeight - 2 * paddingY))

        isHeadlineStacked = content.width < 520
        if case .page(let charts) = companion {
            let hasChart = charts > 0
            // Its heading has no figures, but in a narrow window one line more.
            headline = Rect(
                x: content.x, y: content.y, width: content.width,
                height: Measure.headlineHeight + (isHeadlineStacked ? 20 : 0))
            let first = headline.maxY + Measure.gap
            choice =
                charts > 1
                ? Rect(
                    x: content.x, y: first, width: content.width, height: SegmentedControl.height)
                : nil
            let top = choice.map { $0.maxY + Measure.gap } ?? first
            let room = max(0, content.maxY - top)
            let wanted = detailsHeight(content.width)
            // The chart has what the figures leave, and they leave it so much.
            let least = hasChart ? min(200, max(0, room * 0.45)) + Measure.gap : 0
            let height = min(hasChart ? wanted : room, max(0, room - least))
            details = Rect(
                x: content.x, y: content.maxY - height, width: content.width, height: height)
            card =
                hasChart
                ? Rect(
                    x: content.x, y: top, width: content.width,
                    height: max(0, room - height - (height > 0 ? Measure.gap : 0))) : .zero
            overview = nil
            legend = nil
            list = nil
            listButton = nil
            return
        }
        details = nil
        choice = nil
        let headlineHeight = Measure.headlineHeight + (isHeadlineStacked ? 44 : 0)
        headline = Rect(x: content.x, y: content.y, width: content.width, height: headlineHeight)

        var bottom = content.maxY
        let chartTop = headline.maxY + Measure.gap
        var listFrame: Rect?
        var buttonFrame: Rect?
        if companion == .list {
            let room = bottom - chartTop
            let leastList = Measure.listCaptionHeight + 3 * Measure.listRowHeight + 8
            let leastChart = 200.0
            let strip = Measure.overviewHeight + Measure.gap
            let hasList = room >= leastChart + Measure.gap + leastList
            let hasStrip = hasOverview && room >= leastChart + Measure.gap + leastList + strip
            let height =
                hasList
                ? max(leastList, ((room - (hasStrip ? strip : 0)) * 0.42).rounded())
                : Measure.listButtonHeight
            let frame = Rect(
                x: content.x, y: bottom - height, width: content.width, height: height)
            if hasList { listFrame = frame } else { buttonFrame = frame }
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

    /// The chart's card alone, filling the picture but for a margin.
    package init(chartOnly frame: Rect) {
        window = frame
        header = Rect(x: frame.x, y: frame.y, width: frame.width, height: 0)
        sidebar = nil
        isDrawer = false
        content = frame
        headline = Rect(x: frame.x, y: frame.y, width: frame.width, height: 0)
        isHeadlineStacked = false
        card = frame.inset(by: min(12, frame.width / 20))
        overview = nil
        legend = nil
        list = nil
        listButton = nil
        details = nil
        choice = nil
    }
}
