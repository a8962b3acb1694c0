// Eight values that are processed side by side, so that no step waits for the one before.
//
// Lanes are pairs, which every x86-64 and ARM processor has. Comparisons are written lane by lane,
// because the compiler has an instruction for that; `replacing(with:where:)` on longer vectors is
// ten times slower.

/// Eight values side by side.
struct EightLanes {
    private var a: SIMD2<Double>
    private var b: SIMD2<Double>
    private var c: SIMD2<Double>
    private var d: SIMD2<Double>

    /// One value eight times.
    @inline(__always)
    init(repeating value: Double) {
        a = SIMD2(repeating: value)
        b = a
        c = a
        d = a
    }

    /// The eight values from index `at` on.
    @inline(__always)
    init(_ values: UnsafeBufferPointer<Double>, _ at: Int) {
        let bytes = UnsafeRawBufferPointer(values)
        a = bytes.loadUnaligned(fromByteOffset: 8 * at, as: SIMD2<Double>.self)
        b = bytes.loadUnaligned(fromByteOffset: 8 * at + 16, as: SIMD2<Double>.self)
        c = bytes.loadUnaligned(fromByteOffset: 8 * at + 32, as: SIMD2<Double>.self)
        d = bytes.loadUnaligned(fromByteOffset: 8 * at + 48, as: SIMD2<Double>.self)
    }

    @inline(__always)
    mutating func add(_ other: EightLanes) {
        a += other.a
        b += other.b
        c += other.c
        d += other.d
    }

    /// Adds the squares of the differences from a mean.
    @inline(__always)
    mutating func addSquares(of other: EightLanes, from mean: SIMD2<Double>) {
        a += (other.a - mean) * (other.a - mean)
        b += (other.b - mean) * (other.b - mean)
        c += (other.c - mean) * (other.c - mean)
        d += (other.d - mean) * (other.d - mean)
    }

    /// Keeps the smaller values; NaN in the others changes nothing.
    @inline(__always)
    mutating func takeSmaller(_ other: EightLanes) {
        a = Self.smaller(other.a, a)
        b = Self.smaller(other.b, b)
        c = Self.smaller(other.c, c)
        d = Self.smaller(other.d, d)
    }

    /// Keeps the larger values; NaN in the others changes nothing.
    @inline(__always)
    mutating func takeLarger(_ other: EightLanes) {
        a = Self.larger(other.a, a)
        b = Self.larger(other.b, b)
        c = Self.larger(other.c, c)
        d = Self.larger(other.d, d)
    }

    @inline(__always)
    private static func smaller(_ p: SIMD2<Double>, _ q: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(p.x < q.x ? p.x : q.x, p.y < q.y ? p.y : q.y)
    }

    @inline(__always)
    private static func larger(_ p: SIMD2<Double>, _ q: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(p.x > q.x ? p.x : q.x, p.y > q.y ? p.y : q.y)
    }

    /// The sum, added pairwise.
    @inline(__always)
    var total: Double {
        let pair = (a + b) + (c + d)
        return pair.x + pair.y
    }

    @inline(__always)
    var smallest: Double {
        let pair = Self.smaller(Self.smaller(a, b), Self.smaller(c, d))
        return pair.x < pair.y ? pair.x : pair.y
    }

    @inline(__always)
    var largest: Double {
        let pair = Self.larger(Self.larger(a, b), Self.larger(c, d))
        return pair.x > pair.y ? pair.x : pair.y
    }
}
