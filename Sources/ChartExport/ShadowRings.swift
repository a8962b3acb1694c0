// The shadow of a rounded rectangle as rings of one colour each.
//
// Method: the screen's. A place is as dark as its distance from the edge says, by the integral of a Gaussian;
// at corners the edge turns with a radius that is larger by what the blur rounds off. Places of one distance
// lie on a rounded rectangle, so the shadow is a row of those, one within another, and between two neighbours
// there is a ring of the colour in the middle between them. Rings are as wide as it takes to get 1/255 darker,
// but not below half a device pixel.
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
        func outline(_ distance: Double) -> Outline {
            .rectangle(rect.inset(by: -distance), Corners(max(radius + distance, 0)))
        }
        var outer = 3 * sigma
        // Inside of this distance nothing changes.
        let deepest = -min(sharpest, 3 * sigma)
        let narrowest = 0.5 / scale
        let step = 1.0 / 255
        while outer > deepest {
            // Between the two it gets darker by one step, if it does at all.
            var (near, far) = (max(outer - narrowest, deepest), deepest)
            let wanted = alpha(outer) + step
            if alpha(near) < wanted {
                for _ in 0..<48 {
                    let middle = (near + far) / 2
                    if alpha(middle) < wanted { near = middle } else { far = middle }
                }
                near = far
            }
            let inner = near
            rings.append(
                Ring(
                    outlines: [outline(outer), outline(inner)],
                    color: shadow.color.with(alpha((outer + inner) / 2))))
            outer = inner
        }
        if sharpest + deepest > 0 {
            rings.append(
                Ring(outlines: [outline(deepest)], color: shadow.color.with(alpha(deepest))))
        }
    }
}

extension Color {
    fileprivate func with(_ alpha: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: Float(alpha))
    }
}
