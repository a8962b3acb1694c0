// A compass: a dial, the needle of the own heading, that of the chosen target, and the other targets at the
// rim.
//
// Each part has its own motion (`NeedleMotion`), so they move as if each had its own inertia. Fixed, the
// dial has north at the top and the needle shows the heading; following, the heading is at the top and
// the dial turns. A change between these, and another chosen target, are quick turns.
// While the heading is unknown, its needle (the dial, if it follows) stays where it was and flickers.
// What moves is recorded in the frames in which it moves; at rest a compass costs its picture.

import ChartInteraction
import ChartScene
import Foundation
import Geometry
import Painting
import Text

/// A compass with targets.
@MainActor
public final class Compass {
    /// Something that the compass points to.
    public struct Target: Hashable, Sendable {
        /// Names the same target in every call.
        public var id: String
        /// What it is called; empty for none.
        public var name: String
        /// Degrees clockwise from north; nil if it is unknown.
        public var direction: Double?
        /// How far it is, in words; empty if that is unknown.
        public var distance: String

        /// A target in a direction.
        public init(id: String, name: String, direction: Double?, distance: String = "") {
            (self.id, self.name) = (id, name)
            (self.direction, self.distance) = (direction, distance)
        }
    }

    /// Its colours.
    public struct Style: Hashable, Sendable {
        /// The disc.
        public var ground: Color
        /// Marks and letters.
        public var mark: Color
        /// The needle of the heading, and the speed.
        public var heading: Color
        /// Targets.
        public var target: Color

        /// Colours from their parts.
        public init(ground: Color, mark: Color, heading: Color, target: Color) {
            (self.ground, self.mark) = (ground, mark)
            (self.heading, self.target) = (heading, target)
        }

        /// Light on a dark, translucent disc, which is seen on any map.
        public static let standard = Style(
            ground: Color(hex: 0x000000, alpha: 0.36), mark: Color(hex: 0xFFFFFF),
            heading: Color(hex: 0xFF2E93), target: Color(hex: 0x3BE477))
    }

    /// The colours.
    public var style: Style { didSet { if style != oldValue { picture = nil } } }
    /// Whether the other targets are named at the rim, with their distances; else they are triangles.
    public var namesTargets = false { didSet { if namesTargets != oldValue { picture = nil } } }
    /// What is in the middle if no target is chosen, such as the speed; empty for nothing.
    public var reading = "" { didSet { if reading != oldValue { picture = nil } } }
    /// Whether parts jump where they would turn, and do not flicker.
    public var reducesMotion = false {
        didSet {
            guard reducesMotion != oldValue else { return }
            (visibility.isStill, targetVisibility.isStill) = (reducesMotion, reducesMotion)
            isOutdated = true
        }
    }
    /// Whether the heading is at the top.
    public private(set) var followsHeading = false
    /// The heading in degrees; nil while it is unknown.
    public private(set) var heading: Double?
    /// The targets.
    public private(set) var targets: [Target] = []
    /// The id of the chosen target; nil for none.
    public private(set) var chosen: String?

    private var dial = NeedleMotion(at: 0, damping: .dial)
    private var needle = NeedleMotion(at: 0, damping: .heading)
    private var chosenNeedle = NeedleMotion(at: 0, damping: .target)
    private var others: [String: NeedleMotion] = [:]
    private var visibility = NeedleVisibility()
    private var targetVisibility = NeedleVisibility()
    private var time = 0.0
    private var picture: (frame: Rect, scale: Double, picture: Picture)?
    /// Whether anything was set since the last frame.
    private var isOutdated = true

    /// The marks of the dial.
    public static let marks = 60
    /// The letters and numbers at the dial, by their mark: tens of degrees, as pilots have them.
    public static let letters: [(mark: Int, text: String)] = [
        (0, "N"), (5, "3"), (10, "6"), (15, "E"), (20, "12"), (25, "15"), (30, "S"), (35, "21"),
        (40, "24"), (45, "W"), (50, "30"), (55, "33"),
    ]

    /// A compass without a heading and without targets.
    public init(style: Style = .standard) { self.style = style }

    // MARK: State

    /// Shows a heading in degrees clockwise from north; nil while it is unknown.
    public func setHeading(_ heading: Double?, at time: Double) {
        let heading = heading.flatMap { $0.isFinite ? $0 : nil }
        guard heading != self.heading || visibility.isLost != (heading == nil) else { return }
        self.heading = heading
        visibility.setLost(heading == nil, at: time)
        turn(at: time)
    }

    /// Turns the heading to the top, or north.
    public func setFollowsHeading(_ follows: Bool, at time: Double) {
        guard follows != followsHeading else { return }
        followsHeading = follows
        turn(at: time, isFast: true)
    }

    /// Shows targets; those with the same id turn from where they are.
    public func setTargets(_ targets: [Target], at time: Double) {
        guard targets != self.targets else { return }
        let known = Set(self.targets.map(\.id))
        self.targets = targets
        for target in targets where !known.contains(target.id) {
            let angle = (target.direction ?? 0) - frame
            others[target.id] = NeedleMotion(
                at: angle, damping: .small(Self.pace(of: target.id)))
        }
        let present = Set(targets.map(\.id))
        others = others.filter { present.contains($0.key) }
        turn(at: time)
    }

    /// Chooses a target, to which the large needle turns quickly; nil for none.
    public func choose(_ id: String?, at time: Double) {
        guard id != chosen else { return }
        chosen = id
        turn(at: time)
        if let direction = target?.direction {
            chosenNeedle.turn(to: direction - frame, at: time, isFast: true)
        }
    }

    /// The chosen target.
    public var target: Target? { targets.first { $0.id == chosen } }

    /// The direction that is at the top, in degrees.
    private var frame: Double { followsHeading ? heading ?? -dial.target : 0 }

    private func turn(at time: Double, isFast: Bool = false) {
        isOutdated = true
        if followsHeading {
            if let heading { dial.turn(to: -heading, at: time, isFast: isFast) }
            needle.turn(to: 0, at: time, isFast: isFast)
        } else {
            dial.turn(to: 0, at: time, isFast: isFast)
            if let heading { needle.turn(to: heading, at: time, isFast: isFast) }
        }
        targetVisibility.setLost(target != nil && target?.direction == nil, at: time)
        if let direction = target?.direction {
            chosenNeedle.turn(to: direction - frame, at: time, isFast: isFast)
        }
        for target in targets {
            guard let direction = target.direction else { continue }
            others[target.id]?.turn(to: direction - frame, at: time, isFast: isFast)
        }
    }

    /// A part from 0 to 1 that is the same for a target in every run.
    private static func pace(of id: String) -> Double {
        var hash: UInt32 = 2_166_136_261
        for byte in id.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Double(hash % 1000) / 1000
    }

    // MARK: Time

    /// Moves everything to the time of a frame; returns whether another frame is needed.
    public func advance(to time: Double) -> Bool {
        let moved = isOutdated || self.time < restTime
        if moved { picture = nil }
        isOutdated = false
        self.time = time
        return !reducesMotion && time < restTime
    }

    /// When everything is at rest; never while something flickers.
    private var restTime: Double {
        guard !reducesMotion else { return -.infinity }
        var rests = [dial.restTime, needle.restTime, visibility.restTime]
        if target != nil { rests += [chosenNeedle.restTime, targetVisibility.restTime] }
        rests += targets.compactMap { $0.id == chosen ? nil : others[$0.id]?.restTime }
        return rests.max() ?? 0
    }

    private func angle(_ motion: NeedleMotion) -> Double {
        reducesMotion ? motion.target : motion.angle(at: time)
    }

    /// The angle of the dial's north from the top, in degrees clockwise.
    public var dialAngle: Double { angle(dial) }
    /// That of the needle of the heading.
    public var needleAngle: Double { angle(needle) }
    /// That of the needle to the chosen target; nil if none is chosen.
    public var targetAngle: Double? { target == nil ? nil : angle(chosenNeedle) }
    /// The opacities of what the heading turns, and of the needle to the chosen target.
    public var opacities: (heading: Double, target: Double) {
        (visibility.opacity(at: time), targetVisibility.opacity(at: time))
    }

    // MARK: Drawing

    /// Adds the compass to a scene, in the middle of a rectangle and as large as it allows.
    ///
    /// Cost: while something moves it is recorded, with a hundred lines and texts.
    public func encode(into scene: SceneBuilder, in frame: Rect, typesetter: Typesetter) {
        if picture?.frame != frame || picture?.scale != scene.scale {
            let canvas = Canvas(scale: scene.scale)
            draw(on: canvas, in: frame, typesetter)
            picture = (frame, scene.scale, canvas.finish())
        }
        if let picture { scene.picture(picture.picture) }
    }

    private func draw(on canvas: Canvas, in frame: Rect, _ typesetter: Typesetter) {
        let radius = min(frame.width, frame.height) / 2 - 2
        guard radius > 12 else { return }
        let center = frame.center
        canvas.circle(at: center, radius: radius, fill: style.ground)
        let (heading, target) = opacities
        drawDial(
            on: canvas, center, radius, opacity: followsHeading ? heading : 1, typesetter)
        drawTargets(on: canvas, center, radius, typesetter)
        if let angle = targetAngle {
            drawNeedle(
                on: canvas, center, radius, angle, width: max(radius / 70, 1),
                style.target.opacity(Float(target)))
        }
        drawNeedle(
            on: canvas, center, radius, needleAngle, width: max(radius / 35, 2),
            style.heading.opacity(Float(followsHeading ? 1 : heading)))
        drawMiddle(on: canvas, center, radius, typesetter)
    }

    private static func at(_ center: Point, _ degrees: Double, _ distance: Double) -> Point {
        let angle = degrees * .pi / 180
        return Point(x: center.x + distance * sin(angle), y: center.y - distance * cos(angle))
    }

    private func drawDial(
        on canvas: Canvas, _ center: Point, _ radius: Double, opacity: Double,
        _ typesetter: Typesetter
    ) {
        let color = style.mark.opacity(Float(opacity))
        guard color.alpha > 0 else { return }
        for mark in 0..<Self.marks {
            let angle = dialAngle + Double(mark) * 6
            let length = mark % 5 == 0 ? radius / 7 : radius / 12
            canvas.line(
                from: Self.at(center, angle, radius - length),
                to: Self.at(center, angle, radius - 1),
                width: mark % 5 == 0 ? max(radius / 60, 1.25) : max(radius / 110, 0.8),
                color: color)
        }
        for (mark, text) in Self.letters {
            let isSide = mark % 15 == 0
            let type = TextStyle(
                size: isSide ? radius / 6 : radius / 8.5, weight: isSide ? .bold : .medium)
            let place = Self.at(center, dialAngle + Double(mark) * 6, radius * 0.735)
            let line = typesetter.line(text, type)
            canvas.text(
                line,
                in: Rect(
                    x: place.x - line.width / 2, y: place.y - line.size.height / 2,
                    width: line.width, height: line.size.height), color: color)
        }
    }

    /// Two lines side by side that end in one tip.
    private func drawNeedle(
        on canvas: Canvas, _ center: Point, _ radius: Double, _ angle: Double, width: Double,
        _ color: Color
    ) {
        guard color.alpha > 0 else { return }
        let side = radius / 22
        func place(_ along: Double, _ across: Double) -> Point {
            let middle = Self.at(center, angle, along)
            let way = Self.at(.zero, angle + 90, across)
            return Point(x: middle.x + way.x, y: middle.y + way.y)
        }
        let tip = place(radius * 0.62, 0)
        for across in [-side, side] {
            canvas.polyline(
                [
                    place(-radius * 0.5, across), place(radius * 0.42, across),
                    place(radius * 0.42, across * 2.4), tip,
                ], width: width, color: color)
        }
    }

    private func drawTargets(
        on canvas: Canvas, _ center: Point, _ radius: Double, _ typesetter: Typesetter
    ) {
        for target in targets where target.id != chosen && target.direction != nil {
            guard let motion = others[target.id] else { continue }
            let angle = angle(motion)
            let tip = Self.at(center, angle, radius * 0.98)
            if namesTargets, !target.name.isEmpty {
                let text =
                    target.distance.isEmpty
                    ? target.name : target.name + " " + target.distance
                let line = typesetter.line(
                    text, TextStyle(size: max(radius / 13, 9), weight: .medium),
                    fitting: radius * 0.7)
                let place = Self.at(center, angle, radius * 0.5)
                canvas.text(
                    line,
                    in: Rect(
                        x: place.x - line.width / 2, y: place.y - line.size.height / 2,
                        width: line.width, height: line.size.height), color: style.target)
                continue
            }
            let (left, right) = (
                Self.at(center, angle - 3.2, radius * 0.87),
                Self.at(center, angle + 3.2, radius * 0.87)
            )
            canvas.polygon([tip, right, left], color: style.target)
        }
    }

    private func drawMiddle(
        on canvas: Canvas, _ center: Point, _ radius: Double, _ typesetter: Typesetter
    ) {
        let lines: [String]
        let color: Color
        if let target {
            lines = [target.name, target.distance].filter { !$0.isEmpty }
            color = style.target
        } else {
            lines = reading.isEmpty ? [] : [reading]
            color = style.heading
        }
        guard !lines.isEmpty else { return }
        let shaped = lines.map {
            typesetter.line(
                $0, TextStyle(size: max(radius / 9, 10), weight: .semibold), fitting: radius * 0.9)
        }
        let height = shaped.reduce(0) { $0 + $1.size.height }
        let width = shaped.map(\.width).max() ?? 0
        // On a plate, so that needles do not cross it.
        let plate = Rect(
            x: center.x - width / 2 - 6, y: center.y - height / 2 - 3, width: width + 12,
            height: height + 6)
        canvas.fill(plate, Color(hex: 0, alpha: 0.55), corners: Corners(5))
        var y = center.y - height / 2
        for line in shaped {
            canvas.text(
                line,
                in: Rect(
                    x: center.x - line.width / 2, y: y, width: line.width, height: line.size.height),
                color: color)
            y += line.size.height
        }
    }
}
