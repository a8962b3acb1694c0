import ChartCore
import ChartScene
import Geometry
import Testing

@testable import Charts

/// Signs at the edges of a plot.
@Suite @MainActor struct EdgeFlagTests {
    private let ink = Color(red: 0, green: 0, blue: 0, alpha: 1)

    @Test func aSignIsAtTheNearestEdge() {
        let flags = EdgeFlags(color: ink, ground: .clear, radius: 5)
        let projection = PlotProjection(
            plot: Rect(x: 10, y: 20, width: 200, height: 100), x: 0...1, y: 50...100)
        func y(_ value: Double, scale: Double = 1) -> Double {
            flags.pixelY(
                of: EdgeFlags.Flag(x: 0, value: value), in: projection, scale: scale)
        }
        #expect(y(7_700) == 26)
        #expect(y(.nan) == 26)
        #expect(y(7_700, scale: 2) == 31)
        #expect(y(-3) == 114)
        #expect(y(75) == 70)
    }

    @Test func thePictureFollowsTheFlags() {
        let flags = EdgeFlags(color: ink, ground: .clear)
        let projection = PlotProjection(
            plot: Rect(x: 0, y: 0, width: 100, height: 100), x: 0...1, y: 0...1)
        func items() -> Int {
            let scene = SceneBuilder(size: Size(width: 100, height: 100), scale: 1)
            flags.encode(into: scene, projection)
            return scene.finish().nodes.count
        }
        #expect(items() == 0)
        flags.flags = [EdgeFlags.Flag(x: 0.5, value: 9)]
        #expect(items() == 1)
        flags.flags = []
        #expect(items() == 0)
    }
}
