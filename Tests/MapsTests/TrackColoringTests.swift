import Geometry
import Maps
import Testing

@Suite("The colours of a track")
struct TrackColoringTests {
    private let colors = (0..<4).map { Color(hex: UInt32($0)) }

    @Test("Nine of ten values are within the range, and the rest has the last colours")
    func cut() throws {
        let coloring = try #require(TrackColoring((0...100).map(Double.init), colors: colors))
        #expect(abs(coloring.range.lowerBound - 5) < 1e-9)
        #expect(abs(coloring.range.upperBound - 95) < 1e-9)
        #expect(coloring.isCut == (true, true))
        let numbers = [-1e9, 5.1, 27.4, 27.6, 50.1, 94, 1e9].map { coloring.number(of: $0) }
        #expect(numbers == [0, 0, 0, 1, 2, 3, 3])
        #expect(coloring.number(of: .nan) == nil)
        #expect(TrackColoring([3, 3, .nan], colors: colors) == nil)
        #expect(TrackColoring([] as [Double], colors: colors) == nil)
    }

    @Test("Zero is in the middle of an even range, also where nearly all values are zero")
    func even() throws {
        let slopes = try #require(
            TrackColoring((-20...80).map(Double.init), colors: colors, isEven: true))
        #expect(abs(slopes.range.upperBound - 75) < 1e-9)
        #expect(slopes.range.lowerBound == -slopes.range.upperBound)
        let level = [Double](repeating: 0, count: 99) + [0.25]
        let flat = try #require(TrackColoring(level, colors: colors, isEven: true))
        #expect(flat.range == -0.25...0.25)
        #expect(flat.number(of: 0) == 2 && flat.number(of: -1) == 0)
    }
}
