// How a board comes from one place to the next.
//
// Method: what is kept is not a way from here to there but how far the board is still behind its
// place, and since when: a displacement that goes to nothing in a fixed time. So while the data move
// the board moves with them in the same frame, whatever is left of its own motion; and the place is
// a function of the time alone.

import Geometry

/// A board on its way to its place, by a closed form of time.
///
/// It moves with the data at once; where it stands at another place relative to them it goes there
/// in `duration`. Its first place it takes at once.
public struct InfoBoardMotion: Hashable, Sendable {
    /// How long the board takes to another place, in seconds; 0 for none at all.
    public var duration: Double
    private var place: Rect?
    private var anchor = Point.zero
    /// How far behind its place it was at `start`.
    private var lag = Vector.zero
    private var start = 0.0

    /// A board that is nowhere.
    public init(duration: Double = 0.15) { self.duration = duration }

    /// Gives the board a place.
    ///
    /// - Parameters:
    ///   - rect: where it belongs.
    ///   - anchor: the place of the point it tells of.
    ///   - reach: how far anything it has to avoid has moved since the last call.
    ///   - isOther: whether it tells of another point than before.
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

    /// Takes the board away.
    public mutating func hide() {
        place = nil
        lag = .zero
    }

    private func behind(at time: Double) -> Vector {
        guard lag != .zero, duration > 0 else { return .zero }
        return lag * (1 - MotionCurve.easeOut((time - start) / duration))
    }

    /// Whether it is still on its way.
    public func isMoving(at time: Double) -> Bool { lag != .zero && time < start + duration }

    /// Where it is; nil where it has no place.
    ///
    /// - Parameter container: what it stays inside of, also on its way.
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
