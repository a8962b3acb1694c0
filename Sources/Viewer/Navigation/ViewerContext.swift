import ChartCore
import ChartInteraction
import Foundation
import HealthData

/// The context that screens, tools and commands share.
///
/// It has the state, the open dialogs, the keyboard focus, and the services of the rest of the
/// program. It does not depend on pictures or windows.
@MainActor
package final class ViewerContext {
    let model: ViewerModel
    let catalogue: ScreenCatalogue
    /// The services of the rest of the program.
    var hosts = ViewerHosts()
    /// Whether there is no window: a picture waits for whatever would be drawn later.
    var isOffscreen = false
    /// The time of the wall clock, in seconds since 1970.
    var today: () -> Double = { Date().timeIntervalSince1970 }
    /// Whether days are written relative to the present one; not in a picture, which is the same whenever it
    /// is made.
    var knowsToday = true
    /// The time of the frame clock, in seconds.
    var now: () -> Double = { 0 }
    /// All commands.
    var commands = CommandTable([])
    /// The keyboard focus.
    var focus = FocusRing()
    /// Whether the last input was a key.
    var isByKeys = false
    /// The open dialogs; the last one is displayed, and closing it shows the one before.
    private(set) var dialogs: [any Screen] = []
    /// How often the displayed dialog has changed.
    private(set) var dialogChanges = 0
    /// The focus before the first of them was opened.
    private var focusBefore = FocusRing()

    /// The current message about what was done; nil for none.
    var toast: Toast?
    /// How many messages there have been.
    var toastCount = 0
    /// Which banners over the content were closed.
    var banners = BannerState()
    /// Which control's tooltip is shown.
    var tooltip = TooltipState()
    /// The content screens that have been displayed.
    private var contents: [ScreenID: any ContentScreen] = [:]
    /// When goals are likely to be reached.
    let forecasts = ForecastLoading()
    /// Drawing on the chart.
    let ink = InkMode()
    /// Whether the list of metrics is open, in a window that is too narrow for it.
    var isDrawerOpen = false

    init(_ model: ViewerModel, catalogue: ScreenCatalogue) {
        self.model = model
        self.catalogue = catalogue
        model.navigator.onNavigate = { [weak self] in self?.isDrawerOpen = false }
    }

    // MARK: Days

    /// The last day that counts: today, or the last day with a record if that is earlier.
    var lastDay: CivilDate {
        let last = model.dates.domain.max.nextDown
        let now = today()
        return model.calendar.date(of: last.isFinite ? min(last, now) : now)
    }

    /// How days are written.
    var dayWords: DayWords {
        let last = model.dates.domain.max.nextDown
        return DayWords(
            today: knowsToday ? model.calendar.date(of: today()) : nil,
            latest: last.isFinite ? model.calendar.date(of: last) : nil, calendar: model.calendar,
            locale: model.locale)
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

    /// Moves the focus to a control that comes with the next picture, if keys are in use.
    func enter(page control: ControlID?) {
        enter(isByKeys ? control : nil)
    }

    /// The displayed dialog; nil for none.
    var dialog: (any Screen)? { dialogs.last }

    /// The displayed dialog, if it is of the given type.
    func dialog<Kind: Screen>(_ kind: Kind.Type) -> Kind? { dialog as? Kind }

    /// Requests a frame, because a person did something.
    func changed() { model.onChange(.input) }

    // MARK: Dialogs

    /// Opens a dialog instead of those that are open, or closes it if it is displayed.
    func toggle(_ id: ScreenID) {
        guard case .dialog(let make)? = catalogue[id]?.kind else { return }
        if dialog?.id == id { closeDialogs() } else { open(make(self)) }
    }

    /// Opens a dialog instead of those that are open.
    ///
    /// The keyboard focus moves into it, and returns when it closes.
    func open(_ screen: any Screen) {
        drop()
        push(screen)
    }

    /// Opens a dialog over the displayed one, which reappears after it.
    func push(_ screen: any Screen) {
        if dialogs.isEmpty { focusBefore = focus }
        dialogs.append(screen)
        dialogChanges += 1
        model.active.point(at: nil)
        enter(screen.firstFocus)
    }

    /// Closes the displayed dialog; the one under it is displayed again.
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
        // The next one starts with the focus from before the first.
        if wasOpen { focus = focusBefore }
    }

    private func enter(_ control: ControlID?) {
        focus.focus(control)
        focus.isVisible = isByKeys && control != nil
        changed()
    }

    // MARK: Typing

    /// The field that receives typed text; nil for none.
    var typedField: ControlID? {
        (dialog as? any TextEntry)?.typedField(focused: shownFocus)
    }

    /// The control with the keyboard focus, if the focus is visible.
    var shownFocus: ControlID? { focus.isVisible ? focus.focused : nil }

    /// Changes the contents of the focused field.
    func edit(_ change: (inout TextField) -> Void) {
        guard let field = typedField else { return }
        (dialog as? any TextEntry)?.edit(field, change)
    }

    /// The contents of a field of the displayed dialog.
    func text(of field: ControlID) -> TextField? {
        (dialog as? any TextEntry)?.text(of: field)
    }
}

extension ControlArea {
    /// The buttons at the top of the window.
    static let header = ControlArea("header")
}

extension ControlID {
    /// The button that opens the menu.
    static let menu = ControlID("menu", in: .header)
}
