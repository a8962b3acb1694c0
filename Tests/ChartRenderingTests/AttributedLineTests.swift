import ChartRendering
import ChartScene
import GPU
import Geometry
import Painting
import Testing

/// Lines and points whose samples select their styles.
@MainActor
@Suite struct AttributedLineTests {
    private func buffer(_ points: [(Double, Double)], _ attributes: [UInt8]) -> SampleBuffer {
        let buffer = SampleBuffer()
        buffer.replace(
            times: points.map(\.0), values: points.map(\.1), attributes: attributes)
        return buffer
    }

    private func style(
        _ segments: [SegmentStyle], width: Double = 3, color: UInt32 = 0xFFFFFF,
        cap: LineCap = .round
    ) -> LineStyle {
        LineStyle(
            width: width, color: Color(hex: color), cap: cap,
            segments: Dictionary(uniqueKeysWithValues: zip(1..., segments)))
    }

    /// The rows of a column that have a colour in full.
    private func rows(_ picture: Picture, _ x: Int, _ color: UInt32) -> Int {
        (0..<picture.height).count { picture[x, $0] == color }
    }

    @Test func segmentsHaveTheStylesOfTheSamplesTheyStartAt() throws {
        let stage = try Stage(width: 200, height: 40)
        // The attribute of the last sample is ignored; 9 is beyond the last style.
        let line = buffer(
            [(10, 20.5), (50, 20.5), (90, 20.5), (130, 20.5), (160, 20.5), (190, 20.5)],
            [1, 0, 3, 2, 9, 3])
        let segments = [
            SegmentStyle(width: 7, color: Color(hex: 0xFF0000)),
            SegmentStyle(width: 1, color: Color(hex: 0x00FF00)), .hidden,
        ]
        let picture = try stage.draw { r in
            r.line(line, style(segments), in: stage.identity)
        }
        #expect(picture.rows(inColumn: 30).count == 7 && rows(picture, 30, 0xFF0000) == 7)
        #expect(picture.rows(inColumn: 70).count == 3 && rows(picture, 70, 0xFFFFFF) == 3)
        #expect(picture.rows(inColumn: 110) == [], "hidden")
        #expect(picture.rows(inColumn: 145).count == 1 && rows(picture, 145, 0x00FF00) == 1)
        #expect(picture.rows(inColumn: 175).count == 3 && rows(picture, 175, 0xFFFFFF) == 3)
        #expect(stage.statistics.draws == 3, "one for each style that is seen")
        // Other styles send nothing.
        _ = try stage.draw { r in
            r.line(
                line, style([segments[1]], width: 5, color: 0x0000FF), in: stage.identity)
        }
        #expect(stage.statistics.vertexBytes == 0)
    }

    @Test(arguments: [0.5, 1, 2.5, 4, 9, 16])
    func theWidthIsThatOfTheStyleAtEverySlope(width: Double) throws {
        let stage = try Stage(width: 240, height: 160)
        for (alpha, rise) in [(1.0, 0.0), (1, 0.4), (1, -0.6), (0.5, 0.0), (0.5, 0.4)] {
            let points = (0...3).map { (Double($0) * 80, 80 + (Double($0) * 80 - 120) * rise) }
            let line = buffer(points, [1, 2, 1, 0])
            let widths = [width, 20 - width]
            let segments = widths.map {
                SegmentStyle(width: $0, color: Color(hex: 0xFFFFFF, alpha: Float(alpha)))
            }
            let picture = try stage.draw { r in
                r.line(line, style(segments), in: stage.identity)
            }
            let cosine = 1 / (1 + rise * rise).squareRoot()
            for (middle, wanted) in [(40, widths[0]), (120, widths[1]), (200, widths[0])] {
                let columns = middle - 10..<middle + 10
                let mean = columns.reduce(0) { $0 + picture.column($1) } / 20
                #expect(
                    abs(mean * cosine / alpha - wanted) < 0.1, "\(wanted) at \(rise), \(alpha)")
            }
        }
    }

    /// Segments of up to seven styles of one tone: the picture of a translucent line in that tone,
    /// whatever the order of styles.
    ///
    /// The expected pixels are the union of round strokes, computed here.
    @Test(arguments: [1, 2, 3, 4, 7])
    func aSeeThroughLineIsOneToneThroughAllItsStyles(styles: Int) throws {
        let stage = try Stage(width: 110, height: 110)
        let points: [(Double, Double)] = [
            (15, 20), (45, 90), (60, 25), (90, 30), (75, 95), (20, 60), (95, 70), (50, 15),
            (25, 85),
        ]
        let attributes = points.indices.map { UInt8($0 % styles + 1) }
        let widths = (0..<styles).map { 4 + Double($0 * 5 % 7) }
        let line = buffer(points, attributes)
        let tone = Color(hex: 0xFFFFFF, alpha: 0.4)
        let picture = try stage.draw { r in
            r.line(
                line, style(widths.map { SegmentStyle(width: $0, color: tone) }),
                in: stage.identity)
        }
        let pieces = RoundSegment.pieces(points) { widths[Int(attributes[$0]) - 1] }
        var worst = 0.0
        for y in 0..<110 {
            for x in 0..<110 {
                let place = Point(x: Double(x) + 0.5, y: 110 - (Double(y) + 0.5))
                let error = RoundSegment.error(picture.coverage(x, y) / 0.4, at: place, of: pieces)
                worst = max(worst, error * 0.4)
            }
        }
        // With more than three styles a pixel of the border may be blended in two steps.
        #expect(worst < (styles > 3 ? 0.4 * 0.4 / 4 : 0) + 0.01, "a pixel is \(worst) off")
        // A mask for each three styles, a fill for each, and the taken coverage passed between
        // them.
        let masks = (styles + 2) / 3
        #expect(stage.statistics.draws == styles + 2 * masks - 1)
    }

    @Test func theWiderCoversAndOfTwoAsWideTheHigherAttribute() throws {
        let stage = try Stage(width: 120, height: 60)
        let line = buffer([(10, 30), (40, 30), (80, 30), (110, 30)], [1, 2, 3, 0])
        for alpha in [Float(1), 0.5] {
            let picture = try stage.draw { r in
                r.line(
                    line,
                    style([
                        SegmentStyle(width: 20, color: Color(hex: 0xFF0000, alpha: alpha)),
                        SegmentStyle(width: 8, color: Color(hex: 0x00FF00, alpha: alpha)),
                        SegmentStyle(width: 8, color: Color(hex: 0x0000FF, alpha: alpha)),
                    ]), in: stage.identity)
            }
            let full = alpha == 1 ? UInt32(255) : 128
            // The round end of the wide one extends 10 beyond the sample, that of the last one 4.
            for x in 42..<49 { #expect(picture[x, 30] == full << 16) }
            for x in 52..<75 { #expect(picture[x, 30] == full << 8) }
            for x in 77..<108 { #expect(picture[x, 30] == full) }
            // Between them each pixel has all of one or a part of both.
            for x in 40..<90 {
                let pixel = picture[x, 30]
                let sum = pixel >> 16 + pixel >> 8 & 255 + pixel & 255
                #expect(abs(Int(sum) - Int(full)) <= 1, "\(x): \(sum)")
            }
        }
    }

    @Test func endsAreRoundWhereAnotherStyleGoesOnAndCapsWhereNothingDoes() throws {
        let stage = try Stage(width: 120, height: 60)
        let line = buffer([(20, 30), (50, 30), (80, 30), (100, 30)], [0, 1, 2, 0])
        let picture = try stage.draw { r in
            r.line(
                line,
                style(
                    [SegmentStyle(width: 4, color: Color(hex: 0xFF0000)), .hidden], width: 20,
                    cap: .butt),
                in: stage.identity)
        }
        #expect(picture.columns(inRow: 30).min() == 20 && picture.columns(inRow: 30).max() == 79)
        // The disc at the change, 10 wide: at 5 beyond the sample it is 8.66 high.
        #expect(picture[55, 30 - 7] == 0xFFFFFF && picture[55, 30 - 10] == 0)
        #expect(picture.rows(inColumn: 70).count == 4)
    }

    @Test func dashesGoOnWhereTheStyleChanges() throws {
        let stage = try Stage(width: 200, height: 20)
        let line = buffer([(0, 10), (47, 10), (110, 10), (163, 10), (200, 10)], [1, 2, 3, 1, 0])
        let dash = DashPattern(on: 3, off: 2)
        let segments = [
            SegmentStyle(width: 4, color: Color(hex: 0xFFFFFF), dash: dash),
            SegmentStyle(width: 4, color: Color(hex: 0xFF0000), dash: dash), .hidden,
        ]
        let picture = try stage.draw { r in
            r.line(line, style(segments, cap: .butt), in: stage.identity)
        }
        // 12 on and 8 off from the line's start, in both styles and behind hidden segments.
        for x in 0..<200 {
            let isHidden = (110..<163).contains(x)
            #expect(
                picture.coverage(x, 10) == (x % 20 < 12 && !isHidden ? 1 : 0), "at \(x)")
            if x >= 49, x < 110 { #expect(picture[x, 10] & 0xFFFF == 0, "at \(x)") }
        }
        // Another width has another period, from the same beginning.
        let wide = try stage.draw { r in
            r.line(
                line,
                style(
                    [segments[0], SegmentStyle(width: 8, color: white, dash: dash), .hidden],
                    cap: .butt),
                in: stage.identity)
        }
        for x in 53..<105 { #expect(wide.coverage(x, 10) == (x % 40 < 24 ? 1 : 0), "at \(x)") }
    }

    @Test func gapsHaveTheStyleOfTheSampleTheyStartAt() throws {
        let stage = try Stage(width: 200, height: 40)
        let line = SampleBuffer()
        line.replace(
            times: [10, 40, 90, 120, 170, 190], values: [20, 20, 20, 20, 20, 20],
            attributes: [0, 1, 0, 2, 0, 0], longestGap: 30)
        var style = self.style([SegmentStyle(width: 8, color: Color(hex: 0xFF0000)), .hidden])
        style.gap = .solid
        let picture = try stage.draw { r in
            r.line(line, style, in: stage.identity)
        }
        #expect(picture.rows(inColumn: 65).count == 8 && picture[65, 20] == 0xFF0000)
        #expect(picture.rows(inColumn: 145) == [], "the gap of a hidden style is hidden")
        #expect(picture[25, 20] == 0xFFFFFF && picture[105, 20] == 0xFFFFFF)
    }

    @Test func joinsWithinAStyleAreThoseOfALine() throws {
        let stage = try Stage(width: 100, height: 100)
        let points: [(Double, Double)] = [(30, 80), (30, 30), (80, 30)]
        for join in [LineJoin.round, .bevel, .miter(limit: 4)] {
            var plain = LineStyle(width: 20, color: white, join: join, cap: .butt)
            func draw(_ buffer: SampleBuffer) throws -> Picture {
                try stage.draw { r in
                    r.line(buffer, plain, in: stage.identity)
                }
            }
            let wanted = try draw(buffer(points, [0, 0, 0]))
            plain.segments = [1: SegmentStyle(width: 20, color: white)]
            #expect(try draw(buffer(points, [1, 1, 0])) == wanted)
        }
    }

    @Test func aLineWithoutAttributesCostsWhatItDid() throws {
        let stage = try Stage(width: 100, height: 40)
        let plain = SampleBuffer()
        let times = (0..<50).map { Double($0) * 2 }
        plain.replace(times: times, values: times)
        let styled = style([SegmentStyle(width: 8, color: white)])
        _ = try stage.draw { r in
            r.line(plain, styled, in: stage.identity)
        }
        // A sample is 16 bytes, one more before and two behind.
        #expect(stage.statistics.draws == 1 && stage.statistics.vertexBytes == 53 * 16)
        let attributed = SampleBuffer()
        attributed.replace(
            times: times, values: times, attributes: [UInt8](repeating: 1, count: 50))
        _ = try stage.draw { r in
            r.line(attributed, LineStyle(width: 3, color: white), in: stage.identity)
        }
        #expect(stage.statistics.draws == 1 && stage.statistics.vertexBytes == 53 * 16)
        _ = try stage.draw { r in
            r.line(attributed, styled, in: stage.identity)
        }
        #expect(stage.statistics.draws == 1 && stage.statistics.vertexBytes == 53 * 4)
    }

    @Test func whatIsAppendedHasItsAttributes() throws {
        let stage = try Stage(width: 200, height: 40)
        let segments = [SegmentStyle(width: 7, color: Color(hex: 0xFF0000))]
        let grown = SampleBuffer()
        let whole = SampleBuffer()
        func draw(_ buffer: SampleBuffer) throws -> Picture {
            try stage.draw { r in
                var style = self.style(segments)
                style.gap = .solid
                r.line(buffer, style, in: stage.identity)
            }
        }
        // The first ones without attributes, which is 0; a missing value, and a gap.
        grown.replace(times: [10, 30], values: [20, 10], longestGap: 25)
        _ = try draw(grown)
        grown.append(times: [50, 60, 70], values: [30, .nan, 30], attributes: [1, 0, 1])
        _ = try draw(grown)
        grown.append(times: [110, 130], values: [10, 20], attributes: [0, 1])
        _ = try draw(grown)
        #expect(stage.statistics.vertexBytes < 300)
        grown.append(times: [150], values: [10])
        whole.replace(
            times: [10, 30, 50, 60, 70, 110, 130, 150],
            values: [20, 10, 30, .nan, 30, 10, 20, 10], attributes: [0, 0, 1, 0, 1, 0, 1, 0],
            longestGap: 25)
        #expect(try draw(grown) == draw(whole))
    }

    // MARK: Points

    @Test func pointsHaveTheRingsOfTheirAttributes() throws {
        let stage = try Stage(width: 200, height: 40)
        let points = buffer(
            [(20, 20), (60, 20), (100, 20), (140, 20), (180, 20)], [0, 1, 2, 1, 7])
        let styles = [
            PointStyle(
                radius: 12, fill: Color(hex: 0x00FF00),
                stroke: Border(width: 4, color: Color(hex: 0xFF0000))),
            PointStyle(.square, radius: 5, fill: Color(hex: 0x0000FF)),
        ]
        let picture = try stage.draw { r in
            r.points(
                points, PointStyle(radius: 6, fill: white), others: styles, in: stage.identity)
        }
        #expect(stage.statistics.draws == 3)
        for middle in [20, 180] {
            let columns = picture.columns(inRow: 20).filter { abs($0 - middle) < 20 }
            #expect(columns.count == 12 && picture[middle, 20] == 0xFFFFFF)
        }
        for middle in [60, 140] {
            #expect(picture[middle, 20] == 0x00FF00 && picture[middle - 10, 20] == 0xFF0000)
            var (disc, inside) = (0.0, 0.0)
            for y in 0..<40 {
                for x in middle - 20..<middle + 20 {
                    let green = Double(picture[x, y] >> 8 & 255) / 255
                    disc += Double(picture[x, y] >> 16) / 255 + green
                    inside += green
                }
            }
            #expect(abs((disc / .pi).squareRoot() - 12) < 0.05)
            #expect(abs((inside / .pi).squareRoot() - 8) < 0.05)
        }
        let square = (80..<120).filter { picture[$0, 20] == 0x0000FF }
        #expect(square == Array(95..<105))
        // Without other styles all are alike.
        let plain = try stage.draw { r in
            r.points(points, PointStyle(radius: 6, fill: white), in: stage.identity)
        }
        #expect(stage.statistics.draws == 1 && plain.columns(inRow: 20).count == 5 * 12)
    }

    // MARK: Bars

    @Test(arguments: [8, 9, 20, 300])
    func barsHaveAnyNumberOfColours(count: Int) throws {
        let stage = try Stage(width: 2 * count, height: 20)
        let bars = BarBuffer()
        bars.replace(
            (0..<count).map {
                Bar(start: Double($0) * 2, end: Double($0) * 2 + 2, value: 10, color: $0)
            })
        let colors = (0..<count).map { Color(hex: UInt32(($0 + 1) * 7919 & 0xFFFFFF)) }
        var style = BarStyle(width: .fraction(1), colors: colors)
        let picture = try stage.draw { r in
            r.bars(bars, style, in: stage.identity)
        }
        #expect(stage.statistics.draws == 1)
        for number in 0..<count {
            #expect(picture[2 * number + 1, 15] == UInt32((number + 1) * 7919 & 0xFFFFFF))
        }
        // A fade and a selection send nothing; other colours, nothing but the colours.
        style.selected = 3
        style.othersOpacity = 0.5
        let pale = try stage.draw { r in
            r.bars(bars, style, in: stage.identity, alpha: 0.5)
        }
        #expect(stage.statistics.uploadedBytes == 0)
        let red = colors.map { Double($0.red) * 255 }
        #expect(abs(Double(pale[7, 15] >> 16) - red[3] / 2) <= 1)
        #expect(abs(Double(pale[9, 15] >> 16) - red[4] / 4) <= 1)
        // A number beyond the last has the last colour.
        style = BarStyle(width: .fraction(1), colors: Array(colors.dropLast()))
        let fewer = try stage.draw { r in
            r.bars(bars, style, in: stage.identity)
        }
        #expect(fewer[2 * count - 1, 15] == fewer[2 * count - 3, 15])
    }
}
