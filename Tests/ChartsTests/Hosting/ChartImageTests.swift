import ChartCore
import ChartScene
import Charts
import Geometry
import Imaging
import Testing

@MainActor
@Suite struct ChartImageTests {
    private func chart(_ theme: ChartTheme = .light) -> Chart {
        Chart(theme: theme) {
            LineMark(SampleSeries(times: [0, 50, 100], values: [0, 100, 0]), id: "peak").width(4)
            NumberAxis()
        }
    }

    @Test(arguments: [1.0, 1.5, 2], [true, false])
    func aSampleStandsWhereTheProjectionSays(scale: Double, isLight: Bool) throws {
        let theme = isLight ? ChartTheme.light : .dark
        let chart = chart(theme)
        let image = try ChartImage(fonts: try Fonts.library())
        let picture = try image.draw(
            ChartFigure([chart], theme: theme), size: Size(width: 400, height: 240), scale: scale)
        #expect(picture.width == Int(400 * scale) && picture.height == Int(240 * scale))
        // A quarter of the way up the first slope, and next to it.
        let place = chart.plotProjection.pixel(x: 25, y: 50)
        let on = picture[Int(place.x), Int(place.y)]
        #expect(on == Bitmap.Pixel(theme.series[0]))
        let beside = picture[Int(place.x + 12 * scale), Int(place.y + 12 * scale)]
        #expect(beside == Bitmap.Pixel(theme.ground))
    }

    @Test func theSameChartGivesTheSameBytes() throws {
        let image = try ChartImage(fonts: try Fonts.library())
        let size = Size(width: 300, height: 200)
        let first = try image.draw(chart(), size: size)
        let second = try image.draw(chart(), size: size)
        #expect(first == second)
        // Another picture in between changes nothing.
        _ = try image.draw(chart(.dark), size: Size(width: 120, height: 90), scale: 2)
        #expect(try image.draw(chart(), size: size) == first)
    }

    @Test func aChartMayBeDrawnByAnother() throws {
        // Each has its own glyphs, and the second has others at other positions.
        let fonts = try Fonts.library()
        let size = Size(width: 300, height: 200)
        let (first, second) = (try ChartImage(fonts: fonts), try ChartImage(fonts: fonts))
        let words = Chart {
            LineMark(SampleSeries(times: [0, 1], values: [0, 987_654_321]), id: "large")
            ValueAxis(unit: "kilometres")
        }
        _ = try second.draw(words, size: size)
        let wanted = try first.draw(chart(), size: size)
        let shared = chart()
        _ = try first.draw(shared, size: size)
        #expect(try second.draw(shared, size: size) == wanted)
        for _ in 0..<4 { #expect(try first.draw(shared, size: size) == wanted) }
    }

    @Test func aChartIsLentAndGivenBack() throws {
        let chart = chart()
        let image = try ChartImage(fonts: try Fonts.library())
        _ = try image.draw(chart, size: Size(width: 300, height: 200))
        #expect(chart.overlay.isEmpty)
    }
}
