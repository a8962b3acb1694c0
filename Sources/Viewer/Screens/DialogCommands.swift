import Localization

/// The commands of all dialogs: those that close them, and the keys that move in their lists.
@MainActor
enum DialogCommands {
    static func all(_ viewer: ViewerContext) -> [Command] {
        func walk(
            _ name: String, _ title: String, _ key: Key, _ step: ListStep,
            isEnabled: @escaping () -> Bool = { true }
        ) -> Command {
            Command(
                name, title, keys: [KeyCombination(key)], scope: .list, .repeats,
                isEnabled: isEnabled,
                perform: { [unowned viewer] in
                    viewer.dialog?.walk(step)
                    viewer.changed()
                })
        }
        let hasRows: () -> Bool = { [unowned viewer] in viewer.dialog?.walksAcross == true }
        let along = tr("Move in a list or menu")
        let pages = tr("Page up or down in a list")
        let ends = tr("Start or end of a list")
        return [
            Command(.closeDialog, tr("Close")) { [unowned viewer] in
                viewer.closeDialogs()
            },
            Command(.stayInDialog, tr("Stay in the list")) {},
            walk("list.up", along, .up, .rows(-1)), walk("list.down", along, .down, .rows(1)),
            walk("list.left", along, .left, .across(-1), isEnabled: hasRows),
            walk("list.right", along, .right, .across(1), isEnabled: hasRows),
            walk("list.page-up", pages, .pageUp, .pages(-1)),
            walk("list.page-down", pages, .pageDown, .pages(1)),
            walk("list.start", ends, .home, .start), walk("list.end", ends, .end, .end),
        ]
    }
}

extension CommandID {
    static let closeDialog = CommandID("dialog.close")
    /// The command that accepts a press and does nothing.
    static let stayInDialog = CommandID("dialog.stay")
}
