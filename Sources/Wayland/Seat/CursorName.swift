/// The shape of the pointer, by the names of the CSS and cursor themes.
public enum CursorName: String, Hashable, Sendable, CaseIterable {
    case `default`
    case pointer
    case text
    case crosshair
    case grab
    case grabbing
    case move
    case wait
    case progress
    case notAllowed = "not-allowed"
    case resizeHorizontal = "ew-resize"
    case resizeVertical = "ns-resize"
    case resizeNorth = "n-resize"
    case resizeSouth = "s-resize"
    case resizeEast = "e-resize"
    case resizeWest = "w-resize"
    case resizeNorthEast = "ne-resize"
    case resizeNorthWest = "nw-resize"
    case resizeSouthEast = "se-resize"
    case resizeSouthWest = "sw-resize"

    /// The names to look for in a theme, best first: the CSS name, then what older themes call it.
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
