import WaylandServerProtocols

/// `zwp_text_input_manager_v3`: the state of clients' text fields.
final class TextInputs {
    private var inputs: [ServerZwpTextInputV3] = []
    private var focus: Surface?
    /// The state sent but not committed, and the committed one, of the client that has the
    /// keyboard.
    private var pending = TextInputRecord()
    private var isEnabling = false
    private(set) var record = TextInputRecord()

    func serve(_ manager: ServerZwpTextInputManagerV3) {
        manager.requests = { [unowned self] request in
            guard case .getTextInput(let id, _) = request else { return }
            inputs.append(id)
            id.onDestroy = { [unowned self, unowned id] in inputs.removeAll { $0 === id } }
            id.requests = { [unowned self, unowned id] request in handle(request, id) }
            if let focus, focus.resource.client == id.client {
                id.sendEnter(surface: focus.resource)
            }
        }
    }

    func enter(_ surface: Surface) {
        focus = surface
        pending = TextInputRecord()
        record = TextInputRecord()
        for input in focused { input.sendEnter(surface: surface.resource) }
    }

    func leave() {
        guard let focus else { return }
        for input in focused { input.sendLeave(surface: focus.resource) }
        forget(focus)
    }

    func forget(_ surface: Surface) {
        guard focus === surface else { return }
        focus = nil
        record = TextInputRecord()
    }

    private var focused: [ServerZwpTextInputV3] {
        inputs.filter { $0.client == focus?.resource.client }
    }

    private func handle(_ request: ServerZwpTextInputV3.Request, _ input: ServerZwpTextInputV3) {
        // According to the protocol, requests without the keyboard focus are ignored.
        guard let focus, focus.resource.client == input.client else { return }
        switch request {
        case .destroy: break
        case .enable:
            let commits = pending.commits
            pending = TextInputRecord()
            pending.commits = commits
            pending.isEnabled = true
        case .disable: pending.isEnabled = false
        case .setSurroundingText(let text, let cursor, let anchor):
            pending.text = text
            pending.cursor = Int(cursor)
            pending.anchor = Int(anchor)
        case .setTextChangeCause(let cause): pending.isByInputMethod = cause == .inputMethod
        case .setContentType: break
        case .setCursorRectangle(let x, let y, let width, let height):
            pending.place = [Int(x), Int(y), Int(width), Int(height)]
        case .commit:
            pending.commits += 1
            record = pending
            pending.isByInputMethod = false
        }
    }

    func send(
        composing: String?, caret: Int?, commit: String?, deleting: (before: Int, after: Int)
    ) throws(CompositorError) {
        guard record.isEnabled else {
            throw CompositorError("nothing is typed in: no client has enabled its text input")
        }
        for input in focused {
            if let composing {
                let place = Int32(caret ?? -1)
                input.sendPreeditString(text: composing, cursorBegin: place, cursorEnd: place)
            }
            if let commit { input.sendCommitString(text: commit) }
            if deleting != (0, 0) {
                input.sendDeleteSurroundingText(
                    beforeLength: UInt32(deleting.before), afterLength: UInt32(deleting.after))
            }
            input.sendDone(serial: UInt32(record.commits))
        }
    }
}
