import Streams
import Testing

@testable import HealthData

/// Dates that are read as one word, against the general path.
@Suite("Dates of an Apple Health export") struct TimestampScanTests {
    private func bytes(_ text: String) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: 0, count: ByteWindow.padding)
    }

    /// The instant by the general path; nil if there is none.
    private func general(_ text: String) -> Double? {
        var scan = TimestampScan()
        let bytes = bytes(text)
        let end = text.utf8.count
        let reading = scan.read(bytes.span.bytes, 0, end)
        guard reading.next == end, reading.hasTime, reading.offset != ClockReading.noOffset else {
            return nil
        }
        return reading.local - Double(reading.offset)
    }

    @Test(arguments: 0..<8)
    func plainDatesAreWhatTheyAreInTheGeneralWay(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        func two(_ range: ClosedRange<Int>) -> String {
            let number = Int.random(in: range, using: &random)
            return number < 10 ? "0\(number)" : "\(number)"
        }
        var scan = TimestampScan()
        let noted = "2024-02-29 08:00:00 +0130"
        let first = bytes(noted)
        let reading = scan.read(first.span.bytes, 0, noted.utf8.count)
        scan.noteOffset(reading, first.span.bytes, 0, noted.utf8.count)
        var plainCount = 0
        for _ in 0..<2000 {
            var text = Array(
                "20\(two(0...40))-\(two(1...13))-\(two(1...31)) \(two(0...24)):\(two(0...60)):\(two(0...60)) +0130"
                    .utf8)
            if Bool.random(using: &random) {
                // Any byte in any position.
                text[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(
                    in: 0x20...0x7e, using: &random)
            }
            let string = String(decoding: text, as: UTF8.self)
            let padded = bytes(string)
            guard let plain = scan.plainInstant(padded.span.bytes, 0, text.count) else { continue }
            plainCount += 1
            #expect(plain == general(string), "\(string)")
        }
        #expect(plainCount > 500)
    }

    @Test(arguments: ["2026-10-31 08:00Z        ", "2026-10-31 08:00+01      "])
    func paddingIsNoOffset(noted: String) {
        let padded = "2026-10-31 08:00:00      "
        var scan = TimestampScan()
        let first = bytes(noted)
        let end = noted.replacing(" ", with: "").utf8.count + 1
        let reading = scan.read(first.span.bytes, 0, end)
        #expect(reading.next == end && reading.offset != ClockReading.noOffset)
        scan.noteOffset(reading, first.span.bytes, 0, noted.utf8.count)
        let bytes = bytes(padded)
        #expect(scan.plainInstant(bytes.span.bytes, 0, padded.utf8.count) == nil)
        var fresh = TimestampScan()
        let zeros = self.bytes("2026-10-31 08:00:00" + String(repeating: "\0", count: 6))
        #expect(fresh.plainInstant(zeros.span.bytes, 0, 25) == nil)
    }

    @Test func otherDatesAreLeftToTheGeneralWay() {
        var scan = TimestampScan()
        let noted = bytes("2024-02-29 08:00:00 +0100")
        #expect(scan.plainInstant(noted.span.bytes, 0, 25) == nil, "no offset is known yet")
        let reading = scan.read(noted.span.bytes, 0, 25)
        scan.noteOffset(reading, noted.span.bytes, 0, 25)
        #expect(scan.plainInstant(noted.span.bytes, 0, 25) == 1_709_190_000)
        for text in [
            "2024-02-29T08:00:00 +0100", "2024-02-29 08:00:00 -0100", "2024-02-29 24:00:00 +0100",
            "2024-02-29 08:00:60 +0100", "2024-02-30 08:00:00 +0100", "2024-02-29 08:00:00 +01000",
        ] {
            let bytes = bytes(text)
            #expect(scan.plainInstant(bytes.span.bytes, 0, text.utf8.count) == nil, "\(text)")
        }
    }
}
