import EventLoop
import Platform
import Testing

@testable import Wayland

// Keys by their numbers in input-event-codes.h.
private let keyA: UInt32 = 30
private let keyO: UInt32 = 24
private let keyEqual: UInt32 = 13
private let keyLeft: UInt32 = 105
private let keyLeftShift: UInt32 = 42

// The standard modifier masks of xkb: Shift 1, Lock 2, Control 4, Mod1 8, Mod2 16, Mod4 64.
private let shift: UInt32 = 1
private let control: UInt32 = 4

@MainActor
@Suite struct KeymapTests {
    @Test func lettersFollowTheLayout() throws {
        let german = try Keymap(layout: "de")
        // The key right of P is ü on a German keyboard.
        #expect(german.keysym(26) == Keysym("ü"))
        #expect(german.text(26) == "ü")
        german.update(depressed: shift, latched: 0, locked: 0, group: 0)
        #expect(german.text(26) == "Ü")
        #expect(german.modifiers == .shift)
    }

    @Test func aCyrillicKeyStillHasALatinMeaning() throws {
        let russian = try Keymap(layout: "ru")
        #expect(russian.keysym(keyO) == Keysym("щ"))
        #expect(russian.baseKeysym(keyO) == Keysym("o"))
        // A Latin layout in addition has precedence: on AZERTY, Q's position types a.
        let both = try Keymap(layout: "ru,fr")
        #expect(both.baseKeysym(16) == Keysym("a"))
        #expect(both.keysym(16) == Keysym("й"))
    }

    @Test func theGroupChoosesTheLayout() throws {
        let keymap = try Keymap(layout: "us,ru")
        #expect(keymap.text(keyA) == "a")
        keymap.update(depressed: 0, latched: 0, locked: 0, group: 1)
        #expect(keymap.text(keyA) == "ф")
        #expect(keymap.baseKeysym(keyA) == Keysym("a"))
    }

    @Test func shiftThatMadeThePlusIsNoPartOfTheShortcut() throws {
        let keymap = try Keymap(layout: "us")
        keymap.update(depressed: shift | control, latched: 0, locked: 0, group: 0)
        #expect(keymap.keysym(keyEqual) == .plus)
        #expect(keymap.modifiers == [.shift, .control])
        #expect(keymap.shortcutModifiers(keyEqual) == .control)
        #expect(keymap.shortcutModifiers(keyLeft) == [.shift, .control])
    }

    @Test func controlEntersNoText() throws {
        let keymap = try Keymap(layout: "us")
        keymap.update(depressed: control, latched: 0, locked: 0, group: 0)
        #expect(keymap.keysym(keyO) == Keysym("o"))
        #expect(keymap.text(keyO) == "")
        keymap.update(depressed: 0, latched: 0, locked: 0, group: 0)
        #expect(keymap.text(1) == "")
        #expect(keymap.keysym(1) == .escape)
    }

    @Test func modifiersDoNotRepeat() throws {
        let keymap = try Keymap(layout: "us")
        #expect(keymap.repeats(keyA))
        #expect(!keymap.repeats(keyLeftShift))
    }

    @Test func rubbishIsRefused() {
        let bytes = Array("xkb_keymap { nonsense".utf8)
        #expect(throws: WaylandError.self) { try Keymap(text: bytes) }
        #expect(throws: WaylandError.self) { try Keymap(descriptor: -1, size: 100) }
    }

    @Test func namesAndNumbersOfKeysymsAgree() {
        #expect(Keysym(name: "Left") == .left)
        #expect(Keysym(name: "Prior") == .pageUp)
        #expect(Keysym(name: "KP_Add") == .keypadAdd)
        #expect(Keysym(name: "ISO_Left_Tab") == .backTab)
        #expect(Keysym(name: "F12") == .function(12))
        #expect(Keysym(name: "no such key") == nil)
        #expect(Keysym.escape.name == "Escape")
        #expect(Keysym("Ä").lowercased == Keysym("ä"))
        #expect(Keysym("ж").scalar == "ж")
    }
}

@MainActor
@Suite struct ComposeTests {
    private let table = """
        <dead_acute> <a> : "á" aacute
        <Multi_key> <o> <c> : "©" copyright
        """

    @Test func sequencesEndInTheirText() throws {
        let compose = try #require(Compose(text: table))
        let deadAcute = try #require(Keysym(name: "dead_acute"))
        #expect(compose.feed(Keysym("x")) == .untouched)
        #expect(compose.feed(deadAcute) == .composing)
        #expect(compose.feed(Keysym("a")) == .composed("á", Keysym("á")))
        #expect(compose.feed(Keysym("a")) == .untouched)
    }

    @Test func aSequenceThatLeadsNowhereIsSwallowed() throws {
        let compose = try #require(Compose(text: table))
        let multi = try #require(Keysym(name: "Multi_key"))
        #expect(compose.feed(multi) == .composing)
        #expect(compose.feed(Keysym("o")) == .composing)
        #expect(compose.feed(Keysym("q")) == .cancelled)
        #expect(compose.feed(Keysym("q")) == .untouched)
        #expect(compose.feed(multi) == .composing)
        compose.reset()
        #expect(compose.feed(Keysym("o")) == .untouched)
    }

    @Test func theFirstVariableThatIsSetDecides() {
        #expect(Compose.locale { ["LANG": "de_DE.UTF-8"][$0] } == "de_DE.UTF-8")
        #expect(
            Compose.locale { ["LC_ALL": "", "LC_CTYPE": "fr_FR", "LANG": "de"][$0] } == "fr_FR")
        #expect(Compose.locale { ["LC_ALL": "C.UTF-8", "LANG": "de"][$0] } == "C.UTF-8")
        #expect(Compose.locale { _ in nil } == "C")
    }
}

@MainActor
@Suite struct KeyRepeatTests {
    @MainActor
    private final class Bench {
        let clock = TestClock(now: 100)
        let loop: EventLoop
        var repeats: [UInt32] = []
        var onRepeat: () -> Void = {}
        private(set) lazy var keys = KeyRepeat(loop: loop) { [unowned self] key, _ in
            repeats.append(key)
            onRepeat()
        }

        init() throws { loop = try EventLoop(clock: clock) }

        func pass(_ seconds: Double) throws {
            clock.advance(by: seconds)
            try loop.runOnce(waitingAtMost: 0)
        }
    }

    @Test func waitsTheDelayThenKeepsTheRate() throws {
        let bench = try Bench()
        bench.keys.configure(rate: 20, delay: 300)
        bench.keys.start(5)
        try bench.pass(0.29)
        #expect(bench.repeats.isEmpty)
        try bench.pass(0.011)
        #expect(bench.repeats == [5])
        for _ in 0..<10 { try bench.pass(0.05) }
        #expect(bench.repeats.count == 11)
        bench.keys.release(4)
        try bench.pass(0.05)
        #expect(bench.repeats.count == 12)
        bench.keys.release(5)
        try bench.pass(10)
        #expect(bench.repeats.count == 12)
    }

    @Test func aRateOfZeroIsOff() throws {
        let bench = try Bench()
        bench.keys.configure(rate: 0, delay: 300)
        bench.keys.start(5)
        try bench.pass(10)
        #expect(bench.repeats.isEmpty)
    }

    @Test func anotherKeyTakesOver() throws {
        let bench = try Bench()
        bench.keys.configure(rate: 10, delay: 100)
        bench.keys.start(1)
        bench.keys.start(2)
        try bench.pass(0.15)
        #expect(bench.repeats == [2])
    }

    @Test func aLateLoopMakesUpForNothing() throws {
        let bench = try Bench()
        bench.keys.configure(rate: 100, delay: 100)
        bench.keys.start(1)
        try bench.pass(5)
        try bench.pass(0)
        try bench.pass(0)
        #expect(bench.repeats == [1])
        try bench.pass(0.01)
        #expect(bench.repeats == [1, 1])
    }

    @Test func theActionMayStopIt() throws {
        let bench = try Bench()
        bench.keys.configure(rate: 100, delay: 0)
        bench.onRepeat = { [unowned bench] in bench.keys.stop() }
        bench.keys.start(1)
        for _ in 0..<5 { try bench.pass(0.1) }
        #expect(bench.repeats == [1])
    }
}
