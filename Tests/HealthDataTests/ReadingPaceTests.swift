import Testing

@testable import HealthData

@Suite("The pace of an import") struct ReadingPaceTests {
    private func progress(_ read: Int, _ fraction: Double?) -> ImportProgress {
        ImportProgress(
            path: "a", file: 0, files: 1, read: read, fraction: fraction, finished: false)
    }

    @Test("The pace of a steady import is known after a second")
    func steady() {
        var pace = ReadingPace()
        for step in 0...9 {
            // 12,345 records in each tenth of a second, of a file of 20 seconds.
            pace.note(progress(12_345 * step, Double(step) / 200), at: 100 + Double(step) / 10)
            #expect(pace.recordsPerSecond == nil && pace.timeLeft == nil)
        }
        for step in 10...60 {
            pace.note(progress(12_345 * step, Double(step) / 200), at: 100 + Double(step) / 10)
        }
        #expect(pace.recordsPerSecond == 120_000)
        // 14 seconds are left.
        #expect(pace.timeLeft == 14)
    }

    @Test("It follows an import that gets slower")
    func slower() {
        var pace = ReadingPace()
        for step in 0...100 {
            pace.note(progress(step * 100, Double(step) / 200), at: Double(step) / 10)
        }
        // From now on a tenth of the pace.
        for step in 1...100 {
            pace.note(
                progress(10_000 + step * 10, 0.5 + Double(step) / 2_000), at: 10 + Double(step) / 10
            )
        }
        #expect(pace.recordsPerSecond == 100)
        // 0.45 of the whole, at a two-hundredth a second.
        #expect(pace.timeLeft == 90 || pace.timeLeft == 120)
    }

    @Test("Without data there is no pace")
    func unknown() {
        var pace = ReadingPace()
        for step in 0...50 { pace.note(progress(step * 7, nil), at: Double(step) / 10) }
        #expect(pace.recordsPerSecond == 70 && pace.timeLeft == nil)
        // Nothing arrives.
        var still = ReadingPace()
        for step in 0...50 { still.note(progress(7, 0.5), at: Double(step) / 10) }
        #expect(still.recordsPerSecond == nil && still.timeLeft == nil)
        // The first twentieth is not enough.
        var early = ReadingPace()
        for step in 0...20 {
            early.note(progress(step, Double(step) / 1_000), at: Double(step) / 10)
        }
        #expect(early.timeLeft == nil)
        // Thousands of reports a second are reduced to few numbers.
        var busy = ReadingPace()
        for step in 0...200_000 {
            busy.note(progress(step, Double(step) / 400_000), at: Double(step) / 10_000)
        }
        #expect(busy.timeLeft == 20)
        #expect(busy.recordsPerSecond == 10_000)
    }
}
