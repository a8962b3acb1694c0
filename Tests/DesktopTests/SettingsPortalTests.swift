import EventLoop
import Geometry
import Glibc
import TestBus
import Testing

@testable import Desktop

private let appearance = "org.freedesktop.appearance"
private let gnome = "org.gnome.desktop.interface"

/// A bus and a client of its portal, in one loop, until the end of the test.
@MainActor
private final class Desk {
    let loop: EventLoop
    let bus: FakeBus
    let session: SessionBus
    let portal: SettingsPortal

    init(_ behaviour: FakeBus.Portal) throws {
        loop = try EventLoop()
        bus = try FakeBus(loop: loop, portal: behaviour)
        session = SessionBus(loop: loop, address: bus.address)
        portal = SettingsPortal(session)
    }

    isolated deinit {
        portal.close()
        session.close()
        bus.close()
    }

    /// Turns the loop until a condition holds; false if it never does.
    func run(until isSo: @MainActor () -> Bool) throws -> Bool {
        try loop.run(until: isSo, waitingAtMost: 5)
    }

    /// Turns the loop until the portal has answered or was given up.
    func settle() throws {
        #expect(try run(until: { portal.state != .asking }))
    }
}

@Test @MainActor func theDesktopsSettingsAreRead() throws {
    let desk = try Desk(
        .answers([
            (appearance, "color-scheme", .unsigned(1)), (appearance, "contrast", .unsigned(1)),
            (appearance, "reduced-motion", .nested(.unsigned(1))),
            (appearance, "accent-color", .color(1, 0.5, 0)),
            (gnome, "font-name", .text("Cantarell 11")), (gnome, "cursor-theme", .text("Adwaita")),
            (gnome, "cursor-size", .signed(32)), (gnome, "enable-animations", .boolean(true)),
            (gnome, "clock-format", .text("24h")),
        ]))
    var changes: [DesktopSettings] = []
    desk.portal.onChange = { changes.append($0) }
    // Nothing was waited for: not a byte has been read yet.
    #expect(desk.portal.state == .asking && desk.portal.settings == DesktopSettings())
    try desk.settle()
    var expected = DesktopSettings()
    expected.colorScheme = .dark
    expected.highContrast = true
    expected.reducedMotion = true
    expected.accent = Color(red: 1, green: 0.5, blue: 0)
    expected.interfaceFont = "Cantarell"
    expected.cursorTheme = "Adwaita"
    expected.cursorSize = 32
    #expect(desk.portal.state == .answered)
    #expect(desk.portal.settings == expected)
    #expect(changes == [expected])
    #expect(
        desk.bus.calls == ["Hello", "AddMatch", "AddMatch", "ReadAll"] && desk.bus.rules.count == 2)
}

@Test @MainActor func whoWaitsForTheAnswerIsToldOnceAfterTheChange() throws {
    let desk = try Desk(.answers([(appearance, "color-scheme", .unsigned(1))]))
    var told: [String] = []
    desk.portal.onChange = { told.append("\($0.colorScheme)") }
    desk.portal.onAnswer = { told.append("answer") }
    try desk.settle()
    #expect(told == ["dark", "answer"])
    desk.bus.change(appearance, "color-scheme", .unsigned(2))
    #expect(try desk.run(until: { told.count >= 3 }))
    #expect(told == ["dark", "answer", "light"])
}

@Test @MainActor func whoWaitsIsToldWhereNobodyAnswers() throws {
    let desk = try Desk(.missing)
    var answers = 0
    desk.portal.onAnswer = { answers += 1 }
    try desk.settle()
    #expect(answers == 1)
}

@Test @MainActor func changesAreFollowedLive() throws {
    let desk = try Desk(.answers([(appearance, "color-scheme", .unsigned(1))]))
    try desk.settle()
    var schemes: [DesktopSettings.ColorScheme] = []
    desk.portal.onChange = { schemes.append($0.colorScheme) }
    desk.bus.change(appearance, "color-scheme", .unsigned(2))
    // Neither an equal value nor a foreign key is a change.
    desk.bus.change(appearance, "color-scheme", .unsigned(2))
    desk.bus.change("org.kde.kdeglobals.General", "color-scheme", .unsigned(1))
    desk.bus.change(appearance, "some-later-key", .text("x"))
    desk.bus.change(appearance, "color-scheme", .unsigned(0))
    #expect(try desk.run(until: { schemes.count >= 2 }))
    #expect(schemes == [.light, .noPreference])
}

@Test @MainActor func missingKeysAndStrangeValuesAreDefaults() throws {
    let desk = try Desk(
        .answers([
            (appearance, "color-scheme", .unsigned(7)), (appearance, "contrast", .text("high")),
            (appearance, "accent-color", .color(-1, 2, 0)), (gnome, "cursor-size", .signed(-4)),
            (gnome, "font-name", .text("")),
        ]))
    try desk.settle()
    #expect(desk.portal.state == .answered)
    #expect(desk.portal.settings == DesktopSettings())
}

@Test @MainActor func olderDesktopsSayTheirOwnWay() throws {
    let desk = try Desk(
        .answers([
            (gnome, "enable-animations", .boolean(false)),
            ("org.gnome.desktop.a11y.interface", "high-contrast", .boolean(true)),
        ]))
    try desk.settle()
    #expect(desk.portal.settings.reducedMotion && desk.portal.settings.highContrast)
}

@Test @MainActor func noPortalIsNoError() throws {
    let desk = try Desk(.missing)
    try desk.settle()
    #expect(desk.portal.state == .absent && desk.portal.settings == DesktopSettings())
    // A portal that starts later is read.
    desk.bus.change(appearance, "color-scheme", .unsigned(1))
    let heard = try desk.run(until: { desk.portal.settings.colorScheme == .dark })
    #expect(heard)
}

@Test @MainActor func noBusIsNoError() throws {
    let loop = try EventLoop()
    let addresses = [
        "unix:path=/nonexistent/oresen/bus", "tcp:host=localhost,port=1", "unixexec:path=/bin/true",
        "autolaunch:", "nonsense", "",
    ]
    for address in addresses {
        let session = SessionBus(loop: loop, address: address)
        let portal = SettingsPortal(session)
        #expect(portal.state == .absent && portal.settings == DesktopSettings())
        portal.close()
        session.close()
    }
}

@Test @MainActor func aBusThatDiesIsNoErrorAndCostsNothingAfterwards() throws {
    let desk = try Desk(.silent)
    #expect(try desk.run(until: { desk.bus.calls.contains("ReadAll") }))
    #expect(desk.portal.state == .asking)
    desk.bus.hangUp()
    try desk.settle()
    #expect(desk.portal.state == .absent)
    // The ended connection wakes nobody: a whole wait passes in one turn.
    let before = desk.loop.wakeUps
    _ = try desk.loop.run(until: { false }, waitingAtMost: 0.05)
    #expect(desk.loop.wakeUps - before <= 2)
    desk.portal.close()
}

@Test @MainActor func anAnsweredPortalLeavesTheLoopAsleep() throws {
    let desk = try Desk(.answers([]))
    try desk.settle()
    _ = try desk.loop.run(until: { false }, waitingAtMost: 0.02)
    let before = desk.loop.wakeUps
    _ = try desk.loop.run(until: { false }, waitingAtMost: 0.05)
    #expect(desk.loop.wakeUps - before <= 2)
    desk.portal.close()
    desk.portal.close()
    #expect(desk.portal.state == .answered)
}

@Test @MainActor func aPortalThatComesLateIsAsked() throws {
    let desk = try Desk(.missing)
    var schemes: [DesktopSettings.ColorScheme] = []
    desk.portal.onChange = { schemes.append($0.colorScheme) }
    try desk.settle()
    #expect(desk.portal.state == .absent && schemes.isEmpty)
    desk.bus.portal = .answers([(appearance, "color-scheme", .unsigned(1))])
    desk.bus.changeOwner(from: nil, to: ":1.9")
    #expect(try desk.run(until: { desk.portal.state == .answered }))
    #expect(schemes == [.dark])
    desk.bus.change(appearance, "color-scheme", .unsigned(2))
    #expect(try desk.run(until: { schemes.count == 2 }))
    #expect(schemes == [.dark, .light])
}

@Test @MainActor func aPortalThatGoesLeavesTheSettingsAndOneThatComesBackHasOthers() throws {
    let desk = try Desk(
        .answers([
            (appearance, "color-scheme", .unsigned(1)), (appearance, "contrast", .unsigned(1)),
        ]))
    try desk.settle()
    var changes: [DesktopSettings] = []
    desk.portal.onChange = { changes.append($0) }
    desk.bus.portal = .missing
    desk.bus.changeOwner(from: ":1.3", to: nil)
    // It appears and disappears again before it can answer.
    desk.bus.changeOwner(from: nil, to: ":1.9")
    #expect(
        try desk.run(until: { desk.bus.calls.count { $0 == "ReadAll" } == 2 }))
    desk.bus.portal = .answers([(appearance, "color-scheme", .unsigned(2))])
    desk.bus.changeOwner(from: ":1.9", to: ":1.12")
    #expect(try desk.run(until: { !changes.isEmpty }))
    // The contrast is no longer known: the old portal's value is not kept in addition to the new
    // answer.
    var expected = DesktopSettings()
    expected.colorScheme = .light
    #expect(changes == [expected] && desk.portal.state == .answered)
}

@Test @MainActor func nonsenseIsNoAnswerAndNoChange() throws {
    let desk = try Desk(.nonsense)
    try desk.settle()
    #expect(desk.portal.state == .absent && desk.portal.settings == DesktopSettings())
    var changes: [DesktopSettings] = []
    desk.portal.onChange = { changes.append($0) }
    desk.bus.changeStrangely([])
    desk.bus.changeStrangely([appearance])
    desk.bus.changeStrangely([appearance, "color-scheme", "dark"])
    desk.bus.change(appearance, "accent-color", .color(.nan, 0.5, 0.5))
    desk.bus.change(appearance, "accent-color", .color(0, .infinity, 0.5))
    desk.bus.change(appearance, "contrast", .nested(.text("1")))
    desk.bus.change(appearance, "accent-color", .color(0.2, 0.5, 0.5))
    #expect(try desk.run(until: { !changes.isEmpty }))
    var expected = DesktopSettings()
    expected.accent = Color(red: 0.2, green: 0.5, blue: 0.5)
    #expect(changes == [expected])
}

@Test @MainActor func everyKeyIsFollowedLive() throws {
    let desk = try Desk(.answers([]))
    try desk.settle()
    var changes: [DesktopSettings] = []
    desk.portal.onChange = { changes.append($0) }
    var expected = DesktopSettings()
    func change(
        _ namespace: String, _ key: String, _ value: FakeBus.Value,
        _ edit: (inout DesktopSettings) -> Void
    ) throws {
        edit(&expected)
        let count = changes.count
        desk.bus.change(namespace, key, value)
        #expect(try desk.run(until: { changes.count > count }))
        #expect(changes.last == expected, "\(key)")
    }
    try change(appearance, "color-scheme", .unsigned(1)) { $0.colorScheme = .dark }
    try change(appearance, "contrast", .unsigned(1)) { $0.highContrast = true }
    try change(appearance, "contrast", .unsigned(0)) { $0.highContrast = false }
    try change(gnome, "enable-animations", .boolean(false)) { $0.reducedMotion = true }
    // The portal's own key has precedence over GNOME's.
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

@Test @MainActor func whoIsDroppedLeavesTheBusAndTheLoop() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(loop: loop, portal: .answers([(appearance, "contrast", .unsigned(1))]))
    defer { bus.close() }
    var session: SessionBus? = SessionBus(loop: loop, address: bus.address)
    var portal: SettingsPortal? = try SettingsPortal(#require(session))
    #expect(try loop.run(until: { portal?.state == .answered }, waitingAtMost: 5))
    // A portal object that is released receives nothing any more.
    portal = nil
    #expect(try loop.run(until: { bus.rules.isEmpty }, waitingAtMost: 5))
    #expect(bus.hasClient)
    weak let left = session?.connection
    session = nil
    #expect(left == nil)
    #expect(try loop.run(until: { !bus.hasClient }, waitingAtMost: 5))
}

@Test @MainActor func whoIsDroppedBeforeAnyAnswerLeavesTheBusToo() throws {
    let loop = try EventLoop()
    let bus = try FakeBus(loop: loop, portal: .silent)
    defer { bus.close() }
    var session: SessionBus? = SessionBus(loop: loop, address: bus.address)
    var portal: SettingsPortal? = try SettingsPortal(#require(session))
    #expect(try loop.run(until: { bus.calls.last == "ReadAll" }, waitingAtMost: 5))
    #expect(portal?.state == .asking)
    weak let left = session?.connection
    (session, portal) = (nil, nil)
    #expect(left == nil)
    #expect(try loop.run(until: { !bus.hasClient }, waitingAtMost: 5))
}
