import Charts
import Localization

/// The commands that select a span by keys, and copy figures.
@MainActor
enum SelectionCommands {
    /// The commands that select a span by keys, and those for a selected span.
    static func all(_ viewer: ViewerContext) -> [Command] {
        func marking(
            _ name: String, _ title: String, _ keys: [Key], shift: Bool = false,
            _ traits: Command.Traits = [], atEnd: String = "",
            perform: @escaping (ViewerModel, Double) -> Void
        ) -> Command {
            Command(
                name, title, keys: keys.map { KeyCombination($0, shift: shift) },
                scope: .area(.selection), group: .selection, traits,
                isEnabled: { [unowned viewer] in viewer.model.active.selection?.hold == .keys },
                perform: { [unowned viewer] in
                    ChartView.change(viewer, orExplain: atEnd) {
                        perform(viewer.model, viewer.now())
                    }
                })
        }
        func copying(_ name: String, _ title: String, shift: Bool, asTable: Bool) -> Command {
            Command(
                name, title, keys: [KeyCombination(.character("c"), control: true, shift: shift)],
                group: .selection,
                isEnabled: { [unowned viewer] in viewer.model.active.figuresInView != nil },
                reason: { [unowned viewer] in
                    viewer.model.phase == .shown ? tr("There are no figures to copy here.") : nil
                },
                perform: { [unowned viewer] in copyFigures(viewer, asTable: asTable) })
        }
        let first = tr("The selection reaches the first record.")
        let last = tr("The selection reaches the last record.")
        return [
            Command(
                "select.start", tr("Start selecting"),
                keys: [KeyCombination(.character("s"))], group: .selection,
                isEnabled: { [unowned viewer] in viewer.model.active.canSelect },
                perform: { [unowned viewer] in viewer.model.active.spans.begin(at: viewer.now()) }
            ),
            Command(
                "select.all", tr("Select all in view"),
                keys: [KeyCombination(.character("a"), control: true)], group: .selection,
                isEnabled: { [unowned viewer] in viewer.model.active.canSelect },
                perform: { [unowned viewer] in
                    viewer.model.active.spans.selectAll(at: viewer.now())
                    if viewer.model.active.selection == nil {
                        viewer.showMessage(tr("There is nothing to select here."))
                    }
                }
            ),
            marking("select.back", tr("Move the end left"), [.left], .repeats, atEnd: first) {
                $0.active.spans.extend(by: -1, at: $1)
            },
            marking("select.on", tr("Move the end right"), [.right], .repeats, atEnd: last) {
                $0.active.spans.extend(by: 1, at: $1)
            },
            marking(
                "select.back-ten", tr("Move the end left by ten"), [.left], shift: true, .repeats,
                atEnd: first
            ) { $0.active.spans.extend(by: -10, at: $1) },
            marking(
                "select.on-ten", tr("Move the end right by ten"), [.right], shift: true, .repeats,
                atEnd: last
            ) { $0.active.spans.extend(by: 10, at: $1) },
            marking(
                "select.first", tr("To the start of the view"), [.home],
                atEnd: tr("The selection reaches the start of the view already.")
            ) {
                $0.active.spans.extend(toEnd: false, at: $1)
            },
            marking(
                "select.last", tr("To the end of the view"), [.end],
                atEnd: tr("The selection reaches the end of the view already.")
            ) {
                $0.active.spans.extend(toEnd: true, at: $1)
            },
            Command(
                "select.finish", tr("Finish selecting"),
                keys: [KeyCombination(.enter), KeyCombination(.space)], scope: .area(.selection),
                group: .selection,
                isEnabled: { [unowned viewer] in viewer.model.active.selection?.hold == .keys },
                perform: { [unowned viewer] in finish(viewer) }
            ),
            Command(
                "select.clear", tr("Clear selection"), group: .selection,
                isEnabled: { [unowned viewer] in viewer.model.active.selection != nil },
                perform: { [unowned viewer] in viewer.model.active.clearSelection(at: viewer.now())
                }
            ),
            copying("select.copy", tr("Copy the figures"), shift: false, asTable: false),
            copying(
                "select.copy-table", tr("Copy the figures as CSV"), shift: true,
                asTable: true),
        ]
    }

    /// Ends selecting by keys.
    ///
    /// The picture stays the same, so a message reports it.
    private static func finish(_ viewer: ViewerContext) {
        viewer.model.active.spans.finish(at: viewer.now())
        viewer.showMessage(
            viewer.model.active.selection == nil
                ? tr("Nothing was selected.") : tr("Selected. Ctrl+C copies the figures."))
    }

    /// Puts the figures on the clipboard, always also as CSV.
    ///
    /// - Parameter asTable: whether the plain text is the table, too.
    private static func copyFigures(_ viewer: ViewerContext, asTable: Bool) {
        let model = viewer.model
        guard let figures = model.active.figuresInView, let metricChart = model.metricChart else {
            return
        }
        let report = SpanReport(figures, metricChart, calendar: model.calendar)
        let table = Array(report.table.utf8)
        let text = asTable ? table : Array(report.text.utf8)
        var contents = ClipboardText.types(of: text)
        contents["text/csv"] = table
        // Without a span the figures are those of the view, and a picture shows the view.
        if !asTable, model.active.selection == nil,
            var offer = PictureCommands.contents(of: viewer)
        {
            offer.ready = contents
            viewer.hosts.clipboard?.offer(offer)
            return viewer.showMessage(
                tr("Copied the figures of {1}, with a picture", report.title))
        }
        viewer.hosts.clipboard?.copy(contents)
        viewer.showMessage(
            asTable
                ? tr("Copied the figures of {1} as CSV", report.title)
                : tr("Copied the figures of {1}", report.title))
    }
}
