import HealthData

/// A source of the metric on show, where it stands among the others.
struct ListedSource: Equatable {
    var share: SourceShare
    /// Whether it is to count.
    var counts: Bool
    /// Its place where nobody has moved anything, by which its controls are known.
    var number: Int
}

extension ViewerModel {
    /// Whether several sources tell of the metric on show.
    var hasSources: Bool { phase == .shown && metricChart?.data.shares.isEmpty == false }

    /// Whether it matters which of them goes first.
    var ranksSources: Bool { metricChart?.metric.isSwept == true }

    /// Whether the person has placed them.
    var hasOwnSourceOrder: Bool { selected.map { !sourceOrder[$0].isEmpty } ?? false }

    /// The sources of the metric on show in their order: while they are being merged anew in the one
    /// that is to be.
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

    /// The order with the sources of the metric on show as they are listed.
    func order(placing sources: [ListedSource]) -> SourceOrder {
        var order = sourceOrder
        guard let selected else { return order }
        order.place(
            sources.map { SourceOrder.Entry($0.share.source, counts: $0.counts) }, of: selected)
        // What is as it would be by itself needs not be kept.
        let standard = sources.sorted { $0.number < $1.number }
            .map { SourceOrder.Entry($0.share.source) }
        if order[selected] == standard { order[selected] = [] }
        return order
    }

    /// The order with the sources of the metric on show as they would be by themselves.
    var orderWithoutOwn: SourceOrder {
        var order = sourceOrder
        if let selected { order[selected] = [] }
        return order
    }
}
