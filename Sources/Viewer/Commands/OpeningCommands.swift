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
                    viewer.closeDialogs()
                    window.forgetRecents()
                }
            ),
        ]
    }

    /// What opens each of the files that were opened before.
    func recentFamily() -> CommandMaker {
        RecentFiles.open.commands { [unowned self] id, place in
            guard model.recents.indices.contains(place) else { return nil }
            let path = model.recents[place]
            return Command(id, tr("Open {1}", path.fileTitle)) { [self] in
                viewer.closeDialogs()
                window.openFiles([path])
            }
        }
    }

    /// Lets the person choose files; where the path of one is being typed, that ends.
    private func openFiles() {
        let wasOpen = viewer.dialog(OpenFileScreen.self) != nil
        viewer.closeDialogs()
        guard !wasOpen else { return }
        window.chooseFiles { [weak self] failure in
            guard let self, viewer.dialog(OpenFileScreen.self) == nil else { return }
            let screen = OpenFileScreen(viewer)
            viewer.open(screen)
            if let failure { screen.refuse(failure) }
        }
    }

    /// What is done with the library as a whole.
    func libraryCommands() -> [Command] {
        [
            Command(
                .keepInLibrary, tr("Add to library"),
                keys: [KeyCombination(.character("s"), control: true)],
                isEnabled: { [self] in window.canKeep() },
                reason: { [self] in window.whyNotKept() },
                perform: { [self] in window.keep() }
            ),
            Command(
                .showLibrary, tr("Show library"),
                isEnabled: { [self] in window.canShowLibrary() },
                reason: { tr("Your library is shown already, or it is empty.") },
                perform: { [self] in window.showLibrary() }
            ),
        ]
    }
}

extension CommandID {
    static let openFile = CommandID("file.open")
    static let forgetRecents = CommandID("recent.forget")
    static let keepInLibrary = CommandID("library.keep")
    static let showLibrary = CommandID("library.show")
}
