import ChartScene
import GPU
import Geometry
import Shaders

/// Draws cells smaller than device pixels from a texture of the plot's size.
struct SheetRenderer: ItemRenderer {
    static let shaders = ShaderPair(
        "sheet", vertex: [ShaderFiles.target, ShaderFiles.sheetVertex],
        fragment: [ShaderFiles.clip, ShaderFiles.sheetFragment])

    func draw(_ item: SheetItem, with renderer: Renderer) throws(GPUError) {
        let (sheet, left, top) = (item.sheet.content, item.left, item.top)
        let all = PixelRect(x: left, y: top, width: sheet.columns.count, height: sheet.height)
        guard item.alpha > 0, !all.isEmpty,
            let pipeline = try renderer.prepare(Self.shaders, within: all)
        else { return }
        let known: SheetTexture? = renderer.copies.copy(of: sheet)
        let copy = try SheetTexture.updated(known, from: sheet, on: renderer.device)
        if copy !== known { renderer.copies.keep(copy, of: sheet) }
        renderer.device.use(copy.texture)
        pipeline.program.set(pipeline.uniform("uSheet"), integer: 0)
        pipeline.program.set(
            pipeline.uniform("uRect"), Float(all.x), Float(all.y), Float(all.maxX), Float(all.maxY))
        pipeline.program.set(
            pipeline.uniform("uSheetPlace"), Float(left), Float(top), Float(sheet.firstTexel))
        pipeline.program.set(
            pipeline.uniform("uSheetRing"), Float(sheet.width), Float(item.alpha))
        try renderer.device.draw(
            .triangleStrip, vertices: 4, program: pipeline.program,
            vertexArray: try renderer.vertexArrayOfNothing().array)
    }
}

/// The pixels of a sheet in a texture, on one device.
///
/// Limits: a sheet is no larger than the largest texture, which is larger than any target.
@MainActor
private final class SheetTexture {
    let texture: Texture
    private let device: Device
    private var revision = 0

    private init(_ device: Device, _ width: Int, _ height: Int) throws(GPUError) {
        self.device = device
        texture = try Texture(device, format: .rgba8, width: width, height: height)
    }

    /// An up-to-date copy on a device: the known one if it fits.
    static func updated(
        _ known: SheetTexture?, from sheet: HeatSheet, on device: Device
    ) throws(GPUError) -> SheetTexture {
        let (width, height) = (sheet.width, sheet.height)
        let copy: SheetTexture
        var changes: [Range<Int>]? = nil
        if let known, known.device === device, known.texture.width == width,
            known.texture.height == height
        {
            copy = known
            changes = sheet.changes(since: copy.revision)
        } else {
            copy = try SheetTexture(device, width, height)
            _ = sheet.changes(since: 0)
        }
        for range in changes ?? [0..<width] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(range.count * height * 4)
            for row in 0..<height {
                let start = (row * width + range.lowerBound) * 4
                bytes += sheet.texels[start..<start + range.count * 4]
            }
            try copy.texture.write(
                bytes,
                rect: PixelRect(x: range.lowerBound, y: 0, width: range.count, height: height))
        }
        copy.revision = sheet.revision
        return copy
    }
}
