import ChartCore
import Localization
import Platform

@testable import HealthData
@testable import Streams

/// Reads a document as the importer does, from memory.
enum FormatReading {
    typealias Violation = FuzzReader.Violation

    /// The document of an input.
    struct Input {
        /// The name of the document; some formats are recognised by it.
        var name = "input"
        var bytes: [UInt8]

        /// All of the bytes, or those after a first line such as `name: steps-2026-01-05.json`.
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

    /// Options with which one thread reads an input in one go.
    static let atOnce: ImportOptions = {
        var options = ImportOptions(zone: zone, workers: 1)
        options.windowSize = 1 << 14
        options.documentWindowSize = 1 << 14
        options.exportBlockSize = 1 << 14
        options.freeExpansion.bytes = 1 << 22
        return options
    }()

    /// The ways to read a document, other than by one thread at once.
    enum Way {
        /// Through windows whose borders fall everywhere; the result must be the same.
        case inPieces
        /// Through windows that are too small for some records.
        case narrow
        /// By several threads in small blocks; the result must be the same.
        case inBlocks

        fileprivate var options: ImportOptions {
            var options = atOnce
            options.windowSize = 48
            options.documentWindowSize = 48
            options.exportBlockSize = 64
            switch self {
            case .inPieces: break
            case .narrow: options.longestItem = 160
            case .inBlocks:
                options.workers = 2
                options.blockSize = 128
            }
            return options
        }
    }

    /// The formats whose parser says what is wrong with XML.
    private static let xml: [any RecordFormat.Type] = [
        GPXFormat.self, TCXFormat.self, KMLFormat.self, SMLFormat.self,
    ]

    /// Reads a document by a format, or as its content decides, and checks the result.
    static func read(
        _ input: [UInt8], as format: (any RecordFormat.Type)?, _ ways: [Way]
    ) throws(Violation) {
        let input = Input(input)
        let whole = try result(of: input, as: format)
        try ResultInvariants.check(whole)
        for way in ways {
            let other = try result(of: input, as: format, way.options)
            try ResultInvariants.check(other)
            // Records that do not fit are refused, so there may be fewer.
            if way == .narrow { continue }
            // The message about broken XML depends on the pieces that the parser received.
            let isXML = format.map { format in xml.contains { $0 == format } } ?? true
            let difference = ResultInvariants.difference(
                between: whole, and: other, wordForWord: !isXML)
            if let difference { throw Violation("read \(way), the result differs: \(difference)") }
        }
    }

    /// The result for a document.
    static func result(
        of input: Input, as format: (any RecordFormat.Type)?, _ options: ImportOptions = atOnce
    ) throws(Violation) -> ImportResult {
        let session = ImportSession(
            files: [input.name], options: options, progress: { _ in }, grown: nil,
            cancellation: Cancellation())
        do throws(StreamError) {
            let file = try InputFile(bytes: input.bytes, path: input.name)
            if let format { session.read(0, file, as: format) } else { session.read(0, file) }
        } catch {
            throw Violation("\(error.place): \(error.problem)")
        }
        return session.finish()
    }
}
