import ChartInteraction
import Geometry
import Testing

@testable import Charts

/// The window over an overview as it is drawn.
@MainActor
@Suite struct OverviewWindowTests {
    private let frame = Rect(x: 20, y: 10, width: 500, height: 56)
    private let style = Overview.Style(.light)

    private func window(_ left: Double, _ right: Double) -> Overview.Window {
        Overview.Window(frame: frame, left: left, right: right)
    }

    /// A day, a week and a month of some years can be distinguished, and nothing covers them.
    @Test func handlesOfANarrowWindowAreOutsideOfIt() throws {
        for width in [0.5, 6, 24, 35.5] {
            let window = window(200, 200 + width)
            let handles = window.handles(style)
            try #require(handles.count == 2)
            #expect(handles[0].maxX <= 200 + 0.01 && handles[1].minX >= 200 + width - 0.01)
            #expect(handles.allSatisfy { $0.height < frame.height / 2 })
        }
        let wide = window(200, 260).handles(style)
        #expect(wide.map(\.minX) == [200, 260 - style.handleWidth])
        #expect(wide.allSatisfy { $0.height == frame.height })
    }

    @Test func handlesAreInTheStripAndApart() throws {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let left = Double.random(in: 0...540, using: &numbers)
            let right = left + .random(in: 0...80, using: &numbers)
            let window = window(left, right)
            guard window.isInside else {
                #expect(window.handles(style).isEmpty)
                continue
            }
            let handles = window.handles(style)
            try #require(handles.count == 2)
            for handle in handles {
                #expect(
                    handle.minX >= frame.minX - 1e-9 && handle.maxX <= frame.maxX + 1e-9,
                    "\(left) to \(right): \(handle)")
            }
            #expect(handles[0].maxX <= handles[1].minX + 1e-9, "\(left) to \(right): \(handles)")
        }
    }
}
