import ChartCore
import Geometry
import SeededRandom
import Testing

@testable import Ink

/// Marks that a view makes small: how they fade, and the clusters that they become.
@Suite struct InkClusterTests {
    /// A view of 800 by 400 points at a scale of 1.5, of a time and of 0 to 100.
    private func view(_ first: Double, _ last: Double) -> InkView {
        InkView(
            x: InkAxisView(
                start: 60, length: 1_200, first: first, last: last, pixelsPerPoint: 1.5),
            y: InkAxisView(start: 15, length: 600, first: 100, last: 0, pixelsPerPoint: 1.5))
    }

    /// The number of marks so far.
    private let near = (0.0, 800.0)

    /// A straight stroke of some points at a place of the view from 0 to 800: a point a unit.
    private func mark(
        _ id: Int, at x: Double, _ y: Double, long length: Double, width: Double = 2,
        _ axis: InkAxis.Way = .values
    ) -> InkMark {
        let drawn = view(near.0, near.1)
        let start = Point(x: 40 + x, y: 10 + y)
        let stroke = InkStroke(
            InkBrush(.pen, size: width),
            [
                InkNode(start, width: width),
                InkNode(Point(x: start.x + length, y: start.y), width: width),
            ])
        return InkMark(
            id: .init(id), .stroke(stroke), color: .named(.red),
            x: InkAxis(axis, in: drawn.x, pinning: start.x),
            y: InkAxis(axis, in: drawn.y, pinning: start.y))
    }

    /// In a view of `n` times the length, 98 points and a width of 2 are 98 / n + 2: whole from 24
    /// on, gone at 12, and halfway at 18.
    @Test(arguments: [(1.0, 1.0), (4.4, 1), (6.125, 0.5), (9.7, 0.008), (9.8, 0), (400, 0)])
    func aMarkFades(length: Double, expected: Double) {
        let mark = mark(1, at: 100, 200, long: 98)
        let presence = mark.presence(in: view(0, 800 * length))
        let size = 98 / length + 2
        #expect(abs(presence - min(max((size - 12) / 12, 0), 1)) < 1e-6)
        #expect(abs(presence - expected) < 0.01)
        // What does not become smaller stays.
        for way in [InkAxis.Way.pinned, .fractions] {
            let other = self.mark(1, at: 100, 200, long: 98, way)
            #expect(other.presence(in: view(0, 800 * length)) == 1)
        }
    }

    /// Something drawn small is whole as it was drawn, and gone at half of its size; a dot has no
    /// half.
    @Test func smallMarksKeepTheirLook() {
        let tick = mark(1, at: 100, 200, long: 8)
        #expect(tick.presence(in: view(0, 800)) == 1)
        #expect(tick.presence(in: view(0, 1_600)) > 0)
        #expect(tick.presence(in: view(0, 2_700)) == 0)
        let dot = mark(1, at: 100, 200, long: 0, width: 4)
        #expect(dot.presence(in: view(0, 800_000)) == 1)
    }

    /// A figure has the size of its values, and one that has no end is never small.
    @Test(arguments: InkFigure.Kind.allCases) func figuresFade(kind: InkFigure.Kind) {
        let mark = InkMark(
            id: .init(1), kind, from: Point(x: 100, y: 50), to: Point(x: 196, y: 51),
            brush: InkBrush(.pen, size: 2), color: .named(.red))
        #expect(mark.presence(in: view(0, 800)) == 1)
        let isSmall = mark.presence(in: view(0, 16_000)) == 0
        #expect(isSmall == kind.isBounded)
    }

    /// Along a logarithmic axis the size is that of the places.
    @Test func sizesFollowTheScale() {
        let mark = InkMark(
            id: .init(1), .line, from: Point(x: 100, y: 1), to: Point(x: 101, y: 100),
            brush: InkBrush(.pen, size: 2), color: .named(.red))
        var view = view(0, 8_000)
        #expect(mark.presence(in: view) == 1)
        (view.y.first, view.y.last) = (1_000, 0)
        #expect(mark.presence(in: view) == 1)
        view.y = InkAxisView(
            start: 15, length: 600, first: 100, last: 0, transform: .logarithmic,
            pixelsPerPoint: 1.5)
        // Two of a hundred decades of 400 points: 8 points and the width.
        #expect(mark.presence(in: view) == 0)
    }

    private func clusters(_ document: InkDocument, _ view: InkView) -> [InkCluster] {
        var clusters = InkClusters()
        return clusters.clusters(of: document, in: view, basis: nil, without: [])
    }

    /// Ten times as far away, marks at 0, 150, 450 and 1,000 units are at 0, 15, 45 and 100 points.
    @Test func nearMarksAreJoined() throws {
        var document = InkDocument(
            [0.0, 150, 450, 1_000].enumerated().map { mark($0 + 1, at: $1, 200, long: 50) })
        let far = view(0, 8_000)
        let found = clusters(document, far)
        #expect(found.map { $0.marks.map(\.number) } == [[1, 2], [3], [4]])
        for (cluster, x) in zip(found, [0.0, 450, 1_000]) {
            #expect(abs(cluster.place.x - x - 25) < 1e-6 && cluster.presence == 1)
            #expect(abs(cluster.place.y - 50) < 1e-6)
        }
        #expect(clusters(document, view(0, 800)).isEmpty)
        // At other heights they are apart.
        document = InkDocument((0..<4).map { mark($0 + 1, at: 0, Double($0) * 30, long: 50) })
        #expect(clusters(document, far).count == 4)
        // What is shown in another way is in none.
        var own = InkClusters()
        let rest = own.clusters(of: document, in: far, basis: nil, without: [.init(2)])
        #expect(rest.map(\.id.number) == [1, 3, 4])
        #expect(
            own.clusters(of: document, in: far, basis: .init(rawValue: "day"), without: []).isEmpty)
    }

    /// No two signs overlap, every small mark is in exactly one, and it does not matter where the
    /// view begins.
    @Test(arguments: [200, 2_000]) func signsNeverOverlap(count: Int) {
        var numbers = LinearCongruence(seed: 7)
        func random() -> Double { numbers.unit() }
        let document = InkDocument(
            (0..<count).map { mark($0 + 1, at: random() * 8_000, random() * 400, long: 50) })
        for length in [8_000.0, 20_000, 200_000] {
            let far = view(0, length)
            let found = clusters(document, far)
            #expect(found.flatMap(\.marks).sorted() == document.marks.map(\.id))
            let frames = found.map { cluster -> Rect in
                let (x, y) = (
                    far.x.pixel(ofPlace: cluster.place.x) / 1.5,
                    far.y.pixel(ofPlace: cluster.place.y) / 1.5
                )
                let size = cluster.size
                return Rect(
                    x: x - size.width / 2, y: y - size.height / 2, width: size.width,
                    height: size.height)
            }
            for (index, frame) in frames.enumerated() {
                #expect(!frames[..<index].contains { $0.intersects(frame) })
            }
            #expect(clusters(document, view(3_333, 3_333 + length)) == found)
        }
    }

    /// Clusters that follow a document through changes are those of a new one.
    @Test func changesAreFollowed() {
        var document = InkDocument(
            (0..<40).map { mark($0 + 1, at: Double($0) * 90, 200, long: 50) })
        let far = view(0, 8_000)
        var own = InkClusters()
        func expectSame() {
            let found = own.clusters(of: document, in: far, basis: nil, without: [])
            #expect(found == clusters(document, far) && !found.isEmpty)
        }
        expectSame()
        document.remove([.init(3), .init(17)])
        expectSame()
        document.add(mark(50, at: 4_000, 100, long: 50))
        expectSame()
        document.undo()
        expectSame()
        document.change(removing: [], adding: [mark(5, at: 6_000, 20, long: 40)])
        expectSame()
        // What is not small changes nothing, and is followed all the same.
        document.add(mark(900, at: 4_000, 100, long: 3_000))
        expectSame()
        document.change(removing: [.init(900)], adding: [mark(901, at: 4_000, 60, long: 50)])
        expectSame()
        for _ in 0..<200 { document.add(mark(document.makeID().number, at: 9, 9, long: 50)) }
        expectSame()
    }
}
