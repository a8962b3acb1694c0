import GPU
import Geometry
import Text

/// The GPU's copy of a glyph atlas: an array texture with one layer per page.
@MainActor
final class GlyphTexture {
    let texture: Texture
    private var revisions: [UInt64]

    private init(_ device: Device, edge: Int, layers: Int) throws(GPUError) {
        texture = try Texture(device, format: .r8, width: edge, height: edge, layers: layers)
        revisions = [UInt64](repeating: 0, count: layers)
    }

    /// Updates a copy from `atlas`; makes a new one if pages grew or were added.
    static func updated(
        _ copy: GlyphTexture?, from atlas: GlyphAtlas, on device: Device
    ) throws(GPUError) -> GlyphTexture? {
        guard !atlas.pages.isEmpty else { return nil }
        let edge = atlas.pages.map(\.edge).max() ?? 1
        let current: GlyphTexture
        if let copy, copy.texture.width >= edge, copy.texture.layers >= atlas.pages.count {
            current = copy
        } else {
            // Spare layers are cheap, but adding them is expensive: a copy of all pages each time.
            let layers = atlas.pages.count == 1 ? 1 : (atlas.pages.count + 3) / 4 * 4
            precondition(
                edge <= 4096 && layers <= 256, "glyph quads address 256 pages of 4096 texels")
            current = try GlyphTexture(device, edge: edge, layers: layers)
        }
        for (layer, page) in atlas.pages.enumerated() {
            let areas: [GlyphAtlas.Area]
            switch page.changes(since: current.revisions[layer]) {
            case .none: continue
            case .areas(let changed): areas = changed
            case .whole: areas = [page.whole]
            }
            for area in areas {
                let rect = PixelRect(x: area.x, y: area.y, width: area.width, height: area.height)
                try current.texture.write(page.coverage(in: area), rect: rect, layer: layer)
            }
            current.revisions[layer] = page.revision
        }
        return current
    }
}
