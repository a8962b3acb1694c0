import ChartCore
import Charts
import Geometry
import HealthData
import Testing

@testable import Viewer

/// The list of a metric's sources: its contents, and its actions.
@MainActor @Suite struct SourceListTests {
    /// A viewer of one file in which a new order of sources takes effect when the test triggers it.
    @MainActor
    private final class Stage {
        let files: TestFiles
        let path: String
        let rig: ViewerRig
        var orders: [SourceOrder] = []

        init(_ text: String, metric: String, size: Size = Size(width: 1100, height: 720)) throws {
            files = try TestFiles()
            path = try files.write(text, "records.csv")
            rig = try ViewerRig(
                ViewerOptions(
                    files: [path], zone: .utc, metric: metric, theme: .light, size: size,
                    library: ":memory:"), reducesMotion: true)
            rig.viewer.host.onMerge = { [unowned self] order in
                orders.append(order)
                rig.model.beginMerging(order)
            }
        }

        /// Delivers the loader's result for the last requested order.
        func merge() {
            rig.model.show(
                DocumentLoader(
                    .files([path]), zone: .utc, assumptions: Assumptions(),
                    order: rig.model.sourceOrder, calendar: rig.model.calendar
                ).load(), at: rig.time)
            rig.frame()
        }

        func press(_ control: ControlID) -> Bool {
            let isDone = rig.viewer.controller.press(control: control)
            rig.frame()
            return isDone
        }

        func press(alt key: Key) {
            rig.viewer.controller.press([KeyCombination(key, alt: true)])
            rig.frame()
        }

        /// The rows of the list, as read by assistive technology.
        var rows: [String] {
            rig.viewer.scene.tree.flattened.filter { $0.id.hasPrefix("dialog.row") }
                .map { $0.value.isEmpty ? $0.name : "\($0.name): \($0.value)" }
        }

        var total: String? {
            rig.viewer.scene.tree.first { $0.id.hasPrefix("figure") && $0.name == "Total" }?.value
        }
    }

    /// Two hours of a watch, and two of a phone, an hour later.
    private static let steps = """
        start,end,steps,source
        2026-05-04 08:00,2026-05-04 10:00,600,Apple Watch
        2026-05-04 09:00,2026-05-04 11:00,300,iPhone

        """

    private static let watchFirst = [
        "1. Apple Watch: Watch", "Watch · 1 record: 600", "Used: 600",
        "2. iPhone: Phone", "Phone · 1 record: 300", "Used: 150", "Total used: 750",
    ]

    private static let phoneFirst = [
        "1. iPhone: Phone", "Phone · 1 record: 300", "Used: 300",
        "2. Apple Watch: Watch", "Watch · 1 record: 600", "Used: 300",
        "Total used: 600",
    ]

    @Test func eachSourceIsListedWithItsTotalAndMoved() throws {
        let stage = try Stage(Self.steps, metric: "steps")
        stage.rig.press(.character("o"))
        #expect(stage.rig.node("dialog")?.name == "Steps: data sources")
        #expect(Array(stage.rows.dropFirst()) == Self.watchFirst)
        #expect(stage.total == "750")
        #expect(stage.rig.node("sources.up.0")?.isEnabled == false)
        #expect(stage.rig.node("sources.down.1")?.isEnabled == false)
        #expect(stage.rig.node("sources.reset") == nil)
        let range = stage.rig.model.x.range

        #expect(stage.press("sources.up.1"))
        let phone = SourceKey.named("iPhone", .phone)
        let watch = SourceKey.named("Apple Watch", .watch)
        #expect(stage.orders.last?[.steps].map(\.source) == [phone, watch])
        // It is in its new place at once; the counted values are not known before the merge.
        #expect(stage.rows.dropFirst().first == "1. iPhone: Phone")
        #expect(stage.rows.filter { $0 == "Used: …" }.count == 2)
        stage.merge()
        #expect(Array(stage.rows.dropFirst().dropLast()) == Self.phoneFirst)
        #expect(stage.total == "600" && stage.rig.model.x.range == range)

        #expect(stage.press("sources.reset"))
        #expect(stage.orders.last?.isEmpty == true)
        stage.merge()
        #expect(Array(stage.rows.dropFirst()) == Self.watchFirst && stage.total == "750")

        // Moving it there and back leaves no change.
        #expect(stage.press("sources.down.0") && stage.press("sources.up.0"))
        #expect(stage.orders.last?.isEmpty == true)
    }

    @Test func aSourceThatIsSwitchedOffCountsNoMore() throws {
        let stage = try Stage(Self.steps, metric: "steps")
        stage.rig.press(.character("o"))
        #expect(stage.rig.node("sources.counts.0")?.isSelected == true)
        #expect(stage.press("sources.counts.0"))
        stage.merge()
        #expect(stage.total == "300")
        #expect(stage.rows.contains("Used: nothing"))
        #expect(stage.rows.contains("Total used: 300"))
        #expect(stage.rig.node("sources.counts.0")?.isSelected == false)
        #expect(!stage.press("sources.counts.1"), "one of them has to count")
        stage.rig.press(.escape)
        stage.rig.press(.character("i"))
        #expect(stage.rows.contains("From sources that are off: 1"))
        stage.rig.press(.escape)
        stage.rig.press(.character("o"))
        #expect(stage.press("sources.counts.0"))
        stage.merge()
        #expect(stage.total == "750" && stage.rig.model.sourceOrder.isEmpty)
    }

    @Test func keysMoveASourceAndStayWithIt() throws {
        let stage = try Stage(Self.steps, metric: "steps")
        let scene = stage.rig.viewer.scene
        stage.rig.press(.character("o"))
        // Nothing is moved while no source has the focus.
        stage.press(alt: .down)
        #expect(stage.orders.isEmpty)
        try stage.rig.focus("sources.counts.1")
        stage.press(alt: .up)
        #expect(stage.orders.count == 1 && scene.shownFocus == "sources.counts.1")
        stage.press(alt: .up)
        #expect(stage.orders.count == 1, "it is first already")
        // If a button is disabled, the other one gets the focus.
        try stage.rig.focus("sources.down.1")
        stage.rig.press(.enter)
        #expect(stage.orders.count == 2 && scene.shownFocus == "sources.up.1")
        #expect(stage.rows.dropFirst().first == "1. Apple Watch: Watch")
        // Without a list the keys belong to the value axis.
        stage.rig.press(.escape)
        stage.press(alt: .up)
        #expect(stage.orders.count == 2)
    }

    @Test func readingsHaveNoOrderButCanBeSwitchedOff() throws {
        let stage = try Stage(
            """
            time,heart rate (bpm),source
            2026-05-04 08:00,60,Apple Watch
            2026-05-04 09:00,64,Apple Watch
            2026-05-04 10:00,90,Band

            """, metric: "heart-rate")
        stage.rig.press(.character("o"))
        #expect(
            Array(stage.rows.dropFirst()) == [
                "Apple Watch: Watch", "Watch · 2 records: Avg 62\u{a0}bpm", "Used: all",
                "Band: Other", "Other · 1 record: Avg 90\u{a0}bpm", "Used: all",
            ])
        #expect(stage.rig.node("sources.up.1") == nil && stage.rig.node("sources.down.0") == nil)
        #expect(stage.press("sources.counts.1"))
        stage.merge()
        #expect(stage.rig.model.metricChart?.data.count == 2)
        #expect(stage.rows.contains("Used: nothing"))
    }

    @Test func whereThereIsOneSourceThatIsSaid() throws {
        let stage = try Stage(
            "start,end,steps\n2026-05-04 08:00,2026-05-04 10:00,600\n", metric: "steps")
        #expect(stage.rig.model.metricChart?.data.shares.isEmpty == true)
        stage.rig.press(.character("o"))
        #expect(stage.rig.viewer.dialog == .sources)
        #expect(stage.rows == ["All records are from one source."])
    }

    @Test func whatCannotBeReadAgainIsListedOnly() throws {
        let stage = try Stage(Self.steps, metric: "steps")
        stage.rig.model.canMerge = false
        stage.rig.press(.character("o"))
        #expect(stage.rows.last?.contains("pipe") == true)
        #expect(stage.rig.node("sources.up.1") == nil)
        #expect(!DocumentSource.files(["-"]).canBeReadAgain)
        #expect(DocumentSource.files([stage.path]).canBeReadAgain)
        #expect(DocumentSource.library("/anywhere").canBeReadAgain)
    }

    @Test func inASmallWindowTheKeyboardBringsEverySourceIntoSight() throws {
        var text = "start,end,steps,source\n"
        for source in 0..<9 {
            text += "2026-05-04 0\(source):00,2026-05-04 0\(source):30,100,Device \(source)\n"
        }
        let stage = try Stage(text, metric: "steps", size: Size(width: 360, height: 480))
        stage.rig.press(.character("o"))
        for number in [8, 0, 5] {
            try stage.rig.focus("sources.counts.\(number)")
            let node = try #require(stage.rig.node("sources.counts.\(number)"))
            #expect(node.frame.height == ActionButton.height, "\(number)")
        }
        // The list scrolls to a source that is moved out of sight.
        for _ in 0..<5 { stage.press(alt: .up) }
        let node = try #require(stage.rig.node("sources.counts.5"))
        #expect(node.frame.height == ActionButton.height)
        let body = try #require(stage.rig.node("dialog.body"))
        for node in body.children.flatMap(\.flattened) where !node.frame.isEmpty {
            #expect(body.frame.contains(node.frame), "\(node.name)")
        }
    }
}
