import Geometry
import Painting

/// The style of bars.
public struct BarStyle: Hashable, Sendable {
    /// The width of a bar.
    public enum Width: Hashable, Sendable {
        /// A fraction of the slot.
        case fraction(Double)
        /// The same everywhere, in points.
        case points(Double)
    }

    /// Rounded to whole device pixels, and at least one.
    ///
    /// Bars narrower than their slots keep a device pixel between them, even if rounding would
    /// remove it. If slots are narrower than two device pixels, or than three if bars are more than
    /// half their width, bars fill them, like bars of the whole slot.
    public var width: Width
    /// One or more; a bar's number selects its colour, and one beyond the last selects the last.
    public var colors: [Color]
    /// In points, with the bar pointing up: a bar below its base has its rounded end below.
    ///
    /// Never more than half of the bar.
    public var corners: Corners
    /// The number of the highlighted bar.
    public var selected: Int?
    /// The alpha of the others while one is selected.
    public var othersOpacity: Double
    /// Whether bars are horizontal: slots along y, values along x.
    public var isHorizontal: Bool
    /// Whether bars are ranges with two free ends: one of zero length is then drawn as long as it
    /// is wide.
    public var isRange: Bool
    /// The stripes of incomplete bars; nil for none.
    ///
    /// Only for a style of up to eight colours (a trap).
    public var hatching: Hatching?

    /// A style from its parts; at least one colour.
    public init(
        width: Width, colors: [Color], corners: Corners = 0, selected: Int? = nil,
        othersOpacity: Double = 0.82, isHorizontal: Bool = false, isRange: Bool = false,
        hatching: Hatching? = nil
    ) {
        precondition(!colors.isEmpty, "bars have at least one colour")
        self.width = width
        self.colors = colors
        self.corners = corners
        self.selected = selected
        self.othersOpacity = othersOpacity
        self.isHorizontal = isHorizontal
        self.isRange = isRange
        self.hatching = hatching
    }

    /// Ranges with round ends, `width` points wide.
    public static func range(width: Double, color: Color) -> BarStyle {
        BarStyle(
            width: .points(width), colors: [color], corners: Corners(width / 2), isRange: true)
    }
}
