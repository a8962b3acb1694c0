// Lines whose segments differ in width, colour and dashes.
//
// Layout: the samples' buffer unchanged, and in addition one number per sample, of which each
// instance reads three: those of the segments before, at and after it. A line without attributes
// reads none and is drawn by the same program as before.
// Method: one draw for each style in use, of all visible segments; the vertex shader discards those
// of other styles. So width, dashes and colour are uniforms, a change of style sends nothing, and
// sharing within a style (corners, round joins) is as in a line of one style. The pattern of dashes
// runs along the whole line, hidden segments included. Where two styles meet, both ends are round,
// and the wider one covers the other; if they are equally wide, the one with the higher attribute
// does. The same rule applies wherever the line crosses itself.
// An opaque line is drawn directly into the target, from the covered to the covering styles. If a
// style is translucent, the coverage of each style is collected separately and each pixel is
// divided among them (`Masks`): one even tone for each style, and none on top of another.
// Limits: the vertex shader runs for every visible segment once for each style in use, which
// matters only with dozens of styles. Where two opaque styles of one width meet, the pixels that
// both edges cover in part get a few percent more than from a single stroke; where more than three
// translucent ones are in use, a few percent less. Gaps are drawn after the line, as in other
// lines.
// Rejected: a style in every vertex (larger for all lines, and dashes, joins and masks would need
// all styles at once); a draw for each run of segments (as many draws as runs); a buffer for each
// style (a change of style sends it again).

import ChartScene
import GPU
import Geometry

/// One of the styles of a line, as passed to the shader.
struct LineAttribute {
    /// The attribute whose segments are drawn.
    var number: Int
    /// The number of styles, including the line's own.
    var styles: Int
    /// The hidden styles: a bit for each, 16 to a number.
    var hidden: [Float]

    init(_ number: Int, of style: LineStyle) {
        self.number = number
        styles = style.lastAttribute + 1
        var words = [Int](repeating: 0, count: 16)
        for (number, segment) in style.segments
        where segment.isHidden && (1...255).contains(number) {
            words[number / 16] |= 1 << (number % 16)
        }
        hidden = words.map(Float.init)
    }
}

extension LineRenderer {
    /// Draws a line whose samples select the styles of the segments that start at them.
    func drawAttributed(_ item: LineItem, with renderer: Renderer) throws(GPUError) {
        let (buffer, style, projection) = (item.samples.content, item.style, item.projection)
        let alpha = item.alpha
        let layers = style.layers(of: buffer.usedAttributes).map {
            (
                style: $0.style, color: painted($0.style, alpha, renderer),
                key: LineAttribute($0.attribute, of: style)
            )
        }
        let reach = layers.reduce(0) { max($0, $1.style.reach(scale: renderer.scale)) }
        let visible = buffer.visible(projection, renderer.clip.rect, reach: reach)
        guard !visible.isEmpty, alpha > 0 else { return }
        if layers.allSatisfy({ $0.color.alpha >= 1 }) {
            for layer in layers {
                try drawSegments(
                    buffer, visible, layer.style, projection, layer.color.premultiplied, [],
                    renderer, attribute: layer.key)
            }
        } else {
            let covering = Array(layers.reversed())
            try renderer.masks.paint(
                covering.map(\.color.premultiplied),
                within: bounds(buffer, visible, projection, reach), with: renderer
            ) { (index, channel) throws(GPUError) in
                try drawSegments(
                    buffer, visible, covering[index].style, projection, channel, .overlap,
                    renderer, attribute: covering[index].key)
            }
        }
        for layer in layers {
            try drawGaps(
                buffer, layer.style, projection, layer.color, renderer, attribute: layer.key)
        }
    }
}

extension Pipeline {
    /// Sets the style that a program of lines draws.
    func set(_ attribute: LineAttribute) {
        program.set(uniform("uAttribute"), Float(attribute.number), Float(attribute.styles))
        program.set(uniform("uHidden"), vec4s: attribute.hidden)
    }
}
