import Localization

/// A list of data points of Google Fit in a Takeout archive (`All Data/*.json`).
///
/// There is a document for every source of every kind of data, and one in which Google merged those
/// of a kind. The member `Data Source` names the source, since the names of the files are cut. Data
/// that are not merged count only where the merged data of the same archive have nothing: no sample
/// in the same time, and for a reading none at the same moment. So nothing is counted twice, and
/// nothing is lost if there are no merged data. Times are nanoseconds since 1970. Source: the data
/// types and data sources in Google Fit's reference.
enum GoogleFitDataFormat: RecordFormat {
    static let name = "google-fit"
    static let program: String? = "google-fit"

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard head.isJSON else { return nil }
        let hasPoints =
            head.position(of: "\"fitValue\"") != nil
            && head.position(of: "\"endTimeNanos\"") != nil
        // A source without measurements has an empty list.
        let hasList =
            head.position(of: "\"Data Source\"") != nil
            && head.position(of: "\"Data Points\"") != nil
        guard hasPoints || hasList else { return nil }
        return .certain(tr("JSON with data points of Google Fit"))
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        var sink = RecordSink(file: output.currentFile)
        let reader = GoogleFitDataReader(&sink)
        output.read(document, reader, sink)
    }
}

/// A source of data of Google Fit, by its identifier.
///
/// `derived:com.google.step_count.delta:com.google.android.gms:merge_step_deltas`: whether it is
/// raw, the kind of data, the program, perhaps the maker, the model and the number of a device, and
/// the name of the stream. The text behind an arrow names the origin of a stream.
struct GoogleFitSource {
    static let name = "Google Fit"

    /// The kind of data.
    let type: String
    /// Whether Google merged all sources of the kind in it.
    let isMerged: Bool
    /// Whether a person typed the data in.
    let isTyped: Bool
    /// Whether it holds resting heart rates, which have no kind of their own.
    let isAtRest: Bool
    /// The name in reports: the device, else the program; for Google Fit's own data, the stream.
    let title: String

    /// Parses an identifier; nil for another text.
    init?(_ identifier: String) {
        let arrow = identifier.firstRange(of: "<-")?.lowerBound
        var parts = identifier[..<(arrow ?? identifier.endIndex)]
            .split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 3, parts[0] == "raw" || parts[0] == "derived" else { return nil }
        let isRaw = parts[0] == "raw"
        type = parts[1]
        // Streams of the system name no program.
        var program = ""
        if parts[2].contains("."), !parts[2].contains(" ") { program = parts.remove(at: 2) }
        let stream = parts.count > 2 ? parts[parts.count - 1] : ""
        // A maker, a model and a number come before it.
        let device = parts.count > 5 ? "\(parts[2]) \(parts[3])".trimmingBlanks() : ""
        isMerged =
            !isRaw && arrow == nil && device.isEmpty && GoogleFitSource.isOwn(program)
            && stream.hasPrefix("merge")
        isTyped = stream == "user_input"
        isAtRest = stream.hasPrefix("resting_heart_rate")
        let own = GoogleFitSource.title(ofProgram: program)
        // Data that only repeat the merged data must not be taken for them.
        let isPart = own == GoogleFitSource.name && !isMerged && !isTyped && !stream.isEmpty
        title = !device.isEmpty ? device : isPart ? "\(own) (\(stream))" : own
    }

    /// The name of a program's data in reports.
    static func title(ofProgram program: String) -> String {
        program.isEmpty || isOwn(program) ? name : program
    }

    /// Whether a program is Google Fit itself.
    private static func isOwn(_ program: String) -> Bool {
        program == "com.google.android.gms" || program == "com.google.android.apps.fitness"
    }

    /// The number of a source of this title in a sink.
    static func number(_ title: String, _ sink: inout RecordSink) -> UInt16 {
        // The data that Google merged come from a phone, and from devices that are paired with it.
        sink.source(
            title, title == name ? .phone : SourceKind(named: title))
    }
}
