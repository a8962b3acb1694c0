import Geometry

/// Where the parts of the main screen are, in points of the window's content.
///
/// One pure function of the size and of what is shown, so that it can be tested to the digit: the
/// header over everything, the sidebar (a drawer in a narrow window) at the left, and beside it the
/// headline, the chart's card, the overview and the legend. A low window gives up the legend first,
/// then the overview, and the chart last.
public struct MainLayout: Equatable, Sendable {
    public let window: Rect
    public let header: Rect
    /// The sidebar, or the drawer when it is out; `nil` while the drawer is in.
    public let sidebar: Rect?
    public let isDrawer: Bool
    public let content: Rect
    public let headline: Rect
    /// Whether the figures stand under the title instead of beside it.
    public let isHeadlineStacked: Bool
    public let card: Rect
    public let overview: Rect?
    public let legend: Rect?

    /// - Parameters:
    ///   - size: the window's content, in points.
    ///   - origin: where the content begins on the surface, beyond the shadow.
    ///   - hasSidebar: whether there is anything to list.
    ///   - isDrawerOpen: whether the drawer is out; of no account in a wide window.
    ///   - legendHeight: of the chart's legend in a width; 0 for none.
    ///   - hasOverview: whether the chart shown has an overview.
    public init(
        size: Size, origin: Point = .zero, hasSidebar: Bool = true, isDrawerOpen: Bool,
        hasOverview: Bool, legendHeight: (_ width: Double) -> Double = { _ in 0 }
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
        let headlineHeight = Measure.headlineHeight + (isHeadlineStacked ? 44 : 0)
        headline = Rect(x: content.x, y: content.y, width: content.width, height: headlineHeight)

        var bottom = content.maxY
        let chartTop = headline.maxY + Measure.gap
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
    public init(chartOnly frame: Rect) {
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
    }
}
