import Charts
import Foundation

@main
struct LogPreview {
    @MainActor
    static func main() throws {
        let isDark = CommandLine.arguments.contains("--dark")
        let scale = CommandLine.arguments.contains("--double") ? 2.0 : 1
        let theme = isDark ? ChartTheme.dark : .light
        let f = (1...4000).map { Double($0) * 5 }
        let h = f.map { 1 / (1 + pow($0 / 400, 4)) + 1e-6 * (1 + abs(sin($0))) }
        let charts: [Chart] = [
            Chart(theme: theme) {
                LineMark(SampleSeries(times: f, values: h), id: "response")
                NumberAxis(unit: "Hz", scale: .logarithmic)
                ValueAxis(scale: .logarithmic)
            },
            Chart(theme: theme) {
                BarMark(
                    id: "bars",
                    style: BarStyle(width: .fraction(0.7), colors: [theme.series[1]], corners: 4)
                ).shown(
                    (0..<8).map {
                        Bar(
                            start: Double($0), end: Double($0) + 1,
                            value: $0 == 3 ? 0 : pow(7, Double($0)))
                    })
                NumberAxis()
                ValueAxis(unit: "kg", scale: .logarithmic)
            },
            Chart(theme: theme) {
                AreaMark(
                    SampleSeries(
                        times: (0...100).map(Double.init),
                        values: (0...100).map { sin(Double($0) / 9) * pow(1.08, Double($0)) }),
                    id: "swing")
                LineMark(
                    SampleSeries(
                        times: (0...100).map(Double.init),
                        values: (0...100).map { sin(Double($0) / 9) * pow(1.08, Double($0)) }),
                    id: "swing")
                NumberAxis()
                ValueAxis(scale: .symmetricLogarithmic(linearTo: 1))
            },
            Chart(theme: theme) {
                PointMark(
                    SampleSeries(
                        times: [1, 3, 10, 40, 90, 200], values: [1.2, 1.5, 1.9, 2.2, 3.4, 2.1]),
                    id: "points")
                NumberAxis(scale: .logarithmic)
                ValueAxis(scale: .logarithmic)
            },
            Chart(theme: theme) {
                LineMark(
                    SampleSeries(times: [1, 2, 3, 4], values: [1e-9, 4e-4, 0, 3e11]), id: "far")
                NumberAxis()
                ValueAxis(scale: .logarithmic)
            },
        ]
        let figure = ChartFigure(charts, theme: theme)
        figure.spacing = 12
        let picture = try ChartImage().draw(
            figure, size: Size(width: 760, height: 1100), scale: scale)
        try picture.writePNG(toFile: "/tmp/lg/log\(isDark ? "-dark" : "")\(scale).png")
    }
}
extension BarMark {
    func shown(_ bars: [Bar]) -> BarMark {
        show(bars)
        return self
    }
}
