import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Painting
import Testing

/// A plot that is a card: its corners clip the contents, drawn directly or from the kept picture.
@MainActor @Suite struct PlotAreaTests {
    private static let day = 86_400.0
    private static let card: UInt32 = 0x204060
    private static let radius = 24.0

    private func bench(
        scale: Double = 1, _ style: PlotAreaStyle, reuses: Bool = false
    ) throws -> Bench {
        let bench = try Bench(scale: scale, range: Extent(min: 0, max: 7 * Self.day))
        bench.chart.reusesPicture = reuses
        bench.chart.style.plotArea = style
        let bars = BarMark(
            id: "bars", style: BarStyle(width: .fraction(1), colors: [Color(hex: 0xFF8800)]))
        bars.show(
            (-40..<60).map { number in
                Bar(
                    start: Double(number) * Self.day / 2, end: Double(number + 1) * Self.day / 2,
                    value: Double(abs(number * 7) % 23))
            })
        let points = PointMark(id: "points", style: PointStyle(radius: 9, fill: white))
        let times = (-40..<60).map { Double($0) * Self.day / 3 }
        points.show(
            SampleSeries(times: times, values: times.indices.map { $0 % 2 == 0 ? 0 : 10 }))
        bench.chart.marks = [bars, points]
        bench.prepare()
        bench.show(values: Extent(min: 0, max: 10))
        return bench
    }

    /// The fraction of a pixel that is in the card, by the distance to its edge.
    private func coverage(_ x: Int, _ y: Int, _ plot: Rect, _ radius: Double) -> Double {
        let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
        let qx = abs(px - plot.midX) - plot.width / 2 + radius
        let qy = abs(py - plot.midY) - plot.height / 2 + radius
        let away =
            (max(qx, 0) * max(qx, 0) + max(qy, 0) * max(qy, 0)).squareRoot()
            + min(max(qx, qy), 0) - radius
        return min(max(0.5 - away, 0), 1)
    }

    @Test(arguments: [1.0, 2])
    func nothingLiesOutsideTheCardAndItsCornersAreTheGrounds(scale: Double) throws {
        let style = PlotAreaStyle(paint: .color(Color(hex: Self.card)), radius: Self.radius)
        let bench = try bench(scale: scale, style)
        for _ in 0..<2 {
            let picture = try bench.draw()
            let plot = bench.chart.plotProjection.plot
            var (outside, inside) = (0, 0)
            let reach = Int(12 * scale)
            for y in Int(plot.minY) - reach..<Int(plot.maxY) {
                for x in Int(plot.minX) - reach..<Int(plot.maxX) {
                    let covered = coverage(x, y, plot, Self.radius * scale)
                    if covered == 0, picture[x, y] != 0 { outside += 1 }
                    if covered == 1, picture[x, y] == 0 { inside += 1 }
                }
            }
            #expect(outside == 0, "pixels of marks or grid outside of the card")
            #expect(inside == 0, "missing pixels of the card")
            // The very corners, and the middle of the card's upper edge.
            #expect(picture[Int(plot.minX), Int(plot.minY)] == 0)
            #expect(picture[Int(plot.maxX) - 1, Int(plot.maxY) - 1] == 0)
            #expect(picture[Int(plot.midX), Int(plot.minY)] != 0)
            bench.chart.marks.removeAll()
        }
        // Without marks there is the card and its grid.
        let bare = try bench.draw()
        let plot = bench.chart.plotProjection.plot
        let colors = Set(
            (Int(plot.minX) + 30..<Int(plot.maxX) - 30).map { bare[$0, Int(plot.midY) + 3] })
        #expect(colors.isSubset(of: [Self.card, Bench.grid]) && colors.contains(Self.card))
    }

    @Test func aCardOfOneColourKeepsItsPictureAndLooksTheSame() throws {
        let style = PlotAreaStyle(paint: .color(Color(hex: Self.card)), radius: Self.radius)
        let kept = try bench(style, reuses: true)
        let direct = try bench(style)
        for chart in [kept.chart, direct.chart] {
            chart.foreground = [ReferenceLine(at: 9.9, width: 6, color: Color(hex: 0xFF00FF))]
        }
        let noted = ClipMark()
        kept.chart.marks.append(noted)
        let width = Int(kept.chart.plotProjection.plot.width)
        var copied = 0
        for step in 0..<24 {
            let start = Double(step / 4 * 4) * 0.03 * Self.day + Double(step % 4) * 0.01 * Self.day
            for bench in [kept, direct] {
                bench.chart.x.panZoom.set(Extent(min: start, max: start + 7 * Self.day))
            }
            noted.widths = []
            let (a, b) = (try kept.draw(), try direct.draw())
            var worst = 0
            for at in a.bytes.indices {
                worst = max(worst, abs(Int(a.bytes[at]) - Int(b.bytes[at])))
            }
            #expect(worst <= 3, "step \(step)")
            if noted.widths.reduce(0, +) < width { copied += 1 }
        }
        #expect(copied > 20, "the picture is reused")
    }

    @Test func aCardThatIsNotOfOneColourIsDrawnAnew() throws {
        let border = Border(width: 2, color: Color(hex: 0xFFFFFF))
        let gradient = Painting.Paint.vertical(Color(hex: 0x400000), Color(hex: 0x000040))
        for style in [
            PlotAreaStyle(paint: gradient, radius: 8),
            PlotAreaStyle(paint: .color(Color(hex: Self.card)), radius: 8, border: border),
            PlotAreaStyle(paint: .color(Color(hex: Self.card, alpha: 0.5))), PlotAreaStyle(),
        ] {
            #expect(style.plainColor == nil)
            let kept = try bench(style, reuses: true)
            let direct = try bench(style)
            let noted = ClipMark()
            kept.chart.marks.append(noted)
            kept.chart.style.ground = Color(hex: 0)
            direct.chart.style.ground = Color(hex: 0)
            for step in 0..<5 {
                let start = Double(step) * 0.05 * Self.day
                for bench in [kept, direct] {
                    bench.chart.x.panZoom.set(Extent(min: start, max: start + 7 * Self.day))
                }
                noted.widths = []
                #expect(try kept.draw() == direct.draw())
                #expect(noted.widths == [Int(kept.chart.plotProjection.plot.width)])
            }
        }
    }
}
