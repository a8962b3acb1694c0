import Geometry

/// A mark that takes a colour of the theme if it was given none.
@MainActor
protocol TintedMark: Mark {
    /// Whether it was given no colour: the part that represents it is clear.
    var takesThemeColor: Bool { get }
    /// Gives another colour to the parts that still look as they do in the old one, and to no
    /// others.
    func retint(from old: Color, to new: Color)
}

extension TintedMark {
    /// Gives a part another look if it still has the old one.
    func retint<Look: Equatable>(_ part: inout Look, from old: Look, to new: Look) {
        if part == old { part = new }
    }
}

extension Color {
    /// The colour of a mark that was given none.
    static let unset = Color.clear

    /// The pale form of this colour, for areas.
    var pale: Color { opacity(0.25) }
}
