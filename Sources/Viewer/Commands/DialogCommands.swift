import HealthData
import Localization

extension ViewerController {
    /// What opens and closes the lists and the menu, and the keys that work in them.
    func dialogCommands() -> [Command] {
        let isMenu: () -> Bool = { [model] in model.dialog == .menu }
        func list(
            _ name: String, _ title: String, _ key: Key, alt: Bool = false,
            _ traits: Command.Traits = .repeats, isEnabled: @escaping () -> Bool = { true },
            perform: @escaping () -> Void
        ) -> Command {
            Command(
                name, title, keys: [KeyCombination(key, alt: alt)], scope: .list, traits,
                isEnabled: isEnabled, perform: perform)
        }
        let isSources: () -> Bool = { [model] in model.dialog == .sources }
        return [
            Command(
                .showKeys, tr("List the keys"),
                keys: [KeyCombination(.function(1)), KeyCombination(.character("?"))],
                .worksOverDialogs
            ) { [self] in show(.keys) },
            Command(
                .showReport, tr("What was read"), keys: [KeyCombination(.character("i"))],
                .worksOverDialogs, isEnabled: { [model] in model.report != nil },
                perform: { [self] in show(.report) }
            ),
            Command(
                .showDatasets, tr("What the library holds"),
                keys: [KeyCombination(.character("l"))], .worksOverDialogs,
                isEnabled: { [model] in model.datasets != nil },
                perform: { [self] in show(.library) }
            ),
            Command(
                .showSources, tr("Sources"), keys: [KeyCombination(.character("o"))],
                .worksOverDialogs, isEnabled: { [model] in model.hasSources },
                perform: { [self] in show(.sources) }
            ),
            Command(
                .openMenu, tr("Menu"), keys: [KeyCombination(.function(10))], .worksOverDialogs
            ) { [self] in show(.menu) },
            Command(.closeDialog, tr("Close the list")) { [self] in show(nil) },
            Command(.stayInDialog, tr("Stay in the list")) {},
            list("list.up", tr("Along a list or a menu"), .up) { [self] in moveInList(down: -1) },
            list("list.down", tr("Along a list or a menu"), .down) { [self] in moveInList(down: 1)
            },
            list("list.left", tr("Along a list or a menu"), .left, isEnabled: isMenu) { [self] in
                moveInMenu(across: -1)
            },
            list("list.right", tr("Along a list or a menu"), .right, isEnabled: isMenu) { [self] in
                moveInMenu(across: 1)
            },
            list("list.page-up", tr("A page up or down in a list"), .pageUp) { [self] in
                movePage(down: -1)
            },
            list("list.page-down", tr("A page up or down in a list"), .pageDown) { [self] in
                movePage(down: 1)
            },
            list("list.start", tr("Start or end of a list"), .home) { [self] in
                scrollDialog(by: -model.dialogScroll)
            },
            list("list.end", tr("Start or end of a list"), .end) { [self] in scrollDialog(by: 1e9)
            },
            list(
                "sources.move-up", tr("Move a source up or down"), .up, alt: true, [],
                isEnabled: isSources
            ) { [self] in moveFocusedSource(by: -1) },
            list(
                "sources.move-down", tr("Move a source up or down"), .down, alt: true, [],
                isEnabled: isSources
            ) { [self] in moveFocusedSource(by: 1) },
        ]
    }

    /// Opens what an option asks for.
    func open(_ overlay: ViewerOptions.Overlay) {
        switch overlay {
        case .keys: show(.keys)
        case .report: show(.report)
        case .library: show(.library)
        case .sources: show(.sources)
        case .menu: show(.menu)
        case .open: show(.open)
        case .notes: show(.notes)
        case .note: commands.run(.writeNote)
        }
    }

    /// Opens a list or the menu; closes what is open where that is meant.
    ///
    /// The keyboard's focus goes in, and comes back to where it was.
    func show(_ dialog: ViewerModel.Dialog?) {
        let wanted = model.dialog == dialog ? nil : dialog
        if model.dialog == nil { focusBefore = scene.focus }
        model.dialog = wanted
        model.dialogScroll = 0
        model.prompt = nil
        model.notePrompt = nil
        model.doubtedDataset = nil
        model.point(at: nil)
        switch wanted {
        case .keys, .report, .library, .sources, .notes: scene.focus.focus(DialogFrame.closeID)
        case .menu:
            scene.focus.focus(
                (appearanceChoices().first?.options.first(where: \.isChosen)?.command).map {
                    ControlID($0)
                })
        case .open: beginPrompt()
        case .note: break
        case nil: if let focusBefore { scene.focus = focusBefore }
        }
        scene.focus.isVisible = isByKeys && scene.focus.focused != nil
        model.onChange(.input)
    }

    private func moveInList(down: Int) {
        if model.dialog == .menu { return moveInMenu(down: down) }
        if model.dialog == .open { return chooseInPrompt(by: down) }
        scrollDialog(by: Double(down) * DialogPane.rowHeight)
    }

    private func movePage(down: Int) {
        let page = scene.dialogs.page
        guard model.dialog == .open else { return scrollDialog(by: Double(down) * page) }
        chooseInPrompt(by: down * max(1, Int(page / PathPane.rowHeight)))
    }

    private func moveInMenu(down: Int = 0, across: Int = 0) {
        guard let body = scene.tree.first(where: { $0.id == MenuPane.bodyID }) else { return }
        scene.focus.move(inRows: body.children, down: down, across: across)
        model.onChange(.input)
    }

    private func scrollDialog(by distance: Double) {
        model.dialogScroll += distance
        model.onChange(.input)
    }

    // MARK: The library

    /// What is done with the library, and with each of its datasets.
    func libraryCommands() -> [Command] {
        [
            Command(
                .keepInLibrary, tr("Keep in the library"),
                keys: [KeyCombination(.character("s"), control: true)],
                isEnabled: { [self] in window.canKeep() },
                perform: { [self] in window.keep() }
            ),
            Command(
                .showLibrary, tr("Show the library"),
                isEnabled: { [self] in window.canShowLibrary() },
                perform: { [self] in window.showLibrary() }
            ),
        ]
    }

    /// What is done with each of its datasets.
    func libraryFamilies() -> [CommandMaker] {
        func dataset(_ id: Int64) -> Library.Dataset? {
            model.datasets?.first { $0.id == id }
        }
        return [
            LibraryRows.remove.commands { [unowned self] id, number in
                guard let dataset = dataset(number) else { return nil }
                return Command(id, tr("Remove {1}", dataset.name)) { [self] in
                    model.doubtedDataset = number
                    // Who came by keys goes on by keys.
                    if scene.focus.focused == ControlID(id) {
                        scene.focus.focus(ControlID(LibraryRows.confirm(number), in: .dialog))
                    }
                    model.onChange(.input)
                }
            },
            LibraryRows.confirm.commands { [unowned self] id, number in
                guard let dataset = dataset(number) else { return nil }
                return Command(id, tr("Really remove {1}", dataset.name)) { [self] in
                    if scene.focus.focused == ControlID(id) {
                        scene.focus.focus(DialogFrame.closeID)
                    }
                    window.remove(dataset)
                }
            },
        ]
    }

    // MARK: Questions

    /// The answers to what files leave open.
    func answerFamily() -> CommandMaker {
        QuestionRows.answer.commands { [unowned self] id, answer in
            guard
                let entry = QuestionRows.entries(model.report).first(where: {
                    $0.file == answer.file && $0.number == answer.question
                }), entry.question.choices.indices.contains(answer.choice)
            else { return nil }
            let choice = entry.question.choices[answer.choice]
            return Command(
                id, QuestionRows.title(entry.question) + " " + entry.name(of: choice)
            ) { [self] in
                show(nil)
                window.answer(entry.question, choice, entry.path)
            }
        }
    }

    // MARK: What the lists hold

    /// The help: every command that has a key and every gesture, by what they are about.
    func helpGroups() -> [HelpModel.Group] {
        CommandGroup.allCases.compactMap { group in
            var rows = group.gestures.map {
                HelpModel.Row(title: $0.title, keys: [], gesture: $0.gesture)
            }
            for command in commands.commands where command.group == group && !command.keys.isEmpty {
                let keys = command.keys.map(\.label)
                // Two ways along one list are one row.
                if command.title == rows.last?.title, rows.last?.keys.isEmpty == false {
                    rows[rows.count - 1].keys += keys
                } else {
                    rows.append(HelpModel.Row(title: command.title, keys: keys, gesture: ""))
                }
            }
            return rows.isEmpty ? nil : HelpModel.Group(title: group.title, rows: rows)
        }
    }

    /// The notes, or where they are kept.
    func noteRows() -> [DialogModel.Row] {
        NoteRows.rows(
            model, canKeep: window.canKeep(), canShowLibrary: window.canShowLibrary())
    }

    /// What the menu offers beside the choices.
    func menuItems() -> [MenuModel.Item] {
        let items: [CommandID] = [
            .openFile, .forgetRecents, .keepInLibrary, .showLibrary, .showDatasets,
            .showNotes, .showKeys, .showReport, .showSources,
        ]
        return items.compactMap { id in
            guard let command = commands[id], command.isEnabled() else { return nil }
            return MenuModel.Item(
                title: command.title, keys: command.keys.first?.label ?? "", command: id)
        }
    }
}

extension CommandID {
    static let showKeys = CommandID("help.keys")
    static let showReport = CommandID("report.show")
    static let showDatasets = CommandID("library.list")
    static let showSources = CommandID("sources.show")
    static let openMenu = CommandID("menu.open")
    static let closeDialog = CommandID("dialog.close")
    /// What takes a press and does nothing.
    static let stayInDialog = CommandID("dialog.stay")
    static let keepInLibrary = CommandID("library.keep")
    static let showLibrary = CommandID("library.show")
}
