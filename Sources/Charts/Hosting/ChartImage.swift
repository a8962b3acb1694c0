import ChartRendering
import GPU
import Geometry
import Imaging
import Text

/// A picture of charts, drawn off screen: no window, no compositor and no display are needed.
///
/// The same charts give the same bytes. It keeps its driver for further pictures; making one costs
/// some 50 ms on a software driver, a picture some milliseconds.
@MainActor
public final class ChartImage {
    private let renderer: Renderer
    private let typesetter: Typesetter

    /// What draws pictures.
    ///
    /// - Parameter fonts: the fonts of texts; nil for the system's.
    /// - Throws: `FontTrouble` where no font is installed, `GPUError` where no driver answers.
    public init(fonts: FontLibrary? = nil) throws {
        let fonts = try fonts ?? FontLibrary()
        typesetter = Typesetter(fonts: fonts)
        renderer = Renderer(device: try Device(), atlas: GlyphAtlas(fonts: fonts))
    }

    /// The picture of a figure.
    ///
    /// - Parameters:
    ///   - size: in points.
    ///   - scale: device pixels for one point.
    ///   - time: of the frame clock, in seconds: where what moves is then.
    public func draw(
        _ figure: ChartFigure, size: Size, scale: Double = 1, at time: Double = 0
    ) throws(GPUError) -> Bitmap {
        try draw(figure, on: nil, size: size, scale: scale, at: time)
    }

    /// - Parameter ground: nil for that of the figure's theme.
    private func draw(
        _ figure: ChartFigure, on ground: Color?, size: Size, scale: Double, at time: Double
    ) throws(GPUError) -> Bitmap {
        precondition(
            size.width > 0 && size.height > 0, "a picture has a size above zero, not \(size)")
        let surface = try Surface(
            device: renderer.device, width: max(1, Int((size.width * scale).rounded())),
            height: max(1, Int((size.height * scale).rounded())))
        // However often a chart was drawn before, its picture is the same.
        let reusing = figure.panels.map(\.chart).filter(\.reusesPicture)
        for chart in reusing { chart.reusesPicture = false }
        defer { for chart in reusing { chart.reusesPicture = true } }
        figure.advance(to: time)
        figure.prepare(
            in: Rect(origin: .zero, size: size), deviceScale: scale, typesetter: typesetter)
        try renderer.beginFrame(surface, scale: scale, clear: ground ?? figure.theme.ground)
        try renderer.draw { figure.encode(into: $0) }
        try renderer.endFrame()
        return Bitmap(
            width: surface.width, height: surface.height, alpha: .premultiplied,
            bytes: try surface.readPixels())
    }

    /// The picture of a chart by itself, on the ground of its style.
    public func draw(
        _ chart: Chart, size: Size, scale: Double = 1, at time: Double = 0
    ) throws(GPUError) -> Bitmap {
        let figure = ChartFigure([chart], themes: chart.shownTheme.map { ThemePair($0) })
        defer { figure.remove(chart) }
        return try draw(figure, on: chart.style.ground, size: size, scale: scale, at: time)
    }
}
