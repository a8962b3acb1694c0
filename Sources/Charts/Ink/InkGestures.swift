// What a press on ink can become.
//
// Each gesture owns what is shown of it until it ends: a live stroke, a pending figure, a lasso. A
// gesture that changes marks while it goes on makes one change of all of it: each step takes the one
// before back. It is reported when the gesture ends.

import ChartInteraction
import Foundation
import Geometry
import Ink

/// Something that a person does with ink from a press to a release.
@MainActor
protocol InkGesture: AnyObject {
    func begin(_ event: InputEvent)
    func move(_ event: InputEvent)
    /// Ends it, with its changes.
    func end(_ event: InputEvent)
    /// Removes what is shown of it; called after `end` too.
    func cancel()
    /// When `pause` is called if nothing moves before, in seconds; nil for never.
    var deadline: Double? { get }
    /// The pen has been still.
    func pause()
}

extension InkGesture {
    var deadline: Double? { nil }
    func pause() {}
}

/// Strokes of handwriting that belong together: they are near one another in time and place.
struct HandwritingGroup {
    /// How long after the last stroke another one belongs to it, in seconds, and how far from it, in
    /// points.
    static let reach = (time: 0.8, distance: 40.0)
    var end: Double
    /// Around the strokes, in points of `view`.
    var bounds: Rect
    var view: InkView
    /// The values that the group is pinned at.
    var pin: (x: Double, y: Double)
}

// MARK: Strokes

/// Draws a stroke.
@MainActor
final class StrokeGesture: InkGesture {
    /// How long a pen is still until its stroke becomes a figure, in seconds; how little it may move
    /// meanwhile, in points.
    private static let stillness = (time: 0.5, distance: 3.0)
    private unowned let tool: InkTool
    private var layer: InkLayer { tool.layer }
    /// Where and when the pen has last moved.
    private var rest: (place: Point, time: Double)?
    private var lastTime = 0.0
    /// The stroke that has become a figure.
    private var raw: InkMark?
    /// The number of the mark that it becomes.
    private lazy var id = layer.makeID()

    init(_ tool: InkTool) { self.tool = tool }

    /// The mark that it would be now.
    var draft: InkMark? {
        if let raw { return raw }
        guard let live = layer.live, let stroke = live.stroke else { return nil }
        let writing = tool.writing
        defer { tool.writing = writing }
        return made(stroke, live)
    }

    func begin(_ event: InputEvent) {
        guard let view = layer.view else { return }
        layer.live = LiveStroke(
            StrokeModel(tool.brush, tool.fidelity), predicts: event.pen != nil,
            color: tool.color.color(on: layer.ground).opacity(Float(tool.brush.opacity)),
            view: view)
        move(event)
    }

    func move(_ event: InputEvent) {
        lastTime = event.time
        if raw != nil, let figure = layer.pending {
            // The end of a straight line still follows the pen.
            guard let view = layer.view,
                figure.figure?.kind == .line || figure.figure?.kind == .arrow
            else { return }
            layer.pending = figure.moving(.end, to: event.position.pixels(view), in: view)
            return
        }
        guard let live = layer.live else { return }
        if rest.map({ (event.position - $0.place).length > Self.stillness.distance }) ?? true {
            rest = (event.position, event.time)
        }
        var place = event.position
        // The chart may have moved since the stroke began: what counts is the place in the data.
        if let now = layer.view, now != live.view { place = live.view.point(place, from: now) }
        live.add(
            PenSample(
                time: event.time, position: place, pressure: event.pen?.pressure,
                tilt: event.pen?.lean ?? 0))
    }

    var deadline: Double? {
        guard raw == nil, tool.brush.kind == .pen else { return nil }
        return rest.map { $0.time + Self.stillness.time }
    }

    func pause() {
        rest = nil
        guard let live = layer.live, let stroke = live.stroke,
            let figure = InkFigureFit.figure(stroke)
        else { return }
        let mark = made(stroke, live)
        layer.live = nil
        raw = mark
        layer.pending = InkMark(
            id: mark.id, .figure(figure), color: mark.color, x: mark.x, y: mark.y,
            basis: mark.basis)
    }

    func end(_ event: InputEvent) {
        if let raw, var figure = layer.pending {
            tool.change(removing: [], adding: [raw])
            figure.id = layer.makeID()
            tool.change(removing: [raw.id], adding: [figure])
            return
        }
        guard let live = layer.live, let stroke = live.finish() else { return }
        tool.change(removing: [], adding: [made(stroke, live)])
    }

    func cancel() {
        layer.live = nil
        layer.pending = nil
    }

    /// The mark of a stroke.
    private func made(_ stroke: InkStroke, _ live: LiveStroke) -> InkMark {
        let view = live.view
        var (x, y) = (InkAxis(.values, in: view.x), InkAxis(.values, in: view.y))
        if live.model.fidelity == .write {
            let group = group(of: stroke, view)
            (x, y) = (
                view.x.pinned(at: group.pin.x), view.y.pinned(at: group.pin.y)
            )
            tool.writing = group
        }
        return InkMark(
            id: id, .stroke(stroke), color: tool.color, x: x, y: y, basis: layer.basis)
    }

    /// The handwriting that a stroke belongs to: the last one, if it is near, or its own.
    private func group(of stroke: InkStroke, _ view: InkView) -> HandwritingGroup {
        let scale = view.x.pixelsPerPoint
        let reach = HandwritingGroup.reach
        let bounds = stroke.bounds
        if var last = tool.writing, last.view == view,
            lastTime - duration - last.end <= reach.time,
            last.bounds.inset(by: -reach.distance).intersects(bounds)
        {
            last.end = lastTime
            last.bounds = last.bounds.union(bounds)
            return last
        }
        let start = stroke.nodes[0].position
        return HandwritingGroup(
            end: lastTime, bounds: bounds, view: view,
            pin: (view.x.value(atPixel: start.x * scale), view.y.value(atPixel: start.y * scale)))
    }

    /// How long the stroke has been drawn, in seconds.
    private var duration: Double { layer.live?.firstTime.map { lastTime - $0 } ?? 0 }
}

extension InkAxisView {
    /// The axis of a mark that is pinned at a value, with its points as they are in this view.
    func pinned(at value: Double) -> InkAxis {
        .pinned(value: value, point: pixel(ofPlace: transform.place(of: value)) / pixelsPerPoint)
    }
}

extension Point {
    /// The device pixel of a place in points.
    func pixels(_ view: InkView) -> Point {
        Point(x: x * view.x.pixelsPerPoint, y: y * view.x.pixelsPerPoint)
    }
}

extension PenState {
    /// How far it leans from the upright, in degrees.
    fileprivate var lean: Double? {
        tilt.map { tilt in
            let (x, y) = (tan(tilt.dx * .pi / 180), tan(tilt.dy * .pi / 180))
            return atan((x * x + y * y).squareRoot()) * 180 / .pi
        }
    }
}

// MARK: Figures

/// Draws a figure.
@MainActor
final class FigureGesture: InkGesture {
    /// Figures smaller than this are a slip of the hand, in points.
    private static let smallest = 4.0
    private unowned let tool: InkTool
    private var layer: InkLayer { tool.layer }
    private let kind: InkFigure.Kind
    private var start = Point.zero

    init(_ tool: InkTool, _ kind: InkFigure.Kind) {
        self.tool = tool
        self.kind = kind
    }

    func begin(_ event: InputEvent) {
        guard let view = layer.view else { return }
        start = event.position
        var mark = InkMark(
            id: layer.makeID(), kind, from: .zero, to: .zero, brush: InkBrush(.pen, size: size),
            color: tool.color, basis: layer.basis)
        if tool.fidelity == .write, !kind.measures {
            mark.x = InkAxis(.pinned, in: view.x, pinning: start.x)
            mark.y = InkAxis(.pinned, in: view.y, pinning: start.y)
        }
        layer.pending = tool.placed(mark, .start, event, view)
        move(event)
    }

    /// A marker's size is no line's.
    private var size: Double {
        tool.brush.kind == .pen ? tool.brush.size : min(tool.brush.size, 3)
    }

    func move(_ event: InputEvent) {
        guard let mark = layer.pending, let view = layer.view else { return }
        var moved = tool.placed(mark, .end, event, view)
        // A figure of one place is where the hand is.
        if kind.ends.count == 1 { moved = tool.placed(moved, .start, event, view) }
        layer.pending = moved
    }

    func end(_ event: InputEvent) {
        guard let mark = layer.pending,
            kind.ends.count == 1 || (event.position - start).length >= Self.smallest
        else { return }
        tool.change(removing: [], adding: [mark])
        tool.select([mark.id])
    }

    func cancel() { layer.pending = nil }
}

extension InkTool {
    /// The mark with one of its ends where the event is, or at what the magnet finds there.
    func placed(
        _ mark: InkMark, _ end: InkFigure.End, _ event: InputEvent, _ view: InkView
    ) -> InkMark {
        if !event.modifiers.contains(.control), let value = magnet?(event.position) {
            let place = Point(
                x: view.x.pixel(ofPlace: view.x.transform.place(of: value.x)),
                y: view.y.pixel(ofPlace: view.y.transform.place(of: value.y)))
            if place.x.isFinite, place.y.isFinite {
                var mark = mark.moving(end, to: place, in: view)
                guard case .figure(var figure) = mark.content else { return mark }
                // The value itself, not the pixel of it.
                if mark.x.pointsAreValues { figure[end].x = value.x }
                if mark.y.pointsAreValues { figure[end].y = value.y }
                mark.content = .figure(figure)
                return mark
            }
        }
        return mark.moving(end, to: event.position.pixels(view), in: view)
    }
}

// MARK: Signs

/// Presses the sign of marks that are too small to be seen.
@MainActor
final class GlyphGesture: InkGesture {
    private unowned let tool: InkTool
    private let glyph: InkGlyph

    init(_ tool: InkTool, _ glyph: InkGlyph) { (self.tool, self.glyph) = (tool, glyph) }

    func begin(_ event: InputEvent) {}
    func move(_ event: InputEvent) {}

    func end(_ event: InputEvent) {
        if glyph.frame.contains(event.position) { tool.onGlyph?(glyph, event.time) }
    }

    func cancel() {}
}

// MARK: Erasing

/// Erases marks, or parts of them.
@MainActor
final class EraseGesture: InkGesture {
    /// How near the eraser must come to a mark, in points: a pen, and anything else.
    private static let reach = (pen: 3.0, other: 6.0)
    private unowned let tool: InkTool
    private var layer: InkLayer { tool.layer }
    private let takesParts: Bool
    /// The marks that were there before, and are not any more.
    private var gone: Set<InkMark.ID> = []
    /// What remains of them.
    private var rests: [InkMark.ID: InkMark] = [:]

    init(_ tool: InkTool, takesParts: Bool) {
        self.tool = tool
        self.takesParts = takesParts
    }

    func begin(_ event: InputEvent) { move(event) }

    func move(_ event: InputEvent) {
        guard let view = layer.view else { return }
        let scale = view.x.pixelsPerPoint
        let own = takesParts ? tool.brush.size / 2 : 0
        let reach = ((event.pen != nil ? Self.reach.pen : Self.reach.other) + own) * scale
        let place = event.position.pixels(view)
        let hit = layer.seenMarks(in: view).filter { $0.isHit(at: place, within: reach, in: view) }
        guard !hit.isEmpty else { return }
        if !gone.isEmpty { layer.document.undo() }
        for mark in hit {
            if rests.removeValue(forKey: mark.id) == nil { gone.insert(mark.id) }
            guard takesParts else { continue }
            for stroke in mark.remains(erasedAt: place, radius: reach, in: view) ?? [] {
                var rest = mark
                rest.id = layer.makeID()
                rest.content = .stroke(stroke)
                rests[rest.id] = rest
            }
        }
        layer.document.change(
            removing: gone.sorted(), adding: rests.values.sorted { $0.id < $1.id })
    }

    func end(_ event: InputEvent) {
        if !gone.isEmpty, let change = layer.document.latest { tool.onChange?(change) }
        gone = []
    }

    func cancel() {
        if !gone.isEmpty { layer.document.undo() }
        gone = []
        rests = [:]
    }
}

// MARK: Selecting

/// Selects marks, and moves them.
@MainActor
final class SelectGesture: InkGesture {
    /// How near a press must be to a mark or a handle, in points.
    private static let reach = (mark: 6.0, handle: 10.0)
    private unowned let tool: InkTool
    private var layer: InkLayer { tool.layer }
    private var work = Work.loop
    private var start = Point.zero
    private var isChanged = false

    private enum Work {
        case loop
        /// Moves marks, as they were at the beginning.
        case move([InkMark])
        /// Moves an end of a figure.
        case end(InkFigure.End, InkMark)
    }

    init(_ tool: InkTool) { self.tool = tool }

    func begin(_ event: InputEvent) {
        start = event.position
        if let work = handle(at: event.position) {
            self.work = work
        } else if let mark = layer.mark(at: event.position, within: Self.reach.mark) {
            if !layer.selection.contains(mark.id) {
                tool.select(
                    event.modifiers.contains(.shift)
                        ? layer.selection.union([mark.id]) : [mark.id])
            }
            work = .move(layer.selection.sorted().compactMap { layer.document[$0] })
        } else {
            layer.lasso = [event.position]
        }
    }

    /// The handle of the only selected mark at a place.
    private func handle(at place: Point) -> Work? {
        guard layer.selection.count == 1, let id = layer.selection.first,
            let mark = layer.document[id], let view = layer.view
        else { return nil }
        let pixel = place.pixels(view)
        let near = mark.handles(in: view).map { ($0.end, ($0.place - pixel).length) }
            .min { $0.1 < $1.1 }
        guard let near, near.1 <= Self.reach.handle * view.x.pixelsPerPoint else { return nil }
        return .end(near.0, mark)
    }

    func move(_ event: InputEvent) {
        guard let view = layer.view else { return }
        let way = event.position - start
        switch work {
        case .loop: layer.lasso.append(event.position)
        case .move(let marks):
            // A press that does not go anywhere moves nothing.
            guard isChanged || way.length >= 3 else { return }
            let scale = view.x.pixelsPerPoint
            step(
                marks.map { $0.moved(by: Vector(dx: way.dx * scale, dy: way.dy * scale), in: view) }
            )
        case .end(let end, let mark): step([tool.placed(mark, end, event, view)])
        }
    }

    private func step(_ marks: [InkMark]) {
        if isChanged { layer.document.undo() }
        isChanged = layer.document.change(removing: [], adding: marks)
    }

    func end(_ event: InputEvent) {
        if case .loop = work {
            tool.select(marks(within: layer.lasso))
        } else if isChanged, let change = layer.document.latest {
            tool.onChange?(change)
        }
        isChanged = false
    }

    func cancel() {
        if isChanged { layer.document.undo() }
        isChanged = false
        layer.lasso = []
    }

    /// The marks of which more than half is within a loop, in points.
    private func marks(within loop: [Point]) -> Set<InkMark.ID> {
        guard loop.count > 2, let view = layer.view else { return [] }
        let corners = loop.map { $0.pixels(view) }
        func isInside(_ place: Point) -> Bool {
            var isIn = false
            for (a, b) in zip(corners, corners.dropFirst() + corners.prefix(1))
            where (a.y > place.y) != (b.y > place.y) {
                if place.x < a.x + (place.y - a.y) / (b.y - a.y) * (b.x - a.x) { isIn.toggle() }
            }
            return isIn
        }
        return Set(
            layer.seenMarks(in: view).filter { mark in
                // An endless line is where its handles are.
                let places =
                    mark.figure?.kind.isBounded == false
                    ? mark.handles(in: view).map(\.place)
                    : mark.runs(in: view).joined().map(\.position)
                return places.count { isInside($0) } * 2 > places.count
            }.map(\.id))
    }
}
