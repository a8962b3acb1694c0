import CWaylandClient
import Glibc
import TestCompositor
import Testing
import WaylandClientProtocols

@MainActor
struct DataTests {
    /// A client's data device with the received offers.
    @MainActor private final class Ear {
        let device: WlDataDevice
        var types: [WlDataOffer: [String]] = [:]
        var selection: WlDataOffer?
        var drag: WlDataOffer?
        var heard: [String] = []
        var action: UInt32 = 0

        init(_ window: BareWindow) throws {
            let manager = try window.client.bind(WlDataDeviceManager.self)
            device = manager.getDataDevice(seat: try window.client.bind(WlSeat.self))
            device.events = { [unowned self] event in hear(event) }
            try window.client.roundTrip()
        }

        private func hear(_ event: WlDataDevice.Event) {
            switch event {
            case .dataOffer(let offer):
                types[offer] = []
                offer.events = { [unowned self] event in
                    switch event {
                    case .offer(let type): types[offer, default: []].append(type)
                    case .sourceActions(let actions): heard.append("actions \(actions.rawValue)")
                    case .action(let action): self.action = action.rawValue
                    }
                }
            case .selection(let offer): selection = offer
            case .enter(_, _, let x, let y, let offer):
                drag = offer
                heard.append("enter \(x) \(y)")
            case .leave: heard.append("leave")
            case .motion(let time, let x, let y): heard.append("motion \(time) \(x) \(y)")
            case .drop: heard.append("drop")
            }
        }
    }

    /// Reads everything that the other side writes, without blocking the client.
    private func receive(
        _ offer: WlDataOffer, _ type: String, _ window: BareWindow, _ compositor: TestCompositor
    ) throws -> String {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        offer.receive(mimeType: type, fd: ends[1])
        close(ends[1])
        defer { close(ends[0]) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        var result: [UInt8] = []
        var chunk: [UInt8] = Array(repeating: 0, count: 4096)
        try compositor.wait(
            until: {
                let count = read(ends[0], &chunk, chunk.count)
                if count > 0 { result += chunk[..<count] }
                return count == 0
            }, "the end of the data")
        return String(decoding: result, as: UTF8.self)
    }

    @Test func theCompositorsClipboardIsReadByAClient() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let ear = try Ear(window)
            // More than a pipe can hold, so that writing must wait for reading.
            let long = String(repeating: "0123456789", count: 30_000)
            try compositor.clipboard.offer([
                .init(type: "text/csv", text: long), .init(type: "text/plain", text: "short"),
            ])
            try handle.roundTrip()
            #expect(ear.selection == nil)
            try compositor.keyboard.enter(handle)
            try handle.roundTrip()
            let offer = try #require(ear.selection)
            #expect(ear.types[offer] == ["text/csv", "text/plain"])
            #expect(try receive(offer, "text/csv", window, compositor) == long)
            #expect(try receive(offer, "text/plain", window, compositor) == "short")
            try compositor.clipboard.offer([])
            try handle.roundTrip()
            #expect(ear.selection == nil)
            #expect(try compositor.clipboard.owner == .nobody)
        }
    }

    @Test func aClientsClipboardIsReadByTheTestAndByItself() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let ear = try Ear(window)
            try compositor.keyboard.enter(handle)
            let source = try window.client.bind(WlDataDeviceManager.self).createDataSource()
            source.offer(mimeType: "text/plain")
            var isCancelled = false
            source.events = { event in
                switch event {
                case .send(let type, let descriptor):
                    let text = Array("copied as \(type)".utf8)
                    _ = write(descriptor, text, text.count)
                    close(descriptor)
                case .cancelled: isCancelled = true
                default: break
                }
            }
            ear.device.setSelection(source: source, serial: 1)
            #expect(try compositor.clipboard.waitForClient() == ["text/plain"])
            let bytes = try compositor.clipboard.read("text/plain")
            #expect(String(decoding: bytes, as: UTF8.self) == "copied as text/plain")
            #expect(throws: CompositorError.self) { try compositor.clipboard.read("image/png") }
            let own = try #require(ear.selection)
            #expect(try receive(own, "text/plain", window, compositor) == "copied as text/plain")
            try compositor.clipboard.offer([.init(type: "text/plain", text: "x")])
            try handle.roundTrip()
            #expect(isCancelled)
        }
    }

    @Test func filesAreDroppedOnAWindow() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let ear = try Ear(window)
            let drag = compositor.drag
            try drag.enter(handle, x: 5, y: 6, files: ["/tmp/a b.csv", "/tmp/ü.zip"])
            try drag.move(x: 7, y: 8, time: 9)
            try handle.roundTrip()
            let offer = try #require(ear.drag)
            #expect(ear.types[offer] == ["text/uri-list"])
            #expect(ear.heard == ["enter 5.0 6.0", "actions 3", "motion 9 7.0 8.0"])
            offer.accept(serial: 1, mimeType: "text/uri-list")
            offer.setActions(dndActions: .copy, preferredAction: .copy)
            try window.client.roundTrip()
            #expect(ear.action == 1)
            try drag.drop()
            try handle.roundTrip()
            #expect(ear.heard.last == "drop")
            #expect(
                try receive(offer, "text/uri-list", window, compositor)
                    == "file:///tmp/a%20b.csv\r\nfile:///tmp/%C3%BC.zip\r\n")
            offer.finish()
            offer.destroy()
            let record = try drag.wait("the drop's end") { $0.isOfferDestroyed }
            #expect(record.isFinished && record.acceptedType == "text/uri-list")
            #expect(record.receivedTypes == ["text/uri-list"])
            #expect(record.actions == .copy && record.preferredAction == .copy)
        }
    }

    @Test func finishingADragThatWasNotDroppedIsAViolation() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let ear = try Ear(window)
            try compositor.drag.enter(handle, x: 0, y: 0, files: ["/a"])
            try handle.roundTrip()
            try #require(ear.drag).finish()
            try window.client.roundTrip()
            let violations = try compositor.takeViolations()
            #expect(violations.map(\.interface) == ["wl_data_offer"])
            #expect(violations.first?.code == 0)
        }
    }

    @Test func activationTokensAreGivenAndRecorded() throws {
        try withTestCompositor { compositor in
            let (window, _) = try shownWindow(on: compositor)
            let activation = try window.client.bind(XdgActivationV1.self)
            let seat = try window.client.bind(WlSeat.self)
            let token = activation.getActivationToken()
            var name: String?
            token.events = { if case .done(let text) = $0 { name = text } }
            token.setSurface(surface: window.surface)
            token.setSerial(serial: 3, seat: seat)
            token.setAppId(appId: "org.example.bare")
            token.commit()
            try window.client.roundTrip()
            activation.activate(token: try #require(name), surface: window.surface)
            try window.client.roundTrip()
            let record = try compositor.activation
            #expect(record.activated == [name])
            #expect(record.tokens.map(\.appID) == ["org.example.bare"])
            #expect(record.tokens.first?.hasSurface == true)
            #expect(record.tokens.first?.hasSerial == true)
        }
    }
}
