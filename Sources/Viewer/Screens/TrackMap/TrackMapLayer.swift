import Cartography
import ChartScene
import Geometry
import Maps

/// What a layer of the map of all workouts needs for a frame.
struct TrackMapFrame {
    var camera: MapCamera
    var palette: MapPalette
    /// Whether everything has to be there at once.
    var waits: Bool
    var isStill: Bool
    var time: Double
    var style: PaneStyle
}

/// Something on the map of all workouts: over the ground and under its names.
///
/// To add one, write a class, and add it to the list of layers in `TrackMapStage`.
@MainActor
protocol TrackMapLayer: AnyObject {
    /// Changes with its look, without the camera.
    var look: Int { get }
    /// Takes a view; returns whether another frame is needed.
    func prepare(_ frame: TrackMapFrame) -> Bool
    /// Adds it to a scene, with the upper left corner of the map at a point.
    func encode(into scene: SceneBuilder, _ camera: MapCamera, at corner: Point)
}

/// The tracks of the chosen workouts.
@MainActor
final class TrackMapPasses: TrackMapLayer {
    let passes = PassLayer(palette: .light)

    var look: Int { passes.look }

    func prepare(_ frame: TrackMapFrame) -> Bool {
        passes.palette = frame.palette
        passes.waits = frame.waits
        return passes.prepare(for: frame.camera)
    }

    func encode(into scene: SceneBuilder, _ camera: MapCamera, at corner: Point) {
        passes.encode(into: scene, camera, at: corner)
    }
}
