import ChartCore
import ChartScene
import Geometry

/// The events in a plot: a band for each span, a rule for each moment.
///
/// It belongs in the background, where it moves with the data. A span as narrow as a rule is drawn
/// as one. A rule closer to another event than `apart` is left out: what cannot be distinguished
/// must not become hatching.
@MainActor
public final class EventBands: Attachment {
    /// The least distance between events, in points, for a moment to have a rule.
    static let apart = 8.0
    /// The least width of a band, in points.
    static let narrowest = 3.0

    public var isHidden = false
    private let source: ChartEventsSource

    init(_ source: ChartEventsSource) { self.source = source }

    public var revision: Revision? { source.look }

    public func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
        let events = source.events
        let reach = projection.valuesX
        func length(_ from: Double, _ to: Double) -> Double {
            let transform = projection.xTransform
            return abs(transform.bound(of: to) - transform.bound(of: from)) * projection.scaleX
        }
        let (apart, narrowest) = (Self.apart * scene.scale, Self.narrowest * scene.scale)
        for index in events.candidates(in: reach) {
            let span = events.all[index].span
            guard span.max >= reach.min else { continue }
            guard length(span.min, span.max) < narrowest else {
                scene.zone(
                    span.min...span.max, axis: .x, color: source.style.band, in: projection)
                continue
            }
            func distance(to other: Int) -> Double {
                guard events.all.indices.contains(other) else { return .infinity }
                return length(span.min, events.all[other].span.min)
            }
            guard min(distance(to: index - 1), distance(to: index + 1)) >= apart else { continue }
            scene.referenceLine(
                at: span.mid, axis: .x, width: 1, color: source.style.rule, in: projection)
        }
    }
}

/// The events and the style that the lane and the bands of a chart draw.
@MainActor
final class ChartEventsSource {
    var events = ChartEvents([]) { didSet { if events != oldValue { look = .next() } } }
    var style: EventLane.Style { didSet { if style != oldValue { look = .next() } } }
    private(set) var look = Revision.next()

    init(style: EventLane.Style) { self.style = style }
}
