import Geometry

/// The buttons that turn the pages of a chart, on both sides of the page indicator.
struct PagerModel: Equatable {
    /// The frame of the page indicator.
    var dots: Rect
    /// The current page, from 1, and the number of pages.
    var page: Int
    var count: Int
    var hovered: ControlID?
    var focused: ControlID?
}
