import ChartScene
import Geometry
import Localization
import Painting

/// Pages of paper, drawn small.
struct PagePreview: Equatable {
    struct Page {
        var picture: Picture
        /// In points of paper.
        var size: Size
    }

    /// The width next to fields, in points.
    static let width = 396.0
    private static let gap = 10.0

    var pages: [Page]
    /// Changes whenever the pages do.
    var revision: Int
    /// What is shown in place of pages: that they are being made, or why there is none.
    var message: String
    /// The name for assistive technology.
    var name: String

    static func == (a: PagePreview, b: PagePreview) -> Bool {
        a.revision == b.revision && a.message == b.message && a.pages.count == b.pages.count
            && a.name == b.name
    }

    /// The height of the pages one under the other, in a width.
    func height(in width: Double) -> Double {
        guard !pages.isEmpty else { return width * 1.3 }
        return pages.reduce(-Self.gap) { $0 + height(of: $1, in: width) + Self.gap }
    }

    private func height(of page: Page, in width: Double) -> Double {
        width * page.size.height / max(page.size.width, 1)
    }

    /// Draws the pages from the top of a rectangle.
    @MainActor
    func record(_ place: Rect, _ pane: PaneCanvas) -> SemanticNode {
        let theme = pane.theme
        let whole = Rect(
            x: place.x, y: place.y, width: place.width, height: height(in: place.width))
        var y = place.y
        for page in pages {
            let rect = Rect(
                x: place.x, y: y, width: place.width, height: height(of: page, in: place.width))
            // Paper is white, whatever the theme is.
            pane.canvas.fill(
                rect, Color(hex: 0xFFFFFF), border: .hairline(theme.derived { $0.text3 }))
            let scale = rect.width / max(page.size.width, 1)
            pane.canvas.clipped(to: rect) {
                pane.canvas.transformed(
                    by: AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: rect.x, ty: rect.y)
                ) { pane.canvas.append(page.picture.elements) }
            }
            y = rect.maxY + Self.gap
        }
        if pages.isEmpty {
            pane.canvas.fill(
                whole, theme.control, corners: Corners(Measure.controlCorner))
            pane.paragraph(
                message, TypeStyle.text,
                in: Rect(
                    x: whole.x + 20, y: whole.midY - 36, width: whole.width - 40, height: 72),
                lines: 4, theme.text2)
        }
        return SemanticNode(
            id: ControlID("preview"), role: .group, name: name,
            value: pages.isEmpty ? message : trn("{n} page", "{n} pages", count: pages.count),
            frame: whole)
    }
}
