import ChartScene
import GPU
import Text

/// A glyph of a label or of a list: see `Text/glyph.vert`.
///
/// Sharing one format saves a program, which costs more when a program starts than the twelve bytes
/// that a list's glyphs do not need.
struct GlyphVertex: BitwiseCopyable {
    /// The place of the glyph: in the data, or in whole device pixels of a list.
    var xHigh: Float = 0
    var xLow: Float = 0
    var y: Float = 0
    /// The offset from there to the glyph, in device pixels.
    var offsetX: Int16 = 0
    var offsetY: Int16 = 0
    var width: UInt16 = 0
    var height: UInt16 = 0
    /// Includes the page's low four bits at the top.
    var sourceX: UInt16 = 0
    /// Includes the page's high four bits at the top.
    var sourceY: UInt16 = 0
    var color = PackedColor.clear
    /// The extent of the label from its anchor, in eighths of device pixels.
    var reachMin: Int16 = 0
    var reachMax: Int16 = 0

    static let reachParts = 8.0

    /// An invisible glyph.
    static let blank = GlyphVertex()

    private init() {}

    /// A quad's picture, without a place.
    init(_ quad: GlyphQuad, _ color: PackedColor) {
        width = UInt16(quad.width)
        height = UInt16(quad.height)
        sourceX = UInt16(quad.sourceX) | UInt16(quad.page & 15) << 12
        sourceY = UInt16(quad.sourceY) | UInt16(quad.page >> 4) << 12
        self.color = color
    }

    /// A quad of a list, starting at the device pixel `x`, `y`.
    init(_ quad: GlyphQuad, x: Int, y: Int, color: PackedColor) {
        self.init(quad, color)
        xHigh = Float(x + Int(quad.x))
        self.y = Float(y + Int(quad.y))
    }

    @MainActor
    static let kind = ListKind<GlyphVertex>(LabelRenderer.shaders, layout, vertices: 4)
    static let layout = VertexLayout([
        .init(0, .float(3), offset: 0), .init(3, .signed16(2), offset: 12),
        .init(1, .unsigned16(4), offset: 16), .init(2, .color, offset: 24),
        .init(4, .signed16(2), offset: 28),
    ])
}
