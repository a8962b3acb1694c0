// A paint program of whole pixels, as there were once: eight colours, and a round brush of 1 to 64.
//
// `PixelCanvas` paints lines without gaps and without smooth edges. A tool in `ChartFigure.tools`
// gets the raw input: the mouse, each finger and each pen draw lines of their own. `r`, `g` and `b`
// switch the components of the colour, `+` and `-` double and halve the brush, `c` clears. The
// canvas is stretched over the plot, and stays when the window changes its size.

import ChartWindows

@main
struct PixelPaint {
    @MainActor
    static func main() {
        ChartProgram.run("Pixel paint") { program in
            let easel = Easel()
            easel.scribble()
            try program.show(easel.figure) { window in
                window.onText = { text in easel.press(text) }
            }
        }
    }
}

/// A canvas over a plot whose axes count its pixels.
@MainActor
final class Easel: InputTool {
    let figure: ChartFigure
    private let chart: Chart
    private let picture: CanvasMark
    private var brush = PixelBrush(size: 8, color: PixelBrush.colors[1])
    private var on = (red: true, green: false, blue: false)
    /// The last pixel of everything that draws: the mouse, fingers and pens.
    private var last: [String: PixelPlace] = [:]

    init() {
        let width = PixelCanvas.fittedWidth(for: Size(width: 820, height: 500))
        // Clear, so that the paper has the colour of the window.
        let paper = Bitmap.Pixel(red: 0, green: 0, blue: 0, alpha: 0)
        picture = CanvasMark(
            PixelCanvas(width: width, height: PixelCanvas.fittedHeight, ground: paper))
        chart = Chart { [picture] in
            picture
            NumberAxis()
            ValueAxis().range(from: 0, to: Double(PixelCanvas.fittedHeight))
        }
        chart.showAll()
        figure = ChartFigure([chart])
        figure.tools = [self]
        picture.chart = chart
    }

    /// What a key does.
    func press(_ key: String) {
        switch key {
        case "r": on.red.toggle()
        case "g": on.green.toggle()
        case "b": on.blue.toggle()
        case "+": brush.grow()
        case "-": brush.shrink()
        case "c": picture.canvas.clear()
        default: break
        }
        brush.color = PixelBrush.color(red: on.red, green: on.green, blue: on.blue)
    }

    func handle(_ event: InputEvent) -> Bool {
        let pointer = event.pen.map { "pen \($0.tool)" } ?? "mouse"
        switch event.kind {
        case .pointerPressed(.left): return begin(pointer, event.position)
        case .pointerMoved: return draw(pointer, event.position)
        case .pointerReleased(.left), .pointerLeft: return last.removeValue(forKey: pointer) != nil
        case .touchBegan(let id): return begin("finger \(id)", event.position)
        case .touchMoved(let id): return draw("finger \(id)", event.position)
        case .touchEnded(let id): return last.removeValue(forKey: "finger \(id)") != nil
        default: return false
        }
    }

    private func begin(_ hand: String, _ point: Point) -> Bool {
        guard let place = place(of: point) else { return false }
        last[hand] = place
        picture.canvas.dot(at: place, brush)
        return true
    }

    private func draw(_ hand: String, _ point: Point) -> Bool {
        guard let start = last[hand] else { return false }
        guard let end = place(of: point) else { return true }
        last[hand] = end
        picture.canvas.line(from: start, to: end, brush)
        return true
    }

    private func place(of point: Point) -> PixelPlace? {
        let plot = chart.plot
        return picture.canvas.place(
            of: Point(x: point.x - plot.x, y: point.y - plot.y), in: plot.size)
    }

    /// Paints lines in the colours and sizes, to begin with.
    func scribble() {
        var size = PixelBrush()
        for (index, color) in PixelBrush.colors.dropLast().enumerated() {
            size.color = color
            let x = 60 + index * 110
            let corners = [(x, 60), (x + 70, 240), (x - 20, 300), (x + 60, 450)]
                .map { PixelPlace(x: $0.0, y: $0.1) }
            for (start, end) in zip(corners, corners.dropFirst()) {
                picture.canvas.line(from: start, to: end, size)
            }
            size.grow()
        }
    }
}

/// A canvas as a mark: it covers the plot.
@MainActor
final class CanvasMark: Mark {
    let id = "Canvas"
    let kind = MarkKind.drawn
    var color = Color.clear
    var isHidden = false
    weak var chart: Chart?
    var canvas: PixelCanvas {
        didSet { known = nil }
    }
    /// The canvas as the last frame has shown it; nil since it has changed.
    private var known: PaintedImage?

    init(_ canvas: PixelCanvas) {
        self.canvas = canvas
    }

    var domain: Extent { Extent(min: 0, max: Double(canvas.width)) }

    func values(over range: Extent) -> Extent { Extent(min: 0, max: Double(canvas.height)) }

    func encode(into scene: SceneBuilder, _ frame: MarkFrame) {
        guard let plot = chart?.plot else { return }
        // A pen moves several times in a frame.
        let image = known ?? Self.image(of: canvas)
        known = image
        scene.image(image, in: plot, sampling: .nearest)
    }

    private static func image(of canvas: PixelCanvas) -> PaintedImage {
        let bitmap = canvas.bitmap.premultiplied()
        return PaintedImage(width: bitmap.width, height: bitmap.height, bytes: bitmap.bytes)
    }
}
