import ChartCore
import Testing

@testable import HealthData

/// The source of each sample of a metric.
@Suite struct ReadingSourcesTests {
    private let table = [
        Source(name: "Scale", kind: .other, file: 0), Source(name: "Watch", kind: .watch, file: 0),
    ]

    private func columns(_ samples: [(source: UInt16, marks: SampleMarks)]) -> SampleColumns {
        var columns = SampleColumns()
        for (index, sample) in samples.enumerated() {
            columns.append(
                start: Double(index), end: Double(index), value: 1, source: sample.source,
                marks: sample.marks)
        }
        return columns
    }

    @Test func eachSampleHasItsSource() {
        let sources = ReadingSources(columns([(0, []), (1, []), (1, .manual), (0, [])]), table)
        let scale = SourceKey.named("Scale", .other)
        let watch = SourceKey.named("Watch", .watch)
        #expect((0..<sources.count).map { sources[$0] } == [scale, watch, .manual, scale])
        #expect(sources.places { $0 == scale } == [0, 3])
        // What was typed in is not of the device that has it.
        #expect(sources.places { $0 == watch } == [1])
        #expect(sources.places { $0 == .manual } == [2])
        #expect(sources.places { _ in true } == [0, 1, 2, 3])
        #expect(sources.places { _ in false } == [])
    }

    @Test func oneSourceIsAskedForOnce() {
        let sources = ReadingSources(columns([(1, []), (1, []), (1, [])]), table)
        var asked: [SourceKey] = []
        let places = sources.places {
            asked.append($0)
            return $0.name == "Watch"
        }
        #expect(places == [0, 1, 2])
        #expect(asked.count == 3)
        #expect(ReadingSources(SampleColumns(), table).places { _ in true } == [])
    }
}
