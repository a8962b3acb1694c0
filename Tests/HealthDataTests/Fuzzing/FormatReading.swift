import ChartCore
import Localization
import Platform

@testable import HealthData
@testable import Streams

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
        options.freeExpansion.bytes = 1 << 22
        return options
    }()

    /// How a document is read beside at once by one thread.
    enum Way {
        /// Through windows whose borders fall everywhere, which must give the same.
        case inPieces
        /// Through windows that not every record fits into.
        case narrow
        /// By several threads in small blocks, which must give the same.
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

    /// Reads a document by a format, or by what its content decides, and checks what comes of it.
    static func read(
        _ input: [UInt8], as format: (any RecordFormat.Type)?, _ ways: [Way]
    ) throws(Violation) {
        let input = Input(input)
        let whole = try result(of: input, as: format)
        try ResultInvariants.check(whole)
        for way in ways {
            let other = try result(of: input, as: format, way.options)
            try ResultInvariants.check(other)
            // What does not fit is refused, so that there may be less.
            if way == .narrow { continue }
            // What breaks XML has a name that goes by what the parser was given at once.
            let isXML = format == nil || format == GPXFormat.self || format == TCXFormat.self
            let difference = ResultInvariants.difference(
                between: whole, and: other, wordForWord: !isXML)
            if let difference { throw Violation("read \(way) it is another: \(difference)") }
        }
    }

    /// What a document gives.
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
