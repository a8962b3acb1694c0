/// The shape of the pointer, by its name in CSS and cursor themes.
public enum CursorName: String, Hashable, Sendable, CaseIterable {
    /// The arrow.
    case `default`
    /// The hand over a clickable element.
    case pointer
    /// The bar over text that can be selected.
    case text
    /// Thin crossed lines, for precise selection.
    case crosshair
    /// The open hand over a draggable element.
    case grab
    /// The closed hand during a drag.
    case grabbing
    /// The four arrows over an element that can be moved in all directions.
    case move
    /// The program is busy and accepts no input.
    case wait
    /// The program is busy but accepts input.
    case progress
    /// The dragged item cannot be dropped here.
    case notAllowed = "not-allowed"
    /// A border that can be moved left and right, between two panes.
    case resizeHorizontal = "ew-resize"
    /// A border that can be moved up and down, between two panes.
    case resizeVertical = "ns-resize"
    /// The top edge of a window.
    case resizeNorth = "n-resize"
    /// The bottom edge of a window.
    case resizeSouth = "s-resize"
    /// The right edge of a window.
    case resizeEast = "e-resize"
    /// The left edge of a window.
    case resizeWest = "w-resize"
    /// The top right corner of a window.
    case resizeNorthEast = "ne-resize"
    /// The top left corner of a window.
    case resizeNorthWest = "nw-resize"
    /// The bottom right corner of a window.
    case resizeSouthEast = "se-resize"
    /// The bottom left corner of a window.
    case resizeSouthWest = "sw-resize"

    /// The names to look up in a theme, best first: the CSS name, then those of older themes.
    var themeNames: [String] {
        let older: [String] =
            switch self {
            case .default: ["left_ptr", "arrow"]
            case .pointer: ["hand2", "hand1", "pointing_hand", "hand"]
            case .text: ["xterm", "ibeam"]
            case .crosshair: ["cross", "tcross"]
            case .grab: ["openhand", "hand1", "fleur"]
            case .grabbing: ["closedhand", "fleur"]
            case .move: ["fleur", "size_all"]
            case .wait: ["watch"]
            case .progress: ["left_ptr_watch", "half-busy"]
            case .notAllowed: ["crossed_circle", "forbidden"]
            case .resizeHorizontal: ["sb_h_double_arrow", "size_hor", "h_double_arrow"]
            case .resizeVertical: ["sb_v_double_arrow", "size_ver", "v_double_arrow"]
            case .resizeNorth: ["top_side", "ns-resize", "sb_v_double_arrow"]
            case .resizeSouth: ["bottom_side", "ns-resize", "sb_v_double_arrow"]
            case .resizeEast: ["right_side", "ew-resize", "sb_h_double_arrow"]
            case .resizeWest: ["left_side", "ew-resize", "sb_h_double_arrow"]
            case .resizeNorthEast: ["top_right_corner", "nesw-resize", "size_bdiag"]
            case .resizeNorthWest: ["top_left_corner", "nwse-resize", "size_fdiag"]
            case .resizeSouthEast: ["bottom_right_corner", "nwse-resize", "size_fdiag"]
            case .resizeSouthWest: ["bottom_left_corner", "nesw-resize", "size_bdiag"]
            }
        return [rawValue] + older
    }
}
