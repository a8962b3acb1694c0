import ChartCore

/// A view that a person looked at and can go back to.
struct ViewPlace: Equatable {
    /// Where one was; nil for nowhere.
    var route: Route?
    var period: Period?
    var range: Extent
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
