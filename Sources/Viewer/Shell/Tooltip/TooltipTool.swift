import ChartInteraction
import Geometry

/// The tool that watches where the pointer rests, for tooltips; it consumes no input.
@MainActor
final class TooltipTool: InputTool {
    private unowned let viewer: ViewerContext
    private unowned let scene: ViewerScene

    init(_ viewer: ViewerContext, scene: ViewerScene) {
        self.viewer = viewer
        self.scene = scene
    }

    func handle(_ event: InputEvent) -> Bool {
        switch event.kind {
        case .pointerMoved:
            let control = scene.tree.explained(at: event.position)?.id
            viewer.changeTooltip { $0.point(at: control, time: event.time) }
        case .pointerPressed: viewer.changeTooltip { $0.press() }
        case .pointerReleased: viewer.changeTooltip { $0.release() }
        case .pointerLeft: viewer.changeTooltip { $0.leave() }
        case .touchBegan, .wheel, .scrolled: viewer.changeTooltip { $0.hide() }
        default: break
        }
        return false
    }

    var nextDeadline: Double? { viewer.tooltip.deadline }

    func advance(to time: Double) { viewer.changeTooltip { $0.advance(to: time) } }

    func reset(at time: Double) { viewer.changeTooltip { $0.leave() } }
}

extension SemanticNode {
    /// The node under a point that can have a tooltip; nil if the topmost one there has none.
    func explained(at point: Point) -> SemanticNode? {
        topmost(at: point).flatMap { $0.hasTooltip ? $0 : nil }
    }

    /// The topmost node under a point that can be pressed or has a tooltip.
    ///
    /// Later siblings are above earlier ones.
    private func topmost(at point: Point) -> SemanticNode? {
        for child in children.reversed() {
            if let found = child.topmost(at: point) { return found }
        }
        let isSolid = command != nil || isModal || hasTooltip
        return isSolid && frame.contains(point) ? self : nil
    }

    /// Whether it is a control, or has an explanation.
    private var hasTooltip: Bool {
        switch role {
        case .button, .segment, .listItem, .toggle, .slider, .textField: !name.isEmpty
        default: !explanation.isEmpty
        }
    }
}
