import Charts

/// The lines in their colours.
struct LinesLegend: MetricLegend {
    private let context: MetricContext
    private let marks: LinesMarks

    init(_ context: MetricContext, _ marks: LinesMarks) {
        self.context = context
        self.marks = marks
    }

    var items: [LegendItem] {
        zip(marks.lines, context.lines.lines).map { mark, line in
            LegendItem(
                id: mark.id, name: line.name, color: mark.style.color, shape: .disc,
                isShown: !mark.isHidden)
        }
    }

    var series: [String] { marks.lines.map(\.id) }

    func group(of series: String) -> Set<String> { [series] }

    var isAllHidden: Bool { marks.lines.allSatisfy(\.isHidden) }

    func setShown(_ shown: Bool, _ item: String, at moment: PictureMoment) {
        context.setShown(shown, marksOf: item, at: moment)
        context.legendRevision += 1
    }
}
