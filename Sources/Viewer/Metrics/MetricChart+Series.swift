import Charts

/// The series of a metric: shown, hidden, alone.
extension MetricChart {
    /// Changes whenever `legend` or the kind of figures does.
    var legendRevision: Int { context.legendRevision }

    /// The items of the legend; empty if the chart is a single series.
    var legend: [LegendItem] {
        (parts.legend?.items ?? []) + (guides?.items ?? []) + (earlier?.items ?? [])
    }

    /// Whether the person has hidden every series.
    var isAllHidden: Bool { parts.legend?.isAllHidden ?? false }

    /// Shows or hides an item of the legend; a series fades.
    func setShown(_ shown: Bool, _ item: String, at moment: PictureMoment) {
        if guides?.setShown(shown, item, at: moment) != true,
            earlier?.setShown(shown, item) != true
        {
            parts.legend?.setShown(shown, item, at: moment)
            guides?.seriesDidChange()
        }
        context.legendRevision += 1
    }

    /// Shows a hidden item, and hides a visible one.
    func toggle(_ item: String, at moment: PictureMoment = .immediate) {
        guard let item = legend.first(where: { $0.id == item }) else { return }
        setShown(!item.isShown, item.id, at: moment)
    }

    /// Shows only one series and those that it needs; all of them if that is already so.
    func showAlone(_ series: String, at moment: PictureMoment = .immediate) {
        let items = legend.filter(\.isSeries)
        guard items.contains(where: { $0.id == series }),
            let group = parts.legend?.group(of: series)
        else { return }
        let isAlone = items.allSatisfy { $0.isShown == group.contains($0.id) }
        for item in items { setShown(isAlone || group.contains(item.id), item.id, at: moment) }
    }

    /// Shows every series.
    func showAll(at moment: PictureMoment = .immediate) {
        for series in parts.legend?.series ?? [] { setShown(true, series, at: moment) }
    }
}
