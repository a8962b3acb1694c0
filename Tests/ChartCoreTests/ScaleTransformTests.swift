import ChartCore
import Geometry
import Testing

@Suite struct ScaleTransformTests {
    private static let symmetric = [1e-9, 0.25, 1, 7.5, 1e6].map {
        ScaleTransform.symmetricLogarithmic(linearTo: $0)
    }

    @Test func identityChangesNothing() {
        for value in [-3.5, 0, 1e-300, 1e300, .infinity] {
            #expect(ScaleTransform.identity.place(of: value) == value)
            #expect(ScaleTransform.identity.value(at: value) == value)
            #expect(ScaleTransform.identity.bound(of: value) == value)
        }
        let range = Extent(min: -2, max: 5)
        #expect(ScaleTransform.identity.places(of: range) == range)
        #expect(ScaleTransforms.identity.isIdentity)
        #expect(!ScaleTransforms(y: .logarithmic).isIdentity)
    }

    @Test func powersOfTenHaveWholePlaces() throws {
        for k in -307...308 {
            let value = try #require(Double("1e\(k)"))
            #expect(ScaleTransform.logarithmic.place(of: value) == Double(k))
        }
    }

    @Test func valuesComeBack() {
        for transform in [ScaleTransform.logarithmic] + Self.symmetric {
            for k in stride(from: -12.0, through: 12, by: 0.37) {
                let size = ScaleTransform.logarithmic.value(at: k)
                for value in transform == .logarithmic ? [size] : [size, -size] {
                    let back = transform.value(at: transform.place(of: value))
                    #expect(abs(back - value) <= 1e-13 * size, "\(transform) \(value) \(back)")
                }
            }
        }
    }

    @Test func nothingBelowZeroHasALogarithmicPlace() {
        let log = ScaleTransform.logarithmic
        for value in [0.0, -0.0, -1, -.infinity, .nan] {
            #expect(log.place(of: value).isNaN)
        }
        #expect(log.bound(of: 0) == ScaleTransform.lowest && log.bound(of: -5) < -323.4)
        #expect(log.bound(of: .nan).isNaN && log.bound(of: 100) == 2)
        #expect(log.places(of: Extent(min: 0, max: 1000)) == Extent(min: -.infinity, max: 3))
        #expect(log.places(of: Extent(min: -3, max: 0)) == .nothing)
        #expect(log.places(of: .nothing).isEmpty)
        #expect(log.values(of: Extent(min: -1, max: 2)) == Extent(min: 0.1, max: 100))
    }

    @Test func symmetricIsStraightAboutZeroAndSmoothWhereItBends() throws {
        for transform in Self.symmetric {
            let size = try #require(transform.linearTo)
            #expect(transform.place(of: 0) == 0 && transform.value(at: 0) == 0)
            // Linear: half the value is half as far.
            let end = transform.place(of: size)
            #expect(abs(transform.place(of: size / 2) - end / 2) < 1e-15)
            #expect(abs(end - 0.4342944819032518) < 1e-15)
            // A decade beyond is one unit long, on both sides.
            for decade in 1...6 {
                let place = transform.place(
                    of: size * ScaleTransform.logarithmic.value(at: Double(decade)))
                #expect(abs(place - end - Double(decade)) < 1e-13)
            }
            #expect(transform.place(of: -3 * size) == -transform.place(of: 3 * size))
            // The slope is the same on both sides of the point where it bends.
            let step = 1e-6 * size
            let before = transform.place(of: size) - transform.place(of: size - step)
            let after = transform.place(of: size + step) - transform.place(of: size)
            #expect(abs(before / after - 1) < 1e-5)
        }
    }

    @Test func placesAscend() {
        let sizes = stride(from: -15.0, through: 15, by: 0.01).map(
            ScaleTransform.logarithmic.value(at:))
        for transform in Self.symmetric + [.logarithmic] {
            let values =
                transform == .logarithmic ? sizes : sizes.reversed().map { -$0 } + [0] + sizes
            let places = values.map(transform.place(of:))
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test func distancesAreThoseOfValues() {
        let log = ScaleTransform.logarithmic
        #expect(log.isWithin(100, from: 2, to: log.place(of: 200)))
        #expect(!log.isWithin(99.9, from: 2, to: log.place(of: 200)))
        #expect(log.isWithin(.infinity, from: -5, to: 300))
        #expect(ScaleTransform.identity.isWithin(2, from: 1, to: 3))
        #expect(!ScaleTransform.identity.isWithin(2, from: 1, to: 3.0000000000000004))
    }

    @MainActor @Test func kindsAndTransformsBelongTogether() {
        for transform in [ScaleTransform.identity, .logarithmic] + Self.symmetric {
            #expect(ScaleKind(transform).transform == transform)
        }
        #expect(ScaleKind.category(count: 3).transform.isIdentity)
        let projection = Projection(
            x: ScaleMapping(kind: .logarithmic, range: Extent(min: 0, max: 2)),
            y: ScaleMapping(
                kind: .symmetricLogarithmic(linearTo: 10), range: Extent(min: -1, max: 1)),
            plot: .init(x: 0, y: 0, width: 200, height: 100))
        #expect(projection.pointX(10) == 100 && projection.pointX(100) == 200)
        #expect(projection.pointX(0).isNaN)
        #expect(projection.pointY(0) == 50)
        #expect(abs(projection.valueX(atPoint: 100) - 10) < 1e-12)
        #expect(abs(projection.valueY(atPoint: 50)) < 1e-12)
    }
}
