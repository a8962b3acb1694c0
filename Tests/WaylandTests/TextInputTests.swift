import Geometry
import TestCompositor
import Testing

@testable import Wayland

/// A text field and an input method, each receiving the other's changes.
@MainActor @Suite struct TextInputTests {
    private func state(
        _ text: String, _ caret: Int, _ anchor: Int? = nil, x: Double = 10
    ) -> TextInputState {
        TextInputState(
            text: text, caret: caret, anchor: anchor ?? caret,
            place: Rect(x: x, y: 20.4, width: 1.5, height: 18))
    }

    @Test func whatIsTypedInIsTold() throws {
        try withClient { compositor, client, shown in
            // Before it has the keyboard nothing is sent, afterwards everything.
            client.window.textInput = state("größe", 3)
            try client.settle(shown)
            #expect(try compositor.inputMethod.record.commits == 0)
            try compositor.keyboard.enter(shown)
            try client.settle(shown)
            var record = try compositor.inputMethod.record
            #expect(record.isEnabled && record.text == "größe" && record.cursor == 3)
            #expect(record.place == [10, 20, 2, 18] && record.commits == 1)
            // Setting the same state again sends nothing.
            client.window.textInput = state("größe", 3)
            try client.settle(shown)
            #expect(try compositor.inputMethod.record.commits == 1)
            client.window.textInput = state("größe", 7, 3, x: 40)
            try client.settle(shown)
            record = try compositor.inputMethod.record
            #expect(record.cursor == 7 && record.anchor == 3 && record.place[0] == 40)
            #expect(!record.isByInputMethod)
            client.window.textInput = nil
            try client.settle(shown)
            #expect(try !compositor.inputMethod.record.isEnabled)
            // Another field starts with a fresh state.
            client.window.textInput = state("", 0)
            try client.settle(shown)
            record = try compositor.inputMethod.record
            #expect(record.isEnabled && record.text.isEmpty && record.place == [10, 20, 2, 18])
        }
    }

    @Test func whatTheInputMethodDoesIsHeardAsOne() throws {
        try withClient { compositor, client, shown in
            var heard: [TextInputEvent] = []
            client.window.onInput = { event in
                if case .textInput(let event) = event { heard.append(event) }
            }
            try compositor.keyboard.enter(shown)
            client.window.textInput = state("ab", 1)
            try client.settle(shown)
            try compositor.inputMethod.compose("にほ", caret: 6)
            try compositor.wait(until: { heard.count == 1 }, "what is composed")
            #expect(heard[0].composition == .init(text: "にほ", caret: 6..<6))
            try compositor.inputMethod.type("日本", deletingBefore: 1, after: 1)
            try compositor.wait(until: { heard.count == 2 }, "what is typed")
            #expect(heard[1].text == "日本" && heard[1].composition == nil)
            #expect(heard[1].deletedBefore == 1 && heard[1].deletedAfter == 1)
            client.window.textInput = state("日本", 6)
            try client.settle(shown)
            #expect(try compositor.inputMethod.record.isByInputMethod)
            // A field that loses the keyboard has no composition any more.
            try compositor.inputMethod.compose("x")
            try compositor.wait(until: { heard.count == 3 }, "something composed")
            try compositor.keyboard.leave()
            try compositor.wait(until: { heard.count == 4 }, "the end of it")
            #expect(heard[3] == TextInputEvent())
            try compositor.keyboard.enter(shown)
            try client.settle(shown)
            #expect(try compositor.inputMethod.record.isEnabled)
        }
    }

    @Test func aCompositorWithoutInputMethodsIsFine() throws {
        var settings = CompositorSettings()
        settings.globals.textInput = nil
        try withClient(settings) { compositor, client, shown in
            client.window.textInput = state("a", 1)
            try compositor.keyboard.enter(shown)
            try client.settle(shown)
            client.window.textInput = nil
        }
    }

    /// Only the part of a long text near the caret is sent, in whole characters.
    @Test func onlySoMuchIsCarried() {
        let text = String(repeating: "ä日", count: 2_000)
        for caret in [0, 5, 4_000, 9_995, 10_000] {
            let carried = state(text, caret, 0).carried
            #expect(carried.text.utf8.count <= 4_000 && carried.text.utf8.count > 3_990)
            #expect(!carried.text.contains("\u{FFFD}"))
            let before = Array(carried.text.utf8.prefix(carried.caret))
            #expect(Array(Array(text.utf8).prefix(caret).suffix(before.count)) == before)
        }
        #expect(state("short", 5).carried == state("short", 5))
    }
}
