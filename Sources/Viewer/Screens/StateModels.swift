import Charts
import Geometry
import HealthData
import Localization

/// The states without a chart, in words: welcome, reading, failure, nothing in this range.
@MainActor
enum StateModels {
    static func model(
        _ viewer: ViewerModel, presenter: MetricPresenter?, layout: MainLayout, hovered: ControlID?,
        focused: ControlID?
    ) -> StateModel? {
        let whole = Rect(
            x: layout.content.x, y: layout.header.maxY, width: layout.content.width,
            height: max(0, layout.window.maxY - layout.header.maxY))
        func state(
            _ frame: Rect, _ symbol: StateModel.Symbol, _ title: String, _ text: [String],
            _ buttons: [StateModel.Button], fraction: Double? = nil, over plot: Rect? = nil,
            links: [StateModel.Link] = []
        ) -> StateModel {
            StateModel(
                frame: frame, plot: plot, symbol: symbol, title: title, text: text,
                fraction: fraction,
                buttons: buttons, links: links, hovered: hovered, focused: focused)
        }
        let ways = [
            StateModel.Button(
                id: ControlID("state.open", in: .state), title: tr("Open…"), command: .openFile,
                isProminent: true),
            StateModel.Button(
                id: ControlID("state.samples", in: .state), title: tr("Show the sample records"),
                command: .openSamples, isProminent: false),
        ]
        switch viewer.phase {
        case .welcome:
            return state(
                whole, .chart, tr("Your health records, on your own machine"),
                [
                    tr(
                        "Drop a file here: an Apple Health export, or a CSV file of a scale, a cuff or a spreadsheet."
                    ),
                    tr("Nothing leaves this computer."),
                ], ways, links: recents(viewer))
        case .reading:
            let progress = viewer.progress
            let name = progress?.path.fileTitle ?? ""
            let count = progress?.read ?? 0
            return state(
                whole, .reading,
                name.isEmpty ? tr("Reading…") : tr("Reading {1}", name),
                [
                    trn("{n} record so far", "{n} records so far", count: count),
                    [
                        PaceText.rate(viewer.pace, viewer.locale),
                        PaceText.timeLeft(viewer.pace, viewer.locale),
                    ].compactMap(\.self).joined(separator: ", "),
                ].filter { !$0.isEmpty },
                [
                    StateModel.Button(
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
            return state(whole, .problem, tr("Nothing could be read"), text, ways)
        case .shown:
            guard let presenter, !presenter.hasData(over: viewer.axis.range) else { return nil }
            let allHidden = presenter.isAllHidden
            return state(
                layout.card, .nothing,
                allHidden ? tr("Everything is hidden") : tr("Nothing in this range"),
                [
                    allHidden
                        ? layout.legend == nil
                            ? tr("None of the series is shown.")
                            : tr("Press a name below to show a series, or show all of them.")
                        : tr("Nothing was recorded in the days shown.")
                ],
                allHidden
                    ? [
                        StateModel.Button(
                            id: ControlID("state.all", in: .state), title: tr("Show all"),
                            command: .showAllSeries,
                            isProminent: true)
                    ]
                    : [
                        StateModel.Button(
                            id: ControlID("state.fit", in: .state), title: tr("Show all time"),
                            command: .showAllTime,
                            isProminent: true)
                    ], over: presenter.chart.plot)
        }
    }
}

extension StateModels {
    /// The files that were opened last.
    private static func recents(_ viewer: ViewerModel) -> [StateModel.Link] {
        viewer.recents.prefix(RecentFiles.mostOnWelcome).enumerated().map { place, path in
            StateModel.Link(
                id: ControlID("state.recent.\(place + 1)", in: .state), name: path.fileTitle,
                detail: path.folderTitle,
                command: RecentFiles.open(place))
        }
    }
}
