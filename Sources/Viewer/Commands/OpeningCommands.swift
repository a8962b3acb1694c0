import Localization

extension ViewerController {
    /// The ways to files: the desktop's dialog or the window's own, and those that were opened before.
    func openingCommands() -> [Command] {
        [
            Command(
                .openFile, tr("Open…"), keys: [KeyCombination(.character("o"), control: true)],
                .worksOverDialogs
            ) { [self] in openFiles() },
            Command(
                .forgetRecents, tr("Forget recent files"),
                isEnabled: { [self] in window.canForgetRecents() },
                perform: { [self] in
                    show(nil)
                    window.forgetRecents()
                }
            ),
        ]
    }

    /// What opens each of the files that were opened before, and what takes each row of a list in sight.
    func openingFamilies() -> [CommandMaker] {
        [
            RecentFiles.open.commands { [unowned self] id, place in
                guard model.recents.indices.contains(place) else { return nil }
                let path = model.recents[place]
                return Command(id, tr("Open {1}", path.fileTitle)) { [self] in
                    if model.dialog != nil { show(nil) }
                    window.openFiles([path])
                }
            },
            PathPane.row.commands { [unowned self] id, slot in
                Command(id, tr("Row {1} of the list", "\(slot + 1)")) { [self] in
                    let place = scene.dialogs.firstPathRow + slot
                    guard let prompt = model.prompt, place < prompt.rowCount else { return }
                    scene.focus.focus(PathPane.fieldID)
                    take(prompt.row(place), of: prompt, whole: false)
                }
            },
        ]
    }

    /// Lets the person choose files; where the path of one is being typed, that ends.
    private func openFiles() {
        let wasOpen = model.dialog == .open
        if model.dialog != nil { show(nil) }
        guard !wasOpen else { return }
        window.chooseFiles { [weak self] trouble in
            guard let self, model.dialog != .open else { return }
            show(.open)
            if let trouble { model.prompt?.refuse(trouble) }
        }
    }

    /// Begins to have a path typed.
    func beginPrompt() {
        model.prompt = PathPrompt(
            offer: window.offer(), recents: model.recents, in: .current)
        scene.focus.focus(PathPane.fieldID)
        readFolder()
        window.findRecents()
    }

    // MARK: The path

    /// What is done with the path that is typed.
    func pathCommands() -> [Command] {
        func key(
            _ name: String, _ title: String, _ keys: [KeyCombination],
            _ perform: @escaping () -> Void
        ) -> Command {
            Command(
                name, title, keys: keys, scope: .field, group: .typing,
                isEnabled: { [model] in model.dialog == .open }, perform: perform)
        }
        let open = tr("Open the file; the whole folder")
        return [
            key("path.complete", tr("Complete the path"), [KeyCombination(.tab)]) { [self] in
                guard let text = model.prompt?.completion else { return }
                editPath { $0 = TextField(text) }
            },
            key("path.take", open, [KeyCombination(.enter)]) { [self] in takePath(whole: false) },
            key("path.take-whole", open, [KeyCombination(.enter, control: true)]) { [self] in
                takePath(whole: true)
            },
            Command(.editPath, tr("Path of the file"), group: .typing) { [self] in
                scene.focus.focus(PathPane.fieldID)
                model.onChange(.input)
            },
        ]
    }

    /// Moves the choice along the list under the path, and has it in sight.
    func chooseInPrompt(by count: Int) {
        model.prompt?.choose(by: count)
        if let choice = model.prompt?.choice,
            let scroll = scene.dialogs.scroll(revealing: choice)
        {
            model.dialogScroll = scroll
        }
    }

    private func takePath(whole: Bool) {
        guard let prompt = model.prompt else { return }
        if let row = prompt.chosenRow {
            take(row, of: prompt, whole: whole)
        } else if !prompt.field.isEmpty {
            take(prompt.path, of: prompt, whole: whole)
        }
    }

    private func take(_ row: PathPrompt.Row, of prompt: PathPrompt, whole: Bool) {
        switch row {
        case .recent(let place, _): commands.run(RecentFiles.open(place))
        case .entry(let entry): take(prompt.path(to: entry), of: prompt, whole: whole)
        }
    }

    /// Opens a file, goes into a folder, or says why neither can be.
    ///
    /// - Parameter whole: whether a folder is opened as well, with all that is in it.
    private func take(_ path: TypedPath, of prompt: PathPrompt, whole: Bool) {
        let typed = prompt.field.text
        window.look(path.absolute) { [weak self] look in
            // Who has typed on meanwhile wants something else.
            guard let self, model.prompt?.field.text == typed else { return }
            switch look {
            case .folder where !whole:
                if path.asFolder == typed {
                    model.prompt?.refuse(
                        tr("This is a folder: choose a file, or open all of it with Ctrl+Enter."))
                } else {
                    editPath { $0 = TextField(path.asFolder) }
                }
            case .file, .folder:
                show(nil)
                window.openFiles([path.absolute])
            case .trouble(let sentence): model.prompt?.refuse(sentence)
            }
        }
    }
}

extension CommandID {
    static let openFile = CommandID("file.open")
    static let forgetRecents = CommandID("recent.forget")
    static let editPath = CommandID("path.edit")
}
