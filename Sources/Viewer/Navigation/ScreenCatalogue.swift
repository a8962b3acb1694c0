import ChartInteraction

/// A screen in the catalogue: how it is created, the commands that open it, and its own commands.
package struct ScreenEntry: Sendable {
    let id: ScreenID
    /// Creates it.
    let kind: Kind
    /// Its commands, including those that open it; called once.
    let commands: @MainActor @Sendable (ViewerContext) -> [Command]
    /// Its commands that act on one of many subjects.
    let families: @MainActor @Sendable (ViewerContext) -> [CommandMaker]

    /// How a screen is shown.
    enum Kind: Sendable {
        /// In the content of the window: created once, and kept.
        case content(@MainActor @Sendable (ViewerContext) -> any ContentScreen)
        /// Over everything: created whenever it is opened by its name alone.
        case dialog(@MainActor @Sendable (ViewerContext) -> any Screen)
    }

    /// A screen in the content of the window.
    init(
        content id: ScreenID,
        make: @escaping @MainActor @Sendable (ViewerContext) -> any ContentScreen,
        commands: @escaping @MainActor @Sendable (ViewerContext) -> [Command] = { _ in [] },
        families: @escaping @MainActor @Sendable (ViewerContext) -> [CommandMaker] = { _ in [] }
    ) {
        self.id = id
        kind = .content(make)
        self.commands = commands
        self.families = families
    }

    /// A dialog.
    init(
        _ id: ScreenID, make: @escaping @MainActor @Sendable (ViewerContext) -> any Screen,
        commands: @escaping @MainActor @Sendable (ViewerContext) -> [Command],
        families: @escaping @MainActor @Sendable (ViewerContext) -> [CommandMaker] = { _ in [] }
    ) {
        self.id = id
        kind = .dialog(make)
        self.commands = commands
        self.families = families
    }
}

/// A tool over charts: how it is created, and its commands.
struct ToolEntry: Sendable {
    /// Creates it for a chart of a screen.
    let make: @MainActor @Sendable (ViewerContext, any ChartSurface) -> any InputTool
    /// Its commands; called once.
    let commands: @MainActor @Sendable (ViewerContext) -> [Command]

    init(
        make: @escaping @MainActor @Sendable (ViewerContext, any ChartSurface) -> any InputTool,
        commands: @escaping @MainActor @Sendable (ViewerContext) -> [Command] = { _ in [] }
    ) {
        self.make = make
        self.commands = commands
    }
}

/// The list of all screens and tools.
package struct ScreenCatalogue: Sendable {
    /// The screens, in the order in which the help lists their keys.
    var entries: [ScreenEntry]
    /// The tools of every chart, in the order in which they receive input.
    ///
    /// Gestures are recognised in the input that they leave.
    var tools: [ToolEntry] = []

    /// The names of the dialogs.
    package var dialogs: [ScreenID] {
        entries.compactMap { if case .dialog = $0.kind { $0.id } else { nil } }
    }

    subscript(id: ScreenID) -> ScreenEntry? { entries.first { $0.id == id } }
}
