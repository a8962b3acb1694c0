import HealthData
import Localization

extension ViewerController {
    /// What can be done to each source of the metric on show while they are listed.
    func sourceFamilies() -> [CommandMaker] {
        func family(
            _ family: CommandFamily<Int>, _ title: @escaping (_ name: String) -> String,
            _ perform: @escaping (Int) -> Void
        ) -> CommandMaker {
            family.commands { [unowned self] id, number in
                guard model.dialog == .sources, model.canMerge,
                    let listed = model.listedSources.first(where: { $0.number == number })
                else { return nil }
                return Command(id, title(SourceRows.name(of: listed.share.source))) {
                    perform(number)
                }
            }
        }
        return [
            family(SourceRows.up) {
                tr("Move {1} up", $0)
            } _: { [self] in
                moveSource($0, by: -1)
            },
            family(SourceRows.down) {
                tr("Move {1} down", $0)
            } _: { [self] in
                moveSource($0, by: 1)
            },
            family(SourceRows.toggle) {
                tr("{1} counts", $0)
            } _: { [self] in
                switchSource($0)
            },
        ]
    }

    /// What can be done to all of them.
    func sourceCommands() -> [Command] {
        [
            Command(
                SourceRows.reset, tr("Back to the default order"),
                isEnabled: { [model] in
                    model.dialog == .sources && model.canMerge && model.hasOwnSourceOrder
                },
                perform: { [self] in
                    // The button goes with what it takes back.
                    if scene.focus.focused == ControlID(SourceRows.reset) {
                        scene.focus.focus(DialogFrame.closeID)
                    }
                    window.merge(model.orderWithoutOwn)
                })
        ]
    }

    /// Moves the source that the keyboard is at.
    func moveFocusedSource(by step: Int) {
        guard let number = SourceRows.source(of: scene.focus.focused?.command) else { return }
        moveSource(number, by: step)
    }

    private func moveSource(_ number: Int, by step: Int) {
        var sources = model.listedSources
        guard model.canMerge, model.ranksSources,
            let place = sources.firstIndex(where: { $0.number == number }),
            sources.indices.contains(place + step)
        else { return }
        sources.swapAt(place, place + step)
        // At the end of the list the button that was pressed has nothing more to do.
        let up = ControlID(SourceRows.up(number), in: .dialog)
        let down = ControlID(SourceRows.down(number), in: .dialog)
        if scene.focus.focused == up, place + step == 0 { scene.focus.focus(down) }
        if scene.focus.focused == down, place + step == sources.count - 1 {
            scene.focus.focus(up)
        }
        window.merge(model.order(placing: sources))
    }

    private func switchSource(_ number: Int) {
        var sources = model.listedSources
        guard model.canMerge, let place = sources.firstIndex(where: { $0.number == number }) else {
            return
        }
        sources[place].counts.toggle()
        // One of them has to count.
        guard sources.contains(where: \.counts) else { return }
        window.merge(model.order(placing: sources))
    }
}
