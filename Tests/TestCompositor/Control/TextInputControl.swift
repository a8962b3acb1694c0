/// The state of a client's text field, as of its last commit.
public struct TextInputRecord: Sendable, Hashable {
    public var isEnabled = false
    public var text = ""
    /// In bytes of the text.
    public var cursor = 0
    public var anchor = 0
    /// Whether the text was changed by the input method.
    public var isByInputMethod = false
    /// x, y, width and height of the caret on the surface.
    public var place: [Int] = []
    /// The number of commits since the client got the keyboard.
    public var commits = 0
}

/// A test's actions as an input method, for the window that has the keyboard.
public struct InputMethod: Sendable {
    let compositor: TestCompositor

    /// The state that the client has sent.
    public var record: TextInputRecord {
        get throws { try compositor.thread.perform { $0.textInputs.record } }
    }

    /// Composes text, which is displayed at the caret and not typed yet; empty ends the
    /// composition.
    ///
    /// - Parameter caret: in bytes of the text; nil if none is shown.
    public func compose(_ text: String, caret: Int? = nil) throws {
        try compositor.thread.perform {
            try $0.textInputs.send(
                composing: text, caret: caret, commit: nil, deleting: (0, 0))
        }
    }

    /// Types text, after deleting the given numbers of bytes around the caret.
    public func type(_ text: String, deletingBefore: Int = 0, after: Int = 0) throws {
        try compositor.thread.perform {
            try $0.textInputs.send(
                composing: nil, caret: nil, commit: text, deleting: (deletingBefore, after))
        }
    }
}

extension TestCompositor {
    public var inputMethod: InputMethod { InputMethod(compositor: self) }
}
