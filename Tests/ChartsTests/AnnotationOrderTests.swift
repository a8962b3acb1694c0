import ChartScene
import Charts
import Testing
import Text

/// The order in which annotations are prepared and drawn.
@MainActor
@Suite struct AnnotationOrderTests {
    private final class Note: Charts.Annotation {
        let name: String
        var dependencies: [any Charts.Annotation] = []
        let tell: (String) -> Void

        init(_ name: String, _ tell: @escaping (String) -> Void) {
            self.name = name
            self.tell = tell
        }

        func prepare(
            for chart: Chart, deviceScale: Double, typesetter: Typesetter
        ) { tell("prepare \(name)") }

        func encode(into scene: SceneBuilder, _ projection: PlotProjection) {
            tell("draw \(name)")
        }

        func placedLabels(in chart: Chart) -> [AnnotationLabel] { [] }
    }

    @Test func whatIsInAListIsPreparedAndDrawn() throws {
        var told: [String] = []
        let note = Note("a") { told.append($0) }
        let chart = Chart {
            note
            NumberAxis()
        }
        try Bench(of: chart).draw(reading: false)
        #expect(told == ["prepare a", "draw a"])
    }

    @Test func whatAnotherNeedsIsPreparedBeforeItAndDrawnInItsPlace() throws {
        var told: [String] = []
        let notes = ["a", "b", "c", "outside"].map { Note($0) { told.append($0) } }
        notes[0].dependencies = [notes[1], notes[3]]
        notes[1].dependencies = [notes[2]]
        let bench = try Bench()
        bench.show(values: .unit)
        bench.chart.annotations = [notes[0], notes[1], notes[2]]
        try bench.draw(reading: false)
        #expect(
            told == [
                "prepare c", "prepare b", "prepare outside", "prepare a", "draw a", "draw b",
                "draw c",
            ])
        // In a cycle each comes once.
        told = []
        notes[2].dependencies = [notes[0]]
        bench.chart.renewDependencies()
        try bench.draw(reading: false)
        #expect(told.filter { $0.hasPrefix("prepare") }.count == 4)
        #expect(told.filter { $0.hasPrefix("draw") } == ["draw a", "draw b", "draw c"])
    }
}
