// Ink on a chart: strokes that stay at their data while the chart pans and zooms.
//
// An `InkLayer` has the marks, and an `InkTool` draws them: a pen at any time, the mouse and fingers
// once `d` is pressed. `e` erases, `l` draws a trend line, `s` selects and moves, `m` takes the marker,
// `[` and `]` change the size, `u` takes a change back and `r` makes it again. A press on the sign of
// marks that have become too small leads to them. `InkLayer.document` is what a program would store.

import ChartWindows
import Glibc

@main
struct InkNotes {
    @MainActor
    static func main() {
        ChartProgram.run("Notes in ink") { program in
            let desk = Desk(program.theme)
            try program.show(desk.figure) { window in
                window.onText = { text in
                    desk.press(text)
                    window.setNeedsFrame()
                }
            }
        }
    }
}

/// A chart of weights, with ink on it.
@MainActor
final class Desk {
    let figure: ChartFigure
    private let layer: InkLayer
    private let tool: InkTool

    init(_ theme: ChartTheme) {
        let days = (0..<120).map(Double.init)
        let line = LineMark(
            SampleSeries(times: days, values: days.map(Self.weight)), id: "Weight"
        ).width(2)
        let chart = Chart {
            line
            NumberAxis(unit: "d")
            ValueAxis(unit: "kg")
        }
        chart.showAll()
        figure = ChartFigure([chart], theme: theme)
        layer = InkLayer(Self.notes())
        layer.attach(to: chart)
        tool = InkTool(layer, color: .named(.red))
        figure.tools = [tool]
        tool.onGlyph = { [layer] glyph, time in
            guard let range = layer.range(toShow: glyph.marks) else { return }
            chart.x.panZoom.glide(to: range, at: time, duration: 0.3)
        }
    }

    /// What a key does.
    func press(_ key: String) {
        switch key {
        case "d": tool.isDrawing.toggle()
        case "e": tool.action = tool.action == .draw ? .erase : .draw
        case "l": tool.action = tool.action == .draw ? .figure(.trendLine) : .draw
        case "s": tool.action = tool.action == .draw ? .select : .draw
        case "m": tool.brush.kind = tool.brush.kind == .pen ? .marker : .pen
        case "[": tool.brush.size = max(tool.brush.size / 2, InkBrush.sizes.lowerBound)
        case "]": tool.brush.size = min(tool.brush.size * 2, InkBrush.sizes.upperBound)
        case "u": tool.undo()
        case "r": tool.redo()
        default: break
        }
    }

    /// A weight that falls, rests on a plateau, and falls again.
    nonisolated static func weight(_ day: Double) -> Double {
        let fall = min(day, 45) + max(day - 80, 0)
        let swing = (Double(Int(day) * 7919 % 100) - 50) / 160
        return 78 - fall * 0.06 + swing
    }

    /// What somebody has drawn before: a circle, an arrow to it, and a band of marker.
    private static func notes() -> InkDocument {
        var document = InkDocument()
        let (pen, marker) = (InkColor.named(.red), InkColor.named(.orange))
        let ring = (0...60).map { step in
            let turn = Double(step) / 60 * 6.6 - 0.4
            return (day: 62 + 19 * cos(turn), weight: 75.3 + 0.7 * sin(turn))
        }
        draw(ring, InkBrush(.pen, size: 3), pen, in: &document)
        draw([(92, 77.4), (87, 76.9), (81.5, 75.9)], InkBrush(.pen, size: 3), pen, in: &document)
        draw(
            [(84.4, 76.0), (81.5, 75.9), (81.7, 76.35)], InkBrush(.pen, size: 3), pen, in: &document
        )
        draw([(4, 77.8), (44, 75.4)], InkBrush(.marker, size: 24), marker, in: &document)
        return document
    }

    /// Draws through days and weights, as a hand would in half a second.
    private static func draw(
        _ places: [(day: Double, weight: Double)], _ brush: InkBrush, _ color: InkColor,
        in document: inout InkDocument
    ) {
        // The view in which the hand draws: 800 by 400 points.
        let x = InkAxisView(start: 0, length: 800, first: 0, last: 120)
        let y = InkAxisView(start: 0, length: 400, first: 79, last: 72)
        var model = StrokeModel(brush, .draw)
        for (index, place) in places.enumerated() {
            let time = 0.5 * Double(index) / Double(places.count)
            let point = Point(x: x.pixel(ofPlace: place.day), y: y.pixel(ofPlace: place.weight))
            model.add(PenSample(time: time, position: point, pressure: 0.4))
        }
        model.finish()
        guard let stroke = InkStroke(model) else { return }
        document.add(
            InkMark(
                id: document.makeID(), .stroke(stroke), color: color,
                x: InkAxis(.values, in: x), y: InkAxis(.values, in: y)))
    }
}
