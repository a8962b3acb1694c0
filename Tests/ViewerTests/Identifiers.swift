import Geometry

@testable import Viewer

// Tests name controls and commands by what traces and layouts write.

extension ControlID: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }

    func hasPrefix(_ prefix: String) -> Bool { name.hasPrefix(prefix) }
    static func == (id: ControlID, name: String) -> Bool { id.name == name }
}

extension ControlID? {
    static func == (id: ControlID?, name: String?) -> Bool { id?.name == name }
}

extension CommandID: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }
}

extension OffscreenViewer {
    /// The dialog that is open.
    var dialog: ScreenID? { context.dialog?.id }
    /// What is typed of a path.
    var prompt: PathPrompt? { context.dialog(OpenFileScreen.self)?.prompt }
}

extension ViewerScene {
    /// The chart on show with what belongs to it.
    var area: ChartArea? { viewer.content.chart as? ChartArea }
    var card: Rect { area?.frames.card ?? .zero }
}
