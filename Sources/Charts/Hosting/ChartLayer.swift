import ChartRendering
import GPU
import Geometry
import Text

/// A chart in a picture that another part of the program draws with OpenGL ES: it is drawn into the
/// framebuffer that is bound, and the context is left as it was.
///
/// The host makes its context current, draws what lies below, calls `draw`, draws what lies above and
/// shows its picture. What it has bound and set stays so; it may forget that there is a layer. Several
/// layers may draw in one context, and each context has layers of its own.
///
///     let layer = try ChartLayer(fonts: FontLibrary())
///     layer.chart = chart
///     // In each frame of the host, its context current and its framebuffer bound:
///     let needsAnother = try layer.draw(
///         in: Rect(x: 40, y: 40, width: 640, height: 320), of: (1920, 1080), scale: 1.5, at: now)
///
/// The layer is let go of before its context is destroyed, while that is current. After
/// `GPUError.contextLost` the host makes another context, and another layer in it, with the typesetter of
/// the first.
@MainActor
public final class ChartLayer {
    /// What is drawn; nothing where it is nil.
    public var chart: Chart?
    /// The typesetter of the labels.
    public let typesetter: Typesetter
    private let renderer: Renderer
    private var surface: Surface?

    /// What the last frame cost.
    public private(set) var statistics = FrameStatistics()

    /// A layer for the context that is current.
    ///
    /// Throws `unfitContext` where there is none, or one of another kind than OpenGL ES 3.0 or later.
    public convenience init(fonts: FontLibrary) throws(GPUError) {
        try self.init(typesetter: Typesetter(fonts: fonts))
    }

    /// A layer for the context that is current, with a typesetter that others may have too.
    public init(typesetter: Typesetter) throws(GPUError) {
        self.typesetter = typesetter
        renderer = Renderer(
            device: try .onCurrentContext(), atlas: GlyphAtlas(fonts: typesetter.fonts))
    }

    /// A layer for the context of another, with which it shares fonts, glyphs and programs.
    ///
    /// Programs are compiled once for all layers that share them: a second chart begins quicker.
    public init(sharing other: ChartLayer) {
        typesetter = other.typesetter
        renderer = other.renderer
    }

    /// Draws the chart as it is at a time; whether another frame is needed for what moves.
    ///
    /// Nothing outside of `frame` is touched, and in it only what the chart draws: what the host drew
    /// before is its ground. The colours are sRGB values, blended as such and premultiplied; a
    /// framebuffer that encodes what is written to it gets them as they are where the driver can be
    /// told so. One with several samples for each pixel is drawn to like any other, but a pan in it
    /// costs as much as a zoom.
    ///
    /// - Parameters:
    ///   - frame: Where the chart stands, in points from the upper left of the framebuffer.
    ///   - size: The size of the framebuffer that is bound, in device pixels.
    ///   - scale: Device pixels per point.
    ///   - time: The time of the frame, in seconds since 1970 or of any clock that the chart's gestures
    ///     and animations have too.
    @discardableResult
    public func draw(
        in frame: Rect, of size: (width: Int, height: Int), scale: Double, at time: Double
    ) throws(GPUError) -> Bool {
        precondition(
            size.width > 0 && size.height > 0,
            "a framebuffer has pixels, not \(size.width) × \(size.height)")
        precondition(scale > 0 && scale.isFinite, "a scale must be above zero, not \(scale)")
        guard let chart else { return false }
        let needsAnother = chart.advance(to: time)
        chart.prepare(
            in: frame, deviceScale: scale, typesetter: typesetter)
        try renderer.device.drawWithinHost { () throws(GPUError) in
            let surface: Surface
            if let known = self.surface {
                try known.resize(width: size.width, height: size.height)
                surface = known
            } else {
                surface = Surface(host: renderer.device, width: size.width, height: size.height)
                self.surface = surface
            }
            try renderer.beginFrame(
                surface, scale: scale, clear: nil,
                region: PixelRect(snapping: frame, scale: scale))
            try renderer.draw { chart.encode(into: $0) }
            statistics = try renderer.endFrame()
        }
        return needsAnother
    }
}
