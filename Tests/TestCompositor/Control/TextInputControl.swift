/// What a client has told of the text that is typed in, with its last commit.
public struct TextInputRecord: Sendable, Hashable {
    public var isEnabled = false
    public var text = ""
    /// In bytes of the text.
    public var cursor = 0
    public var anchor = 0
    /// Whether the text changed by what the input method did.
    public var isByInputMethod = false
    /// x, y, width and height of the caret on the surface.
    public var place: [Int] = []
    /// How often the client has committed since it got the keyboard.
    public var commits = 0
}

/// What a test does as an input method: for the window that has the keyboard.
public struct InputMethod: Sendable {
    let compositor: TestCompositor

    /// What the client has told.
    public var record: TextInputRecord {
        get throws { try compositor.thread.perform { $0.textInputs.record } }
    }

    /// Composes text, which stands at the caret and is not typed yet; empty for none any more.
    ///
    /// - Parameter caret: in bytes of the text; nil for none shown.
    public func compose(_ text: String, caret: Int? = nil) throws {
        try compositor.thread.perform {
            try $0.textInputs.send(
                composing: text, caret: caret, commit: nil, deleting: (0, 0))
        }
    }

    /// Types text, after deleting so many bytes around the caret.
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
