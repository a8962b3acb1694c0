import ChartCore
import ChartScene
import Geometry
import Testing
import Text

@testable import Charts

/// The positions of an axis' line and labels, and how the labels fade at its ends.
@MainActor
@Suite struct AxisLayoutTests {
    /// 100 to 300 along x for 0 to 10, 50 to 150 along y for 20 to 0.
    private let projection = Projection(
        x: ScaleMapping(range: Extent(min: 0, max: 10)),
        y: ScaleMapping(range: Extent(min: 0, max: 20)),
        plot: Rect(x: 100, y: 50, width: 200, height: 100))
    private let style = ChartStyle(
        grid: Color(hex: 0), label: Color(hex: 0), strongLabel: Color(hex: 0),
        type: TextStyle(size: 12), valueLabelGap: 8, timeLabelBaseline: 22)

    private func label(
        at value: Double, _ text: String = "words", _ placement: AxisLabel.Placement = .centered
    ) throws -> TickLabel {
        TickLabel(
            Tick(value: value, ordinal: 0), AxisLabel(text, placement: placement), style,
            Typesetter(fonts: try Fonts.library()))
    }

    // MARK: The line

    @Test(arguments: [
        (ChartAxis.Side.top, 43.0), (.bottom, 157), (.leading, 93), (.trailing, 307),
    ])
    func anAxisLiesBesideThePlot(side: ChartAxis.Side, place: Double) {
        #expect(AxisLayout(side: side, offset: 7).place(across: projection) == place)
    }

    @Test func anAxisLiesInThePlot() {
        var layout = AxisLayout(side: .bottom, placement: .value(5), offset: 7)
        // A quarter of the plot from its lower end; a value out of view is held at the edge.
        #expect(layout.place(across: projection) == 125)
        layout.placement = .value(-3)
        #expect(layout.place(across: projection) == 150)
        layout = AxisLayout(side: .leading, placement: .relative(0.25))
        #expect(layout.place(across: projection) == 150)
    }

    @Test func labelsStandClearOfTheMarks() {
        func edge(_ side: ChartAxis.Side, offset: Double = 0, marks: Double) -> Double {
            AxisLayout(side: side, offset: offset, marks: marks).labelEdge(1000, style)
        }
        #expect(edge(.bottom, marks: 0) == 1022 && edge(.bottom, marks: 20) == 1036)
        // Only the first axis below the plot has the style's baseline.
        #expect(edge(.bottom, offset: 1, marks: 5) == 1021)
        #expect(edge(.top, marks: 5) == 989)
        #expect(edge(.leading, marks: 5) == 987 && edge(.trailing, marks: 5) == 1013)
    }

    @Test func anAxisTakesRoomBesideThePlotAlone() throws {
        var measures = LabelMeasures()
        let label = try label(at: 5)
        measures.take([label], over: Extent(min: 0, max: 10))
        #expect(AxisLayout(side: .top, marks: 5).thickness(style, measures) == 29)
        #expect(
            AxisLayout(side: .leading, marks: 5).thickness(style, measures)
                == 23 + label.line.width)
        #expect(
            AxisLayout(side: .leading, placement: .relative(0), marks: 5)
                .thickness(style, measures) == 0)
    }

    // MARK: Labels

    @Test func aLineOfTextStandsAtItsValue() throws {
        let metrics = Typesetter(fonts: try Fonts.library()).metrics(style.type)
        func rect(_ side: ChartAxis.Side, _ label: TickLabel) -> Rect {
            AxisLayout(side: side).rect(of: label, edge: 400, projection, metrics)
        }
        let label = try label(at: 5)
        let width = label.line.width
        #expect(width > 20)
        // Along x its middle is at 200 and its baseline at 400; along y its capitals are around
        // 125.
        let (height, above) = (metrics.height, metrics.ascent)
        let top = 125 + metrics.capHeight / 2 - above
        for side in [ChartAxis.Side.top, .bottom] {
            #expect(
                rect(side, label)
                    == Rect(x: 200 - width / 2, y: 400 - above, width: width, height: height))
        }
        #expect(
            rect(.leading, label) == Rect(x: 400 - width, y: top, width: width, height: height))
        #expect(rect(.trailing, label) == Rect(x: 400, y: top, width: width, height: height))
        #expect(rect(.bottom, try self.label(at: 5, "words", .leading)).minX == 207)
        let slot = try self.label(at: 5, "words", .slot(until: 7))
        #expect(abs(rect(.bottom, slot).midX - 220) < 1e-9)
    }

    @Test func aBlockStandsAtItsValue() throws {
        let label = TickLabel(
            Tick(value: 5, ordinal: 0), AxisLabel(LabelBlock([.init("first"), .init("second")])),
            style, Typesetter(fonts: try Fonts.library()))
        let block = try #require(label.block)
        let size = block.size
        #expect(size.height > 20)
        func rect(_ side: ChartAxis.Side) -> Rect {
            AxisLayout(side: side).rect(of: label, block, edge: 400, projection)
        }
        // Its first baseline, or its lower edge, is at the edge.
        #expect(rect(.bottom).minY == 400 - block.lines[0].ascent && rect(.bottom).midX == 200)
        #expect(rect(.top).maxY == 400 && rect(.top).midX == 200)
        #expect(rect(.leading).maxX == 400 && rect(.leading).midY == 125)
        #expect(rect(.trailing).minX == 400 && rect(.trailing).size == size)
    }

    // MARK: Ends

    @Test func labelsPaleAtTheEndsOfAnAxis() {
        let ends = AxisEnds(
            isHorizontal: true, length: 200, room: Extent(min: -20, max: 220))
        let reach = Extent(min: -10, max: 10)
        #expect(ends.presence(at: 100, reach) == 1)
        // An anchor may be up to four points beyond the axis, and fades on the way there.
        #expect(ends.presence(at: 0, reach) == 1 && ends.presence(at: 200, reach) == 1)
        #expect(ends.presence(at: -1, reach) == 0.75 && ends.presence(at: 203, reach) == 0.25)
        #expect(ends.presence(at: -4, reach) == 0)
        // A wide one reaches out of the room before that.
        #expect(ends.presence(at: 0, Extent(min: -18, max: 18)) == 0.5)
        #expect(ends.presence(at: 0, Extent(min: -21, max: 21)) == 0)
        // If it begins at its anchor, its middle has to be on the axis.
        #expect(ends.presence(at: 190, Extent(min: 7, max: 17)) == 0.5)
    }

    @Test func labelsAreWholeOrAbsentAtRest() {
        let ends = AxisEnds(
            isHorizontal: true, length: 200, room: Extent(min: -20, max: 220),
            softness: AxisEnds.restingSoftness)
        let reach = Extent(min: -10, max: 10)
        for place in stride(from: -40.0, through: 240, by: 0.5) {
            let isWhole = place >= 0 && place <= 200
            #expect(ends.presence(at: place, reach) == (isWhole ? 1 : 0), "\(place)")
        }
        // It reaches out of the room by half a point.
        #expect(ends.presence(at: 10, Extent(min: -30.5, max: 10)) == 0)
        func pushed(_ distance: Double) -> Double {
            AxisEnds.presence(
                pushedOut: distance, room: 18, width: 60, AxisEnds.restingSoftness)
        }
        #expect(pushed(-5) == 1 && pushed(16) == 1 && pushed(16.5) == 0)
    }

    @Test func anUprightAxisHasNoEndsForWidths() {
        let ends = AxisEnds(isHorizontal: false, length: 100)
        let reach = Extent(min: -500, max: 500)
        #expect(ends.presence(at: 0, reach) == 1 && ends.presence(at: 102, reach) == 0.5)
    }
}
