import Localization
import Streams

/// Reads tracks in XML: the bytes pass through a scanner to a visitor, which has the assembler.
struct TrackReader {
    /// A visitor of one format's elements.
    protocol Visitor: XMLVisitor {
        var assembler: ActivityAssembler { get set }
        /// The line that the scanner has reached, for places.
        var line: () -> Int { get set }
        /// Completes the track; nothing else follows.
        func finish()
    }

    let output: RecordOutput

    /// Reads a document to its end or to an error, by a visitor with this assembler.
    func read(
        _ document: Document, _ make: (ActivityAssembler) -> any Visitor
    ) throws(ImportError) {
        let visitor = make(
            ActivityAssembler(
                file: output.currentFile, document.head, unit: .line))
        let scanner = try ImportError.catching { () throws(StreamError) in
            try XMLScanner(path: document.place, visitor: visitor)
        }
        visitor.line = { [unowned scanner] in scanner.line }
        var stream = document.stream
        var buffer = [UInt8](
            repeating: 0, count: min(1 << 18, output.options.documentWindowSize))
        var failure: StreamError?
        while failure == nil {
            do throws(StreamError) {
                let got = try stream.read(into: &buffer, 0..<buffer.count)
                try scanner.take(&buffer, count: got, isFinal: got == 0)
                guard got > 0 else { break }
            } catch {
                failure = error
            }
            if !output.step(&visitor.assembler.sink, taken: stream.taken) { break }
        }
        visitor.finish()
        visitor.assembler.finish()
        if let failure {
            visitor.assembler.sink.note(
                tr("line {1}", "\(scanner.line)"),
                tr("{1}: reading stopped here; everything before it was read", failure.problem))
        }
        output.complete(&visitor.assembler.sink)
        if visitor.assembler.isEmpty {
            throw failure.map { ImportError($0) }
                ?? ImportError(
                    place: document.place, problem: tr("it holds no points"),
                    remedy: tr("give a recorded activity, or places and ways on a map"))
        }
    }

    /// The seconds since 1970 of a time in ISO 8601, in UTC if it has no offset; NaN for other
    /// texts.
    static func instant(_ text: String) -> Double {
        ColumnReading.padded(text.trimmingBlanks()) { bytes, end in
            var reader = DateReader()
            let reading = reader.read(bytes, 0, end, .iso)
            guard reading.next == end, end > 0, reading.hasTime else { return .nan }
            return reading.offset == ClockReading.noOffset
                ? reading.local : reading.local - Double(reading.offset)
        }
    }
}
