import Geometry

/// A mark that takes a colour of the theme where it was given none.
@MainActor
protocol TintedMark: Mark {
    var takesThemeColor: Bool { get }
    func tint(_ color: Color)
}

extension Color {
    /// The colour of a mark that nobody has coloured.
    static let untold = Color.clear
}
