import Desktop

/// How everything looks: what the desktop asks for, what the person has pinned in place of that, and the theme on
/// its way from one to the other.
@MainActor
final class ViewerAppearance {
    /// The theme that is drawn now: on its way to another, or at rest.
    private(set) var theme: Theme
    private var fade: ThemeFade
    /// What the desktop asks for.
    private(set) var desktop = DesktopSettings()
    /// What the person wants in place of that.
    private(set) var pins = Preferences()
    /// No motion: everything changes at once.
    var reducesMotion = false {
        didSet { onMotion(reducesMotion) }
    }

    /// Called when the person pinned something, with what was done.
    var onPin: (@escaping (inout Preferences) -> Void) -> Void = { _ in }
    /// Called when another theme is drawn.
    var onTheme: (Theme) -> Void = { _ in }
    /// Called when motion is to be reduced, or no more.
    var onMotion: (Bool) -> Void = { _ in }
    /// Called after the person pinned something, with whether units are others now.
    var onPreferences: (_ time: Double, _ hasOtherUnits: Bool) -> Void = { _, _ in }
    /// Called when another frame is needed.
    var onChange: (FrameCause) -> Void = { _ in }

    /// Begins with a theme at rest.
    init(_ theme: Theme) {
        self.theme = theme
        fade = ThemeFade(theme)
        pins.appearance = theme.appearance
        pins.highContrast = theme.isHighContrast
    }

    /// Begins with what a person pinned before, before anything is drawn.
    func begin(_ pins: Preferences) { self.pins = pins }

    /// The theme that is drawn once nothing fades any more.
    var wantedTheme: Theme { fade.target }

    /// Follows the desktop's settings, as far as nothing is pinned.
    ///
    /// - Parameter animated: whether the change is seen; not so before the first frame.
    func follow(_ desktop: DesktopSettings, at time: Double, animated: Bool = true) {
        change(at: time, animated: animated) { self.desktop = desktop }
    }

    /// Pins what the person wants in place of what the desktop asks for, or follows it again.
    func pin(at time: Double, _ edit: @escaping (inout Preferences) -> Void) {
        let units = pins.units
        change(at: time, animated: true) { edit(&pins) }
        onPin(edit)
        onPreferences(time, pins.units != units)
        // The menu shows what is pinned, also if nothing else looks different.
        onChange(.input)
    }

    /// Light if it is dark, and dark if it is light.
    func toggleTheme(at time: Double) {
        let wanted = wantedTheme.appearance.opposite
        pin(at: time) { $0.appearance = wanted }
    }

    private func change(at time: Double, animated: Bool, _ body: () -> Void) {
        let was = (pins.theme(on: desktop), pins.reducesMotion(on: desktop))
        body()
        let theme = pins.theme(on: desktop)
        let reduces = pins.reducesMotion(on: desktop)
        if reduces != was.1 { reducesMotion = reduces }
        if theme != was.0 { show(theme, at: time, animated: animated) }
    }

    /// Goes to a theme from what is seen now, at once if motion is reduced.
    func show(_ theme: Theme, at time: Double, animated: Bool = true) {
        guard theme != wantedTheme else { return }
        fade.move(
            to: theme, at: time, duration: animated && !reducesMotion ? ThemeFade.duration : 0)
        if !fade.isMoving(at: time) { draw(theme) }
        onChange(.theme)
    }

    /// Takes the theme of a frame's time; whether it still changes.
    func advance(to time: Double) -> Bool {
        let theme = reducesMotion ? fade.target : fade.theme(at: time)
        if theme != self.theme { draw(theme) }
        return theme != fade.target || (!reducesMotion && fade.isMoving(at: time))
    }

    private func draw(_ theme: Theme) {
        self.theme = theme
        onTheme(theme)
    }
}
