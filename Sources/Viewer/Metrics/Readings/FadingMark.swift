import ChartCore
import ChartScene
import Charts
import Geometry

/// A group of marks for one series: the current ones and those that fade out before them.
@MainActor
final class FadingMark: ReadableMark, AdaptiveMark {
    let id: String
    let kind: MarkKind
    var color: Color
    var isHidden = false
    private(set) var shown: [any Mark] = []
    private var leaving: [any Mark] = []
    private var part = MovingValue(1)
    private var progress = 1.0
    private var step = Revision.next()

    init(id: String, kind: MarkKind, color: Color) {
        self.id = id
        self.kind = kind
        self.color = color
    }

    /// Shows other marks; the previous ones fade out in `duration` seconds.
    func show(_ marks: [any Mark], at time: Double, duration: Double) {
        leaving = duration > 0 ? shown : []
        shown = marks
        part = MovingValue(duration > 0 ? 0 : 1)
        part.move(to: 1, at: time, duration: duration)
        progress = part.value(at: time)
        step = .next()
    }

    /// Replaces the marks with others, without a fade.
    func keep(_ marks: [any Mark]) {
        guard !shown.elementsEqual(marks, by: ===) else { return }
        shown = marks
        step = .next()
    }

    /// Notes that the contents of the marks have changed.
    func touch() { step = .next() }

    /// Advances the fade, and returns whether it is still in progress.
    func advance(to time: Double) -> Bool {
        guard progress < 1 else { return false }
        progress = part.value(at: time)
        step = .next()
        if part.isMoving(at: time) { return true }
        progress = 1
        leaving = []
        return false
    }

    var overhang: Double { shown.map(\.overhang).max() ?? 0 }
    var domain: Extent { shown.reduce(Extent.nothing) { $0.union($1.domain) } }
    var revision: Revision { step }

    func values(over range: Extent) -> Extent {
        shown.reduce(Extent.nothing) { $0.union($1.values(over: range)) }
    }

    func nearest(to x: Double, within range: Extent) -> MarkReading? {
        (shown.first as? any ReadableMark)?.nearest(to: x, within: range)
    }

    func step(from x: Double, by count: Int) -> MarkReading? {
        (shown.first as? any ReadableMark)?.step(from: x, by: count)
    }

    func sampleCount(over range: Extent) -> Int { 0 }

    func update(_ update: MarkUpdate) -> Bool {
        var moves = false
        for mark in shown + leaving where (mark as? any AdaptiveMark)?.update(update) == true {
            moves = true
        }
        if moves { step = .next() }
        return moves
    }

    func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let reach = overhang
        func encode(_ mark: any Mark, _ part: Double) {
            var frame = frame
            frame.opacity *= part
            // The chart's clip has room for the mark that reaches furthest beyond the plot.
            guard mark.overhang < reach else { return mark.encode(into: scene, frame) }
            let margin = mark.overhang > 0 ? mark.overhang * frame.scale + 1 : 0
            scene.clipped(
                toPixels: PixelRect(enclosing: frame.projection.plot.inset(by: -margin))
            ) { mark.encode(into: scene, frame) }
        }
        for mark in leaving where progress < 1 { encode(mark, 1 - progress) }
        for mark in shown { encode(mark, progress) }
    }
}
