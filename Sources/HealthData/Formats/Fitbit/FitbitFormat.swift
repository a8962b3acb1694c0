import Localization

/// A file of the archive that Fitbit exported, or that Google exports for it
/// (`Global Export Data`).
///
/// Every file is a list: of minutes with a number, of heart rates with their confidence, of days
/// with a resting heart rate, of weights, of nights, of exercises. Times are in UTC, in the form
/// `MM/DD/YY HH:MM:SS`, except for nights, weights and days, which are local; numbers may be
/// strings. Only the file's name gives the meaning of the numbers of minutes and days: a list with
/// an unknown name is refused under that name. The unit of weights is that of the account and is
/// not in the file: it is asked for, with a guess by the body mass index in the same records.
enum FitbitFormat: RecordFormat {
    static let name = "fitbit"
    static let program: String? = "fitbit"

    /// The kind of a file's records.
    enum Kind {
        case minutes(MetricID, unit: Double)
        /// Amounts of local days; `isSecond` means that another file has the other part of them.
        case days(MetricID, unit: Double, isSecond: Bool)
        /// Numbers of which only the name is known.
        case unread(String)
        case heartRate, restingHeartRate, weight, sleep, exercise
    }

    /// The beginnings of the names of files with minutes, and the value of one of their numbers in
    /// the unit of the metric.
    private static let minutes: [(prefix: String, metric: MetricID, unit: Double)] = [
        ("steps-", .steps, 1),
        // Centimetres.
        ("distance-", .distance, 0.01),
    ]

    /// The same for files with an amount for every day.
    ///
    /// Exercise is at least moderate activity.
    private static let days: [(prefix: String, metric: MetricID, unit: Double, isSecond: Bool)] = [
        ("moderately_active_minutes-", .exerciseTime, 60, false),
        ("very_active_minutes-", .exerciseTime, 60, true),
    ]

    static func sniff(_ head: DocumentHead) -> Sniffed? {
        guard let json = head.json, kind(head) != nil else { return nil }
        return .certain(
            tr(
                "a list in JSON of records with {1}",
                json.names.sorted().prefix(4).joined(separator: ", ")))
    }

    static func kind(_ head: DocumentHead) -> Kind? {
        guard let json = head.json else { return nil }
        if json.names.isSuperset(of: ["logId", "weight", "bmi"]) { return .weight }
        if json.names.isSuperset(of: ["dateOfSleep", "levels"]) { return .sleep }
        if json.names.isSuperset(of: ["activityName", "startTime", "logId"]) { return .exercise }
        guard let date = json.dateTime, date.split(separator: "/").count == 3 else { return nil }
        if json.valueNames.isSuperset(of: ["bpm", "confidence"]) { return .heartRate }
        if json.valueNames.isSuperset(of: ["date", "error"]) { return .restingHeartRate }
        let name = head.name.lowercased()
        if let known = minutes.first(where: { name.hasPrefix($0.prefix) }) {
            return .minutes(known.metric, unit: known.unit)
        }
        if let known = days.first(where: { name.hasPrefix($0.prefix) }) {
            return .days(known.metric, unit: known.unit, isSecond: known.isSecond)
        }
        guard json.isValueScalar, json.names == ["dateTime", "value"], hasMonthFirst(date) else {
            return nil
        }
        return .unread(stem(of: head.name))
    }

    /// Whether a date has the form `MM/DD/YY HH:MM:SS`.
    private static func hasMonthFirst(_ date: String) -> Bool {
        let form = "00/00/00 00:00:00"
        return date.utf8.count == form.utf8.count
            && zip(date.utf8, form.utf8).allSatisfy { byte, place in
                place == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == place
            }
    }

    /// The name of a file without its extension and its date: `altitude-2020-01-05.json`.
    private static func stem(of name: String) -> String {
        let digits = "0123456789-"
        var stem = Substring(name)
        if let point = stem.lastIndex(of: ".") { stem = stem[..<point] }
        while let last = stem.last, digits.contains(last) { stem.removeLast() }
        return stem.isEmpty ? name : String(stem).replacing("_", with: " ")
    }

    static func read(_ document: Document, _ output: RecordOutput) throws(ImportError) {
        guard let kind = kind(document.head) else { return }
        var sink = RecordSink(file: output.currentFile)
        let reader = FitbitReader(kind, &sink, output.options, output.assumptions)
        output.read(document, reader, sink)
    }
}
