import ChartScene
import GPU
import Geometry

/// Any number of colours that a shader selects by number: four bytes each, straight alpha, in rows
/// of 256.
@MainActor
final class PaletteTexture {
    let texture: Texture
    private let device: Device
    private let colors: [PackedColor]

    private static let row = 256

    private init(_ device: Device, _ colors: [PackedColor]) throws(GPUError) {
        self.device = device
        self.colors = colors
        let rows = (colors.count + Self.row - 1) / Self.row
        texture = try Texture(device, format: .rgba8, width: Self.row, height: rows)
        var texels: [UInt8] = []
        texels.reserveCapacity(rows * Self.row * 4)
        for color in colors { texels += [color.red, color.green, color.blue, color.alpha] }
        texels += [UInt8](repeating: 0, count: rows * Self.row * 4 - texels.count)
        try texture.write(
            texels, rect: PixelRect(x: 0, y: 0, width: Self.row, height: rows))
    }

    /// The texture of some colours: the known one if it has them, on this device.
    static func updated(
        _ known: PaletteTexture?, _ colors: [Color], on device: Device
    ) throws(GPUError) -> PaletteTexture {
        let packed = colors.map { PackedColor($0) }
        if let known, known.device === device, known.colors == packed { return known }
        return try PaletteTexture(device, packed)
    }
}
