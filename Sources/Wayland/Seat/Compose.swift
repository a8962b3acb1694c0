import CXKBCommon
import Glibc

/// Compose sequences and dead keys of the user's locale.
@MainActor
final class Compose {
    /// The effect of a key press.
    enum Outcome: Equatable {
        /// The key is not part of a sequence and keeps its own meaning.
        case untouched
        /// A sequence has begun or continues; no text is entered yet.
        case composing
        /// The sequence is complete and enters this text.
        case composed(String, Keysym)
        /// The sequence is invalid; the key is discarded with it.
        case cancelled
    }

    private let context: OpaquePointer
    private let table: OpaquePointer
    private let state: OpaquePointer

    /// The table of `locale`, or nil if the system has none for it.
    convenience init?(locale: String = Compose.locale()) {
        self.init { context in
            xkb_compose_table_new_from_locale(context, locale, XKB_COMPOSE_COMPILE_NO_FLAGS)
        }
    }

    /// A table in the format of Compose(5), or nil if it cannot be parsed.
    convenience init?(text: String) {
        self.init { context in
            xkb_compose_table_new_from_buffer(
                context, text, text.utf8.count, "C", XKB_COMPOSE_FORMAT_TEXT_V1,
                XKB_COMPOSE_COMPILE_NO_FLAGS)
        }
    }

    private init?(make: (OpaquePointer) -> OpaquePointer?) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        guard let table = make(context) else {
            xkb_context_unref(context)
            return nil
        }
        guard let state = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else {
            xkb_compose_table_unref(table)
            xkb_context_unref(context)
            return nil
        }
        self.context = context
        self.table = table
        self.state = state
    }

    isolated deinit {
        xkb_compose_state_unref(state)
        xkb_compose_table_unref(table)
        xkb_context_unref(context)
    }

    /// The locale that determines the sequences: LC_ALL, then LC_CTYPE, then LANG, then "C".
    static func locale(
        environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    ) -> String {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = environment(name), !value.isEmpty { return value }
        }
        return "C"
    }

    /// Processes a key press.
    func feed(_ keysym: Keysym) -> Outcome {
        guard xkb_compose_state_feed(state, keysym.rawValue) == XKB_COMPOSE_FEED_ACCEPTED else {
            // Modifiers pressed during a sequence do not affect it.
            return .untouched
        }
        switch xkb_compose_state_get_status(state) {
        case XKB_COMPOSE_COMPOSING:
            return .composing
        case XKB_COMPOSE_COMPOSED:
            let composed = Keysym(rawValue: xkb_compose_state_get_one_sym(state))
            return .composed(text(), composed)
        case XKB_COMPOSE_CANCELLED:
            return .cancelled
        default:
            return .untouched
        }
    }

    /// Discards an incomplete sequence, for example when the focus is lost.
    func reset() { xkb_compose_state_reset(state) }

    private func text() -> String {
        let size = Int(xkb_compose_state_get_utf8(state, nil, 0))
        guard size > 0 else { return "" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size + 1) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            xkb_compose_state_get_utf8(state, start, size + 1)
            return String(cString: start)
        }
    }
}
