import ChartCore
import Platform
import Testing

@testable import HealthData

@Suite("Runs of claims") struct ClaimRunsTests {
    /// Some of the numbers below `count`, in longer and shorter runs.
    private func some(_ count: Int, _ random: inout SplitMix64) -> [Int] {
        let length = Int.random(in: 1...20, using: &random)
        var isIn = false
        return (0..<count).filter { _ in
            if Int.random(in: 0..<length, using: &random) == 0 { isIn.toggle() }
            return isIn
        }
    }

    @Test("Runs are joined, cut and numbered like the numbers themselves")
    func arithmetic() {
        var random = SplitMix64(seed: 71)
        for _ in 0..<400 {
            let (a, b) = (some(300, &random), some(300, &random))
            let (runs, others) = (ClaimRuns(a), ClaimRuns(b))
            #expect(runs.numbers == a && runs.count == a.count && runs.isEmpty == a.isEmpty)
            #expect(
                zip(runs.runs, runs.runs.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
            let (left, right) = (Set(a), Set(b))
            #expect(runs.union(others).numbers == left.union(right).sorted())
            #expect(runs.intersection(others).numbers == left.intersection(right).sorted())
            #expect(runs.subtracting(others).numbers == left.subtracting(right).sorted())
            let shared = left.intersection(right)
            let places = b.indices.filter { shared.contains(b[$0]) }
            #expect(runs.places(in: others).numbers == places)
            #expect(others.numbers(at: ClaimRuns(places)).numbers == shared.sorted())
            let from = Int.random(in: 0..<300, using: &random)
            let range = from..<Int.random(in: from...300, using: &random)
            #expect(runs.pieces(in: range).flatMap { Array($0) } == a.filter(range.contains))
        }
    }

    @Test("Touching runs are one, and the cost of a run does not depend on its length")
    func runs() throws {
        let (left, right): (UInt8, UInt8) = (3, 4)
        let read = try ClaimRuns([1, left, 0, right], count: 8)
        #expect(read.runs == [1..<8])
        var long = ClaimRuns()
        long.append(0..<1 << 50)
        #expect(long.subtracting(ClaimRuns([5])).runs == [0..<5, 6..<1 << 50])
        #expect(try ClaimRuns(long.bytes, count: 1 << 50) == long)
    }
}
