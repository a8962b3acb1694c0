// An input method on a seat, for writing Chinese or Japanese and for screen keyboards.
//
// The state of the current text field is sent to the compositor whenever it changes, as one state
// with `commit`. The input method's changes are collected until its `done` and delivered as one
// event. After a leave event no request may be sent until the next enter event.

import Geometry
import WaylandClientProtocols

/// The current text field, in the form that an input method requires.
public struct TextInputState: Hashable, Sendable {
    /// The text around the caret, on one line, without the part that is still being composed.
    public var text: String
    /// The position of the caret, in bytes of UTF-8 from the start of the text.
    public var caret: Int
    /// The other end of the selection, in the same unit; equal to the caret if nothing is selected.
    public var anchor: Int
    /// The caret's rectangle in the window's surface, in points; the input method displays its
    /// suggestions next to it.
    public var place: Rect

    /// A text field's state.
    ///
    /// - Precondition: caret and anchor are inside the text, between characters.
    public init(text: String, caret: Int, anchor: Int, place: Rect) {
        let whole = 0...text.utf8.count
        precondition(
            whole.contains(caret) && whole.contains(anchor),
            "the caret and the anchor must be in the text")
        self.text = text
        self.caret = caret
        self.anchor = anchor
        self.place = place
    }

    /// The largest text that the protocol can carry, in bytes.
    private static let mostText = 4000

    /// The same with only the text near the caret, if there is more than can be sent.
    ///
    /// A selection that extends beyond it is cut.
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

/// An input method's changes of the current text, in the order of the properties.
public struct TextInputEvent: Hashable, Sendable {
    /// Text that is being composed.
    ///
    /// It is displayed at the caret without being part of the text yet.
    public struct Composition: Hashable, Sendable {
        /// The text composed so far.
        public var text: String
        /// Its caret, or the selection in it, in bytes of UTF-8; nil if none is shown.
        public var caret: Range<Int>?
    }

    /// The length of the text to delete before the caret, in bytes of UTF-8.
    public var deletedBefore = 0
    /// The length of the text to delete after the caret, in bytes of UTF-8.
    public var deletedAfter = 0
    /// The text to insert then.
    public var text = ""
    /// The new composition; nil for none.
    public var composition: Composition?
}

@MainActor
final class TextInput {
    private unowned let seat: Seat
    private let proxy: ZwpTextInputV3
    private var surface: WlSurface?
    /// The last state sent to the compositor; nil without a text field.
    private var known: TextInputState?
    private var pending = TextInputEvent()
    /// Whether the window displays a composition.
    private var isComposing = false
    /// Whether the next state was caused by the input method itself.
    private var isOwnChange = false

    init(_ seat: Seat, _ manager: ZwpTextInputManagerV3) {
        self.seat = seat
        proxy = manager.getTextInput(seat: seat.proxy)
        proxy.events = { [weak self] event in self?.handle(event) }
    }

    func destroy(notifies: Bool) {
        if notifies { leave() }
        proxy.destroy()
    }

    func forget(_ surface: WlSurface) {
        guard self.surface == surface else { return }
        self.surface = nil
        known = nil
        isComposing = false
    }

    private var window: Window? { seat.connection.window(of: surface) }

    /// Sends the current state of the text field, if it changed.
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
        // Enabling resets all earlier state.
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
        // An empty event is ignored while nothing is composed.
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
