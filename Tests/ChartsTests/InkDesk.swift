import ChartCore
import ChartInteraction
import Charts
import Geometry
import Ink

/// A chart with ink and a tool: a week, and values from 0 to 10.
@MainActor
final class InkDesk {
    nonisolated static let day = 86_400.0
    static let red = Color(hex: 0xFF0000)

    let bench: Bench
    let layer = InkLayer()
    let tool: InkTool
    var time = 0.0

    init(scale: Double = 1, keeps: Bool = true) throws {
        bench = try Bench(scale: scale, range: Extent(min: 0, max: 7 * Self.day))
        tool = InkTool(layer, color: .fixed(Self.red))
        tool.brush = InkBrush(.pen, size: 4)
        if keeps { bench.chart.style.ground = Color(hex: 0) }
        layer.attach(to: bench.chart)
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 10))
        bench.prepare()
    }

    func send(_ kind: InputEvent.Kind, _ place: Point, _ pen: PenState?) -> Bool {
        time += 0.008
        return tool.handle(InputEvent(time: time, position: place, kind: kind, pen: pen))
    }

    /// Draws through places of the data with a pen; returns whether all events were taken.
    @discardableResult
    func draw(
        _ places: [(x: Double, y: Double)], pen: PenState? = PenState(tool: 1, pressure: 0.5)
    ) -> Bool {
        let projection = bench.chart.projection
        let points = places.map { projection.point(x: $0.x, y: $0.y) }
        var all = send(.pointerPressed(.left), points[0], pen)
        for (a, b) in zip(points, points.dropFirst()) {
            for step in 1...8 {
                all = send(.pointerMoved, a + (b - a) * (Double(step) / 8), pen) && all
            }
        }
        return send(.pointerReleased(.left), points[points.count - 1], pen) && all
    }

    /// Whether there is ink at a place of the data.
    func hasInk(_ picture: Picture, _ x: Double, _ y: Double) -> Bool {
        let place = bench.chart.plotProjection.pixel(x: x, y: y)
        let pixel = picture[Int(place.x), Int(place.y)]
        return pixel >> 16 > 0x60 && pixel & 0xFF < 0x40
    }
}
