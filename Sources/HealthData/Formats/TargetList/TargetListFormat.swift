import Geodesy
import Localization
import Streams

/// Targets as text, a line each: a name, a latitude, a longitude and maybe a height (`TargetText`).
///
/// Many texts have lines of three words, so a document is recognized only if every line of its head is
/// a target whose angles have letters (`26.18.19.50S`): no table of values has those.
enum TargetListFormat: RecordFormat {
    static let name = "targets"

    /// The most bytes of a document: about 300,000 targets.
    private static let largest = 1 << 24

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        var lines = head.text.lines(atMost: 200)
        // The last line of the head may be cut.
        if !head.isWhole { lines = lines.dropLast() }
        var count = 0
        for line in lines {
            let words = TargetText.words(of: line[...])
            guard !words.isEmpty else { continue }
            guard (3...4).contains(words.count), words[1...2].allSatisfy(Self.hasLetter) else {
                return nil
            }
            count += 1
        }
        guard count > 0, TargetText(lines.joined(separator: "\n")).refusals.isEmpty else {
            return nil
        }
        return .certain(tr("every line is a name, a latitude and a longitude"))
    }

    private static func hasLetter(_ word: Substring) -> Bool {
        guard let last = word.last else { return false }
        return "NSEWnsew".contains(last) && word.first?.isNumber == true
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        var text: [UInt8] = []
        var failure: StreamError?
        var stream = TranscodingStream(document.stream, document.head.encoding ?? .utf8(skip: 0))
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while failure == nil, text.count < largest {
            do throws(StreamError) {
                let got = try stream.read(into: &buffer, 0..<buffer.count)
                guard got > 0 else { break }
                text += buffer[..<got]
            } catch {
                failure = error
            }
        }
        guard text.count < largest else {
            throw ImportError(
                place: document.place, problem: tr("is too large for a list of targets"),
                remedy: tr("divide it into several files"))
        }
        var sink = RecordSink(file: output.currentFile)
        let source = sink.source(document.head.name, .other, isFile: true)
        let read = TargetText(String(decoding: text, as: UTF8.self))
        for target in read.targets {
            sink.met()
            sink.add(
                Waypoint(
                    name: target.name, place: target.place, height: target.height, source: source))
        }
        for refusal in read.refusals {
            sink.met()
            sink.refuse(sink.reason(refusal.problem)) { refusal.line }
        }
        if let failure { sink.note("", failure.problem) }
        output.complete(&sink)
    }
}
