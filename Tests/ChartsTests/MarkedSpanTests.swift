import ChartCore
import ChartScene
import Charts
import GPU
import Geometry
import Testing

/// The names of lanes, and spans with words at their ends.
@MainActor @Suite struct MarkedSpanTests {
    private static let day = 86_400.0

    private func bench(_ parts: (Chart) -> Void) throws -> Bench {
        let bench = try Bench()
        bench.show(values: Extent(min: -3, max: 0))
        parts(bench.chart)
        return bench
    }

    private func spans(_ ends: [(Double, Double)]) -> MarkedSpans {
        let spans = MarkedSpans(
            style: MarkedSpans.Style(
                band: Color(hex: 0xFF0000), line: Color(hex: 0x00FF00), text: Color(hex: 0x0000FF)))
        spans.spans = ends.map {
            MarkedSpans.Span(
                Extent(min: $0.0 * Self.day, max: $0.1 * Self.day),
                start: .init(strong: "23:16", plain: "in bed"),
                end: .init(strong: "07:06", plain: "woke up"))
        }
        return spans
    }

    @Test func lanesHaveNamesInTheirMiddle() throws {
        let labels = LaneLabels(nameColor: white)
        labels.lanes = [
            .init(name: "Awake", detail: "26 min"), .init(name: "REM"), .init(name: "Deep"),
        ]
        let bench = try bench { $0.annotations = [labels] }
        let before = bench.chart.plot
        _ = try bench.draw()
        let plot = bench.chart.plot
        #expect(plot.minX > before.minX || before.isEmpty, "they take room")
        let placed = labels.placedLabels(in: bench.chart)
        #expect(placed.map(\.text) == ["Awake\n26 min", "REM", "Deep"])
        for (index, label) in placed.enumerated() {
            #expect(label.rect.maxX <= plot.minX)
            let middle = bench.chart.projection.py(LaneMark.middle(of: index))
            #expect(abs(label.rect.midY - middle) < 1)
            #expect(abs(labels.frames[index].midY - middle) < 1)
        }
        labels.lanes = []
        _ = try bench.draw()
        #expect(bench.chart.plot.minX < plot.minX, "without lanes they take none")
    }

    @Test func wordsAreOutsideOfASpan() throws {
        let spans = spans([(2, 5)])
        let bench = try bench {
            $0.background = [spans.band]
            $0.annotations = [spans.ends]
        }
        let picture = try bench.draw()
        let projection = bench.chart.projection
        let words = spans.ends.placedLabels(in: bench.chart)
        #expect(words.map(\.text) == ["23:16 in bed", "07:06 woke up"])
        #expect(words[0].rect.maxX < projection.px(2 * Self.day))
        #expect(words[1].rect.minX > projection.px(5 * Self.day))
        #expect(words.allSatisfy { $0.rect.maxY <= bench.chart.plot.minY })
        // The band is between the ends, and only there.
        let row = Int(bench.chart.plot.midY) + 7
        let red = (0..<picture.width).filter { picture[$0, row] == 0xFF0000 }
        #expect(abs(Double(red.first ?? 0) - projection.px(2 * Self.day)) <= 2)
        #expect(abs(Double(red.last ?? 0) - projection.px(5 * Self.day)) <= 2)
    }

    @Test func wordsWithoutRoomAreLeftOut() throws {
        // The words at the beginning of the second span would be over those of the first one.
        let spans = spans([(1, 1.1), (1.2, 6.9)])
        let bench = try bench { $0.annotations = [spans.ends] }
        _ = try bench.draw()
        let words = spans.ends.placedLabels(in: bench.chart).map(\.rect)
        for (a, b) in zip(words, words.dropFirst()) { #expect(a.maxX <= b.minX) }
        for rect in words {
            #expect(rect.minX >= bench.chart.frame.minX && rect.maxX <= bench.chart.frame.maxX)
        }
        #expect(!words.isEmpty)
    }

    @Test func aDetailIsBehindTheNameInALegend() throws {
        let typesetter = try Bench().typesetter
        let style = Legend.Style(.light)
        func width(_ detail: String) -> Double {
            let item = Legend.Item(
                id: "rem", name: "REM", color: white, shape: .square, isShown: true, detail: detail)
            return Legend.rects(
                of: [item], in: Rect(x: 0, y: 0, width: 300, height: 0), style, typesetter)[0].width
        }
        let more = typesetter.measure("23 %", style.type).width + style.detailGap
        #expect(abs(width("23 %") - width("") - more) <= 1)
    }
}
