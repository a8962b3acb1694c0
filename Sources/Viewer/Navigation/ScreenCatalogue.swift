import ChartInteraction

/// A screen that there is: how it is made, and the commands that open it and that it has.
package struct ScreenEntry: Sendable {
    let id: ScreenID
    /// Makes it.
    let kind: Kind
    /// Its commands, those that open it among them; made once.
    let commands: @MainActor @Sendable (ViewerContext) -> [Command]
    /// Its commands that are done to one of many things.
    let families: @MainActor @Sendable (ViewerContext) -> [CommandMaker]

    /// How a screen is shown.
    enum Kind: Sendable {
        /// In the content of the window: made once, and kept.
        case content(@MainActor @Sendable (ViewerContext) -> any ContentScreen)
        /// Over everything: made as it is opened by its name alone.
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

/// A tool over charts: how it is made, and its commands.
struct ToolEntry: Sendable {
    /// Makes it for a chart of a screen.
    let make: @MainActor @Sendable (ViewerContext, any ChartSurface) -> any InputTool
    /// Its commands; made once.
    let commands: @MainActor @Sendable (ViewerContext) -> [Command]

    init(
        make: @escaping @MainActor @Sendable (ViewerContext, any ChartSurface) -> any InputTool,
        commands: @escaping @MainActor @Sendable (ViewerContext) -> [Command] = { _ in [] }
    ) {
        self.make = make
        self.commands = commands
    }
}

/// The one list of the screens and the tools.
package struct ScreenCatalogue: Sendable {
    /// The screens, in the order in which the help lists their keys.
    var entries: [ScreenEntry]
    /// The tools of every chart, in the order in which input goes to them; gestures are recognised in
    /// what they leave.
    var tools: [ToolEntry] = []

    /// The names of the dialogs.
    package var dialogs: [ScreenID] {
        entries.compactMap { if case .dialog = $0.kind { $0.id } else { nil } }
    }

    subscript(id: ScreenID) -> ScreenEntry? { entries.first { $0.id == id } }
}
