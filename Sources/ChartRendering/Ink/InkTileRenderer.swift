import ChartScene
import GPU
import Geometry
import Shaders

/// Draws the parts of tiles that have ink, one draw call for each tile; a tile is sent when it is first
/// drawn, and strokes that were added are drawn into its copy.
///
/// A device pixel belongs to the tile that its centre is in, so that stretched neighbours meet
/// without a seam.
struct InkTileRenderer: ItemRenderer {
    private static let exact = ShaderPair(
        "ink-tile", vertex: [ShaderFiles.target, ShaderFiles.tileVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.tileFragment])
    private static let stretched = ShaderPair(
        "ink-tile-stretched", vertex: [ShaderFiles.target, ShaderFiles.tileVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.stretchedFragment])

    private static let layout = VertexLayout([.init(0, .float(2), offset: 0)])

    func draw(_ item: InkTileItem, with renderer: Renderer) throws(GPUError) {
        let rect = item.rect
        let pixels = PixelRect(snapping: rect, scale: 1)
        guard !pixels.isEmpty, !pixels.intersection(renderer.clip.rect).isEmpty,
            let copy = try InkTileTexture.updated(item.tile.content, renderer),
            let corners = try renderer.copy(of: item.tile.content.corners),
            let pipeline = try renderer.prepare(
                item.isExact ? Self.exact : Self.stretched, within: pixels)
        else { return }
        let tile = item.tile.content
        let (x, y) = (Double(tile.width) / rect.width, Double(tile.height) / rect.height)
        // A strip of a pan has few of the parts.
        let shown = pixels.intersection(renderer.clip.rect)
        let range = tile.corners(
            from: (Double(shown.x) - rect.minX) * x - 1,
            to: (Double(shown.maxX) - rect.minX) * x + 1)
        guard !range.isEmpty else { return }
        let border = Double(InkTile.border)
        renderer.device.use(copy.texture)
        pipeline.program.set(pipeline.uniform("uTile"), integer: 0)
        pipeline.program.set(
            pipeline.uniform("uRect"), Float(pixels.x), Float(pixels.y), Float(pixels.maxX),
            Float(pixels.maxY))
        pipeline.program.set(
            pipeline.uniform("uTilePlace"), Float(rect.minX), Float(rect.minY), Float(1 / x),
            Float(1 / y))
        pipeline.program.set(
            pipeline.uniform("uTileSize"), Float(tile.width), Float(tile.height), Float(border))
        if !item.isExact {
            pipeline.program.set(
                pipeline.uniform("uTileTexel"), 1 / Float(copy.texture.width),
                1 / Float(copy.texture.height))
        }
        try renderer.device.draw(
            .triangles, vertices: range.count, program: pipeline.program,
            vertexArray: try corners.vertexArray(
                Self.layout, first: range.lowerBound, perInstance: false
            ).array)
    }
}

/// The pixels of a tile in a texture, on one device.
@MainActor
final class InkTileTexture {
    let device: Device
    let texture: Texture
    let framebuffer: Framebuffer

    private init(_ device: Device, _ tile: InkTile, _ texels: [UInt8]) throws(GPUError) {
        let (width, height) = (tile.width + 2 * InkTile.border, tile.height + 2 * InkTile.border)
        self.device = device
        texture = try Texture(
            device, format: .rgba8, width: width, height: height, isFiltered: true)
        framebuffer = try Framebuffer(device, texture: texture, rows: .topDown)
        try texture.write(texels, rect: PixelRect(x: 0, y: 0, width: width, height: height))
    }

    /// The up-to-date texture of a tile; nil if another renderer has taken its pixels.
    static func updated(
        _ tile: InkTile, _ renderer: Renderer
    ) throws(GPUError) -> InkTileTexture? {
        let texture: InkTileTexture
        if let known: InkTileTexture = renderer.copies.copy(of: tile) {
            texture = known
        } else {
            guard let texels = tile.takeTexels() else { return nil }
            texture = try InkTileTexture(renderer.device, tile, texels)
            renderer.copies.keep(texture, of: tile)
        }
        let added = tile.takeAdded()
        guard !added.isEmpty else { return texture }
        let whole = PixelRect(
            x: 0, y: 0, width: texture.texture.width, height: texture.texture.height)
        try renderer.detour(to: .tile(texture), whole) { () throws(GPUError) in
            for strokes in added { try renderer.draw(InkItem(strokes)) }
        }
        return texture
    }
}
