import Localization
import Streams

/// An activity of Google Fit in a Takeout archive (`All Sessions/*.json`).
///
/// A document is one object with the kind of the activity and its times in UTC. The sums in its
/// list `aggregate` repeat the lists of data points; only the figures of the activity itself are
/// read from it. Activities with a route are in the archive a second time, as TCX: those count. A
/// night counts as sleep only if no other data give its stages.
enum GoogleFitSessionFormat: RecordFormat {
    static let name = "google-fit"
    static let program: String? = "google-fit"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isJSON, head.position(of: "\"fitnessActivity\"") != nil,
            head.position(of: "\"startTime\"") != nil
        else { return nil }
        return .certain(tr("JSON with an activity of Google Fit"))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        var sink = RecordSink(file: output.currentFile)
        let reader = GoogleFitSessionReader(&sink)
        output.read(document, reader, sink, objectIsRecord: true)
    }
}

/// Makes a workout, or a night, from an activity of Google Fit.
private struct GoogleFitSessionReader: JSONRecordReader {
    private let noDate: Int
    private let outside: Int
    private let backwards: Int

    init(_ sink: inout RecordSink) {
        noDate = sink.reason(tr("unreadable date"))
        outside = sink.reason(SoundTime.reason)
        backwards = sink.reason(SoundTime.backwards)
    }

    func add(
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
        let activity = text("fitnessActivity") ?? ""
        // Stages have names of their own: `sleep.deep`.
        if ["sleep", "sleeping"].contains(activity.prefix { $0 != "." }) {
            let slot = sink.slot(.sleep)
            sink.setLabels(SleepStage.allCases.map(\.label), slot: slot)
            let stage = GoogleFitSessionReader.stages[activity] ?? .asleep
            sink.addStage(
                slot, start: start, end: end, stage, source: source,
                marks: [.summary, .coarse, .coarsest])
        } else {
            sink.add(
                Workout(
                    sport: activity.replacing(".", with: " "),
                    start: start, end: end, source: source, figures: figures(tape, bytes)),
                marks: .summary)
        }
        return nil
    }

    /// The figures of an activity in the list `aggregate`.
    private func figures(_ tape: borrowing JSONTape, _ bytes: RawSpan) -> Workout.Figures {
        var figures = Workout.Figures()
        guard let list = tape.member("aggregate", of: 0, bytes) else { return figures }
        var nodes: [Int] = []
        tape.forEach(in: list) { nodes.append($0) }
        for node in nodes {
            let value = tape.number(tape.member("floatValue", of: node, bytes), bytes)
            switch tape.text(tape.member("metricName", of: node, bytes), bytes) {
            case "com.google.calories.expended": figures.energy = value
            case "com.google.distance.delta": figures.distance = value
            default: break
            }
        }
        return figures
    }

    /// The stages of sleep that are activities.
    private static let stages: [String: SleepStage] = [
        "sleep.light": .core, "sleep.deep": .deep, "sleep.rem": .rem, "sleep.awake": .awake,
    ]

    /// The seconds of `974.582s`; NaN for another text.
    private static func seconds(_ text: String) -> Double {
        guard text.hasSuffix("s"), let seconds = Double(text.dropLast()), seconds.isFinite else {
            return .nan
        }
        return seconds
    }
}
