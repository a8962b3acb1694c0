import ChartCore
import Streams

/// Reads times from JSON: texts, milliseconds since 1970, and lists of the numbers of a date.
///
/// Texts are ISO 8601, or have the month first (`12/31/26 23:59:59`).
struct JSONClock {
    private var dates = DateReader()
    private var zone: LocalZone

    /// A clock for local times in a zone.
    init(_ zone: ZoneRules) { self.zone = LocalZone(zone) }

    /// The instant of a node; nil if it has none that a record may have.
    ///
    /// `isLocal` means that a time without an offset is local; otherwise it is in UTC.
    mutating func instant(
        _ node: Int?, _ tape: borrowing JSONTape, _ bytes: RawSpan, isLocal: Bool
    ) -> Double? {
        guard let node, node < tape.nodes.count else { return nil }
        switch tape.nodes[node].kind {
        case .string:
            return instant(
                read(bytes, tape.nodes[node].start, tape.nodes[node].end), isLocal: isLocal)
        case .number:
            guard let number = tape.number(node, bytes) else { return nil }
            return JSONClock.sound(number / 1000)
        case .array: return instant(list(node, tape, bytes), isLocal: isLocal)
        default: return nil
        }
    }

    /// The instant of a text.
    mutating func instant(of text: String, isLocal: Bool) -> Double? {
        let reading = ColumnReading.padded(text) { bytes, end in read(bytes, 0, end) }
        return instant(reading, isLocal: isLocal)
    }

    /// The local day that a node names; its time is ignored.
    mutating func day(
        _ node: Int?, _ tape: borrowing JSONTape, _ bytes: RawSpan
    ) -> (start: Double, end: Double)? {
        guard let node, node < tape.nodes.count, tape.nodes[node].kind == .string,
            let reading = read(bytes, tape.nodes[node].start, tape.nodes[node].end)
        else { return nil }
        let day = (reading.local / 86_400).rounded(.down) * 86_400
        let (start, end) = (zone.instant(day), zone.instant(day + 86_400))
        return SoundTime.contains(start) && SoundTime.contains(end) ? (start, end) : nil
    }

    private mutating func read(_ bytes: RawSpan, _ start: Int, _ end: Int) -> ClockReading? {
        let hasSlash = start + 2 < end && bytes.byte(start + 2) == UInt8(ascii: "/")
        let reading = dates.read(bytes, start, end, hasSlash ? .monthFirst : .iso)
        return reading.next == end && end > start ? reading : nil
    }

    /// Reads `[2026, 10, 31, 8, 15]`.
    private func list(
        _ node: Int, _ tape: borrowing JSONTape, _ bytes: RawSpan
    ) -> ClockReading? {
        var nodes: [Int] = []
        tape.forEach(in: node) { nodes.append($0) }
        let numbers = nodes.prefix(6).compactMap { tape.number($0, bytes) }
        let whole = numbers.compactMap { Int(exactly: $0) }
        guard whole.count == min(nodes.count, 6), whole.count >= 3, (0...9999).contains(whole[0]),
            CivilDays.isValid(whole[0], whole[1], whole[2])
        else { return nil }
        let clock = Array(whole.dropFirst(3)) + [0, 0, 0]
        guard (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        return ClockReading(
            local: Double(CivilDays.number(whole[0], whole[1], whole[2])) * 86_400
                + Double(clock[0] * 3600 + clock[1] * 60 + clock[2]),
            offset: ClockReading.noOffset, hasTime: whole.count > 3, next: 0)
    }

    private mutating func instant(_ reading: ClockReading?, isLocal: Bool) -> Double? {
        guard let reading else { return nil }
        if reading.offset != ClockReading.noOffset {
            return JSONClock.sound(reading.local - Double(reading.offset))
        }
        return JSONClock.sound(isLocal ? zone.instant(reading.local) : reading.local)
    }

    private static func sound(_ instant: Double) -> Double? {
        SoundTime.contains(instant) ? instant : nil
    }
}
