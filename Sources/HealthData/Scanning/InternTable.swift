// Maps byte strings to small numbers.
//
// Layout: all strings in one blob, an open-addressing table of indices (linear probing, at most
// half full). Hash: multiply and fold over words of eight bytes (the mixing step of wyhash, Wang Yi
// 2019), with a seed per table, so that nobody can craft a file whose strings collide without
// knowledge of the process. The most recent string is tried first: neighbours in a file repeat
// type, source and unit.

import Streams

struct InternTable {
    private var blob: [UInt8] = []
    private var ends: [Int] = []
    private var slots: [Int32]
    private var last = -1
    private let seed: UInt64

    init() {
        slots = [Int32](repeating: -1, count: 64)
        seed = UInt64.random(in: 0...UInt64.max)
        blob.reserveCapacity(4096)
    }

    var count: Int { ends.count }

    /// The string of an index.
    func text(_ index: Int) -> String {
        String(decoding: blob[start(index)..<ends[index]], as: UTF8.self)
    }

    private func start(_ index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

    /// The number of the string `from..<end`; a new one if the string has not been met yet.
    @inline(__always)
    mutating func index(of bytes: RawSpan, _ from: Int, _ end: Int) -> Int {
        if last >= 0, equals(last, bytes, from, end) { return last }
        return lookUp(bytes, from, end)
    }

    @inline(never)
    private mutating func lookUp(_ bytes: RawSpan, _ from: Int, _ end: Int) -> Int {
        let hash = hash(bytes, from, end)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] >= 0 {
            let candidate = Int(slots[slot])
            if equals(candidate, bytes, from, end) {
                last = candidate
                return candidate
            }
            slot = (slot + 1) & mask
        }
        let index = ends.count
        for position in from..<end { blob.append(bytes.byte(position)) }
        ends.append(blob.count)
        slots[slot] = Int32(truncatingIfNeeded: index)
        if ends.count * 2 > slots.count { grow() }
        last = index
        return index
    }

    private mutating func grow() {
        var larger = [Int32](repeating: -1, count: slots.count * 4)
        let mask = larger.count - 1
        let strings = blob
        let bytes = strings.span.bytes
        for index in ends.indices {
            // The blob has no padding behind it, so the hash reads it byte by byte.
            let hash = slowHash(bytes, start(index), ends[index])
            var slot = Int(truncatingIfNeeded: hash) & mask
            while larger[slot] >= 0 { slot = (slot + 1) & mask }
            larger[slot] = Int32(truncatingIfNeeded: index)
        }
        slots = larger
    }

    private func equals(_ index: Int, _ bytes: RawSpan, _ from: Int, _ end: Int) -> Bool {
        let start = start(index)
        let count = ends[index] - start
        guard count == end - from else { return false }
        let own = blob.span.bytes
        var offset = 0
        while offset + 8 <= count {
            if own.word(start + offset) != bytes.word(from + offset) { return false }
            offset += 8
        }
        while offset < count {
            if own.byte(start + offset) != bytes.byte(from + offset) { return false }
            offset += 1
        }
        return true
    }

    private func hash(_ bytes: RawSpan, _ from: Int, _ end: Int) -> UInt64 {
        var hash = seed
        var index = from
        while index + 8 <= end {
            hash = mixed(hash, bytes.word(index))
            index += 8
        }
        let rest = end - index
        if rest > 0 {
            hash = mixed(hash, bytes.word(index) & (UInt64.max >> UInt64(64 - 8 * rest)))
        }
        return mixed(hash, UInt64(truncatingIfNeeded: end - from))
    }

    private func slowHash(_ bytes: RawSpan, _ from: Int, _ end: Int) -> UInt64 {
        var hash = seed
        var index = from
        while index < end {
            var word: UInt64 = 0
            for lane in 0..<min(8, end - index) {
                word |= UInt64(bytes.byte(index + lane)) << UInt64(8 * lane)
            }
            hash = mixed(hash, word)
            index += 8
        }
        return mixed(hash, UInt64(truncatingIfNeeded: end - from))
    }

    @inline(__always)
    private func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let product = (a ^ 0xa076_1d64_78bd_642f).multipliedFullWidth(by: b ^ 0xe703_7ed1_a0b4_28db)
        return product.high ^ product.low
    }
}
