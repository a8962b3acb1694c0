/// A kind of file that holds records: how it is known by its content, and how it is read.
///
/// A format is a folder with a type that conforms, and a line in `FormatCatalogue`.
protocol RecordFormat: SendableMetatype {
    /// The name in reports and for programs: `apple-health`.
    static var name: String { get }

    /// The program whose export its documents are a part of; nil for those that anybody writes.
    ///
    /// Formats of one program's export share it. What sums up others is said again only by what the
    /// same program says beside it (`Summaries`).
    static var program: String? { get }

    /// Whether a document is one recording, however many readings are in it.
    static var isRecording: Bool { get }

    /// Whether anybody may write such documents, so that answers about one say nothing about others.
    static var isGeneric: Bool { get }

    /// What speaks for a document being of the format; nil where nothing does.
    static func sniff(_ head: DocumentHead) -> Sniffed?

    /// Reads all of a document.
    ///
    /// Whatever can be read is handed to the output before anything is thrown.
    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError)
}

extension RecordFormat {
    /// Anybody writes such documents.
    static var program: String? { nil }

    /// Its documents are those of certain programs.
    static var isGeneric: Bool { false }

    /// A document holds records.
    static var isRecording: Bool { false }
}

/// What speaks for a format: see `Evidence`.
struct Sniffed {
    var strength: Evidence.Strength
    var reason: String

    static func certain(_ reason: String) -> Sniffed { Sniffed(strength: .certain, reason: reason) }

    static func likely(_ reason: String) -> Sniffed { Sniffed(strength: .likely, reason: reason) }

    static func possible(_ reason: String) -> Sniffed {
        Sniffed(strength: .possible, reason: reason)
    }
}
