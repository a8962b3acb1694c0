import GPU

/// The target of drawing.
@MainActor
enum DrawTarget {
    case surface(Surface)
    /// A picture that contains the pixels from `x`, `y` on of a target of a size.
    case picture(LayerPicture, width: Int, height: Int, x: Int, y: Int)
    /// All of a tile.
    case tile(InkTileTexture)
    /// A separate drawing for a target of a size, with rows in the same order.
    case mask(
        MaskTarget, size: (width: Int, height: Int), origin: (x: Int, y: Int), rows: RowOrder)

    func begin() throws(GPUError) {
        switch self {
        case .surface(let surface): try surface.begin()
        case .picture(let picture, let width, let height, let x, let y):
            try picture.device.begin(
                picture.framebuffer, of: (width, height), origin: (x, y))
        case .tile(let tile):
            try tile.device.begin(
                tile.framebuffer, of: (tile.texture.width, tile.texture.height), origin: (0, 0),
                rows: .topDown)
        case .mask(let mask, let size, let origin, let rows):
            try mask.device.begin(mask.framebuffer, of: size, origin: origin, rows: rows)
        }
    }
}
