/// The shapes of points.
public enum MarkerShape: Int, Hashable, Sendable, CaseIterable {
    /// A circle of the marker's radius.
    case disc = 0
    /// A square on its corner; from the middle to a corner it is the radius.
    case diamond = 1
    /// An upright square; from the middle to a side it is the radius.
    case square = 2
}
