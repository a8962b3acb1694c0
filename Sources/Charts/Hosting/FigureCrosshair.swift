import ChartCore
import ChartInteraction

/// The crosshair of a figure: one position, shown in all charts of its x dimension.
@MainActor
final class FigureCrosshair {
    private unowned let figure: ChartFigure
    private(set) lazy var tracker = makeTracker()
    /// The panel that was last pointed at.
    private weak var pointed: ChartFigure.Panel?
    /// The requested position, and that of the sample that was found there.
    private var asked: (x: Double, found: Double)?
    /// Whether the reading has changed since a gesture began to be handled.
    private var hasOtherReading = false
    /// The view that the crosshair was in; nil while there is none.
    private var view: Extent?
    /// Why the range moves before the next frame.
    var rangeCause = RangeCause.pan
    /// The time of the last frame, in seconds.
    private var frameTime = 0.0

    init(_ figure: ChartFigure) { self.figure = figure }

    /// The readings at a position in all charts of its x dimension, by the indices of their panels.
    struct PlaceReading: Equatable {
        var readings: [Int: CrosshairReading]
    }

    private func makeTracker() -> CrosshairTracker<PlaceReading> {
        let tracker = CrosshairTracker<PlaceReading>(
            .init(
                chart: { [unowned self] in
                    figure.showsCrosshair ? leadPanel?.chart : nil
                },
                read: { [unowned self] x in self.read(at: x) },
                step: { [unowned self] x, count in self.step(from: x, by: count) },
                reveal: { x, chart, time in
                    let place = chart.x.scale.kind.transform.place(of: x)
                    chart.x.panZoom.glide(
                        to: chart.x.target.showing(place), at: time,
                        duration: chart.isStill ? 0 : chart.rangeDuration, cause: .page)
                }))
        tracker.onChange = { [unowned self] _, _ in
            showReadings()
            hasOtherReading = true
        }
        return tracker
    }

    /// The panel that is pointed at, or was last.
    var leadPanel: ChartFigure.Panel? {
        pointed.flatMap { lead in figure.panels.first { $0 === lead } } ?? figure.panels.first
    }

    /// The readings of the charts of the lead's dimension at a position, and the position of the
    /// lead's sample.
    private func read(at place: Double) -> (x: Double, reading: PlaceReading)? {
        guard let lead = leadPanel else { return nil }
        // Repeated readings use the requested position; the lead's sample is only near it.
        let x = asked.flatMap { $0.found == place ? $0.x : nil } ?? place
        let axis = lead.chart.x
        let transform = axis.scale.kind.transform
        // While a view is moving, the samples of its target count.
        let target = axis.target
        let range = target.contains(transform.place(of: x)) ? transform.values(of: target) : nil
        var readings: [Int: CrosshairReading] = [:]
        for (index, panel) in figure.panels.enumerated() where panel.chart.x === axis {
            readings[index] = panel.chart.reading(at: x, within: range)
        }
        let own = figure.panels.firstIndex { $0 === lead }.flatMap { readings[$0] }
        guard let found = (own ?? readings.min { $0.key < $1.key }?.value)?.x else { return nil }
        asked = (x, found)
        return (found, PlaceReading(readings: readings))
    }

    private func step(from x: Double, by count: Int) -> Double? {
        asked = nil
        return leadPanel?.chart.step(from: x, by: count)
    }

    /// Shows the present readings in each panel, or removes them.
    private func showReadings() {
        let time = tracker.changeTime ?? frameTime
        for (index, panel) in figure.panels.enumerated() {
            guard let reading = tracker.reading?.readings[index] else {
                if panel.crosshair.isShown, !panel.crosshair.isLeaving {
                    panel.crosshair.hide(at: time)
                }
                continue
            }
            panel.attach([panel.crosshair])
            panel.crosshair.show(reading, at: time)
            panel.board.show(
                figure.words.title(of: reading, panel), figure.words.rows(of: reading, panel))
        }
    }

    /// Follows a gesture; returns whether the reading changed.
    func follow(_ gesture: Gesture) -> Bool {
        hasOtherReading = false
        switch gesture.kind {
        case .hover, .longPress, .tap:
            if let panel = figure.panel(at: gesture.location) { pointed = panel }
        default: break
        }
        tracker.follow(gesture)
        return hasOtherReading
    }

    /// Follows the range and the data within a frame.
    func update(at time: Double) {
        frameTime = time
        guard tracker.hold != nil, let chart = leadPanel?.chart else {
            view = nil
            return
        }
        let now = chart.x.panZoom.isMoving ? chart.x.target : chart.x.range
        if let before = view, before != now { tracker.rangeDidMove(rangeCause) }
        view = now
        rangeCause = .pan
        tracker.noteView()
        tracker.refresh()
    }

    /// Removes it; returns whether there was one.
    func hide(at time: Double) -> Bool {
        let had = figure.panels.contains { $0.crosshair.isShown && !$0.crosshair.isLeaving }
        tracker.release(at: time)
        for panel in figure.panels where panel.crosshair.isShown && !panel.crosshair.isLeaving {
            panel.crosshair.hide(at: time)
        }
        return had
    }

    /// Shows the values at a position of an x dimension in all of its charts; returns whether there
    /// are any.
    func show(at x: Double, of dimension: Dimension, at time: Double) -> Bool {
        guard let panel = figure.panels.first(where: { $0.chart.x === dimension }) else {
            _ = hide(at: time)
            return false
        }
        if pointed?.chart.x !== dimension { pointed = panel }
        tracker.stand(at: x, by: .hover, at: time)
        // Titles and units may have changed even if the values are the same.
        showReadings()
        return tracker.reading != nil
    }
}
