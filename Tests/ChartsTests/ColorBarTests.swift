import ChartCore
import ChartScene
import Charts
import Geometry
import Imaging
import Localization
import Testing

/// The colours and labels of a colour bar, compared with the scale itself.
@MainActor
@Suite struct ColorBarTests {
    private static let table = HeatTable(
        x: HeatTable.slots(between: (0...4).map(Double.init)),
        y: HeatTable.slots(between: (0...3).map(Double.init)),
        values: (0..<12).map { $0 == 5 ? .nan : Double($0) * 100 })

    private func chart(
        _ scale: @escaping @MainActor (ChartTheme) -> ColorScale, _ bar: (HeatMark) -> ColorBar
    ) -> (chart: Chart, bar: ColorBar) {
        let mark = HeatMark(Self.table, scale: scale)
        let bar = bar(mark)
        let chart = Chart {
            mark
            bar
        }
        return (chart, bar)
    }

    private func picture(
        _ chart: Chart, _ theme: ChartTheme = .light, scale: Double = 1,
        size: Size = Size(width: 420, height: 260)
    ) throws -> Bitmap {
        try ChartImage(fonts: try Fonts.library()).draw(
            ChartFigure([chart], theme: theme), size: size, scale: scale)
    }

    /// The largest difference of a channel, in steps of 255.
    private func difference(_ pixel: Bitmap.Pixel, _ color: Color) -> Double {
        max(
            abs(Double(pixel.red) - Double(color.red) * 255),
            abs(Double(pixel.green) - Double(color.green) * 255),
            abs(Double(pixel.blue) - Double(color.blue) * 255))
    }

    /// The pixel in the middle of the bar at a fraction of it from the least value on.
    private func pixel(
        _ picture: Bitmap, _ bar: ColorBar, _ part: Double, scale: Double
    ) throws -> (pixel: Bitmap.Pixel, value: Double, length: Double) {
        let rect = try #require(bar.rect)
        let isUpright = !bar.side.isHorizontal
        let count = ((isUpright ? rect.height : rect.width) * scale).rounded()
        let along = isUpright ? 1 - part : part
        let number = min(max((along * count).rounded(.down), 0), count - 1)
        let middle = (number + 0.5) / count
        let x =
            isUpright ? Int(rect.midX * scale) : Int((rect.minX * scale).rounded() + number)
        let y =
            isUpright ? Int((rect.minY * scale).rounded() + number) : Int(rect.midY * scale)
        return (picture[x, y], isUpright ? 1 - middle : middle, count)
    }

    nonisolated static let scales: [@Sendable (ChartTheme) -> ColorScale] = [
        { .sequential(from: 0, to: 1100, on: $0.ground) },
        { .diverging(from: -300, through: 100, to: 1200, on: $0.ground, missing: $0.grid) },
        { _ in
            // A step: the later colour begins at it.
            ColorScale([
                .init(0, Color(hex: 0x204080)), .init(500, Color(hex: 0x60C0E0)),
                .init(500, Color(hex: 0xC03020)), .init(1000, Color(hex: 0xF0E020)),
            ])
        },
    ]

    @Test(
        arguments: [ChartAxis.Side.trailing, .leading, .top, .bottom], [1.0, 1.5, 2])
    func theColourAtATickIsThatOfItsValue(side: ChartAxis.Side, scale: Double) throws {
        for colors in Self.scales {
            for theme in [ChartTheme.light, .dark] {
                let (chart, bar) = chart(colors) {
                    ColorBar($0, side, locale: LocaleFormat(identifier: "C"))
                }
                let drawn = try picture(chart, theme, scale: scale)
                let wanted = colors(theme)
                let (first, last) = (
                    try #require(wanted.stops.first?.value), try #require(wanted.stops.last?.value)
                )
                let ticks = bar.placedLabels(in: chart).filter { $0.value.isFinite }
                try #require(ticks.count >= 3, "\(ticks)")
                for tick in ticks {
                    let part = (tick.value - first) / (last - first)
                    let (seen, _, count) = try pixel(drawn, bar, part, scale: scale)
                    #expect(
                        difference(seen, wanted.color(at: tick.value)) <= 1,
                        "\(side) \(tick.text): \(seen)")
                    // The text is at its position, to within a pixel.
                    let rect = try #require(bar.rect)
                    let place =
                        side.isHorizontal
                        ? (tick.rect.midX - rect.minX) / rect.width
                        : (rect.maxY - tick.rect.midY) / rect.height
                    #expect(abs(place - part) * count <= 1, "\(tick)")
                }
                for part in stride(from: 0.013, to: 1, by: 0.037) {
                    let (seen, middle, _) = try pixel(drawn, bar, part, scale: scale)
                    // At the row of a tick's own colour, the value is up to half a pixel away.
                    let value = first + (last - first) * middle
                    let isTick = ticks.contains {
                        abs($0.value - value) < (last - first) / 100
                    }
                    #expect(
                        isTick || difference(seen, wanted.color(at: value)) <= 1,
                        "\(side) \(value): \(seen)")
                }
            }
        }
    }

    @Test func ticksAreRoundInTheUnitThatIsShown() throws {
        let (chart, bar) = chart(Self.scales[0]) {
            ColorBar(
                $0, unit: "km", conversion: ShownUnit(size: 250),
                locale: LocaleFormat(identifier: "C"))
        }
        _ = try picture(chart)
        let labels = bar.placedLabels(in: chart)
        #expect(labels.map(\.value) == [0, 1, 2, 3, 4])
        let locale = LocaleFormat(identifier: "C")
        #expect(labels.map(\.text) == (0...4).map { locale.quantity("\($0)", unit: "km") })
        let rect = try #require(bar.rect)
        let four = try #require(labels.first { $0.value == 4 })
        #expect(abs((rect.maxY - four.rect.midY) / rect.height - 1000 / 1100) < 0.01)
    }

    @Test(arguments: [1.0, 2])
    func missingValuesHaveASwatch(scale: Double) throws {
        for side in [ChartAxis.Side.trailing, .top] {
            let (chart, bar) = chart(Self.scales[1]) { ColorBar($0, side, missing: "none") }
            let drawn = try picture(chart, scale: scale)
            let label = try #require(bar.placedLabels(in: chart).first { $0.text == "none" })
            let rect = try #require(bar.rect)
            let place =
                side == .top
                ? Point(x: label.rect.midX, y: rect.midY) : Point(x: rect.midX, y: label.rect.midY)
            #expect(!rect.contains(place))
            let seen = drawn[Int(place.x * scale), Int(place.y * scale)]
            #expect(difference(seen, ChartTheme.light.grid) <= 1)
            let margin = try #require(chart.margin(of: bar))
            #expect(margin.minX <= label.rect.minX && label.rect.maxX <= margin.maxX + 0.5)
        }
    }

    @Test func itTakesRoomOutsideOfTheAxes() throws {
        func plot(_ side: ChartAxis.Side, hidden: Bool = false) throws -> (Chart, ColorBar) {
            let (chart, bar) = chart(Self.scales[0]) { ColorBar($0, side, title: "Steps") }
            bar.isHidden = hidden
            _ = try picture(chart)
            return (chart, bar)
        }
        let plain = try plot(.trailing, hidden: true).0.plot
        for side in [ChartAxis.Side.trailing, .leading, .top, .bottom] {
            let (chart, bar) = try plot(side)
            let (margin, rect) = (try #require(chart.margin(of: bar)), try #require(bar.rect))
            switch side {
            case .trailing:
                #expect(chart.plot.maxX == plain.maxX - margin.width)
                #expect(margin.maxX == chart.frame.maxX && chart.plot.minX == plain.minX)
            case .leading: #expect(chart.plot.minX == plain.minX + margin.width)
            case .top: #expect(chart.plot.minY == plain.minY + margin.height)
            case .bottom: #expect(chart.plot.maxY == plain.maxY - margin.height)
            }
            #expect(margin.union(rect) == margin, "the colours are in the room")
            for label in bar.placedLabels(in: chart) {
                #expect(chart.frame.union(label.rect) == chart.frame, "\(side) \(label.text)")
                #expect(label.rect.intersection(chart.plot).isEmpty)
                for (_, axis) in [chart.placedLabels(Typesetter(fonts: try Fonts.library()))] {
                    #expect(axis.allSatisfy { $0.rect.intersection(label.rect).isEmpty })
                }
            }
            bar.isHidden = true
            _ = try picture(chart)
            #expect(chart.plot == plain && bar.rect == nil)
            #expect(bar.placedLabels(in: chart).isEmpty)
        }
    }

    @Test func plotsOfAFigureStayInLine() throws {
        let (first, _) = chart(Self.scales[0]) { ColorBar($0, .trailing) }
        let (second, _) = chart(Self.scales[0]) { ColorBar($0, .leading) }
        let third = Chart { LineMark(SampleSeries(times: [0, 4], values: [0, 1])) }
        let figure = ChartFigure([first, second, third])
        _ = try ChartImage(fonts: try Fonts.library()).draw(
            figure, size: Size(width: 500, height: 600))
        #expect(first.plot.minX == second.plot.minX && first.plot.maxX == second.plot.maxX)
        #expect(first.plot.minX == third.plot.minX && first.plot.maxX == third.plot.maxX)
    }

    @Test func plotsStayInLineWhenABarComesAndGoes() throws {
        let (first, bar) = chart(Self.scales[0]) { ColorBar($0, .trailing) }
        let second = Chart { LineMark(SampleSeries(times: [0, 4], values: [0, 1])) }
        let figure = ChartFigure([first, second])
        let typesetter = Typesetter(fonts: try Fonts.library())
        var time = 0.0
        func frame() -> [Double] {
            time += 0.02
            _ = figure.advance(to: time)
            figure.prepare(
                in: Rect(x: 0, y: 0, width: 500, height: 500), deviceScale: 1,
                typesetter: typesetter)
            return [first.plot.maxX, second.plot.maxX]
        }
        _ = frame()
        let with = frame()
        #expect(with[0] == with[1])
        bar.isHidden = true
        let without = frame()
        #expect(without[0] == without[1] && without[0] > with[0] + 20)
        bar.isHidden = false
        #expect(frame() == with)
    }

    @Test func aBarWithoutRoomHasNoTitleEither() throws {
        let (chart, bar) = chart(Self.scales[0]) { ColorBar($0, .trailing, title: "Title") }
        let low = try picture(chart, size: Size(width: 400, height: 90))
        let margin = try #require(chart.margin(of: bar))
        #expect(bar.rect == nil)
        for y in Int(margin.minY)..<Int(margin.maxY) {
            for x in Int(margin.minX + 4)..<Int(margin.maxX) {
                #expect(low[x, y] == low[399, 89])
            }
        }
    }

    @Test func aNarrowChartHasNoBar() throws {
        let (chart, bar) = chart(Self.scales[0]) { ColorBar($0) }
        _ = try picture(chart, size: Size(width: 150, height: 200))
        #expect(bar.rect == nil && chart.margin(of: bar) == nil && chart.plot.width > 60)
        _ = try picture(chart, size: Size(width: 300, height: 200))
        #expect(bar.rect != nil)
        // If all values are equal there is nothing to show.
        func single(_: ChartTheme) -> ColorScale { ColorScale([.init(3, Color(hex: 0xFF0000))]) }
        let (even, none) = self.chart(single) { ColorBar($0) }
        _ = try picture(even)
        #expect(none.rect == nil && none.placedLabels(in: even).isEmpty)
    }

    @Test func aConfiguratorTakesOneToo() throws {
        let configurator = ChartConfigurator()
        let mark = HeatMark(Self.table, scale: .sequential(from: 0, to: 9, on: Color(hex: 0)))
        configurator.add(mark, to: "y")
        let chart = configurator.chart()
        let bar = ColorBar(mark)
        configurator.add(bar, to: "y")
        configurator.add(bar, to: "y")
        #expect(chart.annotations.count == 1)
        _ = try picture(chart)
        #expect(bar.rect != nil)
        // Another scale makes another bar.
        let before = bar.placedLabels(in: chart).map(\.text)
        mark.scale = .sequential(from: 0, to: 70_000, on: Color(hex: 0))
        _ = try picture(chart)
        #expect(bar.placedLabels(in: chart).map(\.text) != before)
    }
}
