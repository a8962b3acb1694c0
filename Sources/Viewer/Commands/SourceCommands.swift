import HealthData
import Localization

extension ViewerController {
    /// What can be done to the sources of the metric on show while they are listed.
    func sourceCommands() -> [Command] {
        guard model.dialog == .sources, model.canMerge else { return [] }
        let ofEach = model.listedSources.flatMap { listed -> [Command] in
            let (number, name) = (listed.number, SourceRows.name(of: listed.share.source))
            return [
                Command(SourceRows.up(number), tr("Move {1} up", name)) { [self] in
                    moveSource(number, by: -1)
                },
                Command(SourceRows.down(number), tr("Move {1} down", name)) { [self] in
                    moveSource(number, by: 1)
                },
                Command(SourceRows.toggle(number), tr("{1} counts", name)) { [self] in
                    switchSource(number)
                },
            ]
        }
        return ofEach + [
            Command(
                SourceRows.reset, tr("Back to the default order"),
                isEnabled: { [model] in model.hasOwnSourceOrder },
                perform: { [self] in
                    // The button goes with what it takes back.
                    if scene.focus.focused == SourceRows.reset.name {
                        scene.focus.focus("dialog.close")
                    }
                    window.merge(model.orderWithoutOwn)
                })
        ]
    }

    /// Moves the source that the keyboard is at.
    func moveFocusedSource(by step: Int) {
        guard let focused = scene.focus.focused,
            let listed = model.listedSources.first(where: {
                SourceRows.commands($0.number).contains { $0.name == focused }
            })
        else { return }
        moveSource(listed.number, by: step)
    }

    private func moveSource(_ number: Int, by step: Int) {
        var sources = model.listedSources
        guard model.canMerge, model.ranksSources,
            let place = sources.firstIndex(where: { $0.number == number }),
            sources.indices.contains(place + step)
        else { return }
        sources.swapAt(place, place + step)
        // At the end of the list the button that was pressed has nothing more to do.
        let (up, down) = (SourceRows.up(number).name, SourceRows.down(number).name)
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
