import Localization
import Streams

/// An activity of Google Fit in a Takeout archive (`All Sessions/*.json`).
///
/// A document is one object with the kind of the activity and its times in UTC. What it sums up in
/// the list `aggregate` stands in the lists of data points, and is not read here. Activities with a
/// way are in the archive a second time, as TCX: those count. Nights are sleep, where nothing tells
/// their stages.
enum GoogleFitSessionFormat: RecordFormat {
    static let name = "google-fit"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isJSON, head.position(of: "\"fitnessActivity\"") != nil,
            head.position(of: "\"startTime\"") != nil
        else { return nil }
        return .certain(tr("JSON with an activity of Google Fit"))
    }

    static func read(_ document: Document, _ session: ImportSession) throws(ImportTrouble) {
        var sink = RecordSink(file: session.currentFile)
        let reader = GoogleFitSessionReader(&sink)
        var scanner = JSONScanner(document.head, reader, sink, objectIsRecord: true)
        session.read(document, &scanner)
        if !session.isCancelled || scanner.isDone { scanner.finish() }
        session.complete(&scanner.sink)
    }
}

/// Takes a workout, or a night, from an activity of Google Fit.
private struct GoogleFitSessionReader: JSONRecordReader {
    private let noDate: Int
    private let outside: Int
    private let backwards: Int

    init(_ sink: inout RecordSink) {
        noDate = sink.reason(tr("its date cannot be read"))
        outside = sink.reason(SoundTime.reason)
        backwards = sink.reason(SoundTime.backwards)
    }

    mutating func read(_ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink) {
        sink.met()
        if let problem = add(tape, bytes, &sink) {
            let place = sink.tally.read
            sink.refuse(problem) { place }
        }
    }

    private func add(
        _ tape: borrowing JSONTape, _ bytes: RawSpan, _ sink: inout RecordSink
    ) -> Int? {
        func text(_ name: StaticString, of node: Int = 0) -> String? {
            tape.text(tape.member(name, of: node, bytes), bytes)
        }
        let start = TrackReader.instant(text("startTime") ?? "")
        var end = TrackReader.instant(text("endTime") ?? "")
        if !end.isFinite { end = start + GoogleFitSessionReader.seconds(text("duration") ?? "") }
        guard start.isFinite, end.isFinite else { return noDate }
        guard SoundTime.contains(start), SoundTime.contains(end) else { return outside }
        guard end >= start else { return backwards }
        let program = tape.member("application", of: 0, bytes).flatMap {
            text("packageName", of: $0)
        }
        let source = GoogleFitSource.number(
            GoogleFitSource.title(ofProgram: program ?? ""), &sink)
        let activity = (text("fitnessActivity") ?? "").replacing(".", with: " ")
        if activity == "sleep" || activity == "sleeping" {
            let slot = sink.slot(.sleep)
            sink.setLabels(SleepStage.allCases.map(\.label), slot: slot)
            sink.add(
                slot, start: start, end: end, value: Double(SleepStage.asleep.rawValue),
                source: source, marks: [.summary, .coarse, .coarsest])
        } else {
            let slot = sink.slot(.workouts)
            let label = sink.label(ActivityAssembler.label(activity), slot: slot)
            sink.add(
                slot, start: start, end: end, value: Double(label), source: source,
                marks: .summary)
        }
        return nil
    }

    /// The seconds of `974.582s`; NaN for another text.
    private static func seconds(_ text: String) -> Double {
        guard text.hasSuffix("s"), let seconds = Double(text.dropLast()), seconds.isFinite else {
            return .nan
        }
        return seconds
    }
}
