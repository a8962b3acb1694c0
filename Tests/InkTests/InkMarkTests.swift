import ChartCore
import Foundation
import Geometry
import SeededRandom
import Testing

@testable import Ink

/// How marks follow a chart, and the changes of a document.
@Suite struct InkMarkTests {
    /// A view of 400 points at a scale of 1.5, from 1000 to 1100, 30 pixels from the left.
    private let view = InkAxisView(
        start: 30, length: 600, first: 1_000, last: 1_100, pixelsPerPoint: 1.5)

    @Test(arguments: [InkAxis.Way.values, .pinned, .fractions])
    func aMarkIsWhereItWasDrawn(way: InkAxis.Way) {
        let axis = InkAxis(way, in: view, pinning: 70)
        for point in [0.0, 20, 70, 333.25] {
            #expect(abs(axis.pixel(of: point, in: view) - point * 1.5) < 1e-9)
        }
    }

    @Test func aMarkFollowsItsValues() {
        let axis = InkAxis(.values, in: view)
        var other = view
        (other.first, other.last) = (1_050, 1_060)
        // Point 220 was at pixel 330, halfway: 1050.
        #expect(abs(axis.pixel(of: 220, in: other) - 30) < 1e-6)
        #expect(abs(axis.pixel(of: 221, in: other) - 30 - 1.5 * 10) < 1e-6)
        let pinned = InkAxis(.pinned, in: view, pinning: 220)
        #expect(abs(pinned.pixel(of: 220, in: other) - 30) < 1e-6)
        #expect(abs(pinned.pixel(of: 221, in: other) - 31.5) < 1e-6)
        // Twice as large, on a screen with other pixels.
        other = InkAxisView(start: 0, length: 400, first: 0, last: 1, pixelsPerPoint: 2)
        let plot = InkAxis(.fractions, in: view)
        #expect(abs(plot.pixel(of: 220, in: other) - 200) < 1e-9)
    }

    /// Through a logarithmic scale and back nothing moves, and each point keeps its value.
    @Test func scalesMayChange() {
        let linear = InkAxisView(start: 500, length: 400, first: 1_000, last: 1)
        let logarithmic = InkAxisView(
            start: 500, length: 400, first: 3, last: 0, transform: .logarithmic)
        let axis = InkAxis(.values, in: linear)
        for point in [510.0, 700, 899.5] {
            let value = linear.value(atPixel: point)
            let moved = axis.pixel(of: point, in: logarithmic)
            #expect(abs(logarithmic.value(atPixel: moved) - value) < 1e-9 * value)
            #expect(abs(axis.pixel(of: point, in: linear) - point) < 1e-9)
        }
        #expect(axis.map(to: logarithmic) == nil)
        // A value without a place has none.
        #expect(axis.pixel(of: 950, in: logarithmic).isNaN)
    }

    /// Decades of seconds and back to the hundredth of a pixel.
    @Test func farTimesAreExact() {
        let now = InkAxisView(
            start: 0, length: 1_280, first: 1_790_000_000, last: 1_790_003_600)
        let axis = InkAxis(.values, in: now)
        let year = InkAxisView(
            start: 0, length: 1_280, first: 1_770_000_000, last: 1_800_000_000)
        for point in stride(from: 0.0, through: 1_280, by: 40) {
            let seconds = 1_790_000_000 + point * 3_600 / 1_280
            let direct = (seconds - 1_770_000_000) * 1_280 / 30_000_000
            #expect(abs(axis.pixel(of: point, in: year) - direct) < 0.01)
            #expect(abs(axis.pixel(of: point, in: now) - point) < 0.01)
        }
    }

    private func mark(_ number: Int, _ x: Double = 0) -> InkMark {
        let node = InkNode(Point(x: x, y: 0), width: 2)
        return InkMark(
            id: .init(number), .stroke(InkStroke(InkBrush(.pen, size: 2), [node])),
            color: .fixed(Color(hex: 0)), x: .pinned(value: 0, point: 0),
            y: .pinned(value: 0, point: 0))
    }

    /// Random changes against a plain list of states: all the way back, all the way forward.
    @Test func everyChangeCanBeUndone() {
        var numbers = Xorshift(seed: 99)
        var document = InkDocument()
        var states: [[InkMark]] = [[]]
        var now = 0
        for _ in 0..<100_000 {
            switch numbers.next() % 7 {
            case 0 where document.marks.count < 40, 1 where document.marks.count < 40:
                let id = document.makeID()
                document.add(mark(id.number))
            case 2:
                let ids = document.marks.filter { _ in numbers.next() % 4 == 0 }.map(\.id)
                document.remove(ids + [InkMark.ID(-1)])
            case 3:
                // Moves some, and splits one.
                var moved = document.marks.filter { _ in numbers.next() % 5 == 0 }
                for index in moved.indices {
                    moved[index].color = .fixed(Color(hex: UInt32(numbers.next() % 999)))
                }
                if let first = moved.first {
                    let id = document.makeID()
                    moved.append(mark(id.number, 5))
                    document.change(removing: [first.id], adding: Array(moved.dropFirst()))
                }
            case 4, 5:
                #expect(document.canUndo == (now > 0))
                if document.undo() != nil { now -= 1 }
                #expect(document.marks == states[now])
                continue
            default:
                #expect(document.canRedo == (now < states.count - 1))
                if document.redo() != nil { now += 1 }
                #expect(document.marks == states[now])
                continue
            }
            guard document.marks != states[now] else { continue }
            states.removeSubrange((now + 1)...)
            states.append(document.marks)
            now += 1
            if states.count > 3_000 { break }
        }
        while document.undo() != nil { now -= 1 }
        #expect(now == 0 && document.marks.isEmpty)
        while document.redo() != nil { now += 1 }
        #expect(now == states.count - 1)
        #expect(document.marks == states[now])
        #expect(document.marks.map(\.id) == document.marks.map(\.id).sorted())
    }

    @Test func keptMarksCannotBeUndone() {
        var document = InkDocument([mark(7), mark(3)])
        #expect(document.marks.map(\.id.number) == [3, 7])
        #expect(!document.canUndo)
        #expect(document.makeID().number == 8)
        document.removeAll()
        #expect(document.marks.isEmpty)
        document.undo()
        #expect(document[.init(7)] == mark(7))
        #expect(document[.init(8)] == nil)
    }

    /// Letters go up and down; a line, a ring around something and a large zigzag do not look like
    /// writing.
    @Test func handwritingIsRecognised() {
        func stroke(_ places: [(Double, Double)]) -> InkStroke {
            InkStroke(
                InkBrush(.pen, size: 2),
                places.map { InkNode(Point(x: $0.0, y: $0.1), width: 2) })
        }
        let word = stroke((0...200).map { (Double($0) * 0.4, 8 * sin(Double($0) / 5)) })
        #expect(word.looksLikeWriting)
        // Large loops, as those of many l.
        let loops = stroke(
            (0...160).map { step in
                let turn = Double(step) / 5
                return (4.5 * turn + 9 * sin(turn), 16 * cos(turn))
            })
        #expect(loops.looksLikeWriting)
        #expect(!stroke((0...50).map { (Double($0) * 8, Double($0)) }).looksLikeWriting)
        let ring = (0...40).map { Double($0) / 40 * 2 * .pi }
        #expect(!stroke(ring.map { (15 * cos($0), 15 * sin($0)) }).looksLikeWriting)
        #expect(!stroke((0...20).map { (Double($0) * 10, $0 % 2 == 0 ? 0 : 80) }).looksLikeWriting)
        // A long line that trembles.
        let line = stroke((0...400).map { (Double($0), 0.8 * sin(Double($0) / 2)) })
        #expect(!line.looksLikeWriting)
        #expect(!stroke([(3, 3)]).looksLikeWriting)
    }
}
