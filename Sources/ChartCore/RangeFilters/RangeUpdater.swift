/// Gives a scale its range on request: the extremes of the data, sent through filters.
///
/// Nothing happens without a request: adding a value, adding or removing a filter, or changing a
/// filter does not affect the range until `update()`.
@MainActor
public final class RangeUpdater {
    /// The smallest and the largest value it was given; `Extent.nothing` at first.
    public private(set) var source = Extent.nothing
    /// The length of the plot along the axis, in points, for filters that need it.
    public var viewportLength = 0.0
    /// The filters in the order in which they run.
    public private(set) var filters: [any RangeFilter] = []
    /// The range of the last update.
    public private(set) var range: Extent?
    private let apply: @MainActor (Extent) -> Void

    /// An updater that sets a scale's range.
    public init(scale: Scale, filters: [any RangeFilter] = []) {
        apply = { scale.range = $0 }
        for filter in filters { add(filter) }
    }

    /// An updater that passes the range to `apply`, which may for instance animate a viewport.
    public init(filters: [any RangeFilter] = [], apply: @escaping @MainActor (Extent) -> Void) {
        self.apply = apply
        for filter in filters { add(filter) }
    }

    /// Takes a value into account; NaN is ignored.
    ///
    /// - Parameter update: Whether to update; an update happens only if an extreme changed.
    public func addSourceValue(_ value: Double, update: Bool) {
        addSource(Extent(min: value, max: value), update: update)
    }

    /// Takes the extremes of many values into account; an empty extent is ignored.
    public func addSource(_ extent: Extent, update: Bool) {
        guard !extent.isEmpty else { return }
        let widened = source.union(extent)
        guard widened != source else { return }
        source = widened
        if update { self.update() }
    }

    /// Replaces the extremes, as when a series is exchanged or only the visible part counts.
    public func setSource(_ extent: Extent, update: Bool) {
        let new = extent.isEmpty ? .nothing : extent
        guard new != source else { return }
        source = new
        if update { self.update() }
    }

    /// Forgets all values.
    public func clear(update: Bool) {
        source = .nothing
        if update { self.update() }
    }

    /// Adds a filter at the end; a filter that is already present stays where it is.
    public func add(_ filter: any RangeFilter) {
        if index(of: filter) == nil { filters.append(filter) }
    }

    /// Adds a filter at the beginning; a filter that is already present stays where it is.
    public func addFirst(_ filter: any RangeFilter) {
        if index(of: filter) == nil { filters.insert(filter, at: 0) }
    }

    /// Replaces a filter with another; does nothing if the old one is absent or the new one
    /// present.
    public func replace(_ old: any RangeFilter, with new: any RangeFilter) {
        guard let at = index(of: old), index(of: new) == nil else { return }
        filters[at] = new
    }

    /// Removes a filter; does nothing if it is absent.
    public func remove(_ filter: any RangeFilter) {
        if let at = index(of: filter) { filters.remove(at: at) }
    }

    /// The step to which the last filter rounded the range, for the ticks of its axis; nil if it
    /// rounded to none.
    public var step: AxisStep? { (filters.last as? any SteppingRangeFilter)?.step }

    private func index(of filter: any RangeFilter) -> Int? {
        filters.firstIndex { $0 === filter }
    }

    /// Sends the extremes through the filters and applies the result.
    ///
    /// A result that is not a range (empty, or with an end that is not finite, as without data and
    /// filters) is not applied: the range stays.
    /// - Returns: The range that was applied, or nil.
    @discardableResult
    public func update() -> Extent? {
        let context = RangeContext(source: source, viewportLength: viewportLength)
        var range = source
        for filter in filters { range = filter.filter(range, context) }
        guard range.min <= range.max, range.min.isFinite, range.max.isFinite else { return nil }
        self.range = range
        apply(range)
        return range
    }
}
