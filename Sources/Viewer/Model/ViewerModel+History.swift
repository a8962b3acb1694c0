import ChartCore
import ChartInteraction
import Charts
import HealthData
import Localization

/// What a person looked at: to be come back to.
struct ViewPlace: Equatable {
    var metric: MetricID?
    var period: Period?
    var range: Extent
    /// The workout whose page was on show; nil for none.
    var workout: WorkoutEntry.ID?
}

/// The views of a session in the order in which they came to rest, and where in them one is.
struct ViewHistory: Equatable {
    /// How many views are remembered.
    static let limit = 100

    private var places: [ViewPlace] = []
    private var index = 0

    /// The view that one is at; nil before the first.
    var current: ViewPlace? { places.indices.contains(index) ? places[index] : nil }
    var canGoBack: Bool { index > 0 }
    var canGoForward: Bool { index + 1 < places.count }
    var count: Int { places.count }

    /// Remembers a view that has come to rest; what was gone back from is forgotten.
    mutating func record(_ place: ViewPlace) {
        guard place != current else { return }
        if !places.isEmpty { places.removeLast(places.count - index - 1) }
        places.append(place)
        if places.count > Self.limit { places.removeFirst(places.count - Self.limit) }
        index = places.count - 1
    }

    /// Replaces the view that one is at: it is the same one, seen a little differently.
    mutating func amend(_ place: ViewPlace) {
        if places.indices.contains(index) { places[index] = place } else { record(place) }
    }

    /// Goes some views back, or forward where positive; nil where there are none.
    mutating func step(by count: Int) -> ViewPlace? {
        guard places.indices.contains(index + count) else { return nil }
        index += count
        return places[index]
    }

    /// Forgets the views that there is nothing to see of any more.
    mutating func forget(where isGone: (ViewPlace) -> Bool) {
        let before = places.prefix(index + 1).count(where: isGone)
        guard before > 0 || places.contains(where: isGone) else { return }
        places.removeAll(where: isGone)
        index = max(0, index - before)
    }

    /// Forgets everything.
    mutating func clear() { self = ViewHistory() }
}

/// Undo and redo of what is looked at.
extension ViewerModel {
    /// Remembers the view within a frame in which nothing moves any more.
    func recordView() {
        guard presenter != nil || workouts.page != nil, phase == .shown else { return }
        let pan = axis.panZoom
        guard !pan.isHeld, !pan.isMoving, !isScrubbing, pan.extent.isProper else { return }
        let place = ViewPlace(
            metric: selected, period: isTimed ? dates.period : nil, range: axis.range,
            workout: workouts.page?.entry.id)
        if place == history.current {
            isRestoring = false
            return
        }
        // Until a person does something, the view follows the data; and going back is no new view.
        if !isTouched || isRestoring {
            isRestoring = false
            history.amend(place)
        } else {
            history.record(place)
        }
    }

    /// Whether there is a view to go to, back or forward.
    func canStepView(by count: Int) -> Bool {
        phase == .shown && (count < 0 ? history.canGoBack : history.canGoForward)
    }

    /// Glides to the view before this one, or to the one that was gone back from.
    func stepView(by count: Int, at time: Double) {
        // What has not come to rest yet is a view, too: it is come back to.
        let current = ViewPlace(
            metric: selected, period: isTimed ? dates.period : nil, range: axis.target,
            workout: workouts.page?.entry.id)
        if phase == .shown, axis.panZoom.isMoving, !isRestoring { history.record(current) }
        guard let place = history.step(by: count) else { return }
        isRestoring = true
        if let metric = place.metric, metric != selected { choose(metric, at: time) }
        workouts.restore(place.workout, at: time)
        if isTimed { setPeriod(place.period, page: place.range, at: time) }
        glide(to: place.range, at: time, cause: .set)
    }
}
