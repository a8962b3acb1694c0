import ChartCore
import ChartScene

/// The notice in place of a chart, or over an empty one: it fades in and out there.
@MainActor
final class NoticeStage {
    static let fadeDuration = 0.15

    private let pane = Pane<PlaceholderModel>()
    private var presence = MovingValue(0)
    private var opacity = 0.0
    private var isShown = false
    /// The first picture does not fade in.
    private var isFirst = true
    /// The symbol of the notice, and since when it is shown.
    private var shown: (symbol: PlaceholderModel.Symbol, since: Double)?
    /// Whether the next frame will look different without any input.
    private(set) var isMoving = false

    /// What assistive technology reads and what can be pressed; empty while the notice fades out.
    var nodes: [SemanticNode] { isShown ? pane.nodes : [] }
    var recordings: Int { pane.recordings }

    /// - Parameter fades: whether a change is animated.
    func update(
        _ content: PlaceholderModel?, _ style: PaneStyle, _ resources: PaneResources, fades: Bool,
        at time: Double
    ) {
        if let content {
            pane.update(content, style, resources, record: PlaceholderPane.record)
            if content.symbol != shown?.symbol { shown = (content.symbol, time) }
        }
        if (content != nil) != isShown {
            isShown = content != nil
            // A notice that appeared at once and was shown for less than a fade has hardly been
            // seen: it disappears at once, too.
            let isGlimpse =
                !isShown && !presence.isMoving(at: time)
                && shown.map { time - $0.since < Self.fadeDuration } ?? false
            presence.move(
                to: isShown ? 1 : 0, at: time,
                duration: fades && !isFirst && !isGlimpse ? Self.fadeDuration : 0)
            if !isShown { shown = nil }
        }
        isFirst = false
        opacity = min(max(presence.value(at: time), 0), 1)
        isMoving = presence.isMoving(at: time)
        if !isShown, !isMoving { pane.clear() }
    }

    func encode(into scene: SceneBuilder) {
        if opacity > 0 { pane.encode(into: scene, alpha: opacity) }
    }
}
