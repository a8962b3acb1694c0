import Charts
import Imaging

/// A line on a time axis, drawn off screen into `line.png`.
@main
struct LinePicture {
    @MainActor
    static func main() throws {
        let days = (0..<90).map { Double($0) * 86_400 }
        let values = days.indices.map { Double($0 * $0 % 37) }
        let line = LineMark(id: "line", style: LineStyle(width: 2, color: Color(hex: 0x7048E8)))
        line.show(SampleSeries(times: days, values: values))

        let x = Dimension(id: "x", kind: .time(CivilCalendar(zone: .utc)), direction: .horizontal)
        let chart = Chart(
            x: x, yFilters: [SourceFilter(alternative: .unit), NiceRangeFilter()],
            xLabels: DayLabels(), yLabels: NumberLabels(),
            style: ChartStyle(
                grid: Color(hex: 0xECEEF2), label: Color(hex: 0x6E7482),
                strongLabel: Color(hex: 0x15171C)))
        chart.marks = [line]
        x.updater.setSource(chart.domain, update: true)
        chart.fitValues(over: x.range, at: 0, animated: false)

        let fonts = try FontLibrary()
        let renderer = Renderer(device: try Device(), atlas: GlyphAtlas(fonts: fonts))
        let surface = try Surface(device: renderer.device, width: 800, height: 400)
        chart.prepare(
            in: Rect(x: 0, y: 0, width: 800, height: 400), deviceScale: 1,
            typesetter: Typesetter(fonts: fonts), atlas: renderer.atlas)
        try renderer.beginFrame(surface, scale: 1, clear: Color(hex: 0xFFFFFF))
        try chart.draw(renderer)
        try renderer.endFrame()
        let picture = Bitmap(
            width: 800, height: 400, alpha: .premultiplied, bytes: try surface.readPixels())
        try picture.writePNG(toFile: "line.png")
    }
}

/// The days since the first, as labels.
struct DayLabels: AxisLabeling {
    func label(_ tick: Tick, step: AxisStep) -> AxisLabel {
        AxisLabel("day \(Int(tick.value / 86_400))")
    }
    func samples(step: AxisStep) -> [AxisLabel] { [AxisLabel("day 00")] }
}

/// Whole numbers as labels.
struct NumberLabels: AxisLabeling {
    func label(_ tick: Tick, step: AxisStep) -> AxisLabel { AxisLabel("\(Int(tick.value))") }
    func samples(step: AxisStep) -> [AxisLabel] { [] }
}
