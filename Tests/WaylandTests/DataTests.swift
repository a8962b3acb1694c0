import Geometry
import TestCompositor
import Testing

@testable import Wayland

@MainActor
@Suite struct DropTests {
    @Test func filesAreAcceptedReceivedAndFinished() throws {
        try withClient(CompositorSettings(globals: .withoutDecoration)) {
            compositor, client, shown in
            try compositor.drag.enter(
                shown, x: 124, y: 74, files: ["/tmp/My Export.zip", "/a.csv"])
            try compositor.drag.wait("the answer") { $0.acceptedType == "text/uri-list" }
            try compositor.drag.move(x: 134, y: 84)
            try compositor.drag.drop()
            let record = try compositor.drag.wait("the end") { $0.isFinished }
            #expect(record.receivedTypes == ["text/uri-list"])
            #expect(record.preferredAction == .copy)
            try compositor.wait(until: { client.drops.count == 3 }, "the drop")
            #expect(
                client.drops == [
                    .entered(Point(x: 100, y: 50)), .moved(Point(x: 110, y: 60)),
                    .dropped(
                        uris: "file:///tmp/My%20Export.zip\r\nfile:///a.csv\r\n",
                        Point(x: 110, y: 60)),
                ])
        }
    }

    @Test func filesArePreferredWhateverTheOrder() throws {
        try withClient { compositor, client, shown in
            try compositor.drag.enter(
                shown, x: 5, y: 5,
                data: [
                    OfferedData(type: "text/plain", text: "no"),
                    OfferedData(type: "text/uri-list", text: "file:///b\r\n"),
                ])
            try compositor.drag.wait("the answer") { $0.acceptedType == "text/uri-list" }
            try compositor.drag.drop()
            try compositor.wait(until: { client.drops.count == 2 }, "the drop")
            #expect(client.drops.last == .dropped(uris: "file:///b\r\n", Point(x: 5, y: 5)))
        }
    }

    @Test func anythingElseIsRefused() throws {
        try withClient { compositor, client, shown in
            try compositor.drag.enter(
                shown, x: 5, y: 5, data: [OfferedData(type: "image/png", bytes: [1])])
            try compositor.drag.move(x: 6, y: 6)
            try client.settle(shown)
            #expect(try compositor.drag.record.acceptedType == nil)
            #expect(try compositor.drag.record.actions == [])
            #expect(client.drops.isEmpty)
        }
    }

    @Test func leavingIsToldAndLetsTheOfferGo() throws {
        try withClient { compositor, client, shown in
            try compositor.drag.enter(shown, x: 5, y: 5, files: ["/a"])
            try client.settle(shown)
            try compositor.drag.leave()
            try compositor.drag.wait("the offer to go") { $0.isOfferDestroyed }
            try client.settle(shown)
            #expect(client.drops == [.entered(Point(x: 5, y: 5)), .left])
        }
    }
}

@MainActor
@Suite struct ClipboardTests {
    @Test func whatOthersCopiedIsReadInTheLoop() throws {
        try withClient { compositor, client, shown in
            // More than a pipe can hold, so that it cannot come in one piece.
            let text = String(repeating: "0123456789abcdef", count: 20_000)
            try compositor.clipboard.offer([
                OfferedData(type: "text/plain;charset=utf-8", text: text)
            ])
            try compositor.keyboard.enter(shown)
            try client.settle(shown)
            let seat = try #require(client.connection.seats.first)
            var pasted: [UInt8]?
            seat.paste { pasted = $0 }
            try compositor.wait(until: { pasted != nil }, "the text")
            #expect(pasted == Array(text.utf8))
            var refused = false
            seat.paste(limit: 1000) { refused = $0 == nil }
            try compositor.wait(until: { refused }, "the refusal of too much")
            var missing = false
            seat.paste(["image/png"]) { missing = $0 == nil }
            #expect(missing)
        }
    }

    @Test func whatWeCopyIsServedAndReadBackFromMemory() throws {
        try withClient { compositor, client, shown in
            let seat = try #require(client.connection.seats.first)
            let bytes = [UInt8](repeating: 65, count: 300_000)
            seat.copy(["text/csv": bytes])
            try client.settle(shown)
            // Without a press there is no serial, and the compositor would refuse it.
            #expect(try compositor.clipboard.owner == .nobody)
            try compositor.keyboard.enter(shown)
            try compositor.keyboard.press(KeyCode.c)
            try client.settle(shown)
            seat.copy(["text/csv": bytes, "text/plain": [66]])
            #expect(try compositor.clipboard.waitForClient() == ["text/csv", "text/plain"])
            #expect(try compositor.clipboard.read("text/csv") == bytes)
            var pasted: [UInt8]?
            seat.paste(["text/plain"]) { pasted = $0 }
            #expect(pasted == [66])
            try compositor.clipboard.offer([OfferedData(type: "text/plain", text: "other")])
            try client.settle(shown)
            pasted = nil
            seat.paste(["text/plain"]) { pasted = $0 }
            try compositor.wait(until: { pasted != nil }, "the other's text")
            #expect(pasted == Array("other".utf8))
        }
    }
}
