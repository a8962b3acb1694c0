import Geometry

/// The buttons that turn the pages of a chart, to both sides of what tells of the page.
struct PagerModel: Equatable {
    /// Where the chart tells of the page.
    var dots: Rect
    /// The page that is shown, from 1, and how many there are.
    var page: Int
    var count: Int
    var hovered: ControlID?
    var focused: ControlID?
}
