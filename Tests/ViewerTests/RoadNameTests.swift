import ChartScene
import Foundation
import Geodesy
import Geometry
import Maps
import Testing
import Text

@testable import Cartography
@testable import Viewer

/// The names of the roads of a made-up town (`Fixtures/Town`).
@MainActor
@Suite struct RoadNameTests {
    private let layer: TileLayer
    private let labels = MapLabels()
    private let typesetter: Typesetter

    init() throws {
        let file = try #require(
            Bundle.module.url(
                forResource: "town", withExtension: "pmtiles", subdirectory: "Fixtures/Town"))
        layer = TileLayer(
            try TileSource(try PMTilesArchive(path: file.path)), palette: .light)
        layer.waits = true
        typesetter = Typesetter(fonts: try FontLibrary())
    }

    private func camera(zoom: Double, rotation: Double = 0) throws -> MapCamera {
        MapCamera(
            .mercator,
            center: try #require(
                MapPlane.mercator.point(Coordinate(latitude: 52.5163, longitude: 13.379))),
            zoom: zoom, rotation: rotation, size: Size(width: 900, height: 700))
    }

    private func prepare(_ camera: MapCamera, isMoving: Bool = false) -> Set<String> {
        _ = layer.prepare(for: camera, deviceScale: 1, at: 0)
        labels.prepare(
            layer, for: camera, deviceScale: 1, typesetter: typesetter, isMoving: isMoving)
        return Set(labels.texts.map(\.text))
    }

    private func pictures(_ camera: MapCamera) -> [PictureItem] {
        let scene = SceneBuilder(size: camera.size, scale: 1)
        labels.encode(into: scene, camera, at: .zero)
        return scene.finish().nodes.compactMap {
            if case .item(let item) = $0 { item as? PictureItem } else { nil }
        }
    }

    @Test(arguments: [0, 0.5, 2, -1.3]) func roadsHaveTheirNames(_ rotation: Double) throws {
        let far = prepare(try camera(zoom: 13.2, rotation: rotation))
        #expect(far.isSuperset(of: ["Altstadt", "Hafen", "Great North Road", "Ring"]))
        #expect(!far.contains("Königstraße"))
        let near = prepare(try camera(zoom: 16, rotation: rotation))
        #expect(near.isSuperset(of: ["Great North Road", "Königstraße", "Rue de la République"]))
        // No name is where another one is.
        for (index, name) in labels.texts.enumerated() {
            for other in labels.texts[(index + 1)...] {
                #expect((name.middle - other.middle).length > 8)
            }
        }
    }

    @Test func roadsKeepTheirNamesWhileTheViewMovesALittle() throws {
        func shown(_ camera: MapCamera, isMoving: Bool = false) -> [PictureItem] {
            _ = prepare(camera, isMoving: isMoving)
            return pictures(camera)
        }
        /// The pictures that two views share; that of a place is the same in all views.
        func shared(_ a: [PictureItem], _ b: [PictureItem]) -> Int {
            a.count { item in b.contains { $0.picture === item.picture } }
        }
        let places = 2
        let first = shown(try camera(zoom: 16))
        #expect(first.count > 10)
        let near = try camera(zoom: 16.04, rotation: 0.02)
        let moving = shown(near, isMoving: true)
        #expect(shared(moving, first) > 10)
        // At rest, and further away, they are placed again.
        let resting = shown(near)
        #expect(resting.count > 10 && shared(resting, moving) <= places)
        let zoomed = shown(try camera(zoom: 16.3), isMoving: true)
        #expect(zoomed.count > 8 && shared(zoomed, resting) <= places)
        // Without a change nothing is placed.
        let revision = labels.revision
        _ = prepare(try camera(zoom: 16.3))
        #expect(labels.revision == revision)
    }
}
