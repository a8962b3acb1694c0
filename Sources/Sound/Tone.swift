import Glibc

/// A tone: one frequency, which begins and ends softly.
package struct Tone: Hashable, Sendable {
    /// Hertz.
    package var frequency: Double
    /// Seconds; 0 for no tone at all.
    package var duration: Double
    /// The greatest amplitude, from 0 to 1.
    package var level: Double
    /// Seconds of silence after it.
    package var rest: Double

    /// The time in which it becomes loud and falls silent, in seconds; without it, one would hear a
    /// click.
    static let fade = 0.008
    /// The longest tone, in seconds.
    private static let longest = 10.0

    /// A tone; values that are not finite or out of range are brought into it.
    package init(frequency: Double, duration: Double, level: Double = 0.25, rest: Double = 0.04) {
        func within(_ value: Double, _ range: ClosedRange<Double>) -> Double {
            value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : range.lowerBound
        }
        self.frequency = within(frequency, 1...20_000)
        self.duration = within(duration, 0...Self.longest)
        self.level = within(level, 0...1)
        self.rest = within(rest, 0...Self.longest)
    }

    /// Its samples of one channel, with those of the rest after it.
    ///
    /// A sine under an envelope that rises and falls as half a cosine.
    ///
    /// - Parameter rate: samples a second.
    package func samples(rate: Int) -> [Int16] {
        let rate = Double(max(rate, 1))
        let count = Int((duration * rate).rounded())
        let edge = min(Self.fade, duration / 2)
        var samples: [Int16] = []
        samples.reserveCapacity(count + Int((rest * rate).rounded()))
        for index in 0..<count {
            let time = Double(index) / rate
            let toEdge = min(time, duration - time)
            let gain = toEdge < edge ? (1 - cos(.pi * toEdge / edge)) / 2 : 1
            let value = level * gain * sin(2 * .pi * frequency * time)
            samples.append(Int16((value * Double(Int16.max)).rounded()))
        }
        samples.append(contentsOf: repeatElement(0, count: Int((rest * rate).rounded())))
        return samples
    }
}
