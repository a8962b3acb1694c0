// Printing in the desktop's dialog.
//
// Source: `org.freedesktop.portal.Print`, version 1. `PreparePrint` opens the dialog of printers and
// papers, and answers with the paper, the settings and a token; `Print` with that token prints the
// document of a descriptor without another dialog. Lengths of a page setup are in millimetres, and its
// width and height are those of the paper when it is upright.

import EventLoop

/// Lets the user print in the desktop's dialog.
///
/// Nothing here blocks. One document is printed at a time.
@MainActor
public final class PrintPortal {
    /// The paper that the user has chosen; lengths are in millimetres.
    public struct Paper: Hashable, Sendable {
        /// The width of a page, as it is printed.
        public var width: Double
        /// The height of a page, as it is printed.
        public var height: Double
        /// The widest margin that the printer needs.
        public var margin: Double

        /// Creates a paper.
        public init(width: Double, height: Double, margin: Double) {
            (self.width, self.height, self.margin) = (width, height, margin)
        }

        /// A4 in landscape, for a desktop that names no paper.
        public static let a4Landscape = Paper(width: 297, height: 210, margin: 6)
    }

    /// What became of a document.
    public enum Answer: Hashable, Sendable {
        /// The desktop has taken the document.
        case printed
        /// The user did not want to print, or the dialog was closed.
        case dismissed
        /// The desktop cannot print.
        case absent
    }

    private let requests: PortalRequests

    /// Whether printing is in progress.
    public var isAsking: Bool { requests.isAsking }

    /// Whether a desktop could answer.
    public var canAnswer: Bool { requests.canAnswer }

    /// A printer on `bus`, which sends nothing yet.
    public init(_ bus: SessionBus) {
        requests = PortalRequests("org.freedesktop.portal.Print", bus)
    }

    /// Opens the dialog, lets `document` make the document for the chosen paper, and prints it.
    ///
    /// The desktop gets a copy of the descriptor that `document` returns; nil from it ends the printing
    /// as if the user had dismissed it. `answer` is called once, from the loop, unless the printing is
    /// cancelled first.
    ///
    /// - Parameters:
    ///   - title: the title of the dialog and of the document.
    ///   - parent: the parent window of the dialog, `wayland:` and its handle; empty for none.
    public func print(
        _ title: String, parent: String, document: @escaping (Paper) -> Int32?,
        answer: @escaping (Answer) -> Void
    ) {
        let setup: BusValue = .options(["Orientation": .text("landscape")])
        requests.call(
            "PreparePrint",
            [
                .text(parent), .text(title), .options(["orientation": .text("landscape")]), setup,
            ], options: ["modal": .boolean(true)]
        ) { [weak self] result in
            switch result {
            case .dismissed: answer(.dismissed)
            case .absent: answer(.absent)
            case .results(let results):
                let paper = PrintPortal.paper(results[.text("page-setup")]?.unwrapped.dictionary)
                guard let self, let descriptor = document(paper) else { return answer(.dismissed) }
                var options: [String: BusValue] = ["modal": .boolean(true)]
                if let token = results[.text("token")]?.unwrapped.integer {
                    options["token"] = .uint32(UInt32(clamping: token))
                }
                requests.call(
                    "Print", [.text(parent), .text(title), .descriptor(descriptor)],
                    options: options
                ) { result in
                    switch result {
                    case .results: answer(.printed)
                    case .dismissed: answer(.dismissed)
                    case .absent: answer(.absent)
                    }
                }
            }
        }
    }

    /// Cancels the printing; its answer is no longer delivered.
    public func cancel() { requests.cancel() }

    /// The paper of a page setup, if it is one that can be printed on.
    private static func paper(_ setup: [BusValue: BusValue]?) -> Paper {
        func number(_ name: String) -> Double? {
            guard case .double(let value)? = setup?[.text(name)]?.unwrapped, value.isFinite else {
                return nil
            }
            return value
        }
        guard let width = number("Width"), let height = number("Height"),
            (40...5_000).contains(width), (40...5_000).contains(height)
        else { return .a4Landscape }
        let margins = ["MarginTop", "MarginBottom", "MarginLeft", "MarginRight"].compactMap(number)
        let margin = min(max(margins.max() ?? 6, 0), min(width, height) / 4)
        let orientation = setup?[.text("Orientation")]?.unwrapped.text ?? ""
        return orientation.hasSuffix("landscape")
            ? Paper(width: height, height: width, margin: margin)
            : Paper(width: width, height: height, margin: margin)
    }
}
