import Localization

/// The title of the window: what is shown, then the program's name.
@MainActor
enum WindowTitle {
    /// - Parameter program: the program's name.
    static func text(_ viewer: ViewerContext, program: String) -> String {
        let shown = viewer.content.title
        return shown.isEmpty ? program : tr("{1} – {2}", shown, program)
    }
}
