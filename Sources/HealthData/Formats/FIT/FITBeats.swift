// The heart rates that a strap recorded on its own, such as under water.
//
// Layout of their messages (`hr`): a list of rates, and for each the time at which it was measured,
// by the clock of the strap in 1024ths of a second. The times are whole (32 bits), or only their
// lowest twelve bits, two times in three bytes; these have wrapped around if they are below the
// time before. A message that has a time of the device as well places the clock of the strap: the
// first of its times is that time. The clock is placed again by each such message.
//
// Source: the FIT SDK (`hr` message, accumulated components, and its `HrToRecordMesg` plugin).

import ChartCore

/// The rates of a strap in one FIT file, with their times by the device.
struct FITBeats {
    struct Beat {
        /// FIT's seconds; NaN if the clock of the strap was not placed before.
        var time: Double
        /// Beats a minute; 0 if the strap gives none.
        var rate: Double
        /// The position of its message in the file.
        var offset: Int
    }

    private(set) var beats: [Beat] = []
    /// The latest time of the strap, in 1024ths of a second; it never wraps around.
    private var ticks: Int?
    /// FIT's seconds at which the clock of the strap was 0.
    private var origin: Double?

    /// Takes the rates of a message.
    mutating func take(_ message: FITMessage) {
        let rates = message.list(6)
        let fraction = message.number(0).map { $0 / 32_768 } ?? message.number(1).map { $0 / 256 }
        let time = message.number(253).map { $0 + (fraction ?? 0) }
        let times = strapTimes(message)
        if let time, let first = times.first { origin = time - Double(first) / 1024 }
        for (place, rate) in rates.enumerated() {
            guard let rate else { continue }
            var own = Double.nan
            if place < times.count {
                own = origin.map { $0 + Double(times[place]) / 1024 } ?? .nan
            } else if times.isEmpty, place == 0 {
                own = time ?? .nan
            }
            beats.append(Beat(time: own, rate: Double(rate), offset: message.offset))
        }
    }

    /// The times of a message by the clock of the strap.
    private mutating func strapTimes(_ message: FITMessage) -> [Int] {
        var times: [Int] = []
        for whole in message.list(9).compactMap(\.self) {
            // The nearest time with these low bits: the clock wraps around after seven weeks.
            let step = Int(Int32(truncatingIfNeeded: whole &- (ticks ?? whole)))
            let next = ticks.map { $0 &+ step } ?? whole
            ticks = next
            times.append(next)
        }
        let bytes = message.list(10).map { $0 ?? 0xff }
        for low in FITBeats.twelveBits(bytes) {
            guard let latest = ticks else { break }
            let next = latest &+ ((low &- latest) & 0xfff)
            ticks = next
            times.append(next)
        }
        return times
    }

    /// The numbers of twelve bits in a list of bytes.
    private static func twelveBits(_ bytes: [Int]) -> [Int] {
        stride(from: 0, to: bytes.count - 1, by: 3).flatMap { place -> [Int] in
            let low = bytes[place] | (bytes[place + 1] & 0x0f) << 8
            guard place + 2 < bytes.count else { return [low] }
            return [low, bytes[place + 1] >> 4 | bytes[place + 2] << 4]
        }
    }
}

/// The rates of a strap in the order of time, each of which is taken once.
struct PlacedBeats {
    /// The rates whose times are known; these are instants.
    private let beats: [FITBeats.Beat]
    /// The index of the next rate that was not taken, for every index; shortened when it is used.
    private var next: [Int]
    /// The positions of the rates whose times are not known.
    let unplaced: [Int]

    /// Places the rates with the clock of the device.
    init(_ beats: [FITBeats.Beat], _ clock: FITClock) {
        var placed: [FITBeats.Beat] = []
        var unplaced: [Int] = []
        for beat in beats {
            if let time = beat.time.isFinite ? clock.instant(seconds: beat.time) : nil {
                placed.append(FITBeats.Beat(time: time, rate: beat.rate, offset: beat.offset))
            } else {
                unplaced.append(beat.offset)
            }
        }
        self.unplaced = unplaced
        self.beats = placed.sorted { $0.time < $1.time }
        next = Array(0...placed.count)
    }

    /// Takes the rates from one time to another, without those that were taken before.
    ///
    /// O(log rates), and the rates.
    mutating func take(from start: Double, to end: Double) -> [FITBeats.Beat] {
        var taken: [FITBeats.Beat] = []
        let first = beats.indices.partitioningIndex { beats[$0].time >= start }
        var index = remaining(first)
        while index < beats.count, beats[index].time <= end {
            taken.append(beats[index])
            next[index] = index + 1
            index = remaining(index + 1)
        }
        return taken
    }

    /// The first index from a given one that was not taken.
    private mutating func remaining(_ index: Int) -> Int {
        var root = index
        while next[root] != root { root = next[root] }
        var place = index
        while next[place] != root {
            let following = next[place]
            next[place] = root
            place = following
        }
        return root
    }
}
