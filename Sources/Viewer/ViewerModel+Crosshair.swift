import ChartCore
import ChartInteraction
import Charts
import Geometry
import HealthData

/// Where the crosshair stands, and what holds it there.
struct CrosshairState {
    /// What holds it.
    enum Hold {
        /// The pointer that rests over the plot.
        case hover
        /// The finger that was held, and moves on.
        case scrub
        /// A click or a tap: it stays.
        case pinned
        /// The arrow keys: it stays, and goes with the view.
        case keys
    }

    /// All that a reading depends on beside its place.
    struct Key: Equatable {
        var metric: MetricID?
        var data: Int
        var legend: Int
        var range: Extent
    }

    var hold: Hold?
    /// The place on the x axis that is told of.
    var x: Double?
    /// What is told; nil for nothing.
    var reading: Reading?
    /// When that changed, in seconds; nil for the next frame.
    var time: Double?
    /// Where in the view it stands, from 0 to 1, when that is at rest.
    var fraction = 0.5
    var key: Key?
    /// Whether the finger or button that is down stopped a motion: then it points at nothing.
    var hasStoppedMotion = false

    /// Whether it stays where it is while the view moves.
    var isHeldFast: Bool { hold == .pinned || hold == .keys }
}

extension ViewerModel {
    /// What the crosshair shows; nil while nothing is pointed at.
    var reading: Reading? { crosshair.reading }

    /// Points the crosshair at a place in the plot; nil takes it away.
    ///
    /// - Parameter time: of the event that asks for it, in seconds; nil for the next frame.
    func point(at place: Point?, by hold: CrosshairState.Hold = .hover, at time: Double? = nil) {
        guard let place, let chart, chart.plot.contains(place) else {
            return release(at: time)
        }
        stand(at: chart.projection.xValue(at: place.x), by: hold, at: time)
    }

    /// Stands at the reading nearest to a place of x.
    private func stand(at x: Double, by hold: CrosshairState.Hold, at time: Double?) {
        guard let chart, let found = fullReading(at: x),
            chart.x.target.contains(found.time) || chart.x.range.contains(found.time)
        else { return release(at: time) }
        crosshair.hold = hold
        crosshair.x = found.time
        tell(found, at: time)
    }

    /// What is told of the place of x, with what the person has noted of it.
    private func fullReading(at x: Double) -> Reading? {
        guard let presenter, var reading = presenter.reading(at: x) else { return nil }
        reading.notes = presenter.notes(of: reading)
        return reading
    }

    /// Takes the crosshair away.
    private func release(at time: Double?) {
        crosshair.hold = nil
        crosshair.x = nil
        tell(nil, at: time)
    }

    /// - Parameter asks: whether a frame has to be asked for; not within one.
    private func tell(_ reading: Reading?, at time: Double?, asks: Bool = true) {
        let before = crosshair.reading
        crosshair.key = key
        guard reading != before else { return }
        crosshair.reading = reading
        crosshair.time = time
        presenter?.select(reading)
        if let reading, let metric = presenter?.metric.id,
            reading.time != before?.time || reading.value != before?.value
        {
            onSelect(metric, reading)
        }
        if asks { onChange(.input) }
    }

    private var key: CrosshairState.Key {
        CrosshairState.Key(
            metric: selected, data: dataRevision, legend: presenter?.legendRevision ?? 0,
            range: chart?.x.range ?? .nothing)
    }

    // MARK: With the view

    /// Brings what is told up to date within a frame: with the data, the series that are shown, and
    /// the unit that the view's length asks for.
    func updateCrosshair() {
        guard crosshair.hold != nil, let chart else { return }
        if let x = crosshair.x, !chart.x.panZoom.isHeld, !chart.x.panZoom.isMoving,
            chart.x.range.length > 0
        {
            crosshair.fraction = (x - chart.x.range.min) / chart.x.range.length
        }
        if crosshair.key != key { refreshCrosshair() }
    }

    /// Reads anew what stands at the crosshair's place.
    func refreshCrosshair() {
        guard let x = crosshair.x else { return }
        let isOther = crosshair.key?.metric != selected
        let found = isOther ? nil : fullReading(at: x)
        if found == nil {
            crosshair.hold = nil
            crosshair.x = nil
        }
        tell(found, at: nil, asks: false)
    }

    /// The visible range has moved: what is held fast goes with the data until it leaves the view.
    func crosshairRangeDidMove(_ cause: RangeCause) {
        guard let hold = crosshair.hold, let chart, let x = crosshair.x else { return }
        guard crosshair.isHeldFast else { return release(at: nil) }
        let view = chart.x.panZoom.isMoving ? chart.x.target : chart.x.range
        // A zoom by keys keeps it in view itself.
        guard !view.contains(x), cause != .zoom else { return }
        guard hold == .keys, cause == .page else { return release(at: nil) }
        // The keys' crosshair turns the page, too.
        stand(at: view.min + crosshair.fraction * view.length, by: .keys, at: nil)
    }

    /// Moves a view that the crosshair is leaving so far that it stays in it.
    func keepCrosshairInView(at time: Double) {
        guard crosshair.isHeldFast, let x = crosshair.x, let chart else { return }
        let view = chart.x.target
        guard !view.contains(x) else { return }
        chart.x.panZoom.glide(
            to: view.showing(x), at: time, duration: reducesMotion ? 0 : 0.3, cause: .zoom)
    }

    // MARK: Keys

    /// Steps from reading to reading; where there is no crosshair yet, it comes in from the side.
    func stepCrosshair(by count: Int, at time: Double) {
        guard let presenter, let chart else { return }
        guard let x = crosshair.x, reading != nil else {
            return moveCrosshair(toEnd: count < 0, at: time)
        }
        guard let place = presenter.step(from: x, by: count) else {
            crosshair.hold = .keys
            return
        }
        crosshair.hold = .keys
        crosshair.x = place
        if !chart.x.target.contains(place) { reveal(place, in: chart, at: time) }
        stand(at: place, by: .keys, at: time)
    }

    /// Stands at the first or the last reading in view.
    func moveCrosshair(toEnd isLast: Bool, at time: Double) {
        guard let view = chart?.x.target else { return }
        stand(at: isLast ? view.max : view.min, by: .keys, at: time)
    }

    /// Shows the crosshair in the middle of the view, or takes it away.
    func toggleCrosshair(at time: Double) {
        guard let view = chart?.x.target else { return }
        if reading != nil { release(at: time) } else { stand(at: view.mid, by: .keys, at: time) }
    }

    /// Turns to the page that holds a place, or pans just so far.
    private func reveal(_ place: Double, in chart: Chart, at time: Double) {
        if hasCalendarPages { return turn(toPageOf: place, at: time) }
        let view = presenter?.view(of: chart.x.target, showing: place)
        chart.x.panZoom.glide(
            to: view ?? chart.x.target.showing(place), at: time, duration: reducesMotion ? 0 : 0.3,
            cause: .page)
        onChange(.input)
    }

    // MARK: Pointers and fingers

    /// The crosshair follows the pointer that hovers and the finger that was held, and a click or tap
    /// pins it.
    ///
    /// Whatever moves the chart takes it away, unless it is held fast.
    func followCrosshair(_ gesture: Gesture) {
        switch (gesture.kind, gesture.phase) {
        case (.contact, .began):
            crosshair.hasStoppedMotion = chart?.x.panZoom.isCoasting ?? false
        case (.hover, .ended), (.hover, .cancelled):
            if crosshair.hold == .hover { release(at: gesture.time) }
        case (.hover, _):
            if crosshair.hold != .pinned { hover(gesture) }
        case (.longPress, .ended), (.longPress, .cancelled):
            if crosshair.hold == .scrub { release(at: gesture.time) }
        case (.longPress, _): point(at: gesture.location, by: .scrub, at: gesture.time)
        case (.tap(let count), .ended): tap(gesture, count)
        case (.pan, _), (.pinch, _), (.wheel, _), (.select, _):
            if !crosshair.isHeldFast { release(at: gesture.time) }
        default: break
        }
    }

    /// A pointer that only passes beside the plot leaves the keys their crosshair, and one that has
    /// just marked a span does not cover its figures.
    private func hover(_ gesture: Gesture) {
        if let selection, selection.isShown {
            if crosshair.hold == .hover { release(at: gesture.time) }
            return
        }
        if crosshair.hold == .keys, chart?.plot.contains(gesture.location) != true { return }
        point(at: gesture.location, by: .hover, at: gesture.time)
    }

    private func tap(_ gesture: Gesture, _ count: Int) {
        guard gesture.button == .left, let chart else { return }
        guard count == 1 else { return release(at: gesture.time) }
        if crosshair.hasStoppedMotion { return }
        let wasHeldFast = crosshair.isHeldFast
        let before = reading?.time
        point(at: gesture.location, by: .pinned, at: gesture.time)
        guard wasHeldFast, reading?.time == before else { return }
        // The same one once more: a pointer that is still there goes on showing what is under it.
        if gesture.device == .mouse, chart.plot.contains(gesture.location) {
            crosshair.hold = .hover
        } else {
            release(at: gesture.time)
        }
    }
}

extension Extent {
    /// The extent moved as little as needed to hold a place, a tenth of it away from the edge.
    func showing(_ place: Double) -> Extent {
        let margin = length * 0.1
        if place < min { return offset(by: place - margin - min) }
        if place > max { return offset(by: place + margin - max) }
        return self
    }
}
