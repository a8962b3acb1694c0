import ChartRendering
import GPU
import Geometry
import Text

/// A chart in a picture that another part of the program draws with OpenGL ES: it is drawn into the
/// bound framebuffer, and the state of the context is restored.
///
/// The host makes its context current, draws what is below, calls `draw`, draws what is above and
/// shows its picture. Its bindings and settings are preserved, so it need not account for the
/// layer. Several layers may draw in one context, and each context has layers of its own.
///
///     let layer = try ChartLayer(fonts: FontLibrary())
///     layer.chart = chart
///     // In each frame of the host, its context current and its framebuffer bound:
///     let needsAnother = try layer.draw(
///         in: Rect(x: 40, y: 40, width: 640, height: 320), of: (1920, 1080), scale: 1.5, at: now)
///
/// Release the layer before its context is destroyed, while that is current. After
/// `GPUError.contextLost` the host creates another context, and another layer in it, with the
/// typesetter of the first.
@MainActor
public final class ChartLayer {
    /// The chart to draw; nil for none.
    public var chart: Chart?
    /// The typesetter of the labels.
    public let typesetter: Typesetter
    private let renderer: Renderer
    private var surface: Surface?

    /// The cost of the last frame.
    public private(set) var statistics = FrameStatistics()

    /// A layer for the current context.
    ///
    /// Throws `unfitContext` if there is none, or if it is not OpenGL ES 3.0 or later.
    public convenience init(fonts: FontLibrary) throws(GPUError) {
        try self.init(typesetter: Typesetter(fonts: fonts))
    }

    /// A layer for the current context, with a typesetter that can be shared.
    public init(typesetter: Typesetter) throws(GPUError) {
        self.typesetter = typesetter
        renderer = Renderer(
            device: try .onCurrentContext(), atlas: GlyphAtlas(fonts: typesetter.fonts))
    }

    /// A layer for the context of another, with which it shares fonts, glyphs and programs.
    ///
    /// Programs are compiled once for all layers that share them, so a second chart starts faster.
    public init(sharing other: ChartLayer) {
        typesetter = other.typesetter
        renderer = other.renderer
    }

    /// Draws the chart as at a time; returns whether motion needs another frame.
    ///
    /// Nothing outside `frame` is touched, and inside it only what the chart draws: the host's
    /// earlier drawing is its ground. The colours are sRGB values, blended as such and
    /// premultiplied; a framebuffer that encodes on write gets them unchanged if the driver can be
    /// set so. A multisampled framebuffer is drawn to like any other, but a pan in it costs as much
    /// as a zoom.
    ///
    /// - Parameters:
    ///   - frame: The chart's frame, in points from the upper left of the framebuffer.
    ///   - size: The size of the bound framebuffer, in device pixels.
    ///   - scale: Device pixels per point.
    ///   - time: The time of the frame, in seconds since 1970 or of any clock that the chart's
    ///     gestures and animations share.
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
