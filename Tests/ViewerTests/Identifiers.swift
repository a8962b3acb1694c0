import Geometry

@testable import Viewer

// Tests name controls and commands as traces and layouts do.

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
    /// The prompt for a path, if it is open.
    var prompt: PathPrompt? { context.dialog(OpenFileScreen.self)?.prompt }
}

extension ViewerScene {
    /// The displayed chart with the parts that belong to it.
    var area: ChartArea? { viewer.content.chart as? ChartArea }
    var card: Rect { area?.frames.card ?? .zero }
}
