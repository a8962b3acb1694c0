import Charts

/// The least: a line on a time axis, in a window that can be moved through.
@main
struct LineWindow {
    @MainActor
    static func main() throws {
        let days = (0..<730).map { 1_700_000_000 + Double($0) * 86_400 }
        var weight = 74.0
        let weights = days.map { _ in
            weight += .random(in: -0.3...0.3)
            return weight
        }
        let chart = Chart {
            LineMark(SampleSeries(times: days, values: weights), id: "Weight")
            TimeAxis()
            ValueAxis(unit: "kg")
        }
        try ChartWindow("Weight", chart).run()
    }
}
