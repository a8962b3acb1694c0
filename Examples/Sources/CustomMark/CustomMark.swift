// A custom mark: candles with a wick, drawn with the library's rectangles.
//
// A class that conforms to `Mark` describes its data (its domain, the values over a range, the
// sample nearest to the pointer) and adds its picture to a scene. Everything else, from the axes
// that fit it to the crosshair that reads it, works as for any other mark. The frame's projection
// converts data to device pixels.

import ChartWindows

@main
struct CustomMark {
    @MainActor
    static func main() {
        ChartProgram.run("A custom mark", size: Size(width: 800, height: 400)) { program in
            let chart = Chart(theme: program.theme) {
                CandleMark(
                    id: "Price", days: 60, rising: program.theme.series[4],
                    falling: program.theme.series[3])
                NumberAxis(unit: "d")
                ValueAxis()
            }
            try program.show(chart)
        }
    }
}

/// A day's prices.
struct Candle {
    var day: Double
    var open: Double
    var close: Double
    var low: Double
    var high: Double
}

/// A mark of candles: its data, and its drawing.
@MainActor
final class CandleMark: ReadableMark {
    let id: String
    let kind = MarkKind("candles")
    let color: Color
    let falling: Color
    var isHidden = false
    let revision = Revision.next()
    let candles: [Candle]

    init(id: String, days: Int, rising: Color, falling: Color) {
        self.id = id
        color = rising
        self.falling = falling
        var price = 100.0
        candles = (0..<days).map { day in
            let open = price
            price += Double((day * 7919) % 13) - 6
            return Candle(
                day: Double(day), open: open, close: price, low: min(open, price) - 2,
                high: max(open, price) + 2)
        }
    }

    var domain: Extent { Extent(min: -0.5, max: Double(candles.count) - 0.5) }

    func values(over range: Extent) -> Extent {
        var extent = Extent.nothing
        for candle in candles where range.contains(candle.day) {
            extent.include(candle.low)
            extent.include(candle.high)
        }
        return extent
    }

    func nearest(to x: Double, within range: Extent) -> MarkReading? {
        candles.indices.filter { range.contains(candles[$0].day) }
            .min { abs(candles[$0].day - x) < abs(candles[$1].day - x) }
            .map { MarkReading(x: candles[$0].day, values: [candles[$0].close], index: $0) }
    }

    func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        let projection = frame.projection
        for candle in candles {
            let middle = projection.pixelX(candle.day)
            let width = (0.7 * projection.scaleX).rounded()
            func fill(_ low: Double, _ high: Double, width: Double) {
                let top = projection.pixelY(high).rounded()
                let bottom = max(top + 1, projection.pixelY(low).rounded())
                scene.fill(
                    pixels: PixelRect(
                        x: Int((middle - width / 2).rounded()), y: Int(top), width: Int(width),
                        height: Int(bottom - top)),
                    (candle.close < candle.open ? falling : color).opacity(Float(frame.opacity)))
            }
            fill(candle.low, candle.high, width: max(1, scene.scale.rounded()))
            fill(
                min(candle.open, candle.close), max(candle.open, candle.close),
                width: max(1, width))
        }
    }

    func step(from x: Double, by count: Int) -> MarkReading? {
        let stops = candles.filter { count > 0 ? $0.day > x : $0.day < x }
        let found = count > 0 ? stops.prefix(count).last : stops.suffix(-count).first
        return found.map { MarkReading(x: $0.day, values: [$0.close], index: Int($0.day)) }
    }
}
