// The lines of degrees on a map.
//
// Lines are a round number of degrees, minutes or seconds apart, so that a view has a few of them. In
// Mercator they are straight. Around a pole the meridians are straight too, and the parallels are circles.

import Foundation
import Geodesy
import Geometry
import Maps

/// Meridians and parallels in a view.
public struct Graticule: Hashable, Sendable {
    /// A line, as points of the view.
    public struct Line: Hashable, Sendable {
        /// Two for a straight one.
        public var points: [Point]
        /// Degrees: the latitude of a parallel, the longitude of a meridian.
        public var degrees: Double
        /// Whether it is a parallel.
        public var isParallel: Bool
    }

    /// Degrees from one line to the next.
    public let step: Double
    /// The lines.
    public let lines: [Line]

    /// Steps in degrees.
    private static let steps: [Double] = [
        30, 20, 10, 5, 2, 1, 0.5, 1.0 / 3, 1.0 / 6, 1.0 / 12, 1.0 / 30, 1.0 / 60, 1.0 / 120,
        1.0 / 180,
        1.0 / 360, 1.0 / 720, 1.0 / 1800, 1.0 / 3600,
    ]

    /// The lines of a view.
    ///
    /// - Parameter distance: between two lines at least, in points.
    public init(_ camera: MapCamera, distance: Double = 130) {
        let visible = camera.visible
        switch camera.plane {
        case .mercator:
            // A meridian is a line of x, so degrees of longitude are all as long.
            let perDegree = camera.pointsPerUnit / 360
            let step = Self.steps.last { $0 * perDegree >= distance } ?? 30
            var lines: [Line] = []
            let first = ((visible.x - 0.5) * 360 / step).rounded(.up)
            let last = ((visible.maxX - 0.5) * 360 / step).rounded(.down)
            for number in stride(from: first, through: max(first, last), by: 1) where last >= first
            {
                let x = number * step / 360 + 0.5
                lines.append(
                    Line(
                        points: [visible.y, visible.maxY].map {
                            camera.point(of: PlanePoint(x: x, y: $0))
                        }, degrees: (number * step).remainder(dividingBy: 360), isParallel: false))
            }
            let north = camera.plane.place(PlanePoint(x: 0, y: max(visible.y, 0))).latitude
            let south = camera.plane.place(PlanePoint(x: 0, y: min(visible.maxY, 1))).latitude
            let (low, high) = ((south / step).rounded(.up), (north / step).rounded(.down))
            for number in stride(from: low, through: max(low, high), by: 1) where high >= low {
                let latitude = number * step
                guard
                    let y = camera.plane.point(Coordinate(latitude: latitude, longitude: 0))?.y
                else { continue }
                lines.append(
                    Line(
                        points: [visible.x, visible.maxX].map {
                            camera.point(of: PlanePoint(x: $0, y: y))
                        }, degrees: latitude, isParallel: true))
            }
            (self.step, self.lines) = (step, lines)
        case .polar(let isNorthern):
            // Degrees of latitude are about as long as those of the equator.
            let perDegree = camera.pointsPerUnit / 360
            let step = Self.steps.last { $0 * perDegree >= distance } ?? 10
            var lines: [Line] = []
            let plane = camera.plane
            let pole = isNorthern ? 90.0 : -90
            // The farthest latitude that is seen.
            let corners = [
                PlanePoint(x: visible.x, y: visible.y), PlanePoint(x: visible.maxX, y: visible.y),
                PlanePoint(x: visible.x, y: visible.maxY),
                PlanePoint(x: visible.maxX, y: visible.maxY),
            ]
            let latitudes = corners.map { abs(plane.place($0).latitude) }
            let least = max(latitudes.min() ?? 0, 0)
            for longitude in stride(from: -180.0, to: 180, by: 30) {
                let ends = [pole, isNorthern ? least : -least].compactMap {
                    plane.point(Coordinate(latitude: $0, longitude: longitude))
                }
                if ends.count == 2 {
                    lines.append(
                        Line(
                            points: ends.map { camera.point(of: $0) }, degrees: longitude,
                            isParallel: false))
                }
            }
            var latitude = (90 / step).rounded(.down) * step
            if latitude == 90 { latitude -= step }
            while latitude > least, lines.count < 60 {
                let ring = stride(from: -180.0, through: 180, by: 5).compactMap {
                    plane.point(
                        Coordinate(latitude: isNorthern ? latitude : -latitude, longitude: $0))
                }
                lines.append(
                    Line(
                        points: ring.map { camera.point(of: $0) },
                        degrees: isNorthern ? latitude : -latitude, isParallel: true))
                latitude -= step
            }
            (self.step, self.lines) = (step, lines)
        }
    }

    /// Degrees, minutes and seconds as far as the step needs them, with the side of the earth.
    public static func text(_ degrees: Double, step: Double, isParallel: Bool) -> String {
        let seconds = Int((abs(degrees) * 3600).rounded())
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        var text = "\(seconds / 3600)°"
        if step < 1 { text += two(seconds / 60 % 60) + "′" }
        if step * 60 < 1 { text += two(seconds % 60) + "″" }
        let side =
            degrees == 0 ? "" : isParallel ? (degrees > 0 ? "N" : "S") : (degrees > 0 ? "E" : "W")
        return abs(degrees) == 180 ? text : text + side
    }
}
