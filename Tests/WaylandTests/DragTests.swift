import Geometry
import TestCompositor
import Testing

@testable import Wayland

/// Drags that begin in a window, and data that are made when somebody asks for them.
@MainActor
@Suite struct DragTests {
    /// Counts how often each type was made.
    private final class Maker {
        var made: [String] = []
        var waiting: [@MainActor ([UInt8]) -> Void] = []
    }

    private func press(_ compositor: TestCompositor, _ client: Client, _ shown: TestWindow) throws {
        try compositor.pointer.enter(shown, x: 30, y: 30)
        try compositor.pointer.press()
        try client.settle(shown)
    }

    @Test func aDragGivesItsDataAndEnds() throws {
        try withClient { compositor, client, shown in
            try compositor.drag.holdsClients(true)
            let maker = Maker()
            let data = SharedData(types: ["image/png", "text/uri-list"]) { type, done in
                maker.made.append(type)
                done(Array(type.utf8))
            }
            var ends: [Bool] = []
            #expect(!client.window.drag(data) { ends.append($0) }, "nothing is down")
            try press(compositor, client, shown)
            #expect(client.window.drag(data) { ends.append($0) })
            let drag = try compositor.drag.waitForClient()
            #expect(drag.types == ["image/png", "text/uri-list"] && drag.actions == .copy)
            #expect(maker.made.isEmpty, "made when asked for")
            #expect(try compositor.drag.read("image/png") == Array("image/png".utf8))
            #expect(try compositor.drag.read("text/uri-list") == Array("text/uri-list".utf8))
            #expect(try compositor.drag.read("text/plain").isEmpty)
            #expect(maker.made == ["image/png", "text/uri-list"] && ends.isEmpty)
            try compositor.drag.end(isTaken: true)
            try compositor.wait(until: { !ends.isEmpty }, "the end")
            #expect(ends == [true])
            // The next one is refused by everyone.
            try press(compositor, client, shown)
            #expect(client.window.drag(data) { ends.append($0) })
            _ = try compositor.drag.waitForClient()
            try compositor.drag.end(isTaken: false)
            try compositor.wait(until: { ends.count == 2 }, "the other end")
            #expect(ends == [true, false])
        }
    }

    @Test func whatIsDraggedFromTheWindowIsNotOpenedInIt() throws {
        try withClient { compositor, client, shown in
            try compositor.drag.holdsClients(true)
            try press(compositor, client, shown)
            let data = SharedData(["text/uri-list": Array("file:///a\r\n".utf8)])
            #expect(client.window.drag(data))
            _ = try compositor.drag.waitForClient()
            try compositor.drag.enter(shown, x: 5, y: 5, files: ["/a"])
            try compositor.drag.move(x: 6, y: 6)
            try client.settle(shown)
            #expect(try compositor.drag.record.acceptedType == nil)
            #expect(client.drops.isEmpty)
            try compositor.drag.leave()
            try compositor.drag.end(isTaken: false)
            try client.settle(shown)
            try compositor.drag.enter(shown, x: 5, y: 5, files: ["/b"])
            try compositor.drag.wait("another program's file") {
                $0.acceptedType == "text/uri-list"
            }
        }
    }

    @Test func copiedDataAreMadeOnceSomebodyAsksAndMayTakeTime() throws {
        try withClient { compositor, client, shown in
            let seat = try #require(client.connection.seats.first)
            try compositor.keyboard.enter(shown)
            try compositor.keyboard.press(KeyCode.c)
            try client.settle(shown)
            let maker = Maker()
            seat.copy(
                SharedData(types: ["image/png", "text/plain"]) { type, done in
                    maker.made.append(type)
                    if type == "image/png" { maker.waiting.append(done) } else { done([66]) }
                })
            #expect(try compositor.clipboard.waitForClient() == ["image/png", "text/plain"])
            try client.settle(shown)
            #expect(maker.made.isEmpty)
            #expect(try compositor.clipboard.read("text/plain") == [66])
            var own: [UInt8]?
            seat.paste(["image/png"]) { own = $0 }
            #expect(own == nil && maker.made == ["text/plain", "image/png"])
            let bytes = [UInt8](repeating: 7, count: 200_000)
            for done in maker.waiting { done(bytes) }
            #expect(own == bytes)
            // Another program copies something while the picture is still being made.
            var late: [UInt8]?
            maker.waiting = []
            seat.paste(["image/png"]) { late = $0 }
            try compositor.clipboard.offer([OfferedData(type: "text/plain", text: "other")])
            try client.settle(shown)
            for done in maker.waiting { done([1]) }
            #expect(late == [1])
            #expect(client.endings.isEmpty)
        }
    }
}
