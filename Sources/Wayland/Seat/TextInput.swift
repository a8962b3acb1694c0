// An input method on a seat: how Chinese or Japanese is written, and what a screen keyboard enters.
//
// What is typed in is told to the compositor whenever it changes, as one state that it takes with
// `commit`; what the input method does is gathered until its `done` and delivered as one event. After a
// window has lost it, nothing may be asked for until it enters one again.

import Geometry
import WaylandClientProtocols

/// The text field that a person types in, as an input method needs to know it.
public struct TextInputState: Hashable, Sendable {
    /// The text around the caret, on one line: without what the input method is still composing.
    public var text: String
    /// Where the caret is, in bytes of UTF-8 from the start of the text.
    public var caret: Int
    /// The other end of what is marked, in the same way; at the caret where nothing is.
    public var anchor: Int
    /// Where the caret is in the window's surface, in points: what the input method offers stands
    /// beside it.
    public var place: Rect

    /// A field put together.
    ///
    /// - Precondition: caret and anchor lie within the text, between characters.
    public init(text: String, caret: Int, anchor: Int, place: Rect) {
        let whole = 0...text.utf8.count
        precondition(whole.contains(caret) && whole.contains(anchor), "the caret is in the text")
        self.text = text
        self.caret = caret
        self.anchor = anchor
        self.place = place
    }

    /// More than this the protocol does not carry, in bytes.
    private static let mostText = 4000

    /// The same with only the text near the caret, where there is more than can be told.
    ///
    /// What is marked beyond it is told as far as it goes.
    var carried: TextInputState {
        guard text.utf8.count > Self.mostText else { return self }
        let bytes = Array(text.utf8)
        var start = max(0, min(caret - Self.mostText / 2, bytes.count - Self.mostText))
        var end = start + Self.mostText
        while start < end, bytes[start] & 0xC0 == 0x80 { start += 1 }
        while end > start, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        func within(_ place: Int) -> Int { min(max(place, start), end) - start }
        return TextInputState(
            text: String(decoding: bytes[start..<end], as: UTF8.self), caret: within(caret),
            anchor: within(anchor), place: place)
    }
}

/// What an input method does to the text that is typed in: in the order of its parts.
public struct TextInputEvent: Hashable, Sendable {
    /// Text that is being composed, and stands at the caret without being there yet.
    public struct Composition: Hashable, Sendable {
        /// What is composed so far.
        public var text: String
        /// Where its caret is, or what is marked in it, in bytes of UTF-8; nil where none is shown.
        public var caret: Range<Int>?
    }

    /// How much before and behind the caret is taken out, in bytes of UTF-8.
    public var deletedBefore = 0
    /// The same behind the caret.
    public var deletedAfter = 0
    /// What is typed then.
    public var text = ""
    /// What is being composed from now on; nil for nothing.
    public var composition: Composition?
}

@MainActor
final class TextInput {
    private unowned let seat: Seat
    private let proxy: ZwpTextInputV3
    private var surface: WlSurface?
    /// What the compositor knows; nil where nothing is typed in.
    private var known: TextInputState?
    private var pending = TextInputEvent()
    /// Whether the window shows something that is being composed.
    private var isComposing = false
    /// Whether what is told next comes from the input method itself.
    private var isOwnChange = false

    init(_ seat: Seat, _ manager: ZwpTextInputManagerV3) {
        self.seat = seat
        proxy = manager.getTextInput(seat: seat.proxy)
        proxy.events = { [weak self] event in self?.handle(event) }
    }

    func destroy(tells: Bool) {
        if tells { leave() }
        proxy.destroy()
    }

    func forget(_ surface: WlSurface) {
        guard self.surface == surface else { return }
        self.surface = nil
        known = nil
        isComposing = false
    }

    private var window: Window? { seat.connection.window(of: surface) }

    /// Tells what is typed in now, where that is something else.
    func update(_ window: Window) {
        guard surface != nil, window === self.window else { return }
        let wanted = window.textInput?.carried
        guard wanted != known else { return }
        guard let wanted else {
            known = nil
            isComposing = false
            proxy.disable()
            return proxy.commit()
        }
        // Enabling forgets all that was told before.
        if known == nil {
            proxy.enable()
            proxy.setContentType(hint: .none, purpose: .normal)
        }
        if known?.text != wanted.text || known?.caret != wanted.caret
            || known?.anchor != wanted.anchor
        {
            proxy.setSurroundingText(
                text: wanted.text, cursor: Int32(wanted.caret), anchor: Int32(wanted.anchor))
            proxy.setTextChangeCause(cause: isOwnChange ? .inputMethod : .other)
        }
        if known?.place != wanted.place {
            let place = wanted.place
            proxy.setCursorRectangle(
                x: Int32(place.x.rounded(.down)), y: Int32(place.y.rounded(.down)),
                width: Int32(max(1, place.width.rounded(.up))),
                height: Int32(max(1, place.height.rounded(.up))))
        }
        known = wanted
        isOwnChange = false
        proxy.commit()
    }

    private func handle(_ event: ZwpTextInputV3.Event) {
        switch event {
        case .enter(let surface):
            self.surface = surface
            known = nil
            pending = TextInputEvent()
            if let window { update(window) }
        case .leave: leave()
        case .preeditString(let text, let begin, let end):
            guard let text, !text.isEmpty else {
                pending.composition = nil
                return
            }
            let most = text.utf8.count
            pending.composition = .init(
                text: text,
                caret: begin < 0 || end < 0
                    ? nil : min(Int(min(begin, end)), most)..<min(Int(max(begin, end)), most))
        case .commitString(let text): pending.text = text ?? ""
        case .deleteSurroundingText(let before, let after):
            pending.deletedBefore = Int(min(before, EventBounds.mostDeleted))
            pending.deletedAfter = Int(min(after, EventBounds.mostDeleted))
        case .done:
            let done = pending
            pending = TextInputEvent()
            guard known != nil else { return }
            deliver(done)
        }
    }

    private func deliver(_ event: TextInputEvent) {
        // Saying nothing while nothing is composed is no news.
        guard isComposing || event != TextInputEvent() else { return }
        isComposing = event.composition != nil
        isOwnChange = true
        window?.onInput?(.textInput(event))
    }

    private func leave() {
        if isComposing, known != nil { deliver(TextInputEvent()) }
        surface = nil
        known = nil
        isComposing = false
    }
}
