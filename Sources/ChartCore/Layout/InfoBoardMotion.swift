// How a board moves from one place to the next.
//
// Method: the stored state is not a path but the displacement of the board from its place, and
// since when: it decreases to zero in a fixed time. So while the data move, the board moves with
// them in the same frame, in addition to the rest of its own motion; and the place is a function of
// time alone.

import Geometry

/// A board that moves to its place, as a closed form of time.
///
/// It moves with the data at once. If its place relative to them changes, it moves there in
/// `duration`. It appears at its first place at once.
public struct InfoBoardMotion: Hashable, Sendable {
    /// How long the board takes to move to another place, in seconds; 0 for a jump.
    public var duration: Double
    private var place: Rect?
    private var anchor = Point.zero
    /// Its displacement from its place at `start`.
    private var lag = Vector.zero
    private var start = 0.0

    /// A board without a place.
    public init(duration: Double = 0.15) { self.duration = duration }

    /// Gives the board a place.
    ///
    /// - Parameters:
    ///   - rect: its place.
    ///   - anchor: the place of the point that it describes.
    ///   - reach: how far anything that it must avoid has moved since the last call.
    ///   - isOther: whether it describes another point than before.
    ///   - time: of the change, in seconds.
    public mutating func show(
        _ rect: Rect, over anchor: Point, reach: Double = 0, isOther: Bool, at time: Double
    ) {
        defer {
            place = rect
            self.anchor = anchor
        }
        guard let place, duration > 0 else {
            lag = .zero
            return
        }
        let moved = Vector(dx: rect.midX - place.midX, dy: rect.minY - place.minY)
        let data = max((anchor - self.anchor).length, reach)
        guard isOther || moved.length > data + 1 else { return }
        let behind = behind(at: time)
        lag = Vector(dx: behind.dx - moved.dx, dy: behind.dy - moved.dy)
        start = time
    }

    /// Removes the board.
    public mutating func hide() {
        place = nil
        lag = .zero
    }

    private func behind(at time: Double) -> Vector {
        guard lag != .zero, duration > 0 else { return .zero }
        return lag * (1 - MotionCurve.easeOut((time - start) / duration))
    }

    /// Whether it is still moving.
    public func isMoving(at time: Double) -> Bool { lag != .zero && time < start + duration }

    /// Its place; nil if it has none.
    ///
    /// - Parameter container: the area that it stays inside, also while it moves.
    public func rect(at time: Double, in container: Rect) -> Rect? {
        guard let place else { return nil }
        let behind = behind(at: time)
        if behind == .zero { return place }
        let (x, y) = (place.x + behind.dx, place.y + behind.dy)
        return Rect(
            x: max(min(x, container.maxX - place.width), container.minX),
            y: max(min(y, container.maxY - place.height), container.minY), width: place.width,
            height: place.height)
    }
}
