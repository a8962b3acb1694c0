import ChartCore
import ChartScene
import Geometry
import Glibc
import Imaging
import Testing

@testable import Charts

/// A theme is set in one place, and can change at any time.
@MainActor
@Suite struct ThemeTests {
    private static let size = Size(width: 360, height: 240)
    private static let samples = SampleSeries(times: [0, 50, 100], values: [0, 100, 20])

    private func picture(_ figure: ChartFigure) throws -> Bitmap {
        try ChartImage(fonts: try Fonts.library()).draw(figure, size: Self.size)
    }

    /// All parts that take colours of a theme: marks in turn, a scale, callouts, a key, an axis.
    private func chart(_ theme: ChartTheme? = nil) -> Chart {
        let table = HeatTable(
            x: HeatTable.slots(between: [0, 30, 60, 100]), y: [Extent(min: 0, max: 30)],
            values: [0, 5, .nan])
        let heat = HeatMark(table) {
            .sequential(from: 0, to: 9, on: $0.ground, missing: $0.grid)
        }
        return Chart(theme: theme) {
            heat
            AreaMark(Self.samples)
            LineMark(Self.samples)
            BarMark([Bar(start: 10, end: 20, value: 40)])
            PointMark(Self.samples).themed { $0.style.fill = $1.series[4] }
            LineMark(SampleSeries(times: [0, 100], values: [70, 60])).color(Color(hex: 0x808080))
            Callouts([Callout(x: 50, y: 100, "The top")])
            ColorBar(heat)
            NumberAxis()
            ValueAxis().color(ofSeries: 1)
        }
    }

    @Test func aFigureSaysItForItsCharts() throws {
        let wanted = try picture(ChartFigure([chart(.dark)], theme: .dark))
        #expect(try picture(ChartFigure([chart()], theme: .dark)) == wanted)
        #expect(try picture(ChartFigure([chart(.dark)])) == wanted, "or the chart for its figure")
        #expect(try picture(ChartFigure([chart()])) != wanted)
        let image = try ChartImage(fonts: try Fonts.library())
        #expect(try image.draw(chart(.dark), size: Self.size) == wanted)
    }

    @Test func anotherThemeIsThatOfAFigureBuiltWithIt() throws {
        let figure = ChartFigure([chart()])
        let light = try picture(figure)
        let dark = try picture(ChartFigure([chart()], theme: .dark))
        figure.theme = .dark
        #expect(figure.panels[0].chart.shownTheme == .dark)
        #expect(try picture(figure) == dark)
        figure.themes = nil
        #expect(try picture(figure) == light)
        figure.prefersDark = true
        #expect(try picture(figure) == dark)
        figure.theme = .light
        #expect(try picture(figure) == light, "one that was set stays")
    }

    @Test func namedValuesFollowToo() throws {
        func content() -> CategoryChart {
            CategoryChart(CategorySeries([("apples", 12), ("pears", 3), ("plums", 7)]))
        }
        let wanted = try picture(ChartFigure([content()], theme: .dark))
        let figure = ChartFigure([content()])
        let light = try picture(figure)
        figure.theme = .dark
        #expect(try picture(figure) == wanted)
        #expect(light != wanted)
        let own = CategoryChart(
            CategorySeries([("apples", 12), ("pears", 3), ("plums", 7)]), theme: .dark)
        #expect(try picture(ChartFigure([own])) == wanted)
        // Colours that a program chose stay.
        let chosen = content()
        chosen.style.accent = Color(hex: 0x112233)
        ChartFigure([chosen]).theme = .dark
        #expect(chosen.style.accent == Color(hex: 0x112233))
        #expect(chosen.style.name == ChartTheme.dark.label)
    }

    @Test func aChartWithAThemeOfItsOwnKeepsItAndItsGround() throws {
        let (dark, plain) = (chart(.dark), chart())
        let figure = ChartFigure([plain, dark], theme: .light)
        let drawn = try picture(figure)
        #expect(plain.shownTheme == .light && dark.shownTheme == .dark)
        #expect(drawn[2, 2] == Bitmap.Pixel(ChartTheme.light.ground))
        #expect(drawn[2, 238] == Bitmap.Pixel(ChartTheme.dark.ground))
        figure.theme = .dark
        figure.theme = .light
        #expect(dark.style.grid == ChartTheme.dark.grid)
        // Without one it is the figure's again.
        dark.theme = nil
        #expect(try picture(figure)[2, 238] == Bitmap.Pixel(ChartTheme.light.ground))
        #expect(dark.style == plain.style)
    }

    @Test func whatAProgramChoseStays() throws {
        let grey = Color(hex: 0x777777)
        let (line, second) = (LineMark(Self.samples), LineMark(Self.samples, id: "second"))
        let chart = Chart {
            line
            second
        }
        chart.style.grid = grey
        chart.style.insets.left = 77
        second.style.color = grey
        chart.adopt(.dark)
        #expect(line.style.color == ChartTheme.dark.series[0] && second.style.color == grey)
        #expect(chart.style.grid == grey && chart.style.insets.left == 77)
        #expect(chart.style.label == ChartTheme.dark.label)
        #expect(chart.style.ground == ChartTheme.dark.ground)
        // A mark added later has the next colour.
        let third = PointMark(Self.samples)
        chart.marks.append(third)
        #expect(third.style.fill == ChartTheme.dark.series[2])
        chart.theme = .light
        #expect(third.style.fill == ChartTheme.light.series[2])
        let style = Callouts([], style: .init(.light))
        chart.annotations.append(style)
        chart.theme = .dark
        #expect(style.style == .init(.light), "a given style is the program's")
    }

    @Test func aChartThatWasGivenAStyleKeepsIt() {
        var style = ChartTheme.light.style
        style.label = Color(hex: 0x123456)
        let chart = Chart(
            x: Dimension(id: "x", kind: .linear, direction: .horizontal), yFilters: [],
            xLabels: HiddenLabels(), yLabels: HiddenLabels(), style: style)
        ChartFigure([chart]).theme = .dark
        #expect(chart.style == style && chart.shownTheme == nil)
        var told: [ChartTheme] = []
        chart.onTheme { told.append($1) }
        chart.theme = .dark
        #expect(chart.style.label == ChartTheme.dark.label && told == [.dark])
        chart.theme = .dark
        chart.theme = .light
        #expect(told == [.dark, .light])
    }

    private func styled(_ style: ChartStyle) -> Chart {
        Chart(
            x: Dimension(id: "x", kind: .linear, direction: .horizontal), yFilters: [],
            xLabels: HiddenLabels(), yLabels: HiddenLabels(), style: style)
    }

    @Test func aStyleStandsOnAGroundThatSuitsIt() throws {
        let (light, dark) = (ChartTheme.light, ChartTheme.dark)
        // Without a chosen theme, dark surroundings put no dark labels on a dark ground.
        for theme in [light, dark] {
            for ground in [theme.ground, nil] {
                var style = theme.style
                style.ground = ground
                let figure = ChartFigure([styled(style)])
                for prefersDark in [false, true] {
                    figure.prefersDark = prefersDark
                    #expect(figure.theme == theme)
                    let drawn = try picture(figure)
                    #expect(drawn[2, 2] == Bitmap.Pixel(theme.ground))
                }
                #expect(figure.shownThemes.isFixed)
            }
        }
        // A chosen theme comes with its ground.
        let paper = Color(hex: 0xFBF7EF)
        var style = light.style
        style.ground = paper
        let figure = ChartFigure([chart(), styled(style)], theme: .dark)
        let drawn = try picture(figure)
        #expect(drawn[2, 2] == Bitmap.Pixel(dark.ground))
        #expect(drawn[2, 238] == Bitmap.Pixel(paper) && drawn[358, 122] == Bitmap.Pixel(paper))
        let image = try ChartImage(fonts: try Fonts.library())
        #expect(try image.draw(styled(style), size: Self.size)[2, 2] == Bitmap.Pixel(paper))
    }

    @Test func whatFollowsThePointerStandsOnTheChartsGround() throws {
        let light = ChartTheme.light
        let chart = styled(light.style)
        chart.marks = [LineMark(id: "line", style: LineStyle(width: 2, color: light.series[0]))]
        let figure = ChartFigure([chart], theme: .dark)
        let panel = try #require(figure.panels.first)
        let (crosshair, board) = (panel.crosshair, panel.board)
        #expect(crosshair.style == light.crosshair && board.style == InfoBoard.Style(light))
        // Without a ground of its own it is drawn on the figure's.
        chart.style.ground = nil
        figure.theme = .dark
        #expect(
            crosshair.style == ChartTheme.dark.crosshair
                && board.style == InfoBoard.Style(.dark))
    }

    /// A mark that counts how often it takes a theme.
    private final class Listener: Mark, Themed {
        let id = "listener"
        let kind = MarkKind("nothing")
        let color = Color.clear
        var isHidden = false
        let revision = Revision.next()
        let domain = Extent.nothing
        let overhang = 0.0
        private(set) var told: [ChartTheme] = []

        func take(_ theme: ChartTheme) { told.append(theme) }
        func values(over range: Extent) -> Extent { .nothing }
        func encode(into scene: SceneBuilder, _ frame: MarkFrame) {}
    }

    @Test func aPartIsToldOnceOfEachTheme() {
        let (first, second) = (Listener(), Listener())
        let chart = Chart { first }
        #expect(first.told == [.light])
        chart.marks.append(LineMark(Self.samples))
        chart.marks.append(second)
        chart.marks.swapAt(0, 2)
        #expect(first.told == [.light] && second.told == [.light])
        chart.theme = .dark
        #expect(first.told == [.light, .dark] && second.told == [.light, .dark])
        // A mark that was removed and added again may have missed a change.
        chart.marks.removeAll { $0 === first }
        chart.marks.append(first)
        #expect(first.told == [.light, .dark, .dark] && second.told == [.light, .dark])
    }

    @Test func aScaleThatAProgramSetsStays() {
        let table = HeatTable(x: [Extent(min: 0, max: 1)], y: [Extent(min: 0, max: 1)], values: [3])
        func cells() -> HeatMark {
            HeatMark(table) { .sequential(from: 0, to: 10, on: $0.ground) }
        }
        let (own, themed) = (cells(), cells())
        let chart = Chart {
            own
            themed
        }
        let other = ColorScale.sequential(from: 0, to: 5, on: ChartTheme.light.ground)
        own.scale = other
        chart.marks.append(LineMark(Self.samples))
        #expect(own.scale == other)
        chart.theme = .dark
        #expect(own.scale == other)
        #expect(themed.scale == .sequential(from: 0, to: 10, on: ChartTheme.dark.ground))
    }

    @Test func aPartOfAMarkThatAProgramColouredStays() {
        let (light, dark, own) = (ChartTheme.light, ChartTheme.dark, Color(hex: 0x808080))
        let (below, above) = (AreaMark(Self.samples), AreaMark(Self.samples))
        func errors() -> ErrorBarMark {
            ErrorBarMark(times: [1], values: [2], lows: [1], highs: [3])
        }
        let (points, bars) = (errors(), errors())
        let early = AreaMark(Self.samples)
        let band = BandMark(times: [0, 1], lows: [0, 1], highs: [1, 2])
        early.negative = AreaMark.Fill(own)
        let chart = Chart {
            below
            above
            points
            bars
            early
            band
        }
        #expect(early.positive == AreaMark.Fill(light.series[4].opacity(0.25)))
        below.negative = AreaMark.Fill(own)
        above.positive = AreaMark.Fill(own)
        points.style.point?.fill = own
        bars.style.color = own
        band.style.lower = own
        chart.theme = .dark
        #expect(below.positive == AreaMark.Fill(dark.series[0].opacity(0.25)))
        #expect(below.negative == AreaMark.Fill(own) && above.positive == AreaMark.Fill(own))
        #expect(above.negative == AreaMark.Fill(dark.series[1].opacity(0.25)))
        #expect(points.style.color == dark.series[2] && points.style.point?.fill == own)
        #expect(bars.style.color == own && bars.style.point?.fill == dark.series[3])
        #expect(early.positive == AreaMark.Fill(dark.series[4].opacity(0.25)))
        #expect(early.negative == AreaMark.Fill(own))
        #expect(band.style.upper == dark.series[5].opacity(0.25) && band.style.lower == own)
        // And back again.
        chart.theme = .light
        #expect(below.positive == AreaMark.Fill(light.series[0].opacity(0.25)))
        #expect(bars.style.color == own && bars.style.point?.fill == light.series[3])
    }

    @Test func whatIsToldOfThemesKeepsNoChartAlive() {
        var chart: Chart? = chart()
        var count = 0
        chart?.onTheme { chart, theme in
            chart.style.tierGround = theme.board
            count += 1
        }
        chart?.theme = .dark
        #expect(chart?.style.tierGround == ChartTheme.dark.board && count == 2)
        weak let left = chart
        chart = nil
        #expect(left == nil)
        var named: CategoryChart? = CategoryChart(CategorySeries([("apples", 12), ("pears", 3)]))
        weak let chartOfNames = named?.chart
        #expect(chartOfNames != nil)
        named = nil
        #expect(chartOfNames == nil)
    }

    @Test(arguments: [false, true])
    func raisedContrastIsHighAndAsNearAsThatLeavesIt(isDark: Bool) {
        let theme = ThemePair.automatic.theme(isDark: isDark)
        let raised = theme.raisedContrast
        let ground = raised.ground
        #expect(ground == Color(hex: isDark ? 0x000000 : 0xFFFFFF))
        #expect(raised.board == ground && raised.shadow.alpha == 0)
        #expect(raised.label.contrast(with: ground) == 21 && raised.label == raised.strongLabel)
        #expect(raised.grid.contrast(with: ground) >= 3 && raised.grid.contrast(with: ground) < 3.1)
        #expect(raised.hairline.contrast(with: ground) >= 4.5)
        #expect(raised.series.count == theme.series.count)
        for (before, after) in zip(theme.series, raised.series) {
            let contrast = after.contrast(with: ground)
            #expect(contrast >= 4.5)
            if before.contrast(with: ground) >= 4.5 {
                #expect(after == before)
            } else {
                #expect(contrast < 4.6, "no further from its colour than necessary")
            }
        }
    }

    @Test func whatCanBeSeenThroughIsToldFromTheGroundAsItIsPainted() {
        var theme = ChartTheme.light
        theme.series = theme.series.map { $0.opacity(0.2) }
        for color in theme.raisedContrast.series {
            #expect(color.alpha == 1 && color.contrast(with: Color(hex: 0xFFFFFF)) >= 4.5)
        }
    }

    @Test func highContrastIsForWhatFollowsItsSurroundings() throws {
        let figure = ChartFigure([chart()])
        figure.prefersHighContrast = true
        for isDark in [false, true] {
            figure.prefersDark = isDark
            let raised = (isDark ? ChartTheme.dark : .light).raisedContrast
            #expect(figure.theme == raised && figure.panels[0].chart.shownTheme == raised)
            #expect(try picture(figure) == picture(ChartFigure([chart()], theme: raised)))
        }
        figure.themes = ThemePair(light: .dark, dark: .light)
        #expect(figure.theme == ChartTheme.light.raisedContrast)
        figure.theme = .dark
        #expect(figure.theme == .dark, "one that was chosen stays")
        figure.themes = nil
        figure.prefersHighContrast = false
        #expect(figure.theme == .dark, "the one of dark surroundings")
    }

    @Test func aPairIsShownByItsSurroundings() {
        var paper = ChartTheme.light
        paper.ground = Color(hex: 0xFAF4E6)
        let figure = ChartFigure(themes: ThemePair(light: paper, dark: .dark))
        #expect(figure.theme == paper)
        figure.prefersDark = true
        #expect(figure.theme == .dark)
        figure.add(Chart(theme: .light) {})
        #expect(figure.theme == .dark && figure.panels[0].chart.shownTheme == .light)
        #expect(ThemePair(paper).isFixed && !ThemePair.automatic.isFixed)
        figure.themes = nil
        #expect(figure.theme == .light, "that of the chart, if none was chosen")
    }

    /// A colour in Oklab (Björn Ottosson, 2020), where distances are near to those that people see.
    private func oklab(_ color: Color) -> [Double] {
        func linear(_ part: Double) -> Double {
            part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        let (r, g, b) = (
            linear(Double(color.red)), linear(Double(color.green)), linear(Double(color.blue))
        )
        let l = cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b)
        let m = cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b)
        let s = cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b)
        return [
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        ]
    }

    /// Twelve series have twelve colours, which stand out from the ground and from one another.
    @Test(arguments: [ChartTheme.light, .dark]) func seriesAreDistinct(theme: ChartTheme) {
        #expect(theme.series.count >= 10)
        for color in theme.series { #expect(color.contrast(with: theme.ground) >= 3) }
        for (index, color) in theme.series.enumerated() {
            for other in theme.series[..<index] {
                let distance = zip(oklab(color), oklab(other)).reduce(0) {
                    $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
                }.squareRoot()
                #expect(distance > 0.06, "\(color) and \(other)")
            }
        }
        #expect(theme.color(of: theme.series.count) == theme.series[0])
    }
}
