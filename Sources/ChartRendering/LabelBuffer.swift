// Texts that hang on places in the data.
//
// Layout: 32 bytes a glyph (anchor 12, offset in device pixels 4, picture 8, colour 4, the label's
// reach 4). A label has a run of glyphs of its own in one array; a label that goes
// leaves a hole that is blanked and used again, so that a change sends the glyphs of the new labels
// and not all of them. A label's opacity is in the alpha of its glyphs: a fade sends those that fade.
// Method: the vertex shader projects the anchor, rounds it to a device pixel and adds the offset:
// a pan is one uniform, and a label moves as a whole, crisp, from pixel to pixel. At the ends of an
// axis it pales there by its place, all its glyphs alike.

import GPU
import Geometry
import Painting
import Text

/// A line of text at a place in the data.
public struct AnchoredLabel {
    /// The text.
    public var line: ShapedLine
    /// The place in the data; an axis that the drawing does not anchor is ignored.
    public var x: Double
    /// The place along y.
    public var y: Double
    /// From there to the label's place, in points.
    public var offset: Vector
    /// What of the text is at that place: its left end, middle or right end.
    public var alignment: TextAlignment
    /// The text's colour.
    public var color: Color
    /// How much of it can be seen, from 0 to 1: another opacity is no other label.
    public var opacity: Double

    /// A label from its parts.
    public init(
        _ line: ShapedLine, x: Double = 0, y: Double = 0, offset: Vector = .zero,
        alignment: TextAlignment = .center, color: Color, opacity: Double = 1
    ) {
        self.line = line
        self.x = x
        self.y = y
        self.offset = offset
        self.alignment = alignment
        self.color = color
        self.opacity = opacity
    }
}

/// Labels in memory, with a copy on the GPU; the offset is to the baseline.
@MainActor
public final class LabelBuffer {
    let store = VertexStore<GlyphVertex>(usage: .streamed)
    private(set) var originX = 0.0
    private(set) var originY = 0.0
    /// What its glyphs are from.
    public let atlas: GlyphAtlas
    private var scale = 0.0
    private var held: [Key: Held] = [:]
    private var holes: [Range<Int>] = []

    /// What makes a label the same as one that is already there.
    private struct Key: Hashable {
        var text: String
        var style: TextStyle
        var x: Double
        var y: Double
        var offset: Vector
        var alignment: TextAlignment
        var color: Color
    }

    private struct Held {
        var run: GlyphRun
        var range: Range<Int>
        var color: PackedColor
    }

    /// Labels with glyphs from `atlas`, the renderer's.
    public init(atlas: GlyphAtlas) { self.atlas = atlas }

    /// How many labels there are.
    public var count: Int { held.count }

    /// Makes these the labels, for `scale` device pixels per point.
    ///
    /// Labels that were there before, alike in everything, stay as they are: neither shaped nor
    /// sent again.
    public func replace(_ labels: [AnchoredLabel], scale: Double) {
        if scale != self.scale {
            self.scale = scale
            held = [:]
            holes = []
            store.replace([])
        }
        // Holes of odd sizes add up over a long pan; then everything moves together once.
        let live = held.values.reduce(0) { $0 + $1.range.count }
        if store.count > 512 && store.count > 3 * live { held = [:] }
        if held.isEmpty {
            originX = labels.first?.x ?? 0
            originY = labels.first?.y ?? 0
            holes = []
            store.replace([])
        }
        var wanted: [Key: AnchoredLabel] = [:]
        var order: [Key] = []
        for label in labels where label.x.isFinite && label.y.isFinite {
            let key = Key(
                text: label.line.text, style: label.line.style, x: label.x, y: label.y,
                offset: label.offset, alignment: label.alignment, color: label.color)
            if wanted.updateValue(label, forKey: key) == nil { order.append(key) }
        }
        // In their order, so that the same changes give the same picture.
        let gone = held.filter { wanted[$0.key] == nil }
            .sorted { $0.value.range.lowerBound < $1.value.range.lowerBound }
        for (key, entry) in gone {
            held[key] = nil
            let blank = [GlyphVertex](repeating: .blank, count: entry.range.count)
            store.set(blank, at: entry.range.lowerBound)
            if !entry.range.isEmpty { holes.append(entry.range) }
        }
        for key in order {
            guard let label = wanted[key] else { continue }
            let color = PackedColor(label.color.opacity(Float(label.opacity)))
            guard let known = held[key] else {
                held[key] = place(label, color)
                continue
            }
            if known.color != color {
                held[key]?.color = color
                store.change(known.range) { $0.color = color }
            }
        }
    }

    private func place(_ label: AnchoredLabel, _ color: PackedColor) -> Held {
        let run = atlas.run(label.line, scale: scale)
        let left = label.offset.dx - label.line.width * label.alignment.rawValue
        let dx = Int((left * scale).rounded())
        let dy = Int((label.offset.dy * scale).rounded())
        let (xHigh, xLow) = split(label.x - originX)
        let reach = [left, left + label.line.width].map {
            Int16(clamping: Int(($0 * scale * GlyphVertex.reachParts).rounded()))
        }
        let vertices = run.quads.map { quad in
            var glyph = GlyphVertex(quad, color)
            (glyph.xHigh, glyph.xLow, glyph.y) = (xHigh, xLow, Float(label.y - originY))
            glyph.offsetX = Int16(clamping: dx + Int(quad.x))
            glyph.offsetY = Int16(clamping: dy + Int(quad.y))
            (glyph.reachMin, glyph.reachMax) = (reach[0], reach[1])
            return glyph
        }
        var start = store.count
        if let hole = holes.firstIndex(where: { $0.count >= vertices.count }) {
            let range = holes[hole]
            start = range.lowerBound
            let rest = start + vertices.count..<range.upperBound
            if rest.isEmpty { holes.remove(at: hole) } else { holes[hole] = rest }
        }
        store.set(vertices, at: start)
        return Held(run: run, range: start..<start + vertices.count, color: color)
    }
}

/// How labels along x pale at the ends of their axis.
public struct LabelEnds: Hashable, Sendable {
    /// Between which places all of a text has to be, in device pixels.
    public var room: ClosedRange<Double>
    /// Over how many device pixels a label pales: inside the room's ends, and outside the limits of
    /// anchors.
    public var softness: Double

    /// Ends with some softness, which must be above zero.
    public init(room: ClosedRange<Double>, softness: Double) {
        precondition(softness > 0, "labels pale over some way")
        self.room = room
        self.softness = softness
    }
}

/// What a set of labels hangs on.
public enum LabelAnchoring: Hashable, Sendable {
    /// x in the data, y at a fixed device pixel.
    case x(baseline: Double)
    /// y in the data, x at a fixed device pixel.
    case y(edge: Double)
    /// Both in the data.
    case both
}

extension Renderer {
    /// Draws labels in one draw call; a pan or a zoom sends nothing.
    ///
    /// - Parameters:
    ///   - anchoring: The axis or axes that the labels follow.
    ///   - strip: Device pixels outside of which nothing is drawn; nil is the clip alone.
    ///   - limits: Labels whose anchor is outside of this rectangle (device pixels) are left out as
    ///     a whole; nil is the plot.
    ///   - ends: How labels go at the ends of the limits; nil is all at once. With ends a label that
    ///     begins at its anchor has its middle in the limits too.
    public func drawLabels(
        _ labels: LabelBuffer, _ anchoring: LabelAnchoring, in projection: PlotProjection,
        strip: PixelRect? = nil, limits: Rect? = nil, ends: LabelEnds? = nil,
        alpha: Double = 1
    ) throws(GPUError) {
        guard alpha > 0, labels.store.count > 0, try bindGlyphs(),
            let copy = try labels.store.resident(on: device),
            let pipeline = try prepare(.glyph, within: strip)
        else { return }
        let box = try copy.vertexArray(.glyph, GlyphVertex.attributes)
        pipeline.setGlyphs(
            x: projection.uniformX(origin: labels.originX),
            y: projection.uniformY(origin: labels.originY), anchoring,
            limits: limits ?? projection.plot, ends: ends)
        pipeline.program.set(pipeline.offset, 0, 0, Float(alpha))
        try device.draw(
            .triangleStrip, vertices: 4, instances: labels.store.count, program: pipeline.program,
            vertexArray: box.array)
    }
}

extension Pipeline {
    /// Tells the program of glyphs where they are.
    ///
    /// - Parameters:
    ///   - x: How data becomes device pixels; `y` alike.
    ///   - anchoring: The axis or axes that the glyphs follow.
    ///   - limits: Device pixels outside of which an anchor leaves its glyphs out; nil is none. An
    ///     axis that is not anchored is not limited either.
    ///   - ends: How glyphs go at the ends of the limits; nil is all at once.
    func setGlyphs(
        x: [Float], y: [Float], _ anchoring: LabelAnchoring, limits: Rect?, ends: LabelEnds?
    ) {
        let far: Float = 1e9
        let (left, right, top, bottom) =
            limits.map {
                (
                    Float($0.minX - 0.01), Float($0.maxX + 0.01), Float($0.minY - 0.01),
                    Float($0.maxY + 0.01)
                )
            } ?? (-far, far, -far, far)
        program.set(projectionX, vector: x)
        program.set(projectionY, vector: y)
        program.set(uniform("uGlyphs"), integer: 1)
        if let ends {
            program.set(
                uniform("uEnds"), Float(ends.room.lowerBound), Float(ends.room.upperBound),
                Float(1 / ends.softness), 1)
        } else {
            program.set(uniform("uEnds"), -far, far, far, 0)
        }
        switch anchoring {
        case .x(let baseline):
            program.set(uniform("uAnchoring"), 1, 0, 0, Float(baseline.rounded()))
            program.set(uniform("uLimits"), left, -far, right, far)
        case .y(let place):
            program.set(uniform("uAnchoring"), 0, 1, Float(place.rounded()), 0)
            program.set(uniform("uLimits"), -far, top, far, bottom)
        case .both:
            program.set(uniform("uAnchoring"), 1, 1, 0, 0)
            program.set(uniform("uLimits"), left, top, right, bottom)
        }
    }
}
