import Desktop

/// The look of the viewer.
///
/// It combines the desktop's settings, what the person has pinned instead, and the theme that fades
/// from one to another.
@MainActor
final class ViewerAppearance {
    /// The theme that is drawn now, possibly on its way to another.
    private(set) var theme: Theme
    private var fade: ThemeFade
    /// The desktop's settings.
    private(set) var desktop = DesktopSettings()
    /// The person's choices, which override them.
    private(set) var pins = Preferences()
    /// Whether everything changes at once, without motion.
    var reducesMotion = false {
        didSet { onMotion(reducesMotion) }
    }

    /// Called when the person pinned something, with the edit.
    var onPin: (@escaping (inout Preferences) -> Void) -> Void = { _ in }
    /// Called when another theme is drawn.
    var onTheme: (Theme) -> Void = { _ in }
    /// Called when reduced motion is switched on or off.
    var onMotion: (Bool) -> Void = { _ in }
    /// Called after the person pinned something, with whether the units have changed.
    var onPreferences: (_ time: Double, _ hasOtherUnits: Bool) -> Void = { _, _ in }
    /// Called when another frame is needed.
    var onChange: (FrameCause) -> Void = { _ in }

    /// Starts with a theme at rest.
    init(_ theme: Theme) {
        self.theme = theme
        fade = ThemeFade(theme)
        pins.appearance = theme.appearance
        pins.highContrast = theme.isHighContrast
    }

    /// Starts with what a person pinned earlier, before anything is drawn.
    func begin(_ pins: Preferences) { self.pins = pins }

    /// The theme that is drawn once the fade has ended.
    var wantedTheme: Theme { fade.target }

    /// Follows the desktop's settings, except where something is pinned.
    ///
    /// - Parameter animated: whether the change is animated; false before the first frame.
    func follow(_ desktop: DesktopSettings, at time: Double, animated: Bool = true) {
        change(at: time, animated: animated) { self.desktop = desktop }
    }

    /// Pins a choice of the person that overrides the desktop's settings, or follows them again.
    func pin(at time: Double, _ edit: @escaping (inout Preferences) -> Void) {
        let units = pins.units
        change(at: time, animated: true) { edit(&pins) }
        onPin(edit)
        onPreferences(time, pins.units != units)
        // The menu shows what is pinned, even if nothing else looks different.
        onChange(.input)
    }

    /// Switches to light if it is dark, and to dark if it is light.
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

    /// Fades from the current look to a theme, at once if motion is reduced.
    func show(_ theme: Theme, at time: Double, animated: Bool = true) {
        guard theme != wantedTheme else { return }
        fade.move(
            to: theme, at: time, duration: animated && !reducesMotion ? ThemeFade.duration : 0)
        if !fade.isMoving(at: time) { draw(theme) }
        onChange(.theme)
    }

    /// Takes the theme at a frame's time, and returns whether it is still changing.
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
