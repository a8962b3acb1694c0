import ChartInteraction
import Charts
import Localization

/// Runs the commands of keys: whatever is open or has the focus takes precedence over the window.
@MainActor
final class Keyboard {
    private let viewer: ViewerContext
    private var model: ViewerModel { viewer.model }

    init(_ viewer: ViewerContext) { self.viewer = viewer }

    /// Runs the command of a key, or types its text into a focused field.
    ///
    /// It returns whether it did either.
    ///
    /// - Parameter text: what the key enters; empty for nothing.
    @discardableResult
    func press(
        _ combinations: [KeyCombination], text: String = "", isRepeat: Bool = false
    ) -> Bool {
        viewer.isByKeys = true
        viewer.changeTooltip { $0.hide() }
        let isTyping = viewer.typedField != nil
        for combination in combinations {
            guard let command = command(for: combination),
                !(isTyping && command.scope == .window && combination.isTyped)
            else { continue }
            // A held key repeats pages and steps, but does not toggle anything repeatedly.
            if isRepeat, !command.traits.contains(.repeats) { return true }
            if viewer.dialog != nil, command.scope == .window,
                !command.traits.contains(.worksOverDialogs)
            {
                return true
            }
            let stops = chartStops(for: command)
            guard command.isEnabled() else {
                if !isRepeat, !stops { viewer.showMessage(viewer.disabledReason(command)) }
                return true
            }
            command.perform()
            return true
        }
        guard isTyping, !text.isEmpty else { return false }
        viewer.edit { $0.insert(text) }
        return true
    }

    /// The command of a key.
    ///
    /// Whatever covers everything or has the focus takes precedence over the window.
    private func command(for combination: KeyCombination) -> Command? {
        let scopes: [Command.Scope]
        if let field = viewer.typedField {
            scopes = [.field] + (field.area.map { [.area($0)] } ?? []) + [.list]
        } else if viewer.dialog != nil {
            scopes = [.list]
        } else if model.active.selection?.hold == .keys {
            scopes = [.area(.selection)]
        } else {
            scopes =
                (viewer.shownFocus?.area.map { [.area($0)] } ?? [])
                + viewer.content.keyAreas.map { .area($0) }
        }
        let found = (scopes + [.window]).lazy.compactMap { [viewer] scope in
            viewer.commands.command(for: combination, in: scope)
        }
        return found.first { $0.isEnabled() } ?? found.first
    }

    /// Stops momentum when a key is pressed, as a finger does.
    ///
    /// A glide that another key began continues, so that quickly repeated page turns add up.
    ///
    /// - Returns: whether something was stopped.
    private func chartStops(for command: Command) -> Bool {
        guard !command.traits.contains(.keepsMotion), model.axis.panZoom.isCoasting else {
            return false
        }
        // A swipe on its way to a page already has a target.
        if model.hasCalendarPages, command.traits.contains(.goesElsewhere) { return false }
        model.chart?.interaction.stop(at: viewer.now())
        return true
    }
}

extension ViewerContext {
    /// Why a command cannot be run now, as a sentence.
    func disabledReason(_ command: Command) -> String {
        command.reason()
            ?? (model.phase != .shown
                ? tr("Open a file first.") : tr("Not available here: {1}", command.title))
    }
}
