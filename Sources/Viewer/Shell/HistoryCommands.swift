import Localization

/// The commands that go back and forward through the views.
@MainActor
enum HistoryCommands {
    static func all(_ viewer: ViewerContext, _ scene: ViewerScene) -> [Command] {
        func command(_ id: CommandID, _ title: String, _ key: Key, _ count: Int) -> Command {
            Command(
                id, title, keys: [KeyCombination(key, alt: true)], group: .moving, .goesElsewhere,
                isEnabled: { [unowned viewer] in viewer.model.navigator.canStep(by: count) },
                reason: { [unowned viewer] in
                    viewer.model.phase != .shown
                        ? nil
                        : count < 0
                            ? tr("There is nothing to go back to.")
                            : tr("There is nothing to go forward to.")
                },
                perform: { [unowned viewer, unowned scene] in
                    viewer.model.navigator.step(by: count, at: viewer.now())
                    if let selected = viewer.model.selected { scene.reveal(selected) }
                })
        }
        return [
            command(.previousView, tr("Back"), .left, -1),
            command(.nextView, tr("Forward"), .right, 1),
        ]
    }
}
