/// A number as a whole multiple of 2⁻⁶⁴: sums and differences of Doubles without rounding.
struct TruthExact {
    var bits: Int128

    init(bits: Int128) { self.bits = bits }

    /// A Double without rounding; it must be within ±2⁶² and have no digits below 2⁻⁶⁴.
    init(_ value: Double) {
        let scaled = value * 0x1p64
        bits = Int128(exactly: scaled) ?? 0
        precondition(scaled == 0 || bits != 0, "\(value) is not exact")
    }

    static func - (a: TruthExact, b: TruthExact) -> TruthExact { TruthExact(bits: a.bits - b.bits) }

    /// The position of the value in a range drawn over a whole number of pixels, to 2⁻¹² of a
    /// pixel.
    ///
    /// The only roundings are this one and that of the result.
    func pixel(min: Double, max: Double, pixels: Int) -> Double {
        let length = (TruthExact(max) - TruthExact(min)).bits
        let place = (self - TruthExact(min)).bits * Int128(pixels * 4096) / length
        return Double(Int(place)) / 4096
    }
}
