import ChartCore
import ChartInteraction
import Geometry
import Glibc
import Testing
import Text

@testable import Charts

/// The board of a crosshair: its arrangements, its place, and its way there.
@MainActor @Suite struct InfoBoardTests {
    private static let style = InfoBoard.Style(.light)

    @Test func everyArrangementIsSmallerInItsWay() throws {
        let typesetter = Typesetter(fonts: try Fonts.library())
        let rows = (0..<4).map {
            InfoBoard.Row(name: "systolic", value: "12\($0)", unit: "mmHg", color: .clear)
        }
        func arrangements(_ rows: [InfoBoard.Row], notes: [String] = []) -> [InfoBoard.Arrangement]
        {
            InfoBoard.arrangements(
                title: "14 Oct", rows: rows, notes: notes, Self.style, typesetter)
        }
        let found = arrangements(rows)
        #expect(found.map(\.columns) == [1, 2, 1, 2, 1])
        #expect(found.map(\.hasNames) == [true, true, false, false, false])
        #expect(found.map(\.lines) == [4, 2, 4, 2, 1])
        #expect(found[1].size.height < found[0].size.height)
        #expect(found[2].size.width < found[0].size.width)
        // A count means nothing without its name.
        let detail = InfoBoard.Row(name: "readings", value: "24", color: .clear, isDetail: true)
        let others = arrangements(rows + [detail])
        #expect(others.filter(\.hasNames).allSatisfy { $0.rows == [0, 1, 2, 3, 4] })
        #expect(others.first { !$0.hasNames }?.rows == [0, 1, 2, 3])
        #expect(found[4].size == Size(width: found[4].size.width, height: 55))
        // Notes are left out after the names.
        let noted = arrangements(rows, notes: ["Up late"])
        #expect(
            noted.map { $0.notes != nil } == Array(repeating: true, count: 5) + [
                false, false, false, false, false,
            ])
        #expect(noted[0].size.height == found[0].size.height + 11 + 15)
    }

    @Test func longNotesEndInDots() throws {
        let typesetter = Typesetter(fonts: try Fonts.library())
        let note = Array(repeating: "slept badly", count: 80).joined(separator: " ")
        let lines = InfoBoard.noteLines([note], 220, Self.style, typesetter)
        #expect(lines.count == 6 && lines.allSatisfy { $0.width <= 220 })
        #expect(lines[5].width == typesetter.measure("…", Self.style.labelType).width)
    }

    /// A figure with one chart, and what a frame of it does.
    private struct Stage {
        let figure: ChartFigure
        let typesetter: Typesetter

        @MainActor
        init(_ chart: Chart) throws {
            figure = ChartFigure([chart], theme: .light)
            typesetter = Typesetter(fonts: try Fonts.library())
            frame(at: 0)
        }

        @MainActor
        @discardableResult
        func frame(at time: Double) -> Bool {
            let moves = figure.advance(to: time)
            figure.prepare(
                in: Rect(x: 0, y: 0, width: 500, height: 300), deviceScale: 1,
                typesetter: typesetter)
            return moves || figure.movesAfterLayout
        }

        @MainActor var board: InfoBoard { figure.panels[0].board }
    }

    @Test func itCoversNoRingAndMovesInItsTime() throws {
        let x = Dimension(id: "x", kind: .linear, direction: .horizontal)
        let places = (0...50).map(Double.init)
        let stage = try Stage(
            Chart {
                LineMark(
                    SampleSeries(times: places, values: places.map { 40 * sin($0 / 4) }), id: "one")
                LineMark(
                    SampleSeries(times: places, values: places.map { 30 * cos($0 / 3) }), id: "two")
                NumberAxis(x)
            })
        let chart = stage.figure.panels[0].chart
        var time = 1.0
        for place in places {
            stage.figure.showCrosshair(at: place, of: x, at: time)
            stage.frame(at: time)
            stage.frame(at: time + 0.3)
            let rect = try #require(stage.board.rect)
            #expect(chart.frame.contains(rect))
            for ring in stage.figure.panels[0].crosshair.rings {
                let point = chart.projection.point(x: ring.x, y: ring.y)
                #expect(
                    !rect.intersects(Rect(x: point.x - 6, y: point.y - 6, width: 12, height: 12)))
            }
            time += 1
        }
        // From one place to another it takes 150 ms, and stays where it is in the first frame.
        stage.figure.showCrosshair(at: 10, of: x, at: time)
        stage.frame(at: time)
        stage.frame(at: time + 0.5)
        let first = try #require(stage.board.rect)
        stage.figure.showCrosshair(at: 20, of: x, at: time + 1)
        #expect(stage.frame(at: time + 1))
        #expect(stage.board.rect?.midX == first.midX)
        #expect(stage.frame(at: time + 1.1))
        let between = try #require(stage.board.rect)
        #expect(!stage.frame(at: time + 1.16))
        let second = try #require(stage.board.rect)
        #expect(first.midX < between.midX && between.midX < second.midX)
        // With reduced motion it is there at once.
        stage.figure.prefersReducedMotion = true
        stage.figure.showCrosshair(at: 10, of: x, at: time + 2)
        #expect(!stage.frame(at: time + 2))
        #expect(stage.board.rect == first)
        stage.figure.hideCrosshair(at: time + 3)
        stage.frame(at: time + 3)
        #expect(stage.board.rect == nil)
    }

    /// What is written in the colour of a translucent mark can be read.
    @Test func translucentMarksHaveOpaqueFigures() throws {
        let x = Dimension(id: "x", kind: .linear, direction: .horizontal)
        let red = Color(hex: 0xFF0000)
        let stage = try Stage(
            Chart {
                BandMark(times: [0, 10], lows: [0, 1], highs: [2, 3], id: "band")
                    .color(red.opacity(0.2))
                NumberAxis(x)
            })
        stage.figure.showCrosshair(at: 10, of: x, at: 1)
        #expect(stage.board.rows.map(\.color) == [red])
    }

    @Test func overABarTheLineBeginsUnderTheBoard() throws {
        let x = Dimension(id: "x", kind: .linear, direction: .horizontal)
        let stage = try Stage(
            Chart {
                BarMark(
                    (0..<10).map { Bar(start: Double($0), end: Double($0) + 1, value: 4) },
                    id: "bars")
                NumberAxis(x)
                ValueAxis().range(from: 0, to: 12)
            })
        let crosshair = stage.figure.panels[0].crosshair
        stage.figure.showCrosshair(at: 4.5, of: x, at: 1)
        stage.frame(at: 1)
        let rect = try #require(stage.board.rect)
        #expect(crosshair.start == rect.maxY - stage.figure.panels[0].chart.plot.minY)
    }
}
