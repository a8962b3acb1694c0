// The desktop's dialog for choosing files.
//
// Source: `org.freedesktop.portal.FileChooser`.

/// Lets the user choose files in the desktop's dialog: those to open, or a place for a new one.
///
/// Nothing here blocks. One question is open at a time. A portal that does not answer can be given
/// up with `cancel`; it is not used again until another process takes its name.
@MainActor
public final class FileChooserPortal {
    /// The contents of the dialog.
    public struct Question: Hashable, Sendable {
        /// A kind of file that can be chosen.
        public struct Kind: Hashable, Sendable {
            /// The name that the user sees.
            public var name: String
            /// Patterns of file names, one of which must match: `*.zip`.
            public var patterns: [String]

            /// A kind with a name and patterns.
            public init(name: String, patterns: [String]) {
                self.name = name
                self.patterns = patterns
            }
        }

        /// The title of the dialog.
        public var title: String
        /// The label of the button that accepts the choice.
        public var acceptLabel: String
        /// The kinds; the first is selected initially.
        public var kinds: [Kind]
        /// The parent window of the dialog, `wayland:` and its handle; empty for none.
        public var parent = ""
        /// The initial folder; nil for the desktop's choice.
        public var folder: String?
        /// The name that is offered for a new file; nil if files are chosen to be opened.
        public var newName: String?

        /// A question without a parent window and a folder.
        public init(title: String, acceptLabel: String, kinds: [Kind]) {
            self.title = title
            self.acceptLabel = acceptLabel
            self.kinds = kinds
        }
    }

    /// The result of a question.
    public enum Answer: Hashable, Sendable {
        /// These files were chosen; `refused` are the chosen ones that are not on this machine.
        case chosen([String], refused: [DesktopError])
        /// The user chose nothing, or the dialog was closed.
        case dismissed
        /// No portal answers such questions.
        case absent
    }

    private let requests: PortalRequests

    /// Whether a question is waiting for its answer.
    public var isAsking: Bool { requests.isAsking }

    /// Whether a question could be answered: not without a bus, and not by a portal that was given
    /// up.
    public var canAnswer: Bool { requests.canAnswer }

    /// A chooser on `bus`, which sends nothing yet.
    public init(_ bus: SessionBus) {
        requests = PortalRequests("org.freedesktop.portal.FileChooser", bus)
    }

    /// Opens the dialog for files.
    ///
    /// `answer` is called once, from the loop, unless the question is cancelled first. An open
    /// question is cancelled first.
    public func ask(_ question: Question, answer: @escaping (Answer) -> Void) {
        requests.call(
            question.newName == nil ? "OpenFile" : "SaveFile",
            [.text(question.parent), .text(question.title)],
            options: FileChooserPortal.options(question)
        ) { result in
            switch result {
            case .results(let results): answer(FileChooserPortal.files(results))
            case .dismissed: answer(.dismissed)
            case .absent: answer(.absent)
            }
        }
    }

    /// Cancels the open question; its answer is no longer delivered.
    public func cancel() { requests.cancel() }

    private static func options(_ question: Question) -> [String: BusValue] {
        func value(_ kind: Question.Kind) -> BusValue {
            let patterns = kind.patterns.map { BusValue.structure([.uint32(0), .text($0)]) }
            return .structure([.text(kind.name), .array(patterns, of: "(us)")])
        }
        var options: [String: BusValue] = [
            "modal": .boolean(true), "accept_label": .text(question.acceptLabel),
        ]
        if !question.kinds.isEmpty {
            options["filters"] = .array(question.kinds.map(value), of: "(sa(us))")
        }
        if let name = question.newName {
            options["current_name"] = .text(name)
        } else {
            options["multiple"] = .boolean(true)
        }
        if let folder = question.folder { options["current_folder"] = .path(folder) }
        return options
    }

    private static func files(_ results: [BusValue: BusValue]) -> Answer {
        let uris = results[.text("uris")]?.unwrapped.array?.compactMap(\.text) ?? []
        var paths: [String] = []
        var refused: [DesktopError] = []
        for uri in uris {
            do {
                paths.append(try FileURI.path(uri))
            } catch {
                refused.append(error)
            }
        }
        return uris.isEmpty ? .dismissed : .chosen(paths, refused: refused)
    }
}
