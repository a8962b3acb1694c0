import ChartInteraction
import Foundation
import HealthData

/// What screens, tools and commands have in common: the state, the dialogs that are open, who has the keys,
/// and what the program around can be asked for.
///
/// It knows nothing of pictures and of windows.
@MainActor
package final class ViewerContext {
    let model: ViewerModel
    let catalogue: ScreenCatalogue
    /// The program around the screens.
    var hosts = ViewerHosts()
    /// The time of the wall clock, in seconds since 1970.
    var today: () -> Double = { Date().timeIntervalSince1970 }
    /// The time of the frame clock, in seconds.
    var now: () -> Double = { 0 }
    /// All that can be done.
    var commands = CommandTable([])
    /// Who has the keys.
    var focus = FocusRing()
    /// Whether the last that was done was a key.
    var isByKeys = false
    /// The dialogs that are open; the last one is on show, and closing it shows the one before.
    private(set) var dialogs: [any Screen] = []
    /// How often another dialog came to be on show.
    private(set) var dialogChanges = 0
    /// The focus before the first of them was opened.
    private var focusBefore = FocusRing()

    /// What was done last, while it is said.
    var toast: Toast?
    /// How many there were.
    var toastCount = 0
    /// Whether the line over sample records was closed.
    var sampleBanner = SampleBanner()
    /// Which control's tooltip is shown.
    var tooltip = TooltipState()
    /// The screens of the content that were on show.
    private var contents: [ScreenID: any ContentScreen] = [:]
    /// Whether the list of metrics is out, in a window that has no room for it.
    var isDrawerOpen = false

    init(_ model: ViewerModel, catalogue: ScreenCatalogue) {
        self.model = model
        self.catalogue = catalogue
        model.navigator.onNavigate = { [weak self] in self?.isDrawerOpen = false }
    }

    // MARK: Content

    /// The screen in the content of the window.
    var content: any ContentScreen {
        let id = model.phase == .shown ? model.navigator.route?.screen ?? .start : .start
        if let known = contents[id] { return known }
        guard case .content(let make)? = catalogue[id]?.kind else {
            preconditionFailure("there is no screen \(id) in the catalogue")
        }
        let made = make(self)
        contents[id] = made
        return made
    }

    /// Lets the keys go on at something that comes with the next picture, where they are in use.
    func enter(page control: ControlID?) {
        enter(isByKeys ? control : nil)
    }

    /// The dialog on show; nil for none.
    var dialog: (any Screen)? { dialogs.last }

    /// The dialog on show, where it is of a kind.
    func dialog<Kind: Screen>(_ kind: Kind.Type) -> Kind? { dialog as? Kind }

    /// Asks for a frame, because a person did something.
    func changed() { model.onChange(.input) }

    // MARK: Dialogs

    /// Opens a dialog in the place of those that are open, or closes it where it is on show.
    func toggle(_ id: ScreenID) {
        guard case .dialog(let make)? = catalogue[id]?.kind else { return }
        if dialog?.id == id { closeDialogs() } else { open(make(self)) }
    }

    /// Opens a dialog in the place of those that are open.
    ///
    /// The keyboard's focus goes in, and comes back to where it was.
    func open(_ screen: any Screen) {
        drop()
        push(screen)
    }

    /// Opens a dialog over the one on show, which comes back after it.
    func push(_ screen: any Screen) {
        if dialogs.isEmpty { focusBefore = focus }
        dialogs.append(screen)
        dialogChanges += 1
        model.active.point(at: nil)
        enter(screen.firstFocus)
    }

    /// Closes the dialog on show; what it was opened over is on show again.
    func closeDialog() {
        guard dialogs.count > 1 else { return closeDialogs() }
        dialogs.removeLast().close()
        dialogChanges += 1
        enter(dialog?.firstFocus)
    }

    /// Closes all dialogs.
    func closeDialogs() {
        guard !dialogs.isEmpty else { return }
        drop()
        model.active.point(at: nil)
        focus = focusBefore
        focus.isVisible = isByKeys && focus.focused != nil
        changed()
    }

    private func drop() {
        for dialog in dialogs { dialog.close() }
        let wasOpen = !dialogs.isEmpty
        dialogs = []
        dialogChanges += 1
        // The next one begins with the focus that was there before the first.
        if wasOpen { focus = focusBefore }
    }

    private func enter(_ control: ControlID?) {
        focus.focus(control)
        focus.isVisible = isByKeys && control != nil
        changed()
    }

    // MARK: Typing

    /// The field that what is typed goes to; nil for none.
    var typedField: ControlID? {
        (dialog as? any TextEntry)?.typedField(focused: shownFocus)
    }

    /// What has the keyboard's focus, where that is to be seen.
    var shownFocus: ControlID? { focus.isVisible ? focus.focused : nil }

    /// Changes what was typed into the field that has the keys.
    func edit(_ change: (inout TextField) -> Void) {
        guard let field = typedField else { return }
        (dialog as? any TextEntry)?.edit(field, change)
    }

    /// What is typed in a field of the dialog on show.
    func text(of field: ControlID) -> TextField? {
        (dialog as? any TextEntry)?.text(of: field)
    }
}

extension ControlArea {
    /// The buttons at the top of the window.
    static let header = ControlArea("header")
}

extension ControlID {
    /// The button that the menu hangs from.
    static let menu = ControlID("menu", in: .header)
}
