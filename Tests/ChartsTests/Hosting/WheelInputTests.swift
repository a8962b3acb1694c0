import ChartInteraction
import ChartWindows
import Charts
import Geometry
import Testing

@testable import Wayland

/// What the scroll events of seats mean, old ones included.
@Suite struct WheelInputTests {
    private func kinds(
        _ source: Wayland.ScrollSource, x: ScrollAxis = .none, y: ScrollAxis = .none
    ) -> [InputEvent.Kind] {
        let frame = PointerFrame(
            time: 1, position: Point(x: 2, y: 3), crossing: nil, isMoved: false, buttons: [],
            scroll: Scroll(source: source, horizontal: x, vertical: y), modifiers: [])
        return InputFrame(.pointer(frame))?.events.map(\.kind) ?? []
    }

    @Test func stepsAreTheMeasureOfAWheel() {
        #expect(
            kinds(.wheel, y: ScrollAxis(distance: 15, steps: 1)) == [.wheel(Vector(dx: 0, dy: 1))])
        #expect(
            kinds(.wheel, y: ScrollAxis(distance: 2.5, steps: 0.25))
                == [.wheel(Vector(dx: 0, dy: 0.25))])
    }

    @Test(arguments: [Wayland.ScrollSource.wheel, .unknown, .wheelTilt])
    func aWheelWithoutStepsTurnsByItsDistance(source: Wayland.ScrollSource) {
        #expect(kinds(source, y: ScrollAxis(distance: 10)) == [.wheel(Vector(dx: 0, dy: 1))])
        #expect(kinds(source, y: ScrollAxis(distance: -15)) == [.wheel(Vector(dx: 0, dy: -1))])
        #expect(kinds(source, y: ScrollAxis(distance: 20)) == [.wheel(Vector(dx: 0, dy: 2))])
        #expect(kinds(source, x: ScrollAxis(distance: 45)) == [.wheel(Vector(dx: 3, dy: 0))])
    }

    @Test func fingersScroll() {
        let near = ScrollAxis(distance: 3.7)
        #expect(kinds(.unknown, y: near) == [.scrolled(Vector(dx: 0, dy: 3.7), .continuous)])
        #expect(kinds(.finger, y: near) == [.scrolled(Vector(dx: 0, dy: 3.7), .finger)])
        #expect(
            kinds(.finger, y: ScrollAxis(distance: 10))
                == [.scrolled(Vector(dx: 0, dy: 10), .finger)])
        #expect(
            kinds(.continuous, y: ScrollAxis(distance: 15))
                == [.scrolled(Vector(dx: 0, dy: 15), .continuous)])
        #expect(kinds(.finger, y: ScrollAxis(isStopped: true)) == [.scrollStopped(.vertical)])
    }
}
