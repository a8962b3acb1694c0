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
    /// Whether the displayed metric has several sources.
    var hasSources: Bool { phase == .shown && metricChart?.data.shares.isEmpty == false }

    /// Whether the order of the sources matters.
    var ranksSources: Bool { metricChart?.metric.mergesDevices == true }

    /// Whether the person has changed their order.
    var hasOwnSourceOrder: Bool { selected.map { !sourceOrder[$0].isEmpty } ?? false }

    /// The sources of the displayed metric in their order; during a merge, in the new order.
    var listedSources: [ListedSource] {
        guard let metricChart else { return [] }
        let shares = metricChart.data.shares
        var listed: [SourceKey: ListedSource] = [:]
        let standard = SourceShare.inDefaultOrder(shares)
        for (number, share) in standard.enumerated() {
            listed[share.source] = ListedSource(
                share: share, counts: share.counts, number: number)
        }
        guard isMerging else { return shares.compactMap { listed[$0.source] } }
        var wanted = sourceOrder.arranged(metricChart.metric.id, standard.map(\.source)).compactMap
        {
            entry in
            var source = listed[entry.source]
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
        var order = sourceOrder
        guard let selected else { return order }
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
        var order = sourceOrder
        if let selected { order[selected] = [] }
        return order
    }
}
