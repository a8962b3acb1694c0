import Charts
import Geometry
import HealthData
import Localization

/// The states without a chart, in words: reading, failure, nothing in this range.
@MainActor
enum StateModels {
    /// The notice while there is no chart; nil if there is one, and on the welcome.
    ///
    /// - Parameter canImport: whether there is a library that files can be imported into.
    static func start(
        _ viewer: ViewerModel, frame whole: Rect, canImport: Bool, hovered: ControlID?,
        focused: ControlID?
    ) -> PlaceholderModel? {
        func state(
            _ symbol: PlaceholderModel.Symbol, _ title: String, _ text: [String],
            _ buttons: [PlaceholderModel.Button], fraction: Double? = nil
        ) -> PlaceholderModel {
            PlaceholderModel(
                frame: whole, plot: nil, symbol: symbol, title: title, text: text,
                fraction: fraction, buttons: buttons, links: [], hovered: hovered,
                focused: focused)
        }
        switch viewer.phase {
        case .reading:
            let progress = viewer.progress
            let name = progress?.path.fileTitle ?? ""
            let count = progress?.read ?? 0
            return state(
                .reading, name.isEmpty ? tr("Reading…") : tr("Reading {1}", name),
                [
                    count == 0
                        ? "" : trn("{n} record so far", "{n} records so far", count: count),
                    [
                        PaceText.rate(viewer.pace, viewer.locale),
                        PaceText.timeLeft(viewer.pace, viewer.locale),
                    ].compactMap(\.self).joined(separator: ", "),
                ].filter { !$0.isEmpty },
                [
                    PlaceholderModel.Button(
                        id: ControlID("state.cancel", in: .state), title: tr("Stop"),
                        command: .stopReading,
                        isProminent: false)
                ], fraction: progress?.fraction ?? -1)
        case .failed:
            let shown = viewer.failures.prefix(4)
            var text = Array(shown)
            if viewer.failures.count > shown.count {
                text.append(
                    trn(
                        "And {n} more file.", "And {n} more files.",
                        count: viewer.failures.count - shown.count))
            }
            return state(
                .problem,
                viewer.failures.count > 1
                    ? tr("Couldn’t open these files") : tr("Couldn’t open this file"), text,
                ways(canImport: canImport))
        case .welcome, .shown: return nil
        }
    }

    /// The ways to open something, the most likely one first.
    static func ways(canImport: Bool) -> [PlaceholderModel.Button] {
        // A person with a library usually expects to see the records again next time.
        let imports = PlaceholderModel.Button(
            id: ControlID("state.import", in: .state), title: tr("Import…"), command: .importFile,
            isProminent: true)
        let ways = [
            PlaceholderModel.Button(
                id: ControlID("state.open", in: .state), title: tr("Open…"), command: .openFile,
                isProminent: !canImport),
            PlaceholderModel.Button(
                id: ControlID("state.samples", in: .state), title: tr("Show sample records"),
                command: .openSamples, isProminent: false),
        ]
        return (canImport ? [imports] : []) + ways
    }

    /// The notice over an empty chart.
    ///
    /// - Parameters:
    ///   - card: the chart's card.
    ///   - hasLegend: whether the names of the series can be pressed.
    static func empty(
        _ metricChart: MetricChart, card: Rect, hasLegend: Bool, hovered: ControlID?,
        focused: ControlID?
    ) -> PlaceholderModel {
        let allHidden = metricChart.isAllHidden
        let sentence =
            !allHidden
            ? tr("Nothing was recorded in the days shown.")
            : hasLegend
                ? tr("Click a name below to show a series, or show all of them.")
                : tr("None of the series is shown.")
        let button =
            allHidden
            ? PlaceholderModel.Button(
                id: ControlID("state.all", in: .state), title: tr("Show all series"),
                command: .showAllSeries, isProminent: true)
            : PlaceholderModel.Button(
                id: ControlID("state.fit", in: .state), title: tr("Show all"),
                command: .showAllTime, isProminent: true)
        return PlaceholderModel(
            frame: card, plot: metricChart.chart.plot, symbol: .nothing,
            title: allHidden ? tr("Everything is hidden") : tr("No data for this period"),
            text: [sentence], fraction: nil, buttons: [button], links: [], hovered: hovered,
            focused: focused)
    }
}

extension StateModels {
    /// The recent files.
    static func recents(_ viewer: ViewerModel) -> [PlaceholderModel.Link] {
        viewer.recents.prefix(RecentFiles.mostOnWelcome).enumerated().map { place, path in
            PlaceholderModel.Link(
                id: ControlID("state.recent.\(place + 1)", in: .state), name: path.fileTitle,
                detail: path.folderTitle,
                command: RecentFiles.open(place))
        }
    }
}
