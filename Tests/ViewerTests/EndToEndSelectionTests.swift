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
                try viewer.waitForLayout("the figures") { $0.has("group", "Selected span") }
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
                // Another copy takes the place of the first; then somebody else copies.
                try viewer.type(KeyCode.leftControl, KeyCode.leftShift, KeyCode.c)
                try viewer.settle()
                #expect(try read("text/plain;charset=utf-8") == table)
                try viewer.compositor.clipboard.offer([
                    OfferedData(type: "text/plain", text: "other")
                ])
                try viewer.settle()
                try viewer.type(KeyCode.escape)
                try viewer.settle()
                #expect(!(try viewer.layout().has("group", "Selected span")))
            }
        }

        @Test func everythingWorksByKeys() throws {
            try withViewer { viewer in
                let october = try viewer.range()
                try viewer.type(KeyCode.s)
                for _ in 0..<5 { try viewer.type(KeyCode.right) }
                try viewer.type(KeyCode.enter)
                try viewer.settle()
                #expect(try viewer.layout().has("group", "Selected span"))
                #expect(try viewer.range() == october)
                try viewer.type(KeyCode.escape)
                try viewer.settle()
                #expect(!(try viewer.layout().has("group", "Selected span")))
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
    }
}
