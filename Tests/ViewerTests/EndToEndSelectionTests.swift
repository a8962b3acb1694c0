import Foundation
import Geometry
import TestCompositor
import Testing

extension EndToEnd {
    @Suite struct SpanTests {
        @Test func aMarkedSpanIsCopiedAndServed() throws {
            try withViewer { viewer in
                let plot = try viewer.layout().plot
                try viewer.hold(KeyCode.leftShift)
                try viewer.drag([
                    Point(x: plot.x + plot.width * 0.2, y: plot.center.y),
                    Point(x: plot.x + plot.width * 0.4, y: plot.center.y),
                    Point(x: plot.x + plot.width * 0.6, y: plot.center.y),
                ])
                try viewer.compositor.keyboard.key(KeyCode.leftShift, isPressed: false)
                try viewer.waitForLayout("the figures") { $0.has("group", "Selected period") }
                try viewer.type(KeyCode.leftControl, KeyCode.c)
                let types = try viewer.compositor.clipboard.waitForClient()
                #expect(types.contains("text/plain;charset=utf-8") && types.contains("text/csv"))
                func read(_ type: String) throws -> String {
                    String(decoding: try viewer.compositor.clipboard.read(type), as: UTF8.self)
                }
                let text = try read("text/plain;charset=utf-8")
                #expect(text.hasPrefix("Steps, ") && text.contains("October 2026"))
                let table = try read("text/csv")
                #expect(table.hasPrefix("metric,component,span,from,to,"))
                #expect(table.contains("\r\nSteps,,selected,2026-10-"))
                // Another copy replaces the first; then another client copies.
                try viewer.type(KeyCode.leftControl, KeyCode.leftShift, KeyCode.c)
                try viewer.settle()
                #expect(try read("text/plain;charset=utf-8") == table)
                try viewer.compositor.clipboard.offer([
                    OfferedData(type: "text/plain", text: "other")
                ])
                try viewer.settle()
                try viewer.type(KeyCode.escape)
                try viewer.settle()
                #expect(!(try viewer.layout().has("group", "Selected period")))
            }
        }

        @Test func everythingWorksByKeys() throws {
            try withViewer { viewer in
                let october = try viewer.range()
                try viewer.type(KeyCode.s)
                for _ in 0..<5 { try viewer.type(KeyCode.right) }
                try viewer.type(KeyCode.enter)
                try viewer.settle()
                #expect(try viewer.layout().has("group", "Selected period"))
                #expect(try viewer.range() == october)
                try viewer.type(KeyCode.escape)
                try viewer.settle()
                #expect(!(try viewer.layout().has("group", "Selected period")))
                try viewer.type(KeyCode.left)
                try viewer.settle()
                #expect(try viewer.range() == Almanac.page(.month, holding: "2026-09-10"))
                try viewer.type(KeyCode.leftAlt, KeyCode.left)
                try viewer.settle()
                #expect(try viewer.range() == october)
                try viewer.type(KeyCode.leftAlt, KeyCode.right)
                try viewer.settle()
                #expect(try viewer.range() == Almanac.page(.month, holding: "2026-09-10"))
            }
        }

        @Test func aSpanIsMarkedAndCopiedByKeysAlone() throws {
            try withViewer { viewer in
                func table(after codes: [UInt32]) throws -> [String] {
                    for code in codes { try viewer.type(code) }
                    try viewer.settle()
                    try viewer.type(KeyCode.leftControl, KeyCode.leftShift, KeyCode.c)
                    try viewer.settle()
                    let text = String(
                        decoding: try viewer.compositor.clipboard.read("text/csv"), as: UTF8.self)
                    #expect(
                        try viewer.compositor.clipboard.read("text/plain;charset=utf-8")
                            == Array(text.utf8))
                    let line = try #require(text.split(separator: "\r\n").dropFirst().first)
                    return line.split(separator: ",", omittingEmptySubsequences: false)
                        .map(String.init)
                }
                // From the middle of October to its end, over the change of the clock.
                let first = try table(after: [KeyCode.s, KeyCode.end, KeyCode.space])
                #expect(
                    first[3...4] == ["2026-10-16T00:00:00+02:00", "2026-11-01T00:00:00+01:00"])
                // A new one to the beginning.
                let second = try table(after: [KeyCode.s, KeyCode.home, KeyCode.enter])
                #expect(
                    second[3...4] == ["2026-10-01T00:00:00+02:00", "2026-10-17T00:00:00+02:00"])
                // Ten forward, one back, while it is still being selected.
                try viewer.type(KeyCode.s)
                try viewer.type(KeyCode.leftShift, KeyCode.right)
                let third = try table(after: [KeyCode.left])
                #expect(
                    third[3...4] == ["2026-10-16T00:00:00+02:00", "2026-10-26T00:00:00+01:00"])
                try viewer.type(KeyCode.leftControl, KeyCode.c)
                try viewer.settle()
                let words = String(
                    decoding: try viewer.compositor.clipboard.read("text/plain"), as: UTF8.self)
                #expect(words.hasPrefix("Steps, ") && words.contains("Daily average: "))
            }
        }

        @Test func aReaderThatIsGoneBeforeItIsWrittenToEndsNothing() throws {
            try withViewer { viewer in
                for code in [KeyCode.s, KeyCode.end, KeyCode.enter] { try viewer.type(code) }
                try viewer.settle()
                try viewer.type(KeyCode.leftControl, KeyCode.c)
                let types = try viewer.compositor.clipboard.waitForClient()
                for type in types {
                    // It finds the request and a pipe without a reader.
                    viewer.process.send(signal: SIGSTOP)
                    let nothing = try viewer.compositor.clipboard.readBeginning(of: type, count: 0)
                    #expect(nothing.isEmpty)
                    viewer.process.send(signal: SIGCONT)
                    try viewer.settle()
                    #expect(viewer.process.ended == nil, "\(viewer.process.summary)")
                }
                // The next one gets it, and the window continues as before.
                let table = try viewer.compositor.clipboard.read("text/csv")
                #expect(String(decoding: table, as: UTF8.self).hasPrefix("metric,component,"))
                try viewer.type(KeyCode.escape)
                try viewer.settle()
                #expect(!(try viewer.layout().has("group", "Selected period")))
            }
        }
    }
}
