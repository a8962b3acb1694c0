import Charts

/// A line on a time axis, drawn off screen into `line.png`: no window and no display are needed.
@main
struct LinePicture {
    @MainActor
    static func main() throws {
        let days = (0..<90).map { Double($0) * 86_400 }
        let values = days.indices.map { Double($0 * $0 % 37) }
        let chart = Chart {
            LineMark(SampleSeries(times: days, values: values))
            TimeAxis(zone: .utc)
        }
        let picture = try ChartImage().draw(chart, size: Size(width: 800, height: 400))
        try picture.writePNG(toFile: "line.png")
    }
}
