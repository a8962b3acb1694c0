import ChartCore

/// The samples of a category: each of them is a label.
///
/// They share their memory with the samples that they come from. Cost: a list of chunks.
package struct LabelColumns: Sendable {
    private let numbers: Column<Double>
    private let labels: [String]

    /// - Parameter labels: The labels that the samples choose from.
    package init(_ columns: SampleColumns, labels: [String]) {
        numbers = columns.values
        self.labels = labels
    }

    /// How many samples there are.
    package var count: Int { numbers.count }

    /// The label of a sample; empty where it has none.
    package func label(at index: Int) -> String {
        guard let number = Int(exactly: numbers[index]), labels.indices.contains(number) else {
            return ""
        }
        return labels[number]
    }
}

extension SampleColumns {
    /// The number of the label of a category's sample; nil where it has none.
    func labelNumber(at index: Int) -> Int? { Int(exactly: values[index]) }

    /// The stage of a sample of sleep; nil where it is none.
    package func sleepStage(at index: Int) -> SleepStage? {
        labelNumber(at: index).flatMap(SleepStage.init(rawValue:))
    }
}
