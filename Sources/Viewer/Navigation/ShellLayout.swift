import Geometry

/// Where the parts of the window are, in points: the header over everything, the sidebar (a drawer in a narrow
/// window) at the left, and beside it the content, which is the screen's.
package struct ShellLayout: Equatable, Sendable {
    package let window: Rect
    package let header: Rect
    /// The sidebar, or the drawer when it is out; nil while the drawer is in.
    package let sidebar: Rect?
    package let isDrawer: Bool
    /// The line over the content; nil for none.
    package let banner: Rect?
    package let content: Rect
    /// Whether the content has the window to itself.
    package let isAlone: Bool

    /// - Parameters:
    ///   - size: the window's content, in points.
    ///   - origin: where the content begins on the surface, beyond the shadow.
    ///   - hasSidebar: whether there is anything to list.
    ///   - isDrawerOpen: whether the drawer is out; of no account in a wide window.
    ///   - hasBanner: whether there is a line over the content.
    package init(
        size: Size, origin: Point = .zero, hasSidebar: Bool = true, isDrawerOpen: Bool = false,
        hasBanner: Bool = false
    ) {
        window = Rect(origin: origin, size: size)
        header = Rect(
            x: origin.x, y: origin.y, width: size.width, height: Measure.headerHeight)
        isDrawer = size.width < Measure.drawerBelow
        isAlone = false
        let below = origin.y + Measure.headerHeight
        let sidebarFrame = Rect(
            x: origin.x, y: below, width: min(Measure.sidebarWidth, size.width - 48),
            height: max(0, size.height - Measure.headerHeight))
        sidebar = hasSidebar && (!isDrawer || isDrawerOpen) ? sidebarFrame : nil

        let indent = isDrawer || !hasSidebar ? 0 : Measure.sidebarWidth
        let isTight = size.width < 520
        let paddingX = isTight ? 12 : Measure.windowPaddingX
        let paddingY = size.height < 560 ? 12 : Measure.windowPaddingY
        let bannerHeight = hasBanner ? Measure.bannerHeight : 0
        banner =
            hasBanner
            ? Rect(
                x: origin.x + indent, y: below, width: max(0, size.width - indent),
                height: bannerHeight) : nil
        content = Rect(
            x: origin.x + indent + paddingX, y: below + bannerHeight + paddingY,
            width: max(0, size.width - indent - 2 * paddingX),
            height: max(0, size.height - Measure.headerHeight - bannerHeight - 2 * paddingY))
    }

    /// A window that is all content, for pictures without the rest.
    package init(alone frame: Rect) {
        window = frame
        header = Rect(x: frame.x, y: frame.y, width: frame.width, height: 0)
        sidebar = nil
        isDrawer = false
        banner = nil
        content = frame
        isAlone = true
    }

    /// All that is below the header and beside the sidebar, padding included in its height.
    var body: Rect {
        Rect(
            x: content.x, y: header.maxY, width: content.width,
            height: max(0, window.maxY - header.maxY))
    }
}
