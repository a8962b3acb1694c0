// The shadow of a rounded rectangle as areas with gradients.
//
// Method: the screen's. A place is as dark as its distance from the edge says, by the integral of a Gaussian;
// at corners the edge turns with a radius that is larger by what the blur rounds off. So each corner is a
// gradient about a center, each side one along a line, and the middle a row of rectangles one within another,
// each a step of less than 1/255 away from the next. A gradient has a stop every quarter of a deviation, where
// straight lines between stops are within 0.002 of the curve.
// Limits: where two areas meet between pixels, a viewer that smooths edges shows a line that is paler by at
// most a quarter of the square of the shadow's opacity there.
// Rejected: an image (blurred when enlarged, and large), rings all over (as many seams as there are steps), and
// layers over one another (what renderers round to whole bytes adds up).

import Geometry
import Glibc
import PDF

struct ShadowPatches {
    struct Patch {
        /// Filled by the even-odd rule.
        var outlines: [Rect]
        var paint: PDFPaint
    }

    private(set) var patches: [Patch] = []

    private let color: Color
    private let sigma: Double
    /// How much the color covers where the shadow is darkest.
    private let darkest: Double

    init(_ shadow: ShadowShape) {
        let rect = shadow.rect.offset(by: shadow.offset)
        let (across, down) = (rect.width / 2, rect.height / 2)
        let sharpest = min(across, down)
        let sigma = shadow.sigma
        (color, self.sigma) = (shadow.color, sigma)
        // What the blur rounds off.
        let radius = min(
            (shadow.radius * shadow.radius + 3.5 * sigma * sigma).squareRoot(), sharpest)
        // What is narrower than its blur is pale in its middle too.
        func share(_ length: Double) -> Double { erf(length / (sigma * 2.0.squareRoot())) }
        darkest =
            Double(shadow.color.alpha) * share(across) * share(down)
            / (0.5 + 0.5 * share(sharpest))
        let reach = 3 * sigma
        let inner = rect.inset(by: radius)
        let stops = stops(from: -radius, to: reach)
        let whole = radius + reach
        for (x, left) in [(inner.minX, true), (inner.maxX, false)] {
            for (y, top) in [(inner.minY, true), (inner.maxY, false)] {
                patches.append(
                    Patch(
                        outlines: [
                            Rect(
                                x: left ? x - whole : x, y: top ? y - whole : y, width: whole,
                                height: whole)
                        ], paint: .radial(center: Point(x: x, y: y), from: 0, to: whole, stops)))
            }
        }
        func side(_ outline: Rect, from start: Point, along way: Vector) {
            guard !outline.isEmpty else { return }
            patches.append(
                Patch(
                    outlines: [outline],
                    paint: .linear(from: start, to: start + way * whole, stops)))
        }
        let (low, high) = (inner.origin, Point(x: inner.maxX, y: inner.maxY))
        side(
            Rect(x: low.x, y: low.y - whole, width: inner.width, height: whole), from: low,
            along: Vector(dx: 0, dy: -1))
        side(
            Rect(x: low.x, y: high.y, width: inner.width, height: whole), from: high,
            along: Vector(dx: 0, dy: 1))
        side(
            Rect(x: low.x - whole, y: low.y, width: whole, height: inner.height), from: low,
            along: Vector(dx: -1, dy: 0))
        side(
            Rect(x: high.x, y: low.y, width: whole, height: inner.height), from: high,
            along: Vector(dx: 1, dy: 0))
        addMiddle(inner, depth: radius)
    }

    /// What lies further inside than the corners' radius, at `depth` from the edge and deeper.
    private mutating func addMiddle(_ inner: Rect, depth: Double) {
        guard !inner.isEmpty else { return }
        let most = min(inner.width, inner.height) / 2
        let change = alpha(-depth - most) - alpha(-depth)
        let count = max(1, Int((change * 256).rounded(.up)))
        // Beyond three deviations nothing changes.
        let deepest = max(min(most, 3 * sigma - depth), 0)
        for number in 0..<count {
            let (from, to) = (
                deepest * Double(number) / Double(count),
                deepest * Double(number + 1) / Double(count)
            )
            let isLast = number == count - 1
            let outer = inner.inset(by: from)
            let hole = inner.inset(by: to)
            patches.append(
                Patch(
                    outlines: isLast || hole.isEmpty ? [outer] : [outer, hole],
                    paint: .color(tint(alpha(-depth - (from + to) / 2)))))
        }
    }

    /// How much is covered at a distance from the edge, negative inside.
    private func alpha(_ distance: Double) -> Double {
        darkest * (0.5 - 0.5 * erf(distance / (sigma * 2.0.squareRoot())))
    }

    private func tint(_ alpha: Double) -> Color {
        Color(red: color.red, green: color.green, blue: color.blue, alpha: Float(alpha))
    }

    private func stops(from start: Double, to end: Double) -> [PDFStop] {
        let first = max(start, -3 * sigma)
        let count = max(2, Int(((end - first) / (sigma / 4)).rounded(.up)))
        return (0...count).map { number in
            let distance = first + (end - first) * Double(number) / Double(count)
            // At its end a shadow is gone.
            let alpha = number == count ? 0 : self.alpha(distance)
            return PDFStop((distance - start) / (end - start), tint(alpha))
        }
    }
}
