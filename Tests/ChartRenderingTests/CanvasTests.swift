import ChartScene
import GPU
import Geometry
import Glibc
import Painting
import Testing
import Text

@testable import ChartRendering

@MainActor
@Suite struct CanvasTests {
    private func record(
        _ stage: Stage, scale: Double = 1, _ body: (Canvas) -> Void
    ) -> Painting.Picture {
        let canvas = Canvas(scale: scale)
        body(canvas)
        return canvas.finish()
    }

    /// The number of draw calls for a picture.
    private func calls(_ picture: Painting.Picture, _ stage: Stage) -> Int {
        let recorder = ListRecorder(scale: picture.scale, atlas: stage.atlas)
        recorder.record(picture.elements)
        return recorder.finish().batchCount
    }

    private func draw(_ stage: Stage, scale: Double = 1, _ body: (Canvas) -> Void) throws -> Picture
    {
        let list = record(stage, scale: scale, body)
        return try stage.draw(scale: scale) { r in r.picture(list) }
    }

    @Test(arguments: [1.0, 1.5, 2.0, 1.25])
    func aHairlineIsOneDevicePixel(scale: Double) throws {
        let stage = try Stage(width: 90, height: 90)
        let picture = try draw(stage, scale: scale) {
            $0.horizontalLine(from: 4, to: 20, y: 10.3, color: white)
            $0.verticalLine(x: 30.3, from: 4, to: 20, color: white)
        }
        let row = Int((10.3 * scale).rounded(.down))
        let column = Int((30.3 * scale).rounded(.down))
        let from = Int((4 * scale).rounded())
        let to = Int((20 * scale).rounded())
        #expect(picture.rows(inColumn: from + 1) == [row])
        #expect(picture.columns(inRow: row).filter { $0 < to } == Array(from..<to))
        #expect(picture.rows(inColumn: column) == Array(from..<to))
        #expect(picture.bytes.allSatisfy { $0 == 0 || $0 == 255 })
    }

    @Test func rectanglesLieOnDevicePixels() throws {
        let stage = try Stage(width: 60, height: 60)
        let picture = try draw(stage, scale: 1.5) {
            $0.fill(Rect(x: 3.1, y: 5.2, width: 20, height: 10), white)
        }
        // 4.65 → 5, 34.65 → 35; 7.8 → 8, 22.8 → 23.
        #expect(picture.columns(inRow: 15) == Array(5..<35))
        #expect(picture.rows(inColumn: 20) == Array(8..<23))
        #expect(picture.area == 30 * 15)
    }

    @Test func unsnappedEdgesAreCoveredExactly() throws {
        let stage = try Stage(width: 40, height: 40)
        let picture = try draw(stage) {
            $0.fill(Rect(x: 3.25, y: 5, width: 20.5, height: 10.75), white, snapped: false)
        }
        #expect(abs(picture.area - 20.5 * 10.75) < 0.3)
        #expect(abs(picture.coverage(3, 8) - 0.75) < 0.01)
        #expect(abs(picture.coverage(8, 15) - 0.75) < 0.01)
    }

    @Test func cornersAreRoundedEachByItsRadius() throws {
        let stage = try Stage(width: 80, height: 60)
        let picture = try draw(stage) {
            $0.fill(
                Rect(x: 10, y: 10, width: 60, height: 40), white,
                corners: Corners(leftTop: 0, rightTop: 5, rightBottom: 10, leftBottom: 20))
        }
        let cut = (25.0 + 100 + 400) * (1 - Double.pi / 4)
        #expect(abs(picture.area - (2400 - cut)) < 0.5)
        #expect(picture[10, 10] == 0xFFFFFF)
        #expect(picture[69, 10] == 0 && picture[69, 49] == 0 && picture[10, 49] == 0)
    }

    @Test func aLargeCardIsPlainInsideAndLooksTheSame() throws {
        // The inside of one is three plain rectangles, of the other (a gradient of one colour) the shape's.
        let stage = try Stage(width: 300, height: 200)
        let rect = Rect(x: 10, y: 10, width: 280, height: 180)
        let color = Color(hex: 0x3366CC)
        let border = Border(width: 2, color: Color(hex: 0xFF0000))
        let plain = try draw(stage) { $0.fill(rect, color, corners: 12, border: border) }
        #expect(stage.statistics.clears == 1 && stage.statistics.draws == 4)
        let drawn = try draw(stage) {
            $0.fill(rect, .vertical(color, color), corners: 12, border: border)
        }
        #expect(stage.statistics.draws == 1)
        #expect(plain == drawn)
        #expect(plain[150, 100] == 0x3366CC && plain[150, 10] == 0xFF0000)
        #expect(plain[150, 11] == 0xFF0000 && plain[150, 12] == 0x3366CC)
    }

    @Test func fadesAndMovesSendNothing() throws {
        let stage = try Stage(width: 300, height: 200)
        let list = record(stage) {
            $0.fill(Rect(x: 0, y: 0, width: 150, height: 100), white)
            $0.circle(at: Point(x: 200, y: 50), radius: 20, fill: white)
        }
        _ = try stage.draw { r in r.picture(list) }
        #expect(stage.statistics.uploadedBytes > 0)
        let picture = try stage.draw { r in
            r.picture(list, at: Point(x: 30, y: 40), alpha: 0.4)
        }
        #expect(stage.statistics.uploadedBytes == 0)
        #expect(picture[30, 40] == 0x666666 && picture[179, 139] == 0x666666)
        #expect(picture[29, 40] == 0 && picture[230, 90] == 0x666666)
    }

    @Test func aGradientRunsAcross() throws {
        let stage = try Stage(width: 101, height: 20)
        let picture = try draw(stage) {
            $0.fill(
                Rect(x: 0, y: 0, width: 101, height: 20), .horizontal(Color(hex: 0), white))
        }
        for x in [0, 25, 50, 75, 100] {
            let wanted = (Double(x) + 0.5) / 101
            #expect(abs(picture.coverage(x, 10) - wanted) < 0.005)
        }
    }

    @Test func aShadowIsABlurredRectangle() throws {
        let stage = try Stage(width: 200, height: 200)
        let picture = try draw(stage) {
            $0.shadow(
                Rect(x: 50, y: 50, width: 100, height: 100), radius: 0, blur: 20,
                offset: .zero, color: white, hollow: false)
        }
        // Standard deviation 10: an edge is one half, and the error function gives the rest.
        for distance in [-20.0, -10, -5, 0, 5, 10, 20] {
            let x = Int(50 - distance)
            let middle = Double(x) + 0.5
            let wanted = 0.5 * (erf((middle - 50) / 14.1421356) - erf((middle - 150) / 14.1421356))
            #expect(abs(picture.coverage(x, 100) - wanted) < 0.02, "\(distance)")
        }
        #expect(abs(picture.area - 10_000) < 150)
    }

    /// The integral of a Gaussian over a rounded rectangle around (0, 0), row by row.
    private func blurred(
        _ place: Point, half: Size, radius: Double, deviation: Double
    ) -> Double {
        let scale = 1 / (deviation * 2.0.squareRoot())
        let rows = 400
        let height = 2 * half.height / Double(rows)
        return (0..<rows).reduce(0) { sum, row in
            let top = Double(row) * height - half.height
            let into = max(abs(top + 0.5 * height) - (half.height - radius), 0)
            let reach = half.width - radius + max(radius * radius - into * into, 0).squareRoot()
            let across =
                erf((place.x + reach) * scale) - erf((place.x - reach) * scale)
            let down = erf((top + height - place.y) * scale) - erf((top - place.y) * scale)
            return sum + 0.25 * across * down
        }
    }

    // As near as the shader documents: less so if a side is only twice the deviation.
    @Test(arguments: [
        (100.0, 80.0, 0.0, 20.0, 0.04), (100, 80, 12, 24, 0.04), (100, 80, 20, 8, 0.04),
        (60, 40, 8, 3, 0.04), (30, 30, 15, 20, 0.06), (24, 24, 0, 24, 0.06), (20, 90, 6, 20, 0.11),
    ])
    func aShadowIsNearTheIntegral(
        width: Double, height: Double, radius: Double, blur: Double, bound: Double
    ) throws {
        let stage = try Stage(width: 200, height: 200)
        let picture = try draw(stage) {
            $0.shadow(
                Rect(x: 100 - width / 2, y: 100 - height / 2, width: width, height: height),
                radius: radius, blur: blur, offset: .zero, color: white, hollow: false)
        }
        var worst = 0.0
        for y in stride(from: 20, to: 180, by: 3) {
            for x in stride(from: 20, to: 180, by: 3) {
                let wanted = blurred(
                    Point(x: Double(x) - 99.5, y: Double(y) - 99.5),
                    half: Size(width: width / 2, height: height / 2), radius: radius,
                    deviation: blur / 2)
                worst = max(worst, abs(picture.coverage(x, y) - wanted))
            }
        }
        #expect(worst < bound)
    }

    @Test func aHollowShadowIsTheSameBesideItsCard() throws {
        let stage = try Stage(width: 120, height: 120)
        let rect = Rect(x: 30, y: 30, width: 60, height: 60)
        func card(_ hollow: Bool) throws -> Picture {
            try draw(stage) {
                $0.shadow(
                    rect, radius: 12, blur: 16, offset: Vector(dx: 0, dy: 6), color: white,
                    hollow: hollow)
                $0.fill(rect, Color(hex: 0x123456), corners: 12)
            }
        }
        // Their corners differ, and so do the last digits of the interpolated values between them.
        let (hollow, full) = (try card(true), try card(false))
        let differences = zip(hollow.bytes, full.bytes).map { abs(Int($0) - Int($1)) }
        #expect(differences.allSatisfy { $0 <= 1 } && differences.reduce(0, +) < 40)
    }

    @Test(arguments: [1.0, 1.5, 2.0], [0.0, 12])
    func aGroundCoversItsShadow(scale: Double, radius: Double) throws {
        let side = Int(120 * scale)
        let stage = try Stage(width: side, height: side)
        let whole = Rect(x: 0, y: 0, width: 120, height: 120)
        let ground = Color(hex: 0xF4F5F7)
        let picture = try draw(stage, scale: scale) { canvas in
            canvas.fill(whole, .color(ground))
            canvas.ground(
                Rect(x: 20, y: 20, width: 80, height: 80), ground, in: whole,
                corners: Corners(radius), border: .hairline(Color(hex: 0xFF0000))
            ) {
                canvas.shadow(
                    Rect(x: 20, y: 20, width: 80, height: 80), radius: radius, blur: 24,
                    offset: Vector(dx: 0, dy: 4), color: Color(hex: 0, alpha: 0.28))
            }
        }
        let (from, to) = (Int(20 * scale), Int(100 * scale))
        let corner = Int((radius * scale).rounded(.up))
        func color(_ x: Int, _ y: Int) -> [UInt8] {
            Array(picture.bytes[(y * side + x) * 4..<(y * side + x) * 4 + 4])
        }
        var stray = 0
        for y in from + 1..<to - 1 {
            for x in from + 1..<to - 1 {
                let isCorner =
                    min(x - from, to - 1 - x) < corner && min(y - from, to - 1 - y) < corner
                if !isCorner, color(x, y) != [0xF4, 0xF5, 0xF7, 0xFF] { stray += 1 }
            }
        }
        #expect(stray == 0)
        // Next to it there is shadow, more below than above, and at its edge the border.
        #expect(color(side / 2, to + 2)[3] > color(side / 2, from - 3)[3])
        #expect(color(side / 2, from) == [0xFF, 0, 0, 0xFF])
        #expect(color(1, 1)[3] < 3)
    }

    @Test func strokesHaveTheirWidth() throws {
        let stage = try Stage(width: 100, height: 100)
        let picture = try draw(stage) {
            $0.line(
                from: Point(x: 10, y: 50), to: Point(x: 90, y: 50), width: 5, color: white,
                cap: .butt)
        }
        #expect(abs(picture.area - 400) < 0.5)
        let ring = try draw(stage) {
            $0.polyline(
                [
                    Point(x: 20, y: 20), Point(x: 80, y: 20), Point(x: 80, y: 80),
                    Point(x: 20, y: 80),
                ],
                width: 10, color: white, closed: true, join: .miter(limit: 4))
        }
        #expect(abs(ring.area - (70 * 70 - 50 * 50)) < 1)
    }

    @Test func seeThroughStrokesHaveEvenCorners() throws {
        let stage = try Stage(width: 100, height: 100)
        let picture = try draw(stage) {
            $0.polyline(
                [
                    Point(x: 10, y: 80), Point(x: 40, y: 20), Point(x: 60, y: 70),
                    Point(x: 90, y: 30),
                ],
                width: 6, color: Color(hex: 0xFFFFFF, alpha: 0.5))
        }
        #expect((0..<10_000).map { picture.bytes[$0 * 4] }.max() == 128)
    }

    @Test func polygonsHaveTheirAreaInBothDirections() throws {
        let stage = try Stage(width: 100, height: 100)
        // An arrow head, not convex.
        let arrow = [
            Point(x: 10, y: 10), Point(x: 90, y: 50), Point(x: 10, y: 90), Point(x: 40, y: 50),
        ]
        for points in [arrow, arrow.reversed()] {
            let picture = try draw(stage) { $0.polygon(points, color: white) }
            // 80 · 80 / 2 less 80 · 30 / 2.
            #expect(abs(picture.area - 2000) < 10)
            #expect(picture[60, 50] == 0xFFFFFF && picture[20, 50] == 0)
        }
        let nothing = try draw(stage) {
            $0.polygon([Point(x: 1, y: 1), Point(x: 5, y: 5)], color: white)
        }
        #expect(nothing.area == 0)
    }

    @Test func orderIsKeptWhereThingsOverlapAndCallsAreFewWhereTheyDoNot() throws {
        let stage = try Stage(width: 200, height: 100)
        let red = Color(hex: 0xFF0000)
        let blue = Color(hex: 0x0000FF)
        let buttons = record(stage) { canvas in
            for index in 0..<10 {
                let x = Double(index) * 20
                canvas.fill(Rect(x: x, y: 0, width: 18, height: 18), red)
                canvas.marker(.square, at: Point(x: x + 9, y: 9), radius: 5, fill: blue)
            }
        }
        #expect(calls(buttons, stage) == 2)
        let stacked = record(stage) { canvas in
            canvas.fill(Rect(x: 0, y: 0, width: 40, height: 40), red)
            canvas.marker(.square, at: Point(x: 20, y: 20), radius: 15, fill: blue)
            canvas.fill(Rect(x: 15, y: 15, width: 10, height: 10), white)
        }
        #expect(calls(stacked, stage) == 3)
        let discs = record(stage) { canvas in
            canvas.fill(Rect(x: 0, y: 0, width: 40, height: 40), red)
            canvas.circle(at: Point(x: 20, y: 20), radius: 15, fill: blue)
            canvas.fill(Rect(x: 15, y: 15, width: 10, height: 10), white)
        }
        #expect(calls(discs, stage) == 1)
        for list in [stacked, discs] {
            let picture = try stage.draw { r in r.picture(list) }
            #expect(
                picture[20, 20] == 0xFFFFFF && picture[12, 20] == 0x0000FF
                    && picture[1, 1] == 0xFF0000)
        }
    }

    @Test func aRingLiesInsideTheDiscsEdge() throws {
        let stage = try Stage(width: 60, height: 60)
        let disc = try draw(stage) {
            $0.circle(at: Point(x: 30.3, y: 29.6), radius: 20, fill: white)
        }
        let ring = try draw(stage) {
            $0.circle(
                at: Point(x: 30.3, y: 29.6), radius: 20, fill: .clear,
                stroke: Border(width: 2.5, color: white))
        }
        #expect(abs(disc.area - .pi * 400) < 4)
        #expect(abs(ring.area - .pi * (400 - 17.5 * 17.5)) < 4)
    }

    @Test func clipsCutStraightAndRound() throws {
        let stage = try Stage(width: 80, height: 60)
        let picture = try draw(stage) { canvas in
            canvas.clipped(to: Rect(x: 10, y: 10, width: 60, height: 40), radius: 10) {
                canvas.fill(Rect(x: 0, y: 0, width: 40, height: 60), white)
                canvas.clipped(to: Rect(x: 50, y: 0, width: 100, height: 60)) {
                    canvas.fill(Rect(x: 40, y: 20, width: 60, height: 10), white)
                }
            }
        }
        #expect(picture[10, 10] == 0 && picture[10, 30] == 0xFFFFFF && picture[39, 10] == 0xFFFFFF)
        #expect(picture[45, 25] == 0 && picture[50, 25] == 0xFFFFFF && picture[69, 25] == 0xFFFFFF)
        #expect(picture[70, 25] == 0 && picture[20, 9] == 0 && picture[20, 50] == 0)
        let left = 30 * 40 - 2 * 100 * (1 - Double.pi / 4)
        #expect(abs(picture.area - (left + 200)) < 1)
    }

    // MARK: Text

    @Test func textIsDrawnTexelForPixelAndMovesByWholePixels() throws {
        let stage = try Stage(width: 180, height: 40)
        let line = stage.typesetter.line("Weight 71.2", TextStyle(size: 13))
        let list = record(stage, scale: 1.5) { $0.text(line, x: 5, baseline: 18, color: white) }
        let first = try stage.draw(scale: 1.5) { r in r.picture(list) }
        #expect(first.area > 50)
        // The coverage of the atlas, at the positions of the quads.
        let run = stage.atlas.run(line, scale: 1.5)
        let left = Int((5 * 1.5).rounded())
        let base = Int((18 * 1.5).rounded())
        for quad in run.quads {
            let page = stage.atlas.pages[quad.page]
            let texels = page.coverage(
                in: .init(
                    x: Int(quad.sourceX), y: Int(quad.sourceY), width: Int(quad.width),
                    height: Int(quad.height)))
            for y in 0..<Int(quad.height) {
                for x in 0..<Int(quad.width) {
                    let pixel = first[left + Int(quad.x) + x, base + Int(quad.y) + y] & 255
                    // Neighbours may share a column: then it is at least this.
                    #expect(pixel >= UInt32(texels[y * Int(quad.width) + x]))
                }
            }
        }
        let moved = try stage.draw(scale: 1.5) { r in
            r.picture(list, at: Point(x: 2, y: 2))
        }
        for y in 0..<30 {
            for x in 0..<170 { #expect(moved[x + 3, y + 3] == first[x, y]) }
        }
        #expect(stage.statistics.uploadedBytes == 0)
    }

    @Test func labelsFollowTheirPlaceInTheDataAndSendNothing() throws {
        let stage = try Stage(width: 200, height: 60)
        let style = TextStyle(size: 11)
        let labels = LabelBuffer()
        let times = (0..<5).map { 1_760_000_000 + Double($0) * 86_400 }
        labels.replace(
            times.enumerated().map {
                AnchoredLabel(
                    stage.typesetter.line("\($0.offset)", style), x: $0.element, color: white)
            })
        func frame(_ shift: Double) throws -> Picture {
            let left = times[0] - 20 * 1000 + shift
            let projection = PlotProjection(
                plot: Rect(x: 0, y: 0, width: 200, height: 40), x: left...left + 200_000, y: 0...1)
            return try stage.draw { r in
                r.labels(labels, .x(baseline: 54), in: projection)
            }
        }
        let first = try frame(0)
        #expect(stage.statistics.draws == 1)
        // Labels are at 20 and 106.4; 192.8 is the third; the others are outside.
        let runs = (0..<200).map { first.column($0) > 0 }
        let middles = middlesOfRuns(runs)
        #expect(middles.count == 3)
        for (middle, wanted) in zip(middles, [20.0, 106.4, 192.8]) {
            #expect(abs(middle - wanted) < 2)
        }
        // Seven pixels on, the picture is the same, seven pixels to the left.
        let second = try frame(7000)
        #expect(stage.statistics.uploadedBytes == 0)
        for y in 40..<60 {
            for x in 0..<185 { #expect(second[x, y] == first[x + 7, y]) }
        }
    }

    private func middlesOfRuns(_ on: [Bool]) -> [Double] {
        var result: [Double] = []
        var start: Int?
        for (index, value) in (on + [false]).enumerated() {
            if value, start == nil { start = index }
            if !value, let from = start {
                result.append(Double(from + index) / 2)
                start = nil
            }
        }
        return result
    }

    @Test func onlyNewLabelsAreSent() throws {
        let stage = try Stage(width: 200, height: 60)
        let labels = LabelBuffer()
        func set(_ range: Range<Int>) {
            labels.replace(
                range.map {
                    AnchoredLabel(
                        stage.typesetter.line("\(100 + $0)", TextStyle(size: 11)),
                        x: Double($0) * 20,
                        color: white)
                })
        }
        func frame() throws -> Picture {
            try stage.draw { r in
                r.labels(labels, .x(baseline: 30), in: stage.identity)
            }
        }
        set(0..<8)
        _ = try frame()
        // One is removed, one is added: three glyphs blanked and three written, in the same place.
        set(1..<9)
        let picture = try frame()
        #expect(stage.statistics.vertexBytes == 3 * 32)
        #expect(labels.count == 8)
        let fresh = LabelBuffer()
        fresh.replace(
            (1..<9).map {
                AnchoredLabel(
                    stage.typesetter.line("\(100 + $0)", TextStyle(size: 11)), x: Double($0) * 20,
                    color: white)
            })
        let same = try stage.draw { r in
            r.labels(fresh, .x(baseline: 30), in: stage.identity)
        }
        #expect(same == picture)
    }

    @Test func aLongPanLeavesTheLabelsRight() throws {
        let stage = try Stage(width: 1000, height: 60)
        let style = TextStyle(size: 11)
        // Labels of one to eleven characters, a thousand one after the other, none over another.
        func label(_ index: Int) -> AnchoredLabel {
            let text = String(repeating: "8", count: 1 + index * 7 % 11)
            return AnchoredLabel(
                stage.typesetter.line(text, style), x: Double(index) * 100, color: white)
        }
        func frame(_ labels: LabelBuffer, at first: Int) throws -> Picture {
            let left = Double(first) * 100
            let projection = PlotProjection(
                plot: Rect(x: 0, y: 0, width: 1000, height: 60), x: left...left + 1000, y: 0...1)
            return try stage.draw { r in
                r.labels(labels, .x(baseline: 30), in: projection)
            }
        }
        let panned = LabelBuffer()
        for first in 0..<1000 {
            panned.replace((first..<first + 10).map(label))
            if first % 50 == 0 { _ = try frame(panned, at: first) }
        }
        let fresh = LabelBuffer()
        fresh.replace((999..<1009).map(label))
        #expect(try frame(panned, at: 999) == frame(fresh, at: 999))
        #expect(panned.count == 10)
    }

    @Test func placesFarOutsideAreNoError() throws {
        let stage = try Stage(width: 20, height: 20)
        let picture = try stage.draw { r in
            r.fill(Rect(x: -1e300, y: 5, width: 2e300, height: 5), white)
            r.fill(Rect(x: .nan, y: 0, width: 5, height: 2), Color(hex: 0x00FF00))
            r.ruler(
                from: Point(x: -1e6, y: 15), to: Point(x: 1e6, y: 15), width: 2, color: white)
        }
        #expect(picture.rows(inColumn: 10) == [5, 6, 7, 8, 9, 14, 15])
    }

    // MARK: Layers

    @Test func aLayerThatStaysIsDrawnOnceAndCopied() throws {
        let stage = try Stage(width: 60, height: 40)
        let ground = Color(hex: 0x223344)
        var (key, calls) = (PictureKey(), 0)
        let list = record(stage) {
            $0.fill(Rect(x: 10, y: 5, width: 20, height: 10), white, corners: 3)
        }
        let direct = try stage.draw(clear: ground) { r in r.picture(list) }
        func frame(_ stamp: Int) throws -> Picture {
            calls = 0
            return try stage.draw(clear: ground) { r in
                r.keep(WholePicture(key, stamp: stamp, ground: ground)) {
                    r.picture(list)
                    r.add(CustomItem("a count") { _ in calls += 1 })
                }
            }
        }
        // Content may be shown only once, so it is drawn directly; the second time into a picture.
        for (stamp, drawn) in [(1, 1), (1, 1), (1, 0), (1, 0), (2, 1), (2, 1), (2, 0)] {
            #expect(try frame(stamp) == direct)
            #expect(calls == drawn, "stamp \(stamp)")
        }
        #expect(stage.statistics.draws == 1)
        key = PictureKey()
        #expect(try frame(2) == direct)
        #expect(calls == 1)
    }
}
