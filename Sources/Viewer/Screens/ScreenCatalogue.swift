/// A screen that there is: how it is made, and the commands that open it and that it has.
package struct ScreenEntry: Sendable {
    let id: ScreenID
    /// Makes it as it is opened by its name alone.
    let make: @MainActor @Sendable (ViewerContext) -> any Screen
    /// Its commands, those that open it among them; made once.
    let commands: @MainActor @Sendable (ViewerContext) -> [Command]
    /// Its commands that are done to one of many things.
    let families: @MainActor @Sendable (ViewerContext) -> [CommandMaker]

    init(
        _ id: ScreenID, make: @escaping @MainActor @Sendable (ViewerContext) -> any Screen,
        commands: @escaping @MainActor @Sendable (ViewerContext) -> [Command],
        families: @escaping @MainActor @Sendable (ViewerContext) -> [CommandMaker] = { _ in [] }
    ) {
        self.id = id
        self.make = make
        self.commands = commands
        self.families = families
    }
}

/// The one list of the screens.
package struct ScreenCatalogue: Sendable {
    /// In the order in which the help lists their keys.
    var entries: [ScreenEntry]

    /// The screens of the viewer.
    package static let standard = ScreenCatalogue(entries: [
        HelpScreen.entry, ReportScreen.entry, DatasetsScreen.entry, SourcesScreen.entry,
        MenuScreen.entry, OpenFileScreen.entry, NotesScreen.entry, NoteScreen.entry,
    ])

    /// The names of the dialogs.
    package var dialogs: [ScreenID] { entries.map(\.id) }

    subscript(id: ScreenID) -> ScreenEntry? { entries.first { $0.id == id } }
}
