import Geometry

/// What a picture shows.
package enum PicturePart: String, Sendable, CaseIterable {
    /// The window.
    case window
    /// What is in its content, without anything to press: headline, figures, chart and legend.
    case page
    /// The chart, or the map, and nothing else.
    case chart
}

/// What a picture shows, and how it ends around it.
struct PictureFrame: Hashable, Sendable {
    var part: PicturePart
    /// The margin around a page, in points.
    var margin = 20.0
    /// The ground; nil for that of the theme.
    var ground: Color?

    init(_ part: PicturePart) { self.part = part }
}

/// The frames of the parts of the window, in points.
///
/// The header is at the top, the sidebar (a drawer in a narrow window) at the left, and the
/// content, which belongs to the screen, next to it.
package struct ShellLayout: Equatable, Sendable {
    package let window: Rect
    package let header: Rect
    /// The sidebar, or the drawer when it is open; nil while the drawer is closed.
    package let sidebar: Rect?
    package let isDrawer: Bool
    /// The banner over the content; nil for none.
    package let banner: Rect?
    package let content: Rect
    /// Whether the content fills the window.
    package let isAlone: Bool
    /// Whether there are words around the chart: its name, its figures and its legend.
    package let hasWords: Bool

    /// Lays out the window.
    ///
    /// - Parameters:
    ///   - size: the window's content, in points.
    ///   - origin: where the content begins on the surface, inside the shadow.
    ///   - hasSidebar: whether there is anything to list.
    ///   - isDrawerOpen: whether the drawer is open; ignored in a wide window.
    ///   - bannerHeight: the height of the banner over the content; 0 for none.
    package init(
        size: Size, origin: Point = .zero, hasSidebar: Bool = true, isDrawerOpen: Bool = false,
        bannerHeight: Double = 0
    ) {
        window = Rect(origin: origin, size: size)
        header = Rect(
            x: origin.x, y: origin.y, width: size.width, height: Measure.headerHeight)
        isDrawer = size.width < Measure.drawerBelow
        (isAlone, hasWords) = (false, true)
        let below = origin.y + Measure.headerHeight
        let sidebarFrame = Rect(
            x: origin.x, y: below, width: min(Measure.sidebarWidth, size.width - 48),
            height: max(0, size.height - Measure.headerHeight))
        sidebar = hasSidebar && (!isDrawer || isDrawerOpen) ? sidebarFrame : nil

        let indent = isDrawer || !hasSidebar ? 0 : Measure.sidebarWidth
        let isTight = size.width < 520
        let paddingX = isTight ? 12 : Measure.windowPaddingX
        let paddingY = size.height < 560 ? 12 : Measure.windowPaddingY
        banner =
            bannerHeight > 0
            ? Rect(
                x: origin.x + indent, y: below, width: max(0, size.width - indent),
                height: bannerHeight) : nil
        content = Rect(
            x: origin.x + indent + paddingX, y: below + bannerHeight + paddingY,
            width: max(0, size.width - indent - 2 * paddingX),
            height: max(0, size.height - Measure.headerHeight - bannerHeight - 2 * paddingY))
    }

    /// Lays out a window that is all content, for pictures without the rest.
    ///
    /// - Parameter margin: the margin around a page with words; nil for a chart without them.
    package init(alone frame: Rect, margin: Double? = nil) {
        window = frame
        header = Rect(x: frame.x, y: frame.y, width: frame.width, height: 0)
        sidebar = nil
        isDrawer = false
        banner = nil
        content = margin.map { frame.inset(by: $0) } ?? frame
        (isAlone, hasWords) = (true, margin != nil)
    }

    /// The region below the header and next to the sidebar, including padding in its height.
    var body: Rect {
        Rect(
            x: content.x, y: header.maxY, width: content.width,
            height: max(0, window.maxY - header.maxY))
    }
}
