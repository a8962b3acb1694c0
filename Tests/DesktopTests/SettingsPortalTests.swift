import EventLoop
import Geometry
import Glibc
import TestBus
import Testing

@testable import Desktop

private let appearance = "org.freedesktop.appearance"
private let gnome = "org.gnome.desktop.interface"

/// Turns the loop until the portal has been heard or given up.
@MainActor
private func settle(_ portal: SettingsPortal, _ loop: EventLoop) throws {
    #expect(try loop.run(until: { portal.state != .asking }, waitingAtMost: 5))
}

@Test @MainActor func theDesktopsSettingsAreRead() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(
        loop: loop,
        portal: .answers([
            (appearance, "color-scheme", .unsigned(1)), (appearance, "contrast", .unsigned(1)),
            (appearance, "reduced-motion", .nested(.unsigned(1))),
            (appearance, "accent-color", .color(1, 0.5, 0)),
            (gnome, "font-name", .text("Cantarell 11")), (gnome, "cursor-theme", .text("Adwaita")),
            (gnome, "cursor-size", .signed(32)), (gnome, "enable-animations", .boolean(true)),
            (gnome, "clock-format", .text("24h")),
        ]))
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    defer { portal.close() }
    var changes: [DesktopSettings] = []
    portal.onChange = { changes.append($0) }
    // Nothing was waited for: not a byte has been read yet.
    #expect(portal.state == .asking && portal.settings == DesktopSettings())
    try settle(portal, loop)
    var expected = DesktopSettings()
    expected.colorScheme = .dark
    expected.highContrast = true
    expected.reducedMotion = true
    expected.accent = Color(red: 1, green: 0.5, blue: 0)
    expected.interfaceFont = "Cantarell"
    expected.cursorTheme = "Adwaita"
    expected.cursorSize = 32
    #expect(portal.state == .answered)
    #expect(portal.settings == expected)
    #expect(changes == [expected])
    #expect(bus.calls == ["Hello", "AddMatch", "AddMatch", "ReadAll"] && bus.rules == 2)
}

@Test @MainActor func whoWaitsForTheAnswerIsToldOnceAfterTheChange() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(
        loop: loop, portal: .answers([(appearance, "color-scheme", .unsigned(1))]))
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    defer { portal.close() }
    var told: [String] = []
    portal.onChange = { told.append("\($0.colorScheme)") }
    portal.onAnswer = { told.append("answer") }
    try settle(portal, loop)
    #expect(told == ["dark", "answer"])
    bus.change(appearance, "color-scheme", .unsigned(2))
    #expect(try loop.run(until: { told.count >= 3 }, waitingAtMost: 5))
    #expect(told == ["dark", "answer", "light"])
}

@Test @MainActor func whoWaitsIsToldWhereNobodyAnswers() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(loop: loop, portal: .missing)
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    defer { portal.close() }
    var answers = 0
    portal.onAnswer = { answers += 1 }
    try settle(portal, loop)
    #expect(answers == 1)
}

@Test @MainActor func changesAreFollowedLive() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(
        loop: loop, portal: .answers([(appearance, "color-scheme", .unsigned(1))]))
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    defer { portal.close() }
    try settle(portal, loop)
    var schemes: [DesktopSettings.ColorScheme] = []
    portal.onChange = { schemes.append($0.colorScheme) }
    bus.change(appearance, "color-scheme", .unsigned(2))
    // Neither what stays the same nor what is not ours is a change.
    bus.change(appearance, "color-scheme", .unsigned(2))
    bus.change("org.kde.kdeglobals.General", "color-scheme", .unsigned(1))
    bus.change(appearance, "some-later-key", .text("x"))
    bus.change(appearance, "color-scheme", .unsigned(0))
    #expect(try loop.run(until: { schemes.count >= 2 }, waitingAtMost: 5))
    #expect(schemes == [.light, .noPreference])
}

@Test @MainActor func missingKeysAndStrangeValuesAreDefaults() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(
        loop: loop,
        portal: .answers([
            (appearance, "color-scheme", .unsigned(7)), (appearance, "contrast", .text("high")),
            (appearance, "accent-color", .color(-1, 2, 0)), (gnome, "cursor-size", .signed(-4)),
            (gnome, "font-name", .text("")),
        ]))
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    defer { portal.close() }
    try settle(portal, loop)
    #expect(portal.state == .answered)
    #expect(portal.settings == DesktopSettings())
}

@Test @MainActor func olderDesktopsSayTheirOwnWay() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(
        loop: loop,
        portal: .answers([
            (gnome, "enable-animations", .boolean(false)),
            ("org.gnome.desktop.a11y.interface", "high-contrast", .boolean(true)),
        ]))
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    defer { portal.close() }
    try settle(portal, loop)
    #expect(portal.settings.reducedMotion && portal.settings.highContrast)
}

@Test @MainActor func noPortalIsNoTrouble() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(loop: loop, portal: .missing)
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    defer { portal.close() }
    try settle(portal, loop)
    #expect(portal.state == .absent && portal.settings == DesktopSettings())
    // One that starts later is heard.
    bus.change(appearance, "color-scheme", .unsigned(1))
    let heard = try loop.run(until: { portal.settings.colorScheme == .dark }, waitingAtMost: 5)
    #expect(heard)
}

@Test @MainActor func noBusIsNoTrouble() throws {
    let loop = try EventLoop()
    let addresses = [
        "unix:path=/nonexistent/oresen/bus", "tcp:host=localhost,port=1", "unixexec:path=/bin/true",
        "autolaunch:", "nonsense", "",
    ]
    for address in addresses {
        let portal = SettingsPortal(loop: loop, address: address)
        #expect(portal.state == .absent && portal.settings == DesktopSettings())
        portal.close()
    }
}

@Test @MainActor func aBusThatDiesIsNoTroubleAndCostsNothingAfterwards() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(loop: loop, portal: .silent)
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    #expect(try loop.run(until: { bus.calls.contains("ReadAll") }, waitingAtMost: 5))
    #expect(portal.state == .asking)
    bus.hangUp()
    try settle(portal, loop)
    #expect(portal.state == .absent)
    // The dead connection wakes nobody: a whole wait passes in one turn.
    let before = loop.wakeUps
    _ = try loop.run(until: { false }, waitingAtMost: 0.05)
    #expect(loop.wakeUps - before <= 2)
    portal.close()
}

@Test @MainActor func anAnsweredPortalLeavesTheLoopAsleep() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(loop: loop, portal: .answers([]))
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    try settle(portal, loop)
    _ = try loop.run(until: { false }, waitingAtMost: 0.02)
    let before = loop.wakeUps
    _ = try loop.run(until: { false }, waitingAtMost: 0.05)
    #expect(loop.wakeUps - before <= 2)
    portal.close()
    portal.close()
    #expect(portal.state == .answered)
}

@Test @MainActor func aPortalThatComesLateIsAsked() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(loop: loop, portal: .missing)
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    defer { portal.close() }
    var schemes: [DesktopSettings.ColorScheme] = []
    portal.onChange = { schemes.append($0.colorScheme) }
    try settle(portal, loop)
    #expect(portal.state == .absent && schemes.isEmpty)
    bus.portal = .answers([(appearance, "color-scheme", .unsigned(1))])
    bus.changeOwner(from: nil, to: ":1.9")
    #expect(try loop.run(until: { portal.state == .answered }, waitingAtMost: 5))
    #expect(schemes == [.dark])
    bus.change(appearance, "color-scheme", .unsigned(2))
    #expect(try loop.run(until: { schemes.count == 2 }, waitingAtMost: 5))
    #expect(schemes == [.dark, .light])
}

@Test @MainActor func aPortalThatGoesLeavesTheSettingsAndOneThatComesBackHasOthers() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(
        loop: loop,
        portal: .answers([
            (appearance, "color-scheme", .unsigned(1)), (appearance, "contrast", .unsigned(1)),
        ]))
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    defer { portal.close() }
    try settle(portal, loop)
    var changes: [DesktopSettings] = []
    portal.onChange = { changes.append($0) }
    bus.portal = .missing
    bus.changeOwner(from: ":1.3", to: nil)
    // It comes and is gone again before it can answer.
    bus.changeOwner(from: nil, to: ":1.9")
    #expect(
        try loop.run(until: { bus.calls.count { $0 == "ReadAll" } == 2 }, waitingAtMost: 5))
    bus.portal = .answers([(appearance, "color-scheme", .unsigned(2))])
    bus.changeOwner(from: ":1.9", to: ":1.12")
    #expect(try loop.run(until: { !changes.isEmpty }, waitingAtMost: 5))
    // The contrast is no longer known: what the old one said is not kept beside the new answer.
    var expected = DesktopSettings()
    expected.colorScheme = .light
    #expect(changes == [expected] && portal.state == .answered)
}

@Test @MainActor func nonsenseIsNoAnswerAndNoChange() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(loop: loop, portal: .nonsense)
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    defer { portal.close() }
    try settle(portal, loop)
    #expect(portal.state == .absent && portal.settings == DesktopSettings())
    var changes: [DesktopSettings] = []
    portal.onChange = { changes.append($0) }
    bus.changeStrangely([])
    bus.changeStrangely([appearance])
    bus.changeStrangely([appearance, "color-scheme", "dark"])
    bus.change(appearance, "accent-color", .color(.nan, 0.5, 0.5))
    bus.change(appearance, "accent-color", .color(0, .infinity, 0.5))
    bus.change(appearance, "contrast", .nested(.text("1")))
    bus.change(appearance, "accent-color", .color(0.2, 0.5, 0.5))
    #expect(try loop.run(until: { !changes.isEmpty }, waitingAtMost: 5))
    var expected = DesktopSettings()
    expected.accent = Color(red: 0.2, green: 0.5, blue: 0.5)
    #expect(changes == [expected])
}

@Test @MainActor func everyKeyIsFollowedLive() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(loop: loop, portal: .answers([]))
    defer { bus.close() }
    let portal = SettingsPortal(loop: loop, address: bus.address)
    defer { portal.close() }
    try settle(portal, loop)
    var changes: [DesktopSettings] = []
    portal.onChange = { changes.append($0) }
    var expected = DesktopSettings()
    func change(
        _ namespace: String, _ key: String, _ value: FakeBus.Value,
        _ edit: (inout DesktopSettings) -> Void
    ) throws {
        edit(&expected)
        let count = changes.count
        bus.change(namespace, key, value)
        #expect(try loop.run(until: { changes.count > count }, waitingAtMost: 5))
        #expect(changes.last == expected, "\(key)")
    }
    try change(appearance, "color-scheme", .unsigned(1)) { $0.colorScheme = .dark }
    try change(appearance, "contrast", .unsigned(1)) { $0.highContrast = true }
    try change(appearance, "contrast", .unsigned(0)) { $0.highContrast = false }
    try change(gnome, "enable-animations", .boolean(false)) { $0.reducedMotion = true }
    // The portal's own key goes before GNOME's.
    try change(appearance, "reduced-motion", .unsigned(0)) { $0.reducedMotion = false }
    try change(appearance, "accent-color", .color(0, 0.25, 1)) {
        $0.accent = Color(red: 0, green: 0.25, blue: 1)
    }
    // Out of range means that none is set.
    try change(appearance, "accent-color", .color(-1, -1, -1)) { $0.accent = nil }
}

@Test(arguments: [
    ("Cantarell 11", "Cantarell"), ("Noto Sans Medium 10", "Noto Sans"), ("Inter", "Inter"),
    ("DejaVu Sans Bold Italic 10.5", "DejaVu Sans"), ("Source Sans 3, 12", "Source Sans 3"),
    ("Ubuntu 13px", "Ubuntu"), ("Roman 12", "Roman"),
])
func theFamilyIsFoundInADescription(text: String, family: String) {
    #expect(DesktopSettings.family(inDescription: text) == family)
}
