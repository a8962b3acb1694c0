import ChartScene
import Foundation
import Geometry
import HealthData
import Localization
import Platform

/// Finds metrics, notes and actions by their names.
@MainActor
final class SearchScreen: TextEntry {
    nonisolated static let entry = ScreenEntry(
        .search, make: SearchScreen.init, commands: commands, families: families)

    /// Takes a row, by its number.
    private static let take = CommandFamily<Int>("search.take")

    let id = ScreenID.search
    private unowned let viewer: ViewerContext
    private let pane = Pane<SearchModel>()
    private var field = TextField("") { didSet { viewer.changed() } }
    private var choice = 0
    private var scrolling = ListScroll()
    private var known = Cached<Key, [Found]>()

    /// What the rows depend on.
    private struct Key: Equatable {
        var text: String
        var data: Int
        var notes: [Library.Note]
        var words: DayWords
        var units: UnitPreferences
    }

    /// Something that was found.
    private struct Found {
        var row: SearchModel.Row
        var go: @MainActor () -> Void
    }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    var nodes: [SemanticNode] { pane.nodes }
    var revision: Int { pane.recordings }
    var firstFocus: ControlID? { SearchPane.fieldID }

    func layout(in room: Rect, _ environment: ScreenEnvironment) {
        let rows = found
        choice = min(choice, max(0, rows.count - 1))
        var model = SearchModel(
            window: room, field: field,
            hasKeys: typedField(focused: environment.focused) != nil, rows: rows.map(\.row),
            choice: rows.isEmpty ? nil : choice, hovered: environment.hovered,
            focused: environment.focused)
        model.scroll = scrolling.settle(SearchPane.frame(model))
        pane.update(
            model, environment.style, environment.resources, record: SearchPane.record)
    }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) { pane.encode(into: scene) }

    func scroll(by distance: Double, at place: Point) -> Bool {
        scrolling.offset += distance
        return true
    }

    func walk(_ step: ListStep) {
        let count = found.count
        guard count > 0 else { return }
        let page = max(1, Int(scrolling.page / SearchPane.rowHeight))
        switch step {
        case .rows(let rows): choice += rows
        case .pages(let pages): choice += pages * page
        case .start: choice = 0
        case .end: choice = count - 1
        case .across: break
        }
        choice = min(max(choice, 0), count - 1)
        let top = Double(choice) * SearchPane.rowHeight
        let height = scrolling.page + SearchPane.rowHeight
        scrolling.offset = min(max(scrolling.offset, top + SearchPane.rowHeight - height), top)
    }

    // MARK: Finding

    private var found: [Found] {
        let model = viewer.model
        let key = Key(
            text: field.text, data: model.dataRevision, notes: model.notes.all,
            words: viewer.dayWords, units: model.appearance.pins.units)
        return known(key) { find(key) }
    }

    /// The metrics first, then actions and notes; what begins with the text is before what contains it.
    private func find(_ key: Key) -> [Found] {
        let words = Self.folded(key.text).split(separator: " ")
        /// How well a name matches: 0 if a word of it begins with each typed word, 1 if it contains them
        /// all; nil if it does not.
        func rank(_ name: String) -> Int? {
            let name = Self.folded(name)
            let parts = name.split { !$0.isLetter && !$0.isNumber }
            if words.allSatisfy({ word in parts.contains { $0.hasPrefix(word) } }) { return 0 }
            return words.allSatisfy { name.contains($0) } ? 1 : nil
        }
        let all = metrics(key.words) + (words.isEmpty ? [] : notes(key.words) + actions())
        let ranked = all.compactMap { found in rank(found.name).map { ($0, found.make) } }
        let sorted = ranked.filter { $0.0 == 0 } + ranked.filter { $0.0 == 1 }
        return sorted.enumerated().map { index, item in item.1(Self.take(index)) }
    }

    /// A text without differences of case, accents and width.
    private static func folded(_ text: String) -> String {
        text.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
            locale: nil)
    }

    private typealias Candidate = (name: String, make: (CommandID) -> Found)

    private func metrics(_ words: DayWords) -> [Candidate] {
        let model = viewer.model
        return model.order.compactMap { id in
            guard let chart = model.metricCharts[id] else { return nil }
            let name = chart.metric.name
            let day = chart.latest.day(words, isNight: chart.data.nights != nil)
            return (
                name + " " + chart.metric.family.name,
                { [unowned viewer] command in
                    Found(
                        row: SearchModel.Row(
                            name: name,
                            detail: [chart.latest.text, day].filter { !$0.isEmpty }
                                .joined(separator: " · "), glyph: MetricGlyph(chart.metric),
                            accent: chart.accent, id: ControlID(command, in: .dialog),
                            command: command)
                    ) { viewer.model.choose(id, at: viewer.now()) }
                }
            )
        }
    }

    private func notes(_ words: DayWords) -> [Candidate] {
        viewer.model.notes.all.reversed().map { note in
            let text = ControlCharacters.visible(inSentence: note.text)
            return (
                note.text,
                { [unowned viewer] command in
                    Found(
                        row: SearchModel.Row(
                            name: text, detail: tr("Note, {1}", words.date(note.start)),
                            id: ControlID(command, in: .dialog), command: command)
                    ) {
                        let model = viewer.model
                        if model.selected == nil, let first = model.order.first {
                            model.choose(note.metric ?? first, at: viewer.now())
                        }
                        model.notes.show(note, at: viewer.now())
                    }
                }
            )
        }
    }

    /// The commands of the window that can run now.
    private func actions() -> [Candidate] {
        var titles: Set<String> = []
        return viewer.commands.commands.filter {
            $0.scope == .window && !$0.keys.isEmpty && $0.isEnabled()
                && $0.id != .openSearch && titles.insert($0.title).inserted
        }.map { action in
            (
                action.title,
                { [unowned viewer] command in
                    Found(
                        row: SearchModel.Row(
                            name: action.title, detail: action.keys.first?.label ?? "",
                            id: ControlID(command, in: .dialog), command: command)
                    ) { viewer.commands.run(action.id) }
                }
            )
        }
    }

    private func take(_ index: Int) {
        let rows = found
        guard rows.indices.contains(index) else { return }
        viewer.closeDialogs()
        viewer.isDrawerOpen = false
        rows[index].go()
        viewer.changed()
    }

    // MARK: Typing

    func typedField(focused: ControlID?) -> ControlID? {
        focused == nil || focused == SearchPane.fieldID ? SearchPane.fieldID : nil
    }

    func text(of field: ControlID) -> TextField? {
        field == SearchPane.fieldID ? self.field : nil
    }

    func edit(_ field: ControlID, _ change: (inout TextField) -> Void) {
        let before = self.field.text
        change(&self.field)
        if self.field.text != before {
            choice = 0
            scrolling.offset = 0
        }
    }

    func refuse(_ sentence: String) {}

    // MARK: Commands

    private static func commands(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                .openSearch, tr("Search"),
                keys: [
                    KeyCombination(.character("/")), KeyCombination(.character("f"), control: true),
                ], group: .periods,
                isEnabled: { [unowned viewer] in viewer.model.navigator.canShowSummary },
                reason: { tr("There are no records to search.") },
                perform: { [unowned viewer] in viewer.toggle(.search) }),
            Command(
                "search.take", tr("Go to what was found"), keys: [KeyCombination(.enter)],
                scope: .area(.searchFields), group: .typing,
                isEnabled: { [unowned viewer] in viewer.dialog(SearchScreen.self) != nil },
                perform: { [unowned viewer] in
                    if let screen = viewer.dialog(SearchScreen.self) { screen.take(screen.choice) }
                }),
            Command(.editSearch, tr("Search"), group: .typing) { [unowned viewer] in
                viewer.focus.focus(SearchPane.fieldID)
                viewer.changed()
            },
        ]
    }

    private static func families(_ viewer: ViewerContext) -> [CommandMaker] {
        [
            take.commands { [unowned viewer] id, index in
                guard let screen = viewer.dialog(SearchScreen.self) else { return nil }
                return Command(id, tr("Go to what was found")) { screen.take(index) }
            }
        ]
    }
}

extension ScreenID {
    static let search = ScreenID("search")
}
