import ChartCore

/// Something that happened at a place of x or over a span of it, told in words.
public struct ChartEvent: Hashable, Sendable, Identifiable {
    /// Tells it from other events, also where its words or its place change.
    public let id: Int64
    /// From where to where along x; of a moment both are the same.
    public var span: Extent
    /// What it is called, in one line.
    public var text: String

    /// An event put together; a moment where `span` has no length.
    ///
    /// - Precondition: the ends of the span are finite and in order.
    public init(id: Int64, span: Extent, text: String) {
        precondition(
            span.min.isFinite && span.max.isFinite && span.min <= span.max,
            "an event lies between two places, the first one first")
        self.id = id
        self.span = span
        self.text = text
    }

    /// Whether it is one of a moment.
    public var isMoment: Bool { span.min == span.max }
}

/// Events in the order of their beginnings.
struct ChartEvents: Equatable {
    let all: [ChartEvent]
    /// Up to each event, where the last of those before it and of itself ends: so that the first that
    /// reaches into a range is found by halving.
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

    /// Those that may reach into a range: all that do, and between them others that began before.
    func candidates(in range: Extent) -> Range<Int> {
        let first = latestEnds.indices.partitioningIndex { latestEnds[$0] >= range.min }
        let end = all.indices.partitioningIndex { all[$0].span.min > range.max }
        return first..<max(first, end)
    }
}
