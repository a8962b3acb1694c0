import Foundation
import Geometry
import Painting

/// The small dial that shows where north is on a map.
@MainActor
public enum CompassDial {
    /// Draws marks around a dial and a needle to the north.
    ///
    /// - Parameters:
    ///   - turn: radians clockwise from the top to north.
    ///   - mark: the colour of the marks.
    ///   - north: that of the needle's half to the north.
    ///   - south: that of the other half.
    public static func draw(
        at center: Point, radius: Double, north turn: Double, on canvas: Canvas, mark: Color,
        north: Color, south: Color
    ) {
        func at(_ angle: Double, _ distance: Double) -> Point {
            Point(
                x: center.x + distance * sin(turn + angle),
                y: center.y - distance * cos(turn + angle))
        }
        for number in 0..<24 {
            let angle = Double(number) * .pi / 12
            let length = number % 6 == 0 ? radius / 5 : radius / 9
            canvas.line(
                from: at(angle, radius - length), to: at(angle, radius), width: 1, color: mark)
        }
        let (length, width) = (radius * 0.62, radius * 0.24)
        let (left, right) = (at(-.pi / 2, width), at(.pi / 2, width))
        canvas.polygon([at(0, length), right, left], color: north)
        canvas.polygon([at(.pi, length), left, right], color: south)
    }
}
