import ChartCore
import ChartInteraction

/// One direction of data: its scale, the filters that give the scale its range, and what a person
/// may do to it.
///
/// Several charts share a dimension by holding the same object: one date axis under three charts.
/// Nothing moves until `update` is called or a person moves it.
@MainActor
public final class Dimension {
    /// Its name, by which gutters and traces know it.
    public nonisolated let id: String
    /// What kind of values it has, and which of them are visible.
    public let scale: Scale
    /// What gives the scale its range, from the data through the filters, when it is told to.
    public let updater: RangeUpdater
    /// What the person has moved and zoomed; the last of the filters.
    public let filter: InteractionFilter
    /// What gestures and commands move; it moves `filter`, and that the scale.
    public let panZoom: PanZoomAxis

    /// The only place with data, and what is shown around it; nil where data are at several.
    var onePlace: (place: Extent, bounds: Extent)?
    /// The bounds of the person's moving, without what is shown around the only place with data; nil
    /// where there are none.
    var dataBounds: Extent? {
        guard let bounds = filter.limits.bounds else { return nil }
        if let onePlace, onePlace.bounds == bounds { return onePlace.place }
        return bounds
    }

    /// A dimension whose range nobody has said yet.
    ///
    /// - Parameters:
    ///   - direction: along which direction of the screen the dimension lies.
    ///   - filters: what comes before the person's own moving and zooming.
    ///   - plotActions: what gestures in the plot do to it.
    ///   - gutterActions: what gestures on its own axis do to it.
    public init(
        id: String, kind: ScaleKind, direction: ScreenAxis, filters: [any RangeFilter] = [],
        limits: AxisLimits = .none, plotActions: AxisActions = .all,
        gutterActions: AxisActions = .all
    ) {
        self.id = id
        scale = Scale(id: id, kind: kind)
        let filter = InteractionFilter(limits: limits)
        self.filter = filter
        // Where there are no data the window stays, and can be set and moved all the same.
        let steady = BlockFilter { range, _ in range.isProper ? range : filter.base }
        updater = RangeUpdater(scale: scale, filters: filters + [steady, filter])
        panZoom = PanZoomAxis(
            id: id, direction: direction, filter: filter, updater: updater,
            plotActions: plotActions, gutterActions: gutterActions)
    }

    /// The visible range.
    public var range: Extent { scale.range }
    /// Where the visible range is going; where it is, if it stands.
    public var target: Extent { panZoom.isMoving ? panZoom.target : scale.range }

    /// Shows all data from one place to another, and what other charts have in its bounds; the range that
    /// is shown then, nil where there are none.
    ///
    /// - Parameter domain: in values.
    func showAll(_ domain: Extent) -> Extent? {
        let places = places(of: domain)
        guard !places.isEmpty else { return nil }
        let all = dataBounds.map(places.union) ?? places
        let bounds = all.isProper ? all : all.expanded(by: aroundOne)
        onePlace = all.isProper ? nil : (all, bounds)
        filter.limits = AxisLimits(minimumLength: bounds.length * 1e-9, bounds: bounds)
        updater.setSource(bounds, update: true)
        // What the dimension's own filters make of it.
        let shown = filter.base.isProper ? filter.base : bounds
        panZoom.home = shown
        panZoom.set(shown)
        return shown
    }

    /// How much is shown on either side of data at one place only: half a unit, of time half a day.
    private var aroundOne: Double {
        if case .time = scale.kind { return 43_200 }
        return 0.5
    }

    /// Values on the scale.
    ///
    /// Where they begin before anything has a place they are `ScaleTransform.depth` decades long.
    private func places(of values: Extent) -> Extent {
        var places = scale.kind.transform.places(of: values)
        if places.min == -.infinity { places.min = places.max - ScaleTransform.depth }
        return places
    }
}
