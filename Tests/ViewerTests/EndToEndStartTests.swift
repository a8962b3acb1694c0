import ChartCore
import Foundation
import Geometry
import HealthData
import TestCompositor
import Testing

@testable import Viewer

extension EndToEnd {
    @Suite struct StartTests {
        @Test func theWindowShowsTheSampleRecords() throws {
            try withViewer { viewer in
                let events = try viewer.trace.lines.map(\.event)
                for event in [
                    "start", "configure", "import", "layout", "range", "frame", "first-frame",
                    "loaded",
                ] { #expect(events.contains(event), "no line has '\(event)'") }
                #expect(events.first == "start")
                #expect(try viewer.lines("start")[0].number("pid") == Double(viewer.process.id))
                #expect(try viewer.lines("import").last?["finished"]?.flag == true)
                #expect(try viewer.lines("import").last?.number("read") == 18_659)

                let state = try viewer.window.state
                #expect(state.bufferSize == Configure.Size(width: 1100, height: 720))
                #expect(state.unacknowledged.isEmpty && state.unansweredPings == 0)
                let layout = try viewer.layout()
                #expect(layout.phase == "shown" && layout.metric == "steps" && layout.period == "m")
                for metric in ["Steps", "Weight", "Blood pressure"] {
                    #expect(layout.has("list-item", metric))
                }
                let bounds = try layout.control("window", "Oresen").frame
                #expect(bounds.contains(layout.plot.center) && layout.plot.width > 400)
                // The page is October 2026, the month of the newest records, in Berlin.
                #expect(try viewer.range() == Almanac.page(.month, holding: "2026-10-31"))
            }
        }

        @Test func everyBarStandsWhereItsDayAndSumAre() throws {
            try withViewer { viewer in
                let picture = try viewer.window.picture
                let plot = try viewer.layout().plot
                let x = try viewer.range("x")
                let y = try viewer.range("y")
                let theme = Theme.theme(.light)
                let bar = pixel(theme.color(of: .activity))
                let card = pixel(theme.card)
                var days = 0
                for (day, sum) in try stepsOfDays() where day.hasPrefix("2026-10") {
                    let span = Almanac.page(.day, holding: day)
                    let column = Int(x.place(of: (span.min + span.max) / 2, in: plot))
                    func row(_ value: Double) -> Int {
                        Int(plot.maxY - (value - y.min) / y.length * plot.height)
                    }
                    #expect(picture[column, row(sum * 0.3)] == bar, "the bar of \(day)")
                    #expect(picture[column, row(sum) + 4] == bar, "the bar of \(day) is too low")
                    #expect(picture[column, row(sum) - 4] != bar, "the bar of \(day) is too high")
                    // Between two bars there is the card, except for the lines over it.
                    let gap = Int(x.place(of: span.max, in: plot))
                    #expect(picture[gap, row(sum * 0.3)] != bar, "the gap after \(day)")
                    days += 1
                }
                #expect(days == 31)
                #expect(picture[Int(plot.minX) + 2, Int(plot.minY) + 6] == card)
            }
        }

        private func pixel(_ color: Color) -> UInt32 {
            0xFF00_0000 | (UInt32(color.hexString.dropFirst(), radix: 16) ?? 0)
        }

        /// The steps of each day, added up from the file's own lines.
        private func stepsOfDays() throws -> [String: Double] {
            let text = try String(contentsOfFile: Program.samples[0], encoding: .utf8)
            var sums: [String: Double] = [:]
            for line in text.split(separator: "\n").dropFirst() {
                let fields = line.split(separator: ",")
                sums[String(fields[0].prefix(10)), default: 0] += try #require(Double(fields[2]))
            }
            return sums
        }

        @Test func withoutFilesItWelcomesAndOffersTheSamples() throws {
            try withViewer([]) { viewer in
                #expect(try viewer.layout().phase == "welcome")
                try viewer.press("button", "Show sample records")
                let layout = try viewer.waitForLayout("the samples") { $0.phase == "shown" }
                #expect(layout.metric == "steps")
                try viewer.settle()
            }
        }

        @Test func aLibraryBeginsWithAReadingThatIsTyped() throws {
            try withTemporaryFolder { folder in
                let library = folder + "/records"
                try withViewer([], library: library) { viewer in
                    #expect(try viewer.layout().phase == "welcome")
                    try viewer.press("button", "Add a reading")
                    try viewer.waitForLayout("the dialog") { $0.has("dialog", "Add a reading") }
                    try viewer.type(text: "71.2")
                    try viewer.type(KeyCode.enter)
                    try viewer.waitForLayout("the reading") {
                        $0.phase == "shown"
                            && $0.controls.contains {
                                $0.id == "metric.weight" && $0.value.hasPrefix("71.2")
                            }
                    }
                    try viewer.settle()
                }
                let kept = try Library(directory: library)
                #expect(try kept.contents().records[.weight]?.columns.values == [71.2])
            }
        }

        @Test func optionsSayWhatIsShownFirst() throws {
            try withViewer(
                Program.samples,
                ["--metric", "weight", "--period", "w", "--at", "2025-07-16", "--size", "901x601"]
            ) { viewer in
                let layout = try viewer.layout()
                #expect(layout.metric == "weight" && layout.period == "w")
                #expect(try viewer.range() == Almanac.page(.week, holding: "2025-07-16"))
                #expect(
                    try viewer.window.state.bufferSize == Configure.Size(width: 901, height: 601))
            }
        }

        @Test func theTableOfGlobalsSaysWhatWasBound() throws {
            var settings = CompositorSettings()
            settings.globals.viewporter = nil
            try withTestCompositor(settings) { compositor in
                let process = try ClientProcess(
                    executable: try ClientProcess.built("oresen"), arguments: ["--print-globals"],
                    on: compositor, environment: ["LC_ALL": "C"])
                #expect(try process.waitForExit() == .code(0), "\(process.summary)")
                var rows: [String: [Substring]] = [:]
                for line in process.standardOutput.split(separator: "\n") {
                    let words = line.split(separator: " ")
                    rows[String(words[0])] = words
                }
                let shell = try #require(rows["xdg_wm_base"])
                #expect(shell[2] == "/" && shell[3] != "-" && shell[4] == "required")
                let viewporter = try #require(rows["wp_viewporter"])
                #expect(viewporter[1] == "-" && viewporter[3] == "-" && viewporter[4] == "optional")
                #expect(rows["wl_compositor"] != nil && rows["wl_seat"] != nil)
            }
        }

        @Test func withoutACompositorThereIsASentence() throws {
            try withTestCompositor { compositor in
                let process = try ClientProcess(
                    executable: try ClientProcess.built("oresen"), arguments: Program.samples,
                    on: compositor,
                    environment: ["LC_ALL": "C", "WAYLAND_DISPLAY": compositor.folder + "/nobody"])
                #expect(try process.waitForExit() == .code(1))
                let sentence = process.standardError
                #expect(
                    sentence.hasPrefix("oresen: ") && sentence.contains("nobody"), "\(sentence)")
                #expect(sentence.split(separator: "\n").count == 1)
            }
        }
    }
}
