/// The shapes of points.
public enum MarkerShape: Int, Hashable, Sendable, CaseIterable {
    /// A circle of the marker's radius.
    case disc = 0
    /// A square on its corner; the radius is the distance from the middle to a corner.
    case diamond = 1
    /// An axis-aligned square; the radius is the distance from the middle to a side.
    case square = 2
}
