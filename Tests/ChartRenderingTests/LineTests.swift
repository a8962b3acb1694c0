import ChartRendering
import ChartScene
import GPU
import Geometry
import Painting
import Testing

@MainActor
@Suite struct LineTests {
    private func buffer(_ points: [(Double, Double)]) -> SampleBuffer {
        let buffer = SampleBuffer()
        buffer.replace(times: points.map(\.0), values: points.map(\.1))
        return buffer
    }

    @Test func theSamplesPixelIsTheColourAndTheNextIsNot() throws {
        let stage = try Stage(width: 60, height: 40)
        // The middle of pixel (30, 19) from the top: y grows upwards from 40.
        let line = buffer([(5.5, 20.5), (30.5, 20.5), (55.5, 20.5)])
        let picture = try stage.draw { r in
            r.line(
                line, LineStyle(width: 3, color: Color(hex: 0xC0392B)), in: stage.identity)
        }
        #expect(picture[30, 19] == 0xC0392B)
        #expect(picture[30, 18] == 0xC0392B && picture[30, 20] == 0xC0392B)
        #expect(picture[30, 17] == 0 && picture[30, 21] == 0)
        #expect(picture[2, 19] == 0 && picture[58, 19] == 0)
        #expect(stage.statistics.draws == 1)
    }

    @Test(arguments: [0.5, 1, 1.5, 2, 3, 5, 8, 12.5, 20, 40])
    func theWidthIsTheWidthAtEverySlopeAndAspect(width: Double) throws {
        for (w, h) in [(300, 200), (200, 300), (400, 120)] {
            let stage = try Stage(width: w, height: h)
            // One line in data, drawn in plots of three shapes: three slopes on the screen.
            for rise in [0.0, 0.35, -0.8] {
                let line = buffer([(-1, 0.5 - rise * 1.5), (2, 0.5 + rise * 1.5)])
                let projection = PlotProjection(
                    plot: Rect(x: 0, y: 0, width: Double(w), height: Double(h)), x: 0...1, y: 0...1)
                let picture = try stage.draw { r in
                    r.line(line, LineStyle(width: width, color: white), in: projection)
                }
                let slope = rise * Double(h) / Double(w)
                let cosine = 1 / (1 + slope * slope).squareRoot()
                // Columns through the middle, where the whole cut is in the picture.
                let columns = (w / 2 - 20)..<(w / 2 + 20)
                let mean = columns.reduce(0) { $0 + picture.column($1) } / 40
                let measured = mean * cosine
                #expect(
                    abs(measured - width) < 0.1, "\(width) at \(rise) in \(w) × \(h): \(measured)")
            }
        }
    }

    @Test func aSteepLineIsAsWideAsAFlatOne() throws {
        let stage = try Stage(width: 120, height: 300)
        let line = buffer([(50, -50), (60, 350)])
        let picture = try stage.draw { r in
            r.line(line, LineStyle(width: 7, color: white), in: stage.identity)
        }
        let slope = 10.0 / 400
        let cosine = 1 / (1 + slope * slope).squareRoot()
        let mean = (130..<170).reduce(0) { $0 + picture.row($1) } / 40
        #expect(abs(mean * cosine - 7) < 0.1)
    }

    @Test func pointsGiveTheWidthAtEveryScale() throws {
        for scale in [1.0, 1.5, 2.0] {
            let stage = try Stage(width: 60, height: 60)
            let line = buffer([(-10, 30), (70, 30)])
            let picture = try stage.draw(scale: scale) { r in
                r.line(line, LineStyle(width: 4, color: white), in: stage.identity)
            }
            #expect(abs(picture.column(30) - 4 * scale) < 0.02)
        }
    }

    @Test func aSeeThroughLineThatCrossesItselfIsOneTone() throws {
        let stage = try Stage(width: 120, height: 120)
        // A pentagram, repeatedly drawn over itself, and a hairpin.
        let points: [(Double, Double)] = [
            (60, 110), (30, 20), (108, 76), (12, 76), (90, 20), (60, 110), (60, 20), (61, 110),
        ]
        let line = buffer(points)
        let picture = try stage.draw { r in
            r.line(
                line, LineStyle(width: 9, color: Color(hex: 0xFFFFFF, alpha: 0.4)),
                in: stage.identity)
        }
        // 0.4 of white on black, and nothing brighter anywhere.
        let tone = UInt32(102)
        let brightest = (0..<120 * 120).map { UInt32(picture.bytes[$0 * 4]) }.max() ?? 0
        #expect(brightest == tone)
        // Every sample and the crossing of two edges have exactly the tone.
        for (x, y) in points { #expect(picture[Int(x), 119 - Int(y)] & 255 == tone) }
        #expect(picture[60, 119 - 76] & 255 == tone)
    }

    @Test func aFadedLineIsOneToneToo() throws {
        let stage = try Stage(width: 60, height: 60)
        let line = buffer([(5, 5), (55, 55), (5, 55), (55, 5)])
        let picture = try stage.draw { r in
            r.line(line, LineStyle(width: 5, color: white), in: stage.identity, alpha: 0.2)
        }
        #expect((0..<3600).map { picture.bytes[$0 * 4] }.max() == 51)
        #expect(picture[30, 29] == 0x333333)
    }

    @Test func cornersAreAsDistanceSays() throws {
        // The union of capsules, computed pixel by pixel.
        let stage = try Stage(width: 100, height: 100)
        let points: [(Double, Double)] = [(15, 20), (45, 80), (60, 25), (85, 30), (70, 85)]
        let picture = try stage.draw { r in
            r.line(buffer(points), LineStyle(width: 10, color: white), in: stage.identity)
        }
        let pieces = RoundSegment.pieces(points) { _ in 10 }
        var worst = 0.0
        for y in 0..<100 {
            for x in 0..<100 {
                let place = Point(x: Double(x) + 0.5, y: 100 - (Double(y) + 0.5))
                worst = max(
                    worst, RoundSegment.error(picture.coverage(x, y), at: place, of: pieces))
            }
        }
        #expect(worst < 0.01, "a pixel is \(worst) off")
    }

    @Test func denseNoiseHasNoHoles() throws {
        // Sixteen samples a pixel column jumping between two heights: everything between is full.
        let stage = try Stage(width: 80, height: 80)
        var points: [(Double, Double)] = []
        for index in 0..<1280 { points.append((Double(index) / 16, index % 2 == 0 ? 20 : 60)) }
        let picture = try stage.draw { r in
            r.line(buffer(points), LineStyle(width: 2, color: white), in: stage.identity)
        }
        for y in 22..<58 {
            for x in 2..<78 where picture[x, y] != 0xFFFFFF {
                Issue.record("a hole at \(x), \(y)")
                return
            }
        }
    }

    @Test func capsEndWhereTheyShould() throws {
        let stage = try Stage(width: 60, height: 40)
        let line = buffer([(20, 20), (40, 20)])
        func width(_ cap: LineCap) throws -> Double {
            let picture = try stage.draw { r in
                r.line(
                    line, LineStyle(width: 8, color: white, cap: cap), in: stage.identity)
            }
            return picture.area
        }
        #expect(abs(try width(.butt) - 20 * 8) < 0.5)
        #expect(abs(try width(.square) - 28 * 8) < 0.5)
        #expect(abs(try width(.round) - (20 * 8 + 16 * Double.pi)) < 0.5)
    }

    @Test func joinsHaveTheirShapes() throws {
        let stage = try Stage(width: 100, height: 100)
        // A right angle of two legs of 50 with 20 wide strokes, the corner at (30, 30).
        let line = buffer([(30, 80), (30, 30), (80, 30)])
        func area(_ join: LineJoin) throws -> Picture {
            try stage.draw { r in
                r.line(
                    line, LineStyle(width: 20, color: white, join: join, cap: .butt),
                    in: stage.identity)
            }
        }
        // Two legs of 40 beyond the inner corner, the inner corner's quarter and three of the join:
        // the corner square of 20 by 20 is full, half cut off outside, or a quarter disc there.
        let legs = 2 * 40.0 * 20
        let miter = try area(.miter(limit: 4))
        #expect(abs(miter.area - (legs + 400)) < 1)
        #expect(miter[21, 100 - 22] == 0xFFFFFF)
        let bevel = try area(.bevel)
        #expect(abs(bevel.area - (legs + 350)) < 1)
        let round = try area(.round)
        #expect(abs(round.area - (legs + 300 + 25 * Double.pi)) < 1)
        // A limit below the square root of 2 bevels a right angle.
        #expect(abs(try area(.miter(limit: 1.2)).area - (legs + 350)) < 1)
    }

    @Test func dashesRepeatWithTheirPeriod() throws {
        let stage = try Stage(width: 200, height: 20)
        let line = buffer([(0, 10), (200, 10)])
        let dash = DashPattern(on: 3, off: 2)
        let picture = try stage.draw { r in
            r.line(
                line, LineStyle(width: 4, color: white, cap: .butt, dash: dash), in: stage.identity)
        }
        // 12 on and 8 off.
        for x in 0..<200 { #expect(picture.coverage(x, 10) == (x % 20 < 12 ? 1 : 0), "at \(x)") }
    }

    @Test func dashesGoOnRoundCorners() throws {
        let stage = try Stage(width: 120, height: 120)
        // 50 to the right, then up: the pattern of 20 has 10 left of its third period there.
        let line = buffer([(20, 20), (70, 20), (70, 110)])
        let picture = try stage.draw { r in
            r.line(
                line,
                LineStyle(width: 4, color: white, cap: .butt, dash: DashPattern(on: 2.5, off: 2.5)),
                in: stage.identity)
        }
        for up in 3..<80 {
            let along = Double(50 + up) + 0.5
            let on = along.truncatingRemainder(dividingBy: 20) < 10
            #expect(picture.coverage(70, 119 - (20 + up)) == (on ? 1 : 0), "\(along)")
        }
    }

    @Test func roundDotsAreDiscs() throws {
        let stage = try Stage(width: 130, height: 20)
        let line = buffer([(15, 10), (115, 10)])
        let picture = try stage.draw { r in
            r.line(
                line, LineStyle(width: 6, color: white, dash: .dots(every: 20, width: 6)),
                in: stage.identity)
        }
        // Six of radius 3.
        #expect(abs(picture.area - 6 * 9 * Double.pi) < 1)
        #expect(picture[15, 10] == 0xFFFFFF && picture[35, 10] == 0xFFFFFF)
        #expect(picture[25, 10] == 0)
    }

    @Test func theAnchorMovesThePattern() throws {
        let stage = try Stage(width: 200, height: 20)
        let line = buffer([(0, 10), (190, 10)])
        // Anchored at the end: a dash starts at 190, so the one before covers 170…182.
        let dash = DashPattern(on: 3, off: 2, anchor: 1)
        let picture = try stage.draw { r in
            r.line(
                line, LineStyle(width: 4, color: white, cap: .butt, dash: dash), in: stage.identity)
        }
        for x in 0..<190 {
            #expect(picture.coverage(x, 10) == ((x + 10) % 20 < 12 ? 1 : 0), "\(x)")
        }
    }

    @Test func gapsAreGapsDottedOrBridged() throws {
        let stage = try Stage(width: 200, height: 40)
        let line = SampleBuffer()
        line.replace(
            times: [20, 60, 140, 180, 185, 190], values: [20.5, 20.5, 20.5, 20.5, .nan, 20.5],
            longestGap: 50)
        #expect(line.count == 5)
        func draw(_ gap: GapStyle) throws -> Picture {
            try stage.draw { r in
                r.line(
                    line, LineStyle(width: 3, color: white, gap: gap), in: stage.identity)
            }
        }
        let none = try draw(.none)
        #expect((65..<135).allSatisfy { none[$0, 19] == 0 })
        #expect(none[40, 19] == 0xFFFFFF && none[160, 19] == 0xFFFFFF)
        let solid = try draw(.solid)
        #expect((20..<180).allSatisfy { solid[$0, 19] == 0xFFFFFF })
        #expect(solid[185, 19] == 0, "a missing value is no gap of time")
        let dotted = try draw(.dashed(.dots(every: 10, width: 3), opacity: 0.6))
        // Dots about 70, 80, … between pixels; at 60 % of white: 153.
        #expect(dotted[80, 19] == 0x999999 && dotted[79, 19] == 0x999999)
        #expect(dotted[85, 19] == 0)
        #expect(dotted[40, 19] == 0xFFFFFF)
    }

    @Test func aLoneSampleIsADot() throws {
        let stage = try Stage(width: 80, height: 40)
        let line = SampleBuffer()
        line.replace(times: [10, 30, 40, 50, 70], values: [20, .nan, 20, .nan, 20])
        let picture = try stage.draw { r in
            r.line(line, LineStyle(width: 8, color: white), in: stage.identity)
        }
        #expect(abs(picture.area - 3 * 16 * Double.pi) < 1.5)
        let single = SampleBuffer()
        single.replace(times: [40], values: [20])
        let one = try stage.draw { r in
            r.line(single, LineStyle(width: 8, color: white), in: stage.identity)
        }
        #expect(abs(one.area - 16 * Double.pi) < 0.5)
    }

    @Test func longGapsInterruptWithoutAMissingSample() throws {
        let stage = try Stage(width: 100, height: 20)
        let line = SampleBuffer()
        line.replace(times: [10, 35, 65, 90], values: [10.5, 10.5, 10.5, 10.5], longestGap: 29.9)
        let picture = try stage.draw { r in
            r.line(line, LineStyle(width: 1, color: white), in: stage.identity)
        }
        #expect(picture[25, 9] == 0xFFFFFF && picture[75, 9] == 0xFFFFFF)
        #expect((37..<63).allSatisfy { picture[$0, 9] == 0 })
    }

    @Test func appendedSamplesJoinTheLineAndOnlyTheyAreSent() throws {
        let stage = try Stage(width: 200, height: 20)
        let line = SampleBuffer()
        let many = (0..<1000).map { Double($0) / 10 }
        line.replace(times: many, values: many.map { _ in 10.5 })
        let style = LineStyle(width: 3, color: white)
        _ = try stage.draw { r in r.line(line, style, in: stage.identity) }
        line.append(times: [150, 180], values: [10.5, 10.5])
        _ = try stage.draw { r in r.line(line, style, in: stage.identity) }
        // The first append outgrows the buffer; the second finds room.
        line.append(times: [190], values: [10.5])
        let picture = try stage.draw { r in
            r.line(line, style, in: stage.identity)
        }
        #expect(stage.statistics.vertexBytes <= 6 * 16)
        #expect((1..<190).allSatisfy { picture[$0, 9] == 0xFFFFFF })
        let whole = SampleBuffer()
        whole.replace(
            times: many + [150, 180, 190], values: many.map { _ in 10.5 } + [10.5, 10.5, 10.5])
        let same = try stage.draw { r in
            r.line(whole, style, in: stage.identity)
        }
        #expect(same == picture)
    }

    @Test func aPanSendsNothing() throws {
        let stage = try Stage(width: 300, height: 100)
        let line = SampleBuffer()
        let times = (0..<4096).map { 1_700_000_000 + Double($0) * 60 }
        line.replace(
            times: times,
            values: times.map {
                50 + 30 * (($0 / 7000).rounded(.down).truncatingRemainder(dividingBy: 2))
            })
        for step in 0..<4 {
            let left = times[1000] + Double(step) * 500
            let projection = PlotProjection(
                plot: Rect(x: 0, y: 0, width: 300, height: 100), x: left...left + 60_000, y: 0...100
            )
            _ = try stage.draw { r in
                r.line(line, LineStyle(width: 3, color: white), in: projection)
                r.points(line, PointStyle(radius: 3, fill: white), in: projection)
            }
            #expect(stage.statistics.draws == 2)
            if step > 0 { #expect(stage.statistics.uploadedBytes == 0) }
        }
    }

    @Test func decadesInSecondsStayOnTheirPixelToTheMillisecond() throws {
        // Fifty years before and after, and a window of half a second in between.
        let stage = try Stage(width: 500, height: 20)
        let here = 1_760_000_000.0
        let line = SampleBuffer()
        line.replace(
            times: [here - 1.5e9, here + 0.100, here + 0.400, here + 1.5e9],
            values: [10.5, 10.5, 10.5, 10.5], longestGap: 1)
        let projection = PlotProjection(
            plot: Rect(x: 0, y: 0, width: 500, height: 20), x: here...here + 0.5, y: 0...20)
        let picture = try stage.draw { r in
            r.line(line, LineStyle(width: 3, color: white, cap: .butt), in: projection)
        }
        // A millisecond is a pixel.
        #expect(picture.columns(inRow: 9) == Array(100..<400))
    }

    @Test func aLineBetweenFarEndsKeepsItsPlace() throws {
        // From a week before to a week after, in a window of ten seconds and a thousandth.
        let stage = try Stage(width: 400, height: 200)
        let here = 1_760_000_000.0
        let line = SampleBuffer()
        line.replace(times: [here - 6e5, here + 6e5], values: [70, 76])
        let projection = PlotProjection(
            plot: Rect(x: 0, y: 0, width: 400, height: 200), x: here - 5...here + 5,
            y: 72.9995...73.0005)
        let picture = try stage.draw { r in
            r.line(line, LineStyle(width: 3, color: white), in: projection)
        }
        // 5 millionths a second: a pixel a second. The line's middle in some columns:
        for x in [10, 100, 200, 300, 390] {
            let seconds = (Double(x) + 0.5) / 40 - 5
            let wanted = 100 - seconds
            var sum = 0.0
            for y in 0..<200 { sum += picture.coverage(x, y) * (Double(y) + 0.5) }
            #expect(abs(sum / picture.column(x) - wanted) < 0.1)
        }
    }

    @Test func nothingIsDrawnOutsideOfThePlotsClip() throws {
        let stage = try Stage(width: 100, height: 60)
        let plot = Rect(x: 20, y: 10, width: 60, height: 40)
        let projection = PlotProjection(plot: plot, x: 0...60, y: 0...40)
        let line = buffer([(-30, 20), (90, 20)])
        let area = PlotArea()
        let picture = try stage.draw { r in
            area.encode(plot, into: r) {
                r.line(line, LineStyle(width: 5, color: white), in: projection)
            }
        }
        #expect(picture.columns(inRow: 30) == Array(20..<80))
    }
}
