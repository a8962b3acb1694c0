import ChartCore

/// A view that a person looked at and can go back to.
struct ViewPlace: Equatable {
    /// The place in the viewer; nil if nothing was open.
    var route: Route?
    var period: Period?
    var range: Extent
}

/// The views of a session in the order in which they came to rest, and the current one.
struct ViewHistory: Equatable {
    /// The maximum number of views kept.
    static let limit = 100

    private var places: [ViewPlace] = []
    private var index = 0

    /// The current view; nil before the first.
    var current: ViewPlace? { places.indices.contains(index) ? places[index] : nil }
    var canGoBack: Bool { index > 0 }
    var canGoForward: Bool { index + 1 < places.count }
    var count: Int { places.count }

    /// Records a view that has come to rest, and drops the views that going forward would reach.
    mutating func record(_ place: ViewPlace) {
        guard place != current else { return }
        if !places.isEmpty { places.removeLast(places.count - index - 1) }
        places.append(place)
        if places.count > Self.limit { places.removeFirst(places.count - Self.limit) }
        index = places.count - 1
    }

    /// Replaces the current view, which is the same one with small differences.
    mutating func amend(_ place: ViewPlace) {
        if places.indices.contains(index) { places[index] = place } else { record(place) }
    }

    /// Moves back by a number of views, or forward if positive; nil if there is no such view.
    mutating func step(by count: Int) -> ViewPlace? {
        guard places.indices.contains(index + count) else { return nil }
        index += count
        return places[index]
    }

    /// Drops the views whose subject no longer exists.
    mutating func forget(where isGone: (ViewPlace) -> Bool) {
        let before = places.prefix(index + 1).count(where: isGone)
        guard before > 0 || places.contains(where: isGone) else { return }
        places.removeAll(where: isGone)
        index = max(0, index - before)
    }

    /// Drops all views.
    mutating func clear() { self = ViewHistory() }
}
