import ChartCore
import Charts
import HealthData
import Localization

/// The commands of the summary.
@MainActor
enum SummaryCommands {
    static func all(_ viewer: ViewerContext) -> [Command] {
        func walk(_ name: String, _ title: String, _ key: Key, _ step: ListStep) -> Command {
            Command(
                name, title, keys: [KeyCombination(key)], scope: .area(.summary), group: .window,
                .repeats,
                perform: { [unowned viewer] in
                    viewer.content.walk(step)
                    viewer.changed()
                })
        }
        let pages = tr("Page up or down in a list")
        let ends = tr("Start or end of a list")
        return [
            Command(
                .showSummary, tr("Summary"), keys: [KeyCombination(.home, alt: true)],
                group: .periods,
                isEnabled: { [unowned viewer] in viewer.model.navigator.canShowSummary },
                reason: { tr("There are no records to summarise.") },
                perform: { [unowned viewer] in
                    viewer.isDrawerOpen = false
                    viewer.model.navigator.showSummary(at: viewer.now())
                }),
            walk("summary.page-up", pages, .pageUp, .pages(-1)),
            walk("summary.page-down", pages, .pageDown, .pages(1)),
            walk("summary.start", ends, .home, .start), walk("summary.end", ends, .end, .end),
        ]
    }

    static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        func screen() -> SummaryScreen? { viewer.content as? SummaryScreen }
        return [
            SummaryModel.card.commands { [unowned viewer] id, metric in
                guard let chart = viewer.model.metricCharts[metric] else { return nil }
                return Command(id, chart.metric.name) { [unowned viewer] in
                    viewer.model.choose(metric, at: viewer.now())
                }
            },
            SummaryModel.trend.commands { [unowned viewer] id, metric in
                guard let chart = viewer.model.metricCharts[metric] else { return nil }
                return Command(id, chart.metric.name) { [unowned viewer] in
                    viewer.model.choose(metric, at: viewer.now())
                    viewer.model.choose(.year, at: viewer.now())
                }
            },
            SummaryModel.sentence.commands { [unowned viewer] id, index in
                guard let screen = screen(), screen.highlights.indices.contains(index) else {
                    return nil
                }
                let highlight = screen.highlights[index]
                return Command(id, highlight.metric.name) { [unowned viewer] in
                    show(highlight, viewer)
                }
            },
        ]
    }

    /// Shows what a highlight is about.
    private static func show(_ highlight: Highlight, _ viewer: ViewerContext) {
        let (model, time) = (viewer.model, viewer.now())
        let span = model.calendar.extent(ofDays:)
        model.choose(highlight.metric.id, at: time)
        switch highlight {
        case .month(_, let change): model.show(span(change.days), as: .month, at: time)
        case .rate(_, let rate): model.show(span(rate.days), as: .halfYear, at: time)
        case .highest(_, let highest):
            let day = span(highest.day..<highest.day + 1)
            model.show(day, as: .month, at: time)
            model.show(day, as: nil, at: time)
        case .note(_, let change):
            model.notes.show(change.note, at: time)
            if model.selected != highlight.metric.id {
                model.choose(highlight.metric.id, at: time)
            }
            viewer.commands.run(CompareRows.compare(change.note.id))
        }
    }
}

extension CommandID {
    static let showSummary = CommandID("summary.open")
    static let chooseFavourites = CommandID("favourites.choose")
}
