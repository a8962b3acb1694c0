import TestCompositor
import Testing
import WaylandClientProtocols

/// Every way to break a rule, with the error that must be sent.
@MainActor
struct RuleTests {
    struct Rule: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let interface: String
        let code: UInt32
        let breaking: @MainActor @Sendable (BareClient) throws -> Void
    }

    private static func window(_ client: BareClient, shown: Bool = true) throws -> BareWindow {
        let window = try BareWindow(client)
        if shown { try window.show() }
        return window
    }

    nonisolated static let rules: [Rule] = shellRules + surfaceRules + otherRules

    nonisolated static let shellRules = [
        Rule(
            testDescription: "a buffer before the first configure", interface: "xdg_surface",
            code: 3
        ) {
            let window = try window($0, shown: false)
            window.surface.attach(buffer: try $0.buffer(width: 4, height: 4), x: 0, y: 0)
            window.surface.commit()
        },
        Rule(
            testDescription: "a buffer before an acknowledgement", interface: "xdg_surface", code: 3
        ) {
            let window = try window($0, shown: false)
            window.acknowledges = false
            try window.show()
        },
        Rule(testDescription: "an unknown serial", interface: "xdg_surface", code: 4) {
            try window($0).shell.ackConfigure(serial: 4_000_000)
        },
        Rule(testDescription: "a serial twice", interface: "xdg_surface", code: 4) {
            let window = try window($0)
            window.shell.ackConfigure(serial: window.serials[0])
        },
        Rule(testDescription: "an empty geometry", interface: "xdg_surface", code: 5) {
            try window($0).shell.setWindowGeometry(x: 0, y: 0, width: 0, height: 5)
        },
        Rule(testDescription: "two role objects", interface: "xdg_surface", code: 2) {
            try window($0).shell.getToplevel()
        },
        Rule(testDescription: "a commit without a role", interface: "xdg_surface", code: 1) {
            let surface = try $0.bind(WlCompositor.self).createSurface()
            try $0.bind(XdgWmBase.self).getXdgSurface(surface: surface)
            surface.commit()
        },
        Rule(
            testDescription: "the xdg_surface goes before its role", interface: "xdg_surface",
            code: 6
        ) {
            try window($0).shell.destroy()
        },
        Rule(
            testDescription: "the wl_surface goes before its role", interface: "xdg_surface",
            code: 6
        ) {
            try window($0).surface.destroy()
        },
        Rule(
            testDescription: "the shell goes before its surfaces", interface: "xdg_wm_base", code: 1
        ) {
            try window($0).base.destroy()
        },
        Rule(testDescription: "an xdg_surface over a buffer", interface: "xdg_wm_base", code: 4) {
            let surface = try $0.bind(WlCompositor.self).createSurface()
            surface.attach(buffer: try $0.buffer(width: 4, height: 4), x: 0, y: 0)
            surface.commit()
            try $0.bind(XdgWmBase.self).getXdgSurface(surface: surface)
        },
        Rule(
            testDescription: "a maximised window of another size", interface: "xdg_wm_base", code: 4
        ) {
            let window = try window($0)
            window.toplevel.setMaximized()
            try window.client.roundTrip()
            try window.draw(width: 100, height: 100)
        },
        Rule(testDescription: "a negative size", interface: "xdg_toplevel", code: 2) {
            try window($0).toplevel.setMinSize(width: -1, height: 5)
        },
        Rule(testDescription: "no such edge", interface: "xdg_toplevel", code: 0) {
            try window($0).toplevel.resize(
                seat: $0.bind(WlSeat.self), serial: 1, edges: .init(rawValue: 3))
        },
        Rule(
            testDescription: "the toplevel goes before its decoration",
            interface: "zxdg_toplevel_decoration_v1", code: 2
        ) {
            let window = try window($0, shown: false)
            try $0.bind(ZxdgDecorationManagerV1.self)
                .getToplevelDecoration(toplevel: window.toplevel)
            try window.show()
            window.toplevel.destroy()
        },
        Rule(
            testDescription: "a decoration after the buffer",
            interface: "zxdg_toplevel_decoration_v1",
            code: 0
        ) {
            try $0.bind(ZxdgDecorationManagerV1.self)
                .getToplevelDecoration(toplevel: window($0).toplevel)
        },
    ]

    nonisolated static let surfaceRules = [
        Rule(
            testDescription: "a buffer that is no multiple of its scale", interface: "wl_surface",
            code: 2
        ) {
            let window = try window($0)
            window.surface.setBufferScale(scale: 2)
            try window.draw(width: 63, height: 40)
        },
        Rule(testDescription: "a scale of 0", interface: "wl_surface", code: 0) {
            try window($0).surface.setBufferScale(scale: 0)
        },
        Rule(testDescription: "an attach with an offset", interface: "wl_surface", code: 3) {
            try window($0).surface.attach(buffer: nil, x: 1, y: 0)
        },
        Rule(testDescription: "two viewports", interface: "wp_viewporter", code: 0) {
            let window = try window($0)
            let viewporter = try $0.bind(WpViewporter.self)
            viewporter.getViewport(surface: window.surface)
            viewporter.getViewport(surface: window.surface)
        },
        Rule(testDescription: "a destination of 0", interface: "wp_viewport", code: 0) {
            try $0.bind(WpViewporter.self).getViewport(surface: window($0).surface)
                .setDestination(width: 0, height: 10)
        },
        Rule(testDescription: "a source beyond the buffer", interface: "wp_viewport", code: 2) {
            let window = try window($0)
            try $0.bind(WpViewporter.self).getViewport(surface: window.surface)
                .setSource(x: 0, y: 0, width: 65, height: 10)
            window.surface.commit()
        },
        Rule(
            testDescription: "a broken source without destination", interface: "wp_viewport",
            code: 1
        ) {
            let window = try window($0)
            try $0.bind(WpViewporter.self).getViewport(surface: window.surface)
                .setSource(x: 0, y: 0, width: 10.5, height: 10)
            window.surface.commit()
        },
        Rule(testDescription: "a viewport without its surface", interface: "wp_viewport", code: 3) {
            let surface = try $0.bind(WlCompositor.self).createSurface()
            let viewport = try $0.bind(WpViewporter.self).getViewport(surface: surface)
            surface.destroy()
            viewport.setDestination(width: 1, height: 1)
        },
        Rule(
            testDescription: "two fractional scales", interface: "wp_fractional_scale_manager_v1",
            code: 0
        ) {
            let window = try window($0)
            let manager = try $0.bind(WpFractionalScaleManagerV1.self)
            manager.getFractionalScale(surface: window.surface)
            manager.getFractionalScale(surface: window.surface)
        },
    ]

    nonisolated static let otherRules = [
        Rule(testDescription: "a window as a cursor", interface: "wl_pointer", code: 0) {
            let window = try window($0)
            try $0.bind(WlSeat.self).getPointer()
                .setCursor(serial: 1, surface: window.surface, hotspotX: 0, hotspotY: 0)
        },
        Rule(testDescription: "a window as a subsurface", interface: "wl_subcompositor", code: 0) {
            let window = try window($0)
            let parent = window.compositor.createSurface()
            try $0.bind(WlSubcompositor.self)
                .getSubsurface(surface: window.surface, parent: parent)
        },
        Rule(
            testDescription: "an activation token twice", interface: "xdg_activation_token_v1",
            code: 0
        ) {
            let token = try $0.bind(XdgActivationV1.self).getActivationToken()
            token.commit()
            token.commit()
        },
        Rule(testDescription: "a global that is not there", interface: "wl_registry", code: 0) {
            _ = $0.registry.bind(name: 4_000, to: WlSeat.self, version: 1)
        },
    ]

    @Test(arguments: rules)
    func aBrokenRuleIsAnErrorAndRecorded(rule: Rule) throws {
        try withTestCompositor { compositor in
            let client = try BareClient(on: compositor)
            try rule.breaking(client)
            try client.roundTrip()
            #expect(client.isBroken)
            let violations = try compositor.takeViolations()
            #expect(violations.count == 1)
            #expect(violations.first?.interface == rule.interface)
            #expect(violations.first?.code == rule.code, "\(violations)")
        }
    }

    @Test func aViolationNobodyTookFailsTheTest() throws {
        #expect {
            try withTestCompositor { compositor in
                let client = try BareClient(on: compositor)
                try Self.window(client).surface.setBufferScale(scale: -3)
                try client.roundTrip()
            }
        } throws: { error in
            "\(error)".contains("wl_surface") && "\(error)".contains("the buffer scale is -3")
        }
    }
}
