import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// Bars of several series, checked by their pixels.
@MainActor @Suite struct SeriesBarTests {
    private static let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF]

    private func style(_ fraction: Double = 1, alpha: Float = 1) -> BarStyle {
        BarStyle(
            width: .fraction(fraction), colors: Self.colors.map { Color(hex: $0, alpha: alpha) })
    }

    private let slots = [Extent(min: 0, max: 40), Extent(min: 40, max: 80)]

    @Test func groupsStandSideBySide() throws {
        let stage = try MarkStage(width: 80, height: 60)
        let mark = GroupedBarMark(id: "bars", style: style(), layout: GroupedBars(gap: 0.25))
        mark.show(BarTable(slots: slots, series: [[10, 20], [30, .nan], [5, 40]]))
        let picture = try stage.draw(mark)
        // In 40: 5 free on each side and 10 for each bar.
        for x in 0..<40 {
            let expected: (UInt32, Int)? =
                switch x {
                case 5..<15: (Self.colors[0], 10)
                case 15..<25: (Self.colors[1], 30)
                case 25..<35: (Self.colors[2], 5)
                default: nil
                }
            #expect(picture.rows(inColumn: x) == Array((60 - (expected?.1 ?? 0))..<60), "\(x)")
            if let expected { #expect(picture[x, 58] == expected.0) }
        }
        #expect((55..<65).allSatisfy { picture.rows(inColumn: $0).isEmpty }, "no value, no bar")
        #expect(picture[50, 59] == Self.colors[0] && picture[70, 21] == Self.colors[2])
    }

    @Test(arguments: [1.0, 0.999]) func stacksStandOnEachOther(alpha: Double) throws {
        let stage = try MarkStage(width: 80, height: 100)
        let mark = StackedBarMark(
            id: "bars", style: style(0.5), layout: StackedBars(base: 40))
        mark.show(BarTable(slots: slots, series: [[10, -10], [20, .nan], [-15, -20]]))
        let picture = try stage.draw(mark, alpha: alpha)
        // Bars of 20 around 20 and 60. From 40: 10 red, then 20 green; below 15 blue.
        func isColor(_ pixel: UInt32, _ color: UInt32) -> Bool {
            (pixel & color) >> 1 != 0 && pixel & ~color & 0xF0F0F0 == 0
        }
        for y in 0..<100 {
            let value = 99 - y
            let left: UInt32? =
                (40..<50).contains(value)
                ? Self.colors[0]
                : (50..<70).contains(value)
                    ? Self.colors[1] : (25..<40).contains(value) ? Self.colors[2] : nil
            let right: UInt32? =
                (30..<40).contains(value)
                ? Self.colors[0] : (10..<30).contains(value) ? Self.colors[2] : nil
            for (x, color) in [(20, left), (60, right)] {
                if let color {
                    #expect(isColor(picture[x, y], color), "\(x), \(y)")
                } else {
                    #expect(picture[x, y] == 0, "\(x), \(y)")
                }
            }
        }
        #expect(picture.columns(inRow: 40) == Array(10..<30))
        #expect(picture.columns(inRow: 65) == Array(10..<30) + Array(50..<70))
    }

    @Test func noSeamShowsTheGround() throws {
        let stage = try MarkStage(width: 80, height: 100)
        let white = BarStyle(width: .fraction(1), colors: [Color(hex: 0xFFFFFF)])
        for part in [0.1, 0.4, 0.6, 0.9] {
            let mark = StackedBarMark(id: "bars", style: white)
            mark.show(BarTable(slots: slots, series: [[10 + part, 10], [20, 10.3], [10, 10]]))
            let picture = try stage.draw(mark)
            #expect(abs(picture.area - 40 * (40 + part) - 40 * 30.3) < 2)
            #expect((62..<100).allSatisfy { picture[20, $0] == 0xFFFFFF }, "\(part)")
        }
    }

    @Test func onlyTheOutermostBarsAreRounded() throws {
        let stage = try MarkStage(width: 40, height: 60)
        var rounded = style()
        rounded.corners = Corners(leftTop: 8, rightTop: 8, rightBottom: 0, leftBottom: 0)
        let mark = StackedBarMark(id: "bars", style: rounded)
        mark.show(BarTable(slots: [slots[0]], series: [[20], [20]]))
        let picture = try stage.draw(mark)
        #expect(picture[0, 20] == 0 && picture[39, 20] == 0 && picture[20, 20] == Self.colors[1])
        #expect(picture[0, 40] == Self.colors[0] && picture[0, 39] == Self.colors[1])
    }

    @Test func theNearestSlotTellsAllValues() throws {
        let table = BarTable(slots: slots, series: [[10, -20], [30, .nan], [-5, 40]])
        let grouped = GroupedBarMark(id: "bars", style: style())
        let stacked = StackedBarMark(id: "bars", style: style())
        grouped.show(table)
        stacked.show(table)
        for mark in [grouped, stacked] as [any ReadableMark] {
            let first = try #require(mark.nearest(to: 3))
            #expect(first.values == [10, 30, -5] && first.x == 20 && first.index == 0)
            #expect(first.drawn == [])
            let second = try #require(mark.step(from: 20, by: 1))
            #expect(second.values[0] == -20 && second.values[1].isNaN && second.index == 1)
            #expect(mark.domain == Extent(min: 0, max: 80))
        }
        #expect(grouped.nearest(to: 3)?.end == 30 && stacked.nearest(to: 3)?.end == 40)
        #expect(grouped.values(over: firstSlot) == Extent(min: -5, max: 30))
        #expect(stacked.values(over: firstSlot) == Extent(min: -5, max: 40))
    }

    private let firstSlot = Extent(min: 0, max: 40)

    @Test func theSameTableAgainIsNoChange() throws {
        let stage = try MarkStage(width: 80, height: 60)
        let mark = StackedBarMark(id: "bars", style: style())
        mark.show(BarTable(slots: slots, series: [[1, .nan]]))
        let before = mark.revision
        mark.show(BarTable(slots: slots, series: [[1, .nan]]))
        #expect(mark.revision == before)
        _ = try stage.draw(mark)
        _ = try stage.draw(mark, in: stage.identity(movedBy: 13))
        #expect(stage.statistics.vertexBytes == 0)
    }
}
