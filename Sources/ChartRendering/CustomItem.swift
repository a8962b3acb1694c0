import ChartScene
import GPU
import Geometry
import Painting

/// What a program draws by itself with the renderer's device, at its place in a scene.
///
/// For programs with OpenGL of their own. Documents leave it out.
public struct CustomItem: SceneItem {
    public static let kind = SceneItemKind("custom")
    /// What it is called in reports.
    public var name: String
    private let body: @MainActor (Renderer) throws(GPUError) -> Void

    /// A drawing of a program's own.
    ///
    /// - Parameter body: draws within the clip of the renderer that it is given; the device finds its
    ///   state as it left it where the body uses the device's calls alone.
    public init(_ name: String, _ body: @escaping @MainActor (Renderer) throws(GPUError) -> Void) {
        (self.name, self.body) = (name, body)
    }

    /// No two are alike: what a closure draws cannot be told.
    public static func == (a: CustomItem, b: CustomItem) -> Bool { false }

    @MainActor
    public func record(on canvas: Canvas, in clip: PixelRect) {}

    @MainActor
    public var report: [(String, SceneValue)] { [("name", .string(name))] }

    @MainActor
    fileprivate func draw(with renderer: Renderer) throws(GPUError) { try body(renderer) }
}

/// Lets programs draw.
struct CustomItemRenderer: ItemRenderer {
    func draw(_ item: CustomItem, with renderer: Renderer) throws(GPUError) {
        try item.draw(with: renderer)
    }
}
