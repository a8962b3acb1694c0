import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Glibc
import Localization
import SeededRandom
import Testing

/// Marks on logarithmic and symmetric scales, checked by their pixels.
@MainActor @Suite struct LogarithmicMarkTests {
    private let log = ScaleTransform.logarithmic

    /// A picture of 200 by 150: x from `x`, y from `y`, in places.
    private func projection(
        x: ClosedRange<Double> = 0...2, y: ClosedRange<Double> = 0...3,
        xTransform: ScaleTransform = .identity, yTransform: ScaleTransform = .logarithmic
    ) -> PlotProjection {
        PlotProjection(
            plot: Rect(x: 0, y: 0, width: 200, height: 150), x: x, y: y, xTransform: xTransform,
            yTransform: yTransform)
    }

    private func stage() throws -> MarkStage { try MarkStage(width: 200, height: 150) }

    /// The middle of the white part of a column, by the coverage of its pixels.
    private func middle(_ picture: Picture, column x: Int) -> Double {
        var (sum, weight) = (0.0, 0.0)
        for y in 0..<picture.height {
            sum += picture.coverage(x, y) * (Double(y) + 0.5)
            weight += picture.coverage(x, y)
        }
        return sum / weight
    }

    /// The largest difference between two pictures in a pixel.
    private func difference(_ a: Picture, _ b: Picture) -> Int {
        zip(a.bytes, b.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    // MARK: Samples

    @Test func pointsStandAtTheLogarithmsOfTheirValues() throws {
        let stage = try stage()
        let mark = PointMark(
            SampleSeries(times: [1, 3, 10, 50], values: [1.5, 10, 0, 700]), id: "points"
        ).radius(4).color(white)
        let picture = try stage.draw(
            mark, in: projection(xTransform: log))
        for (time, value) in [(1.0, 1.5), (3, 10), (50, 700)] {
            let x = 100 * log10(time)
            let y = 150 - 50 * log10(value)
            var (sumX, sumY, area) = (0.0, 0.0, 0.0)
            for row in max(0, Int(y) - 6)...min(149, Int(y) + 6) {
                for column in max(0, Int(x) - 6)...min(199, Int(x) + 6) {
                    let covered = picture.coverage(column, row)
                    sumX += covered * (Double(column) + 0.5)
                    sumY += covered * (Double(row) + 0.5)
                    area += covered
                }
            }
            // At the plot's edge half of a disc is visible.
            if time > 1 { #expect(abs(sumX / area - x) < 0.05, "\(time)") }
            #expect(abs(sumY / area - y) < 0.05, "\(value)")
        }
        // Nothing at the value that has no place.
        #expect((0..<150).allSatisfy { picture.coverage(100, $0) == 0 })
    }

    @Test func aLineIsStraightInPlaces() throws {
        let stage = try stage()
        let mark = LineMark(SampleSeries(times: [0, 2], values: [2, 500]), id: "line").width(2)
            .color(white)
        let picture = try stage.draw(mark, in: projection())
        for x in stride(from: 5, to: 195, by: 10) {
            let place = log10(2) + (log10(500) - log10(2)) * (Double(x) + 0.5) / 200
            #expect(abs(middle(picture, column: x) - (150 - 50 * place)) < 0.1)
        }
        // The rings of a crosshair between samples are on it too.
        mark.original = SampleSeries(times: [1], values: [3])
        let drawn = try #require(mark.nearest(to: 1)?.drawn.first)
        #expect(abs(drawn - (2 * 500.0).squareRoot()) < 1e-9)
        #expect(mark.nearest(to: 1)?.values == [3])
    }

    @Test func valuesThatAreNotAboveZeroAreGaps() throws {
        let stage = try stage()
        let times = (0...20).map { Double($0) / 10 }
        let values = times.indices.map { [7, 12].contains($0) ? Double(7 - $0) : 30 }
        let mark = LineMark(SampleSeries(times: times, values: values), id: "line").width(1)
            .color(white)
        let picture = try stage.draw(mark, in: projection())
        for gap in [7, 12] {
            for x in gap * 10 - 8...gap * 10 + 7 { #expect(picture.rows(inColumn: x) == []) }
        }
        #expect(!picture.rows(inColumn: 95).isEmpty && !picture.rows(inColumn: 150).isEmpty)
        #expect(mark.values(over: Extent(min: 0, max: 2)) == Extent(min: -5, max: 30))
        let places = mark.places(over: Extent(min: 0, max: 2), on: log)
        #expect(places == Extent(min: log10(30), max: log10(30)))
    }

    /// Drawn with the places as values on linear scales.
    private func plain(
        _ times: [Double], _ values: [Double], _ projection: PlotProjection,
        _ make: (SampleSeries) -> any Mark
    ) throws -> Picture {
        var linear = projection
        (linear.xTransform, linear.yTransform) = (.identity, .identity)
        let shown = times.indices.filter { !projection.xTransform.place(of: times[$0]).isNaN }
        let samples = SampleSeries(
            times: shown.map { projection.xTransform.place(of: times[$0]) },
            values: shown.map { projection.yTransform.place(of: values[$0]) })
        return try stage().draw(make(samples), in: linear)
    }

    @Test(arguments: [
        LineInterpolation.linear, .stepped(.start), .stepped(.middle), .stepped(.end), .monotone,
    ])
    func linesAndAreasLookLikeTheirPlaces(interpolation: LineInterpolation) throws {
        let times: [Double] = [-3, 0, 0.7, 1, 2, 4, 9, 12, 30, 31, 60, 90, 120]
        let values: [Double] = [4, 5, 6, 80, 20, 400, 0, 900, 3, 2, 50, -1, 700]
        for kind in [
            projection(xTransform: log), projection(),
            projection(
                x: -1...3, y: -2...4, xTransform: .symmetricLogarithmic(linearTo: 2),
                yTransform: .symmetricLogarithmic(linearTo: 0.5)),
        ] {
            func line(_ samples: SampleSeries) -> any Mark {
                LineMark(samples, id: "line").width(3).color(white).interpolation(interpolation)
            }
            func area(_ samples: SampleSeries) -> any Mark {
                AreaMark(samples, id: "area", base: kind.yTransform.place(of: 10))
                    .fill(AreaMark.Fill(white)).interpolation(interpolation)
            }
            let samples = SampleSeries(times: times, values: values)
            let lines = try stage().draw(line(samples), in: kind)
            #expect(lines.area > 100)
            #expect(difference(lines, try plain(times, values, kind, line)) <= 2)
            let mark = AreaMark(samples, id: "area", base: 10).fill(AreaMark.Fill(white))
                .interpolation(interpolation)
            let areas = try stage().draw(mark, in: kind)
            #expect(areas.area > 100)
            #expect(difference(areas, try plain(times, values, kind, area)) <= 2)
        }
    }

    @Test func anAreaFromZeroReachesTheBottom() throws {
        let stage = try stage()
        let mark = AreaMark(SampleSeries(times: [0, 2], values: [3, 300]), id: "area", base: 0)
            .fill(AreaMark.Fill(white))
        for y in [0.0...3, -6...3, 0.2...0.9, 2.4999...2.5001] {
            let kind = projection(y: y)
            let picture = try stage.draw(mark, in: kind)
            for x in stride(from: 3, to: 200, by: 13) {
                let place = log10(3) + 2 * (Double(x) + 0.5) / 200
                let top = kind.pixelY(ofPlace: place)
                let covered = (0..<150).reduce(0) { $0 + picture.coverage(x, $1) }
                let expected = 150 - min(max(top, 0), 150)
                // A steep edge is smoothed across more rows.
                #expect(abs(covered - expected) < 1.5, "\(y), \(x): \(covered) \(expected)")
            }
        }
        #expect(mark.places(over: Extent(min: 0, max: 2), on: log).min == log10(3))
    }

    @Test func aGapIsAsLongAsItsValuesAreApart() throws {
        let stage = try stage()
        let kind = projection(xTransform: log)
        let samples = SampleSeries(
            times: [1, 2, 3, 10, 11, 100], values: [10, 10, 10, 10, 10, 10])
        let mark = LineMark(samples, id: "line", longestGap: 1).width(2).color(white)
        let picture = try stage.draw(mark, in: kind)
        func isDrawn(_ time: Double) -> Bool {
            !picture.rows(inColumn: Int(100 * log10(time))).isEmpty
        }
        #expect(isDrawn(1.5) && isDrawn(2.5) && isDrawn(10.5))
        #expect(!isDrawn(5) && !isDrawn(40))
        let whole = try stage.draw(
            LineMark(samples, id: "line").width(2).color(white), in: kind)
        #expect(!whole.rows(inColumn: 150).isEmpty)
    }

    // MARK: Columns

    /// Samples that jump about, with gaps and values without a place.
    private func dense(_ count: Int) -> (times: [Double], values: [Double]) {
        var numbers = LinearCongruence(seed: 99)
        func next() -> Double { numbers.unit() }
        var times: [Double] = []
        var values: [Double] = []
        for index in 0..<count {
            times.append(Double(index) * 100 / Double(count))
            let wave = 1.5 + sin(Double(index) * 9 / Double(count))
            let isGap = (count / 3..<count / 3 + count / 20).contains(index)
            values.append(isGap || index % 501 == 7 ? 0 : pow(10, wave + next() * 0.2))
        }
        return (times, values)
    }

    @Test(arguments: [ScaleTransform.identity, .logarithmic]) func aDenseLineIsWhatItCovers(
        xTransform: ScaleTransform
    ) throws {
        let (times, values) = dense(60_000)
        let range = xTransform.isIdentity ? 0.0...100 : 0...2
        let kind = projection(x: range, xTransform: xTransform)
        let mark = LineMark(SampleSeries(times: times, values: values), id: "line").width(1)
            .color(white)
        let picture = try stage().draw(mark, in: kind)
        #expect(mark.drawnAs == .columns)
        var extents = [Extent](repeating: .nothing, count: 200)
        for index in times.indices where values[index] > 0 && times[index] > 0 {
            let x = kind.pixelX(times[index])
            let y = log10(values[index])
            if x >= 0, x < 200 { extents[Int(x)].include(y) }
            // Where the line continues over the border of columns.
            guard index > 0, values[index - 1] > 0, times[index - 1] > 0 else { continue }
            let before = kind.pixelX(times[index - 1])
            guard x > before else { continue }
            var border = before.rounded(.down) + 1
            while border <= x {
                let part = (border - before) / (x - before)
                let height = log10(values[index - 1]) * (1 - part) + y * part
                if border >= 1, border <= 200 { extents[Int(border) - 1].include(height) }
                if border >= 0, border < 200 { extents[Int(border)].include(height) }
                border += 1
            }
        }
        for x in 0..<200 {
            let covered = (0..<150).reduce(0) { $0 + picture.coverage(x, $1) }
            guard !extents[x].isEmpty else {
                #expect(covered == 0, "\(x)")
                continue
            }
            let top = kind.pixelY(ofPlace: extents[x].max)
            let bottom = kind.pixelY(ofPlace: extents[x].min)
            // Half of the line's width beyond the extremes.
            #expect(abs(covered - (bottom - top + 1)) < 0.1, "\(x): \(covered) \(bottom - top + 1)")
            let rows = picture.rows(inColumn: x)
            #expect(abs(Double(rows.first ?? 0) - (top - 0.5).rounded(.down)) <= 1)
            #expect(abs(Double(rows.last ?? 0) - (bottom + 0.5).rounded(.down)) <= 1)
        }
    }

    @Test func densePointsAndAreasLookLikeTheirPlaces() throws {
        let (times, values) = dense(30_000)
        let kind = projection(x: -0.2...1.9, xTransform: log)
        let makes: [(SampleSeries) -> any Mark] = [
            { PointMark($0, id: "points").radius(2).color(white) },
            { LineMark($0, id: "line").width(4).color(white) },
        ]
        for make in makes {
            let picture = try stage().draw(
                make(SampleSeries(times: times, values: values)), in: kind)
            #expect(picture.area > 1000)
            #expect(difference(picture, try plain(times, values, kind, make)) <= 2)
        }
        let area = AreaMark(SampleSeries(times: times, values: values), id: "area", base: 0)
            .fill(AreaMark.Fill(white))
        let picture = try stage().draw(area, in: kind)
        #expect(area.drawnAs == .columns)
        let same = try plain(times, values, kind) {
            AreaMark($0, id: "area", base: -5).fill(AreaMark.Fill(white))
        }
        #expect(difference(picture, same) <= 2)
        #expect(picture.coverage(100, 149) == 1)
    }

    /// A dense line in three styles, one of which has a spike among another's samples.
    @Test(arguments: [
        ScaleTransform.logarithmic, .symmetricLogarithmic(linearTo: 1), .identity,
    ])
    func aDenseLineKeepsTheStylesOfItsSegments(yTransform: ScaleTransform) throws {
        let top = yTransform.place(of: 1000)
        let kind = projection(x: 0...200, y: 0...top, yTransform: yTransform)
        // Twenty samples per pixel to and fro between two values; 0 has no place on a logarithmic
        // scale.
        let (low, high) = (yTransform.value(at: 0.2 * top), yTransform.value(at: 0.6 * top))
        let times = (0..<4000).map { Double($0) / 20 }
        var values = times.indices.map { $0 % 2 == 0 ? low : high }
        var attributes = times.map { UInt8($0 < 60 ? 1 : $0 < 120 ? 2 : 0) }
        values[800] = 0
        (values[3201], attributes[3200], attributes[3201]) = (yTransform.value(at: 0.9 * top), 1, 1)
        let mark = LineMark(
            AttributedSeries(times: times, values: values, attributes: attributes), id: "line"
        ).width(2).color(white).segments([
            1: SegmentStyle(width: 2, color: Color(hex: 0xFF0000)),
            2: SegmentStyle(width: 2, color: Color(hex: 0x00FF00)),
        ])
        let picture = try stage().draw(mark, in: kind)
        #expect(mark.drawnAs == .columns)
        for (columns, color) in [
            (2..<58, UInt32(0xFF0000)), (62..<118, 0x00FF00), (122..<158, 0xFFFFFF),
            (163..<198, 0xFFFFFF),
        ] {
            for x in columns where x != 39 && x != 40 && x != 41 {
                #expect((61..<119).allSatisfy { picture[x, $0] == color }, "\(x)")
                #expect((0..<58).allSatisfy { picture[x, $0] == 0 }, "\(x)")
            }
        }
        // Above the others the spike is red; next to it they are visible.
        #expect((16..<58).allSatisfy { picture[160, $0] == 0xFF0000 })
        #expect((0..<14).allSatisfy { picture[160, $0] == 0 })
    }

    @Test func denseLinesAndPointsInManyStylesLookLikeTheirPlaces() throws {
        let (times, values) = dense(30_000)
        let attributes = times.indices.map { UInt8($0 / 700 % 3 + ($0 % 997 == 0 ? 1 : 0)) }
        let segments = [
            1: SegmentStyle(width: 4, color: Color(hex: 0xFF0000)),
            2: SegmentStyle(width: 1, color: Color(hex: 0x00FF00)),
            3: SegmentStyle(width: 6, color: Color(hex: 0x0000FF, alpha: 0.5)),
        ]
        let makes: [(AttributedSeries) -> any Mark] = [
            {
                let line = LineMark($0, id: "line").width(2).color(white)
                line.style.segments = segments
                return line
            },
            {
                let points = PointMark($0, id: "points").radius(1).color(white)
                points.attributeStyles = segments.mapValues {
                    PointStyle(radius: $0.width / 2, fill: $0.color)
                }
                return points
            },
        ]
        for kind in [
            projection(x: 0...100), projection(x: -0.2...1.9, xTransform: log),
            projection(
                x: -0.5...3, y: -1...4, xTransform: .symmetricLogarithmic(linearTo: 3),
                yTransform: .symmetricLogarithmic(linearTo: 2)),
        ] {
            var linear = kind
            (linear.xTransform, linear.yTransform) = (.identity, .identity)
            let shown = times.indices.filter { !kind.xTransform.place(of: times[$0]).isNaN }
            let places = AttributedSeries(
                times: shown.map { kind.xTransform.place(of: times[$0]) },
                values: shown.map { kind.yTransform.place(of: values[$0]) },
                attributes: shown.map { attributes[$0] })
            for make in makes {
                let picture = try stage().draw(
                    make(AttributedSeries(times: times, values: values, attributes: attributes)),
                    in: kind)
                #expect((0..<200).reduce(0) { $0 + picture.rows(inColumn: $1).count } > 1000)
                #expect(difference(picture, try stage().draw(make(places), in: linear)) <= 2)
            }
        }
    }

    @Test func aStreamGoesOnWhereItWas() throws {
        let stage = try stage()
        let kind = projection(x: -1...2, xTransform: log)
        let (times, values) = dense(5000)
        var ring = RingSeries(capacity: 3000)
        let mark = LineMark(id: "line", style: LineStyle(width: 2, color: white))
        for start in stride(from: 0, to: 5000, by: 500) {
            ring.append(
                times: Array(times[start..<start + 500]),
                values: Array(values[start..<start + 500]))
            mark.show(ring)
            let picture = try stage.draw(mark, in: kind)
            let fresh = LineMark(id: "line", style: mark.style)
            fresh.show(SampleSeries(times: ring.times, values: ring.values))
            #expect(difference(picture, try self.stage().draw(fresh, in: kind)) <= 2)
        }
    }

    // MARK: Bars

    @Test func barsFromZeroReachTheBottom() throws {
        let stage = try stage()
        let mark = BarMark(
            id: "bars", style: BarStyle(width: .fraction(1), colors: [white]))
        mark.show([
            Bar(start: 0, end: 0.5, value: 20), Bar(start: 0.5, end: 1, value: 0),
            Bar(start: 1, end: 1.5, value: -3), Bar(start: 1.5, end: 2, base: 100, value: 10),
        ])
        for y in [0.0...3, -5...3, 1.1...2.9] {
            let kind = projection(y: y)
            let picture = try stage.draw(mark, in: kind)
            let top = min(max(kind.pixelY(20), 0), 150)
            #expect(abs((0..<150).reduce(0) { $0 + picture.coverage(20, $1) } - (150 - top)) < 0.02)
            #expect(top == 150 || picture.coverage(20, 149) == 1)
            #expect(picture.rows(inColumn: 75) == [] && picture.rows(inColumn: 125) == [])
            let hanging = (0..<150).reduce(0) { $0 + picture.coverage(175, $1) }
            let from = kind.pixelY(100).rounded()
            #expect(abs(hanging - (min(kind.pixelY(10), 150) - from)) < 0.6)
        }
        let range = Extent(min: 0, max: 2)
        #expect(mark.places(over: range, on: log) == Extent(min: 1, max: 2))
        // Half grown is half of the value.
        mark.growth = 0.5
        let picture = try stage.draw(mark, in: projection())
        #expect(
            abs((0..<150).reduce(0) { $0 + picture.coverage(20, $1) } - 50) < 0.02)
        #expect(picture.coverage(20, 149) == 1)
    }

    @Test func slotsLieBetweenTheirPlaces() throws {
        let stage = try stage()
        let mark = BarMark(
            id: "bars", style: BarStyle(width: .fraction(1), colors: [white]))
        mark.show([
            Bar(start: 1, end: 3, value: 100), Bar(start: 10, end: 20, value: 1000),
        ])
        let picture = try stage.draw(mark, in: projection(xTransform: log))
        let columns = picture.columns(inRow: 149)
        #expect(columns == Array(0..<48) + Array(100..<130), "\(columns)")
    }

    @Test func severalSeriesAndRangesStandOnTheBottomToo() throws {
        let stage = try stage()
        let colors = [Color(hex: 0xFF0000), Color(hex: 0x0000FF)]
        let table = BarTable(
            slots: [Extent(min: 0, max: 1), Extent(min: 1, max: 2)],
            series: [[10, 50], [90, .nan]])
        let stacked = StackedBarMark(table, id: "stack", colors: colors)
        stacked.style.width = .fraction(1)
        for alpha in [1, 0.999] {
            let picture = try stage.draw(stacked, in: projection(), alpha: alpha)
            // 10 below, and the second one up to 100.
            #expect(picture[50, 149] >> 16 > 250 && picture[50, 102] >> 16 > 250)
            #expect(picture[50, 98] & 255 > 250 && picture[50, 51] & 255 > 250)
            #expect(picture[50, 48] == 0)
            #expect(picture[150, 149] >> 16 > 250)
        }
        #expect(
            stacked.places(over: Extent(min: 0, max: 1), on: log) == Extent(min: 1, max: 2))
        let grouped = GroupedBarMark(table, id: "groups", colors: colors)
        grouped.style.width = .fraction(1)
        let groups = try stage.draw(grouped, in: projection())
        #expect(groups[30, 149] == 0xFF0000 && groups[30, 99] == 0)
        #expect(groups[70, 149] == 0x0000FF && groups[70, 54] == 0x0000FF && groups[70, 51] == 0)
        let ranges = RangeBarMark(id: "ranges", style: .range(width: 10, color: white))
        ranges.show(RangeSeries(times: [0.5, 1.5], lows: [0, 10], highs: [30, 100]))
        let picture = try stage.draw(ranges, in: projection())
        #expect(picture.coverage(50, 149) == 1)
        #expect(picture.coverage(50, Int(150 - 50 * log10(30.0)) - 2) == 0)
        let rows = picture.rows(inColumn: 150)
        #expect(rows.first == 50 && rows.last == 99)
        #expect(
            ranges.places(over: Extent(min: 0, max: 2), on: log)
                == Extent(min: 1, max: 2))
    }

    @Test func errorBarsEndAtTheirPlaces() throws {
        let stage = try stage()
        let mark = ErrorBarMark(
            id: "errors", style: ErrorBarStyle(color: white, width: 2, cap: 10))
        mark.show(
            times: [0.5, 1, 1.5], values: [30, 30, 0], lows: [10, -4, 0], highs: [100, 100, 0])
        let picture = try stage.draw(mark, in: projection())
        let first = picture.rows(inColumn: 50)
        #expect(first == Array(49...100), "\(first)")
        // A bar that extends below zero leaves the plot, and its cap with it.
        #expect(picture.rows(inColumn: 100) == Array(49...149))
        #expect(picture.rows(inColumn: 97) == [49, 50])
        #expect(picture.rows(inColumn: 150) == [])
        // Moved by whole pixels the picture is the same, and with other transforms it differs.
        let moved = try stage.draw(mark, in: projection(x: 0.1...2.1))
        #expect(moved.rows(inColumn: 40) == first)
        let linear = try stage.draw(
            mark, in: projection(x: 0...2, y: 0...150, yTransform: .identity))
        #expect(linear.rows(inColumn: 50) == Array(49...140))
    }

    @Test func bandsLieBetweenTheirPlaces() throws {
        let stage = try stage()
        let mark = BandMark(id: "band", style: AreaStyle(upper: white, lower: white))
        mark.show(times: [0, 1, 1.2, 2], lows: [10, 10, 0, 0], highs: [100, 100, 1000, 1000])
        let picture = try stage.draw(mark, in: projection())
        #expect(picture.rows(inColumn: 50) == Array(50..<100))
        #expect(picture.rows(inColumn: 160) == Array(0..<150))
        #expect(
            mark.places(over: Extent(min: 0, max: 2), on: log) == Extent(min: 1, max: 3))
        let linear = try stage.draw(mark, in: projection(y: 0...150, yTransform: .identity))
        #expect(linear.rows(inColumn: 50) == Array(50..<140))
    }

    // MARK: Other parts of a plot

    private func picture(
        _ attachment: any Charts.Attachment, _ kind: PlotProjection
    ) throws -> Picture {
        let mark = DrawnMark(id: "attachment") { scene, frame in
            attachment.encode(into: scene, frame.projection)
        }
        return try stage().draw(mark, in: kind)
    }

    @Test func linesAndZonesLieAtTheirPlaces() throws {
        let line = ReferenceLine(at: 100, width: 2, color: white)
        #expect(try picture(line, projection()).rows(inColumn: 10) == [49, 50])
        #expect(
            try picture(ReferenceLine(at: 0, width: 2, color: white), projection()).area == 0)
        for (range, rows) in [
            (10.0...100, Array(50..<100)), (0...100, Array(50..<150)),
            (-.greatestFiniteMagnitude...10, Array(100..<150)),
            (10...Double.greatestFiniteMagnitude, Array(0..<100)), (-5 ... -1, []),
            (2000...3000, []),
        ] {
            let zone = Zone(range, color: white)
            #expect(try picture(zone, projection()).rows(inColumn: 10) == rows, "\(range)")
        }
        let span = SpanHighlight(
            style: SpanHighlight.Style(fill: white, edge: white, edgeWidth: 1))
        span.fadeDuration = 0
        span.show(Extent(min: 10, max: 50), at: 0)
        let columns = try picture(span, projection(xTransform: log)).columns(inRow: 20)
        #expect(columns == Array(100..<170), "\(columns)")
    }

    @Test func aCrosshairStandsAtItsPlace() throws {
        let crosshair = Crosshair(
            style: Crosshair.Style(line: Color(hex: 0x00FF00), lineWidth: 1, ringFill: white))
        crosshair.fadeDuration = 0
        crosshair.show(
            x: 10,
            rings: [
                Crosshair.Ring(x: 10, y: 100, color: white),
                Crosshair.Ring(x: 10, y: 0, color: white),
            ], at: 0)
        for (kind, x, y) in [
            (projection(xTransform: log), 100, 50),
            (projection(x: 0...20, y: 0...150, yTransform: .identity), 100, 50),
            (projection(x: 0...20), 100, 50),
        ] {
            let picture = try picture(crosshair, kind)
            #expect(picture[x, 20] == 0x00FF00)
            let ring = picture.columns(inRow: y).filter { picture.coverage($0, y) > 0.5 }
            #expect(ring == Array(x - 6..<x + 6), "\(ring)")
        }
        // A line from above ends at the bar, or at the bottom if the bar's end has no place.
        crosshair.show(x: 10, rings: [], end: 10, at: 0)
        #expect(
            try picture(crosshair, projection(xTransform: log)).rows(inColumn: 100)
                == Array(0..<100))
        crosshair.show(x: 10, rings: [], end: 0, at: 0)
        #expect(
            try picture(crosshair, projection(xTransform: log)).rows(inColumn: 100)
                == Array(0..<150))
    }

    @Test func eventsLieAtTheirPlaces() throws {
        let lane = EventLane(
            style: EventLane.Style(sign: white, text: white, rule: white, band: white))
        lane.events = [
            ChartEvent(id: 1, span: Extent(min: 10, max: 20), text: "span"),
            ChartEvent(id: 2, span: Extent(min: 40, max: 40), text: "moment"),
            ChartEvent(id: 3, span: Extent(min: -5, max: 2), text: "from below"),
        ]
        let columns = try picture(lane.bands, projection(xTransform: log)).columns(inRow: 20)
        #expect(columns == Array(0..<30) + Array(100..<130) + [160], "\(columns)")
    }

    // MARK: Axes

    @Test func labelsHaveTheDigitsOfTheirNumbers() {
        let labels = NumberLabels(unit: "Hz", locale: LocaleFormat(identifier: "C"))
        func texts(_ step: LogarithmicStep, _ range: ClosedRange<Double>) -> [String] {
            let range = Extent(min: range.lowerBound, max: range.upperBound)
            return step.ticks(over: range).map { labels.label($0, step: .logarithmic(step)).text }
        }
        #expect(
            texts(LogarithmicStep(), -2...4)
                == ["0.01", "0.1", "1", "10", "100", "1,000", "10,000"].map { "\($0)\u{A0}Hz" })
        #expect(
            texts(LogarithmicStep(level: 3), 10...20)
                == ["10¹⁰", "10²⁰"].map { "\($0)\u{A0}Hz" })
        #expect(
            texts(LogarithmicStep(level: -3), 0.9...1)
                == ["8", "9", "10"].map { "\($0)\u{A0}Hz" })
        #expect(
            texts(LogarithmicStep(level: 0, linearTo: 1), -1.5...1)
                == ["\u{2212}10", "\u{2212}1", "0", "1"].map { "\($0)\u{A0}Hz" })
        let samples = labels.samples(step: .logarithmic(LogarithmicStep(level: -6))).map(\.text)
        #expect(samples.contains("88.16\u{A0}Hz"))
    }

    @Test func axesSayTheirScale() {
        #expect(ValueAxis().scale.isIdentity)
        #expect(NumberAxis().dimension.scale.kind == .linear)
        let axis = ValueAxis(unit: "Hz", scale: .logarithmic)
        #expect(axis.scale == .logarithmic && axis.filters.last is DecadeRangeFilter)
        let symmetric = ScaleTransform.symmetricLogarithmic(linearTo: 3)
        #expect(ValueAxis(scale: symmetric).filters.last is DecadeRangeFilter)
        #expect(NumberAxis(scale: .logarithmic).dimension.scale.kind == .logarithmic)
    }

    // MARK: Change

    @Test func otherTransformsMakeAnotherPicture() throws {
        let (times, values) = dense(2000)
        let samples = SampleSeries(times: times, values: values)
        let bars = BarMark(id: "bars", style: BarStyle(width: .fraction(0.8), colors: [white]))
        bars.show(
            (0..<10).map {
                Bar(start: Double($0) * 10, end: Double($0 + 1) * 10, value: Double($0) * 30)
            })
        let marks: [any Mark] = [
            LineMark(samples, id: "line").width(2).color(white),
            LineMark(samples, id: "line").width(2).color(white).interpolation(.monotone),
            PointMark(samples, id: "points").radius(2).color(white),
            AreaMark(samples, id: "area", base: 5).fill(AreaMark.Fill(white)), bars,
        ]
        let linear = projection(x: 0...100, y: 0...300, yTransform: .identity)
        let logarithmic = projection(x: 0...100)
        let both = projection(xTransform: log)
        let symmetric = projection(
            x: 0...100, y: -1...4, yTransform: .symmetricLogarithmic(linearTo: 1))
        for mark in marks {
            let stage = try stage()
            let first = try stage.draw(mark, in: linear)
            let second = try stage.draw(mark, in: logarithmic)
            let third = try stage.draw(mark, in: both)
            let fourth = try stage.draw(mark, in: symmetric)
            #expect(difference(first, second) > 100 && difference(second, third) > 100)
            #expect(difference(second, fourth) > 100)
            #expect(difference(first, try stage.draw(mark, in: linear)) == 0)
            #expect(difference(third, try stage.draw(mark, in: both)) == 0)
            #expect(difference(second, try stage.draw(mark, in: logarithmic)) == 0)
        }
    }

    @Test func aPanSendsNothing() throws {
        let stage = try stage()
        let times = (0..<150).map { pow(10, Double($0) / 50) }
        let samples = SampleSeries(times: times, values: times.map { 1 + $0 })
        let marks: [any Mark] = [
            LineMark(samples, id: "line").width(2).color(white),
            AreaMark(samples, id: "area").fill(AreaMark.Fill(white)),
            PointMark(samples, id: "points").color(white),
        ]
        for mark in marks {
            _ = try stage.draw(mark, in: projection(xTransform: log))
            for x in [0.1, 0.37, -0.4] {
                _ = try stage.draw(mark, in: projection(x: x...2 + x, xTransform: log))
                #expect(stage.statistics.uploadedBytes == 0)
            }
        }
    }
}
