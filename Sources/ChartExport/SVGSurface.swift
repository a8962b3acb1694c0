// An SVG, element by element.
//
// Layout: referenced elements (clips, gradients, shadows) are collected at the front, once each;
// the body follows the picture. A tagged part is a `g` with role, name and id. A shaped line is one
// `text`; each run of it that has another face, direction or position is a `tspan`, in reading
// order.
// Method: a run from left to right whose clusters are one scalar each has a position for each of
// them, which keeps the appearance if the same font is present. Any other run has its first
// position and its length. A run from right to left is placed by its middle: a viewer that does not
// support the length, or anchors a text of that direction at the other end, still places it
// correctly.
// Rejected: embedded fonts (an SVG is meant to be edited, and licences differ), `foreignObject`,
// and style sheets, which would apply to the page into which an SVG is inserted.

import Geometry
import Imaging
import Painting
import Text

/// Collects the parts of an SVG.
@MainActor
final class SVGSurface: ExportSurface {
    let putsGroupsIntoTags = false
    private let fonts: FontLibrary
    private let text: SVGExport.TextForm
    private var definitions = SVGWriter()
    private var body = SVGWriter()
    private var usedIDs: Set<String> = ["title", "description"]
    private var knownDefinitions: [Definition: String] = [:]
    /// For each open row, whether it has cells that are not headers.
    private var rowHasCells: [Bool] = []

    private enum Definition: Hashable {
        case clip(Rect, radius: Double)
        case hole(Rect, in: Rect)
        case blur(Rect, sigma: Double)
        case paint(ExportPaint)
    }

    init(fonts: FontLibrary, text: SVGExport.TextForm) {
        (self.fonts, self.text) = (fonts, text)
    }

    /// The complete document.
    func document(size: Size, title: String, description: String, language: String) -> [UInt8] {
        var whole = SVGWriter()
        whole.write("<svg xmlns=\"http://www.w3.org/2000/svg\"" as StaticString)
        whole.attribute("width", size.width)
        whole.attribute("height", size.height)
        whole.attribute("viewBox", [0, 0, size.width, size.height])
        if !language.isEmpty {
            whole.attribute("lang", language)
            whole.attribute("xml:lang", language)
        }
        whole.attribute("role", "img")
        whole.attribute(
            "aria-labelledby", description.isEmpty ? "title" : "title description")
        whole.write(">\n<title id=\"title\">" as StaticString)
        whole.write(escaped: title)
        whole.write("</title>\n" as StaticString)
        if !description.isEmpty {
            whole.write("<desc id=\"description\">" as StaticString)
            whole.write(escaped: description)
            whole.write("</desc>\n" as StaticString)
        }
        if !definitions.bytes.isEmpty {
            whole.write("<defs>\n" as StaticString)
            whole.write(definitions)
            whole.write("</defs>\n" as StaticString)
        }
        whole.write(body)
        whole.write("</svg>\n" as StaticString)
        return whole.bytes
    }

    // MARK: Shapes

    func fill(_ outlines: [Outline], _ paint: ExportPaint, _ rule: FillRule) {
        shape(outlines) { writer in
            if outlines.count > 1 || outlines.contains(where: \.mayCross), rule == .evenOdd {
                writer.attribute("fill-rule", "evenodd")
            }
            fillAttributes(paint, &writer)
        }
    }

    func stroke(_ outline: Outline, _ color: Color, _ style: StrokeStyle) {
        shape([outline]) { writer in
            writer.attribute("fill", "none")
            strokeAttributes(color, style, &writer)
        }
    }

    func fill(
        _ outline: Outline, _ paint: ExportPaint, strokedWith color: Color, _ style: StrokeStyle
    ) {
        shape([outline]) { writer in
            fillAttributes(paint, &writer)
            strokeAttributes(color, style, &writer)
        }
    }

    private func fillAttributes(_ paint: ExportPaint, _ writer: inout SVGWriter) {
        switch paint {
        case .color(let color): writer.attribute("fill", opacity: "fill-opacity", color)
        case .linear: writer.attribute("fill", "url(#\(id(of: .paint(paint))))")
        }
    }

    private func strokeAttributes(
        _ color: Color, _ style: StrokeStyle, _ writer: inout SVGWriter
    ) {
        writer.attribute("stroke", opacity: "stroke-opacity", color)
        writer.attribute("stroke-width", style.width)
        switch style.join {
        case .round: writer.attribute("stroke-linejoin", "round")
        case .bevel: writer.attribute("stroke-linejoin", "bevel")
        case .miter(let limit):
            let limit = limit.isFinite ? max(limit, 1) : 1
            if limit != 4 { writer.attribute("stroke-miterlimit", limit) }
        }
        switch style.cap {
        case .round: writer.attribute("stroke-linecap", "round")
        case .square: writer.attribute("stroke-linecap", "square")
        case .butt: break
        }
        guard !style.dashes.isEmpty else { return }
        writer.attribute("stroke-dasharray", style.dashes)
        if style.dashStart != 0 { writer.attribute("stroke-dashoffset", style.dashStart) }
    }

    /// The simplest element for the outlines.
    private func shape(_ outlines: [Outline], _ attributes: (inout SVGWriter) -> Void) {
        if outlines.count == 1, case .rectangle(let rect, let corners) = outlines[0],
            let radius = corners.common
        {
            body.write("<rect" as StaticString)
            place(rect)
            if radius > 0 { body.attribute("rx", radius) }
        } else if outlines.count == 1, case .circle(let center, let radius) = outlines[0] {
            body.write("<circle" as StaticString)
            body.attribute("cx", center.x)
            body.attribute("cy", center.y)
            body.attribute("r", radius)
        } else {
            body.write("<path" as StaticString)
            body.begin("d")
            body.write(outlines)
            body.endAttribute()
        }
        attributes(&body)
        body.write("/>\n" as StaticString)
    }

    private func place(_ rect: Rect) {
        body.attribute("x", rect.x)
        body.attribute("y", rect.y)
        body.attribute("width", rect.width)
        body.attribute("height", rect.height)
    }

    func shadow(_ shadow: ShadowShape) {
        if let hole = shadow.hole {
            body.write("<g" as StaticString)
            body.attribute("clip-path", "url(#\(id(of: .hole(hole, in: shadow.bounds))))")
            body.write(">" as StaticString)
        }
        body.write("<rect" as StaticString)
        place(shadow.rect.offset(by: shadow.offset))
        if shadow.radius > 0 { body.attribute("rx", shadow.radius) }
        body.attribute("fill", opacity: "fill-opacity", shadow.color)
        body.attribute(
            "filter", "url(#\(id(of: .blur(shadow.bounds, sigma: shadow.sigma))))")
        body.write("/>" as StaticString)
        if shadow.hole != nil { body.write("</g>" as StaticString) }
        body.write("\n" as StaticString)
    }

    func image(
        _ image: PaintedImage, in rect: Rect, _ sampling: ImageSampling, opacity: Double
    ) throws(ImagingError) {
        let bitmap = Bitmap(
            width: image.width, height: image.height, alpha: .premultiplied, bytes: image.bytes)
        let file = try bitmap.encodedPNG()
        body.write("<image" as StaticString)
        place(rect)
        body.attribute("preserveAspectRatio", "none")
        if sampling == .nearest {
            // Viewers support one or the other.
            body.write(
                " image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\""
                    as StaticString)
        }
        if opacity < 1 { body.attribute("opacity", opacity) }
        body.begin("href")
        body.write("data:image/png;base64," as StaticString)
        body.write(base64: file)
        body.endAttribute()
        body.write("/>\n" as StaticString)
    }

    // MARK: Containers

    func begin(_ container: ExportContainer) {
        body.write("<g" as StaticString)
        switch container {
        case .clip(let rect, let radius):
            body.attribute("clip-path", "url(#\(id(of: .clip(rect, radius: radius))))")
        case .group(let opacity): body.attribute("opacity", opacity)
        case .map(let map):
            body.begin("transform")
            body.write(map)
            body.endAttribute()
        case .tag(let tag, let elements):
            if tag.role == .row { rowHasCells.append(elements.contains { $0.holds(.cell) }) }
            if tag.role == .decoration {
                body.attribute("aria-hidden", "true")
            } else if tag.role == .headerCell, rowHasCells.last == true {
                body.attribute("role", "rowheader")
            } else {
                body.attribute("role", tag.role.inARIA)
                if tag.role == .heading { body.attribute("aria-level", "1") }
            }
            if !tag.id.isEmpty { body.attribute("id", unique(tag.id)) }
            if !tag.label.isEmpty { body.attribute("aria-label", tag.label) }
        }
        body.write(">\n" as StaticString)
    }

    func end(_ container: ExportContainer) {
        if case .tag(let tag, _) = container, tag.role == .row { rowHasCells.removeLast() }
        body.write("</g>\n" as StaticString)
    }

    // MARK: Definitions

    private func id(of definition: Definition) -> String {
        if let known = knownDefinitions[definition] { return known }
        let id: String
        switch definition {
        case .clip(let rect, let radius):
            id = unique("clip")
            definitions.write("<clipPath" as StaticString)
            definitions.attribute("id", id)
            definitions.write("><path" as StaticString)
            definitions.begin("d")
            definitions.write(Path(rect, corners: Corners(radius)))
            definitions.write("\"/></clipPath>\n" as StaticString)
        case .hole(let hole, let bounds):
            id = unique("hole")
            definitions.write("<clipPath" as StaticString)
            definitions.attribute("id", id)
            definitions.write("><path clip-rule=\"evenodd\"" as StaticString)
            definitions.begin("d")
            definitions.write(Path(bounds.union(hole)))
            definitions.write(Path(hole))
            definitions.write("\"/></clipPath>\n" as StaticString)
        case .blur(let bounds, let sigma):
            id = unique("blur")
            definitions.write("<filter" as StaticString)
            definitions.attribute("id", id)
            definitions.write(" filterUnits=\"userSpaceOnUse\"" as StaticString)
            definitions.attribute("x", bounds.x)
            definitions.attribute("y", bounds.y)
            definitions.attribute("width", bounds.width)
            definitions.attribute("height", bounds.height)
            definitions.write(
                " color-interpolation-filters=\"sRGB\"><feGaussianBlur" as StaticString)
            definitions.attribute("stdDeviation", sigma)
            definitions.write("/></filter>\n" as StaticString)
        case .paint(.linear(let start, let end, let stops)):
            id = unique("paint")
            definitions.write("<linearGradient" as StaticString)
            definitions.attribute("id", id)
            definitions.write(" gradientUnits=\"userSpaceOnUse\"" as StaticString)
            definitions.attribute("x1", start.x)
            definitions.attribute("y1", start.y)
            definitions.attribute("x2", end.x)
            definitions.attribute("y2", end.y)
            definitions.write(">" as StaticString)
            for stop in stops {
                definitions.write("<stop" as StaticString)
                definitions.attribute("offset", stop.offset)
                definitions.attribute("stop-color", opacity: "stop-opacity", stop.color)
                definitions.write("/>" as StaticString)
            }
            definitions.write("</linearGradient>\n" as StaticString)
        case .paint(.color(let color)): return color.hexString
        }
        knownDefinitions[definition] = id
        return id
    }

    /// A name that XML allows and that is unique in the document.
    private func unique(_ wanted: String) -> String {
        var name = ""
        for scalar in wanted.unicodeScalars.prefix(64) {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_": name.unicodeScalars.append(scalar)
            default: name += "-"
            }
        }
        if name.first.map({ !$0.isLetter }) ?? true { name = "part-" + name }
        var candidate = name
        var number = 1
        while !usedIDs.insert(candidate).inserted {
            number += 1
            candidate = "\(name)-\(number)"
        }
        return candidate
    }

    // MARK: Text

    func text(
        _ line: ShapedLine, at origin: Point, factor: Double, _ color: Color
    ) throws(ImagingError) {
        switch text {
        case .text: selectable(line, at: origin, factor: factor, color)
        case .outlines: outlined(line, at: origin, factor: factor, color)
        }
    }

    private func outlined(
        _ line: ShapedLine, at origin: Point, factor: Double, _ color: Color
    ) {
        let size = line.style.size * factor
        var outlines = Path()
        for glyph in line.glyphs {
            guard let outline = fonts.outline(of: glyph, size: size) else { continue }
            outlines.append(
                Path(
                    outline,
                    at: Point(x: origin.x + glyph.x * factor, y: origin.y + glyph.y * factor)))
        }
        let sound = outlines.sound
        guard !sound.isEmpty else { return }
        body.write("<path role=\"img\"" as StaticString)
        body.attribute("aria-label", DocumentText.string(DocumentText.scalars(line.text)))
        body.attribute("fill", opacity: "fill-opacity", color)
        body.begin("d")
        body.write(sound)
        body.write("\"/>\n" as StaticString)
    }

    private func selectable(
        _ line: ShapedLine, at origin: Point, factor: Double, _ color: Color
    ) {
        let scalars = DocumentText.scalars(line.text)
        let runs = TextRun.runs(of: line, scalarCount: scalars.count)
        guard let first = runs.first else { return }
        let family = families(first.face)
        body.write("<text" as StaticString)
        body.attribute("y", origin.y)
        body.attribute("font-family", family)
        body.attribute("font-size", line.style.size * factor)
        let weight = fonts.file(of: first.face).weight.rawValue
        if weight != 400 { body.attribute("font-weight", Double(weight)) }
        body.attribute("fill", opacity: "fill-opacity", color)
        let hasFigures =
            line.style.tabularFigures && scalars.contains { ("0"..."9").contains($0) }
        if hasFigures {
            body.write(" style=\"font-variant-numeric:tabular-nums\"" as StaticString)
        }
        // Without this, blanks at the ends of runs and repeated blanks are dropped.
        if Self.hasLooseBlanks(scalars, runs) {
            body.write(" xml:space=\"preserve\"" as StaticString)
        }
        // Viewers that read only the first of several positions are at most a word off; viewers
        // without support for tabular figures still put each figure in its place.
        let words = runs.flatMap { $0.words(scalars, hasOwnFigures: hasFigures) }
        let isAlone = words.count == 1
        if isAlone { place(first, of: line, scalars, at: origin, factor: factor) }
        body.write(">" as StaticString)
        for run in words {
            if !isAlone {
                body.write("<tspan" as StaticString)
                let own = families(run.face)
                if own != family { body.attribute("font-family", own) }
                place(run, of: line, scalars, at: origin, factor: factor)
                body.write(">" as StaticString)
            }
            body.write(escaped: DocumentText.string(scalars[run.scalars]))
            if !isAlone { body.write("</tspan>" as StaticString) }
        }
        body.write("</text>\n" as StaticString)
    }

    private static func hasLooseBlanks(_ scalars: [Unicode.Scalar], _ runs: [TextRun]) -> Bool {
        if zip(scalars, scalars.dropFirst()).contains(where: { $0 == " " && $1 == " " }) {
            return true
        }
        return runs.contains {
            scalars[$0.scalars.lowerBound] == " " || scalars[$0.scalars.upperBound - 1] == " "
        }
    }

    /// The attributes that position a run.
    private func place(
        _ run: TextRun, of line: ShapedLine, _ scalars: [Unicode.Scalar], at origin: Point,
        factor: Double
    ) {
        func x(_ pen: Double) -> Double { origin.x + pen * factor }
        if run.isRightToLeft {
            body.attribute("x", x(run.left + run.width / 2))
            body.write(
                " text-anchor=\"middle\" direction=\"rtl\" unicode-bidi=\"embed\"" as StaticString)
            body.attribute("textLength", run.width * factor)
            return
        }
        if line.style.tracking != 0, run.clusters.count > 1 {
            body.attribute("letter-spacing", line.style.tracking * line.style.size * factor)
        }
        let isSimple = run.clusters.allSatisfy { cluster in
            cluster.glyphs.count == 1 && cluster.scalars.count == 1
                && scalars[cluster.scalars.lowerBound].value < 0x10000
        }
        if isSimple {
            body.attribute(
                "x", run.clusters.map { x(line.glyphs[$0.glyphs.lowerBound].x) })
        } else {
            body.attribute("x", x(run.left))
            if run.clusters.count > 1 { body.attribute("textLength", run.width * factor) }
        }
    }

    /// The font families for a viewer, in order of preference.
    private func families(_ face: FaceID) -> String {
        var names: [String] = []
        for name in [fonts.file(of: face).families.first ?? fonts.family, fonts.family]
        where !names.contains(name) {
            names.append(name)
        }
        return (names.map(Self.quoted) + ["sans-serif"]).joined(separator: ", ")
    }

    private static func quoted(_ family: String) -> String {
        let isWord =
            family.first?.isLetter == true
            && family.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
        if isWord { return family }
        return "'" + family.filter { $0 != "'" && $0 != "\\" } + "'"
    }
}

extension Outline {
    fileprivate var mayCross: Bool {
        switch self {
        case .rectangle, .circle: false
        case .line, .path: true
        }
    }
}

extension Path {
    /// The outlines of a glyph at a place.
    init(_ outline: GlyphOutline, at origin: Point) {
        let by = Vector(dx: origin.x, dy: origin.y)
        self.init()
        for step in outline.steps {
            switch step {
            case .move(let point):
                close()
                move(to: point + by)
            case .line(let point): line(to: point + by)
            case .curve(let first, let second, let end):
                curve(first + by, second + by, to: end + by)
            }
        }
        close()
    }
}

extension PictureRole {
    /// The role's name in WAI-ARIA.
    fileprivate var inARIA: String {
        switch self {
        case .figure: "figure"
        case .group: "group"
        case .heading: "heading"
        case .text: "paragraph"
        case .list: "list"
        case .listItem: "listitem"
        case .table: "table"
        case .row: "row"
        case .headerCell: "columnheader"
        case .cell: "cell"
        case .decoration: "none"
        }
    }
}
