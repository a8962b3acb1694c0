import ChartCore
import Testing

@Suite struct PieLayoutTests {
    private let quarter = Double.pi / 2

    @Test func aQuarterSpansNinetyDegrees() {
        let layout = PieLayout(values: [25, 50, 25])
        #expect(layout.slices.map(\.start) == [0, quarter, 3 * quarter])
        #expect(layout.slices.map(\.end) == [quarter, 3 * quarter, 4 * quarter])
        #expect(layout.slices[0].angle * 180 / Double.pi == 90)
        #expect(layout.slices.map(\.index) == [0, 1, 2])
    }

    @Test func whatIsNotAboveZeroHasNoSlice() {
        let layout = PieLayout(values: [-5, 1, .nan, 0, 3, .infinity])
        #expect(layout.slices.map(\.index) == [1, 4])
        #expect(layout.slices.map(\.angle) == [quarter, 3 * quarter])
        for values in [[], [0, 0], [-1], [.nan, .infinity]] as [[Double]] {
            #expect(PieLayout(values: values).slices.isEmpty)
            #expect(PieLayout(values: values).slice(at: 1) == nil)
        }
    }

    @Test func theLastEndsWhereTheFirstBegins() {
        for count in 1...200 {
            let layout = PieLayout(values: (1...count).map { 0.1 * Double($0) })
            #expect(layout.slices.first?.start == 0 && layout.slices.last?.end == 4 * quarter)
            #expect(zip(layout.slices, layout.slices.dropFirst()).allSatisfy { $0.end == $1.start })
        }
        let huge = PieLayout(values: [1e308, 1e308, 1e308, 1e308])
        #expect(huge.slices.map(\.angle) == [quarter, quarter, quarter, quarter])
    }

    @Test func directionsAreFoundInAnyTurn() {
        let layout = PieLayout(values: [1, 1, 2])
        for turn in [-2.0, 0, 3] {
            let offset = turn * 2 * Double.pi
            #expect(layout.slice(at: 0.1 + offset)?.index == 0)
            #expect(layout.slice(at: 1.7 + offset)?.index == 1)
            #expect(layout.slice(at: 3.2 + offset)?.index == 2)
            #expect(layout.slice(at: 6.2 + offset)?.index == 2)
        }
        #expect(layout.slice(at: 0)?.index == 0)
        #expect(layout.slice(at: quarter)?.index == 1, "a border belongs to the next one")
        #expect(layout.slice(at: .nan) == nil)
    }
}
