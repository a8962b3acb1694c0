/// The random walk that every subject draws: step i is splitmix64(seed · 2³² + i) / 2⁶⁴ − 0.5.
public struct RandomWalk {
    private let seed: UInt64
    private var index = 0
    private var place = 0.0

    /// A walk before its first step.
    public init(seed: UInt64) { self.seed = seed }

    /// The next `count` places.
    public mutating func take(_ count: Int) -> [Double] {
        [Double](unsafeUninitializedCapacity: count) { buffer, initialized in
            for position in 0..<count {
                place += Self.step(index + position, seed: seed)
                buffer.initializeElement(at: position, to: place)
            }
            index += count
            initialized = count
        }
    }

    /// The first `count` places of a walk.
    public static func values(_ count: Int, seed: UInt64) -> [Double] {
        var walk = RandomWalk(seed: seed)
        return walk.take(count)
    }

    /// The values of samples that are spaced evenly on straight lines between a walk's places.
    ///
    /// - Parameter range: The indices, among `count` samples.
    public static func values(
        _ range: Range<Int>, of count: Int, on corners: [Double]
    ) -> [Double] {
        range.map { index in
            let place = Double(index) * Double(corners.count - 1) / Double(count - 1)
            let corner = min(Int(place), corners.count - 2)
            return corners[corner]
                + (corners[corner + 1] - corners[corner]) * (place - Double(corner))
        }
    }

    /// One step, between −0.5 and 0.5.
    public static func step(_ index: Int, seed: UInt64) -> Double {
        var z = (seed << 32) &+ UInt64(index) &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        z ^= z >> 31
        return Double(z >> 11) / 9_007_199_254_740_992 - 0.5
    }
}
