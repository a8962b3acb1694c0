/// A message about what was done, shown for some seconds.
struct Toast {
    /// The action that the message offers.
    struct Action {
        var title: String
        var perform: () -> Void
    }

    /// Distinguishes it from earlier ones.
    var number: Int
    var text: String
    var action: Action?
    /// When it disappears, in seconds of the frame clock.
    var end: Double

    /// How long it is shown, in seconds; longer if it offers an action.
    static func duration(hasAction: Bool) -> Double { hasAction ? 10 : 5 }
}

extension ViewerContext {
    /// Shows a message about what was done, or why nothing was.
    ///
    /// - Parameter action: the action that it offers; nil for none.
    func showMessage(_ text: String, action: Toast.Action? = nil) {
        toastCount += 1
        toast = Toast(
            number: toastCount, text: text, action: action,
            end: now() + Toast.duration(hasAction: action != nil))
        changed()
    }

    /// Removes the message when its time is up.
    func expireToast(at time: Double) {
        guard let toast, toast.end <= time else { return }
        dismissToast()
    }

    /// Removes the message.
    func dismissToast() {
        guard toast != nil else { return }
        toast = nil
        changed()
    }

    /// Performs the action that the message offers.
    func performToastAction() {
        let action = toast?.action
        dismissToast()
        action?.perform()
    }
}
