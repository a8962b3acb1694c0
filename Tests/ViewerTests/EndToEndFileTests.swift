import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    /// Files with misleading contents.
    @Suite struct FileTests {
        private func write(_ bytes: [UInt8], _ path: String) throws {
            try Data(bytes).write(to: URL(filePath: path))
        }

        /// An Apple Health export in a zip.
        private func export(records: Int) throws -> [UInt8] {
            try withTestCompositor { compositor in
                let path = compositor.folder + "/export.zip"
                let process = try ClientProcess(
                    executable: try ClientProcess.built("oresen"),
                    arguments: [
                        "generate", "apple-health", "--records", "\(records)", "--output", path,
                    ], on: compositor)
                #expect(try process.waitForExit() == .code(0), "\(process.summary)")
                return Array(try #require(FileManager.default.contents(atPath: path)))
            }
        }

        @Test func filesThatHoldNothingAreNamedInTheWindow() throws {
            let zip = try export(records: 100)
            let jpeg: [UInt8] =
                [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10] + Array("JFIF".utf8)
                + (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 / 7) }
            try withTemporaryFolder { folder in
                let cases: [(name: String, bytes: [UInt8], word: String)] = [
                    ("nothing.csv", [], "empty"),
                    ("export.zip", Array(zip.prefix(40)), "cut off"),
                    ("photo.csv", jpeg, "JPEG"),
                ]
                for (name, bytes, _) in cases { try write(bytes, "\(folder)/\(name)") }
                for (name, _, word) in cases {
                    try withViewer(["\(folder)/\(name)"]) { viewer in
                        let layout = try viewer.layout()
                        #expect(layout.phase == "failed")
                        let alert = try #require(layout.controls.first { $0.role == "alert" })
                        #expect(alert.value.contains(name) && alert.value.contains(word))
                        // The program stays open and can be used.
                        try viewer.press("button", "Show sample records")
                        try viewer.waitForLayout("the samples") { $0.phase == "shown" }
                        try viewer.settle()
                    }
                }
                // All at once: each has its own sentence, and the exit code reports that nothing
                // could be used.
                try withViewer(cases.map { "\(folder)/\($0.name)" }, endingWith: 1) { viewer in
                    let layout = try viewer.layout()
                    let alert = try #require(layout.controls.first { $0.role == "alert" })
                    let said = viewer.process.standardError.split(separator: "\n")
                    for (name, _, word) in cases {
                        #expect(alert.value.contains(name) && alert.value.contains(word))
                        #expect(
                            said.contains { $0.hasPrefix("oresen: \(folder)/\(name)") },
                            "it is printed for a terminal, too")
                    }
                }
            }
        }

        @Test func whatIsGoodInABrokenFileIsShown() throws {
            let zip = try export(records: 3000)
            try withTemporaryFolder { folder in
                try write(Array(zip.prefix(zip.count / 2)), folder + "/export.zip")
                try write([], folder + "/nothing.csv")
                try withViewer([folder + "/export.zip", folder + "/nothing.csv"]) { viewer in
                    let layout = try viewer.layout()
                    #expect(layout.phase == "shown" && layout.plot.width > 400)
                    let status = try #require(layout.controls.first { $0.id == "status" })
                    #expect(status.name.contains("1 file"), "\(status)")
                    try viewer.press("button", "Report")
                    let report = try viewer.waitForLayout("the report") {
                        $0.has("dialog", "Import report")
                    }
                    let rows = report.controls.filter { $0.id.hasPrefix("dialog.row") }
                    #expect(rows.contains { $0.name == "export.zip" })
                    #expect(rows.contains { $0.name == "nothing.csv" })
                    #expect(rows.contains { ($0.name + $0.value).contains("cut off") })
                    #expect(rows.contains { ($0.name + $0.value).contains("empty") })
                    try viewer.press("button", "Close")
                    try viewer.waitForLayout("no report") { !$0.has("dialog", "Import report") }
                }
            }
        }

        @Test func rowsThatAreAddedToAFollowedFileAreShown() throws {
            try withTemporaryFolder { folder in
                let path = folder + "/weight.csv"
                try write(Array("date,weight (kg)\n2025-10-01,70.0\n2025-10-02,70.4\n".utf8), path)
                func append(_ row: String) throws {
                    let file = try #require(FileHandle(forWritingAtPath: path))
                    try file.seekToEnd()
                    try file.write(contentsOf: Data((row + "\n").utf8))
                    try file.close()
                }
                func latest(_ layout: WindowLayout) -> String {
                    layout.controls.first { $0.id == "metric.weight" }?.value ?? ""
                }
                func status(_ layout: WindowLayout) -> String {
                    layout.controls.first { $0.id == "status" }?.name ?? ""
                }
                try withViewer([path], ["--follow"]) { viewer in
                    try viewer.waitForLayout("the status") { status($0) == "Following weight.csv" }
                    let october = try viewer.range()
                    try append("2025-11-05,71.0")
                    try viewer.waitForLayout("the row") { latest($0).hasPrefix("71.0") }
                    try viewer.settle()
                    let november = try viewer.range()
                    #expect(november.min > october.min, "the view follows the newest page")
                    // Once it was touched, the view does not move.
                    try viewer.press("segment", "Week")
                    try viewer.settle()
                    let week = try viewer.range()
                    try append("2025-12-20,72.0")
                    try viewer.waitForLayout("the next row") { latest($0).hasPrefix("72.0") }
                    try viewer.settle()
                    #expect(try viewer.range() == week)
                    // Once stopped, it continues with the data it has.
                    try viewer.press("button", "Stop")
                    try viewer.waitForLayout("no following") { status($0).isEmpty }
                }
            }
        }
    }
}
