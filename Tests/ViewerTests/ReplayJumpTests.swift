import ChartCore
import ChartInteraction
import Charts
import Foundation
import Geometry
import Glibc
import Testing

@testable import Viewer

/// Nothing jumps: everything visible in a frame is compared with the frame before it.
@MainActor @Suite(.serialized) struct ReplayJumpTests {
    nonisolated static let pacings = [
        FramePacing(rate: 60), FramePacing(rate: 144),
        FramePacing(rate: 60, dropped: 1.0 / 3, seed: 7),
    ]

    /// Two consecutive frames, with the movement of the hand between them.
    private struct Step {
        var before: ReplayStage.Moment
        var now: ReplayStage.Moment
        var hand: HandWay

        var duration: Double { now.frame.time - before.frame.time }

        /// The distance that data at a place move along x, in points.
        func motion(atX place: Double) -> Double {
            now.projection.px(before.projection.xValue(at: place)) - place
        }

        /// The distance that data at a place move along y, in points.
        func motion(atY place: Double) -> Double {
            now.projection.py(before.projection.yValue(at: place)) - place
        }
    }

    /// The movement of a hand between two frames, and its greatest speed.
    private struct HandWay {
        /// The greatest distance that a finger, the pointer or a scroll moved along x, in points.
        var travel = 0.0
        /// The zoom by fingers or a wheel, as a logarithm.
        var zoom = 0.0
        /// The greatest speed up to now, in points per second: no throw is faster.
        var speed = 0.0
        /// Whether anything other than motion was requested: a tap, a drag in the overview.
        var isDirect = false
    }

    /// The steps of a replay.
    private func steps(_ trace: ReplayTrace, _ pacing: FramePacing) throws -> [Step] {
        let stage = try ReplayStage(trace)
        let input = try stage.recorded()
        let shift = ReplayStage.start - (input.frames.first?.time ?? 0)
        let moments = try stage.moments(pacing)
        var watch = HandWatch(overview: stage.plot.overview)
        var frames = input.frames.map { $0.shifted(by: shift) }[...]
        return zip(moments, moments.dropFirst()).map { before, now in
            watch.way.travel = 0
            watch.way.zoom = 0
            watch.way.isDirect = false
            while let frame = frames.first, frame.time <= now.frame.clock {
                frames.removeFirst()
                watch.take(frame)
            }
            return Step(before: before, now: now, hand: watch.way)
        }
    }

    /// Follows the events of a trace.
    private struct HandWatch {
        let overview: Rect
        var way = HandWay()
        private var fingers: [Int: Point] = [:]
        private var places: [(time: Double, x: Double)] = []
        private var total = 0.0
        private var scale = 1.0
        private var isInOverview = false

        init(overview: Rect) { self.overview = overview }

        mutating func take(_ frame: InputFrame) {
            let spread = self.spread
            var moved = 0.0
            for event in frame.events {
                switch event.kind {
                case .touchBegan(let id):
                    fingers[id] = event.position
                    isInOverview = overview.inset(by: -20).contains(event.position)
                case .touchMoved(let id):
                    moved = max(moved, abs(event.position.x - (fingers[id]?.x ?? 0)))
                    fingers[id] = event.position
                case .touchEnded(let id): fingers[id] = nil
                case .touchCancelled:
                    fingers = [:]
                    // The effect of the finger is undone at once.
                    way.isDirect = true
                case .pointerPressed:
                    isInOverview = overview.inset(by: -20).contains(event.position)
                    fingers[-1] = event.position
                case .pointerMoved:
                    if let last = fingers[-1] { moved = abs(event.position.x - last.x) }
                    if fingers[-1] != nil { fingers[-1] = event.position }
                case .pointerReleased: fingers[-1] = nil
                case .scrolled(let delta, _):
                    moved = abs(delta.dx)
                    if event.modifiers.contains(.control) { way.zoom += abs(delta.dy) / 200 }
                case .wheel(let steps):
                    way.travel += 60 * abs(steps.dx)
                    way.zoom += abs(steps.dy) * log(1.2)
                case .pinchBegan: scale = 1
                case .pinchUpdated(let step, let now, _):
                    moved = abs(step.dx)
                    way.zoom += abs(log(now / scale))
                    scale = now
                default: break
                }
            }
            if isInOverview, !fingers.isEmpty { way.isDirect = true }
            way.travel += moved
            total += moved
            places.append((frame.time, total))
            places.removeAll { $0.time < frame.time - 0.03 }
            if let first = places.first, frame.time > first.time {
                way.speed = max(way.speed, (total - first.x) / (frame.time - first.time))
            }
            if let spread, let now = self.spread {
                way.zoom += max(abs(log(now.dx / spread.dx)), abs(log(now.dy / spread.dy)))
            }
        }

        /// The horizontal and vertical distances between two fingers.
        private var spread: Vector? {
            guard fingers.count == 2 else { return nil }
            let places = Array(fingers.values)
            return Vector(
                dx: max(abs(places[0].x - places[1].x), 24),
                dy: max(abs(places[0].y - places[1].y), 24))
        }
    }

    // MARK: Motion

    /// The greatest distance that data may move along x in a step: with the hand, by momentum, by
    /// the spring of an edge, and by a glide of 0.3 s.
    private func mostX(_ step: Step, glide: Double, bounds: Extent) -> Double {
        let width = step.before.plot.width
        let excess =
            max(0, bounds.min - step.before.x.min, step.before.x.max - bounds.max)
            / step.before.x.length * width
        let own = (step.hand.speed * 1.25 + 10 * excess + glide * 2 / 0.3) * step.duration
        // A zoom moves the far end of the plot by its fraction of the width.
        return step.hand.travel + width * expm1(step.hand.zoom) + own + 1.5
    }

    @Test(arguments: ReplayTrace.all, pacings)
    func nothingJumps(_ trace: ReplayTrace, _ pacing: FramePacing) throws {
        let steps = try steps(trace, pacing)
        let loose = steps.flatMap(looseLabels)
        let sudden = steps.flatMap(suddenLabels)
        let overlapping = steps.flatMap { overlaps($0.now) }
        let far = try fartherThanAllowed(steps, trace)
        let leaps = steps.flatMap(leapsOfTheMean)
        #expect(leaps.isEmpty, "\(leaps.count) leaps of the average: \(leaps.prefix(3))")
        #expect(far.isEmpty, "\(far.count) moves too far: \(far.prefix(3))")
        #expect(sudden.isEmpty, "\(sudden.count) labels do not fade: \(sudden.prefix(3))")
        #expect(loose.isEmpty, "\(loose.count) labels leave their data: \(loose.prefix(3))")
        #expect(
            overlapping.isEmpty, "\(overlapping.count) labels overlap: \(overlapping.prefix(3))")
    }

    /// The steps in which data moved farther than the hand and the documented speeds allow.
    private func fartherThanAllowed(_ steps: [Step], _ trace: ReplayTrace) throws -> [String] {
        let stage = try ReplayStage(trace)
        var glide = 0.0
        var rise = 0.0
        var findings: [String] = []
        for step in steps {
            let (before, now) = (step.before, step.now)
            if now.isGliding {
                let way = before.x.mid - now.xTarget.mid
                let longer = max(before.x.length, now.xTarget.length)
                if !before.isGliding {
                    glide =
                        now.plot.width
                        * (abs(log(now.xTarget.length / before.x.length)) * 1.5 + abs(way) / longer)
                }
            } else if !before.isGliding {
                glide = 0
            }
            // The values move to a new range in 0.3 s, with ease-out.
            if now.yTarget != before.yTarget {
                let least = min(before.y.length, now.yTarget.length)
                let way =
                    abs(now.yTarget.min - before.y.min) + abs(now.yTarget.max - before.y.max)
                rise = max(rise, way / least * now.plot.height)
            }
            // The plot has its own test.
            guard now.plot == before.plot else { continue }
            let most = mostX(step, glide: glide, bounds: stage.plot.bounds)
            let moved = max(
                abs(step.motion(atX: now.plot.minX)), abs(step.motion(atX: now.plot.maxX)))
            if !step.hand.isDirect, moved > most {
                findings.append("\(now.frame.time): x moved by \(moved), more than \(most)")
            }
            let lifted = max(
                abs(step.motion(atY: now.plot.minY)), abs(step.motion(atY: now.plot.maxY)))
            let highest = rise * 2 / 0.3 * step.duration + 1
            if lifted > highest {
                findings.append("\(now.frame.time): y moved by \(lifted), more than \(highest)")
            }
            if now.y == now.yTarget { rise = 0 }
        }
        return findings
    }

    @Test(arguments: ReplayTrace.all) func thePlotStandsStill(_ trace: ReplayTrace) throws {
        let plots = try ReplayStage(trace).moments(FramePacing(rate: 60)).map(\.plot)
        #expect(Set(plots).count == 1)
    }

    /// After the last event the frames end with the first one that shows nothing new.
    @Test(arguments: ReplayTrace.all, FramePacing.all)
    func framesEndWithTheMotion(_ trace: ReplayTrace, _ pacing: FramePacing) throws {
        let stage = try ReplayStage(trace)
        let input = try stage.recorded()
        let length = (input.frames.last?.time ?? 0) - (input.frames.first?.time ?? 0)
        let moments = try stage.moments(pacing)
        let after = Array(moments.drop { $0.frame.time < length })
        let idle = zip(after, after.dropFirst()).filter { $0.0.isAlike($0.1) }
        #expect(idle.count <= 1, "\(idle.map(\.1.frame.time)) after \(length)")
    }

    /// The labels that did not move with their data.
    private func looseLabels(_ step: Step) -> [String] {
        let known = Dictionary(
            step.before.labels.map { ($0.identity, $0) },
            uniquingKeysWith: { $0.opacity > $1.opacity ? $0 : $1 })
        return step.now.labels.compactMap { label in
            // A label that is only starting to appear may be a new one, after the first has
            // disappeared.
            guard let old = known[label.identity], old.opacity > 0,
                label.opacity > mostFade(step.duration)
            else { return nil }
            let zoom = abs(log(step.now.x.length / step.before.x.length))
            let (moved, wanted, slack) =
                label.axis == "x"
                ? (
                    label.rect.midX - old.rect.midX, step.motion(atX: old.rect.midX),
                    1 + (label.rect.width / 2 + 8) * expm1(zoom)
                )
                : (
                    label.rect.midY - old.rect.midY, step.motion(atY: old.rect.midY),
                    1 + abs(log(step.now.y.length / step.before.y.length)) * label.rect.height
                )
            guard abs(moved - wanted) > slack else { return nil }
            return
                "\(step.now.frame.time): '\(label.text)' moved by \(moved), its data by \(wanted)"
        }
    }

    /// The steps in which the average line moved farther than a glide of 0.3 s across the plot, or
    /// appeared or disappeared at once.
    private func leapsOfTheMean(_ step: Step) -> [String] {
        let (was, now) = (step.before.mean, step.now.mean)
        let seen = (was.last ?? 0, now.last ?? 0)
        if abs(seen.0 - seen.1) > mostFade(step.duration), !step.hand.isDirect {
            return ["\(step.now.frame.time): \(seen.0) → \(seen.1)"]
        }
        guard let from = was.first, let to = now.first else { return [] }
        let most = 2 * step.now.plot.height * 2 / 0.3 * step.duration + 1
        return abs(to - from) > most ? ["\(step.now.frame.time): by \(to - from)"] : []
    }

    // MARK: Fades

    /// A fade takes 150 ms with ease-out: it begins with twice its mean speed.
    private func mostFade(_ duration: Double) -> Double { duration * 2 / 0.15 + 0.02 }

    /// The labels that appeared or disappeared faster than they fade.
    private func suddenLabels(_ step: Step) -> [String] {
        var changes: [ReplayStage.Label.Identity: (ReplayStage.Label, was: Double, is: Double)] =
            [:]
        // If two labels have one text, one leaving and one entering, the more visible one counts.
        for label in step.before.labels {
            let was = max(changes[label.identity]?.was ?? 0, label.opacity)
            changes[label.identity] = (label, was, 0)
        }
        for label in step.now.labels {
            let known = changes[label.identity]
            changes[label.identity] = (
                label, known?.was ?? 0, max(known?.is ?? 0, label.opacity)
            )
        }
        // A zoom removes the room between labels, and thus their visibility; a gesture that is
        // undone reverts everything at once.
        guard !step.hand.isDirect else { return [] }
        let zoom = abs(log(step.now.x.length / step.before.x.length))
        let most = mostFade(step.duration) + 10 * zoom
        return changes.values
            .filter { abs($0.is - $0.was) > most && !isAtAnEnd($0.0, step) }
            .map { "\(step.now.frame.time): '\($0.0.text)' \($0.was) → \($0.is)" }
    }

    /// Whether a label entered or left at an end of its axis: then its opacity depends on its
    /// place.
    private func isAtAnEnd(_ label: ReplayStage.Label, _ step: Step) -> Bool {
        let plot = step.now.plot
        if label.axis == "x" {
            let reach = label.rect.width + abs(step.motion(atX: label.rect.midX)) + 20
            return label.rect.midX < plot.minX + reach || label.rect.midX > plot.maxX - reach
        }
        let reach = label.rect.height + abs(step.motion(atY: label.rect.midY)) + 4
        return label.rect.midY < plot.minY + reach || label.rect.midY > plot.maxY - reach
    }

    // MARK: Overlaps

    /// Visible labels that overlap.
    private func overlaps(_ moment: ReplayStage.Moment) -> [String] {
        var findings: [String] = []
        let seen =
            moment.labels.filter { $0.opacity > 0 }.map { ($0.text, $0.rect) }
            + moment.annotations.filter { $0.opacity > 0 }.map { ($0.text, $0.rect) }
        for (index, label) in seen.enumerated() {
            for other in seen[(index + 1)...] where label.1.inset(by: 0.05).intersects(other.1) {
                findings.append("\(moment.frame.time): '\(label.0)' and '\(other.0)'")
            }
        }
        return findings
    }
}
