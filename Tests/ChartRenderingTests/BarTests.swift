import ChartRendering
import ChartScene
import GPU
import Geometry
import Painting
import Testing

@MainActor
@Suite struct BarTests {
    private let orange = Color(hex: 0xE8590C)

    private func draw(
        _ stage: Stage, _ bars: [Bar], _ style: BarStyle, in projection: PlotProjection? = nil,
        scale: Double = 1
    ) throws -> Picture {
        let buffer = BarBuffer()
        buffer.replace(bars)
        return try stage.draw(scale: scale) { r in
            r.bars(buffer, style, in: projection ?? stage.identity)
        }
    }

    @Test func aBarIsExactlyItsRectangle() throws {
        let stage = try Stage(width: 100, height: 60)
        // A slot of 40 from 20; 0.5 of it is 20 wide, from 30 to 50. Base 10, value 40.
        let picture = try draw(
            stage, [Bar(start: 20, end: 60, base: 10, value: 40)],
            BarStyle(width: .fraction(0.5), colors: [orange]))
        for y in 0..<60 {
            for x in 0..<100 {
                let inside = (30..<50).contains(x) && (20..<50).contains(y)
                #expect(picture[x, y] == (inside ? 0xE8590C : 0), "\(x), \(y)")
            }
        }
    }

    @Test(arguments: [1.0, 2.0]) func stripesRiseFromThePlaceOfZero(scale: Double) throws {
        let stage = try Stage(width: 100, height: 90)
        let gap = Color(hex: 0x102030)
        let style = BarStyle(
            width: .fraction(1), colors: [orange, orange],
            hatching: Hatching(gaps: [nil, gap], period: 6, width: 2.5))
        let picture = try draw(
            stage,
            [
                Bar(start: 10, end: 40, base: 5, value: 75),
                Bar(start: 50, end: 83, base: 5, value: 80, color: 1),
            ], style, scale: scale)
        func channels(_ color: UInt32) -> [Double] {
            [16, 8, 0].map { Double(color >> UInt32($0) & 255) }
        }
        let (full, between) = (channels(0xE8590C), channels(0x102030))
        for y in 10..<85 {
            for x in 50..<83 {
                // To the right of the bar's side, and upwards from 0, at (50, 90).
                let across = (Double(x - 50) + 0.5 - (Double(90 - y) - 0.5)) / 2.0.squareRoot()
                let period = 6 * scale
                let place = across - (across / period).rounded(.down) * period
                let share = min(max(abs(place - period / 2) - 1.25 * scale + 0.5, 0), 1)
                for (found, (a, b)) in zip(channels(picture[x, y]), zip(full, between)) {
                    #expect(abs(found - (a + (b - a) * share)) < 2, "\(x), \(y)")
                }
            }
        }
        // The other bar has none.
        for y in 15..<85 { #expect(picture[25, y] == 0xE8590C) }
    }

    @Test func aNegativeBarHangsFromItsBase() throws {
        let stage = try Stage(width: 60, height: 60)
        let picture = try draw(
            stage, [Bar(start: 10, end: 50, base: 40, value: 15)],
            BarStyle(width: .fraction(0.5), colors: [white]))
        #expect(picture.columns(inRow: 30) == Array(20..<40))
        #expect(picture.rows(inColumn: 30) == Array(20..<45))
    }

    @Test func theRoundedEndTurnsWithTheSign() throws {
        let stage = try Stage(width: 60, height: 80)
        let corners = Corners(top: 8)
        let style = BarStyle(width: .fraction(1), colors: [white], corners: corners)
        let up = try draw(stage, [Bar(start: 20, end: 40, base: 10, value: 60)], style)
        // The corner square of 8 loses 8² (1 − π/4) at each of two corners.
        let cut = 2 * 64 * (1 - Double.pi / 4)
        #expect(abs(up.area - (20 * 50 - cut)) < 0.5)
        #expect(up[20, 20] == 0 && up[39, 20] == 0)
        #expect(up[20, 69] == 0xFFFFFF && up[39, 69] == 0xFFFFFF)
        let down = try draw(stage, [Bar(start: 20, end: 40, base: 60, value: 10)], style)
        #expect(abs(down.area - (20 * 50 - cut)) < 0.5)
        #expect(down[20, 20] == 0xFFFFFF && down[39, 20] == 0xFFFFFF)
        #expect(down[20, 69] == 0 && down[39, 69] == 0)
    }

    @Test func everyCornerHasItsOwnRadius() throws {
        let stage = try Stage(width: 60, height: 80)
        func corner(_ corners: Corners, _ value: Double, _ base: Double) throws -> [Bool] {
            let p = try draw(
                stage, [Bar(start: 20, end: 40, base: base, value: value)],
                BarStyle(width: .fraction(1), colors: [white], corners: corners))
            return [p[20, 20], p[39, 20], p[39, 69], p[20, 69]].map { $0 == 0 }
        }
        let left = Corners(leftTop: 8, rightTop: 0, rightBottom: 0, leftBottom: 0)
        // Up and down swap; left stays left.
        #expect(try corner(left, 60, 10) == [true, false, false, false])
        #expect(try corner(left, 10, 60) == [false, false, false, true])
        let foot = Corners(leftTop: 0, rightTop: 0, rightBottom: 8, leftBottom: 0)
        #expect(try corner(foot, 60, 10) == [false, false, true, false])
        #expect(try corner(foot, 10, 60) == [false, true, false, false])
    }

    @Test func radiiAreNeverMoreThanHalfTheBar() throws {
        let stage = try Stage(width: 60, height: 60)
        let picture = try draw(
            stage, [Bar(start: 20, end: 40, base: 10, value: 16)],
            BarStyle(width: .fraction(1), colors: [white], corners: 50))
        // 20 by 6 with radius 3.
        #expect(abs(picture.area - (20 * 6 - 36 * (1 - Double.pi / 4))) < 0.5)
    }

    @Test func theValuesPixelIsCoveredAsFarAsTheBarReaches() throws {
        let stage = try Stage(width: 40, height: 40)
        let picture = try draw(
            stage, [Bar(start: 10, end: 30, base: 10, value: 20.25)],
            BarStyle(width: .fraction(0.5), colors: [white]))
        #expect(abs(picture.coverage(20, 19) - 0.25) < 0.01)
        #expect(picture.coverage(20, 20) == 1 && picture.coverage(20, 18) == 0)
    }

    @Test func crispAndEquallyWideWhereverTheyAre() throws {
        let stage = try Stage(width: 300, height: 20)
        for shift in [0.0, 0.13, 0.5, 0.77] {
            let bars = (0..<13).map { index -> Bar in
                let start = Double(index) * 22.7 + shift
                return Bar(start: start, end: start + 22.7, base: 0, value: 15)
            }
            let picture = try draw(stage, bars, BarStyle(width: .fraction(0.6), colors: [white]))
            // 13.62 rounds to 14; all pixels are on or off.
            let row = (0..<300).map { picture.coverage($0, 10) }
            #expect(row.allSatisfy { $0 == 0 || $0 == 1 })
            let runs = row.split(separator: 0).map(\.count)
            #expect(runs.count == 13 && runs.dropLast().allSatisfy { $0 == 14 })
        }
    }

    /// The bars of slots with a given width, and the picture's row through them.
    private func row(slot: Double, count: Int, fraction: Double) throws -> [Double] {
        let width = Int((slot * Double(count)).rounded(.up))
        let stage = try Stage(width: width, height: 20)
        let bars = (0..<count).map {
            Bar(start: Double($0) * slot, end: Double($0 + 1) * slot, value: 15)
        }
        let picture = try draw(stage, bars, BarStyle(width: .fraction(fraction), colors: [white]))
        return (0..<width).map { picture.coverage($0, 10) }
    }

    /// Bars that are not whole pixels apart: rounding must not remove the gap from some of them,
    /// which would then look like a group.
    @Test(
        arguments: [2, 2.25, 2.37, 2.9, 3, 3.5, 4.99, 5, 7.2, 10.6], [0.39, 0.6, 0.7, 0.9, 0.97])
    func narrowBarsStayApart(slot: Double, fraction: Double) throws {
        guard slot >= 3 || fraction <= 0.5 else { return }
        let row = try row(slot: slot, count: 40, fraction: fraction)
        let runs = row.split(separator: 0).map(\.count)
        let wanted = min((slot * fraction).rounded(), slot.rounded(.down) - 1)
        #expect(runs.dropLast().allSatisfy { $0 == Int(max(wanted, 1)) })
        #expect(runs.count == 40)
    }

    @Test(arguments: [1, 1.08, 1.5, 1.9, 1.99, 2, 2.25, 2.37, 2.9], [0.39, 0.7, 0.9, 1])
    func barsWithoutRoomBetweenThemFillTheirSlots(slot: Double, fraction: Double) throws {
        guard slot < 2 || fraction > 0.5 else { return }
        let row = try row(slot: slot, count: 60, fraction: fraction)
        let whole = Int((slot * 60).rounded(.down))
        #expect(row.prefix(whole).allSatisfy { $0 == 1 })
    }

    @Test(arguments: [2.25, 3.5, 7.2])
    func barsOfTheWholeSlotTouch(slot: Double) throws {
        let row = try row(slot: slot, count: 40, fraction: 1)
        #expect(row.prefix(Int((slot * 40).rounded(.down))).allSatisfy { $0 == 1 })
    }

    @Test func aBarIsAtLeastOnePixelWideAndHigh() throws {
        let stage = try Stage(width: 40, height: 40)
        let thin = try draw(
            stage, [Bar(start: 10, end: 10.5, base: 0, value: 30)],
            BarStyle(width: .fraction(0.4), colors: [white]))
        #expect(thin.columns(inRow: 20).count == 1 && thin.area == 30)
        let flat = try draw(
            stage, [Bar(start: 10, end: 30, base: 10, value: 10.001)],
            BarStyle(width: .fraction(1), colors: [white]))
        #expect(flat.rows(inColumn: 20) == [29])
        let zero = try draw(
            stage,
            [Bar(start: 10, end: 30, base: 10, value: 10), Bar(start: 30, end: 35, value: .nan)],
            BarStyle(width: .fraction(1), colors: [white]))
        #expect(zero.area == 0)
    }

    @Test func coloursSelectionAndFadeAreUniformsOnly() throws {
        let stage = try Stage(width: 90, height: 30)
        let buffer = BarBuffer()
        buffer.replace(
            (0..<3).map {
                Bar(start: Double($0) * 30, end: Double($0 + 1) * 30, value: 20, color: $0)
            })
        var style = BarStyle(
            width: .fraction(0.5),
            colors: [Color(hex: 0xFF0000), Color(hex: 0x00FF00), Color(hex: 0x0000FF)])
        func frame() throws -> [UInt32] {
            let p = try stage.draw { r in
                r.bars(buffer, style, in: stage.identity)
            }
            return [p[15, 20], p[45, 20], p[75, 20]]
        }
        #expect(try frame() == [0xFF0000, 0x00FF00, 0x0000FF])
        #expect(stage.statistics.vertexBytes == 3 * 24)
        style.selected = 1
        style.othersOpacity = 0.4
        #expect(try frame() == [0x660000, 0x00FF00, 0x000066])
        #expect(stage.statistics.uploadedBytes == 0 && stage.statistics.draws == 1)
        // If only a part from the middle on is visible, the numbers are still those of the buffer.
        let part = PlotProjection(
            plot: Rect(x: 0, y: 0, width: 90, height: 30), x: 35...85, y: 0...30)
        let p = try stage.draw { r in r.bars(buffer, style, in: part) }
        #expect(p[18, 20] == 0x00FF00 && p[72, 20] == 0x000066)
    }

    @Test func rangesHaveTwoRoundEnds() throws {
        let stage = try Stage(width: 60, height: 80)
        let picture = try draw(
            stage, [Bar(center: 30, slot: 40, low: 20, high: 60)],
            .range(width: 8, color: white))
        #expect(picture.columns(inRow: 40) == Array(26..<34))
        #expect(abs(picture.area - (8 * 32 + 16 * Double.pi)) < 0.5)
        // One value is a dot, not nothing.
        let dot = try draw(
            stage, [Bar(center: 30, slot: 40, low: 40, high: 40)], .range(width: 8, color: white))
        #expect(abs(dot.area - 16 * Double.pi) < 0.5)
    }

    @Test func lyingBarsGoSideways() throws {
        let stage = try Stage(width: 80, height: 60)
        let picture = try draw(
            stage, [Bar(start: 20, end: 40, base: 10, value: 50)],
            BarStyle(
                width: .fraction(0.5), colors: [white],
                corners: Corners(leftTop: 5, rightTop: 5, rightBottom: 0, leftBottom: 0),
                isHorizontal: true))
        #expect(picture.rows(inColumn: 30) == Array(25..<35))
        #expect(picture.columns(inRow: 30) == Array(10..<50))
        // The value's end, at the right, is the round one.
        #expect(picture[49, 25] == 0 && picture[49, 34] == 0)
        #expect(picture[10, 25] == 0xFFFFFF && picture[10, 34] == 0xFFFFFF)
    }

    @Test func theScaleIsInPointsAndCrispAtOneAndAHalf() throws {
        let stage = try Stage(width: 90, height: 60)
        let picture = try draw(
            stage, [Bar(center: 45, slot: 60, value: 30)],
            BarStyle(width: .points(7), colors: [white]), scale: 1.5)
        // 10.5 device pixels round to 11 (half away from zero).
        #expect(picture.columns(inRow: 45).count == 11)
        #expect(picture.row(45) == 11)
    }
}
