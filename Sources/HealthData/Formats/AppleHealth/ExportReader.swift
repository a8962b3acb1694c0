import Localization
import Streams

/// Reads an Apple Health export.
struct ExportReader {
    private let session: ImportSession

    init(session: ImportSession) { self.session = session }

    /// Reads `export.xml`, plain or out of an archive.
    func read(_ document: Document) {
        var stream = document.stream
        var scanner = ExportScanner(file: session.currentFile, zone: session.options.zone)
        read(&stream, &scanner)
        close(&scanner)
    }

    /// Reads a stream to its end, as far as it goes.
    private func read<Stream: ByteStream>(_ stream: inout Stream, _ scanner: inout ExportScanner) {
        var window = ByteWindow()
        var consumed = 0
        var stopped: StreamTrouble?
        while true {
            do throws(StreamTrouble) {
                try window.advance(by: consumed, from: &stream)
            } catch {
                stopped = error
                consumed = 0
            }
            let final = window.atEnd || stopped != nil
            let count = window.count
            let lines = window.linesBefore
            let stuck = window.isFull
            consumed = window.withBytes { bytes in
                scanner.scan(bytes, to: count, linesBefore: lines, final: final, stuck: stuck)
            }
            if !session.step(&scanner.assembler.sink, taken: stream.taken) { return }
            if final { break }
        }
        let line = window.line(at: window.count)
        if let stopped {
            scanner.assembler.sink.note(
                tr("line {1}", "\(line)"),
                tr("{1}: reading stopped here, what stands before it was read", stopped.problem))
        } else if !scanner.rootClosed {
            scanner.assembler.sink.note(
                tr("line {1}", "\(line)"),
                tr(
                    "the file is cut off, what stands before its end was read")
            )
        }
    }

    private func close(_ scanner: inout ExportScanner) {
        scanner.assembler.finish()
        session.flush(&scanner.assembler.sink)
        BloodPressureHalves.join(
            &scanner.assembler.sink, pairs: session.columns(.bloodPressure),
            sources: session.sourceNumbers)
        session.complete(&scanner.assembler.sink)
    }
}
