import ChartCore
import ChartInteraction

/// One direction of data: its scale, the filters that give the scale its range, and the gestures
/// that a person may apply to it.
///
/// Several charts share a dimension by holding the same object: one date axis under three charts.
/// Nothing moves until `update` is called or a person moves it.
@MainActor
public final class Dimension {
    /// Its name in gutters and traces.
    public nonisolated let id: String
    /// Its kind of values and the visible range.
    public let scale: Scale
    /// Gives the scale its range, from the data through the filters, when called.
    public let updater: RangeUpdater
    /// The person's panning and zooming; the last of the filters.
    public let filter: InteractionFilter
    /// Receives gestures and commands; it moves `filter`, and `filter` moves the scale.
    public let panZoom: PanZoomAxis

    /// The only position with data, and the bounds shown around it; nil if data are at several
    /// positions.
    var onePlace: (place: Extent, bounds: Extent)?
    /// The bounds of panning, without those shown around the only position with data; nil if there
    /// are none.
    var dataBounds: Extent? {
        guard let bounds = filter.limits.bounds else { return nil }
        if let onePlace, onePlace.bounds == bounds { return onePlace.place }
        return bounds
    }

    /// A dimension without a range.
    ///
    /// - Parameters:
    ///   - direction: the direction of the screen that the dimension runs along.
    ///   - filters: applied before the person's panning and zooming.
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
        // Without data the window keeps its range, and can still be set and moved.
        let steady = BlockFilter { range, _ in range.isProper ? range : filter.base }
        updater = RangeUpdater(scale: scale, filters: filters + [steady, filter])
        panZoom = PanZoomAxis(
            id: id, direction: direction, filter: filter, updater: updater,
            plotActions: plotActions, gutterActions: gutterActions)
    }

    /// The visible range.
    public var range: Extent { scale.range }
    /// The range that the visible range is moving to; the visible range itself at rest.
    public var target: Extent { panZoom.isMoving ? panZoom.target : scale.range }

    /// Shows all data of a domain, and keeps the data of other charts within its bounds; returns
    /// the range that is then shown, nil if there is none.
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
        // The dimension's own filters have turned the bounds into the base.
        let shown = filter.base.isProper ? filter.base : bounds
        panZoom.home = shown
        panZoom.set(shown)
        return shown
    }

    /// How much is shown on either side of data at only one position: half a unit, for times half a
    /// day.
    private var aroundOne: Double {
        if case .time = scale.kind { return 43_200 }
        return 0.5
    }

    /// Values as places on the scale.
    ///
    /// If they begin before the first value with a place, they are `ScaleTransform.depth` decades
    /// long.
    private func places(of values: Extent) -> Extent {
        var places = scale.kind.transform.places(of: values)
        if places.min == -.infinity { places.min = places.max - ScaleTransform.depth }
        return places
    }
}
