import Geometry

/// A mark that takes a colour of the theme where it was given none.
@MainActor
protocol TintedMark: Mark {
    /// Whether nobody has coloured it: the part that stands for it has no colour.
    var takesThemeColor: Bool { get }
    /// Gives another colour to the parts that look as they do in the old one, and to no others.
    func retint(from old: Color, to new: Color)
}

extension TintedMark {
    /// Gives a part another look where it has the old one.
    func retint<Look: Equatable>(_ part: inout Look, from old: Look, to new: Look) {
        if part == old { part = new }
    }
}

extension Color {
    /// The colour of a mark that nobody has coloured.
    static let untold = Color.clear

    /// The colour of areas that are pale in this one.
    var pale: Color { opacity(0.25) }
}
