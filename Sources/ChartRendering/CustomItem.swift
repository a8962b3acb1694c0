import ChartScene
import GPU
import Geometry
import Painting

/// A custom drawing with the renderer's device, at its place in a scene.
///
/// For programs with their own OpenGL code. Documents omit it.
public struct CustomItem: SceneItem {
    public static let kind = SceneItemKind("custom")
    /// Its name in reports.
    public var name: String
    private let body: @MainActor (Renderer) throws(GPUError) -> Void

    /// Creates a custom drawing.
    ///
    /// - Parameter body: draws within the clip of the given renderer; if the body uses only the
    ///   device's calls, the device state stays consistent.
    public init(_ name: String, _ body: @escaping @MainActor (Renderer) throws(GPUError) -> Void) {
        (self.name, self.body) = (name, body)
    }

    /// Never equal: the output of closures cannot be compared.
    public static func == (a: CustomItem, b: CustomItem) -> Bool { false }

    @MainActor
    public func record(on canvas: Canvas, in clip: PixelRect) {}

    @MainActor
    public var report: [(String, SceneValue)] { [("name", .string(name))] }

    @MainActor
    fileprivate func draw(with renderer: Renderer) throws(GPUError) { try body(renderer) }
}

/// Calls the custom drawings of programs.
struct CustomItemRenderer: ItemRenderer {
    func draw(_ item: CustomItem, with renderer: Renderer) throws(GPUError) {
        try item.draw(with: renderer)
    }
}
