import ChartRendering
import ChartScene
import Charts
import GPU
import Geometry
import Testing
import Text

/// A picture in memory to draw single marks into, one device pixel per unit of data.
@MainActor
final class MarkStage {
    let surface: Surface
    let renderer: Renderer
    private(set) var statistics = FrameStatistics()

    init(width: Int, height: Int) throws {
        let device = try Device()
        renderer = Renderer(device: device, atlas: GlyphAtlas(fonts: try Fonts.library()))
        surface = try Surface(device: device, width: width, height: height)
    }

    /// 0…width and 0…height, upwards, moved by `x`.
    func identity(movedBy x: Double = 0) -> PlotProjection {
        let (width, height) = (Double(surface.width), Double(surface.height))
        return PlotProjection(
            plot: Rect(x: 0, y: 0, width: width, height: height), x: x...x + width, y: 0...height)
    }

    /// The picture of a mark on black.
    func draw(
        _ mark: any Mark, in projection: PlotProjection? = nil, scale: Double = 1,
        alpha: Double = 1
    ) throws -> Picture {
        try renderer.beginFrame(surface, scale: scale, clear: Color(hex: 0))
        try renderer.draw { scene in
            mark.encode(
                into: scene,
                MarkFrame(projection ?? identity(), opacity: alpha, in: scene))
        }
        statistics = try renderer.endFrame()
        #expect(renderer.device.debugMessages.filter { $0.hasPrefix("error") } == [])
        return Picture(
            width: surface.width, height: surface.height, bytes: try surface.readPixels())
    }
}

extension Picture {
    /// The coverage of a pixel by white on black, from 0 to 1.
    func coverage(_ x: Int, _ y: Int) -> Double { Double(self[x, y] & 255) / 255 }

    /// The total coverage: an area in pixels.
    var area: Double {
        (0..<height).reduce(0) { sum, y in
            sum + (0..<width).reduce(0) { $0 + coverage($1, y) }
        }
    }

    /// The rows of a column that are not black.
    func rows(inColumn x: Int) -> [Int] { (0..<height).filter { self[x, $0] != 0 } }
    /// The columns of a row that are not black.
    func columns(inRow y: Int) -> [Int] { (0..<width).filter { self[$0, y] != 0 } }
}

let white = Color(hex: 0xFFFFFF)
