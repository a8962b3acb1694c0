import ChartCore
import ChartScene
import Geometry
import SeededRandom
import Testing

@testable import Charts

/// Events above a plot and in it, compared with computed positions.
@MainActor @Suite struct EventLaneTests {
    private static let day = 86_400.0
    private static let sign: UInt32 = 0xFF0000
    private static let text: UInt32 = 0xFFFF00
    private static let rule: UInt32 = 0x0000FF
    private static let band: UInt32 = 0x00FFFF

    private func days(_ from: Double, _ to: Double) -> Extent {
        Extent(min: from * Self.day, max: to * Self.day)
    }

    private func event(
        _ id: Int64, _ from: Double, _ to: Double? = nil, _ text: String = "word"
    ) -> ChartEvent {
        ChartEvent(id: id, span: days(from, to ?? from), text: text)
    }

    /// A week with events, laid out.
    private func make(
        _ events: [ChartEvent], scale: Double = 1, range: Extent? = nil
    ) throws -> (bench: Bench, lane: EventLane) {
        let bench = try Bench(scale: scale)
        bench.show(x: range, values: Extent(min: 0, max: 100))
        let lane = EventLane(
            style: EventLane.Style(
                sign: Color(hex: Self.sign), text: Color(hex: Self.text),
                rule: Color(hex: Self.rule), band: Color(hex: Self.band)))
        lane.summary = { "\($0) things" }
        lane.events = events
        bench.chart.background = [lane.bands]
        bench.chart.annotations = [TierLabels(), lane]
        bench.chart.style.insets.top += EventLane.height
        bench.chart.style.eventLane = EventLane.height
        bench.prepare()
        return (bench, lane)
    }

    private func px(_ bench: Bench, _ days: Double) -> Double {
        let (plot, range) = (bench.chart.plot, bench.chart.x.range)
        return plot.minX + (days * Self.day - range.min) / range.length * plot.width
    }

    private func labels(_ bench: Bench, _ lane: EventLane) -> [AnnotationLabel] {
        lane.placedLabels(in: bench.chart).sorted { $0.rect.minX < $1.rect.minX }
    }

    @Test(arguments: [1, 1.5, 2.0])
    func momentsAndSpansStandAtTheirPlaces(scale: Double) throws {
        let (bench, _) = try make([event(1, 1.5), event(2, 3, 4.25)], scale: scale)
        let picture = try bench.draw()
        let plot = bench.chart.plot
        let signs = Int(((plot.minY - 5) * scale).rounded())
        func column(_ days: Double) -> Int { Int((px(bench, days) * scale).rounded(.down)) }
        // The disc, and nothing of it three and a half points from its middle.
        #expect(picture[column(1.5), signs] == Self.sign)
        #expect(picture[column(1.5) + Int(4.5 * scale), signs] == 0)
        #expect(picture[column(1.5) - Int(4.5 * scale), signs] == 0)
        // The bar, from end to end, and lower than its ends.
        for place in [3.02, 3.6, 4.23] { #expect(picture[column(place), signs] == Self.sign) }
        let above = signs - Int(2.5 * scale)
        #expect(picture[column(3.6), above] == 0 && picture[column(3), above] >> 16 >= 0x80)
        #expect(picture[column(2.9), signs] == 0 && picture[column(4.35), signs] == 0)
        // In the plot a line about one pixel wide, and a band.
        let row = Int((plot.midY * scale).rounded()) + 7
        #expect(picture[column(1.5), row] & 0xFF >= 0x80)
        #expect(picture[column(1.5) + Int(2 * scale), row] == 0)
        #expect(picture[column(3.5), row] == Self.band && picture[column(4.5), row] == 0)
        // Nothing of them is outside the plot.
        #expect(picture[column(3.5), Int((plot.maxY + 3) * scale)] == 0)
    }

    /// What is out of view is not drawn, and what extends into the view ends at its edges.
    @Test func signsEndWithThePlot() throws {
        let (bench, lane) = try make([event(1, -3, 9), event(2, -1), event(3, 8)])
        let picture = try bench.draw()
        let plot = bench.chart.plot
        let row = Int(plot.minY - 5)
        #expect(picture[Int(plot.minX) + 1, row] == Self.sign)
        #expect(picture[Int(plot.minX) - 2, row] == 0)
        #expect(picture[Int(plot.maxX) - 2, row] == Self.sign)
        #expect(picture[Int(plot.maxX) + 2, row] == 0)
        #expect(lane.flags.map { $0.events.map(\.id) } == [[1]])
    }

    @Test func wordsBeginAtTheirSigns() throws {
        let (bench, lane) = try make([event(1, 1), event(2, 4, 5)])
        let placed = labels(bench, lane)
        #expect(placed.map(\.text) == ["word", "word"])
        for (label, place) in zip(placed, [1.0, 4]) {
            #expect(abs(label.rect.minX - px(bench, place)) < 0.01)
            #expect(label.rect.maxY <= bench.chart.plot.minY - 8)
            #expect(label.opacity == 1)
        }
    }

    /// Events too close for words are summarised by their number, whatever part of them is in view.
    @Test func whatIsNearIsToldTogether() throws {
        let events = [event(1, 1), event(2, 1.3), event(3, 1.6), event(4, 5)]
        let (bench, lane) = try make(events)
        #expect(lane.flags.map(\.text) == ["3 things", "word"])
        #expect(lane.flags.map { $0.events.map(\.id) } == [[1, 2, 3], [4]])
        for start in stride(from: -1.0, to: 1.4, by: 0.077) {
            bench.show(x: days(start, start + 7))
            bench.prepare()
            #expect(lane.flags.first?.events.map(\.id) == [1, 2, 3], "\(start)")
        }
        // With more room each has its own words.
        bench.show(x: days(0.5, 2.5))
        bench.prepare()
        #expect(lane.flags.map { $0.events.map(\.id) } == [[1], [2], [3]])
    }

    /// Events that share a text and have no room for their own signs must not become hatching in
    /// the plot.
    @Test func whatIsDenseHasNoRules() throws {
        let (bench, _) = try make((0..<400).map { event($0, Double($0) * 7 / 400) })
        let picture = try bench.draw()
        let plot = bench.chart.plot
        let row = Int(plot.midY) + 7
        let blue = (Int(plot.minX)..<Int(plot.maxX)).count { picture[$0, row] == Self.rule }
        #expect(blue == 0)
        let signs = (Int(plot.minX)..<Int(plot.maxX)).count {
            picture[$0, Int(plot.minY - 5)] == Self.sign
        }
        #expect(Double(signs) > plot.width * 0.95)
    }

    @Test func theWordsOfASpanStayInViewAsLongAsItDoes() throws {
        let (bench, lane) = try make([event(1, -20, 20, "a long time"), event(2, 6)])
        let plot = bench.chart.plot
        #expect(abs(labels(bench, lane)[0].rect.minX - plot.minX) < 0.01)
        // The next one pushes it out, and it fades.
        bench.hold()
        for start in stride(from: 0.0, to: 6.5, by: 0.05) {
            bench.show(x: days(start, start + 7))
            bench.prepare()
            let placed = labels(bench, lane)
            guard placed.count == 2 else { continue }
            #expect(placed[0].rect.maxX + 4 <= placed[1].rect.minX, "\(start)")
            #expect(placed[0].rect.minX >= plot.minX || placed[0].opacity < 1, "\(start)")
        }
        bench.show(x: days(21, 28))
        bench.prepare()
        #expect(labels(bench, lane).isEmpty && lane.flags.isEmpty)
    }

    /// The last words in view are not cut by the chart's end while there is room before them.
    @Test func wordsAtTheEndMoveBack() throws {
        let words = "a rather long story of many words"
        let (bench, lane) = try make([event(1, 6.9, nil, words)])
        let placed = labels(bench, lane)
        #expect(placed.map(\.text) == [words])
        #expect(placed[0].rect.maxX <= bench.frame.maxX && placed[0].rect.minX < px(bench, 6.9))
        #expect(placed[0].rect.width > 100)
    }

    /// For any events and any view: every visible event is described once, and no words touch
    /// others or leave the chart.
    @Test func wordsNeverMeet() throws {
        var random = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0...UInt64.max, using: &random)
        var numbers = LinearCongruence(seed: seed)
        func next() -> Double { numbers.unit() }
        let (bench, lane) = try make([])
        for _ in 0..<150 {
            let count = Int(next() * 30)
            lane.events = (0..<count).map { id in
                let from = next() * 60 - 20
                return event(
                    Int64(id), from, next() < 0.5 ? nil : from + next() * next() * 20,
                    String(repeating: "word ", count: 1 + Int(next() * 12)))
            }
            let start = next() * 40 - 10
            let view = days(start, start + 0.5 + next() * 30)
            bench.show(x: view)
            bench.prepare()
            let placed = labels(bench, lane)
            for (a, b) in zip(placed, placed.dropFirst()) {
                #expect(a.rect.maxX <= b.rect.minX, "seed \(seed)")
            }
            for label in placed { #expect(label.rect.maxX <= bench.frame.maxX, "seed \(seed)") }
            let told = lane.flags.flatMap { $0.events.map(\.id) }
            let seen = lane.events.filter { $0.span.max >= view.min && $0.span.min <= view.max }
            #expect(Set(told).count == told.count, "seed \(seed)")
            #expect(Set(seen.map(\.id)).subtracting(told).isEmpty, "seed \(seed)")
        }
    }

    /// A pan makes no words, and moves what is drawn with the data.
    @Test func aPanShapesNothing() throws {
        let (bench, _) = try make((0..<40).map { event($0, Double($0) * 1.7, nil, "word \($0)") })
        for step in 0..<200 {
            bench.show(x: days(Double(step) * 0.05, 7 + Double(step) * 0.05))
            bench.prepare()
        }
        let shaped = bench.typesetter.shapedCount
        for step in (0..<200).reversed() {
            bench.show(x: days(Double(step) * 0.05, 7 + Double(step) * 0.05))
            bench.prepare()
        }
        #expect(bench.typesetter.shapedCount == shaped)
    }

    @Test func eventsAreFoundAmongLongOnes() {
        let events = ChartEvents([
            event(1, 0, 100), event(2, 1, 2), event(3, 3, 4), event(4, 50), event(5, 60, 61),
        ])
        #expect(events.candidates(in: days(55, 56)) == 0..<4)
        #expect(events.candidates(in: days(101, 110)).isEmpty)
        #expect(events.candidates(in: days(-5, -1)).isEmpty)
        #expect(events.candidates(in: days(0, 0)) == 0..<1)
    }
}
