import ChartScene
import Geometry
import Localization
import Painting
import Text

/// The style in which every pane is drawn.
struct PaneStyle: Hashable {
    var theme: Theme
    /// Device pixels per point.
    var scale: Double
}

/// A pane's drawing surface: a canvas, the colours, and text in the sizes of the design.
@MainActor
struct PaneCanvas {
    let canvas: Canvas
    let theme: Theme
    let typesetter: Typesetter

    func text(
        _ string: String, _ style: TextStyle, in rect: Rect, _ color: Color,
        _ alignment: TextAlignment = .leading
    ) {
        guard rect.width > 0 else { return }
        canvas.text(
            typesetter.line(string, style, fitting: rect.width), in: rect, color: color,
            alignment: alignment)
    }

    /// Draws a text in a number of lines of equal height, from the first one on; the last is
    /// shortened if the text has more.
    func paragraph(
        _ string: String, _ style: TextStyle, in rect: Rect, lines count: Int, _ color: Color
    ) {
        var lines = typesetter.lines(string, style, wrappedTo: rect.width)[...]
        let height = rect.height / Double(count)
        for index in 0..<min(count, lines.count) {
            let line = Rect(
                x: rect.x, y: rect.y + Double(index) * height, width: rect.width, height: height)
            let isLast = index == count - 1
            text(
                isLast ? lines.map(\.text).joined(separator: " ") : lines.removeFirst().text,
                style, in: line, color)
        }
    }

    func width(_ string: String, _ style: TextStyle) -> Double {
        typesetter.measure(string, style).width
    }

    /// Draws a shadow, if the theme has one.
    func shadow(_ rect: Rect, radius: Double, blur: Double, offset: Vector, _ color: Color) {
        guard color.alpha > 0 else { return }
        canvas.shadow(rect, radius: radius, blur: blur, offset: offset, color: color)
    }

    /// The border of a control, if the theme has one.
    func border(_ color: Color, width: Double = 0) -> Border? {
        color.alpha > 0 ? Border(width: width, color: color) : nil
    }

    /// Draws the background of a card, with its shadows.
    func card(_ rect: Rect) {
        shadow(
            rect, radius: Measure.cardCorner, blur: 24, offset: Vector(dx: 0, dy: 8),
            theme.cardShadow)
        shadow(
            rect, radius: Measure.cardCorner, blur: 2, offset: Vector(dx: 0, dy: 1),
            theme.edgeShadow)
        canvas.fill(
            rect, theme.card, corners: Corners(Measure.cardCorner),
            border: .hairline(theme.hairline))
    }

    /// Draws the outline of the element with the keyboard focus, outside its edge.
    func focusRing(_ rect: Rect, radius: Double) {
        canvas.fill(
            rect.inset(by: -3), .clear, corners: Corners(radius + 3),
            border: Border(width: 2, color: theme.focus))
    }
}

/// The type sizes of the design.
enum TypeStyle {
    /// Captions of figures and families: capitals with space between them.
    static let caption = TextStyle(size: 11, weight: .medium, tracking: 0.06)
    static let label = TextStyle(size: 11)
    static let labelStrong = TextStyle(size: 11, weight: .semibold)
    static let text = TextStyle(size: 13)
    static let control = TextStyle(size: 13, weight: .medium)
    static let name = TextStyle(size: 13, weight: .semibold)
    static let lead = TextStyle(size: 15)
    /// The figures of the info board.
    static let board = TextStyle(size: 15, weight: .semibold)
    static let title = TextStyle(size: 22, weight: .bold)
    static let figure = TextStyle(size: 22, weight: .semibold)
    static let smallFigure = TextStyle(size: 18, weight: .semibold)
    static let welcome = TextStyle(size: 28, weight: .bold)
}

/// A part of the window that is recorded again only when what it shows has changed.
///
/// `Model` holds everything that the pane depends on, including the frame; while it equals the last
/// one, the pane costs a few draw calls and no text work.
@MainActor
final class Pane<Model: Equatable>: ShownPane {
    private var model: Model?
    private var style: PaneStyle?
    private var picture: Picture?
    private(set) var nodes: [SemanticNode] = []
    /// How often the pane was recorded, for tests.
    private(set) var recordings = 0
    /// Whether there is anything to draw.
    var isShown: Bool { picture != nil }

    /// Records the pane if its model or the style has changed.
    ///
    /// - Parameter record: draws the model and returns its semantic nodes.
    func update(
        _ model: Model, _ style: PaneStyle, _ resources: PaneResources,
        record: (Model, PaneCanvas) -> [SemanticNode]
    ) {
        if self.model == model, self.style == style, picture != nil { return }
        self.model = model
        self.style = style
        let canvas = Canvas(scale: style.scale)
        nodes = record(
            model,
            PaneCanvas(canvas: canvas, theme: style.theme, typesetter: resources.typesetter))
        picture = canvas.finish()
        recordings += 1
    }

    /// Forgets the pane, because it is not shown.
    func clear() {
        model = nil
        picture = nil
        nodes = []
    }

    /// Draws what was recorded, with its origin at `place`.
    func encode(
        into scene: SceneBuilder, at place: Point = .zero, alpha: Double = 1
    ) {
        if let picture { scene.picture(picture, at: place, alpha: alpha) }
    }
}

/// The properties common to panes of every kind.
@MainActor
protocol ShownPane {
    var recordings: Int { get }
    var isShown: Bool { get }
    /// Forgets the pane, because it is not shown.
    func clear()
}

/// The resources that panes share: shaping, glyphs and the locale's format.
@MainActor
final class PaneResources {
    let fonts: FontLibrary
    let typesetter: Typesetter
    let atlas: GlyphAtlas
    let locale: LocaleFormat

    init(fonts: FontLibrary, locale: LocaleFormat) {
        self.fonts = fonts
        typesetter = Typesetter(fonts: fonts)
        atlas = GlyphAtlas(fonts: fonts)
        self.locale = locale
    }
}
