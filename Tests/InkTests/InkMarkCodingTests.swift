import ChartCore
import Geometry
import Testing

@testable import Ink

/// Marks as they are stored.
@Suite struct InkMarkCodingTests {
    private static let axes: [InkAxis] = [
        .values(origin: 1_790_000_000.25, perPoint: 120), .pinned(value: 72.35, point: 118.5),
        .values(origin: -2, perPoint: 1e-3, .logarithmic),
        .values(origin: 0.5, perPoint: -0.01, .symmetricLogarithmic(linearTo: 3)),
        .fractions(origin: -0.1, perPoint: 0.002),
    ]

    private func mark(_ x: InkAxis, _ y: InkAxis, _ kind: InkBrush.Kind = .marker) -> InkMark {
        // Places and widths that need no rounding.
        let nodes = (0..<30).map { index in
            InkNode(
                Point(x: Double(index) * 3.25, y: 40 - Double(index % 7) / 64),
                width: 2 + Double(index) / 16)
        }
        return InkMark(
            id: .init(4), .stroke(InkStroke(InkBrush(kind, size: 12.5), nodes)),
            color: .fixed(Color(red: 1, green: 0.2, blue: 0, alpha: 1)), x: x, y: y,
            basis: InkBasis(rawValue: "day"))
    }

    @Test func everyWayReadsBackAsItWas() throws {
        for x in Self.axes {
            for y in Self.axes {
                for kind in InkBrush.Kind.allCases {
                    let mark = mark(x, y, kind)
                    #expect(try InkMarkCoding.mark(InkMarkCoding.bytes(mark), id: mark.id) == mark)
                }
            }
        }
    }

    @Test(arguments: InkFigure.Kind.allCases) func figuresReadBackAsTheyWere(
        kind: InkFigure.Kind
    )
        throws
    {
        for name in InkColor.Name.allCases {
            let figure = InkFigure(
                kind, from: Point(x: 1_790_000_000.5, y: 71.3), to: Point(x: 1_790_600_000, y: -3),
                brush: InkBrush(.pen, size: 2))
            let mark = InkMark(
                id: .init(9), .figure(figure), color: .named(name),
                x: .values(origin: 0, perPoint: 1), y: .values(origin: 0, perPoint: 1))
            let bytes = InkMarkCoding.bytes(mark)
            #expect(try InkMarkCoding.mark(bytes, id: mark.id) == mark)
            for length in 0..<bytes.count {
                #expect(throws: InkMarkError.damaged) {
                    try InkMarkCoding.mark(Array(bytes[..<length]), id: .init(1))
                }
            }
        }
    }

    @Test func damageAndLaterVersionsAreKnown() throws {
        let bytes = InkMarkCoding.bytes(mark(Self.axes[3], Self.axes[1]))
        for length in 0..<bytes.count {
            #expect(throws: InkMarkError.damaged) {
                try InkMarkCoding.mark(Array(bytes[..<length]), id: .init(1))
            }
        }
        var later = bytes
        later[0] = 7
        #expect(throws: InkMarkError.newer(version: 7)) {
            try InkMarkCoding.mark(later, id: .init(1))
        }
        // Any change of a byte is refused or read as something possible.
        for index in bytes.indices {
            for value in [UInt8(0), 0x7F, 0x80, 0xFF] {
                var other = bytes
                other[index] = value
                guard let read = try? InkMarkCoding.mark(other, id: .init(1)) else { continue }
                #expect(InkBrush.sizes.contains(read.brush.size))
                #expect(read.stroke?.nodes.allSatisfy { $0.position.x.isFinite } ?? true)
            }
        }
    }
}
