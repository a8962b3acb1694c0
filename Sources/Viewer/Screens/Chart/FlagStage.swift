import ChartScene
import Charts
import Geometry
import HealthData
import Localization
import Painting

/// The notes over the chart, as controls that can be pressed; the chart itself draws their words
/// and signs.
@MainActor
final class FlagStage {
    /// The highlight of a note that is hovered or focused.
    private struct Mark: Equatable {
        var rect: Rect
        var isFocused: Bool
    }

    private let mark = Pane<Mark>()
    private(set) var nodes: [SemanticNode] = []
    /// Changes whenever `nodes` does.
    private(set) var revision = 0
    private var lane: (owner: ObjectIdentifier, revision: Int)?
    /// The words of the visible notes.
    private var known: [[ChartEvent]: Words] = [:]

    private struct Words {
        var id: ControlID
        var name: String
        var value: String
        var command: CommandID
    }

    /// Brings everything up to date with the chart that is shown.
    func update(
        _ metricChart: MetricChart?, card: Rect, focused: ControlID?, hovered: ControlID?,
        _ style: PaneStyle, _ resources: PaneResources
    ) {
        guard let metricChart, let lane = metricChart.lane, !lane.flags.isEmpty else {
            if !nodes.isEmpty { revision += 1 }
            nodes = []
            self.lane = nil
            known = [:]
            return mark.clear()
        }
        let now = (owner: ObjectIdentifier(lane), revision: lane.flagRevision)
        if self.lane.map({ $0 != now }) ?? true {
            self.lane = now
            revision += 1
            let before = known
            known = [:]
            nodes = lane.flags.map { flag in
                let words = before[flag.events] ?? words(flag.events, metricChart)
                known[flag.events] = words
                return SemanticNode(
                    id: words.id, role: .button, name: words.name, value: words.value,
                    frame: flag.rect.intersection(card), command: words.command)
            }
        }
        if let node = nodes.first(where: { $0.id == focused || $0.id == hovered }) {
            mark.update(
                Mark(rect: node.frame, isFocused: node.id == focused), style, resources
            ) { model, pane in
                pane.canvas.fill(
                    model.rect, pane.theme.text3.opacity(0.14), corners: Corners(6))
                if model.isFocused { pane.focusRing(model.rect.inset(by: 3), radius: 3) }
                return []
            }
        } else {
            mark.clear()
        }
    }

    /// The words for events that share one flag.
    private func words(_ events: [ChartEvent], _ metricChart: MetricChart) -> Words {
        let times = events.map {
            NoteTime.words($0.span, in: metricChart.calendar, metricChart.locale)
        }
        let id = events.first?.id ?? 0
        guard events.count > 1 else {
            return Words(
                id: ControlID("flag.\(id)", in: .flags), name: events.first?.text ?? "",
                value: times.first ?? "",
                command: NoteRows.change(id))
        }
        return Words(
            id: ControlID("flag.\(id)", in: .flags),
            name: trn("{n} note", "{n} notes", count: events.count),
            value: zip(events, times).map { "\($1): \($0.text)" }.joined(separator: "; "),
            command: .showNotes)
    }

    func encode(into scene: SceneBuilder) { mark.encode(into: scene) }
}

extension ControlArea {
    /// The notes over the chart.
    static let flags = ControlArea("flag")
}
