// The picture of a map that only pans.
//
// Method: the camera is moved by at most half a device pixel, so that it pans by whole ones. Then the renderer
// keeps the pixels (`ScrolledPicture`), and a frame draws what has come into view at two sides. The same
// camera has to be used for everything that must not move against the map.
// A zoom, a turn, a new tile and any other change of the look draw all of it.

import ChartScene
import Foundation
import Geometry
import Maps

/// Keeps the picture of a map from frame to frame.
@MainActor
public final class MapPicture {
    private let key = PictureKey()

    /// Nothing kept yet.
    public init() {}

    /// A camera moved to whole device pixels: that of everything on the map.
    public static func snapped(_ camera: MapCamera, deviceScale: Double) -> MapCamera {
        var camera = camera
        let place = place(of: camera, deviceScale)
        let unit = camera.pointsPerUnit * deviceScale
        let (x, y) = (
            (place.x.rounded() + camera.size.width * deviceScale / 2) / unit,
            (place.y.rounded() + camera.size.height * deviceScale / 2) / unit
        )
        let (sine, cosine) = (sin(camera.rotation), cos(camera.rotation))
        camera.center = PlanePoint(x: cosine * x + sine * y, y: -sine * x + cosine * y)
        return camera
    }

    /// The device pixel of the plane, from its origin on, at the upper left corner of a view.
    private static func place(of camera: MapCamera, _ deviceScale: Double) -> Point {
        let unit = camera.pointsPerUnit * deviceScale
        let (sine, cosine) = (sin(camera.rotation), cos(camera.rotation))
        let center = camera.center
        return Point(
            x: (cosine * center.x - sine * center.y) * unit - camera.size.width * deviceScale / 2,
            y: (sine * center.x + cosine * center.y) * unit - camera.size.height * deviceScale / 2)
    }

    /// Adds a map to a scene: of what was kept only the missing parts are drawn.
    ///
    /// - Parameters:
    ///   - camera: as `snapped` returns it.
    ///   - frame: where it is, in points.
    ///   - stamp: all that the look depends on, without the camera.
    ///   - ground: the opaque colour below everything.
    ///   - content: adds the map.
    public func encode(
        into scene: SceneBuilder, _ camera: MapCamera, in frame: Rect, stamp: some Hashable,
        ground: Color, _ content: () -> Void
    ) {
        let rect = scene.pixels(frame)
        let place = Self.place(of: camera, scene.scale)
        guard abs(place.x) < 1e15, abs(place.y) < 1e15 else { return content() }
        let picture = ScrolledPicture(
            key, in: rect, offset: Int(place.x.rounded()), row: Int(place.y.rounded()),
            stamp: Stamp(
                look: AnyHashable(stamp), plane: camera.plane, zoom: camera.zoom,
                rotation: camera.rotation), ground: ground)
        let nodes = scene.missingParts(of: picture).isEmpty ? [] : scene.recorded(content)
        scene.keep(picture, nodes)
    }

    private struct Stamp: Hashable {
        var look: AnyHashable
        var plane: MapPlane
        var zoom: Double
        var rotation: Double
    }
}
