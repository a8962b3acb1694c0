// The pages of a PDF, element by element.
//
// Method: coordinates are those of the picture. A tag becomes a structure element of the page; a
// group within another cannot contain tags, so groups are put into tags. A text outside all tags is
// a paragraph if the page has tags. A stretch of text is written with its words, its glyphs and
// their clusters, in reading order.

import Geometry
import PDF
import Painting
import Text

/// Draws pictures on the pages of a document.
@MainActor
final class PDFSurface: ExportSurface {
    let putsGroupsIntoTags = true
    private let document: PDFDocument
    private let fonts: FontLibrary
    /// The roles of the open tags, and how many of them are not read aloud.
    private var openRoles: [PictureRole] = []
    private var silent = 0
    private var groupDepth = 0
    /// Whether texts outside of tags become paragraphs.
    private var hasTags = false
    /// Device pixels per point of the current picture.
    private var scale = 1.0
    /// A heading whose position is unknown before its first text.
    private var heading: String?

    init(_ document: PDFDocument, fonts: FontLibrary) {
        (self.document, self.fonts) = (document, fonts)
    }

    /// Draws a picture as a page.
    func draw(_ picture: Picture, size: Size, description: String) throws(PDFError) {
        document.beginPage(size)
        scale = picture.scale
        hasTags = picture.elements.contains(where: \.holdsTags)
        if !hasTags { document.begin(.figure(alternative: description)) }
        try ElementWalk(surface: self).draw(picture)
        if !hasTags { document.endTag() }
        try document.endPage()
    }

    // MARK: Shapes

    func fill(_ outlines: [Outline], _ paint: ExportPaint, _ rule: FillRule) {
        trace(outlines)
        let rule: PDFFillRule = rule == .evenOdd ? .evenOdd : .nonZero
        switch paint {
        case .color(let color): document.fill(.color(color), rule: rule)
        case .linear(let start, let end, let stops):
            document.fill(
                .linear(
                    from: start, to: end, stops.map { PDFStop($0.offset, $0.color) }), rule: rule)
        }
    }

    func stroke(_ outline: Outline, _ color: Color, _ style: StrokeStyle) {
        trace([outline])
        let cap: PDFStroke.Cap =
            switch style.cap {
            case .round: .round
            case .butt: .butt
            case .square: .square
            }
        let join: PDFStroke.Join =
            switch style.join {
            case .round: .round
            case .bevel: .bevel
            case .miter(let limit): .miter(limit: limit.isFinite ? limit : 1)
            }
        document.stroke(
            color,
            PDFStroke(
                width: style.width, cap: cap, join: join, dashes: style.dashes,
                dashStart: style.dashStart))
    }

    private func trace(_ outlines: [Outline]) {
        for outline in outlines {
            switch outline {
            case .rectangle(let rect, let corners): trace(Path(rect, corners: corners))
            case .circle(let center, let radius): trace(Path(circleAt: center, radius: radius))
            case .path(let path): trace(path)
            case .line(let points, let isClosed):
                for (index, point) in points.enumerated() {
                    if index == 0 { document.move(to: point) } else { document.line(to: point) }
                }
                if isClosed { document.close() }
            }
        }
    }

    private func trace(_ path: Path) {
        for step in path.steps {
            switch step {
            case .move(let point): document.move(to: point)
            case .line(let point): document.line(to: point)
            case .curve(let first, let second, let end): document.curve(first, second, to: end)
            case .close: document.close()
            }
        }
    }

    func shadow(_ shadow: ShadowShape) {
        document.save()
        if let hole = shadow.hole {
            trace(Path(shadow.bounds.union(hole)))
            trace(Path(hole))
            document.clip(rule: .evenOdd)
        }
        for ring in ShadowRings(shadow, scale: scale).rings {
            trace(ring.outlines)
            document.fill(.color(ring.color), rule: .evenOdd)
        }
        document.restore()
    }

    func image(
        _ image: PaintedImage, in rect: Rect, _ sampling: ImageSampling, opacity: Double
    ) throws(PDFError) {
        document.image(
            width: image.width, height: image.height, bytes: image.bytes, in: rect,
            isSmooth: sampling == .linear, opacity: opacity)
    }

    // MARK: Containers

    func begin(_ container: ExportContainer) {
        switch container {
        case .clip(let rect, let radius):
            document.save()
            trace(Path(rect, corners: Corners(radius)))
            document.clip()
        case .group:
            groupDepth += 1
            document.beginGroup()
        case .map(let map):
            document.save()
            document.transform(by: map)
        case .tag(let tag, let elements): begin(tag, elements)
        }
    }

    func end(_ container: ExportContainer) {
        switch container {
        case .clip, .map: document.restore()
        case .group(let opacity):
            document.endGroup(opacity: opacity)
            groupDepth -= 1
        case .tag(let tag, _): end(tag)
        }
    }

    private func begin(_ tag: PictureTag, _ elements: [Picture.Element]) {
        openRoles.append(tag.role)
        if tag.role == .decoration { silent += 1 }
        guard silent == 0 else { return }
        switch tag.role {
        case .figure: document.begin(.figure(alternative: tag.label))
        case .group: document.begin(.section)
        case .heading:
            document.begin(.heading)
            heading =
                tag.label.isEmpty ? elements.flatMap(\.texts).joined(separator: " ") : tag.label
        case .text: document.begin(.paragraph)
        case .list: document.begin(.list)
        case .listItem:
            document.begin(.item)
            document.begin(.itemBody)
        case .table: document.begin(.table)
        case .row:
            document.begin(.row)
            rowHasCells.append(elements.contains { $0.holds(.cell) })
        case .headerCell:
            // If a row has its own cells, its header names the row.
            document.begin(.headerCell(ofColumn: !(rowHasCells.last ?? false)))
        case .cell: document.begin(.cell)
        case .decoration: break
        }
    }

    /// For each open row, whether it has cells that are not headers.
    private var rowHasCells: [Bool] = []

    private func end(_ tag: PictureTag) {
        openRoles.removeLast()
        if tag.role == .decoration {
            silent -= 1
            return
        }
        guard silent == 0 else { return }
        if tag.role == .row { rowHasCells.removeLast() }
        if tag.role == .heading { heading = nil }
        if tag.role == .listItem { document.endTag() }
        document.endTag()
    }

    // MARK: Text

    func text(
        _ line: ShapedLine, at origin: Point, factor: Double, _ color: Color
    ) throws(PDFError) {
        if let title = heading {
            document.addOutline(title, y: origin.y - line.ascent * factor)
            heading = nil
        }
        // In a part with other parts a text is one of them; in a figure its words belong to the
        // figure.
        let isAmongParts = openRoles.last.map { $0 == .group } ?? true
        let isLoose = hasTags && isAmongParts && silent == 0 && groupDepth == 0
        if isLoose { document.begin(.paragraph) }
        let scalars = DocumentText.scalars(line.text)
        for run in TextRun.runs(of: line, scalarCount: scalars.count) {
            let file = fonts.file(of: run.face)
            let font = try document.font(
                path: file.path, index: file.index, weight: file.weight.rawValue)
            let clusters = run.readingOrder.map { cluster in
                PDFCluster(
                    byteCount: DocumentText.string(scalars[cluster.scalars]).utf8.count,
                    glyphCount: cluster.glyphs.count)
            }
            let glyphs = line.glyphs[run.glyphs].map {
                PDFGlyph(
                    index: $0.glyph, x: origin.x + $0.x * factor, y: origin.y + $0.y * factor)
            }
            document.show(
                glyphs, text: DocumentText.string(scalars[run.scalars]), clusters: clusters,
                isRightToLeft: run.isRightToLeft, font: font, size: line.style.size * factor,
                color: color)
        }
        if isLoose { document.endTag() }
    }
}
