import Localization

/// The commands that open files.
@MainActor
enum OpeningCommands {
    /// The commands that open files, with the desktop's dialog or the window's own, and the one
    /// that forgets recent files.
    static func all(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                .openFile, tr("Open…"), keys: [KeyCombination(.character("o"), control: true)],
                .worksOverDialogs
            ) { [unowned viewer] in chooseFiles(.view, viewer) },
            Command(
                .importFile, tr("Import…"), keys: [KeyCombination(.character("i"), control: true)],
                .worksOverDialogs,
                isEnabled: { [unowned viewer] in viewer.canImport },
                reason: { tr("There is no library in this run.") },
                perform: { [unowned viewer] in chooseFiles(.import, viewer) }
            ),
            Command(
                .forgetRecents, tr("Forget recent files"),
                isEnabled: { [unowned viewer] in viewer.hosts.files.canForgetRecents },
                perform: { [unowned viewer] in
                    viewer.closeDialogs()
                    viewer.hosts.files.forgetRecents()
                }
            ),
        ]
    }

    /// The commands that open the recent files.
    static func family(_ viewer: ViewerContext) -> CommandMaker {
        RecentFiles.open.commands { [unowned viewer] id, place in
            guard viewer.model.recents.indices.contains(place) else { return nil }
            let path = viewer.model.recents[place]
            return Command(id, tr("Open {1}", path.fileTitle)) { [unowned viewer] in
                viewer.closeDialogs()
                viewer.hosts.document?.take(files: [path], as: .view)
            }
        }
    }

    /// Lets the person choose files; closes the dialog instead if it is open for the same purpose.
    private static func chooseFiles(_ offer: FileOffer, _ viewer: ViewerContext) {
        let wasOpen = viewer.dialog(OpenFileScreen.self)?.prompt.offer == offer
        viewer.closeDialogs()
        guard !wasOpen else { return }
        viewer.hosts.files.choose(offer) { [weak viewer] failure in
            guard let viewer, viewer.dialog(OpenFileScreen.self) == nil else { return }
            let screen = OpenFileScreen(viewer, offer)
            viewer.open(screen)
            if let failure { screen.refuse(failure) }
        }
    }
}

extension CommandID {
    static let openFile = CommandID("file.open")
    static let importFile = CommandID("file.import")
    static let forgetRecents = CommandID("recent.forget")
}
