import ChartCore
import Foundation
import GRDB
import Platform
import Testing

@testable import HealthData

@Suite("Chunks of the library") struct SampleChunkTests {
    @Test(
        "The checksum is XXH64",
        arguments: [
            ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B),
            ("abc", 0x44BC_2CF5_AD77_0999),
            ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
        ] as [(String, UInt64)])
    func checksum(text: String, wanted: UInt64) {
        #expect(Checksum.of(Array(text.utf8)) == wanted)
    }

    @Test("Numbers of every kind are read back from a chunk bit for bit")
    func numbers() throws {
        let odd = [
            0, -0.0, 0.1, 0.1 + 0.2, 1e-300, -1e300, Double.leastNonzeroMagnitude, .infinity,
            -.infinity, .nan, 1e15, 9e15,
            9.1e15, 123_456.789, -71.25, .pi,
        ]
        for take in 1...odd.count {
            var columns = SampleColumns()
            for (index, value) in odd.prefix(take).enumerated() {
                let start = 1_700_000_000 + Double(index) * 0.1
                columns.append(
                    start: start, end: start + Double(index % 3) / 3, value: value, second: -value,
                    source: 0)
            }
            let bytes = SampleChunk.bytes(columns, 0..<take)
            let read = try SampleChunk.columns(bytes, sources: [0])
            for (a, b) in [
                (columns.starts, read.starts), (columns.ends, read.ends),
                (columns.values, read.values), (columns.secondaryValues, read.secondaryValues),
            ] { #expect(a.map(\.bitPattern) == b.map(\.bitPattern)) }
        }
    }

    @Test("Changed bytes are refused or read as other values, and never crash")
    func mutatedChunks() throws {
        var random = SplitMix64(seed: 7)
        var columns = SampleColumns()
        for index in 0..<300 {
            columns.append(
                start: Double(index * 60), end: Double(index * 60 + index % 7),
                value: Double(index % 9) / 8, source: UInt16(index / 50 % 3),
                marks: index % 40 == 0 ? .manual : [])
        }
        let bytes = SampleChunk.bytes(columns, 0..<300)
        #expect(try SampleChunk.columns(bytes, sources: [0, 1, 2]) == columns)
        for _ in 0..<20_000 {
            var changed = bytes
            for _ in 0...Int.random(in: 0...3, using: &random) {
                changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            if Bool.random(using: &random) {
                changed.removeLast(Int.random(in: 0...changed.count, using: &random))
            }
            _ = try? SampleChunk.columns(changed, sources: [0, 1, 2], labels: [0, 1])
        }
    }

    @Test("Claims are read back from their bytes unchanged")
    func claims() throws {
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let numbers = (0..<500).filter { _ in Bool.random(using: &random) }
            let bytes = ClaimRuns(numbers).bytes
            #expect(try ClaimRuns(bytes, count: 500).numbers == numbers)
            if let last = numbers.last {
                #expect(throws: PackedReader.Malformed.self) {
                    try ClaimRuns(bytes, count: last)
                }
            }
        }
    }
}
