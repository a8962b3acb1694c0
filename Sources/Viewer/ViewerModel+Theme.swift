import Desktop

extension ViewerModel {
    /// The theme that is shown once nothing fades any more.
    var wantedTheme: Theme { themeFade.target }

    /// Follows the desktop's settings, as far as nothing is pinned.
    ///
    /// - Parameter animated: whether the change is seen; not so before the first frame.
    func follow(_ desktop: DesktopSettings, at time: Double, animated: Bool = true) {
        change(at: time, animated: animated) { self.desktop = desktop }
    }

    /// Pins what the person wants in place of what the desktop says, or follows it again.
    func pin(at time: Double, _ edit: @escaping (inout Preferences) -> Void) {
        let units = pins.units
        change(at: time, animated: true) { edit(&pins) }
        onPin(edit)
        for presenter in allPresenters { presenter.follow(pins) }
        // What is round in one unit is none in another: the ends of the axis may move a little.
        if pins.units != units { fitValues(at: time, animated: true) }
        // The menu tells what is pinned, also where nothing else looks different.
        onChange(.input)
    }

    /// Light where it is dark, and dark where it is light.
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

    /// Goes to a theme from what is seen now, at once where there is to be no motion.
    func show(_ theme: Theme, at time: Double, animated: Bool = true) {
        guard theme != wantedTheme else { return }
        themeFade.move(
            to: theme, at: time, duration: animated && !reducesMotion ? ThemeFade.duration : 0)
        if !themeFade.isMoving(at: time) { paint(theme) }
        onChange(.theme)
    }

    /// Takes the theme of a frame's time; whether it still changes.
    func advanceTheme(to time: Double) -> Bool {
        let theme = reducesMotion ? themeFade.target : themeFade.theme(at: time)
        if theme != self.theme { paint(theme) }
        return theme != themeFade.target || (!reducesMotion && themeFade.isMoving(at: time))
    }
}
