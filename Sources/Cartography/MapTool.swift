// What hands do to a map.
//
// A button that is held moves it, and so do a finger and a touchpad; the map goes on by momentum. A wheel
// and a pinch change its scale about the pointer or about the fingers, and two fingers turn it once
// they have turned by some degrees: nobody holds them quite still. A view is computed from the one at
// the beginning of a gesture and from the whole way since then, so that no error adds up.
// Taps are counted by the most fingers that were down: three taps of one, two or three fingers are
// commands of a program.

import ChartInteraction
import Foundation
import Geometry
import Maps

/// The tool that moves a map by hand.
@MainActor
public final class MapTool: InputTool {
    /// What is tapped or pointed at.
    public enum Event: Hashable, Sendable {
        /// A pointer without a button is at a point.
        case hover(Point)
        /// It has left the map.
        case leave
        /// One click or tap.
        case tap(Point)
        /// Three taps that follow one another, with a number of fingers.
        case tripleTap(Point, fingers: Int)
    }

    private let view: MapView
    /// The frame of the map, in points of the window; nil while there is none.
    private let frame: () -> Rect?
    /// What happens with an event; points are those of the view.
    private let perform: (Event, _ time: Double) -> Void
    /// Called whenever a hand begins to move the map.
    private let didTake: () -> Void

    private var button: Drag?
    private var fingers: [Int: Point] = [:]
    private var touches: Touches?
    private var taps = Taps()
    private var scroll: (velocity: VelocityEstimate, sum: Vector)?
    private var pinch: Pinch?
    private var isHovering = false

    private struct Drag {
        var origin: Point
        var camera: MapCamera
        var velocity = VelocityEstimate()
        var isMoving = false
    }

    /// Fingers that move the map, since their number last changed.
    private struct Touches {
        var origins: [Int: Point]
        var camera: MapCamera
        var velocity = VelocityEstimate()
        var isMoving: Bool
    }

    /// Two fingers on a touchpad, since they came down.
    private struct Pinch {
        var camera: MapCamera
        /// Where the pointer was.
        var place: Point
        /// How far the middle of the fingers has moved.
        var way = Vector.zero
        /// How far they have turned, in radians.
        var turn = 0.0
    }

    private struct Taps {
        var count = 0
        var fingers = 0
        var time = -Double.infinity
        var place = Point.zero
        /// Whether the fingers that are down have not moved.
        var isPossible = true
        /// The most fingers that were down at a time.
        var most = 0
    }

    /// How far a hand moves before it moves the map, in points.
    static let slop = 4.0
    static let touchSlop = 8.0
    /// How far two fingers turn before they turn the map, in radians.
    static let turnSlop = 12 * Double.pi / 180
    /// The time between two taps that belong together, in seconds, and how far they are apart at most.
    static let tapInterval = 0.4
    static let tapRadius = 24.0
    /// How many zooms a step of a wheel is.
    static let wheelStep = 0.25

    /// A tool for a view.
    ///
    /// - Parameters:
    ///   - frame: where the map is, in points of the window; nil while it is not shown.
    ///   - didTake: called when a hand begins to move the map.
    ///   - perform: called with whatever does not move it; points are those of the view.
    public init(
        _ view: MapView, frame: @escaping () -> Rect?, didTake: @escaping () -> Void = {},
        perform: @escaping (Event, _ time: Double) -> Void
    ) {
        (self.view, self.frame, self.didTake, self.perform) = (view, frame, didTake, perform)
    }

    // MARK: Tool

    public func handle(_ event: InputEvent) -> Bool {
        guard let frame = frame() else {
            reset(at: event.time)
            return false
        }
        let place = Point(x: event.position.x - frame.x, y: event.position.y - frame.y)
        let isInside = frame.contains(event.position)
        switch event.kind {
        case .pointerMoved:
            guard button == nil else {
                drag(to: place, at: event.time)
                return true
            }
            hover(isInside ? place : nil, at: event.time)
            return false
        case .pointerLeft:
            hover(nil, at: event.time)
            return false
        case .pointerPressed(.left):
            guard isInside else { return false }
            view.stop()
            button = Drag(origin: place, camera: view.camera)
            button?.velocity.add(x: place.x, y: place.y, at: event.time)
            return true
        case .pointerReleased(.left):
            guard button != nil else { return false }
            endDrag(at: place, event.time)
            return true
        case .wheel(let steps):
            guard isInside else { return false }
            didTake()
            let factor = exp2(-steps.dy * Self.wheelStep)
            view.glide(at: event.time) { $0.transform(by: factor, about: place) }
            return true
        case .scrolled(let delta, let source):
            guard isInside || scroll != nil else { return false }
            scrolled(by: delta, source, event, at: place)
            return true
        case .scrollStopped:
            return endScroll(at: event.time)
        case .touchBegan, .touchMoved, .touchEnded, .touchCancelled:
            return handleTouch(event, at: place, isInside)
        case .pinchBegan:
            guard isInside else { return false }
            take()
            pinch = Pinch(camera: view.camera, place: place)
            return true
        case .pinchUpdated(let translation, let scale, let rotation):
            return pinched(by: translation, scale, rotation)
        case .pinchEnded:
            defer { pinch = nil }
            return pinch != nil
        default: return false
        }
    }

    public func reset(at time: Double) {
        (button, touches, scroll, pinch) = (nil, nil, nil, nil)
        fingers = [:]
        hover(nil, at: time)
    }

    private func take() {
        view.stop()
        didTake()
    }

    private func hover(_ place: Point?, at time: Double) {
        if let place {
            isHovering = true
            perform(.hover(place), time)
        } else if isHovering {
            isHovering = false
            perform(.leave, time)
        }
    }

    // MARK: Pointer

    private func drag(to place: Point, at time: Double) {
        guard var drag = button else { return }
        drag.velocity.add(x: place.x, y: place.y, at: time)
        let way = place - drag.origin
        if !drag.isMoving, way.length > Self.slop {
            drag.isMoving = true
            didTake()
        }
        button = drag
        guard drag.isMoving else { return }
        var camera = drag.camera
        camera.pan(by: way)
        view.set(camera)
    }

    private func endDrag(at place: Point, _ time: Double) {
        guard let drag = button else { return }
        button = nil
        guard drag.isMoving else { return tap(at: place, time, fingers: 1, radius: Self.slop * 2) }
        let velocity = drag.velocity.velocity(at: time)
        view.release(with: Vector(dx: velocity.x, dy: velocity.y), at: time)
    }

    // MARK: Touchpad

    private func scrolled(
        by delta: Vector, _ source: ScrollSource, _ event: InputEvent, at place: Point
    ) {
        if event.modifiers.contains(.control) {
            take()
            view.move { $0.transform(by: exp2(-delta.dy / 100), about: place) }
            return
        }
        var known = scroll ?? (VelocityEstimate(), .zero)
        if scroll == nil {
            take()
            known.velocity.add(x: 0, y: 0, at: event.time)
        }
        known.sum = Vector(dx: known.sum.dx - delta.dx, dy: known.sum.dy - delta.dy)
        known.velocity.add(x: known.sum.dx, y: known.sum.dy, at: event.time)
        scroll = source == .finger ? known : nil
        view.move { $0.pan(by: Vector(dx: -delta.dx, dy: -delta.dy)) }
    }

    private func endScroll(at time: Double) -> Bool {
        guard let known = scroll else { return false }
        scroll = nil
        let velocity = known.velocity.velocity(at: time)
        view.release(with: Vector(dx: velocity.x, dy: velocity.y), at: time)
        return true
    }

    private func pinched(by translation: Vector, _ scale: Double, _ rotation: Double) -> Bool {
        guard var known = pinch else { return false }
        known.turn += rotation * .pi / 180
        known.way = Vector(
            dx: known.way.dx + translation.dx, dy: known.way.dy + translation.dy)
        pinch = known
        var camera = known.camera
        camera.transform(
            by: scale, turn: Self.beyond(known.turn, Self.turnSlop), about: known.place)
        // The way is that of the fingers on the screen, whatever the scale has become.
        camera.pan(by: known.way)
        view.set(camera)
        return true
    }

    /// The part of an angle beyond a limit.
    private static func beyond(_ angle: Double, _ limit: Double) -> Double {
        abs(angle) <= limit ? 0 : angle - (angle < 0 ? -limit : limit)
    }

    // MARK: Touch

    private func handleTouch(_ event: InputEvent, at place: Point, _ isInside: Bool) -> Bool {
        switch event.kind {
        case .touchBegan(let id):
            guard isInside || !fingers.isEmpty else { return false }
            if fingers.isEmpty {
                view.stop()
                (taps.isPossible, taps.most) = (true, 0)
            }
            fingers[id] = place
            taps.most = max(taps.most, fingers.count)
            beginTouches(isMoving: touches?.isMoving ?? false)
            return true
        case .touchMoved(let id):
            guard fingers[id] != nil else { return false }
            fingers[id] = place
            moveTouches(at: event.time)
            return true
        case .touchEnded(let id):
            guard fingers.removeValue(forKey: id) != nil else { return false }
            endTouch(at: place, event.time)
            return true
        case .touchCancelled:
            let had = !fingers.isEmpty
            if let touches, touches.isMoving { view.set(touches.camera) }
            (fingers, touches) = ([:], nil)
            return had
        default: return false
        }
    }

    private func beginTouches(isMoving: Bool) {
        touches = Touches(origins: fingers, camera: view.camera, isMoving: isMoving)
    }

    private func moveTouches(at time: Double) {
        guard var known = touches else { return }
        let ids = fingers.keys.sorted()
        let moved = ids.map { id in
            known.origins[id].flatMap { origin in fingers[id].map { $0 - origin } } ?? .zero
        }
        if !known.isMoving, moved.contains(where: { $0.length > Self.touchSlop }) {
            known.isMoving = true
            taps.isPossible = false
            didTake()
        }
        var camera = known.camera
        if ids.count >= 2, let a = known.origins[ids[0]], let b = known.origins[ids[1]],
            let c = fingers[ids[0]], let d = fingers[ids[1]]
        {
            let turn = Self.turn(from: b - a, to: d - c)
            let held = Self.turned(d, about: c, by: Self.beyond(turn, Self.turnSlop) - turn)
            camera.pinch(from: (a, b), to: (c, held))
        } else if let id = ids.first, let origin = known.origins[id], let place = fingers[id] {
            camera.pan(by: place - origin)
            known.velocity.add(x: place.x, y: place.y, at: time)
        }
        touches = known
        if known.isMoving { view.set(camera) }
    }

    /// The angle between two directions, from -π to π.
    private static func turn(from old: Vector, to new: Vector) -> Double {
        (atan2(new.dy, new.dx) - atan2(old.dy, old.dx)).remainder(dividingBy: 2 * .pi)
    }

    private static func turned(_ point: Point, about center: Point, by angle: Double) -> Point {
        let way = point - center
        return center
            + Vector(
                dx: cos(angle) * way.dx - sin(angle) * way.dy,
                dy: sin(angle) * way.dx + cos(angle) * way.dy)
    }

    private func endTouch(at place: Point, _ time: Double) {
        guard let known = touches else { return }
        guard fingers.isEmpty else { return beginTouches(isMoving: known.isMoving) }
        touches = nil
        if known.isMoving {
            let velocity = known.velocity.velocity(at: time)
            view.release(with: Vector(dx: velocity.x, dy: velocity.y), at: time)
        } else if taps.isPossible {
            tap(at: place, time, fingers: taps.most, radius: Self.tapRadius)
        }
    }

    // MARK: Taps

    private func tap(at place: Point, _ time: Double, fingers: Int, radius: Double) {
        let continues =
            time - taps.time <= Self.tapInterval && fingers == taps.fingers
            && (place - taps.place).length <= radius
        taps.count = continues ? taps.count + 1 : 1
        (taps.fingers, taps.time, taps.place) = (fingers, time, place)
        if taps.count == 3 {
            taps.count = 0
            perform(.tripleTap(place, fingers: fingers), time)
        } else if taps.count == 1, fingers == 1 {
            perform(.tap(place), time)
        }
    }
}
