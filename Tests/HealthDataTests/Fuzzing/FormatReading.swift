import ChartCore
import Localization
import Platform
import Streams

@testable import HealthData

/// The reading of a document as the importer does it, from memory.
enum FormatReading {
    typealias Violation = FuzzReader.Violation

    /// What an input stands for.
    struct Input {
        /// What the document is called; some formats are told by it.
        var name = "input"
        var bytes: [UInt8]

        /// All of the bytes, or those behind a first line such as `name: steps-2026-01-05.json`.
        init(_ input: [UInt8]) {
            bytes = input
            let mark = Array("name: ".utf8)
            guard input.starts(with: mark), let end = input.prefix(100).firstIndex(of: 0x0a) else {
                return
            }
            name = String(decoding: input[mark.count..<end], as: UTF8.self)
            bytes = Array(input[(end + 1)...])
        }
    }

    private static let zone = (try? ZoneRules.named("Europe/Berlin")) ?? .utc

    /// Options by which one thread reads an input at once.
    static let atOnce: ImportOptions = {
        var options = ImportOptions(zone: zone, workers: 1)
        options.windowSize = 1 << 14
        options.documentWindowSize = 1 << 14
        options.exportBlockSize = 1 << 14
        options.freeExpansion = 1 << 22
        return options
    }()

    /// Options by which borders of windows and blocks fall everywhere.
    private static let inPieces: ImportOptions = {
        var options = atOnce
        options.windowSize = 48
        options.documentWindowSize = 48
        options.exportBlockSize = 64
        return options
    }()

    /// The same, and an item that is longer than a few of these is too long.
    private static let narrow: ImportOptions = {
        var options = inPieces
        options.longestItem = 160
        return options
    }()

    /// Reads a document by a format, or by what its content decides, and checks what came of it.
    ///
    /// `inPieces` says that it is read once more through small windows, which must give the same, and
    /// a third time through windows that not every record fits into.
    static func read(
        _ input: [UInt8], as format: (any RecordFormat.Type)?, inPieces: Bool
    ) throws(Violation) {
        let input = Input(input)
        let whole = try result(of: input, as: format, atOnce)
        try ResultInvariants.check(whole)
        guard inPieces else { return }
        let pieces = try result(of: input, as: format, FormatReading.inPieces)
        // What breaks XML has a name that goes by what the parser was given at once.
        let isXML = format == nil || format == GPXFormat.self || format == TCXFormat.self
        if let difference = ResultInvariants.difference(
            between: whole, and: pieces, wordForWord: !isXML)
        {
            throw Violation("read in pieces it is another: \(difference)")
        }
        try ResultInvariants.check(try result(of: input, as: format, narrow))
    }

    /// What a document gives.
    static func result(
        of input: Input, as format: (any RecordFormat.Type)?, _ options: ImportOptions = atOnce
    ) throws(Violation) -> ImportResult {
        let session = ImportSession(
            files: [input.name], options: options, progress: { _ in }, grown: nil,
            cancellation: Cancellation())
        do throws(StreamTrouble) {
            let file = try InputFile(bytes: input.bytes, path: input.name)
            if let format { session.read(0, file, as: format) } else { session.read(0, file) }
        } catch {
            throw Violation("\(error.place): \(error.problem)")
        }
        return session.finish()
    }
}
