import ChartCore
import ChartScene
import Charts
import Geometry
import Imaging
import Testing

@testable import Viewer

/// Marks that are drawn as one series.
@MainActor
@Suite struct FadingMarkTests {
    /// Dots may reach beyond the plot by their radius.
    ///
    /// The line between them ends at its edge.
    @Test func aLineEndsAtThePlotWhereDotsReachBeyondIt() throws {
        let red = Color(red: 1, green: 0, blue: 0)
        let samples = SampleSeries(times: [-10, 10], values: [5, 5])
        let line = LineMark(id: "mean", style: LineStyle(width: 4, color: red))
        let dots = PointMark(id: "mean", style: PointStyle(radius: 6, fill: red))
        line.show(samples, longestGap: .infinity)
        dots.show(samples)
        let mark = FadingMark(id: "mean", kind: .line, color: red)
        mark.show([line, dots], at: 0, duration: 0)
        #expect(mark.overhang == 6)

        let x = Dimension(id: "x", kind: .linear, direction: .horizontal)
        x.panZoom.set(Extent(min: 0, max: 5))
        let chart = Chart {
            NumberAxis(x)
            ValueAxis()
        }
        chart.marks = [mark]
        chart.y.panZoom.set(Extent(min: 0, max: 10))
        let picture = try ChartImage().draw(chart, size: Size(width: 300, height: 200))
        func reds(_ columns: Range<Int>) -> Int {
            columns.reduce(0) { sum, column in
                sum
                    + (0..<picture.height).count { row in
                        let pixel = picture[column, row]
                        return pixel.red > 200 && pixel.green < 120
                    }
            }
        }
        let plot = chart.plot
        let (left, right) = (Int(plot.x), Int(plot.maxX))
        #expect(reds(left + 2..<right - 2) >= (right - left - 4) * 3, "the line is drawn")
        #expect(reds(0..<left) == 0 && reds(right..<picture.width) == 0, "and only in the plot")

        // A dot at the edge is whole.
        x.panZoom.set(Extent(min: -10, max: 10))
        let whole = try ChartImage().draw(chart, size: Size(width: 300, height: 200))
        #expect(whole[Int(chart.plot.x) - 3, Int(chart.plot.midY)].green < 120)
    }
}
