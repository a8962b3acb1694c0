/// A figure over the chart with the caption above it.
struct CaptionedFigure: Equatable {
    /// The numbers of a figure and the function that formats them, so that it can count from one
    /// figure to another.
    private struct Writing: Equatable {
        var values: [Double]
        var write: ([Double]) -> Figure

        static func == (a: Writing, b: Writing) -> Bool { a.values == b.values }
    }

    var caption: String
    var figure: Figure
    /// What it is, and how it is computed, as a sentence; empty if its caption is clear enough.
    var explanation = ""
    private var writing: Writing?

    init(caption: String, figure: Figure) {
        self.caption = caption
        self.figure = figure
    }

    /// Creates a figure that can count.
    init(caption: String, _ values: Double..., write: @escaping ([Double]) -> Figure) {
        self.caption = caption
        figure = write(values)
        writing = Writing(values: values, write: write)
    }

    /// The figure with a sentence that explains it.
    func explained(_ sentence: String) -> CaptionedFigure {
        var result = self
        result.explanation = sentence
        return result
    }

    /// The figure partway between another one and this one.
    func counted(from old: CaptionedFigure, part: Double) -> CaptionedFigure {
        guard let writing, let before = old.writing?.values, before != writing.values,
            before.count == writing.values.count, before.allSatisfy(\.isFinite),
            writing.values.allSatisfy(\.isFinite)
        else { return self }
        var result = self
        let values = zip(before, writing.values).map { $0 + ($1 - $0) * part }
        result.writing?.values = values
        result.figure = writing.write(values)
        return result
    }
}
