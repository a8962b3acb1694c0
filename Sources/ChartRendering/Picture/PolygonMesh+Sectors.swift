// Slices of pies and rings.
//
// Method: the arcs become chords that are at most a tenth of a device pixel from them, the outline
// a mesh with a soft edge (`PolygonMesh`), its inside a strip between the two arcs. A whole turn
// has no corners and is a disc or a ring of the shape's shader.

import Geometry
import Glibc

extension PolygonMesh {
    /// The maximum distance of a chord from its arc, in device pixels.
    private static let departure = 0.1

    /// A sector of a ring, or of a disc if the hole is too small to be visible, in device pixels.
    ///
    /// - Parameters:
    ///   - start: where it begins, in radians clockwise from 12 o'clock.
    ///   - end: where it ends, less than a turn later.
    init(
        sectorAbout middle: Point, inner: Double, outer: Double, from start: Double, to end: Double
    ) {
        let pieces = Self.pieces(angle: end - start, radius: outer)
        func arc(_ radius: Double) -> [Point] {
            (0...pieces).map { number in
                let angle = start + (end - start) * (Double(number) / Double(pieces))
                return Point(x: middle.x + radius * sin(angle), y: middle.y - radius * cos(angle))
            }
        }
        // A hole smaller than a pixel cannot be seen.
        self.init(strip: arc(outer), inner < 0.5 ? [middle] : arc(inner))
    }

    /// The number of chords for an arc in device pixels.
    private static func pieces(angle: Double, radius: Double) -> Int {
        let step = 2 * acos(max(1 - departure / max(radius, 1e-3), 0))
        return max(1, Int((angle / step).rounded(.up)))
    }
}
