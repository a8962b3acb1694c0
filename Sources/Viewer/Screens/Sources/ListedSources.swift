import HealthData

/// A source of the displayed metric, at its place among the others.
struct ListedSource: Equatable {
    var share: SourceShare
    /// Whether it is to count.
    var counts: Bool
    /// Its place in the default order; it identifies the source's controls.
    var number: Int
}

extension ViewerModel {
    /// The sources of the displayed metric.
    var sources: ShownSources { ShownSources(model: self) }
}

/// The sources of the displayed metric, and their order.
@MainActor
struct ShownSources {
    let model: ViewerModel

    /// Whether there are several.
    var areSeveral: Bool {
        model.phase == .shown && model.metricChart?.data.shares.isEmpty == false
    }

    /// Whether their order matters.
    var areRanked: Bool { model.metricChart?.metric.mergesDevices == true }

    /// Whether the person has changed their order.
    var haveOwnOrder: Bool { model.selected.map { !model.sourceOrder[$0].isEmpty } ?? false }

    /// All of them in their order; during a merge, in the new order.
    var listed: [ListedSource] {
        guard let metricChart = model.metricChart else { return [] }
        let shares = metricChart.data.shares
        var known: [SourceKey: ListedSource] = [:]
        let standard = SourceShare.inDefaultOrder(shares)
        for (number, share) in standard.enumerated() {
            known[share.source] = ListedSource(
                share: share, counts: share.counts, number: number)
        }
        guard model.isMerging else { return shares.compactMap { known[$0.source] } }
        var wanted = model.sourceOrder.arranged(metricChart.metric.id, standard.map(\.source))
            .compactMap {
                entry in
                var source = known[entry.source]
                source?.counts = entry.counts
                return source
            }
        if !wanted.contains(where: \.counts) {
            for index in wanted.indices { wanted[index].counts = true }
        }
        return wanted
    }

    /// The order with the sources of the displayed metric as listed.
    func order(placing sources: [ListedSource]) -> SourceOrder {
        var order = model.sourceOrder
        guard let selected = model.selected else { return order }
        order.place(
            sources.map { SourceOrder.Entry($0.share.source, counts: $0.counts) }, of: selected)
        // The default order needs no entry.
        let standard = sources.sorted { $0.number < $1.number }
            .map { SourceOrder.Entry($0.share.source) }
        if order[selected] == standard { order[selected] = [] }
        return order
    }

    /// The order with the sources of the displayed metric in their default order.
    var orderWithoutOwn: SourceOrder {
        var order = model.sourceOrder
        if let selected = model.selected { order[selected] = [] }
        return order
    }
}
