import ChartScene
import GPU

/// Draws one type of item.
@MainActor
protocol ItemRenderer {
    /// The type that it draws.
    associatedtype Item: SceneItem
    init()
    /// Draws an item within the clip of a renderer.
    func draw(_ item: Item, with renderer: Renderer) throws(GPUError)
}

extension ItemRenderer {
    fileprivate static var item: ObjectIdentifier { ObjectIdentifier(Item.self) }

    fileprivate func drawAny(
        _ item: any SceneItem, with renderer: Renderer
    ) throws(GPUError) {
        if let item = item as? Item { try draw(item, with: renderer) }
    }
}

/// The renderers of all types of items: one line here for each type.
@MainActor
final class ItemRenderers {
    private static let all: [any ItemRenderer.Type] = [
        AreaRenderer.self, BarRenderer.self, ColumnRenderer.self, ErrorBarRenderer.self,
        FillRenderer.self, HeatRenderer.self, ImageRenderer.self, InkRenderer.self,
        InkTileRenderer.self, LabelRenderer.self, LineRenderer.self, CustomItemRenderer.self,
        PictureRenderer.self,
        PointRenderer.self, PolylineRenderer.self, RuleRenderer.self,
        RulerRenderer.self, SheetRenderer.self,
    ]

    private var known: [ObjectIdentifier: any ItemRenderer] = [:]

    init() {
        for type in Self.all { known[type.item] = type.init() }
    }

    /// Draws an item; does nothing for an unknown type, which is not meant for the GPU.
    func draw(_ item: any SceneItem, with renderer: Renderer) throws(GPUError) {
        guard let drawing = known[ObjectIdentifier(type(of: item))] else { return }
        try drawing.drawAny(item, with: renderer)
    }
}
