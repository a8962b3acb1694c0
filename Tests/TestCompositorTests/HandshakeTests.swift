import TestCompositor
import Testing
import WaylandClientProtocols

@MainActor
struct HandshakeTests {
    @Test func theFirstConfigureAnswersTheEmptyCommit() throws {
        try withTestCompositor { compositor in
            let window = try BareWindow(BareClient(on: compositor))
            window.toplevel.setAppId(appId: "org.example.bare")
            try window.client.roundTrip()
            #expect(window.serials.isEmpty)

            window.surface.commit()
            try window.client.roundTrip()
            #expect(window.serials.count == 1)
            #expect(
                window.configures.contains {
                    if case .configure(0, 0, [XdgToplevel.State.activated.rawValue]) = $0 {
                        true
                    } else {
                        false
                    }
                })
            // The acknowledgement was sent while the configure was received.
            try window.client.roundTrip()
            let handle = try compositor.waitForUnmappedWindow()
            #expect(try handle.state.isMapped == false)
            #expect(try handle.state.appID == "org.example.bare")
            #expect(try handle.state.unacknowledged.isEmpty)

            try window.draw(width: 30, height: 20)
            let shown = try compositor.waitForWindow()
            #expect(shown == handle)
            let state = try shown.state
            #expect(state.committedSerial == window.serials[0])
            #expect(state.commits == 2)
            #expect(state.frames == 1)
            #expect(state.attaches == 1)
            #expect(state.bufferSizes == [.init(width: 30, height: 20)])
            #expect(state.width == 30 && state.height == 20)
            #expect(state.outputs == ["TEST-1"])
        }
    }

    @Test func committedPixelsAreReadBackWhateverTheStride() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let color = { (x: Int, y: Int) in 0xFF00_0000 | UInt32(x) << 16 | UInt32(y) << 8 | 7 }
            for padding in [0, 52] {
                let before = try handle.state.frames
                try window.draw(
                    window.client.buffer(width: 33, height: 17, padding: padding, color: color))
                #expect(try handle.waitForFrame(after: before).frames == before + 1)
                let picture = try handle.picture
                #expect(picture.width == 33 && picture.height == 17)
                for y in 0..<17 {
                    for x in 0..<33 where picture[x, y] != color(x, y) {
                        Issue.record("(\(x), \(y)) is \(picture[x, y])")
                    }
                }
                #expect(picture.count(of: color(3, 4)) == 1)
            }
        }
    }

    @Test func aFormatWithoutAlphaIsOpaque() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let buffer = try window.client.buffer(
                width: 2, height: 2, format: .xrgb8888, color: { x, _ in x == 0 ? 0x12_3456 : 0 })
            try window.draw(buffer)
            let picture = try handle.waitForPicture("the new buffer") { $0.width == 2 }
            #expect(picture[0, 1] == 0xFF12_3456)
            #expect(picture.count(of: 0xFF00_0000) == 2)
        }
    }

    @Test(arguments: [true, false])
    func buffersComeBackAtOnceOrWhenReplaced(atOnce: Bool) throws {
        var settings = CompositorSettings()
        settings.releasesBuffersAtOnce = atOnce
        try withTestCompositor(settings) { compositor in
            let (window, _) = try shownWindow(on: compositor)
            let first = try window.client.buffer(width: 8, height: 8)
            var releases = 0
            first.events = { _ in releases += 1 }
            try window.draw(first)
            #expect(releases == (atOnce ? 1 : 0))
            try window.draw(window.client.buffer(width: 8, height: 8))
            #expect(releases == 1)
        }
    }

    @Test func globalsHaveTheVersionsThatWereSet() throws {
        var globals = Globals.old
        globals.seat = 3
        globals.subcompositor = nil
        try withTestCompositor(CompositorSettings(globals: globals)) { compositor in
            let client = try BareClient(on: compositor)
            #expect(client.globals["wl_seat"]?.version == 3)
            #expect(client.globals["wl_compositor"]?.version == 4)
            #expect(client.globals["xdg_wm_base"]?.version == 2)
            #expect(client.globals["wl_shm"]?.version == 1)
            #expect(client.globals["wl_subcompositor"] == nil)
            #expect(client.globals["zxdg_decoration_manager_v1"] == nil)
        }
        try withTestCompositor { compositor in
            let client = try BareClient(on: compositor)
            let expected: [String: UInt32] = [
                "wl_compositor": 5, "wl_subcompositor": 1, "wl_shm": 1, "wl_output": 4,
                "wl_seat": 8,
                "xdg_wm_base": 5, "zxdg_decoration_manager_v1": 1, "wp_viewporter": 1,
                "wp_fractional_scale_manager_v1": 1, "zwp_pointer_gestures_v1": 3,
                "wp_presentation": 1, "wl_data_device_manager": 3, "xdg_activation_v1": 1,
                "zxdg_exporter_v2": 1, "zwp_text_input_manager_v3": 1,
                "zwp_tablet_manager_v2": 1,
            ]
            #expect(client.globals.mapValues(\.version) == expected)
        }
    }

    @Test func configuresCarryStatesBoundsAndCapabilities() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let told = window.configures.count
            try handle.configure(
                Configure(
                    width: 400, height: 300, states: [.activated, .tiledLeft, .resizing],
                    bounds: .init(width: 1000, height: 700), capabilities: [.maximize, .windowMenu])
            )
            try compositor.wait(until: { window.serials.count == 2 }, "the second configure")
            let events = Array(window.configures[told...])
            guard events.count == 3, case .configureBounds(1000, 700) = events[0],
                case .wmCapabilities(let capabilities) = events[1],
                case .configure(400, 300, let states) = events[2]
            else {
                Issue.record("\(events)")
                return
            }
            #expect(capabilities == [1, 2])
            #expect(states == [3, 4, 5])

            window.shell.setWindowGeometry(x: 4, y: 5, width: 400, height: 300)
            try window.draw(width: 408, height: 310)
            let state = try handle.wait("the new size") { $0.width == 408 }
            #expect(state.geometry == PixelBox(x: 4, y: 5, width: 400, height: 300))
            #expect(state.committedConfigure?.width == 400)
            #expect(state.committedSerial == window.serials[1])
        }
    }

    @Test func requestsToTheShellAreRecordedAndGranted() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            let seat = try window.client.bind(WlSeat.self)
            let pointer = seat.getPointer()
            var serial: UInt32 = 0
            pointer.events = { if case .button(let number, _, _, _) = $0 { serial = number } }
            try window.client.roundTrip()
            try compositor.pointer.enter(handle, x: 1, y: 1)
            try compositor.pointer.press()
            try compositor.wait(until: { serial != 0 }, "the button")
            window.toplevel.move(seat: seat, serial: serial)
            window.toplevel.resize(seat: seat, serial: 999_999, edges: .bottomRight)
            window.toplevel.showWindowMenu(seat: seat, serial: serial, x: 3, y: 4)
            window.toplevel.setMinimized()
            window.toplevel.setMinSize(width: 100, height: 50)
            try window.client.roundTrip()
            #expect(
                try handle.state.requests == [
                    .move(fromInput: true), .resize(edge: .bottomRight, fromInput: false),
                    .showWindowMenu(x: 3, y: 4, fromInput: true), .minimize,
                ])
            window.surface.commit()
            try window.client.roundTrip()
            #expect(try handle.state.minimumSize == .init(width: 100, height: 50))

            let before = window.serials.count
            window.toplevel.setMaximized()
            try window.client.roundTrip()
            #expect(window.serials.count == before + 1)
            try window.draw(width: 1920, height: 1200)
            #expect(try handle.state.committedConfigure?.states == [.activated, .maximized])
            window.toplevel.unsetMaximized()
            try window.client.roundTrip()
            try window.draw(width: 64, height: 48)
            let back = try handle.state.committedConfigure
            #expect(back?.states == .activated)
            #expect(back?.width == 64 && back?.height == 48)
            #expect(try handle.state.requests.suffix(2) == [.maximize, .unmaximize])
        }
    }

    @Test func closeAndPingReachTheClient() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            try handle.close()
            try handle.roundTrip()
            #expect(
                window.configures.contains { if case .close = $0 { true } else { false } })
            #expect(try handle.state.unansweredPings == 0)
            window.pongs = false
            try handle.ping()
            try window.client.roundTrip()
            #expect(try handle.state.unansweredPings == 1)
        }
    }

    @Test(arguments: [
        (DecorationPolicy.serverSide, XdgMode.server), (.clientSide, .client), (.asWished, .client),
    ])
    func decorationIsAnsweredByPolicy(policy: DecorationPolicy, mode: XdgMode) throws {
        var settings = CompositorSettings()
        settings.decoration = policy
        try withTestCompositor(settings) { compositor in
            let window = try BareWindow(BareClient(on: compositor))
            let manager = try window.client.bind(ZxdgDecorationManagerV1.self)
            let decoration = manager.getToplevelDecoration(toplevel: window.toplevel)
            var told: [UInt32] = []
            decoration.events = { if case .configure(let mode) = $0 { told.append(mode.rawValue) } }
            decoration.setMode(mode: .clientSide)
            try window.show()
            #expect(told == [mode.rawValue])
            let handle = try compositor.waitForWindow()
            #expect(try handle.state.wishedDecoration == .clientSide)
            #expect(try handle.state.decoration?.rawValue == mode.rawValue)
            decoration.destroy()
            window.toplevel.destroy()
            try window.client.roundTrip()
            #expect(try handle.state.hasDecoration == false)
        }
    }

    enum XdgMode: UInt32, Sendable {
        case client = 1
        case server = 2
    }

    @Test func anUnmappedWindowStartsOver() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            window.surface.attach(buffer: nil, x: 0, y: 0)
            window.surface.commit()
            try window.client.roundTrip()
            #expect(try handle.state.isMapped == false)
            #expect(try compositor.windows.isEmpty)
            let before = window.serials.count
            try window.show()
            #expect(window.serials.count == before + 1)
            #expect(try compositor.windows == [handle])
        }
    }

    @Test func aDestroyedWindowIsRemembered() throws {
        try withTestCompositor { compositor in
            let (window, handle) = try shownWindow(on: compositor)
            window.toplevel.destroy()
            window.shell.destroy()
            window.surface.destroy()
            try window.client.roundTrip()
            let state = try handle.state
            #expect(state.isGone && !state.isMapped)
            #expect(state.frames == 1 && state.title == "bare")
            #expect(throws: CompositorError.self) { try handle.configure(Configure()) }
        }
    }
}
