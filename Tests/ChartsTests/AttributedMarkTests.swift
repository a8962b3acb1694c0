import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// Marks whose samples choose their styles, sample by sample and in columns.
@MainActor @Suite struct AttributedMarkTests {
    private static let red: UInt32 = 0xFF0000
    private static let green: UInt32 = 0x00FF00

    private func line(
        _ series: AttributedSeries, width: Double = 2, _ segments: [SegmentStyle],
        longestGap: Double = .infinity, gap: GapStyle = .none
    ) -> LineMark {
        let mark = LineMark(
            id: "line",
            style: LineStyle(
                width: width, color: white, gap: gap,
                segments: Dictionary(uniqueKeysWithValues: zip(1..., segments))))
        mark.show(series, longestGap: longestGap)
        return mark
    }

    private func segment(
        _ color: UInt32, width: Double = 2, alpha: Float = 1
    ) -> SegmentStyle {
        SegmentStyle(width: width, color: Color(hex: color, alpha: alpha))
    }

    /// Twenty samples per pixel to and fro between 10 and 40, with attributes by position.
    private func dense(_ attribute: (Double) -> UInt8) -> AttributedSeries {
        let times = (0..<1800).map { Double($0) / 20 }
        return AttributedSeries(
            times: times, values: times.indices.map { $0 % 2 == 0 ? 10 : 40 },
            attributes: times.map(attribute))
    }

    @Test func columnsAreCoveredInTheStylesOfTheirSegments() throws {
        let stage = try MarkStage(width: 90, height: 60)
        let series = dense { $0 < 30 ? 1 : $0 < 60 ? 2 : 0 }
        let mark = line(series, [segment(Self.red), .hidden])
        let picture = try stage.draw(mark)
        #expect(mark.drawnAs == .columns)
        for x in [2, 15, 28] {
            #expect(picture.rows(inColumn: x) == Array(19..<51))
            #expect((20..<50).allSatisfy { picture[x, $0] == Self.red }, "\(x)")
        }
        for x in [32, 45, 58] { #expect(picture.rows(inColumn: x) == []) }
        for x in [62, 75, 87] {
            #expect((20..<50).allSatisfy { picture[x, $0] == 0xFFFFFF }, "\(x)")
        }
        // A pan within the existing range, or other styles, compute nothing again that is not
        // needed.
        mark.style.segments[1]?.color = Color(hex: Self.green)
        #expect(try stage.draw(mark)[15, 30] == Self.green)
        #expect(stage.statistics.vertexBytes == 0)
    }

    @Test func oneSampleAmongThousandsKeepsItsStyle() throws {
        let stage = try MarkStage(width: 90, height: 60)
        var series = dense { _ in 0 }
        // Up to 55 and back, in a style of its own.
        series.append(times: [75.51, 75.52, 75.53], values: [20, 55, 20], attributes: [1, 1, 0])
        let picture = try stage.draw(line(series, [segment(Self.red)]))
        #expect((6..<19).allSatisfy { picture[75, $0] == Self.red }, "above the others")
        #expect((6..<19).allSatisfy { picture[72, $0] == 0 && picture[78, $0] == 0 })
        #expect(picture[75, 30] == Self.red && picture[72, 30] == 0xFFFFFF)
        #expect(picture[75, 45] == 0xFFFFFF, "below its lowest the others are visible")
    }

    /// Attributes that change with every sample cost and show the same as attributes that never do.
    @Test func columnsAreOneToneWhereStylesAreAlike() throws {
        let stage = try MarkStage(width: 90, height: 60)
        for width in [1.0, 2, 5.5] {
            let styles = (0..<3).map { _ in segment(0xFFFFFF, width: width, alpha: 0.4) }
            var number = UInt8(0)
            let mixed = dense { _ in
                number = (number + 1) % 3
                return number + 1
            }
            let picture = try stage.draw(line(mixed, styles))
            let one = try stage.draw(line(dense { _ in 1 }, styles))
            var worst = 0.0
            for y in 0..<60 {
                for x in 4..<86 {
                    worst = max(worst, abs(picture.coverage(x, y) - one.coverage(x, y)))
                }
            }
            #expect(worst < 0.01, "\(width): \(worst)")
            #expect(picture[45, 30] == 0x666666)
        }
    }

    @Test func bridgesOverLongGapsHaveTheStyleBeforeThem() throws {
        let stage = try MarkStage(width: 90, height: 60)
        let times = (0..<1800).map { Double($0) / 20 }.filter { $0 < 30 || $0 > 60 }
        let series = AttributedSeries(
            times: times, values: times.map { _ in 30 }, attributes: times.map { $0 < 30 ? 1 : 0 })
        let mark = line(
            series, width: 2, [segment(Self.red, width: 6)], longestGap: 5, gap: .solid)
        let picture = try stage.draw(mark)
        #expect(mark.drawnAs == .columns)
        #expect(picture.rows(inColumn: 45) == Array(27..<33) && picture[45, 30] == Self.red)
        #expect(picture.rows(inColumn: 75) == [29, 30])
    }

    @Test func stepsAndCurvesHaveTheStyleOfTheSampleBefore() throws {
        let stage = try MarkStage(width: 90, height: 60)
        let series = AttributedSeries(
            times: [10, 40, 80], values: [10, 50, 20], attributes: [1, 2, 0])
        for interpolation in [LineInterpolation.stepped(.start), .stepped(.end), .monotone] {
            let mark = line(series, [segment(Self.red), segment(Self.green)])
            mark.interpolation = interpolation
            let picture = try stage.draw(mark)
            for x in 12..<37 {
                #expect(picture.rows(inColumn: x).allSatisfy { picture[x, $0] & 0xFFFF == 0 })
            }
            for x in 43..<78 {
                #expect(picture.rows(inColumn: x).allSatisfy { picture[x, $0] & 0xFF00FF == 0 })
            }
            // The vertical piece belongs to the sample before, wherever it is.
            if interpolation == .stepped(.start) { #expect(picture[40, 30] == Self.red) }
            if interpolation == .stepped(.end) { #expect(picture[40, 20] == Self.green) }
        }
    }

    @Test func aSeriesThatGrowsIsDrawnAsIfItWereWhole() throws {
        let stage = try MarkStage(width: 90, height: 60)
        let styles = [segment(Self.red, width: 4), segment(Self.green, width: 3, alpha: 0.5)]
        let values = (0..<45).map { Double($0 * 7919 % 50) + 5 }
        let attributes = (0..<45).map { UInt8($0 / 3 % 3) }
        var series = AttributedSeries()
        let mark = line(series, styles)
        for first in stride(from: 0, to: 45, by: 9) {
            let part = first..<first + 9
            series.append(
                times: part.map { Double($0) * 2 }, values: Array(values[part]),
                attributes: Array(attributes[part]))
            mark.show(series)
            let whole = line(series, styles)
            #expect(try stage.draw(mark) == stage.draw(whole))
        }
    }

    // MARK: Points

    @Test func pointsHaveTheStylesOfTheirSamples() throws {
        let stage = try MarkStage(width: 90, height: 60)
        let mark = PointMark(id: "points", style: PointStyle(radius: 3, fill: white))
        mark.attributeStyles = [
            1: PointStyle(
                radius: 8, fill: Color(hex: 0),
                stroke: Border(width: 2, color: Color(hex: Self.red)))
        ]
        mark.show(
            AttributedSeries(times: [20, 45, 70], values: [30, 30, 30], attributes: [0, 1, 0]))
        #expect(mark.overhang == 8)
        let picture = try stage.draw(mark)
        #expect(picture.columns(inRow: 30).filter { $0 < 30 } == Array(17..<23))
        #expect(picture[38, 30] == Self.red && picture[45, 30] == 0)
        #expect(picture.columns(inRow: 30).contains(37) && !picture.columns(inRow: 30).contains(36))
    }

    /// Styles belong to the attributes that they are given for, whatever other attributes have.
    @Test func anAttributeWithoutAStyleHasThatOfTheMark() throws {
        let stage = try MarkStage(width: 90, height: 60)
        let series = AttributedSeries(
            times: [15, 45, 75], values: [30, 30, 30], attributes: [1, 2, 9])
        let points = PointMark(id: "points", style: PointStyle(radius: 3, fill: white))
        points.attributeStyles[2] = PointStyle(radius: 3, fill: Color(hex: Self.red))
        points.show(series)
        let picture = try stage.draw(points)
        #expect(picture[15, 30] == 0xFFFFFF && picture[45, 30] == Self.red)
        #expect(picture[75, 30] == 0xFFFFFF)
        let line = LineMark(series).width(4).color(white).segments([2: segment(Self.red, width: 4)])
        let segments = try stage.draw(line)
        #expect(segments[30, 30] == 0xFFFFFF && segments[60, 30] == Self.red)
    }

    @Test func amongManyPointsEachAttributeKeepsItsLowestAndHighest() throws {
        let stage = try MarkStage(width: 90, height: 60)
        let mark = PointMark(id: "points", style: PointStyle(radius: 1, fill: white))
        mark.attributeStyles = [1: PointStyle(radius: 1, fill: Color(hex: Self.red))]
        var series = dense { _ in 0 }
        series.append(times: [30.51, 30.52], values: [25, 55], attributes: [1, 1])
        mark.show(series)
        let picture = try stage.draw(mark)
        #expect(mark.drawnAs == .columns)
        #expect(picture[30, 4] == Self.red && picture[30, 34] == Self.red)
        #expect(picture[30, 19] == 0xFFFFFF && picture[30, 49] == 0xFFFFFF)
        #expect(picture[33, 34] == 0)
    }

    // MARK: Sharing

    @Test func aLineAndItsPointsShareOneSeries() throws {
        let series = SampleSeries(
            times: (0..<100).map(Double.init), values: (0..<100).map { Double($0 % 40) })
        let line = LineMark(id: "line", style: LineStyle(width: 4, color: white))
        let points = PointMark(id: "points", style: PointStyle(radius: 3, fill: white))
        line.show(series)
        points.show(series)
        /// The address of the values in memory.
        func place(_ source: any SampleSource) throws -> UnsafePointer<Double> {
            let shown = try #require(source as? SampleSeries)
            let base = shown.values.withContiguousStorageIfAvailable { $0.baseAddress }
            return try #require(base ?? nil)
        }
        let places = [try place(line.source), try place(points.source), try place(series)]
        #expect(Set(places).count == 1)
        #expect(line.source.revision == series.revision)
        #expect(points.source.revision == series.revision)
        // Both draw it: the markers are on the line.
        let stage = try MarkStage(width: 100, height: 50)
        let drawn = (try stage.draw(line), try stage.draw(points))
        #expect(drawn.0[20, 50 - 20] == 0xFFFFFF && drawn.1[20, 50 - 20] == 0xFFFFFF)
    }

    // MARK: Bars of many series

    @Test func twentySeriesHaveTwentyColours() throws {
        let stage = try MarkStage(width: 100, height: 100)
        let colors = (0..<20).map { UInt32(0x0A0B0C + $0 * 0x0B0A09) }
        let table = BarTable(
            slots: [Extent(min: 0, max: 100)], series: (0..<20).map { _ in [4] })
        let style = BarStyle(width: .fraction(1), colors: colors.map { Color(hex: $0) })
        let stacked = StackedBarMark(id: "stack", style: style)
        stacked.show(table)
        let stack = try stage.draw(stacked)
        let grouped = GroupedBarMark(
            id: "groups", style: style, layout: GroupedBars(gap: 0))
        grouped.show(table)
        let groups = try stage.draw(grouped)
        for number in 0..<20 {
            #expect(stack[50, 99 - (4 * number + 2)] == colors[number], "\(number)")
            #expect(groups[5 * number + 2, 98] == colors[number], "\(number)")
        }
    }
}
