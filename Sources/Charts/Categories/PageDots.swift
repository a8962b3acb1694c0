import ChartCore
import ChartScene
import Geometry
import Painting
import Text

/// The present position among the pages: a dot for each, or `2 of 40` if there are too many for
/// dots.
///
/// The dot of the page that is shown moves with the finger. The words fade out towards the middle
/// between two pages and come back as those of the next one.
@MainActor
final class PageDots: Annotation {
    /// The largest number of pages shown as dots; more are shown in words.
    static let most = 12
    static let height = 20.0
    private static let distance = 14.0

    var pages = CategoryPages(count: 0)
    var style: CategoryStyle
    /// The text for a page, from its number, from 1, and the number of pages.
    var text: (Int, Int) -> String
    /// Its middle, and the total room at both sides, in points.
    private(set) var rect = Rect.zero
    private var key: Key?
    private var all: Picture?
    private var one: Picture?
    private var words: (page: Int, picture: Picture, width: Double)?
    private var position = 0.0

    private struct Key: Equatable {
        var pages: CategoryPages
        var style: CategoryStyle
        var scale: Double
        var fonts: ObjectIdentifier
    }

    init(style: CategoryStyle, text: @escaping (Int, Int) -> String) {
        self.style = style
        self.text = text
    }

    /// Whether there is anything to show.
    var isShown: Bool { pages.pageCount > 1 }
    private var tellsInWords: Bool { pages.pageCount > Self.most }

    func prepare(
        for chart: Chart, deviceScale: Double, typesetter: Typesetter
    ) {
        guard isShown else {
            rect = .zero
            return
        }
        position = min(max(pages.position(of: chart.drawnRange), 0), Double(pages.pageCount - 1))
        let now = Key(
            pages: pages, style: style, scale: deviceScale,
            fonts: ObjectIdentifier(typesetter.fonts))
        if now != key {
            key = now
            words = nil
            let dots = Canvas(scale: deviceScale)
            for page in 0..<(tellsInWords ? 0 : pages.pageCount) {
                dots.circle(
                    at: Point(x: Double(page) * Self.distance, y: 0), radius: 3,
                    fill: style.dot.opacity(0.35))
            }
            all = dots.finish()
            let dot = Canvas(scale: deviceScale)
            dot.circle(at: .zero, radius: 3.5, fill: style.dot)
            one = dot.finish()
        }
        var width = Double(pages.pageCount - 1) * Self.distance + 7
        if tellsInWords {
            let page = Int(position.rounded())
            if words?.page != page {
                let canvas = Canvas(scale: deviceScale)
                let line = typesetter.line(
                    text(page + 1, pages.pageCount), style.tightNameType)
                canvas.text(
                    line, x: 0, baseline: (line.ascent - line.descent) / 2, color: style.name,
                    alignment: .center)
                words = (page, canvas.finish(), line.width)
            }
            width = words?.width ?? 0
        }
        rect = Rect(
            x: chart.plot.midX - width / 2, y: chart.frame.maxY - Self.height - 6, width: width,
            height: Self.height)
    }

    /// 1 on a page, 0 in the middle between two.
    private var nearness: Double { 1 - 2 * abs(position - position.rounded()) }

    func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        guard isShown else { return }
        if tellsInWords, let words {
            scene.picture(words.picture, at: rect.center, alpha: nearness)
        } else if let all, let one {
            let first = rect.x + 3.5
            scene.picture(all, at: Point(x: first, y: rect.midY))
            scene.picture(one, at: Point(x: first + position * Self.distance, y: rect.midY))
        }
    }

    func placedLabels(in chart: Chart) -> [AnnotationLabel] {
        let page = Int(position.rounded()) + 1
        let opacity = tellsInWords ? nearness : 1
        guard isShown, opacity > 0 else { return [] }
        return [
            AnnotationLabel(
                axis: "page", value: Double(page), text: text(page, pages.pageCount), rect: rect,
                opacity: opacity)
        ]
    }
}
