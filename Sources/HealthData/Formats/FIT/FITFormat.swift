import Localization
import Streams

/// Garmin's Flexible and Interoperable Data Transfer: activities, weights, blood pressures, and the
/// monitoring of days.
///
/// Source: the FIT protocol and profile as published by Garmin (developer.garmin.com/fit).
enum FITFormat: RecordFormat {
    static let name = "fit"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.begins(Array(".FIT".utf8), at: 8) else { return nil }
        return .certain(tr("the letters .FIT in its header"))
    }

    /// The largest file in bytes; devices write some millions.
    private static let largest = 1 << 30

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        let file = try document.file()
        _ = file.wait(beyond: .max)
        guard file.size < largest else {
            throw ImportError(
                place: document.place, problem: tr("is too large for a FIT file"),
                remedy: tr("give the files as the device wrote them"))
        }
        let bytes = try ImportError.catching { () throws(StreamError) in
            try file.head(largest)
        }
        var reader = FITReader(
            bytes, zone: output.options.zone,
            FITAssembler(
                ActivityAssembler(
                    file: output.currentFile, document.head, unit: .byte)))
        reader.read()
        reader.assembler.activity.finish()
        if let failure = file.failure { reader.note("", failure.problem) }
        output.complete(&reader.assembler.activity.sink)
        if reader.assembler.activity.isEmpty {
            throw ImportError(
                place: document.place, problem: tr("it holds no known records"),
                remedy: tr("give an activity, weights, blood pressures or a day's monitoring"))
        }
    }
}
