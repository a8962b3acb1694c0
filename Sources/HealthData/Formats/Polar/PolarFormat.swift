import Localization

/// A document of the archive that Polar exports for an account.
///
/// Four kinds are read: training sessions (`training-session-….json`) with their exercises and
/// samples, days (`activity-….json`) with their steps, the heart rates of days (`247ohr_….json`), and
/// nights (`sleep_result_….json`). Times are local, with an offset in minutes next to them if there is
/// one; a sample without a value is a gap, and `NaN` is none.
enum PolarFormat: RecordFormat {
    static let name = "polar"
    static let program: String? = "polar"

    private static let kinds: [(marks: [StaticString], what: String)] = [
        (["\"exportVersion\"", "\"exercises\"", "\"startTime\""], "a training session of Polar"),
        (["\"exportVersion\"", "\"summary\"", "\"stepCount\""], "a day of Polar"),
        (["\"deviceDays\"", "\"secondsFromDayStart\""], "days of heart rates of Polar"),
        (["\"hypnogram\"", "\"sleepStateChanges\""], "nights of Polar"),
    ]

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isJSON else { return nil }
        let kind = kinds.first { kind in kind.marks.allSatisfy { head.position(of: $0) != nil } }
        return kind.map { .certain(tr($0.what)) }
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        output.read(document, PolarVisitor(document.head, output))
    }
}
