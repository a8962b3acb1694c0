import Localization

/// The commands of the library.
@MainActor
enum LibraryCommands {
    /// The commands for the library as a whole.
    static func all(_ viewer: ViewerContext) -> [Command] {
        [
            Command(
                .keepInLibrary, tr("Add to library"),
                keys: [KeyCombination(.character("s"), control: true)],
                isEnabled: { [unowned viewer] in viewer.hosts.document?.canAddToLibrary ?? false },
                reason: { [unowned viewer] in viewer.hosts.document?.reasonNotAddable },
                perform: { [unowned viewer] in viewer.hosts.document?.keep() }
            ),
            Command(
                .showLibrary, tr("Show library"),
                isEnabled: { [unowned viewer] in viewer.hosts.document?.canShowLibrary ?? false },
                reason: { tr("Your library is shown already, or it is empty.") },
                perform: { [unowned viewer] in viewer.hosts.document?.showLibrary() }
            ),
        ]
    }
}

extension CommandID {
    static let keepInLibrary = CommandID("library.keep")
    static let showLibrary = CommandID("library.show")
}
