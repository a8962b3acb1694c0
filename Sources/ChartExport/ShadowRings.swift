// The shadow of a rounded rectangle as rings of one colour each.
//
// Method: as on the screen. The darkness at a place depends on its distance from the edge, by the
// integral of a Gaussian; at corners the radius of the edge is larger by the amount that the blur
// rounds off. Places at one distance are on a rounded rectangle, so the shadow is a sequence of
// those, one within another, and between two neighbours there is a ring of the colour in the middle
// between them. Rings are as many device pixels wide as are needed to become 1/255 darker, and at
// least one. Edges on whole pixels need no antialiasing, and thinner rings become darker than they
// should (a viewer may count a pixel for each that touches it).
// Limits: where two rings meet within a pixel, a viewer with antialiasing makes it slightly paler,
// by at most a quarter of the square of the opacity there: invisible below an opacity of a tenth,
// four levels of a byte at a quarter.
// Rejected: an image (blurred when enlarged, and large); gradients with changing opacity (each
// becomes a mask, whose edges viewers round to whole pixels, and lines are visible where they
// meet); layers over one another (the rounding of viewers to whole bytes adds up).

import Geometry
import Glibc
import Painting

struct ShadowRings {
    struct Ring {
        /// The edges on both sides, filled by the even-odd rule.
        var outlines: [Outline]
        var color: Color
    }

    private(set) var rings: [Ring] = []

    /// The rings of a shadow for a scale in device pixels per point.
    init(_ shadow: ShadowShape, scale: Double) {
        let rect = shadow.rect.offset(by: shadow.offset)
        let sigma = shadow.sigma
        let (across, down) = (rect.width / 2, rect.height / 2)
        let sharpest = min(across, down)
        func share(_ length: Double) -> Double { erf(length / (sigma * 2.0.squareRoot())) }
        // The amount that the blur rounds off.
        let radius = min(
            (shadow.radius * shadow.radius + 3.5 * sigma * sigma).squareRoot(), sharpest)
        // A rectangle narrower than its blur is pale in its middle too.
        let darkest =
            Double(shadow.color.alpha) * share(across) * share(down)
            / (0.5 + 0.5 * share(sharpest))
        func alpha(_ distance: Double) -> Double { darkest * (0.5 - 0.5 * share(distance)) }
        // The filled area must not touch the next pixel at its end: some viewers would count it.
        let sliver = 0.002 / scale
        func outline(_ distance: Double, isHole: Bool = false) -> Outline {
            let whole = rect.inset(by: -distance)
            // The filled area is left of a hole and above it, and otherwise inside the outline.
            let (before, after) = isHole ? (sliver, 0) : (0, sliver)
            let edge = Rect(
                x: whole.x - before, y: whole.y - before, width: whole.width + before - after,
                height: whole.height + before - after)
            return .rectangle(edge, Corners(max(radius + distance, 0)))
        }
        // The darkness at a number of device pixels from the edge. Nothing drawn is larger than the
        // number of pixels that fits into an integer.
        func alpha(at pixels: Int) -> Double { alpha(Double(pixels) / scale) }
        func pixels(_ length: Double) -> Int { Int(min(max(length * scale, 0), 1e9)) }
        var outer = pixels(3 * sigma) + 1
        // Further inside nothing changes.
        let deepest = -pixels(min(sharpest, 3 * sigma))
        let step = 1.0 / 255
        while outer > deepest {
            // The distance at which it is darker by one step, or one pixel nearer.
            let wanted = alpha(at: outer) + step
            var (inner, near) = (deepest, outer - 1)
            if alpha(at: near) >= wanted { inner = near }
            while near - inner > 1 {
                let middle = inner + (near - inner) / 2
                if alpha(at: middle) < wanted { near = middle } else { inner = middle }
            }
            rings.append(
                Ring(
                    outlines: [
                        outline(Double(outer) / scale),
                        outline(Double(inner) / scale, isHole: true),
                    ],
                    color: shadow.color.with(alpha((Double(outer) + Double(inner)) / 2 / scale))))
            outer = inner
        }
        if sharpest > Double(-deepest) / scale {
            rings.append(
                Ring(
                    outlines: [outline(Double(deepest) / scale)],
                    color: shadow.color.with(alpha(at: deepest))))
        }
    }
}

extension Color {
    fileprivate func with(_ alpha: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: Float(alpha))
    }
}
