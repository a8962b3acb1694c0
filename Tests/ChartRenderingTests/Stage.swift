import ChartRendering
import ChartScene
import GPU
import Geometry
import Testing
import Text

/// A renderer with a picture in memory to draw into.
@MainActor
final class Stage {
    let surface: Surface
    let renderer: Renderer
    let atlas: GlyphAtlas
    let typesetter: Typesetter
    /// The cost of the last frame.
    private(set) var statistics = FrameStatistics()

    init(width: Int, height: Int) throws {
        let device = try Device()
        let fonts = try FontLibrary()
        atlas = GlyphAtlas(fonts: fonts)
        typesetter = Typesetter(fonts: fonts)
        renderer = Renderer(device: device, atlas: atlas)
        surface = try Surface(device: device, width: width, height: height)
    }

    /// The picture of one frame.
    func draw(
        scale: Double = 1, clear: Color = Color(hex: 0),
        _ body: (SceneBuilder) -> Void
    ) throws -> Picture {
        try renderer.beginFrame(surface, scale: scale, clear: clear)
        try renderer.draw(body)
        statistics = try renderer.endFrame()
        let errors = renderer.device.debugMessages.filter { $0.hasPrefix("error") }
        #expect(errors == [])
        return Picture(
            width: surface.width, height: surface.height, bytes: try surface.readPixels())
    }

    /// A projection of 0…width, 0…height in data onto the whole picture: one unit is one pixel,
    /// and y grows upwards.
    var identity: PlotProjection {
        PlotProjection(
            plot: Rect(x: 0, y: 0, width: Double(surface.width), height: Double(surface.height)),
            x: 0...Double(surface.width), y: 0...Double(surface.height))
    }
}

/// Pixels in memory.
struct Picture: Equatable {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    /// Red, green and blue of a pixel as `0xRRGGBB`.
    subscript(x: Int, y: Int) -> UInt32 {
        let at = (y * width + x) * 4
        return UInt32(bytes[at]) << 16 | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2])
    }

    /// How far a pixel is covered by white on black, 0…1.
    func coverage(_ x: Int, _ y: Int) -> Double { Double(bytes[(y * width + x) * 4]) / 255 }

    /// The coverage of a column or row, added up.
    func column(_ x: Int) -> Double { (0..<height).reduce(0) { $0 + coverage(x, $1) } }
    func row(_ y: Int) -> Double { (0..<width).reduce(0) { $0 + coverage($1, y) } }

    /// The coverage of everything, added up: an area in pixels.
    var area: Double { (0..<height).reduce(0) { $0 + row($1) } }

    /// The rows of a column (or columns of a row) that are not black.
    func rows(inColumn x: Int) -> [Int] { (0..<height).filter { self[x, $0] != 0 } }
    func columns(inRow y: Int) -> [Int] { (0..<width).filter { self[$0, y] != 0 } }
}

let white = Color(hex: 0xFFFFFF)
