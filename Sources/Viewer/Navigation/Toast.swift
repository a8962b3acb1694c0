/// A line that says what was done, for some seconds.
struct Toast {
    /// What can be done about it.
    struct Action {
        var title: String
        var perform: () -> Void
    }

    /// Tells it from those before.
    var number: Int
    var text: String
    var action: Action?
    /// When it goes, in seconds of the frame clock.
    var end: Double

    /// How long it stays, in seconds; longer where something can be done about it.
    static func duration(hasAction: Bool) -> Double { hasAction ? 10 : 5 }
}

extension ViewerContext {
    /// Says what was done, or why nothing was.
    ///
    /// - Parameter action: what can be done about it; nil for nothing.
    func say(_ text: String, action: Toast.Action? = nil) {
        toastCount += 1
        toast = Toast(
            number: toastCount, text: text, action: action,
            end: now() + Toast.duration(hasAction: action != nil))
        changed()
    }

    /// Takes the line away whose time has come.
    func expireToast(at time: Double) {
        guard let toast, toast.end <= time else { return }
        dismissToast()
    }

    /// Takes the line away.
    func dismissToast() {
        guard toast != nil else { return }
        toast = nil
        changed()
    }

    /// Does what can be done about what was said.
    func performToastAction() {
        let action = toast?.action
        dismissToast()
        action?.perform()
    }
}
