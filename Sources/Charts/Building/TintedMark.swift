import Geometry

/// A mark that takes a colour of the theme where it was given none.
@MainActor
protocol TintedMark: Mark {
    /// Whether it looks as `tint` makes it look in a colour.
    func isTinted(_ color: Color) -> Bool
    func tint(_ color: Color)
}

extension TintedMark {
    /// Whether nobody has coloured it.
    var takesThemeColor: Bool { isTinted(.untold) }
}

extension Color {
    /// The colour of a mark that nobody has coloured.
    static let untold = Color.clear
}
