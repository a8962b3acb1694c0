import Localization
import Streams

/// Reads an Apple Health export, plain or in a zip.
struct ExportReader {
    private let session: ImportSession
    private let file: InputFile
    private var fileIndex: Int

    init(session: ImportSession, file: InputFile) {
        self.session = session
        self.file = file
        fileIndex = session.currentFile
    }

    /// Reads `export.xml`.
    func readPlain() throws(ImportTrouble) {
        var stream = FileStream(file)
        var scanner = ExportScanner(file: fileIndex, zone: session.options.zone)
        read(&stream, &scanner)
        close(&scanner)
    }

    /// Reads every member of a zip whose content is an export, whatever its name is.
    func readArchive() throws(ImportTrouble) {
        let archive = try ImportTrouble.catching { () throws(StreamTrouble) in
            try ArchiveReader(file)
        }
        var scanner: ExportScanner?
        var trouble: StreamTrouble?
        do throws(StreamTrouble) {
            while try archive.next() {
                if session.isCancelled { break }
                let name = archive.name
                if name.hasPrefix("__MACOSX/") || name.contains("/__MACOSX/")
                    || name.split(separator: "/").last?.hasPrefix("._") == true
                {
                    continue
                }
                let head = try ExportReader.head(of: archive)
                guard Sniffer.isAppleHealth(head) else { continue }
                var stream = ArchiveStream(archive, head: head)
                var own = scanner ?? ExportScanner(file: fileIndex, zone: session.options.zone)
                scanner = nil
                read(&stream, &own)
                own.assembler.finish()
                scanner = own
            }
        } catch {
            trouble = error
        }
        if var scanner {
            if let trouble { scanner.assembler.sink.note(trouble.place, trouble.problem) }
            close(&scanner)
            return
        }
        if let trouble { throw ImportTrouble(trouble) }
        throw archive.members == 0
            ? ImportTrouble(
                place: file.path, problem: tr("the zip is empty"),
                remedy: tr("export it anew on the phone")
            )
            : ImportTrouble(
                place: file.path, problem: tr("the zip holds no Apple Health export"),
                remedy: tr("give the file that the Health app made (export.zip)"))
    }

    private static func head(of archive: ArchiveReader) throws(StreamTrouble) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: Sniffer.headSize)
        var have = 0
        do throws(StreamTrouble) {
            while have < head.count {
                let got = try archive.read(into: &head, have..<head.count)
                if got == 0 { break }
                have += got
            }
        } catch {
            // What there is may be enough to know the member; the same trouble comes again on
            // reading on.
            if have == 0 { throw error }
        }
        head.removeLast(head.count - have)
        return head
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
