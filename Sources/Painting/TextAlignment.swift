/// The part of a text that is at its place.
public enum TextAlignment: Double, Hashable, Sendable {
    /// Its left end is at the place.
    case leading = 0
    /// Its middle is at the place.
    case center = 0.5
    /// Its right end is at the place.
    case trailing = 1
}
