import Geometry
import Painting
import Testing
import Text

/// The recordings of a canvas, as values: nothing here needs a GPU.
@MainActor
@Suite struct CanvasTests {
    private let red = Color(hex: 0xFF0000)
    private let blue = Color(hex: 0x0000FF)
    private let square = Rect(x: 1, y: 2, width: 30, height: 40)

    private func record(scale: Double = 1.5, _ body: (Canvas) -> Void) -> [Picture.Element] {
        let canvas = Canvas(scale: scale)
        body(canvas)
        return canvas.finish().elements
    }

    @Test func elementsComeInTheirOrderWithAllThatWasSaid() {
        let border = Border(width: 2, color: blue)
        let elements = record {
            $0.fill(square, red, corners: 3, border: border)
            $0.fill(square, .vertical(red, blue), snapped: false)
            $0.shadow(
                square, radius: 4, blur: 8, offset: Vector(dx: 0, dy: 2), color: blue, hollow: false
            )
            $0.horizontalLine(from: 1, to: 9, y: 3.3, color: red, pixels: 2)
            $0.verticalLine(x: 4, from: 7, to: 5, color: red)
            $0.marker(.diamond, at: Point(x: 5, y: 6), radius: 3, fill: red, stroke: border)
            $0.polygon([Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0, y: 1)], color: blue)
            $0.sector(center: .zero, inner: 2, outer: 5, from: 0, to: 1, color: red)
        }
        #expect(
            elements == [
                .rectangle(
                    square, .color(red), corners: 3, border: border, isSnapped: true),
                .rectangle(
                    square, .vertical(red, blue), corners: 0, border: nil, isSnapped: false),
                .shadow(
                    square, radius: 4, blur: 8, offset: Vector(dx: 0, dy: 2), color: blue,
                    isHollow: false),
                .horizontalLine(from: 1, to: 9, y: 3.3, color: red, devicePixels: 2),
                .verticalLine(x: 4, from: 7, to: 5, color: red, devicePixels: 1),
                .marker(
                    .diamond, at: Point(x: 5, y: 6), radius: 3, fill: red, stroke: border),
                .polygon(
                    [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 0, y: 1)], color: blue),
                .sector(center: .zero, inner: 2, outer: 5, from: 0, to: 1, color: red),
            ])
    }

    @Test func aLineIsAPolylineOfTwoPointsAndACircleADisc() {
        let (a, b) = (Point(x: 0, y: 1), Point(x: 2, y: 3))
        let elements = record {
            $0.line(from: a, to: b, width: 2, color: red, cap: .butt)
            $0.circle(at: a, radius: 4, fill: blue)
        }
        #expect(
            elements == [
                .polyline([a, b], width: 2, color: red, isClosed: false, join: .round, cap: .butt),
                .marker(.disc, at: a, radius: 4, fill: blue, stroke: nil),
            ])
    }

    @Test func clipsHoldWhatWasRecordedInThem() {
        let inner = Rect(x: 5, y: 5, width: 5, height: 5)
        let elements = record { canvas in
            canvas.fill(square, red)
            canvas.clipped(to: square, radius: 6) {
                canvas.fill(inner, blue)
                canvas.clipped(to: inner) { canvas.fill(square, red) }
            }
            canvas.clipped(to: inner) {}
            canvas.fill(inner, red)
        }
        func plain(_ rect: Rect, _ color: Color) -> Picture.Element {
            .rectangle(rect, .color(color), corners: 0, border: nil, isSnapped: true)
        }
        #expect(
            elements == [
                plain(square, red),
                .clip(
                    square, radius: 6,
                    [plain(inner, blue), .clip(inner, radius: 0, [plain(square, red)])]),
                plain(inner, red),
            ])
    }

    @Test func aGroundHoldsWhatLiesUnderItsEdge() {
        let whole = Rect(x: 0, y: 0, width: 100, height: 100)
        let elements = record { canvas in
            canvas.ground(square, red, in: whole, corners: 5) {
                canvas.shadow(square, radius: 5, blur: 3, offset: .zero, color: blue)
            }
            canvas.ground(square, blue, in: whole)
        }
        #expect(
            elements == [
                .ground(
                    square, red, whole: whole, corners: 5, border: nil,
                    under: [
                        .shadow(
                            square, radius: 5, blur: 3, offset: .zero, color: blue, isHollow: true)
                    ]),
                .ground(square, blue, whole: whole, corners: 0, border: nil, under: nil),
            ])
    }

    @Test func aCanvasIsEmptyOnceItsPictureIsTaken() {
        let canvas = Canvas(scale: 2)
        canvas.fill(square, red)
        let picture = canvas.finish()
        #expect(!picture.isEmpty && picture.scale == 2)
        #expect(canvas.finish().isEmpty)
        #expect(picture.elements.count == 1)
    }

    @Test func textStaysText() throws {
        let typesetter = Typesetter(fonts: try FontLibrary())
        let line = typesetter.line("8,412 kcal", TextStyle(size: 13))
        let place = Rect(x: 10, y: 20, width: 100, height: 30)
        for (alignment, x) in [
            (TextAlignment.leading, 10.0), (.center, 60), (.trailing, 110),
        ] {
            let elements = record { $0.text(line, in: place, color: red, alignment: alignment) }
            guard
                case .text(let kept, let left, let baseline, let color, let side)? = elements.first
            else {
                Issue.record("no text was recorded")
                continue
            }
            #expect(kept.text == "8,412 kcal" && color == red && side == alignment)
            #expect(left == x)
            // Ascent and descent have the same room above and below.
            #expect(abs((baseline - line.ascent - 20) - (50 - (baseline + line.descent))) < 1e-9)
        }
    }
}
