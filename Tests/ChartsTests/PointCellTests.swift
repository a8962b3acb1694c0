import ChartCore
import ChartScene
import Foundation
import Geometry
import SeededRandom
import Testing

@testable import Charts

/// Crowds of points against the picture of all of them, block by block of eight by eight pixels.
@MainActor
@Suite struct PointCellTests {
    private static let size = 240

    /// How a crowd is drawn.
    struct Style: CustomTestStringConvertible {
        var alpha = 1.0
        var radius = 4.0
        var shape = MarkerShape.disc
        var testDescription: String { "\(shape), radius \(radius), alpha \(alpha)" }
    }

    /// Three clouds and a ring of different classes, with some points far from all.
    private static let series: AttributedSeries = {
        var numbers = LinearCongruence(seed: 11)
        func random() -> Double { numbers.unit() }
        func normal() -> Double {
            (0..<12).reduce(-6) { sum, _ in sum + random() }
        }
        var points: [(x: Double, y: Double, kind: UInt8)] = []
        for _ in 0..<6_000 { points.append((70 + 18 * normal(), 80 + 14 * normal(), 0)) }
        for _ in 0..<6_000 { points.append((150 + 10 * normal(), 100 + 30 * normal(), 1)) }
        for _ in 0..<1_000 { points.append((100 + 40 * normal(), 150 + 40 * normal(), 2)) }
        for number in 0..<2_500 {
            let angle = Double(number) * 2.399_963
            let radius = 40 + 3 * normal()
            points.append((110 + radius * cos(angle), 160 + radius * sin(angle), 1))
        }
        for _ in 0..<40 { points.append((240 * random(), 240 * random(), 2)) }
        points.sort { $0.x < $1.x }
        return AttributedSeries(
            times: points.map(\.x), values: points.map(\.y), attributes: points.map(\.kind))
    }()

    private func mark(_ style: Style, thins: Bool) -> PointMark {
        let colors = [Color(hex: 0xFF0000), Color(hex: 0x00FF00), Color(hex: 0x0000FF)]
        func own(_ color: Color) -> PointStyle {
            PointStyle(style.shape, radius: style.radius, fill: color.opacity(Float(style.alpha)))
        }
        let rules =
            thins
            ? DensityRules() : DensityRules(becomesColumns: 1e9, becomesSamples: 1, limit: 1e9)
        let mark = PointMark(id: "crowd", style: own(colors[0]), rules: rules)
        mark.attributeStyles = [1: own(colors[1]), 2: own(colors[2])]
        mark.show(Self.series)
        return mark
    }

    /// The mean of each colour in each block, from 0 to 1.
    private func blocks(_ picture: Picture) -> [[Double]] {
        let step = 8
        var result: [[Double]] = []
        for top in stride(from: 0, to: picture.height, by: step) {
            for left in stride(from: 0, to: picture.width, by: step) {
                var sums = [0.0, 0, 0]
                for y in top..<top + step {
                    for x in left..<left + step {
                        let pixel = picture[x, y]
                        for channel in 0..<3 {
                            sums[channel] += Double(pixel >> (8 * UInt32(channel)) & 255)
                        }
                    }
                }
                result.append(sums.map { $0 / Double(step * step * 255) })
            }
        }
        return result
    }

    @Test(arguments: [
        Style(), Style(radius: 1.5), Style(radius: 8), Style(shape: .square),
        Style(radius: 5, shape: .diamond), Style(alpha: 0.1), Style(alpha: 0.5, radius: 2),
    ])
    func theCoverageIsThatOfAllPoints(style: Style) throws {
        for move in [0.0, 37.5] {
            func picture(_ thins: Bool) throws -> [[Double]] {
                let mark = mark(style, thins: thins)
                let stage = try MarkStage(width: Self.size, height: Self.size)
                let picture = try stage.draw(mark, in: stage.identity(movedBy: move))
                #expect((mark.drawnAs == .columns) == thins)
                return blocks(picture)
            }
            let (all, some) = (try picture(false), try picture(true))
            let errors = zip(all, some).map { a, b in
                zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
            }
            let (worst, mean) = (errors.max() ?? 1, errors.reduce(0, +) / Double(errors.count))
            #expect(worst < 0.02, "\(worst), \(mean) moved by \(move)")
            #expect(mean < 0.002)
        }
    }

    /// Against arithmetic in place of a picture of all points: eight bits of colour cannot hold what
    /// a single point of such an opacity changes.
    @Test func theDensityOfFaintPointsIsThatOfTheData() throws {
        let style = Style(alpha: 0.02, radius: 6)
        let all = arithmetic(style)
        func errors(_ thins: Bool) throws -> [Double] {
            let stage = try MarkStage(width: Self.size, height: Self.size)
            let picture = blocks(try stage.draw(mark(style, thins: thins)))
            return zip(all, picture).map { a, b in
                zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) }
            }
        }
        let (some, each) = (try errors(true), try errors(false))
        #expect(some.reduce(0, +) / Double(some.count) < 0.005)
        // Fewer and more opaque points lose less than single ones.
        #expect(some.max() ?? 1 < 0.06 && some.max() ?? 1 < each.max() ?? 0)
        #expect(some.reduce(0, +) < each.reduce(0, +))
    }

    /// The mean of each colour in each block, with all points blended in double precision.
    private func arithmetic(_ style: Style) -> [[Double]] {
        let (size, step) = (Self.size, 8)
        var colors = [[Double]](repeating: [0, 0, 0], count: size * size)
        func reach(_ middle: Double) -> Range<Int> {
            (Int(middle) - 8..<Int(middle) + 9).clamped(to: 0..<size)
        }
        let series = Self.series
        for attribute in 0..<3 {
            for index in 0..<series.count where series.attribute(at: index) == attribute {
                let (x, y) = (series.time(at: index), Double(size) - series.value(at: index))
                for row in reach(y) {
                    for column in reach(x) {
                        let (dx, dy) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
                        let inside = style.radius - (dx * dx + dy * dy).squareRoot() + 0.5
                        let share = style.alpha * min(max(inside, 0), 1)
                        for channel in 0..<3 {
                            let own = channel == 2 - attribute ? 1.0 : 0
                            colors[row * size + column][channel] +=
                                share * (own - colors[row * size + column][channel])
                        }
                    }
                }
            }
        }
        var result: [[Double]] = []
        for top in stride(from: 0, to: size, by: step) {
            for left in stride(from: 0, to: size, by: step) {
                var sums = [0.0, 0, 0]
                for y in top..<top + step {
                    for x in left..<left + step {
                        for channel in 0..<3 { sums[channel] += colors[y * size + x][channel] }
                    }
                }
                result.append(sums.map { $0 / Double(step * step) })
            }
        }
        return result
    }

    private static let grid = ColumnGrid(origin: 0, width: 1)

    private func show(
        _ cells: PointCells, _ columns: Range<Int>, radius: Double = 4, alpha: Float = 1,
        source: any SampleSource = series
    ) {
        let style = PointStyle(radius: radius, fill: white.opacity(alpha))
        cells.update(
            source, Self.grid, [columns], values: Extent(min: 0, max: 240), pixel: 1,
            look: PointCells.Look(styles: [style], scale: 1))
    }

    private func places(_ cells: PointCells) -> [SampleVertex] {
        cells.layers.flatMap { $0.buffer.samples.elements }
    }

    /// Fewer points are drawn than there are, and far fewer where they hide one another.
    @Test func aCrowdIsNotDrawnPointByPoint() {
        let cells = PointCells()
        let sides = (0..<400).map { 100 + (Double($0) + 0.5) / 4 }
        let square = SampleSeries(
            times: sides.flatMap { x in sides.map { _ in x } },
            values: sides.flatMap { _ in sides })
        func count(_ radius: Double, _ alpha: Float = 1) -> Int {
            show(cells, 0..<Self.size, radius: radius, alpha: alpha, source: square)
            return cells.layers.reduce(0) { $0 + $1.buffer.count }
        }
        // Sixteen cells of each pixel; the border and every fourth pixel in both directions.
        #expect(count(1) == 16 * 100 * 100)
        let border = 100 * 100 - 92 * 92
        #expect(count(8) == 16 * border + 23 * 23)
        // Translucent ones need some more, for counts that are not powers of two.
        #expect((16 * border...16 * border + 12 * 23 * 23).contains(count(8, 0.01)))
    }

    /// A cell of many samples has the opacity of all of them.
    @Test func manyInOnePlaceHaveTheOpacityOfAll() {
        let cells = PointCells()
        let series = SampleSeries(
            times: [Double](repeating: 50.5, count: 13), values: Array(repeating: 60.5, count: 13))
        show(cells, 0..<100, alpha: 0.1, source: series)
        // 13 are 1, 4 and 8.
        let alphas = cells.layers.map { Double($0.style.fill.alpha) }
        #expect(alphas.count == 3)
        let shows = alphas.reduce(1) { $0 * (1 - $1) }
        var all = 1.0
        for _ in 0..<13 { all *= 0.9 }
        #expect(abs(shows - all) < 1e-6)
        // Opaque ones are drawn once.
        show(cells, 0..<100, source: series)
        #expect(cells.layers.map(\.buffer.count) == [1])
    }

    /// A window that moves by whole columns shows the same points in the columns that stay, whether
    /// they were read before or not.
    @Test(arguments: [Float(1), 0.1])
    func pointsStayWhereTheyAreWhileTheyMove(alpha: Float) {
        let (fresh, moved) = (PointCells(), PointCells())
        show(moved, 0..<100, alpha: alpha)
        for first in stride(from: 3, to: 60, by: 3) {
            show(moved, first..<first + 100, alpha: alpha)
        }
        show(fresh, 57..<157, alpha: alpha)
        let (a, b) = (places(moved), places(fresh))
        #expect(a.count == b.count && a.count > 1000)
        #expect(zip(a, b).allSatisfy { $0.xHigh == $1.xHigh && $0.xLow == $1.xLow && $0.y == $1.y })
    }

    /// A column with very many samples is read in part; its ends are there.
    @Test func aColumnOfVeryManyHasItsEnds() throws {
        let count = 300_000
        let values = (0..<count).map { $0 == 123_456 ? 230.0 : 100 + Double($0 % 40) }
        let series = SampleSeries(
            times: (0..<count).map { 120 + Double($0) / Double(count) }, values: values)
        let mark = PointMark(id: "one", style: PointStyle(radius: 3, fill: white))
        mark.show(series)
        let picture = try MarkStage(width: 240, height: 240).draw(mark)
        #expect(picture[120, 10] == 0xFFFFFF)
        #expect((105..<135).allSatisfy { picture[120, 240 - $0] == 0xFFFFFF })
        #expect(picture.rows(inColumn: 120).allSatisfy { $0 < 15 || (95..<145).contains($0) })
    }
}
