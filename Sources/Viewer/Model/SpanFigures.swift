import ChartCore

/// A span and its figures, with those of the span before it.
struct SpanFigures: Equatable {
    var span: Extent
    var summary: SpanSummary
    var spanBefore: Extent
    var before: SpanSummary
}
