// The shadow of a rounded rectangle as rings of one colour each.
//
// Method: the screen's. A place is as dark as its distance from the edge says, by the integral of a Gaussian;
// at corners the edge turns with a radius that is larger by what the blur rounds off. Places of one distance
// lie on a rounded rectangle, so the shadow is a row of those, one within another, and between two neighbours
// there is a ring of the colour in the middle between them. Rings are as many device pixels wide as it takes to
// get 1/255 darker, and one at least: what lies on whole pixels has its edges there, where nothing has to be
// smoothed, and thinner ones get darker than they should (a viewer may count a pixel for each that touches it).
// Limits: where two rings meet within a pixel, a viewer that smooths edges has it a little paler, by a quarter
// of the square of the opacity there at most: nothing to be seen below an opacity of a tenth, four levels of a
// byte at a quarter.
// Rejected: an image (blurred when enlarged, and large); gradients with changing opacity (each becomes a mask,
// whose edges viewers round to whole pixels, and lines show where they meet); layers over one another (what
// viewers round to whole bytes adds up).

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
        // What the blur rounds off.
        let radius = min(
            (shadow.radius * shadow.radius + 3.5 * sigma * sigma).squareRoot(), sharpest)
        // What is narrower than its blur is pale in its middle too.
        let darkest =
            Double(shadow.color.alpha) * share(across) * share(down)
            / (0.5 + 0.5 * share(sharpest))
        func alpha(_ distance: Double) -> Double { darkest * (0.5 - 0.5 * share(distance)) }
        // Where what is filled ends, the next pixel is not to be touched: some viewers would count it.
        let sliver = 0.002 / scale
        func outline(_ distance: Double, isHole: Bool = false) -> Outline {
            let whole = rect.inset(by: -distance)
            // What is filled lies left of a hole and above it, and inside of what is none.
            let (before, after) = isHole ? (sliver, 0) : (0, sliver)
            let edge = Rect(
                x: whole.x - before, y: whole.y - before, width: whole.width + before - after,
                height: whole.height + before - after)
            return .rectangle(edge, Corners(max(radius + distance, 0)))
        }
        // How dark it is at so many device pixels from the edge. Nothing that is drawn is larger than what an
        // integer holds of those.
        func alpha(at pixels: Int) -> Double { alpha(Double(pixels) / scale) }
        func pixels(_ length: Double) -> Int { Int(min(max(length * scale, 0), 1e9)) }
        var outer = pixels(3 * sigma) + 1
        // Inside of this nothing changes.
        let deepest = -pixels(min(sharpest, 3 * sigma))
        let step = 1.0 / 255
        while outer > deepest {
            // As near as it is darker by one step, or one pixel nearer.
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
