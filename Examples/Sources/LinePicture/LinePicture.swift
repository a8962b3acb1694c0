// A chart drawn off screen into a PNG, SVG or PDF, without a window, a compositor or a display: for
// a report, a server, a test.
//
// `ChartImage` keeps its driver for further pictures, and the same chart gives the same bytes. The
// arguments of the program choose the file (default `line.png`), the scale and the theme.

import Charts
import Glibc

@main
struct LinePicture {
    @MainActor
    static func main() {
        ChartProgram.run("Tide", size: Size(width: 800, height: 400)) { program in
            // Four days of the moon's tide, a sample every ten minutes.
            let hours = (0...576).map { Double($0) / 6 }
            let tide = SampleSeries(
                times: hours,
                values: hours.map { 1.6 * cos($0 / 12.42 * 2 * .pi) + 0.4 * cos($0 / 4) })
            let sea = program.theme.series[2]
            let chart = Chart(theme: program.theme) {
                AreaMark(tide, id: "Water").fill(.init(sea.opacity(0.2)))
                LineMark(tide, id: "Tide").color(sea)
                NumberAxis(unit: "h")
                ValueAxis(unit: "m")
            }
            try ChartImage().write(
                chart, toFile: program.picture ?? "line.png", size: program.size, title: "Tide",
                scale: program.scale)
        }
    }
}
