import Geometry
import Painting

/// The dashes of a stroke, and the gaps between them.
struct StrokeDashes {
    /// The alternating lengths of dashes and gaps, starting with a dash: an even number.
    private let lengths: [Double]
    private let period: Double
    private let start: Double

    /// The dashes of a style; nil if it has none.
    init?(_ style: StrokeStyle) {
        guard style.isDashed else { return nil }
        // An odd number of lengths is used twice.
        lengths = style.dashes.count % 2 == 0 ? style.dashes : style.dashes + style.dashes
        period = lengths.reduce(0, +)
        start = style.dashStart
    }

    /// The dashes of a line, each as a separate line.
    func cut(_ points: [Point]) -> [[Point]] {
        var into = start.truncatingRemainder(dividingBy: period)
        if into < 0 { into += period }
        var number = 0
        while into >= lengths[number], into > 0 {
            into -= lengths[number]
            number = (number + 1) % lengths.count
        }
        var left = lengths[number] - into
        var dashes: [[Point]] = []
        var current: [Point] = []
        if number % 2 == 0, let first = points.first { current = [first] }
        for (from, to) in zip(points, points.dropFirst()) {
            let length = (to - from).length
            guard length > 0, length.isFinite else { continue }
            // At most as many dashes as can be distinguished on a screen.
            guard length / period < 100_000 else { continue }
            var done = 0.0
            while length - done > left {
                done += left
                let place = from + (to - from) * (done / length)
                if number % 2 == 0 {
                    current.append(place)
                    dashes.append(current)
                    current = []
                } else {
                    current = [place]
                }
                number = (number + 1) % lengths.count
                left = lengths[number]
            }
            left -= length - done
            if number % 2 == 0 { current.append(to) }
        }
        if current.count > 1 { dashes.append(current) }
        return dashes
    }
}
