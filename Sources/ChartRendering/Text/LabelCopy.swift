// Labels as glyphs on the GPU.
//
// Layout: 32 bytes a glyph (anchor 12, offset in device pixels 4, picture 8, colour 4, the label's
// reach 4). A label has its own run of glyphs in one array; a removed label leaves a hole that is
// blanked and reused, so that a change sends only the glyphs of the new labels. A label's opacity
// is in the alpha of its glyphs: a fade sends only fading labels.
// Method: the vertex shader projects the anchor, rounds it to a device pixel and adds the offset: a
// pan is one uniform, and a label moves as a whole, crisp, from pixel to pixel. At the ends of an
// axis a label fades according to its place, all its glyphs alike.
// a pan is one uniform, and a label moves as a whole, crisp, from pixel to pixel. At the ends of an
// axis it pales there by its place, all its glyphs alike.

import ChartScene
import Geometry
import Painting
import Text

/// The glyphs of a buffer of labels, for one atlas and one number of device pixels per point.
@MainActor
final class LabelCopy {
    let store = ElementStore<GlyphVertex>(isStreamed: true)
    private(set) var originX = 0.0
    private(set) var originY = 0.0
    private let atlas: GlyphAtlas
    private var scale = 0.0
    private var revision = -1
    private var held: [AnchoredLabel.Identity: Held] = [:]
    private var holes: [Range<Int>] = []

    private struct Held {
        var run: GlyphRun
        var range: Range<Int>
        var color: PackedColor
    }

    init(atlas: GlyphAtlas) { self.atlas = atlas }

    /// Updates the glyphs from the labels of a buffer.
    func update(from buffer: LabelBuffer, scale: Double) {
        guard buffer.revision != revision || scale != self.scale else { return }
        revision = buffer.revision
        if scale != self.scale {
            self.scale = scale
            held = [:]
            holes = []
            store.replace([])
        }
        // Holes of odd sizes accumulate over a long pan; then everything is compacted once.
        let live = held.values.reduce(0) { $0 + $1.range.count }
        if store.count > 512 && store.count > 3 * live { held = [:] }
        if held.isEmpty {
            originX = buffer.labels.first?.x ?? 0
            originY = buffer.labels.first?.y ?? 0
            holes = []
            store.replace([])
        }
        let wanted = Set(buffer.labels.map(\.identity))
        // In their order, so that the same changes give the same picture.
        let gone = held.filter { !wanted.contains($0.key) }
            .sorted { $0.value.range.lowerBound < $1.value.range.lowerBound }
        for (key, entry) in gone {
            held[key] = nil
            let blank = [GlyphVertex](repeating: .blank, count: entry.range.count)
            store.set(blank, at: entry.range.lowerBound)
            if !entry.range.isEmpty { holes.append(entry.range) }
        }
        for label in buffer.labels {
            let color = PackedColor(label.color.opacity(Float(label.opacity)))
            guard let known = held[label.identity] else {
                held[label.identity] = place(label, color)
                continue
            }
            if known.color != color {
                held[label.identity]?.color = color
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
