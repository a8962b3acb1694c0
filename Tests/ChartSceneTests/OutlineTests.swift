import ChartCore
import ChartScene
import Geometry
import Painting
import Testing
import Text

/// The outlines of items, compared with arithmetic.
@MainActor
@Suite struct OutlineTests {
    private let red = Color(hex: 0xFF0000)
    private let blue = Color(hex: 0x0000FF)

    private func samples(_ points: [(Double, Double)]) -> SampleBuffer {
        let buffer = SampleBuffer()
        buffer.replace(times: points.map(\.0), values: points.map(\.1))
        return buffer
    }

    // MARK: Bars

    @Test(arguments: [1.0, 2.0]) func stripesAreThoseOfTheShader(scale: Double) throws {
        let stage = SceneStage(scale: scale)
        let buffer = BarBuffer()
        buffer.replace([Bar(start: 20 * scale, end: 50 * scale, base: 10, value: 60 * scale)])
        let style = BarStyle(
            width: .fraction(1), colors: [red], corners: Corners(top: 4),
            hatching: Hatching(gaps: [blue], period: 5, width: 2))
        let elements = stage.elements { $0.bars(buffer, style, in: stage.identity) }
        try #require(elements.count == 2)
        let rect = try #require(elements[0].rect)
        guard case .fill(let path, .color(let color), _) = elements[1] else {
            Issue.record("no stripes")
            return
        }
        #expect(color == red)
        var polygons: [[Point]] = []
        for step in path.steps {
            switch step {
            case .move(let point): polygons.append([point])
            case .line(let point): polygons[polygons.count - 1].append(point)
            default: continue
            }
        }
        func isInside(_ point: Point) -> Bool {
            polygons.contains { polygon in
                var inside = false
                var last = polygon[polygon.count - 1]
                for next in polygon {
                    if (next.y > point.y) != (last.y > point.y),
                        point.x < (last.x - next.x) * (point.y - next.y) / (last.y - next.y)
                            + next.x
                    {
                        inside.toggle()
                    }
                    last = next
                }
                return inside
            }
        }
        var checked = 0
        // Away from the round corners at the top.
        for y in stride(from: rect.minY + 5.13, to: rect.maxY, by: 0.71) {
            for x in stride(from: rect.minX + 0.17, to: rect.maxX, by: 0.53) {
                let across = (x - rect.minX - (100 - y)) / 2.0.squareRoot()
                let place = across - (across / 5).rounded(.down) * 5
                let distance = abs(place - 2.5) - 1
                guard abs(distance) > 0.01 else { continue }
                #expect(isInside(Point(x: x, y: y)) == (distance < 0), "\(x), \(y)")
                checked += 1
            }
        }
        #expect(checked > 1_000)
        #expect(!isInside(Point(x: rect.minX + 0.2, y: rect.minY + 0.2)), "the corner is round")
    }

    // MARK: Rectangles and rulers

    @Test(arguments: [1.0, 1.5, 2.0]) func aFillIsWholeDevicePixels(scale: Double) {
        let stage = SceneStage(scale: scale)
        let elements = stage.elements {
            $0.fill(Rect(x: 10.3, y: 20.7, width: 30.2, height: 5.1), red)
        }
        let left = (10.3 * scale).rounded() / scale
        let right = (40.5 * scale).rounded() / scale
        #expect(elements.count == 1)
        #expect(abs((elements[0].rect?.minX ?? 0) - left) < 1e-9)
        #expect(abs((elements[0].rect?.maxX ?? 0) - right) < 1e-9)
    }

    @Test(arguments: [1.0, 1.5, 2.0]) func aReferenceLineLiesOnPixels(scale: Double) throws {
        let stage = SceneStage(scale: scale)
        let elements = stage.elements {
            $0.referenceLine(at: 33.4, axis: .y, width: 1, color: red, in: stage.identity)
        }
        guard case .stroke(_, let color, let style)? = elements.first else {
            Issue.record("no stroke")
            return
        }
        let (height, pixels) = (100 * scale, max(1, scale.rounded()))
        let place = height - 33.4
        let middle =
            Int(pixels) % 2 == 1 ? place.rounded(.down) + 0.5 : place.rounded()
        #expect(color == red && abs(style.width - 1) < 1e-9 && style.cap == .butt)
        #expect(elements[0].points.map(\.x) == [0, 200])
        #expect(elements[0].points.allSatisfy { abs($0.y - middle / scale) < 1e-9 })
    }

    @Test func aRulerUnderAPixelIsPalerAndNotThinner() {
        let elements = SceneStage().elements {
            $0.ruler(from: point(0, 5), to: point(9, 5), width: 0.25, color: red)
        }
        guard case .stroke(_, let color, let style)? = elements.first else {
            Issue.record("no stroke")
            return
        }
        #expect(style.width == 1 && color == red.opacity(0.25))
    }

    @Test func aZoneIsCutByThePlot() {
        let stage = SceneStage()
        let elements = stage.elements {
            $0.zone(-1e12...25, color: red, in: stage.identity)
            $0.zone(40...60.4, axis: .x, color: blue, in: stage.identity)
        }
        #expect(elements[0].rect == Rect(x: 0, y: 75, width: 200, height: 25))
        #expect(elements[1].rect == Rect(x: 40, y: 0, width: 20, height: 100))
    }

    // MARK: Lines

    @Test(arguments: [1.0, 1.5, 2.0]) func aLineHasItsSamplesPlaces(scale: Double) {
        let stage = SceneStage(scale: scale)
        let year = 1_700_000_000.0
        let line = samples([(year, 20), (year + 3600.25, 80.5), (year + 7200, 33)])
        let projection = PlotProjection(
            plot: Rect(x: 10, y: 5, width: 180, height: 90), x: year - 600...year + 7800,
            y: 0...100)
        let elements = stage.elements {
            $0.line(line, LineStyle(width: 3, color: red, join: .bevel), in: projection)
        }
        let wanted = [(0.0, 20.0), (3600.25, 80.5), (7200, 33)].map { time, value in
            point(
                (10 + (time + 600) / 8400 * 180) / scale, (95 - value / 100 * 90) / scale)
        }
        guard case .stroke(_, _, let style)? = elements.first else {
            Issue.record("no stroke")
            return
        }
        #expect(style.width == 3 && style.join == .bevel && style.cap == .round)
        for (have, want) in zip(elements[0].points, wanted) {
            #expect((have - want).length < 0.01)
        }
        #expect(elements[0].points.count == 3)
    }

    @Test func aMissingValueInterruptsALineAndASingleSampleIsADot() {
        let stage = SceneStage()
        let line = samples([
            (10, 10), (20, 20), (30, .nan), (40, 40), (50, .nan), (60, 60), (70, 10),
        ])
        let elements = stage.elements {
            $0.line(line, LineStyle(width: 2, color: red), in: stage.identity)
        }
        guard case .stroke(let path, _, _)? = elements.first else {
            Issue.record("no stroke")
            return
        }
        let moves = path.steps.filter { if case .move = $0 { true } else { false } }
        #expect(moves.count == 3)
        #expect(elements[0].points.map(\.x) == [10, 20, 40, 40, 60, 70])
    }

    @Test func aGapIsDashedAsItsStyleSays() {
        let stage = SceneStage()
        let line = SampleBuffer()
        line.replace(
            times: [10, 20, 80, 90], values: [10, 20, 30, 40], longestGap: 30)
        let style = LineStyle(
            width: 2, color: red, gap: .dashed(.dots(every: 6, width: 2), opacity: 0.5))
        let elements = stage.elements { $0.line(line, style, in: stage.identity) }
        #expect(elements.count == 2)
        guard case .stroke(_, let color, let gap)? = elements.last else {
            Issue.record("no gap")
            return
        }
        #expect(elements[1].points == [point(20, 80), point(80, 70)])
        #expect(color == red.opacity(0.5) && gap.dashes == [0, 6] && gap.cap == .round)
    }

    @Test func dashesBeginWhereTheAnchorSays() {
        let stage = SceneStage()
        let line = samples([(0, 50), (100, 50)])
        for (anchor, phase, start) in [(0.0, 0.0, 0.0), (1, 0, 20), (0, 0.25, 10)] {
            var style = LineStyle(width: 4, color: red)
            style.dash = DashPattern(on: 6, off: 4, anchor: anchor, phase: phase)
            let elements = stage.elements { $0.line(line, style, in: stage.identity) }
            guard case .stroke(_, _, let stroke)? = elements.first else {
                Issue.record("no stroke")
                continue
            }
            #expect(stroke.dashes == [24, 16])
            // The pattern's beginning is at the anchor, minus its phase.
            #expect(abs(stroke.dashStart - start) < 1e-9, "\(anchor), \(phase)")
        }
    }

    @Test func attributesChooseStylesOfSegments() {
        let stage = SceneStage()
        let line = SampleBuffer()
        line.replace(
            times: [0, 10, 20, 30, 40], values: [5, 5, 5, 5, 5], attributes: [0, 1, 1, 2, 0])
        let style = LineStyle(
            width: 2, color: red,
            segments: [1: SegmentStyle(width: 4, color: blue), 2: .hidden])
        let elements = stage.elements { $0.line(line, style, in: stage.identity) }
        #expect(elements.count == 2)
        #expect(elements[0].points.map(\.x) == [0, 10])
        #expect(elements[1].points.map(\.x) == [10, 20, 30])
        if case .stroke(_, let color, let stroke) = elements[1] {
            #expect(color == blue && stroke.width == 4)
        }
    }

    @Test func columnsAreUprightStrokes() {
        let stage = SceneStage()
        let columns = ColumnBuffer()
        columns.replace(
            grid: ColumnGrid(origin: 0, width: 1), first: 10,
            spans: [
                ColumnSpan(low: 10, high: 30, first: 10, last: 30), .nothing,
                ColumnSpan(low: 20, high: 25, first: 20, last: 25),
            ])
        let elements = stage.elements {
            $0.columns(columns, color: red, width: 2, in: stage.identity)
        }
        #expect(
            elements.first?.points
                == [point(10.5, 70), point(10.5, 90), point(12.5, 75), point(12.5, 80)])
    }

    // MARK: Areas, bars, points

    @Test func anAreaIsAnOutlineWithAGradient() {
        let stage = SceneStage()
        let band = BandBuffer()
        band.replace(
            times: [10, 20, 30, 40, 50], low: [0, 0, .nan, 5, 5], high: [10, 20, 30, 40, 50])
        let style = AreaStyle(upper: red, lower: red.opacity(0), gradient: 0...50)
        let elements = stage.elements { $0.area(band, style, in: stage.identity, alpha: 0.5) }
        guard case .fill(let path, .linear(let gradient), _)? = elements.first else {
            Issue.record("no area")
            return
        }
        #expect(gradient.start.y == 50 && gradient.end.y == 100)
        #expect(gradient.first == red.opacity(0.5) && gradient.last.alpha == 0)
        let closes = path.steps.filter { $0 == .close }
        #expect(closes.count == 2)
        #expect(
            elements[0].points.prefix(4)
                == [point(10, 90), point(20, 80), point(20, 100), point(10, 100)])
    }

    @Test(arguments: [1.0, 1.5, 2.0]) func barsLieOnPixelsAcrossAndNotAlong(scale: Double) {
        let stage = SceneStage(scale: scale)
        let bars = BarBuffer()
        bars.replace([Bar(start: 10, end: 30, value: 40.4), Bar(start: 30, end: 50, value: -10)])
        let projection = PlotProjection(
            plot: stage.identity.plot, x: 0...200, y: -20...80)
        let elements = stage.elements {
            $0.bars(
                bars, BarStyle(width: .fraction(0.5), colors: [red], corners: Corners(top: 3)),
                in: projection)
        }
        #expect(elements.count == 2)
        for (element, bar) in zip(elements, [(10.0, 40.4), (30, -10)]) {
            let slot = (left: bar.0 * scale, width: 20 * scale)
            let width = (slot.width / 2 + 0.501953125).rounded(.down)
            let left = (slot.left + (slot.width - width) / 2 + 0.501953125).rounded(.down)
            let base = (80 * scale + 0.5).rounded(.down)
            let value = (80 - bar.1) * scale
            let wanted = Rect(
                x: left / scale, y: min(base, value) / scale, width: width / scale,
                height: abs(base - value) / scale)
            #expect(isNear(element.rect, wanted, 1e-4), "\(String(describing: element.rect))")
        }
        guard case .rectangle(_, _, let up, _, _) = elements[0],
            case .rectangle(_, _, let down, _, _) = elements[1]
        else { return }
        // Round ends point away from the base.
        #expect(up.leftTop == 3 && up.leftBottom == 0)
        #expect(down.leftTop == 0 && down.leftBottom == 3)
    }

    @Test func lyingBarsRangesAndSelections() {
        let stage = SceneStage()
        let bars = BarBuffer()
        bars.replace([Bar(start: 10, end: 20, value: 50), Bar(start: 30, end: 40, value: 80)])
        var style = BarStyle(width: .fraction(1), colors: [red], isHorizontal: true)
        style.selected = 1
        style.othersOpacity = 0.5
        let lying = stage.elements { $0.bars(bars, style, in: stage.identity) }
        #expect(isNear(lying[0].rect, Rect(x: 0, y: 80, width: 50, height: 10), 1e-4))
        #expect(isNear(lying[1].rect, Rect(x: 0, y: 60, width: 80, height: 10), 1e-4))
        #expect(lying[0].color == red.opacity(0.5) && lying[1].color == red)
        let ranges = BarBuffer()
        ranges.replace([
            Bar(center: 50, slot: 0, low: 40, high: 60),
            Bar(center: 80, slot: 0, low: 30, high: 30),
            Bar(center: 500, slot: 0, low: 1, high: 2),
        ])
        let upright = stage.elements {
            $0.bars(ranges, .range(width: 6, color: blue), in: stage.identity)
        }
        // One of zero length is as long as it is wide, and one beyond the plot is missing.
        #expect(upright.count == 2)
        #expect(isNear(upright[0].rect, Rect(x: 47, y: 40, width: 6, height: 20), 1e-4))
        #expect(isNear(upright[1].rect, Rect(x: 77, y: 67, width: 6, height: 6), 1e-4))
    }

    @Test func pointsStandWhereTheyAreOrNotAtAll() {
        let stage = SceneStage()
        let buffer = SampleBuffer()
        buffer.replace(
            times: [10.25, 60, 250], values: [20.5, 40, 50], attributes: [0, 1, 0])
        let ring = PointStyle(
            .diamond, radius: 4, fill: blue, stroke: Border(width: 1, color: red))
        let elements = stage.elements {
            $0.points(
                buffer, PointStyle(radius: 3, fill: red), others: [ring], in: stage.identity,
                alpha: 0.5)
        }
        #expect(
            elements == [
                .marker(
                    .disc, at: point(10.25, 79.5), radius: 3, fill: red.opacity(0.5),
                    stroke: nil),
                .marker(
                    .diamond, at: point(60, 60), radius: 4, fill: blue.opacity(0.5),
                    stroke: Border(width: 1, color: red.opacity(0.5))),
            ])
    }

    @Test func errorBarsHaveCapsOfWholePixelsThatDoNotOverlap() {
        let stage = SceneStage()
        let errors = ErrorBarBuffer()
        errors.replace(
            times: [50, 100], values: [40, 50], lows: [30, .nan], highs: [60, .nan])
        let elements = stage.elements {
            $0.errorBars(
                errors,
                ErrorBarStyle(
                    color: red, width: 2, cap: 8, point: PointStyle(radius: 2, fill: blue)),
                in: stage.identity)
        }
        let rects = elements.compactMap(\.rect)
        // The bar and two arms of each cap; the second value has no bar.
        #expect(rects.count == 5)
        #expect(isNear(rects[0], Rect(x: 49, y: 39, width: 2, height: 32)))
        #expect(isNear(rects[1], Rect(x: 46, y: 39, width: 3, height: 2)))
        #expect(isNear(rects[2], Rect(x: 51, y: 39, width: 3, height: 2)))
        #expect(isNear(rects[3], Rect(x: 46, y: 69, width: 3, height: 2)))
        #expect(elements.count == 7)
    }

    @Test func cellsLieOnPixelsWithTheirGap() {
        let stage = SceneStage()
        let heat = HeatBuffer()
        heat.replace(
            columns: [Extent(min: 0, max: 10.4), Extent(min: 10.4, max: 20)],
            rows: [Extent(min: 0, max: 50)]
        ) { column, _ in column == 0 ? red : blue }
        let elements = stage.elements {
            $0.heat(heat, HeatStyle(gapX: 1, gapY: 2, corner: 0), in: stage.identity)
        }
        #expect(isNear(elements[0].rect, Rect(x: 0, y: 51, width: 9, height: 48)))
        #expect(isNear(elements[1].rect, Rect(x: 10, y: 51, width: 9, height: 48)))
        #expect(elements[0].color == red && elements[1].color == blue)
    }

    @Test func aSheetIsAnImageOfItsPixels() throws {
        let stage = SceneStage()
        let sheet = HeatSheet()
        sheet.reset(width: 3, height: 2)
        sheet.show(7..<10) { column in column == 8 ? [red, .clear] : [blue, blue] }
        let elements = stage.elements { $0.heat(sheet, left: 5, top: 6) }
        guard case .image(let image, let rect, .nearest, _)? = elements.first else {
            Issue.record("no image")
            return
        }
        #expect(rect == Rect(x: 5, y: 6, width: 3, height: 2))
        #expect(Array(image.bytes[0..<8]) == [0, 0, 255, 255, 255, 0, 0, 255])
        #expect(Array(image.bytes[16..<20]) == [0, 0, 0, 0])
    }

    // MARK: Rules, labels, images, pictures

    @Test(arguments: [1.0, 1.5, 2.0]) func rulesAreHairlines(scale: Double) {
        let stage = SceneStage(scale: scale)
        let rules = RuleBuffer()
        rules.replace([10.3, 500, 20.6], opacities: [1, 1, 0.5])
        let elements = stage.elements {
            $0.rules(rules, axis: .x, color: red, in: stage.identity)
        }
        // The one beyond the plot is missing.
        #expect(elements.count == 2)
        for (element, value) in zip(elements, [10.3, 20.6]) {
            let first = (value - 0.5 + 0.501953125).rounded(.down)
            #expect(
                isNear(
                    element.rect, Rect(x: first / scale, y: 0, width: 1 / scale, height: 100)))
        }
        #expect(elements[1].color == red.opacity(0.5))
    }

    @Test(arguments: [1.0, 1.25, 1.5, 2]) func labelsAtAnEdgeAreThereWhereverItIs(
        scale: Double
    ) throws {
        let stage = SceneStage(scale: scale)
        let typesetter = Typesetter(fonts: try FontLibrary())
        let line = typesetter.line("15,000", TextStyle(size: 11))
        let labels = LabelBuffer()
        labels.replace([AnchoredLabel(line, y: 40 * scale, alignment: .leading, color: red)])
        // Right of the plot, on a place that is no whole device pixel; the place of 40 is inside.
        let elements = stage.elements {
            $0.labels(labels, .y(edge: 207 * scale + 0.5), in: stage.identity)
        }
        #expect(elements.count == 1)
        // Outside of the range of the plot there is none.
        labels.replace([AnchoredLabel(line, y: 140 * scale, color: red)])
        #expect(
            stage.elements { $0.labels(labels, .y(edge: 207.5), in: stage.identity) }.isEmpty)
    }

    @Test func labelsHangOnTheirPlacesAndPaleAtTheEnds() throws {
        let stage = SceneStage()
        let typesetter = Typesetter(fonts: try FontLibrary())
        let line = typesetter.line("12:00", TextStyle(size: 11))
        let labels = LabelBuffer()
        labels.replace([
            AnchoredLabel(line, x: 50.3, offset: Vector(dx: 0, dy: 2), color: red),
            AnchoredLabel(line, x: 205, color: red), AnchoredLabel(line, x: .nan, color: red),
            AnchoredLabel(line, x: 199, alignment: .leading, color: red, opacity: 0.5),
        ])
        #expect(labels.count == 3)
        let ends = LabelEnds(room: 0...198 + line.width, softness: 10)
        let elements = stage.elements {
            $0.labels(labels, .x(baseline: 90), in: stage.identity, ends: ends)
        }
        let texts = elements.compactMap { element -> (Double, Double, Color)? in
            if case .text(_, let x, let baseline, let color, _) = element {
                return (x, baseline, color)
            }
            return nil
        }
        #expect(texts.count == 2)
        #expect(texts[0].0 == 50 + (-line.width / 2).rounded() && texts[0].1 == 92)
        #expect(texts[0].2 == red)
        // Its middle is beyond the limits, and so is its end beyond the room.
        #expect(texts[1].2.alpha < 0.5)
    }

    @Test func anImageIsTurned() {
        let stage = SceneStage()
        let image = PaintedImage(width: 1, height: 1, bytes: [1, 2, 3, 255])
        let turn = AffineTransform.turn(.pi / 2, about: point(50, 50))
        let scene = stage.scene {
            $0.image(image, in: Rect(x: 40, y: 40, width: 20, height: 20), map: turn, alpha: 0.5)
        }
        guard case .transformed(let map, let inner)? = scene.picture().elements.first else {
            Issue.record("not turned")
            return
        }
        #expect(map == turn)
        #expect(
            inner == [
                .image(
                    image, in: Rect(x: 40, y: 40, width: 20, height: 20), sampling: .linear,
                    opacity: 0.5)
            ])
    }

    @Test func aPictureIsMovedToAPixelAndDrawnInOneTone() {
        let stage = SceneStage()
        let canvas = Canvas(scale: 1)
        canvas.polygon([point(0, 0), point(9, 0), point(0, 9)], color: Color(hex: 0xFFFFFF))
        canvas.sector(
            center: point(5, 5), inner: 0, outer: 5, from: 0, to: 1, color: Color(hex: 0xFFFFFF))
        let picture = canvas.finish()
        let scene = stage.scene {
            $0.picture(
                picture, evenlyIn: red.opacity(0.5), at: point(10.4, 20.6), alpha: 0.5)
        }
        guard case .group(let opacity, let inner)? = scene.picture().elements.first,
            case .transformed(let map, let moved)? = inner.first
        else {
            Issue.record("not a group")
            return
        }
        #expect(opacity == 0.25 && map == .move(Vector(dx: 10, dy: 21)))
        #expect(moved.count == 2)
        guard case .polygon(_, let tone) = moved[0] else { return }
        #expect(tone == red)
    }

    @Test func placesThatAreNoNumbersMakeNothingThatIsNotFinite() {
        let stage = SceneStage()
        let line = samples([(.nan, 1), (10, .infinity), (.infinity, 5), (20, 20), (30, 30)])
        let projection = PlotProjection(
            plot: Rect(x: 0, y: 0, width: 0, height: 0), x: 0...0, y: 0...0)
        let bars = BarBuffer()
        bars.replace([Bar(start: .nan, end: 1, value: 2), Bar(start: 0, end: 1, value: .infinity)])
        for shown in [stage.identity, projection] {
            let elements = stage.elements {
                $0.line(line, LineStyle(width: 2, color: red), in: shown)
                $0.points(line, PointStyle(radius: 2, fill: red), in: shown)
                $0.bars(bars, BarStyle(width: .fraction(1), colors: [red]), in: shown)
            }
            for element in elements {
                #expect(element.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
                if let rect = element.rect { #expect((rect.x + rect.maxY).isFinite) }
            }
        }
    }
}
