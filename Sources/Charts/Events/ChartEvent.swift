import ChartCore

/// Something that happened at a position of x or over a span of it, in words.
public struct ChartEvent: Hashable, Sendable, Identifiable {
    /// Identifies the event, even if its words or its position change.
    public let id: Int64
    /// Its extent along x; for a moment both ends are equal.
    public var span: Extent
    /// Its name, in one line.
    public var text: String

    /// Creates an event; a moment if `span` has no length.
    ///
    /// - Precondition: the ends of the span are finite and in order.
    public init(id: Int64, span: Extent, text: String) {
        precondition(
            span.min.isFinite && span.max.isFinite && span.min <= span.max,
            "an event's span has finite ends in order")
        self.id = id
        self.span = span
        self.text = text
    }

    /// Whether it is a moment.
    public var isMoment: Bool { span.min == span.max }
}

/// Events in the order of their beginnings.
struct ChartEvents: Equatable {
    let all: [ChartEvent]
    /// For each event, the latest end among it and those before it: so the first event that reaches
    /// into a range is found by binary search.
    private let latestEnds: [Double]

    init(_ events: [ChartEvent]) {
        all = events.sorted {
            ($0.span.min, $0.span.max, $0.id) < ($1.span.min, $1.span.max, $1.id)
        }
        var latest = -Double.infinity
        latestEnds = all.map { event in
            latest = max(latest, event.span.max)
            return latest
        }
    }

    /// The events that may reach into a range: all that do, and between them others that ended
    /// before it.
    func candidates(in range: Extent) -> Range<Int> {
        let first = latestEnds.indices.partitioningIndex { latestEnds[$0] >= range.min }
        let end = all.indices.partitioningIndex { all[$0].span.min > range.max }
        return first..<max(first, end)
    }
}
