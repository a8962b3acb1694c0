import ChartCore

/// The source of each of a metric's samples, by its place in the order of time.
///
/// It shares the columns of the samples: nothing at all for one source, else two bytes a sample, and
/// two more if some were typed in.
package struct ReadingSources: Sendable {
    private let numbers: SourceColumn
    private let marks: Column<SampleMarks>
    /// The table of sources that the numbers are of.
    private let names: [SourceKey]

    /// - Parameters:
    ///   - columns: samples in the order of time.
    ///   - sources: the table that their numbers refer to.
    package init(_ columns: SampleColumns, _ sources: [Source]) {
        numbers = columns.sources
        marks = columns.marks
        names = sources.map { .named($0.name, $0.kind) }
    }

    /// How many samples there are.
    package var count: Int { numbers.count }

    /// The source of a sample.
    package subscript(place: Int) -> SourceKey {
        isManual(place) ? .manual : names[Int(numbers[place])]
    }

    private func isManual(_ place: Int) -> Bool {
        !marks.isEmpty && marks[place].contains(.manual)
    }

    /// The places of the samples whose source satisfies a condition, which is asked once for each
    /// source.
    ///
    /// Cost: O(samples).
    package func places(where isWanted: (SourceKey) -> Bool) -> [Int] {
        let isManualWanted = isWanted(.manual)
        let wanted = names.map(isWanted)
        guard isManualWanted || wanted.contains(true) else { return [] }
        return (0..<count).filter {
            isManual($0) ? isManualWanted : wanted[Int(numbers[$0])]
        }
    }
}
