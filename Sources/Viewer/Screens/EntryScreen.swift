import ChartScene
import Geometry

/// A dialog that is a form.
@MainActor
protocol EntryScreen: TextEntry {
    var form: EntryForm { get }
}

extension EntryScreen {
    var nodes: [SemanticNode] { form.nodes }
    var revision: Int { form.revision }

    func encode(into scene: SceneBuilder, _ tags: ViewerTags) { form.encode(into: scene) }

    func scroll(by distance: Double, at place: Point) -> Bool {
        form.scroll(by: distance)
        return true
    }

    func walk(_ step: ListStep) { form.walk(step) }
}
