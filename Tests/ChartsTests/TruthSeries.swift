import ChartCore

/// The same stream of numbers on every machine: the xorshift generator of Marsaglia (2003).
struct TruthNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) { state = 0x9E37_79B9_7F4A_7C15 ^ (UInt64(seed + 1) &* 0x2545_F491_4F6C_DD1D) }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    /// A number from 0 to below 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns true in a fraction of all cases.
    mutating func happens(_ fraction: Double) -> Bool { unit() < fraction }

    /// One of the numbers from 0 to below `count`.
    mutating func choice(_ count: Int) -> Int { Int(unit() * Double(count)) }
}

/// A series, a window on it and a rule for gaps, at random from a seed.
struct TruthCase {
    var times: [Double] = []
    var values: [Double] = []
    /// The range of the x axis.
    var window = Extent.unit
    /// Samples further apart are not joined.
    var longestGap = Double.infinity
    /// A description, for messages.
    var words = ""

    init(seed: Int) {
        var numbers = TruthNumbers(seed: seed)
        // From 10 to 200,000 samples, every order of magnitude equally often.
        var count = 1.0
        let size = numbers.unit() * 4.301
        for _ in 0..<Int(size) { count *= 10 }
        let samples = max(10, Int(10 * count * (1 + 9 * (size - size.rounded(.down)))))
        let n = min(samples, 200_000)
        let shape = numbers.choice(5)
        let interval = [0.001, 1, 60, 3600, 86_400][numbers.choice(5)]
        let isRegular = numbers.happens(0.4)
        let missing = [0, 0, 0.002, 0.05, 0.4][numbers.choice(5)]
        let stretches = numbers.happens(0.3)
        let pauses = [0, 0, 3 / Double(n), 0.01][numbers.choice(4)]
        let repeats = [0, 0, 0.02, 0.3][numbers.choice(4)]
        words =
            "seed \(seed): \(n) of shape \(shape), every \(interval) s, missing \(missing), "
            + "pauses \(pauses), repeats \(repeats)"
        times.reserveCapacity(n)
        values.reserveCapacity(n)
        // Milliseconds only where a Double has enough digits for a hundredth of a pixel.
        let base = [0, 1e6, 1_790_000_000, -2e9][numbers.choice(4)]
        var time = interval < 1 && abs(base) > 1e7 ? 1e6 : base
        var level = 0.0
        var missingUntil = 0
        for i in 0..<n {
            if i > 0, !numbers.happens(repeats) {
                time += interval * (isRegular ? 1 : 2 * numbers.unit())
                if numbers.happens(pauses) { time += interval * 1000 * numbers.unit() }
            }
            let value: Double
            switch shape {
            case 0:  // a walk
                level += numbers.unit() - 0.5
                value = level
            case 1:  // noise
                value = numbers.unit() * 100
            case 2:  // steps
                if numbers.happens(0.01) { level = Double(numbers.choice(9)) * 1000 }
                value = level
            case 3:  // flat with spikes
                value = numbers.happens(20 / Double(n)) ? (numbers.unit() - 0.5) * 50 : 0
            default:  // teeth
                value = i % 2 == 0 ? -1e-3 : 1e-3 * numbers.unit()
            }
            if stretches, numbers.happens(5 / Double(n)) { missingUntil = i + n / 20 }
            times.append(time)
            values.append(i < missingUntil || numbers.happens(missing) ? .nan : value)
        }
        if numbers.happens(0.5) { longestGap = interval * [1.5, 5, 300][numbers.choice(3)] }
        // All of it, a part of it, a small part, or more than exists.
        let all = max(times[n - 1] - times[0], interval)
        let part = [1.3, 1, 0.3, 0.05, 0.003][numbers.choice(5)] * (0.7 + 0.6 * numbers.unit())
        let length = max(all * part, interval * 3)
        let slack = all - length
        let start =
            times[0]
            + (slack > 0 ? slack * numbers.unit() : slack * (0.3 + 0.4 * numbers.unit()))
        window = Extent(min: start, max: start + length)
    }

    /// The samples as a series.
    var series: SampleSeries { SampleSeries(times: times, values: values) }
}

/// The coverage of every column of pixels by a line, computed sample by sample.
struct TruthColumns {
    /// The lowest and highest value by column; `nothing` if nothing is drawn.
    var extents: [Extent]
    /// Whether a sample is so near a column's border that rounding may move it over.
    var isDoubtful: [Bool]
    /// How much the values on a column's borders change if those move by a rounding.
    var slack: [Double]

    /// Examines every sample and every segment.
    ///
    /// A column takes the samples in it and the part of the line between its borders; the line is
    /// not drawn over values that are not finite, nor over more than `longestGap`.
    init(
        times: [Double], values: [Double], range: Extent, pixels: Int, longestGap: Double
    ) {
        var extents = [Extent](repeating: .nothing, count: pixels)
        var doubtful = [Bool](repeating: false, count: pixels)
        var slack = [Double](repeating: 0, count: pixels)
        let width = (range.max - range.min) / Double(pixels)
        // The rounding of the times themselves, and of the columns' borders.
        let near = 1e-6 + 4 * max(abs(range.min), abs(range.max)).ulp / width
        func place(_ time: Double) -> Double { (time - range.min) / width }
        func add(_ column: Int, _ value: Double) {
            if column >= 0, column < pixels { extents[column].include(value) }
        }
        var before = -1
        for i in times.indices {
            guard values[i].isFinite else {
                before = -1
                continue
            }
            let x = place(times[i])
            if x > -2, x < Double(pixels) + 2 {
                let column = Int(x.rounded(.down))
                add(column, values[i])
                if abs(x - x.rounded()) < near {
                    let border = Int(x.rounded())
                    for side in [border - 1, border] where side >= 0 && side < pixels {
                        doubtful[side] = true
                    }
                }
            }
            defer { before = i }
            guard before >= 0, times[i] - times[before] <= longestGap else { continue }
            // The value on every border between the two samples belongs to both its columns.
            let from = place(times[before])
            guard x > from, x > 0, from < Double(pixels) else { continue }
            let slope = abs(values[i] - values[before]) / (x - from)
            var border = max(Int(from.rounded(.up)), 0)
            while Double(border) <= x, border <= pixels {
                let fraction = (Double(border) - from) / (x - from)
                let value = values[before] + (values[i] - values[before]) * fraction
                for side in [border - 1, border] where side >= 0 && side < pixels {
                    extents[side].include(value)
                    slack[side] = max(slack[side], slope * near)
                }
                border += 1
            }
        }
        self.extents = extents
        isDoubtful = doubtful
        self.slack = slack
    }
}
