import ChartRendering
import ChartScene
import GPU
import Geometry
import Painting
import Testing
import Text

@MainActor
@Suite struct MarkTests {
    private func samples(_ points: [(Double, Double)]) -> SampleBuffer {
        let buffer = SampleBuffer()
        buffer.replace(times: points.map(\.0), values: points.map(\.1))
        return buffer
    }

    @Test func pointsHaveTheirAreas() throws {
        let stage = try Stage(width: 60, height: 60)
        let one = samples([(30, 30), (40, .nan)])
        func area(_ style: PointStyle) throws -> Picture {
            try stage.draw { r in r.points(one, style, in: stage.identity)
            }
        }
        for radius in [2.0, 3, 7.5, 14] {
            let disc = try area(PointStyle(.disc, radius: radius, fill: white))
            #expect(abs(disc.area - Double.pi * radius * radius) < 0.02 * disc.area + 0.3)
            let diamond = try area(PointStyle(.diamond, radius: radius, fill: white))
            #expect(abs(diamond.area - 2 * radius * radius) < 0.02 * diamond.area + 0.3)
            let square = try area(PointStyle(.square, radius: radius, fill: white))
            #expect(abs(square.area - 4 * radius * radius) < 0.03 * square.area + 0.3)
        }
    }

    /// Points are squares around vertices where a pixel is free around the plot, else triangles.
    @Test func pointsLookAlikeWithAndWithoutRoomAroundThePlot() throws {
        let (flush, inset) = (try Stage(width: 60, height: 50), try Stage(width: 80, height: 70))
        let places = samples([(12.3, 10.6), (30, 25), (31.7, 25.2), (48.51, 40.99)])
        let projection = PlotProjection(
            plot: Rect(x: 10, y: 10, width: 60, height: 50), x: 0...60, y: 0...50)
        for shape in [MarkerShape.disc, .diamond, .square] {
            for radius in [0.5, 1.5, 3, 8.25] {
                let style = PointStyle(
                    shape, radius: radius, fill: Color(hex: 0x3366CC, alpha: 0.75),
                    stroke: radius > 2 ? Border(width: 1.5, color: white) : nil)
                let near = try flush.draw { r in r.points(places, style, in: flush.identity) }
                let far = try inset.draw { r in r.points(places, style, in: projection) }
                var largest = 0
                for y in 0..<50 {
                    for x in 0..<60 {
                        for shift in [UInt32(0), 8, 16] {
                            let a = near[x, y] >> shift & 255
                            let b = far[x + 10, y + 10] >> shift & 255
                            largest = max(largest, abs(Int(a) - Int(b)))
                        }
                    }
                }
                #expect(largest <= 3, "\(shape) of radius \(radius)")
                #expect(far.bytes != near.bytes && near.area > 0)
            }
        }
    }

    @Test func aPointOnTheEdgeOfTheTargetShowsTheHalfThatIsInIt() throws {
        let stage = try Stage(width: 60, height: 60)
        for place in [(0.0, 30.0), (60, 30), (30, 0), (30, 60), (-0.2, 30)] {
            let picture = try stage.draw { r in
                r.points(samples([place]), PointStyle(radius: 8, fill: white), in: stage.identity)
            }
            #expect(abs(picture.area - Double.pi * 32) < 6, "\(place)")
        }
    }

    @Test func aPointLargerThanTheSquaresOfTheGPUIsWhole() throws {
        let stage = try Stage(width: 800, height: 800)
        let radius = min(stage.renderer.device.maximumPointSize, 700) / 2 + 20
        let projection = PlotProjection(
            plot: Rect(x: 2, y: 2, width: 796, height: 796), x: 0...796, y: 0...796)
        let picture = try stage.draw { r in
            r.points(
                samples([(398, 398)]), PointStyle(radius: radius, fill: white), in: projection)
        }
        #expect(abs(picture.area / (Double.pi * radius * radius) - 1) < 0.001)
    }

    @Test func aRingHasItsInnerColour() throws {
        let stage = try Stage(width: 40, height: 40)
        let ring = PointStyle(
            .disc, radius: 8, fill: Color(hex: 0x204060), stroke: Border(width: 3, color: white))
        let picture = try stage.draw { r in
            r.points(samples([(20.5, 19.5)]), ring, in: stage.identity)
        }
        #expect(picture[20, 20] == 0x204060 && picture[24, 20] == 0x204060)
        #expect(picture[26, 20] == 0xFFFFFF && picture[14, 20] == 0xFFFFFF)
        #expect(picture[29, 20] == 0)
    }

    @Test func anAreaIsFilledToItsBaseAndEven() throws {
        let stage = try Stage(width: 100, height: 60)
        let band = BandBuffer()
        band.replace(times: (0...20).map { Double($0) * 5 }, values: (0...20).map { _ in 40 })
        let half = Color(hex: 0xFFFFFF, alpha: 0.5)
        let picture = try stage.draw { r in
            r.area(band, AreaStyle(upper: half, lower: half, base: 10), in: stage.identity)
        }
        for x in 0..<100 {
            for y in 0..<60 {
                #expect(picture[x, y] == ((20..<50).contains(y) ? 0x808080 : 0), "\(x), \(y)")
            }
        }
    }

    @Test func aBandLiesBetweenItsLinesWithGaps() throws {
        let stage = try Stage(width: 100, height: 60)
        let band = BandBuffer()
        band.replace(
            times: [0, 40, 50, 60, 100], low: [10, 10, .nan, 20, 20], high: [30, 50, .nan, 30, 30])
        let picture = try stage.draw { r in
            r.area(band, AreaStyle(upper: white, lower: white), in: stage.identity)
        }
        // A trapezium of 40 by 20 to 40, a hole of 20, a rectangle of 40 by 10.
        #expect(abs(picture.area - (40 * 30 + 40 * 10)) < 1)
        #expect((41..<60).allSatisfy { picture.column($0) == 0 })
        #expect(abs(picture.column(20) - 30.25) < 0.1)
    }

    @Test func aGradientRunsFromItsUpperToItsLowerValue() throws {
        let stage = try Stage(width: 20, height: 101)
        let band = BandBuffer()
        band.replace(times: [-5, 25], values: [101, 101])
        let picture = try stage.draw { r in
            r.area(
                band, AreaStyle(upper: white, lower: Color(hex: 0), base: 0), in: stage.identity)
        }
        #expect(picture[10, 50] == 0x808080 || picture[10, 50] == 0x7F7F7F)
        #expect(picture[10, 0] & 255 >= 0xFD && picture[10, 100] & 255 <= 2)
    }

    @Test(arguments: [1.0, 1.5, 2.0])
    func gridLinesAreOneDevicePixelAtEveryScale(scale: Double) throws {
        let stage = try Stage(width: 100, height: 80)
        let rules = RuleBuffer()
        rules.replace([0, 3.3, 5, 10])
        let projection = PlotProjection(
            plot: Rect(x: 10, y: 10, width: 80, height: 60), x: 0...10, y: 0...10)
        let vertical = try stage.draw(scale: scale) { r in
            r.rules(rules, axis: .x, color: white, in: projection)
        }
        // 10, 36.4, 50 and 90: the pixel whose left edge is nearest to the half pixel before.
        #expect(vertical.columns(inRow: 40) == [10, 36, 50, 90])
        #expect(vertical.rows(inColumn: 50) == Array(10..<70))
        let horizontal = try stage.draw(scale: scale) { r in
            r.rules(rules, axis: .y, color: white, in: projection)
        }
        #expect(horizontal.rows(inColumn: 40) == [10, 40, 50, 70])
        #expect(vertical.bytes.allSatisfy { $0 == 0 || $0 == 255 })
    }

    @Test func ticksHaveTheirSpanAndOnlyVisibleOnesAreDrawn() throws {
        let stage = try Stage(width: 100, height: 80)
        let rules = RuleBuffer()
        rules.replace([-1, 2, 11])
        let projection = PlotProjection(
            plot: Rect(x: 10, y: 10, width: 80, height: 60), x: 0...10, y: 0...10)
        let picture = try stage.draw { r in
            r.rules(rules, axis: .x, color: white, span: 70...76, pixels: 2, in: projection)
        }
        #expect(picture.columns(inRow: 72) == [25, 26])
        #expect(picture.rows(inColumn: 25) == Array(70..<76))
        _ = try stage.draw { r in
            rules.replace([-1, 2, 11])
            r.rules(rules, axis: .x, color: white, in: projection)
        }
        #expect(stage.statistics.uploadedBytes == 0)
    }

    @Test func aReferenceLineIsCrispAndDashed() throws {
        let stage = try Stage(width: 110, height: 40)
        let picture = try stage.draw { r in
            r.referenceLine(
                at: 20.2, axis: .y, width: 2, color: white, dash: .points(on: 6, off: 5, width: 2),
                in: stage.identity)
        }
        // 40 − 20.2 = 19.8, its middle moved to 20: rows 19 and 20.
        #expect(picture.rows(inColumn: 1) == [19, 20])
        for x in 0..<110 { #expect(picture.coverage(x, 20) == (x % 11 < 6 ? 1 : 0), "\(x)") }
        #expect(stage.statistics.uploadedBytes == 0)
    }

    @Test func theDotsOfAReferenceLineAreAllAlike() throws {
        let stage = try Stage(width: 160, height: 20)
        let picture = try stage.draw(scale: 1.5) { r in
            r.referenceLine(
                at: 10.5, axis: .y, width: 1.5, color: white, dash: .dots(every: 5, width: 1.5),
                in: stage.identity)
        }
        // 7.5 device pixels become 8: twenty dots of 2.25, each like the first; one with its middle
        // beyond the end is missing.
        for x in 8..<159 {
            for y in 0..<20 { #expect(picture[x, y] == picture[x - 8, y]) }
        }
        #expect(abs(picture.area / 20 - Double.pi * 1.125 * 1.125) < 0.3)
        #expect(picture[5, 9] == 0)
    }

    @Test func aZoneCoversItsValues() throws {
        let stage = try Stage(width: 30, height: 50)
        let picture = try stage.draw { r in
            r.zone(10...30, color: Color(hex: 0xFFFFFF, alpha: 0.2), in: stage.identity)
        }
        #expect(picture.rows(inColumn: 15) == Array(20..<40))
        #expect(picture[0, 25] == 0x333333 && picture[29, 25] == 0x333333)
    }

    @Test func aRoundedPlotCutsWhatIsInside() throws {
        let stage = try Stage(width: 80, height: 80)
        let ground = Color(hex: 0x102030)
        let area = PlotArea(paint: .color(Color(hex: 0x405060)), radius: 12)
        let rect = Rect(x: 10, y: 10, width: 60, height: 60)
        let full = BarBuffer()
        full.replace([Bar(start: -10, end: 100, base: -10, value: 100)])
        let picture = try stage.draw(clear: ground) { r in
            area.encode(rect, into: r) {
                r.bars(
                    full, BarStyle(width: .fraction(1), colors: [Color(hex: 0xFF8800)]),
                    in: stage.identity)
                r.fill(rect, Color(hex: 0xFFFFFF, alpha: 0.5))
                r.ruler(
                    from: Point(x: 0, y: 11), to: Point(x: 80, y: 11), width: 2, color: white)
            }
        }
        // The corner's pixel stays the ground; inside and along the edges it does not.
        for (x, y) in [(10, 10), (69, 10), (10, 69), (69, 69), (12, 12)] {
            #expect(picture[x, y] == 0x102030, "\(x), \(y)")
        }
        #expect(picture[40, 11] == 0xFFFFFF)
        #expect(picture[40, 40] == 0xFFC480 || picture[40, 40] == 0xFFC37F)
        #expect(picture[9, 40] == 0x102030 && picture[70, 40] == 0x102030)
        // The cut has the computed size: 4 r² (1 − π / 4).
        let solid = try stage.draw { r in
            r.clipped(to: rect, radius: 12) {
                r.fill(rect, Color(hex: 0xFFFFFF))
            }
        }
        #expect(abs(solid.area - (3600 - 4 * 144 * (1 - Double.pi / 4))) < 1)
    }

    @Test func theSameFrameTwiceIsTheSameBytes() throws {
        func picture() throws -> Picture {
            let stage = try Stage(width: 200, height: 120)
            let values = (0..<300).map { 60 + 40 * Double(($0 * 7919) % 101) / 101 }
            let line = samples(values.enumerated().map { (Double($0.offset), $0.element) })
            let projection = PlotProjection(
                plot: Rect(x: 0, y: 0, width: 200, height: 120), x: 0...300, y: 0...120)
            return try stage.draw { r in
                r.line(
                    line, LineStyle(width: 3, color: Color(hex: 0x7048E8, alpha: 0.5)),
                    in: projection)
                r.points(line, PointStyle(radius: 3, fill: white), in: projection)
            }
        }
        #expect(try picture() == picture())
    }

    @Test func aLostContextIsRebuiltFromMemory() throws {
        let stage = try Stage(width: 80, height: 60)
        let line = samples([(5, 10), (40, 50), (75, 20)])
        let bars = BarBuffer()
        bars.replace([Bar(start: 10, end: 30, value: 40)])
        let canvas = Canvas(scale: 1)
        canvas.fill(Rect(x: 2, y: 2, width: 20, height: 12), Color(hex: 0x336699), corners: 4)
        canvas.text(
            stage.typesetter.line("8,412", .init(size: 13)), x: 30, baseline: 20, color: white)
        let list = canvas.finish()
        func frame(_ renderer: Renderer, _ surface: Surface) throws -> [UInt8] {
            try renderer.beginFrame(surface, scale: 1, clear: Color(hex: 0))
            try renderer.draw { r in
                r.picture(list)
                r.bars(bars, BarStyle(width: .fraction(1), colors: [white]), in: stage.identity)
                r.line(
                    line, LineStyle(width: 3, color: Color(hex: 0x00FF00, alpha: 0.7)),
                    in: stage.identity)
            }
            try renderer.endFrame()
            return try surface.readPixels()
        }
        let before = try frame(stage.renderer, stage.surface)
        stage.renderer.device.loseContext()
        #expect(throws: GPUError.contextLost) { _ = try frame(stage.renderer, stage.surface) }
        let device = try Device()
        let surface = try Surface(device: device, width: 80, height: 60)
        stage.renderer.replaceDevice(device)
        #expect(try frame(stage.renderer, surface) == before)
    }
}
