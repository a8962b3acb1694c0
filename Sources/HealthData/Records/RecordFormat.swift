/// A kind of file that holds records: how its content is recognised, and how it is read.
///
/// To add a format, add a folder with a conforming type, and a line in `FormatCatalogue`.
protocol RecordFormat: SendableMetatype {
    /// The name in reports and for programs: `apple-health`.
    static var name: String { get }

    /// The program whose exports contain its documents; nil for documents that anybody writes.
    ///
    /// Formats of one program's export share it. A summary is repeated only by other records of the
    /// same program (`Summaries`).
    static var program: String? { get }

    /// Whether a document is one recording, however many readings it contains.
    static var isRecording: Bool { get }

    /// Whether anybody may write such documents, so that answers about one say nothing about others.
    static var isGeneric: Bool { get }

    /// The evidence that a document has the format; nil if there is none.
    static func sniff(_ head: DocumentHead) -> Sniffed?

    /// Reads all of a document.
    ///
    /// Everything that can be read is handed to the output before an error is thrown.
    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError)
}

extension RecordFormat {
    /// By default anybody writes such documents.
    static var program: String? { nil }

    /// By default the documents come from certain programs.
    static var isGeneric: Bool { false }

    /// By default a document holds records.
    static var isRecording: Bool { false }
}

/// The evidence for a format: see `Evidence`.
struct Sniffed {
    var strength: Evidence.Strength
    var reason: String

    static func certain(_ reason: String) -> Sniffed { Sniffed(strength: .certain, reason: reason) }

    static func likely(_ reason: String) -> Sniffed { Sniffed(strength: .likely, reason: reason) }

    static func possible(_ reason: String) -> Sniffed {
        Sniffed(strength: .possible, reason: reason)
    }
}
