// The view of a map, as a person moves it.
//
// Under a finger the camera follows at once. After a release it goes on by momentum, and a command lets it
// glide: the middle, the zoom and the turn each on a way of least jerk within half a second, so a new
// target takes the speed with it. While the camera follows a moving place, it glides to it and then
// stays with it.
// All motions are functions of time: they are the same at every frame rate.

import ChartInteraction
import Foundation
import Geometry
import Maps

/// A camera with its motions.
@MainActor
public final class MapView {
    /// The present camera.
    public private(set) var camera: MapCamera
    /// Whether it jumps where it would glide.
    public var reducesMotion = false
    /// Called when a hand or a command has moved the camera.
    public var onMove: () -> Void = {}
    private var motion: Motion?

    private enum Motion {
        /// After a release: the camera then, the velocities along both sides, and the time.
        case coast(from: MapCamera, x: Fling, y: Fling, start: Double)
        case glide(Glide)
    }

    private struct Glide {
        /// What is glided to.
        var target: MapCamera
        /// The middle, in points of the zoom at its beginning, from the middle then.
        var place: PlaceGlide
        /// The zoom and the turn.
        var other: PlaceGlide
        var origin: PlanePoint
        var unit: Double
    }

    /// A view by a camera.
    public init(_ camera: MapCamera) { self.camera = camera }

    /// Whether it moves without a hand on it.
    public var isMoving: Bool { motion != nil }

    /// What the camera glides to; the present one at rest.
    public var target: MapCamera {
        switch motion {
        case .glide(let glide): glide.target
        case .coast(let camera, let x, let y, _):
            Self.moved(camera, x.totalDisplacement, y.totalDisplacement)
        case nil: camera
        }
    }

    // MARK: Moves

    /// Changes the camera at once, which ends all motions.
    public func set(_ camera: MapCamera) {
        motion = nil
        guard camera != self.camera else { return }
        self.camera = camera
        onMove()
    }

    /// Gives the view another size; what is in the middle stays there.
    public func resize(to size: Size) {
        camera.size = size
        switch motion {
        case .glide(var glide):
            glide.target.size = size
            motion = .glide(glide)
        case .coast(var camera, let x, let y, let start):
            camera.size = size
            motion = .coast(from: camera, x: x, y: y, start: start)
        case nil: break
        }
    }

    /// Ends all motions where they are.
    public func stop() { motion = nil }

    /// Changes the camera at once, as a hand does.
    public func move(_ change: (inout MapCamera) -> Void) {
        var camera = camera
        change(&camera)
        set(camera)
    }

    /// Lets the map go on with a velocity in points a second.
    public func release(with velocity: Vector, at time: Double) {
        guard !reducesMotion else { return }
        let (x, y) = (Fling(velocity: velocity.dx), Fling(velocity: velocity.dy))
        guard max(x.duration, y.duration) > 0 else { return }
        motion = .coast(from: camera, x: x, y: y, start: time)
    }

    /// Lets the camera glide to another one in half a second; a turn is the shorter one.
    public func glide(to target: MapCamera, at time: Double) {
        var target = target
        target.rotation =
            camera.rotation
            + (target.rotation - camera.rotation).remainder(dividingBy: 2 * .pi)
        if target.plane == .mercator {
            target.center.x =
                camera.center.x
                + (target.center.x - camera.center.x).remainder(dividingBy: 1)
        }
        // Far away nothing is seen on the way.
        let way = (camera.point(of: target.center) - camera.point(of: camera.center)).length
        let isFar = way > 20 * max(camera.size.width, camera.size.height)
        guard !reducesMotion, !isFar else { return set(target) }
        var glide: Glide
        if case .glide(let known) = motion {
            glide = known
        } else {
            glide = Glide(
                target: target, place: PlaceGlide(), other: PlaceGlide(), origin: camera.center,
                unit: camera.pointsPerUnit)
            glide.place.jump(to: .zero)
            glide.other.jump(to: Point(x: camera.zoom, y: camera.rotation))
        }
        glide.target = target
        glide.place.move(
            to: Point(
                x: (target.center.x - glide.origin.x) * glide.unit,
                y: (target.center.y - glide.origin.y) * glide.unit), at: time)
        glide.other.move(to: Point(x: target.zoom, y: target.rotation), at: time)
        motion = .glide(glide)
    }

    /// Changes what the camera glides to: a second step adds to the first.
    public func glide(at time: Double, _ change: (inout MapCamera) -> Void) {
        var target = target
        change(&target)
        glide(to: target, at: time)
    }

    // MARK: Time

    /// Moves the camera to the time of a frame; returns whether it moves on.
    public func advance(to time: Double) -> Bool {
        let before = camera
        switch motion {
        case nil: return false
        case .coast(let start, let x, let y, let began):
            let passed = time - began
            camera = Self.moved(start, x.displacement(at: passed), y.displacement(at: passed))
            if passed >= max(x.duration, y.duration) { motion = nil }
        case .glide(let glide):
            if time >= max(glide.place.restTime, glide.other.restTime) {
                camera = glide.target
                motion = nil
            } else if let place = glide.place.place(at: time),
                let other = glide.other.place(at: time)
            {
                camera.center = PlanePoint(
                    x: glide.origin.x + place.x / glide.unit,
                    y: glide.origin.y + place.y / glide.unit)
                (camera.zoom, camera.rotation) = (other.x, other.y)
            }
        }
        if camera != before { onMove() }
        return motion != nil
    }

    private static func moved(_ camera: MapCamera, _ x: Double, _ y: Double) -> MapCamera {
        var camera = camera
        camera.pan(by: Vector(dx: x, dy: y))
        return camera
    }
}
