import Cartography
import ChartInteraction
import Foundation
import Geometry
import Maps
import Testing

@MainActor
@Suite struct MapToolTests {
    @MainActor
    private final class Desk {
        let view: MapView
        var events: [MapTool.Event] = []
        private(set) lazy var tool = MapTool(
            view, frame: { Rect(x: 100, y: 50, width: 400, height: 300) },
            perform: { [unowned self] event, _ in events.append(event) })

        init(rotation: Double = 0) {
            view = MapView(
                MapCamera(
                    .mercator, center: PlanePoint(x: 0.53, y: 0.35), zoom: 12, rotation: rotation,
                    size: Size(width: 400, height: 300)))
        }

        func send(_ kind: InputEvent.Kind, _ x: Double, _ y: Double, at time: Double = 0) {
            _ = tool.handle(
                InputEvent(time: time, position: Point(x: 100 + x, y: 50 + y), kind: kind))
        }
    }

    private func isEqual(_ a: PlanePoint, _ b: PlanePoint) -> Bool {
        abs(a.x - b.x) < 1e-12 && abs(a.y - b.y) < 1e-12
    }

    @Test(arguments: [0, 0.8, -2.6])
    func aPointStaysUnderThePointer(_ rotation: Double) {
        let desk = Desk(rotation: rotation)
        let held = desk.view.camera.planePoint(at: Point(x: 60, y: 200))
        desk.send(.pointerPressed(.left), 60, 200)
        desk.send(.pointerMoved, 90, 150, at: 0.1)
        desk.send(.pointerMoved, 300, 20, at: 0.2)
        #expect(isEqual(desk.view.camera.planePoint(at: Point(x: 300, y: 20)), held))
        // After a rest there is no momentum.
        desk.send(.pointerReleased(.left), 300, 20, at: 1)
        #expect(!desk.view.isMoving)
    }

    @Test func momentumIsTheSameAtEveryFrameRate() {
        var ends: [PlanePoint] = []
        for rate in [30.0, 60, 144] {
            let desk = Desk(rotation: 0.5)
            desk.send(.pointerPressed(.left), 60, 200)
            for step in 1...10 {
                desk.send(.pointerMoved, 60 + 12 * Double(step), 200, at: 0.01 * Double(step))
            }
            desk.send(.pointerReleased(.left), 180, 200, at: 0.1)
            #expect(desk.view.isMoving)
            let before = desk.view.camera.center
            var time = 0.1
            while desk.view.advance(to: time) { time += 1 / rate }
            #expect(time < 2.2)
            ends.append(desk.view.camera.center)
            #expect(!isEqual(before, desk.view.camera.center))
        }
        #expect(isEqual(ends[0], ends[1]) && isEqual(ends[1], ends[2]))
    }

    @Test func aWheelZoomsAboutThePointer() {
        let desk = Desk()
        let held = desk.view.camera.planePoint(at: Point(x: 310, y: 40))
        desk.send(.wheel(Vector(dx: 0, dy: -1)), 310, 40)
        desk.send(.wheel(Vector(dx: 0, dy: -1)), 310, 40, at: 0.1)
        var time = 0.1
        while desk.view.advance(to: time) { time += 0.016 }
        #expect(abs(desk.view.camera.zoom - 12.5) < 1e-12)
        #expect(isEqual(desk.view.camera.planePoint(at: Point(x: 310, y: 40)), held))
    }

    @Test func twoFingersHoldTheMapAndTurnItOnceTheyTurn() {
        let desk = Desk()
        desk.send(.touchBegan(1), 100, 100)
        desk.send(.touchBegan(2), 300, 100, at: 0.01)
        let held = desk.view.camera.planePoint(at: Point(x: 100, y: 100))
        // A little turn only stretches it.
        desk.send(.touchMoved(1), 50, 100, at: 0.1)
        desk.send(.touchMoved(2), 350, 120, at: 0.1)
        #expect(desk.view.camera.rotation == 0)
        #expect(abs(desk.view.camera.zoom - 12 - log2(hypot(300, 20) / 200)) < 1e-9)
        #expect(isEqual(desk.view.camera.planePoint(at: Point(x: 50, y: 100)), held))
        // A quarter turn does turn it, without the first degrees.
        desk.send(.touchMoved(2), 50, 400, at: 0.2)
        #expect(abs(desk.view.camera.rotation - (.pi / 2 - 12 * .pi / 180)) < 1e-9)
        #expect(isEqual(desk.view.camera.planePoint(at: Point(x: 50, y: 100)), held))
        // One finger goes on from where the map is.
        let before = desk.view.camera
        desk.send(.touchEnded(2), 50, 400, at: 0.3)
        #expect(desk.view.camera == before)
        desk.send(.touchMoved(1), 60, 100, at: 0.4)
        #expect(isEqual(desk.view.camera.planePoint(at: Point(x: 60, y: 100)), held))
    }

    @Test func aTouchpadPansPinchesAndTurns() {
        let desk = Desk()
        let held = desk.view.camera.planePoint(at: Point(x: 200, y: 150))
        desk.send(.scrolled(Vector(dx: 30, dy: 10), .finger), 200, 150)
        #expect(isEqual(desk.view.camera.planePoint(at: Point(x: 170, y: 140)), held))
        desk.view.stop()
        let corner = desk.view.camera.planePoint(at: Point(x: 10, y: 10))
        desk.send(.pinchBegan(fingers: 2), 10, 10, at: 1)
        desk.send(.pinchUpdated(translation: .zero, scale: 2, rotation: 8), 10, 10, at: 1.1)
        #expect(desk.view.camera.rotation == 0)
        desk.send(.pinchUpdated(translation: .zero, scale: 2, rotation: 34), 10, 10, at: 1.2)
        #expect(abs(desk.view.camera.rotation - 30 * .pi / 180) < 1e-9)
        #expect(abs(desk.view.camera.zoom - 13) < 1e-9)
        #expect(isEqual(desk.view.camera.planePoint(at: Point(x: 10, y: 10)), corner))
        desk.send(.pinchEnded(isCancelled: false), 10, 10, at: 1.3)
    }

    @Test func whatIsUnderAPinchMovesWithTheFingers() {
        let desk = Desk()
        let held = desk.view.camera.planePoint(at: Point(x: 100, y: 120))
        desk.send(.pinchBegan(fingers: 2), 100, 120, at: 1)
        let ways = [Vector(dx: 10, dy: 0), Vector(dx: 10, dy: -30), Vector(dx: 0, dy: 5)]
        for (index, way) in ways.enumerated() {
            desk.send(
                .pinchUpdated(translation: way, scale: Double(index + 2), rotation: 20), 100, 120,
                at: 1.1 + Double(index))
        }
        #expect(isEqual(desk.view.camera.planePoint(at: Point(x: 120, y: 95)), held))
        #expect(abs(desk.view.camera.zoom - 14) < 1e-9)
        #expect(abs(desk.view.camera.rotation - 48 * .pi / 180) < 1e-9)
    }

    @Test(arguments: 1...3)
    func threeTapsAreCountedByTheirFingers(_ count: Int) {
        let desk = Desk()
        for tap in 0..<3 {
            let time = 0.2 * Double(tap)
            for finger in 1...count {
                desk.send(.touchBegan(finger), 100 + 40 * Double(finger), 100, at: time)
            }
            for finger in 1...count {
                desk.send(.touchEnded(finger), 100 + 40 * Double(finger), 100, at: time + 0.05)
            }
        }
        let last = Point(x: 100 + 40 * Double(count), y: 100)
        #expect(desk.events.last == .tripleTap(last, fingers: count))
        #expect(desk.events.count == (count == 1 ? 2 : 1))
    }

    @Test func glidesAddUpAndEndExactly() {
        let desk = Desk()
        let start = desk.view.camera
        desk.view.glide(at: 0) { $0.pan(by: Vector(dx: 50, dy: 0)) }
        _ = desk.view.advance(to: 0.2)
        desk.view.glide(at: 0.2) { $0.pan(by: Vector(dx: 50, dy: 0)) }
        #expect(desk.view.advance(to: 0.6))
        #expect(!desk.view.advance(to: 0.75))
        var wanted = start
        wanted.pan(by: Vector(dx: 100, dy: 0))
        #expect(isEqual(desk.view.camera.center, wanted.center))
        // A turn is the shorter one.
        desk.view.move { $0.rotation = 3 }
        desk.view.glide(at: 1) { $0.rotation = -3 }
        _ = desk.view.advance(to: 1.25)
        #expect(desk.view.camera.rotation > 3)
    }
}
