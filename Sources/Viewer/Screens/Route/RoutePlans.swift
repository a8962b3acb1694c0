import Cartography
import ChartScene
import Geodesy
import Geometry
import HealthData
import Maps

/// The planned routes of files on a map: thin grey lines under what was recorded.
@MainActor
final class RoutePlans {
    private struct Key: Equatable {
        var routes: [PlannedRoute]
        var plane: MapPlane
    }

    private var key: Key?
    private var layers: [TrackLayer] = []
    /// Changes with the routes.
    private var generation = 0

    /// The width of a plan, in points: half of that of a track.
    private static let width = 2.0

    /// Takes the plans for a plane, and makes what a view needs of them.
    ///
    /// Cost: linear in their points when they change; else in those that come into view.
    func prepare(
        _ routes: [PlannedRoute], on plane: MapPlane, for camera: MapCamera, deviceScale: Double,
        _ palette: MapPalette
    ) {
        let key = Key(routes: routes, plane: plane)
        let style = TrackStyle(
            color: palette.label.opacity(0.6), casing: palette.casing, width: Self.width,
            casingWidth: 1)
        if key != self.key {
            self.key = key
            generation += 1_000_000
            layers = routes.map { TrackLayer(Self.line(of: $0, on: plane), style: style) }
        }
        for layer in layers {
            layer.style = style
            layer.prepare(for: camera, deviceScale: deviceScale)
        }
    }

    /// The line of a planned route.
    static func line(of route: PlannedRoute, on plane: MapPlane) -> TrackLine {
        let points = route.track.points
        return TrackLine(
            points.map { point in
                guard let latitude = point.latitude, let longitude = point.longitude else {
                    return nil
                }
                return Coordinate(latitude: latitude, longitude: longitude)
            }, on: plane
        ) { points[$0].beginsSegment }
    }

    /// The number of the plan that is nearest to a point of a view; nil if none is so near.
    ///
    /// - Parameter reach: points.
    func nearest(to point: Point, in camera: MapCamera, within reach: Double) -> Int? {
        layers.firstIndex { $0.nearest(to: point, in: camera, within: reach, last: nil) != nil }
    }

    /// Changes with the look of the plans, without the camera.
    var look: Int { layers.reduce(generation) { $0 &+ $1.look } }

    /// Adds the plans to a scene.
    ///
    /// - Parameter corner: the upper left corner of the map, in points of the scene.
    func encode(into scene: SceneBuilder, _ camera: MapCamera, at corner: Point) {
        for layer in layers { layer.encode(into: scene, camera, at: corner, isCasing: true) }
        for layer in layers { layer.encode(into: scene, camera, at: corner) }
    }
}
