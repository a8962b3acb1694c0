import ChartCore
import Foundation
import Geometry
import HealthData
import TestCompositor
import Testing

extension EndToEnd {
    /// The person decides which source has priority.
    @Suite(.serialized) struct SourceTests {
        /// An export of a watch with 600 steps from eight to ten, and a phone with 300 from nine to
        /// eleven.
        private func export(_ folder: String) throws -> String {
            func record(_ source: String, _ hours: (String, String), _ steps: Int) -> String {
                " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"\(source)\" "
                    + "unit=\"count\" startDate=\"2026-05-04 \(hours.0):00:00 +0200\" "
                    + "endDate=\"2026-05-04 \(hours.1):00:00 +0200\" value=\"\(steps)\"/>\n"
            }
            let file = folder + "/export.xml"
            try
                ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en\">\n"
                + record("Kim's Apple Watch", ("08", "10"), 600)
                + record("Kim's iPhone", ("09", "11"), 300) + "</HealthData>\n").write(
                    toFile: file, atomically: true, encoding: .utf8)
            return file
        }

        /// Whether this is the total in the headline.
        private func tells(_ total: Int, _ layout: WindowLayout) -> Bool {
            layout.controls.contains {
                $0.role == "text" && $0.name == "Total" && $0.value == "\(total)"
            }
        }

        private func expectAll(
            _ names: [String], _ layout: WindowLayout,
            _ location: SourceLocation = #_sourceLocation
        ) {
            for name in names {
                #expect(layout.has("list-item", name), "\(name)", sourceLocation: location)
            }
        }

        @Test func aPhoneThatIsMovedUpCountsAndStaysThere() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                let file = try export(folder)
                try withViewer([file], library: library) { viewer in
                    // The phone fills in its second hour.
                    #expect(tells(600 + 150, try viewer.layout()))
                    let before = try viewer.mark
                    try viewer.type(KeyCode.o)
                    let list = try viewer.waitForLayout("the sources") {
                        $0.has("dialog", "Steps: data sources")
                    }
                    expectAll(["1. Kim's Apple Watch", "2. Kim's iPhone"], list)
                    #expect(!list.has("button", "Reset to default"))
                    try viewer.press("button", "Move Kim's iPhone up")
                    // The watch fills in its first hour.
                    let moved = try viewer.waitForLayout("the other order") { tells(300 + 300, $0) }
                    expectAll(["1. Kim's iPhone", "2. Kim's Apple Watch"], moved)
                    try viewer.settle()
                    #expect(
                        try viewer.ranges("x", from: before).isEmpty, "the view stays where it is")
                    #expect(try viewer.layout().has("dialog", "Steps: data sources"))
                }
                let kept = try #require(
                    FileManager.default.contents(atPath: library + "/sources.json"))
                let order = try JSONDecoder().decode(SourceOrder.self, from: kept)
                #expect(
                    order[.steps].map(\.source.name) == ["Kim's iPhone", "Kim's Apple Watch"])
                try withViewer([file], library: library) { viewer in
                    #expect(tells(600, try viewer.layout()))
                    try viewer.type(KeyCode.o)
                    try viewer.waitForLayout("the sources") {
                        $0.has("button", "Reset to default")
                    }
                    try viewer.press("button", "Reset to default")
                    let back = try viewer.waitForLayout("the default") { tells(750, $0) }
                    expectAll(["1. Kim's Apple Watch", "2. Kim's iPhone"], back)
                    #expect(!back.has("button", "Reset to default"))
                    try viewer.settle()
                    try viewer.press("toggle", "Use Kim's Apple Watch")
                    try viewer.waitForLayout("the phone alone") { tells(300, $0) }
                    try viewer.settle()
                }
            }
        }

        @Test func itHoldsForTheLibraryAndLosesNothingThere() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                let records = try Library(directory: library)
                _ = try records.add(try export(folder), options: ImportOptions(zone: .utc))
                try withViewer([], library: library) { viewer in
                    #expect(tells(750, try viewer.layout()))
                    try viewer.type(KeyCode.o)
                    try viewer.waitForLayout("the sources") {
                        $0.has("button", "Move Kim's Apple Watch down")
                    }
                    try viewer.press("button", "Move Kim's Apple Watch down")
                    try viewer.waitForLayout("the other order") { tells(600, $0) }
                    try viewer.settle()
                    try viewer.press("toggle", "Use Kim's iPhone")
                    try viewer.waitForLayout("the watch alone") {
                        tells(600, $0)
                            && $0.controls.contains {
                                $0.role == "toggle" && $0.name == "Use Kim's iPhone"
                                    && !$0.isSelected
                            }
                    }
                    try viewer.settle()
                    // A file that is added meanwhile is kept whole.
                    let other = folder + "/more.csv"
                    try
                        "start,end,steps,source\n2026-05-05 08:00,2026-05-05 09:00,70,Kim's iPhone\n"
                        .write(toFile: other, atomically: true, encoding: .utf8)
                    try viewer.type(KeyCode.escape)
                    let drag = viewer.compositor.drag
                    try drag.enter(viewer.window, x: 400, y: 300, files: [other])
                    try drag.move(x: 420, y: 320)
                    try drag.wait("the answer") { $0.acceptedType == "text/uri-list" }
                    try drag.drop()
                    try viewer.trace.wait("the import") {
                        $0.event == "import" && $0["finished"]?.flag == true
                            && (try? records.datasets().count) == 2
                    }
                    try viewer.settle()
                    #expect(tells(600, try viewer.layout()))
                }
                #expect(try records.contents().records[.steps]?.columns.count == 3)
            }
        }
    }
}
